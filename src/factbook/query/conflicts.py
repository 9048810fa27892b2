"""Facts that contradict each other: single-valued slots with values that cannot all be true."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from factbook.link.merge import compatible
from factbook.query.ask import Answer, values
from factbook.schema.coldstart import ENTITY_SLOTS, STRING_SLOTS
from factbook.store.store import Store


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """A single-valued slot of an entity with its chosen value and those it excludes."""

    entity: str
    name: str
    slot: str
    chosen: Answer
    others: tuple[Answer, ...]


def single_slots() -> list[str]:
    """Full names of the single-valued slots."""
    return [f"{kind}:{slot.name}" for slot in (*ENTITY_SLOTS, *STRING_SLOTS) if slot.single for kind in slot.domain]


def conflicts(store: Store, *, quotes: int = 1) -> Iterator[Conflict]:
    """All conflicts, by entity and slot. Ages differ with the date of the document: they are no conflict."""
    for slot in single_slots():
        rows = store.connection.execute(
            "SELECT subject FROM fact WHERE predicate = ? AND kind = 'slot' GROUP BY subject "
            "HAVING count(DISTINCT coalesce(object, lower(value))) > 1 ORDER BY subject",
            (slot,),
        ).fetchall()
        for (entity,) in rows:
            found = values(store, entity, slot, quotes=quotes, every=True)
            chosen = found[0]
            others = tuple(a for a in found[1:] if a.entity != chosen.entity or not compatible(a.value, chosen.value))
            if others and slot != "per:age":
                yield Conflict(entity=chosen.subject, name=chosen.subject_name, slot=slot, chosen=chosen, others=others)
