"""Answer Cold Start queries from a knowledge base: entry point, one or two slots, the fills as a submission.

Profiles. `seed` (default): the type of the node must be the query's, and the filler is the canonical mention in the
first provenance document that mentions the object. `cs2016`, the official resolver: types are not compared, only the
document of the first justification counts, and the rows come in the order in which that program meets them.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from itertools import count

import msgspec

from factbook.formats.coldstart_assertions import Assertions
from factbook.formats.cssf_run import Answer
from factbook.formats.provenance import Provenance
from factbook.model.collector import collector_paused
from factbook.model.kb import KB
from factbook.model.tasks import Query, Response
from factbook.query.entry_points import Named, choose
from factbook.query.graph import Canonical, Fill, Graph, graph_of, one_line
from factbook.schema.cssf_ids import next_hash

PROFILES = ("seed", "cs2016")


class _Step(msgspec.Struct, frozen=True):
    """A slot to follow from a node, and the slots after it."""

    query: str
    slots: tuple[str, ...]
    node: str


def resolve(kb: KB | Assertions, queries: Iterable[Query], profile: str = "seed") -> list[Response]:
    """All responses of a knowledge base (records, or the assertions of a file) to expanded queries."""
    found = answers(kb, queries, profile)
    return [answer.response(line) for line, answer in enumerate(found, start=1)]


def answers(kb: KB | Assertions, queries: Iterable[Query], profile: str = "seed") -> list[Answer]:
    """The rows of a submission. Of a query with several entry points only the first counts: expand queries before."""
    if profile not in PROFILES:
        raise ValueError(f"no profile {profile!r}; choose one of: {', '.join(PROFILES)}")
    with collector_paused():
        search = _Search(graph_of(kb), list(queries), typed=profile == "seed")
        return list(search.as_the_official_program() if profile == "cs2016" else search.query_by_query())


def write_answers(found: Iterable[Answer]) -> bytes:
    """The rows as a file."""
    return "".join(answer.written() for answer in found).encode()


class _Search:
    """Queries on their way through a graph. The fills that they can meet are loaded once, hop by hop."""

    def __init__(self, graph: Graph, queries: list[Query], *, typed: bool) -> None:
        self.graph = graph
        asked = [query for query in queries if query.entry_points and query.slots]
        names = graph.names({query.entry_points[0].span.doc for query in asked})
        steps = (self._enter(query, names[query.entry_points[0].span.doc], typed) for query in asked)
        self.steps = [step for step in steps if step is not None]
        self.fills: dict[tuple[str, str], list[Fill]] = {}  # by node and slot
        reached = {(step.node, step.slots) for step in self.steps}
        while reached:
            reached = self._load(reached)

    def _enter(self, query: Query, names: list[Named], typed: bool) -> _Step | None:
        if typed and query.entity_type:
            wanted = query.entity_type.upper()
            names = [named for named in names if self.graph.type_of(named.node).upper() == wanted]
        best = choose(query.entry_points[0].span, names)
        return _Step(query.id, query.slots, best.node) if best is not None else None

    def _load(self, reached: set[tuple[str, tuple[str, ...]]]) -> set[tuple[str, tuple[str, ...]]]:
        """Load the fills of the first slot at each node; the nodes that they lead to, with the other slots."""
        self.fills.update(self.graph.fills({(node, slots[0]) for node, slots in reached}))
        return {
            (fill.node, slots[1:])
            for node, slots in reached
            if len(slots) > 1
            for fill in self.fills.get((node, slots[0]), ())
            if fill.node
        }

    def query_by_query(self) -> Iterator[Answer]:
        """Each query round by round, fills in the order of the file."""
        for first in self.steps:
            steps = [first]
            while steps:
                following: list[_Step] = []
                for step in steps:
                    for fill in self.fills.get((step.node, step.slots[0]), ()):
                        name = next(self._names(fill), None) if fill.node else None
                        if fill.node and name is None:
                            continue  # no document of its provenance mentions the object
                        yield (answer := self._answer(step, fill, name))
                        if fill.node and len(step.slots) > 1:
                            following.append(_next(step, answer, fill.node))
                steps = following

    def _names(self, fill: Fill) -> Iterator[Canonical]:
        for doc in fill.provenance.docs:
            yield from self.graph.canonical(fill.node, doc)

    def _answer(self, step: _Step, fill: Fill, name: Canonical | None) -> Answer:
        return Answer(
            query=step.query,
            slot=step.slots[0],
            run=self.graph.run_id,
            provenance=fill.provenance,
            value=one_line(name.text if name is not None else fill.text),
            value_type=(self.graph.type_of(fill.node) if fill.node else "") or "STRING",
            # A string is what the first justification shows (seed 002, "Provenance").
            value_provenance=name.provenance if name is not None else _first(fill.provenance),
            confidence=fill.confidence,
        )

    def as_the_official_program(self) -> Iterator[Answer]:
        """It reads the file over and over; a task looks at every line once, from the place where it came up.

        A moment is a line in one of these passes. Fills wait for the next line that names them, and a found name asks
        for the next slot from there on.
        """
        turns = count()
        events: list[tuple[int, int, int, _Step, Fill, Canonical | None]] = []  # moment, turn, number
        size = self.graph.length + 1

        def later(moment: int, line: int) -> int:
            passed, here = divmod(moment, size)
            return (passed if line > here else passed + 1) * size + line

        def follow(step: _Step, moment: int) -> None:
            turn = next(turns)
            for fill in self.fills.get((step.node, step.slots[0]), ()):
                heapq.heappush(events, (later(moment, fill.position), turn, next(turns), step, fill, None))

        for step in self.steps:
            follow(step, 0)
        while events:
            moment, _, _, step, fill, name = heapq.heappop(events)
            if fill.node and name is None:
                held = self.graph.canonical(fill.node, fill.provenance.doc)
                if held:
                    moment, name = min(((later(moment, m.position), m) for m in held), key=lambda pair: pair[0])
                    turn = next(turns)
                    heapq.heappush(events, (moment, turn, turn, step, fill, name))
                continue
            yield (answer := self._answer(step, fill, name))
            if fill.node and len(step.slots) > 1:
                follow(_next(step, answer, fill.node), moment)


def _first(provenance: Provenance) -> Provenance:
    """The first justification alone."""
    if len(provenance.docs) < 2:
        return provenance
    return Provenance(provenance.text.partition(",")[0], provenance.doc, provenance.start, provenance.docs[:1])


def _next(step: _Step, answer: Answer, node: str) -> _Step:
    digits = next_hash(step.query, answer.value, _first(answer.value_provenance).text)
    return _Step(f"{step.query}_{digits}", step.slots[1:], node)
