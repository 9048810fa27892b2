"""Ask a knowledge base: the values of slots, over any number of hops, each with confidence and evidence."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

import msgspec

from factbook._rich import repr_html
from factbook.link.merge import combine, value_key
from factbook.query.find import by_number
from factbook.query.quote import sentence
from factbook.schema.coldstart import SLOTS, Slot, lookup, slot_of
from factbook.store.errors import NotInKB
from factbook.store.ids import numbers, public_id
from factbook.store.store import Store
from factbook.text.near import near

QUOTES = 1  # sentences read for one answer; the places of all are given
LIMIT = 1000  # values looked at for one slot, so that a country's residents do not flood an answer


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """One document's statement of a fact."""

    document: str
    spans: tuple[tuple[int, int], ...]
    confidence: float
    quote: str = ""
    inferred: str = ""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A value of a slot."""

    subject: str  # public id
    subject_name: str
    slot: str
    value: str  # the name of the entity, or the string
    entity: str = ""  # public id where the value is an entity
    entity_type: str = ""
    confidence: float
    rejected: bool = False  # lost against a better value of a single-valued slot
    inferred: str = ""  # step that inferred it, where no document states it
    evidence: tuple[Evidence, ...] = ()

    _repr_html_ = repr_html


class _Row(NamedTuple):
    other: int | None
    value: str
    document: int
    confidence: float
    inferred: str
    provenance: str


def known_slot(name: str) -> Slot:
    """The slot of that name (`per:children`); an error says which there are."""
    slot = slot_of(name)
    if slot is None:
        meant = near(name, SLOTS) or "; slots are named like per:children."
        raise NotInKB(f"no slot {name!r}{meant} `factbook query KB --slots` lists them")
    return slot


def check_path(slots: Sequence[str]) -> None:
    """Whether each slot can be asked of the values of the one before; an error says what is wrong."""
    for name, following in itertools.pairwise([*slots, ""]):
        slot = known_slot(name)
        if not following:
            continue
        if not slot.to_entity:
            raise NotInKB(f"the values of {name} are strings: no slot can follow it")
        asked = known_slot(following).domain
        if not set(slot.range) & set(asked):
            raise NotInKB(
                f"the values of {name} are {' or '.join(slot.range)}; {following} is asked of {' or '.join(asked)}"
            )


def predicates(slot_name: str) -> tuple[str, tuple[str, ...]]:
    """The slot's own predicate, and those of its inverse with the types its subject may have."""
    slot = known_slot(slot_name)
    if not slot.to_entity:
        return slot_name, ()
    return slot_name, tuple(f"{kind}:{slot.inverse}" for kind in slot.range if lookup(slot.inverse, kind))


def values(store: Store, entity: int, slot_name: str, *, quotes: int = QUOTES, every: bool = False) -> list[Answer]:
    """The values of a slot of an entity, best first. `every` also gives the losers of a single-valued slot."""
    direct, inverses = predicates(slot_name)
    rows = _rows(store, entity, direct, inverses)
    groups: dict[int | str, list[_Row]] = {}
    for row in rows:
        groups.setdefault(row.other if row.other is not None else value_key(row.value), []).append(row)
    single = known_slot(slot_name).single
    chosen = _winner(store, groups.values()) if single and not every else groups.values()
    subject = by_number(store, entity)
    name = subject.name if subject else ""
    found = [_answer(store, entity, name, slot_name, group, quotes=quotes) for group in chosen]
    found.sort(key=lambda answer: (-answer.confidence, -len(answer.evidence), answer.value, answer.entity))
    if single:
        found = found[:1] + [msgspec.structs.replace(answer, rejected=True) for answer in found[1:]]
    return found if every else [answer for answer in found if not answer.rejected]


def _winner(store: Store, groups: Iterable[list[_Row]]) -> list[list[_Row]]:
    """The group of the value that `values` puts first: evidence is read for this one alone."""
    ranked = [(_confidence(group), _support(group), group) for group in groups]
    best = max(((confidence, support) for confidence, support, _ in ranked), default=None)
    tied = [group for confidence, support, group in ranked if (confidence, support) == best]
    return [min(tied, key=lambda group: _value(store, group)[:2])] if len(tied) > 1 else tied


def _support(rows: Sequence[_Row]) -> int:
    """How many statements there are; a fact and its inverse at one place are one."""
    return 1 if len(rows) == 1 else len({(row.document, row.provenance) for row in rows})


