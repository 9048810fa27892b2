"""The questions that pages put to the store, in SQL; those on attitudes are in `sql_attitudes`.

Long lists come in pages by key, never by number of rows skipped.

An entity of a country may stand in thousands of documents: each query is answered from an index, and what has to be
ranked is looked at up to `MOST` rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from factbook.store.text_index import expression

MOST = 1000  # rows ranked for one list
ALL = 10_000  # statements of one fact
_COLUMNS = "e.id, e.type, e.name, e.documents, e.mentions, e.confidence"
_LAST = (1 << 62, 1 << 62)  # before the first row of a list by number of mentions
Rows = list[tuple[Any, ...]]


def rows_of(db: sqlite3.Connection, sql: str, values: Sequence[Any] = ()) -> Rows:
    """All rows of an answer."""
    return db.execute(sql, values).fetchall()


def places(items: Sequence[Any]) -> str:
    """Question marks for a list of values."""
    return ",".join("?" * len(items))


# The whole.


def counts(db: sqlite3.Connection) -> dict[str, int]:
    """Numbers of records. Mentions are added up from entities, because counting millions of rows takes long."""
    found = {
        table: int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        for table in ("document", "entity", "fact", "event", "attitude")
    }
    found["mention"] = int(db.execute("SELECT coalesce(sum(mentions), 0) FROM entity").fetchone()[0])
    return found


def shares(db: sqlite3.Connection, column: str) -> dict[str, int]:
    """Number of documents by `language` or `kind`."""
    name = {"language": "language", "kind": "kind"}[column]
    return dict(rows_of(db, f"SELECT {name}, count(*) FROM document GROUP BY 1 ORDER BY 2 DESC, 1"))


# Entities.


def entities(db: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, tuple[Any, ...]]:
    """Entities by number."""
    wanted = list(dict.fromkeys(numbers))
    found: dict[int, tuple[Any, ...]] = {}
    for first in range(0, len(wanted), 500):
        some = wanted[first : first + 500]
        rows = rows_of(db, f"SELECT {_COLUMNS} FROM entity e WHERE e.id IN ({places(some)})", some)
        found |= {row[0]: row for row in rows}
    return found


def top_entities(db: sqlite3.Connection, kind: str, after: Sequence[int], limit: int) -> Rows:
    """Entities with names, the most mentioned first; `after` is (mentions, id)."""
    mentions, number = after or _LAST
    return rows_of(
        db,
        f"SELECT {_COLUMNS} FROM entity e WHERE (? = '' OR e.type = ?) "
        "AND (e.mentions < ? OR (e.mentions = ? AND e.id < ?)) ORDER BY e.mentions DESC, e.id DESC LIMIT ?",
        (kind, kind, mentions, mentions, number, limit),
    )


def named_entities(
    db: sqlite3.Connection, words: str, kind: str, after: Sequence[int], limit: int, *, prefix: bool = False
) -> Rows:
    """Entities with a name that holds these words (`prefix`: the last word may go on), the most mentioned first."""
    match = expression(words)
    if not match:
        return []
    if prefix and match.endswith('"'):
        match += "*"
    mentions, number = after or _LAST
    return rows_of(
        db,
        f"SELECT {_COLUMNS} FROM (SELECT DISTINCT root FROM (SELECT n.root AS root FROM "
        f"(SELECT rowid AS id FROM name_text WHERE name_text MATCH ? LIMIT {2 * MOST}) x JOIN name t ON t.id = x.id "
        f"JOIN node n ON n.grp = t.grp AND n.mentions > 0 LIMIT {4 * MOST})) r JOIN entity e ON e.id = r.root "
        "WHERE (? = '' OR e.type = ?) AND (e.mentions < ? OR (e.mentions = ? AND e.id < ?)) "
        "ORDER BY e.mentions DESC, e.id DESC LIMIT ?",
        (match, kind, kind, mentions, mentions, number, limit),
    )


def written_names(db: sqlite3.Connection, entity: int) -> Rows:
    """(name, language, documents): the fullest name of each document that mentions the entity."""
    return rows_of(
        db,
        "SELECT l.name, d.language, count(*) FROM "
        f"(SELECT name, document FROM local_entity WHERE entity = ? AND named > 0 LIMIT {MOST}) l "
        "JOIN document d ON d.id = l.document GROUP BY 1, 2 ORDER BY 3 DESC, 1",
        (entity,),
    )


def other_names(db: sqlite3.Connection, entity: int, limit: int = 60) -> Rows:
    """(name, main, uses) of all name groups of an entity."""
    return rows_of(
        db,
        "SELECT t.text, max(t.main), sum(t.n) FROM (SELECT DISTINCT grp FROM node WHERE root = ? "
        f"AND mentions > 0 LIMIT {MOST}) g JOIN name t ON t.grp = g.grp GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1 LIMIT ?",
        (entity, limit),
    )


def entity_documents(db: sqlite3.Connection, entity: int, after: int, limit: int) -> Rows:
    """(key, document columns, mentions) in the order they came in."""
    return rows_of(
        db,
        "SELECT l.id, d.name, d.language, d.kind, d.date, d.length, l.mentions, d.id FROM local_entity l "
        "JOIN document d ON d.id = l.document WHERE l.entity = ? AND l.id > ? ORDER BY l.id LIMIT ?",
        (entity, after, limit),
    )


def merges(db: sqlite3.Connection, entity: int, after: Sequence[Any], limit: int) -> Rows:
    """Nodes of an entity, the surest first; `after` is (score, id)."""
    score, number = after or (9.0, 0)
    return rows_of(
        db,
        "SELECT n.id, n.name, coalesce(d.name, ''), coalesce(p.name, ''), n.rule, n.score, n.evidence, n.documents "
        "FROM node n LEFT JOIN node p ON p.id = n.parent LEFT JOIN document d ON d.id = n.document "
        "WHERE n.root = ? AND n.mentions > 0 AND (n.score < ? OR (n.score = ? AND n.id > ?)) "
        "ORDER BY n.score DESC, n.id LIMIT ?",
        (entity, score, score, number, limit),
    )


# Facts.


def predicates(db: sqlite3.Connection, entity: int) -> tuple[dict[str, int], dict[str, int]]:
    """Predicates with their number of rows: the entity as subject, and as object."""
    found: list[dict[str, int]] = [
        dict(rows_of(db, f"SELECT predicate, count(*) FROM fact WHERE {side} = ? GROUP BY predicate", (entity,)))
        for side in ("subject", "object")
    ]
    return found[0], found[1]


def fact_rows(db: sqlite3.Connection, entity: int, side: str, predicate: str) -> Rows:
    """(other, value, document, confidence, inferred, kind) of the facts with the entity on one side."""
    other = {"subject": "object", "object": "subject"}[side]
    return rows_of(
        db,
        f"SELECT {other}, value, document, confidence, inferred, kind FROM fact "
        f"WHERE {side} = ? AND predicate = ? LIMIT {MOST}",
        (entity, predicate),
    )


def slot_rows(db: sqlite3.Connection, entity: int, direct: str, inverses: Sequence[str], limit: int) -> Rows:
    """(other, value, document, confidence, inferred, provenance) of a slot and its inverses."""
    columns = "value, document, confidence, inferred, provenance"
    rows = rows_of(
        db,
        f"SELECT object, {columns} FROM fact WHERE subject = ? AND predicate = ? AND kind = 'slot' LIMIT ?",
        (entity, direct, limit),
    )
    for inverse in inverses:
        rows += rows_of(
            db,
            f"SELECT subject, {columns} FROM fact WHERE object = ? AND predicate = ? AND kind = 'slot' LIMIT ?",
            (entity, inverse, limit),
        )
    return rows


def statements(db: sqlite3.Connection, subject: int, predicate: str, other: int | None) -> Rows:
    """(id, document, value, confidence, inferred, provenance, kind) of what documents state, by id."""
    columns = "id, document, value, confidence, inferred, provenance, kind"
    if other is None:
        return rows_of(
            db,
            f"SELECT {columns} FROM fact WHERE subject = ? AND predicate = ? AND object IS NULL ORDER BY id "
            f"LIMIT {ALL}",
            (subject, predicate),
        )
    return rows_of(
        db,
        f"SELECT {columns} FROM fact WHERE subject = ? AND predicate = ? AND object = ? ORDER BY id LIMIT {ALL}",
        (subject, predicate, other),
    )


def neighbours(db: sqlite3.Connection, entity: int, limit: int) -> Rows:
    """(other, predicate, outgoing, confidence, documents), the best supported first."""
    rows: Rows = []
    for side, other, out in (("subject", "object", 1), ("object", "subject", 0)):
        rows += rows_of(
            db,
            f"SELECT {other}, predicate, {out}, max(confidence), count(DISTINCT document) FROM "
            f"(SELECT {other}, predicate, confidence, document FROM fact WHERE {side} = ? AND {other} IS NOT NULL "
            f"LIMIT {MOST}) GROUP BY 1, 2 ORDER BY 5 DESC, 4 DESC, 1 LIMIT ?",
            (entity, limit),
        )
    return rows


def facts_among(db: sqlite3.Connection, subjects: Sequence[int], objects: Sequence[int]) -> Rows:
    """(subject, predicate, object) of facts between some entities."""
    return rows_of(
        db,
        f"SELECT DISTINCT subject, predicate, object FROM fact WHERE subject IN ({places(subjects)}) "
        f"AND object IN ({places(objects)}) LIMIT {MOST}",
        (*subjects, *objects),
    )


def dated_events(db: sqlite3.Connection, entity: int, limit: int) -> Rows:
    """(type, text, start, end, document, date of the document, time as written, role) of events of an entity."""
    return rows_of(
        db,
        "SELECT e.type, e.text, e.start, e.end, d.name, d.date, "
        "coalesce((SELECT t.value FROM argument t WHERE t.event = e.id AND t.role LIKE 'time%' LIMIT 1), ''), g.role "
        "FROM (SELECT event, role FROM argument WHERE entity = ? ORDER BY event LIMIT ?) g "
        "JOIN event e ON e.id = g.event JOIN document d ON d.id = e.document WHERE e.realis IN ('actual', '')",
        (entity, limit),
    )


def documents_dates(db: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Name and date of documents by number."""
    wanted = list(dict.fromkeys(numbers))[:MOST]
    rows = rows_of(db, f"SELECT id, name, date FROM document WHERE id IN ({places(wanted)})", wanted)
    return {number: (name, date) for number, name, date in rows}


