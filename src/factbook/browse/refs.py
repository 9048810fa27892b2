"""Numbers of the store as records of a page: entities, documents, attitudes, each looked up once for a whole list."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from factbook.browse import sql
from factbook.browse.asked import Missing
from factbook.browse.shown import DocumentLine, Hit, Ref, Target, Thought
from factbook.query.quote import sentence
from factbook.store.ids import internal_id, public_id

UNNAMED = "(no name)"


class Refs:
    """Entities by number; unknown ones are looked up when first asked for, many at a time."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.known: dict[int, Ref] = {}

    def add(self, numbers: Iterable[int | None]) -> Refs:
        wanted = [number for number in numbers if number is not None and number not in self.known]
        for number, row in sql.entities(self.db, wanted).items():
            self.known[number] = ref(row)
        return self

    def __call__(self, number: int | None) -> Ref | None:
        if number is None:
            return None
        if number not in self.known:
            self.add([number])
        return self.known.get(number) or Ref(id=public_id(number), name=UNNAMED, type="")

    def sure(self, number: int) -> Ref:
        found = self(number)
        assert found is not None
        return found


def ref(row: Sequence[Any]) -> Ref:
    """An entity row as a reference."""
    return Ref(id=public_id(row[0]), name=row[2] or UNNAMED, type=row[1])


def hit(row: Sequence[Any]) -> Hit:
    """An entity row as a line of a list."""
    return Hit(entity=ref(row), documents=row[3], mentions=row[4])


def number_of(text: str) -> int:
    """The number of a public id; `Missing` where the text is none."""
    number = internal_id(text) if len(text) < 20 and text.isascii() else None
    if number is None or number >= 1 << 63:
        raise Missing(f"there is no entity {text[:40]!r}")
    return number


def entity_row(db: sqlite3.Connection, text: str) -> tuple[Any, ...]:
    """The row of the entity with a public id."""
    number = number_of(text)
    row = sql.entities(db, [number]).get(number)
    if row is None:
        raise Missing(f"the knowledge base has no entity {text}; it may have been merged or split: search for its name")
    return row


def document_line(row: Sequence[Any], **further: Any) -> DocumentLine:
    """A document row (id, name, language, kind, date, length) as a line of a list."""
    return DocumentLine(id=row[1], language=row[2], genre=row[3], date=row[4], length=row[5], **further)


def thoughts(db: sqlite3.Connection, rows: Sequence[Sequence[Any]], *, quotes: bool = True) -> list[Thought]:
    """Attitude rows with their targets described and their sentences quoted."""
    refs = Refs(db)
    facts = sql.facts_by_id(db, [row[11] for row in rows if row[11] is not None])
    events = sql.events_by_id(db, [row[12] for row in rows if row[12] is not None])
    arguments = sql.arguments_of(db, list(events))
    refs.add(number for row in rows for number in (row[7], row[8], row[10], row[13]))
    refs.add(number for fact in facts.values() for number in (fact[1], fact[2]))
    refs.add(entity for members in arguments.values() for _, entity, _ in members)
    texts: dict[int, str] = {}
    found = []
    for row in rows:
        quote = ""
        if quotes and row[14] is not None:
            if row[1] not in texts:
                texts[row[1]] = sql.text(db, row[1])
            quote = sentence(texts[row[1]], row[14], row[15])
        target = _target(row, refs, facts.get(row[11]), events.get(row[12]), arguments.get(row[12], []))
        found.append(_thought(row, refs, target, quote))
    return found


def _thought(row: Sequence[Any], refs: Refs, target: Target, quote: str) -> Thought:
    return Thought(
        id=row[0],
        kind=row[2],
        value=row[3],
        polarity=row[4],
        sarcasm=bool(row[5]),
        holder=row[6],
        source=refs(row[7]),
        reported_by=refs(row[8]) if row[8] != row[7] else None,
        target=target,
        document=row[17],
        date=row[18],
        genre=row[19],
        start=-1 if row[14] is None else row[14],
        end=-1 if row[15] is None else row[15],
        quote=quote,
        confidence=row[16],
    )


def _target(
    row: Sequence[Any],
    refs: Refs,
    fact: Sequence[Any] | None,
    event: Sequence[Any] | None,
    arguments: Sequence[tuple[str, int | None, str]],
) -> Target:
    if row[10] is not None:
        entity = refs.sure(row[10])
        return Target(kind=row[9], text=entity.name, entity=entity)
    if fact is not None:
        parts = (("", refs(fact[1]), ""), ("", refs(fact[2]), fact[3]))
        return Target(kind=row[9], text=fact[0], parts=parts)
    if event is not None:
        found = tuple((role, refs(entity), value) for role, entity, value in arguments)
        return Target(kind=row[9], text=f"{event[0]} “{event[1]}”", parts=found)
    return Target(kind=row[9], text="?")