def _confidence(rows: Sequence[_Row]) -> float:
    """Each document counts once, with its most confident statement."""
    if len(rows) == 1:
        return combine((rows[0].confidence,))
    best: dict[int, float] = {}
    for row in rows:
        best[row.document] = max(best.get(row.document, 0.0), row.confidence)
    return combine(best.values())


def _rows(store: Store, entity: int, direct: str, inverses: Sequence[str]) -> list[_Row]:
    columns = "f.value, f.document, f.confidence, f.inferred, f.provenance"
    source = "FROM fact f"
    rows = store.connection.execute(
        f"SELECT f.object, {columns} {source} "
        f"WHERE f.subject = ? AND f.predicate = ? AND f.kind = 'slot' LIMIT {LIMIT}",
        (entity, direct),
    ).fetchall()
    for inverse in inverses:
        rows += store.connection.execute(
            f"SELECT f.subject, {columns} {source} "
            f"WHERE f.object = ? AND f.predicate = ? AND f.kind = 'slot' LIMIT {LIMIT}",
            (entity, inverse),
        ).fetchall()
    return [_Row(*row) for row in rows]


def _value(store: Store, rows: Sequence[_Row]) -> tuple[str, str, str]:
    """Name, public id and type of an entity, or a string in the form that most documents use."""
    other = rows[0].other
    if other is None:
        return min((row.value for row in rows), key=lambda text: (-sum(r.value == text for r in rows), text)), "", ""
    found = by_number(store, other)
    return (found.name if found else ""), public_id(other), (found.type if found else "")


def _answer(store: Store, entity: int, name: str, slot_name: str, rows: Sequence[_Row], *, quotes: int) -> Answer:
    value, other, kind = _value(store, rows)
    return Answer(
        subject=public_id(entity),
        subject_name=name,
        slot=slot_name,
        value=value,
        entity=other,
        entity_type=kind,
        confidence=_confidence(rows),
        inferred="" if any(not row.inferred for row in rows) else rows[0].inferred,
        evidence=tuple(evidence(store, rows, quotes=quotes)),
    )


def evidence(store: Store, rows: Iterable[_Row], *, quotes: int) -> list[Evidence]:
    """What documents say, the most confident first. A fact and its inverse at one place are one statement."""
    found: list[Evidence] = []
    rows = {(row.document, row.provenance): row for row in rows}.values()
    names = _document_names(store, {row.document for row in rows})
    for row in sorted(rows, key=lambda row: (-row.confidence, names[row.document])):
        spans = [span for span in json.loads(row.provenance) if len(span) == 2]
        quote = ""
        if len(found) < quotes and spans:
            text = store.connection.execute("SELECT text FROM content WHERE document = ?", (row.document,)).fetchone()
            quote = sentence(text[0], *spans[0])
        found.append(
            Evidence(
                document=names[row.document],
                spans=tuple((span[0], span[1]) for span in spans),
                confidence=row.confidence,
                quote=quote,
                inferred=row.inferred,
            )
        )
    return found


def _document_names(store: Store, documents: Set[int]) -> dict[int, str]:
    if len(documents) == 1:  # most facts; this statement need not be prepared again
        return dict(store.connection.execute("SELECT id, name FROM document WHERE id = ?", tuple(documents)))
    found: dict[int, str] = {}
    for some in numbers(documents):
        found |= dict(store.connection.execute(f"SELECT id, name FROM document WHERE id IN ({some})"))
    return found


def follow(store: Store, entity: int, slots: Sequence[str], *, quotes: int = QUOTES) -> list[tuple[Answer, ...]]:
    """Paths along the slots: each is one answer a hop. The confidence of a path is the product of its answers'."""
    from factbook.store.ids import internal_id

    paths: list[tuple[Answer, ...]] = [(answer,) for answer in values(store, entity, slots[0], quotes=quotes)]
    for slot in slots[1:]:
        longer: list[tuple[Answer, ...]] = []
        for path in paths:
            number = internal_id(path[-1].entity) if path[-1].entity else None
            if number is not None and path[-1].entity_type.lower() in known_slot(slot).domain:
                longer += [(*path, answer) for answer in values(store, number, slot, quotes=quotes)]
        paths = longer
    return sorted(paths, key=lambda path: (-confidence_of(path), tuple(answer.value for answer in path)))


def confidence_of(path: Iterable[Answer]) -> float:
    """Product of the confidences of a path."""
    product = 1.0
    for answer in path:
        product *= answer.confidence
    return product