# Documents.


def documents(db: sqlite3.Connection, language: str, genre: str, after: str, limit: int) -> Rows:
    """Documents by name."""
    return rows_of(
        db,
        "SELECT id, name, language, kind, date, length FROM document WHERE (? = '' OR language = ?) "
        "AND (? = '' OR kind = ?) AND name > ? ORDER BY name LIMIT ?",
        (language, language, genre, genre, after, limit),
    )


def document(db: sqlite3.Connection, name: str) -> tuple[Any, ...] | None:
    """(id, name, language, kind, date, length)."""
    row = db.execute("SELECT id, name, language, kind, date, length FROM document WHERE name = ?", (name,)).fetchone()
    return tuple(row) if row else None


def document_rows(db: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, tuple[Any, ...]]:
    """Documents by number."""
    wanted = list(dict.fromkeys(numbers))[:MOST]
    rows = rows_of(
        db, f"SELECT id, name, language, kind, date, length FROM document WHERE id IN ({places(wanted)})", wanted
    )
    return {row[0]: row for row in rows}


def text(db: sqlite3.Connection, number: int) -> str:
    """The raw text of a document."""
    row = db.execute("SELECT text FROM content WHERE document = ?", (number,)).fetchone()
    return str(row[0]) if row else ""


def matching_documents(db: sqlite3.Connection, words: str) -> int:
    """How many documents hold these words, counted up to `MOST`."""
    match = expression(words)
    if not match:
        return 0
    sql = f"SELECT count(*) FROM (SELECT rowid FROM document_text WHERE document_text MATCH ? LIMIT {MOST})"
    return int(db.execute(sql, (match,)).fetchone()[0])


