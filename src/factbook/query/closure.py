"""Answers that follow from geography: marked as inferred, never in the place of what a document states."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from factbook.link.geography import (
    COUNTRY,
    DOUBT,
    IMPLIED,
    LEVEL,
    PART_OF,
    STATE,
    STEP,
    in_country,
    in_region,
    level_of,
)
from factbook.query.ask import Answer, known_slot, values
from factbook.query.find import Found, by_number
from factbook.store.ids import internal_id, public_id
from factbook.store.store import Store


def with_geography(store: Store, subject: Found, slot: str, answers: list[Answer], *, outside: bool) -> list[Answer]:
    """The answers, and those that follow from smaller places. Without `outside` only documents say what lies where."""
    if slot not in IMPLIED or (known_slot(slot).single and answers):
        return answers
    level, smaller = IMPLIED[slot]
    known = {answer.entity for answer in answers}
    found: dict[str, Answer] = {}
    for lower in smaller:
        for answer in values(store, subject.number, lower):
            place = internal_id(answer.entity)
            for container, why in containers(store, place, level, outside=outside) if place is not None else ():
                inferred = msgspec.structs.replace(
                    answer,
                    slot=slot,
                    value=container.name,
                    entity=public_id(container.number),
                    confidence=round(answer.confidence * DOUBT, 6),
                    inferred=f"{STEP} ({lower} {answer.value}; {why})",
                )
                present = found.get(inferred.entity)
                if inferred.entity not in known and (present is None or present.confidence < inferred.confidence):
                    found[inferred.entity] = inferred
    more = sorted(found.values(), key=lambda answer: (-answer.confidence, answer.value))
    return answers + (more[:1] if known_slot(slot).single else more)


def containers(store: Store, place: int, level: str, *, outside: bool) -> Iterator[tuple[Found, str]]:
    """Places of a level that a place lies in, each with who says so: documents, or the gazetteer."""
    seen = {place}
    queue = [place]
    while queue:
        some = ",".join("?" * len(PART_OF))
        rows = store.connection.execute(
            f"SELECT DISTINCT object FROM fact WHERE subject = ? AND predicate IN ({some}) AND object IS NOT NULL "
            "ORDER BY object",
            (queue.pop(), *PART_OF),
        ).fetchall()
        for (number,) in rows:
            if number not in seen:
                seen.add(number)
                queue.append(number)
                found = by_number(store, number)
                if found is not None and found.type == "GPE" and is_level(store, found, level, outside=outside):
                    yield found, "documents"
    if outside:
        yield from _gazetteer(store, place, level, seen)


def _gazetteer(store: Store, place: int, level: str, seen: set[int]) -> Iterator[tuple[Found, str]]:
    start = by_number(store, place)
    if start is None:
        return
    inside = {COUNTRY: in_country, STATE: in_region}[level]
    rows = store.connection.execute("SELECT id, name FROM entity WHERE type = 'GPE' ORDER BY id").fetchall()
    for number, name in rows:
        if number not in seen and inside(start.name, name):
            found = by_number(store, number)
            if found is not None:
                yield found, "gazetteer"


def is_level(store: Store, place: Found, level: str, *, outside: bool) -> bool:
    """Whether a place is a country (a state): documents use it as one, or the gazetteer knows it."""
    slots = [slot for slot, of in LEVEL.items() if of == level]
    some = ",".join("?" * len(slots))
    used = store.connection.execute(
        f"SELECT EXISTS (SELECT 1 FROM fact WHERE object = ? AND predicate IN ({some}))", (place.number, *slots)
    ).fetchone()[0]
    return bool(used) or (outside and level_of(place.name) == level)


def inferred(store: Store, *, outside: bool) -> Iterator[Answer]:
    """All facts that follow from geography in the whole knowledge base."""
    for slot, (_, smaller) in IMPLIED.items():
        some = ",".join("?" * len(smaller))
        rows = store.connection.execute(
            f"SELECT DISTINCT subject FROM fact WHERE predicate IN ({some}) ORDER BY subject", smaller
        ).fetchall()
        for (number,) in rows:
            subject = by_number(store, number)
            if subject is not None:
                stated = values(store, number, slot, quotes=0)
                yield from with_geography(store, subject, slot, stated, outside=outside)[len(stated) :]
