"""Indexes that a new knowledge base gets when it is linked, not row by row while its documents come in.

Their keys are in no order of documents: each new row would touch a page of its own in each of them, and the more so the
larger the collection. Made at once they are sorted.
"""

from __future__ import annotations

import re
import sqlite3

from factbook.store.connect import schema

FOR_LINKING = ("local_entity_node", "local_entity_grp")  # linking itself looks under them
FOR_QUERIES = (
    "local_entity_entity", "fact_subject", "fact_object", "argument_entity", "attitude_source", "attitude_author",
    "attitude_target", "attitude_fact", "attitude_event",
)  # fmt: skip
_INDEX = re.compile(r"CREATE INDEX (\w+) ON [^;]+")


def put_off(connection: sqlite3.Connection) -> None:
    """Leave them out while documents come in that are linked later. Where something is linked they stay."""
    linked = connection.execute("SELECT EXISTS (SELECT 1 FROM node)").fetchone()[0]
    there = connection.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = ?)", FOR_LINKING[:1])
    if not linked and there.fetchone()[0]:
        for name in (*FOR_LINKING, *FOR_QUERIES):
            connection.execute(f"DROP INDEX IF EXISTS {name}")


def make(connection: sqlite3.Connection, names: tuple[str, ...]) -> None:
    """Make those that are missing."""
    known = {match[1]: match[0] for match in _INDEX.finditer(schema())}
    present = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    for name in names:
        if name not in present:
            connection.execute(known[name])
