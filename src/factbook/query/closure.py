"""Answers that follow from geography: marked as inferred, never in the place of what a document states."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from factbook.link.gazetteer import country_code
from factbook.link.geography import (
    COUNTRY,
    DOUBT,
    IMPLIED,
    LEVEL,
    PART_OF,
    STEP,
    country_of,
    level_of,
    region_of,
)
from factbook.link.names import fold
from factbook.query.ask import Answer, known_slot, values
from factbook.query.find import Found, by_number
from factbook.store.ids import internal_id, public_id
from factbook.store.store import Store


def with_geography(store: Store, subject: Found, slot: str, answers: list[Answer], *, outside: bool) -> list[Answer]:
    """The answers, and those that follow from smaller places. Without `outside` only documents say what lies where."""
    return Geography(store, outside=outside).extend(subject, slot, answers)


class Geography:
    """What lies where in a knowledge base. It remembers what it found: for one reading of it."""

    def __init__(self, store: Store, *, outside: bool) -> None:
        self.store, self.outside = store, outside
        self._containers: dict[tuple[int, str], list[tuple[Found, str]]] = {}
        self._named: dict[str, dict[str, list[int]]] = {}  # by level: entities by code or folded name

    def extend(self, subject: Found, slot: str, answers: list[Answer]) -> list[Answer]:
        """The answers, and those that follow from smaller places."""
        if slot not in IMPLIED or (known_slot(slot).single and answers):
            return answers
        level, smaller = IMPLIED[slot]
        known = {answer.entity for answer in answers}
        found: dict[str, Answer] = {}
        for lower in smaller:
            for answer in values(self.store, subject.number, lower):
                place = internal_id(answer.entity)
                for container, why in self.containers(place, level) if place is not None else ():
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

    def containers(self, place: int, level: str) -> list[tuple[Found, str]]:
        """Places of a level that a place lies in, each with who says so: documents, or the gazetteer."""
        key = (place, level)
        if key not in self._containers:
            self._containers[key] = list(self._find(place, level))
        return self._containers[key]

    def _find(self, place: int, level: str) -> Iterator[tuple[Found, str]]:
        seen = {place}
        queue = [place]
        while queue:
            some = ",".join("?" * len(PART_OF))
            rows = self.store.connection.execute(
                f"SELECT DISTINCT object FROM fact WHERE subject = ? AND predicate IN ({some}) "
                "AND object IS NOT NULL ORDER BY object",
                (queue.pop(), *PART_OF),
            ).fetchall()
            for (number,) in rows:
                if number not in seen:
                    seen.add(number)
                    queue.append(number)
                    found = by_number(self.store, number)
                    if found is not None and found.type == "GPE" and self._is_level(found, level):
                        yield found, "documents"
        if self.outside:
            yield from self._gazetteer(place, level, seen)

    def _gazetteer(self, place: int, level: str, seen: set[int]) -> Iterator[tuple[Found, str]]:
        start = by_number(self.store, place)
        wanted = (country_of if level == COUNTRY else region_of)(start.name) if start is not None else ""
        for number in self._called(level).get(wanted, ()) if wanted else ():
            found = by_number(self.store, number) if number not in seen else None
            if found is not None:
                yield found, "gazetteer"

    def _called(self, level: str) -> dict[str, list[int]]:
        """Entities by the code of the country that their name is, or by their folded name where regions are wanted."""
        if level not in self._named:
            table = self._named[level] = {}
            key = country_code if level == COUNTRY else fold
            rows = self.store.connection.execute("SELECT id, name FROM entity WHERE type = 'GPE' ORDER BY id")
            for number, name in rows:
                table.setdefault(key(name), []).append(number)
        return self._named[level]

    def _is_level(self, place: Found, level: str) -> bool:
        """Whether a place is a country (a state): documents use it as one, or the gazetteer knows it."""
        slots = [slot for slot, of in LEVEL.items() if of == level]
        some = ",".join("?" * len(slots))
        used = self.store.connection.execute(
            f"SELECT EXISTS (SELECT 1 FROM fact WHERE object = ? AND predicate IN ({some}))", (place.number, *slots)
        ).fetchone()[0]
        return bool(used) or (self.outside and level_of(place.name) == level)


def inferred(store: Store, *, outside: bool) -> Iterator[Answer]:
    """All facts that follow from geography in the whole knowledge base."""
    geography = Geography(store, outside=outside)
    for slot, (_, smaller) in IMPLIED.items():
        some = ",".join("?" * len(smaller))
        rows = store.connection.execute(
            f"SELECT DISTINCT subject FROM fact WHERE predicate IN ({some}) ORDER BY subject", smaller
        ).fetchall()
        for (number,) in rows:
            subject = by_number(store, number)
            if subject is not None:
                stated = values(store, number, slot, quotes=0)
                yield from geography.extend(subject, slot, stated)[len(stated) :]
