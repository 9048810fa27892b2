"""Facts of an entity: the statements of all documents as one line each, combined as `factbook query` does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from factbook.browse import sql
from factbook.browse.asked import AFTER, LIMIT, Asked, Missing, Parameter, View
from factbook.browse.paging import after, key, page
from factbook.browse.refs import Refs, entity_row, ref
from factbook.browse.shown import EntityFacts, Fact, Ref, Slot
from factbook.link.merge import combine, value_key
from factbook.query.ask import predicates
from factbook.schema.coldstart import SLOTS, inverse_of

FEW = 6  # facts of a slot that the page of an entity shows
PREDICATES = 40  # relation types and words of open relations shown of one entity
Group = tuple[int | None, list[tuple[Any, ...]], str, bool]  # other, rows, predicate, inverse


def slots_of(db: sqlite3.Connection, entity: int, kind: str) -> tuple[list[str], list[tuple[str, bool]]]:
    """Names of the slots with values, and further predicates with the side the entity is on (True: as object)."""
    as_subject, as_object = sql.predicates(db, entity)
    wanted = {name for name in as_subject if name in SLOTS}
    wanted |= {inverse for name in as_object if (inverse := inverse_of(name, kind))}
    others = [(count, name, False) for name, count in as_subject.items() if name not in SLOTS]
    others += [(count, name, True) for name, count in as_object.items() if name not in SLOTS]
    others.sort(key=lambda item: (-item[0], item[1], item[2]))
    return [name for name in SLOTS if name in wanted], [(name, side) for _, name, side in others[:PREDICATES]]


def slot_facts(db: sqlite3.Connection, subject: Ref, entity: int, slot: str, few: int = 0) -> tuple[list[Fact], int]:
    """The values of a slot, the surest first, and how many there are. `few`: names are looked up for that many."""
    direct, inverses = predicates(slot)
    rows = [row for row in sql.fact_rows(db, entity, "subject", direct) if row[5] == "slot"]
    for inverse in inverses:
        rows += [row for row in sql.fact_rows(db, entity, "object", inverse) if row[5] == "slot"]
    groups: dict[int | str, list[tuple[Any, ...]]] = {}
    for row in rows:
        groups.setdefault(row[0] if row[0] is not None else value_key(row[1]), []).append(row)
    found = _ranked(db, subject, slot, "slot", groups, inverse=False, few=few)
    if SLOTS[slot].single and len(found) > 1:
        found = [found[0], *(_rejected(fact) for fact in found[1:])]
    return found, len(groups)


def _rejected(fact: Fact) -> Fact:
    import msgspec

    return msgspec.structs.replace(fact, rejected=True)


def relation_facts(
    db: sqlite3.Connection, subject: Ref, entity: int, predicate: str, inverse: bool, few: int = 0
) -> tuple[list[Fact], int, str]:
    """The same for a relation type or the words of an open relation; also its kind."""
    rows = [r for r in sql.fact_rows(db, entity, "object" if inverse else "subject", predicate) if r[5] != "slot"]
    groups: dict[int | str, list[tuple[Any, ...]]] = {}
    for row in rows:
        groups.setdefault(row[0] if row[0] is not None else value_key(row[1]), []).append(row)
    kind = rows[0][5] if rows else "relation"
    return _ranked(db, subject, predicate, kind, groups, inverse=inverse, few=few), len(groups), kind


def _ranked(
    db: sqlite3.Connection,
    subject: Ref,
    slot: str,
    kind: str,
    groups: dict[int | str, list[tuple[Any, ...]]],
    *,
    inverse: bool,
    few: int,
) -> list[Fact]:
    measured = [(confidence_of(rows), len({row[2] for row in rows}), rows) for rows in groups.values()]
    measured.sort(key=lambda item: (-item[0], -item[1]))
    if few:  # what cannot be among the first needs no name
        edge = measured[few - 1][:2] if len(measured) >= few else (0.0, 0)
        measured = [item for item in measured if item[:2] >= edge][: max(few, 200)]
    refs = Refs(db).add(rows[0][0] for _, _, rows in measured)
    found = [
        Fact(
            subject=subject,
            slot=slot,
            kind=kind,
            value=_written(rows, refs),
            entity=refs(rows[0][0]),
            inverse=inverse,
            confidence=round(confidence, 4),
            documents=documents,
            inferred="" if any(not row[4] for row in rows) else rows[0][4],
        )
        for confidence, documents, rows in measured
    ]
    found.sort(key=rank)
    return found[:few] if few else found


def rank(fact: Fact) -> tuple[float, int, str, str]:
    """The surest first, then the best supported, then by name."""
    return -fact.confidence, -fact.documents, fact.value, fact.entity.id if fact.entity else ""


def _written(rows: Sequence[tuple[Any, ...]], refs: Refs) -> str:
    other = refs(rows[0][0])
    if other is not None:
        return other.name
    texts = [row[1] for row in rows]
    return str(min(set(texts), key=lambda text: (-texts.count(text), text)))


def confidence_of(rows: Sequence[tuple[Any, ...]]) -> float:
    """Each document counts once, with its most confident statement."""
    best: dict[int, float] = {}
    for row in rows:
        best[row[2]] = max(best.get(row[2], 0.0), row[3])
    return combine(best.values())


def all_slots(db: sqlite3.Connection, subject: Ref, entity: int, few: int = FEW) -> Iterator[Slot]:
    """Slots, then relations, then open relations, each with its first facts."""
    names, others = slots_of(db, entity, subject.type)
    for name in names:
        facts, total = slot_facts(db, subject, entity, name, few)
        if facts:
            yield Slot(name=name, kind="slot", single=SLOTS[name].single, facts=tuple(facts), total=total)
    later: list[Slot] = []
    for name, inverse in others:
        facts, total, kind = relation_facts(db, subject, entity, name, inverse, few)
        if facts:
            later.append(Slot(name=name, kind=kind, inverse=inverse, facts=tuple(facts), total=total))
    yield from sorted(later, key=lambda slot: slot.kind == "open")


def entity_facts(asked: Asked) -> EntityFacts:
    """All values of one slot, in pages."""
    row = entity_row(asked.db, asked.text("id"))
    subject, slot, size = ref(row), asked.text("slot"), asked.limit
    if slot in SLOTS:
        facts, total = slot_facts(asked.db, subject, row[0], slot)
    else:
        inverse = asked.text("side") == "object"
        facts, total, _ = relation_facts(asked.db, subject, row[0], slot, inverse)
    if not facts:
        raise Missing(f"{subject.name} has no {slot}")
    rest = after(facts, key(asked.after, float, int, str, str), size, rank)
    shown, more = page(rest, size, rank)
    return EntityFacts(entity=subject, slot=slot, facts=tuple(shown), total=total, more=more)


VIEWS = (
    View(path="/entity/{id}/facts", name="entity_facts", about="All values of one slot or relation of an entity",
         run=entity_facts, gives=EntityFacts, template="entity_facts.html", tables=("facts",),
         parameters=(Parameter(name="slot", about="slot such as per:children, or relation type", required=True),
                     Parameter(name="side", about="of a relation: the entity stands first or second",
                               choices=("subject", "object")), AFTER, LIMIT)),
)  # fmt: skip
