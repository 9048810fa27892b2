"""The page of a document: its text with mentions, relations, events and attitudes drawn on it, as a thread."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from factbook.browse import sql, sql_attitudes
from factbook.browse.asked import Asked, Missing, Parameter, View
from factbook.browse.paging import BadRequest
from factbook.browse.refs import Refs, document_line, thoughts
from factbook.browse.shown import DocumentPage, EventLine, MentionLine, Ref, Stated, Thought
from factbook.browse.thread import Layout, parts
from factbook.text.markup import parse_source

ATTITUDES = 400  # of one part


def document(asked: Asked) -> DocumentPage:
    row = sql.document(asked.db, asked.text("name"))
    if row is None:
        raise Missing(f"the knowledge base has no document {asked.text('name')[:80]!r}")
    return page_of(asked.db, row, part=asked.values.get("part"), at=asked.values.get("at"))


def page_of(
    db: sqlite3.Connection, row: Sequence[Any], *, part: int | None = None, at: int | None = None, whole: bool = False
) -> DocumentPage:
    """The page of a document; `at` chooses the part with that character, `whole` shows all of it."""
    text = sql.text(db, row[0])
    pieces = [(0, len(text))] if whole else parts(text)
    index = (part or 1) - 1
    if at is not None:
        index = next((i for i, (_, end) in enumerate(pieces) if at < end), len(pieces) - 1)
    if not 0 <= index < len(pieces):
        raise BadRequest(f"`part` is a number from 1 to {len(pieces)}")
    start, end = pieces[index]
    refs = Refs(db)
    mentions = sql.mentions_in(db, row[0], start, end)
    refs.add(mention[4] for mention in mentions)
    source = parse_source(text, id=row[1], language=row[2])
    found = tuple(MentionLine(start=m[0], end=m[1], level=m[2], text=m[3], entity=refs.sure(m[4])) for m in mentions)
    return DocumentPage(
        document=document_line(row),
        text=text[start:end],
        offset=start,
        part=index + 1,
        parts=len(pieces),
        mentions=found,
        facts=_facts(db, row[0], refs, start, end),
        events=_events(db, row[0], refs, start, end),
        thoughts=_thoughts(db, row[0], start, end),
        blocks=Layout(source, start, end, _finder(db, row[0], refs, found)).blocks(),
    )


def _finder(
    db: sqlite3.Connection, number: int, refs: Refs, mentions: Sequence[MentionLine]
) -> Callable[[int], Ref | None]:
    by_place = {mention.start: mention.entity for mention in mentions}

    def find(place: int) -> Ref | None:
        if place in by_place:
            return by_place[place]
        rows = sql.mentions_in(db, number, place, place + 1)  # the author of a post that began on the part before
        return refs.sure(rows[0][4]) if rows else None

    return find


def _facts(db: sqlite3.Connection, number: int, refs: Refs, start: int, end: int) -> tuple[Stated, ...]:
    found = []
    for row in sql.facts_in(db, number):
        spans = tuple((s[0], s[1]) for s in json.loads(row[7]) if len(s) == 2)
        if any(a < end and b > start for a, b in spans) or (not spans and start == 0):
            found.append((row, spans))
    refs.add(n for row, _ in found for n in (row[0], row[3]))
    lines = [
        Stated(
            subject=refs.sure(row[0]),
            slot=row[1],
            kind=row[2],
            value=row[4],
            entity=refs(row[3]),
            confidence=row[5],
            inferred=row[6],
            spans=spans,
        )
        for row, spans in found
    ]
    return tuple(sorted(lines, key=lambda fact: (fact.spans[:1] or ((1 << 60, 0),), fact.slot)))


def _events(db: sqlite3.Connection, number: int, refs: Refs, start: int, end: int) -> tuple[EventLine, ...]:
    rows = sql.events_in(db, number, start, end)
    arguments = sql.arguments_of(db, [row[0] for row in rows])
    refs.add(entity for members in arguments.values() for _, entity, _ in members)
    return tuple(
        EventLine(
            type=row[1],
            realis=row[2],
            text=row[3],
            start=row[4],
            end=row[5],
            arguments=tuple((role, refs(entity), value) for role, entity, value in arguments.get(row[0], [])),
        )
        for row in rows
    )


def _thoughts(db: sqlite3.Connection, number: int, start: int, end: int) -> tuple[Thought, ...]:
    rows = sql_attitudes.attitudes_in(db, number, start, end, ATTITUDES)
    return tuple(thoughts(db, rows, quotes=False))


VIEWS = (
    View(path="/document/{name:path}", name="document", about="A document with everything drawn on it", run=document,
         gives=DocumentPage, template="document.html", tables=("mentions", "facts", "events", "thoughts"),
         parameters=(Parameter(name="part", about="part of a long document, from 1", kind="number"),
                     Parameter(name="at", about="show the part with this character", kind="number"))),
)  # fmt: skip
