"""Bring a knowledge base of an older schema to the present one: documents and decisions stay."""

from __future__ import annotations

import os
import sqlite3
import zlib

import msgspec

from factbook.model.kb import KB
from factbook.store import connect
from factbook.store.errors import explained
from factbook.store.store import Annotated, Store
from factbook.text.markup import parse_source

CHUNK = 200


def migrate(path: str) -> int:
    """Migrate the file in place; the number of documents. The old file stays until the new one is whole."""
    with explained(path):
        old = connect._connect(path)
        found = connect.version_of(old, path)
        if found == connect.VERSION:
            count = int(old.execute("SELECT count(*) FROM document").fetchone()[0])
            old.close()
            return count
    fresh = f"{path}.new"
    _clean(fresh)
    with Store.open(fresh, create=True) as store:
        count = _copy(old, store)
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    old.close()
    _clean(path, keep=True)
    os.replace(fresh, path)
    _clean(fresh)
    return count


def _copy(old: sqlite3.Connection, store: Store) -> int:
    columns = [row[1] for row in old.execute("PRAGMA table_info(document)")]
    made = "d.made" if "made" in columns else "''"
    with store.changes():
        for row in old.execute("SELECT * FROM manual") if _has(old, "manual") else ():
            store.connection.execute("INSERT INTO manual VALUES (?, ?, ?, ?, ?, ?)", row)
        for row in old.execute("SELECT key, value FROM meta WHERE key NOT LIKE 'forgotten:%'"):
            store.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", row)
    store.settings = store._settings()
    rows = old.execute(
        f"SELECT d.name, d.language, d.date, c.text, c.annotation, {made} FROM document d "
        "JOIN content c ON c.document = d.id"
    )
    count = 0
    while chunk := rows.fetchmany(CHUNK):
        documents = []
        for name, language, date, text, annotation, mark in chunk:
            source = msgspec.structs.replace(parse_source(text, id=name, language=language), date=date)
            documents.append(Annotated(source, msgspec.json.decode(zlib.decompress(annotation), type=KB), mark))
        store.add(documents, link=False)
        count += len(documents)
    store.link()
    return count


def _has(connection: sqlite3.Connection, table: str) -> bool:
    query = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = ?)"
    return bool(connection.execute(query, (table,)).fetchone()[0])


def _clean(path: str, *, keep: bool = False) -> None:
    """Remove a file with its journals; with `keep` only the journals."""
    for suffix in ("-wal", "-shm", *([] if keep else [""])):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
