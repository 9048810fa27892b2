"""The pool: the claims of several runs, each once, in equivalence classes (seed 002, "Slot Filling Assessment").

A claim is what an assessment judges: query, slot, value and both provenances. Claims of one query whose values are the
same string, or whose values overlap in the text, are one class. What is sampled is a unit: a class, or for a slot that
takes one value all answers to its query, because these count as one in the ground truth.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from factbook.evaluate.coldstart_align import normalise_value
from factbook.evaluate.coldstart_score import first_round
from factbook.model.tasks import Query, Response
from factbook.schema.coldstart import slot_of
from factbook.schema.cssf_ids import canonical, next_id, parent_id, parse_id
from factbook.text.offsets import Span

Key = tuple[str, str, str, str, str]
_STRING = "STRING"


class Claim(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One claim with the runs that make it."""

    id: str
    query: str  # full id, of the second round too
    slot: str
    value: str
    value_type: str
    provenance: tuple[Span, ...]
    value_provenance: tuple[Span, ...]
    group: str  # its equivalence class, as assessments name it: QUERY:1
    unit: str  # what is sampled
    level: int = 0  # 0: first hop
    mention_type: str = "NAM"
    class_mention_type: str = ""  # as an imported assessment has it; else the members of the class tell
    runs: dict[str, list[float]] = {}  # confidences by run, one a response

    @property
    def key(self) -> Key:
        return self.query, self.slot, self.value, canonical(self.provenance), canonical(self.value_provenance)

    @property
    def target(self) -> str:
        """The second-round query that this answer gives rise to."""
        return next_id(self.query, self.value, self.value_provenance)

    @property
    def confidence(self) -> float:
        return max((number for numbers in self.runs.values() for number in numbers), default=1.0)

    def responses(self, run: str) -> list[Response]:
        """What a run submitted for this claim."""
        return [
            Response(
                query=self.query,
                slot=self.slot,
                run=run,
                provenance=self.provenance,
                value=self.value,
                value_type=self.value_type,
                value_provenance=self.value_provenance,
                confidence=confidence,
            )
            for confidence in self.runs.get(run, ())
        ]


class _Class:
    """What the values of an equivalence class look like."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.values: set[str] = set()
        self.spans: list[Span] = []

    def holds(self, value: str, spans: Sequence[Span]) -> bool:
        return value in self.values or any(span.overlap(other) for span in spans for other in self.spans)

    def take(self, value: str, spans: Sequence[Span]) -> None:
        self.values.add(value)
        self.spans.extend(spans)


class Pool:
    """Claims in the order in which runs brought them. Units never join or split: a later run only adds to them."""

    def __init__(self, queries: Iterable[Query], claims: Iterable[Claim] = (), runs: Iterable[str] = ()) -> None:
        self.queries = {query.id: query for query in queries}
        self.runs = list(runs)
        self.claims: dict[Key, Claim] = {}
        self.by_id: dict[str, Claim] = {}
        self.by_target: dict[str, Claim] = {}
        self._classes: dict[tuple[str, str], list[_Class]] = {}  # by node and slot
        self._taken: dict[str, int] = {}  # classes of each node
        self._units: dict[str, list[Claim]] | None = None
        for claim in claims:
            self._put(claim)

    @property
    def units(self) -> dict[str, list[Claim]]:
        """The claims of each unit."""
        if self._units is None:
            self._units = {}
            for claim in self.claims.values():
                self._units.setdefault(claim.unit, []).append(claim)
        return self._units

    def add(self, run: str, responses: Iterable[Response], *, nominal: Collection[Span] = ()) -> int:
        """Add the responses of a run to known queries; how many there were. `nominal`: values that are no names."""
        if run not in self.runs:
            self.runs.append(run)
        known = [response for response in responses if first_round(response.query) in self.queries]
        for response in sorted(known, key=lambda response: _level(response.query)):
            claim = self.find(response) or self._new(response, nominal)
            claim.runs.setdefault(run, []).append(response.confidence)
        self._units = None
        return len(known)

    def find(self, response: Response) -> Claim | None:
        """The claim that a response makes, if a run of the pool made it."""
        places = canonical(response.provenance), canonical(response.value_provenance)
        return self.claims.get((response.query, response.slot, response.value, *places))

    def parent(self, claim: Claim) -> Claim | None:
        """The first-hop claim that a second-hop claim builds on."""
        return self.by_target.get(claim.query) if claim.level else None

    def _new(self, response: Response, nominal: Collection[Span]) -> Claim:
        node, level = self._node(response.query), _level(response.query)
        group = self._group(node, response)
        slot = slot_of(response.slot)
        claim = Claim(
            id=f"{first_round(response.query)}_{level}_{len(self.claims) + 1:04d}",
            query=response.query,
            slot=response.slot,
            value=response.value,
            value_type=response.value_type,
            provenance=response.provenance,
            value_provenance=response.value_provenance,
            group=group,
            unit=f"{node}:{response.slot}" if slot is not None and slot.single else group,
            level=level,
            mention_type="NOM" if any(span in nominal for span in response.value_provenance) else "NAM",
            runs={},
        )
        self._put(claim)
        return claim

    def _put(self, claim: Claim) -> None:
        self.claims[claim.key] = self.by_id[claim.id] = claim
        self.by_target.setdefault(claim.target, claim)
        node = claim.group.rpartition(":")[0]
        classes = self._classes.setdefault((node, claim.slot), [])
        found = next((known for known in classes if known.name == claim.group), None)
        if found is None:
            classes.append(found := _Class(claim.group))
            self._taken[node] = self._taken.get(node, 0) + 1
        found.take(normalise_value(claim.value), _places(claim))

    def _node(self, query: str) -> str:
        """The class whose second-hop answers a query asks for; a first-round query itself."""
        above = parent_id(query)
        if not above:
            return query
        parent = self.by_target.get(query)
        return parent.group if parent is not None else f"{self._node(above)}:0"

    def _group(self, node: str, response: Response) -> str:
        value, spans = normalise_value(response.value), _places(response)
        classes = self._classes.get((node, response.slot), ())
        known = next((one.name for one in classes if one.holds(value, spans)), "")
        return known or f"{node}:{self._taken.get(node, 0) + 1}"


def _places(item: Claim | Response) -> Sequence[Span]:
    """Where the value stands, if that tells values apart: two strings may share a place, two entities do not."""
    return () if item.value_type == _STRING else item.value_provenance


def _level(query: str) -> int:
    parts = parse_id(query)
    return parts.level if parts is not None else 0


def runs_of(claims: Iterable[Claim], order: Mapping[str, int]) -> tuple[str, ...]:
    """The runs that make one of these claims."""
    return tuple(sorted({run for claim in claims for run in claim.runs}, key=lambda run: order.get(run, len(order))))
