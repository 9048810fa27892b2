"""The questions on attitudes that pages put to the store, in SQL, as those of `sql`."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from factbook.browse.sql import Rows, places, rows_of

_ATTITUDE = (
    "a.id, a.document, a.kind, a.value, a.polarity, a.sarcasm, a.holder, a.source, a.author, a.target_kind, a.target, "
    'a.target_fact, a.target_event, a.argument, a.start, a."end", a.confidence, d.name, d.date, d.kind'
)
_ABOUT = (
    "a.id IN (SELECT id FROM attitude WHERE target = ? UNION "
    "SELECT t.id FROM fact f JOIN attitude t ON t.target_fact = f.id WHERE f.subject = ? UNION "
    "SELECT t.id FROM fact f JOIN attitude t ON t.target_fact = f.id WHERE f.object = ? UNION "
    "SELECT t.id FROM argument g JOIN attitude t ON t.target_event = g.event WHERE g.entity = ?)"
)


def attitudes(db: sqlite3.Connection, where: dict[str, Any], after: Sequence[Any], limit: int) -> Rows:
    """Attitudes: sentiments before beliefs, then as they came in. `where` may hold source, holder, target, about,
    kind, value, genre, since, until, facts (fact numbers), target_kind, arguments; `after` is (kind, id)."""
    parts, values = _conditions(where)
    if after:
        parts.append("(a.kind < ? OR (a.kind = ? AND a.id > ?))")
        values += [after[0], after[0], after[1]]
    return rows_of(
        db,
        f"SELECT {_ATTITUDE} FROM attitude a JOIN document d ON d.id = a.document "
        f"WHERE {' AND '.join(parts) or '1'} ORDER BY a.kind DESC, a.id LIMIT ?",
        (*values, limit),
    )


_SIMPLE = {
    "source": "a.source = ?", "target": "a.target = ?", "kind": "a.kind = ?", "value": "a.value = ?",
    "genre": "d.kind = ?", "since": "d.date >= ?", "until": "d.date <> '' AND substr(d.date, 1, 10) <= ?",
    "target_kind": "a.target_kind = ?",
    "event": "EXISTS (SELECT 1 FROM event e WHERE e.id = a.target_event AND e.type = ?)",
}  # fmt: skip


def _conditions(where: dict[str, Any]) -> tuple[list[str], list[Any]]:
    parts = [sql for name, sql in _SIMPLE.items() if where.get(name) not in (None, "")]
    values = [where[name] for name in _SIMPLE if where.get(name) not in (None, "")]
    if where.get("about") is not None:
        parts.append(_ABOUT)
        values += [where["about"]] * 4
    if where.get("holder"):
        parts.append("a.source IS NULL AND a.holder = ?")
        values.append(where["holder"])
    if "fact" in where:  # predicate, subject, object, value
        parts.append(
            "EXISTS (SELECT 1 FROM fact f WHERE f.id = a.target_fact AND f.predicate = ? AND f.subject = ? "
            "AND f.object IS ? AND f.value = ?)"
        )
        values += where["fact"]
    if "facts" in where:
        parts.append(f"a.target_fact IN ({places(where['facts'])})")
        values += where["facts"]
    if not where.get("arguments") and where.get("target_kind") != "argument":
        parts.append("a.target_kind <> 'argument'")
    return parts, values


def frequent_sources(db: sqlite3.Connection, limit: int) -> list[int]:
    """The entities that hold most attitudes, from the index alone."""
    rows = rows_of(
        db,
        "SELECT source FROM attitude WHERE source IS NOT NULL GROUP BY source ORDER BY count(*) DESC, source LIMIT ?",
        (limit,),
    )
    return [row[0] for row in rows]


def attitudes_of(db: sqlite3.Connection, sources: Sequence[int], where: dict[str, Any], limit: int) -> Rows:
    """(source, holder, value, target, target_fact, target_event) of the attitudes of some sources."""
    parts, values = _conditions(where)
    if sources:
        parts.append(f"a.source IN ({places(sources)})")
        values += sources
    dated = any(where.get(name) for name in ("genre", "since", "until"))
    return rows_of(
        db,
        "SELECT a.source, a.holder, a.value, a.target, a.target_fact, a.target_event FROM attitude a "
        f"{'JOIN document d ON d.id = a.document' if dated else ''} WHERE {' AND '.join(parts) or '1'} LIMIT ?",
        (*values, limit),
    )


def attitudes_in(db: sqlite3.Connection, number: int, start: int, end: int, limit: int) -> Rows:
    """Attitudes of a part of a document, by place; those about single arguments of an event are left out."""
    return rows_of(
        db,
        f"SELECT {_ATTITUDE} FROM attitude a JOIN document d ON d.id = a.document WHERE a.document = ? "
        "AND a.target_kind <> 'argument' AND a.start >= ? AND a.start < ? ORDER BY a.start, a.id LIMIT ?",
        (number, start, end, limit),
    )
