"""Decisions by hand: merge two entities, split one. They are remembered and hold when linking runs again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from factbook.link.keys import number
from factbook.link.names import fold
from factbook.store.errors import NotInKB
from factbook.store.store import Store


class Merge(NamedTuple):
    """Why a name belongs to an entity."""

    name: str
    document: str  # of a short name; "" for a full name
    into: str
    rule: str
    score: float
    evidence: str
    documents: int


def merge(store: Store, entity: int, other: int) -> None:
    """Make `entity` part of `other`."""
    if entity == other:
        raise NotInKB("these are one entity already")
    with store.changes():
        names = dict(store.connection.execute("SELECT id, name FROM node WHERE id IN (?, ?)", (entity, other)))
        _decide(store, "merge", entity, other, names.get(other, ""))
        store._linker().run()


def split_name(store: Store, entity: int, name: str) -> int:
    """Let the entity's uses of one name be an entity of their own; how many names moved."""
    rows = store.connection.execute(
        "SELECT DISTINCT n.id FROM node n JOIN name t ON t.grp = n.grp AND t.main = 1 "
        "WHERE n.root = ? AND t.folded = ?",
        (entity, fold(name)),
    ).fetchall()
    nodes = [row[0] for row in rows if row[0] != entity]
    others = _under(store, entity) if any(row[0] == entity for row in rows) else []
    if not nodes and not others:
        raise NotInKB(f"no name {name!r} was merged into this entity; `factbook link KB --why ENTITY` lists what was")
    with store.changes():
        for node in nodes:
            _decide(store, "apart", node, None, name)
        # The name that stands for the entity goes: the others stay together under the most frequent of them.
        for node in (other for other in others if other not in nodes):
            first = node == others[0]
            _decide(store, "apart" if first else "merge", node, None if first else others[0], name)
        store._linker().run()
    return len(nodes) or 1


def _under(store: Store, entity: int) -> list[int]:
    rows = store.connection.execute(
        "SELECT id FROM node WHERE parent = ? AND document IS NULL ORDER BY documents DESC, name, id", (entity,)
    )
    return [row[0] for row in rows]


def split_documents(store: Store, entity: int, documents: Sequence[str]) -> None:
    """Take what some documents say of an entity out of it, as an entity of its own."""
    with store.changes():
        for name in documents:
            document = store._document_number(name)
            rows = store.connection.execute(
                "SELECT id, key, node, grp, named FROM local_entity WHERE document = ? AND entity = ?",
                (document, entity),
            ).fetchall()
            if not rows:
                raise NotInKB(f"document {name!r} does not mention this entity")
            own = number("manual", documents[0], rows[0][1])
            for _, key, _, _, _ in rows:
                store.connection.execute(
                    "INSERT OR REPLACE INTO manual (act, node, local, label) VALUES ('take', ?, ?, ?)",
                    (own, f"{name}\t{key}", name),
                )
            again = store.document(name)
            made = store.connection.execute("SELECT made FROM document WHERE id = ?", (document,)).fetchone()[0]
            store.replace_unchanged(again._replace(made=made), document)
        store._linker().run()


def _decide(store: Store, act: str, node: int, other: int | None, label: str) -> None:
    execute = store.connection.execute
    execute("DELETE FROM manual WHERE node = ? AND act IN ('merge', 'apart')", (node,))
    execute("INSERT INTO manual (act, node, other, local, label) VALUES (?, ?, ?, '', ?)", (act, node, other, label))
    row = execute("SELECT grp, document IS NOT NULL FROM node WHERE id = ?", (node,)).fetchone()
    if row is None:
        raise NotInKB("there is no such entity")
    execute("INSERT OR REPLACE INTO pending VALUES (?, ?, ?)", (node, row[0], 2 if row[1] else 1))


def undo(store: Store, decision: int) -> None:
    """Forget a decision and link again without it."""
    with store.changes():
        row = store.connection.execute("SELECT act, node FROM manual WHERE id = ?", (decision,)).fetchone()
        if row is None:
            raise NotInKB(f"there is no decision {decision}; `factbook link KB --decisions` lists them")
        store.connection.execute("DELETE FROM manual WHERE id = ?", (decision,))
        if row[0] == "take":
            store.connection.execute("DELETE FROM manual WHERE act = 'take' AND node = ?", (row[1],))
            names = store.connection.execute(
                "SELECT DISTINCT d.id, d.name, d.made FROM local_entity l JOIN document d ON d.id = l.document "
                "WHERE l.grp = ?",
                (row[1],),
            ).fetchall()
            for document, name, made in names:
                store.replace_unchanged(store.document(name)._replace(made=made), document)
        store._linker().again()


def decisions(store: Store) -> list[tuple[int, str, str, str]]:
    """Number, act, what it is about, and the other part of it."""
    rows = store.connection.execute(
        "SELECT m.id, m.act, coalesce(n.name, m.local), m.label FROM manual m "
        "LEFT JOIN node n ON n.id = m.node ORDER BY m.id"
    )
    return [tuple(row) for row in rows]


def why(store: Store, entity: int) -> list[Merge]:
    """How the names of an entity came together, the surest first."""
    rows = store.connection.execute(
        "SELECT n.name, coalesce(d.name, ''), coalesce(p.name, ''), n.rule, n.score, n.evidence, n.documents "
        "FROM node n LEFT JOIN node p ON p.id = n.parent LEFT JOIN document d ON d.id = n.document "
        "WHERE n.root = ? AND n.mentions > 0 ORDER BY n.score DESC, n.documents DESC, n.name, 2",
        (entity,),
    )
    return [Merge(*row) for row in rows]
