"""Who thinks what about what: beliefs and sentiments by holder, target, value and reporter (seed 000, section 2)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from factbook.query.quote import sentence
from factbook.store.ids import public_id
from factbook.store.store import Store


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """An attitude, ready to be shown."""

    source: str  # name; "the author" or "nobody named"
    source_id: str = ""
    kind: str
    value: str
    polarity: str = ""
    sarcasm: bool = False
    target: str
    target_kind: str
    target_id: str = ""
    reported_by: str = ""  # author of the post or document, where it is another than the source
    document: str
    start: int = -1
    end: int = -1
    quote: str = ""
    confidence: float | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked. Every part that is given must hold."""

    source: int | None = None
    targets: tuple[int, ...] = ()  # the target is, or involves, all of these entities
    target_type: str = ""  # start of a relation or event type, such as life.born or per:country_of_birth
    kind: str = ""
    value: str = ""
    polarity: str = ""
    by: int | None = None  # author of the post that says so
    self_reported: bool = False  # the source itself wrote it
    of_others: bool = False  # the source is somebody else than the author
    arguments: bool = False  # also beliefs about single arguments of an event
    direct: bool = False  # the target is the entity itself, not a relation or event with it


def ask(store: Store, question: Question, *, quotes: bool = True, limit: int = 10_000) -> list[Held]:
    """The attitudes that answer a question, in order of document and place."""
    where, parameters = _conditions(question)
    sql = (
        "SELECT a.id, d.name, a.document, a.kind, a.value, a.polarity, a.sarcasm, a.holder, a.source, a.author, "
        "a.target_kind, a.target, a.target_fact, a.target_event, a.argument, a.start, a.end, a.confidence "
        "FROM attitude a JOIN document d ON d.id = a.document "
        f"WHERE {' AND '.join(where) or '1'} ORDER BY d.name, a.start, a.id LIMIT ?"
    )
    rows = store.connection.execute(sql, (*parameters, limit)).fetchall()
    return [_held(store, row, quotes=quotes) for row in rows]


def _conditions(question: Question) -> tuple[list[str], list[Any]]:
    where: list[str] = []
    parameters: list[Any] = []
    for column in ("kind", "value", "polarity"):
        if getattr(question, column):
            where.append(f"a.{column} = ?")
            parameters.append(getattr(question, column))
    for column, number in (("source", question.source), ("author", question.by)):
        if number is not None:
            where.append(f"a.{column} = ?")
            parameters.append(number)
    if not question.arguments:
        where.append("a.target_kind <> 'argument'")
    if question.self_reported:
        where.append("a.holder = 'author'")
    if question.of_others:
        where.append("a.holder = 'other' AND a.source IS NOT NULL")
    for target in question.targets:
        where.append(_involves(direct=question.direct))
        parameters += [target] * where[-1].count("?")
    if question.target_type:
        where.append(
            "(EXISTS (SELECT 1 FROM fact f WHERE f.id = a.target_fact AND f.predicate LIKE ? || '%') "
            "OR EXISTS (SELECT 1 FROM event e WHERE e.id = a.target_event AND e.type LIKE ? || '%'))"
        )
        parameters += [question.target_type] * 2
    return where, parameters


def _involves(*, direct: bool) -> str:
    if direct:
        return "a.target = ?"
    return (
        "a.id IN (SELECT id FROM attitude WHERE target = ? UNION "
        "SELECT t.id FROM fact f JOIN attitude t ON t.target_fact = f.id WHERE f.subject = ? UNION "
        "SELECT t.id FROM fact f JOIN attitude t ON t.target_fact = f.id WHERE f.object = ? UNION "
        "SELECT t.id FROM argument g JOIN attitude t ON t.target_event = g.event WHERE g.entity = ?)"
    )


def _held(store: Store, row: Sequence[Any], *, quotes: bool) -> Held:
    (_, document, number, kind, value, polarity, sarcasm, holder, source, author, target_kind, target, fact, event,
     argument, start, end, confidence) = row  # fmt: skip
    name = _name(store, source) if source is not None else {"author": "the author"}.get(holder, "nobody named")
    described = _describe(store, target, fact, event)
    if argument is not None:
        described += f" [{_name(store, argument)} in it]"
    quote = ""
    if quotes and start is not None:
        text = store.connection.execute("SELECT text FROM content WHERE document = ?", (number,)).fetchone()[0]
        quote = sentence(text, start, end)
    return Held(
        source=name,
        source_id=public_id(source) if source is not None else "",
        kind=kind,
        value=value,
        polarity=polarity,
        sarcasm=bool(sarcasm),
        target=described,
        target_kind=target_kind,
        target_id=public_id(target) if target is not None else "",
        reported_by=_name(store, author) if author is not None and author != source else "",
        document=document,
        start=-1 if start is None else start,
        end=-1 if end is None else end,
        quote=quote,
        confidence=confidence,
    )


def _name(store: Store, entity: int) -> str:
    row = store.connection.execute("SELECT name FROM entity WHERE id = ?", (entity,)).fetchone()
    return str(row[0]) if row else "?"


def _describe(store: Store, target: int | None, fact: int | None, event: int | None) -> str:
    if target is not None:
        return _name(store, target)
    if fact is not None:
        predicate, subject, other, value = store.connection.execute(
            "SELECT predicate, subject, object, value FROM fact WHERE id = ?", (fact,)
        ).fetchone()
        end = _name(store, other) if other is not None else json.dumps(value, ensure_ascii=False)
        return f"{predicate}({_name(store, subject)}, {end})"
    if event is not None:
        kind, _, text = store.connection.execute(
            "SELECT type, realis, text FROM event WHERE id = ?", (event,)
        ).fetchone()
        arguments = store.connection.execute(
            "SELECT role, entity, value FROM argument WHERE event = ? ORDER BY seq", (event,)
        ).fetchall()
        inside = ", ".join(f"{role}: {_name(store, e) if e is not None else value}" for role, e, value in arguments)
        return f"{kind} “{text}”({inside})"
    return "?"