def ranked_documents(db: sqlite3.Connection, words: str) -> Rows:
    """(number, rank) of all documents with these words, the best first; for words that are not everywhere."""
    return rows_of(
        db,
        f"SELECT rowid, rank FROM document_text WHERE document_text MATCH ? ORDER BY rank, rowid LIMIT {MOST}",
        (expression(words),),
    )


def documents_in_order(db: sqlite3.Connection, words: str, after: int, limit: int) -> Rows:
    """(number,) of documents with these words in the order they came in."""
    return rows_of(
        db,
        "SELECT rowid FROM document_text WHERE document_text MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?",
        (expression(words), after, limit),
    )


def mentions_in(db: sqlite3.Connection, number: int, start: int, end: int) -> Rows:
    """(start, end, level, text, entity) of a part of a document."""
    return rows_of(
        db,
        "SELECT m.start, m.end, m.level, m.text, l.entity FROM mention m JOIN local_entity l ON l.id = m.local "
        "WHERE m.document = ? AND m.start >= ? AND m.start < ? ORDER BY m.start, m.end DESC",
        (number, start, end),
    )


def facts_in(db: sqlite3.Connection, number: int) -> Rows:
    """(subject, predicate, kind, object, value, confidence, inferred, provenance) of a document."""
    return rows_of(
        db,
        "SELECT subject, predicate, kind, object, value, confidence, inferred, provenance FROM fact "
        "WHERE document = ? ORDER BY id",
        (number,),
    )


