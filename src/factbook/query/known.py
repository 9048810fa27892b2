"""What is known of an entity: its names, all its facts, or the answers along some slots."""

from __future__ import annotations

from collections.abc import Sequence

from factbook.query.ask import QUOTES, Answer, check_path, follow, known_slot, values
from factbook.query.closure import with_geography
from factbook.query.find import Found
from factbook.schema.coldstart import SLOTS
from factbook.store.errors import NotInKB
from factbook.store.store import Store


def along(
    store: Store,
    found: Found,
    slots: Sequence[str],
    *,
    every: bool = False,
    closed: bool = False,
    quotes: int = QUOTES,
) -> list[tuple[Answer, ...]]:
    """Paths along the slots, one answer a hop. A slot that is none, or not of this entity, raises `NotInKB`.

    `every` also gives values that lost against a better one, `closed` infers nothing with knowledge from outside the
    documents; both concern a single slot.
    """
    first = known_slot(slots[0])
    check_path(slots)
    if found.type.lower() not in first.domain:
        raise NotInKB(f"{found.name} is {found.type}; {slots[0]} is asked of {' or '.join(first.domain)}")
    if len(slots) > 1:
        return follow(store, found.number, slots, quotes=quotes)
    answers = values(store, found.number, slots[0], every=every, quotes=quotes)
    outside = store.settings.outside and not closed
    return [(answer,) for answer in with_geography(store, found, slots[0], answers, outside=outside)]


def facts(store: Store, found: Found, *, every: bool = False, quotes: int = 0) -> list[Answer]:
    """All facts of an entity, slot by slot."""
    own = found.type.lower()
    answers: list[Answer] = []
    for name, slot in SLOTS.items():
        if own in slot.domain and name.startswith(own):
            answers += values(store, found.number, name, quotes=quotes, every=every)
    return answers


def names(store: Store, found: Found) -> list[str]:
    """The written names of an entity."""
    rows = store.connection.execute(
        "SELECT DISTINCT t.text FROM node n JOIN name t ON t.grp = n.grp WHERE n.root = ? ORDER BY t.text",
        (found.number,),
    )
    return [text for (text,) in rows]
