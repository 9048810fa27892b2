"""The query page: slots over any number of hops, and SPARQL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from factbook.browse.asked import AFTER, LIMIT, LONGEST_QUERY, Asked, Parameter, View
from factbook.browse.paging import key, page
from factbook.browse.refs import Refs, hit, number_of
from factbook.browse.shown import Answers, Hit, Path, Ref, Shown, Step, Table
from factbook.browse.views import hops
from factbook.link.geography import IMPLIED
from factbook.query.ask import Answer, known_slot, values
from factbook.query.closure import with_geography
from factbook.query.find import Ambiguous, Found, find
from factbook.schema.coldstart import SLOTS
from factbook.store.errors import NotInKB

HOPS = 4
ROWS = 500  # of a SPARQL result
_WORDS = re.compile(
    r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|<[^<>\s]*>|#[^\n]*", re.DOTALL
)
_OUTSIDE = re.compile(r"\bservice\b", re.IGNORECASE)


class SlotList(Shown, frozen=True, kw_only=True):
    """The slots that can be asked for."""

    slots: tuple[dict[str, Any], ...]


def slots(asked: Asked) -> SlotList:
    prefix = asked.text("prefix").lower()
    found = [
        {"name": name, "single": slot.single, "range": list(slot.range), "inverse": slot.inverse}
        for name, slot in SLOTS.items()
        if name.startswith(prefix) or name.partition(":")[2].startswith(prefix)
    ]
    return SlotList(slots=tuple(found))


def query(asked: Asked) -> Answers:
    """Follow slots from an entity. What is wrong with the question is said on the page."""
    text, wanted = asked.text("entity"), asked.many("slot")[:HOPS]
    empty = Answers(entity=None, asked=text, slots=wanted, paths=())
    if not text:
        return empty
    problem, choices, found = _found(asked, text)
    if found is None:
        return Answers(entity=None, asked=text, slots=wanted, paths=(), problem=problem, choices=choices)
    entity = Ref(id=found.id, name=found.name, type=found.type)
    problem = _wrong(found, wanted)
    if problem or not wanted:
        return Answers(entity=entity, asked=text, slots=wanted, paths=(), problem=problem)
    return _answers(asked, found, entity, wanted)


def _found(asked: Asked, text: str) -> tuple[str, tuple[Hit, ...], Found | None]:
    try:
        return "", (), find(asked.store, text, entity_type=asked.text("type"))
    except Ambiguous as error:
        rows = [(c.number, c.type, c.name, c.documents, c.mentions, c.confidence) for c in error.choices[:20]]
        return f"{len(error.choices)} entities are called {text!r}; choose one:", tuple(map(hit, rows)), None
    except NotInKB as error:
        return str(error), (), None


def _wrong(found: Found, wanted: Sequence[str]) -> str:
    for slot in wanted:
        try:
            known_slot(slot)
        except NotInKB:
            return f"there is no slot {slot!r}; choose one from the list of the field"
    if wanted and found.type.lower() not in known_slot(wanted[0]).domain:
        return f"{found.name} is {found.type}; {wanted[0]} is asked of {' or '.join(known_slot(wanted[0]).domain)}"
    return ""


def _answers(asked: Asked, found: Found, entity: Ref, wanted: Sequence[str]) -> Answers:
    result = hops.follow(asked.db, found.number, wanted)
    last = key(asked.after, int)
    numbered = list(enumerate(result.paths, 1))[last[0] if last else 0 :]
    taken, more = page(numbered[: asked.limit + 1], asked.limit, lambda item: (item[0],))
    further = () if last or len(wanted) > 1 else _geography(asked, found, wanted[0])
    return Answers(
        entity=entity,
        asked=asked.text("entity"),
        slots=tuple(wanted),
        paths=(*hops.shown(asked.db, [path for _, path in taken]), *further),
        total=len(result.paths) + len(further),
        cut=result.cut,
        more=more,
    )


def _geography(asked: Asked, found: Found, slot: str) -> tuple[Path, ...]:
    """Answers that follow from smaller places."""
    if slot not in IMPLIED:
        return ()
    direct = values(asked.store, found.number, slot)
    outside = asked.store.settings.outside
    inferred = with_geography(asked.store, found, slot, direct, outside=outside)[len(direct) :]
    refs = Refs(asked.db).add(number_of(answer.entity) for answer in inferred if answer.entity)
    return tuple(Path(confidence=round(one.confidence, 4), steps=(_step(one, refs),)) for one in inferred)


def _step(answer: Answer, refs: Refs) -> Step:
    best = answer.evidence[0] if answer.evidence else None
    start, end = best.spans[0] if best and best.spans else (-1, -1)
    return Step(
        slot=answer.slot,
        value=answer.value,
        entity=refs(number_of(answer.entity)) if answer.entity else None,
        confidence=round(answer.confidence, 4),
        inferred=answer.inferred,
        document=best.document if best else "",
        start=start,
        end=end,
        quote=best.quote if best else "",
        support=len(answer.evidence),
    )


def sparql(asked: Asked) -> Table:
    """A SPARQL query on the RDF of the knowledge base. It cannot reach other servers."""
    from factbook.query.sparql import SparqlError, ask, with_prefixes

    text = asked.text("query")
    if not text:
        return Table(query="")
    if _OUTSIDE.search(_WORDS.sub(" ", text)):
        return Table(query=text, problem="SERVICE would ask another server: it is not allowed here")
    import pyoxigraph

    try:
        ask(pyoxigraph.Store(), with_prefixes(text))  # a mistake is told before the RDF is made
        return _table(text, ask(asked.site.rdf(asked.store), with_prefixes(text)))
    except (SparqlError, TooLarge) as error:
        return Table(query=text, problem=str(error))


class TooLarge(ValueError):
    """The knowledge base is too large to be turned into RDF for a page."""


def _table(text: str, results: Any) -> Table:
    kind = type(results).__name__
    if kind == "QueryBoolean":
        return Table(query=text, columns=("answer",), rows=(("yes" if results else "no",),))
    columns = ("subject", "predicate", "object")
    if kind != "QueryTriples":
        columns = tuple(variable.value for variable in results.variables)
    rows: list[tuple[str, ...]] = []
    for row in results:
        if len(rows) == ROWS:
            return Table(query=text, columns=columns, rows=tuple(rows), cut=True)
        rows.append(tuple("" if row[i] is None else _plain(row[i]) for i in range(len(columns))))
    return Table(query=text, columns=columns, rows=tuple(rows))


def _plain(term: Any) -> str:
    return str(getattr(term, "value", term))


_TYPE = Parameter(name="type", about="type of the entity", choices=("PER", "ORG", "GPE", "LOC", "FAC"))
VIEWS = (
    View(path="/query", name="query", about="Follow slots from an entity", run=query, gives=Answers,
         template="query.html", tables=("paths",),
         parameters=(Parameter(name="entity", about="name, id, or DOCUMENT:START-LAST"), _TYPE,
                     Parameter(name="slot", about="slot to follow; one a hop", kind="many"), AFTER, LIMIT)),
    View(path="/sparql", name="sparql", about="Ask in SPARQL", run=sparql, gives=Table, template="sparql.html",
         tables=("rows",),
         parameters=(Parameter(name="query", about="a SELECT, ASK or CONSTRUCT query", longest=LONGEST_QUERY),)),
    View(path="/slots", name="slots", about="The slots that can be asked for", run=slots, gives=SlotList,
         tables=("slots",), parameters=(Parameter(name="prefix", about="first letters"),)),
)  # fmt: skip