def events_in(db: sqlite3.Connection, number: int, start: int, end: int) -> Rows:
    """(id, type, realis, text, start, end) of a part of a document."""
    return rows_of(
        db,
        'SELECT id, type, realis, text, start, "end" FROM event WHERE document = ? AND start >= ? AND start < ? '
        "ORDER BY start, id",
        (number, start, end),
    )


def arguments_of(db: sqlite3.Connection, events: Sequence[int]) -> dict[int, list[tuple[str, int | None, str]]]:
    """(role, entity, value) by event."""
    found: dict[int, list[tuple[str, int | None, str]]] = {}
    for first in range(0, len(events), 500):
        some = events[first : first + 500]
        sql = f"SELECT event, role, entity, value FROM argument WHERE event IN ({places(some)}) ORDER BY event, seq"
        for event, role, entity, value in rows_of(db, sql, some):
            found.setdefault(event, []).append((role, entity, value))
    return found


def facts_by_id(db: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """(predicate, subject, object, value) by fact."""
    found: dict[int, tuple[Any, ...]] = {}
    for first in range(0, len(numbers), 500):
        some = numbers[first : first + 500]
        sql = f"SELECT id, predicate, subject, object, value FROM fact WHERE id IN ({places(some)})"
        found |= {row[0]: row[1:] for row in rows_of(db, sql, some)}
    return found


def events_by_id(db: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """(type, text) by event."""
    found: dict[int, tuple[Any, ...]] = {}
    for first in range(0, len(numbers), 500):
        some = numbers[first : first + 500]
        found |= {
            r[0]: r[1:] for r in rows_of(db, f"SELECT id, type, text FROM event WHERE id IN ({places(some)})", some)
        }
    return found
