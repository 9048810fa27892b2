"""Nodes of linking in the store: made from the entities of documents. `blocks.py` gives them their blocking keys."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from factbook.link.decide import Settings, bucket
from factbook.link.keys import number
from factbook.link.names import NameForm, parse
from factbook.link.namesakes import Member, part
from factbook.link.scripts import script
from factbook.store.ids import numbers

KEPT = 50_000  # nodes held in memory
SHORT = 2  # `named` of an entity whose fullest name is a short one; 1: a full name, 0: none
_COLUMNS = "id, grp, type, name, part, document, documents, parent, root, signature, score, rule, evidence"
_NO_ALIASES = '"a": {}}'
# Columns that hold entities of the collection, with the column of the document's entity that they come from.
_LINKED = {
    "fact": (("subject", "subject_local"), ("object", "object_local")),
    "attitude": tuple((column, f"{column}_local") for column in ("source", "author", "target", "argument")),
    "argument": (("entity", "local"),),
}
_COUNT_ENTITIES = (
    "INSERT INTO entity SELECT n.root, r.type, r.name, count(*), "
    "sum(CASE WHEN n.mentions THEN n.documents ELSE 0 END), sum(n.mentions), "
    "round(sum(max(n.documents, 1) * CAST(round(n.score * 10000) AS INTEGER)) "
    "/ (10000.0 * sum(max(n.documents, 1))), 4) FROM node n JOIN node r ON r.id = n.root "
    "{where} GROUP BY n.root HAVING sum(n.mentions) > 0"
)


class NodeRow(NamedTuple):
    """A node as stored."""

    id: int
    grp: int
    type: str
    name: str
    part: str
    document: int | None
    documents: int
    parent: int | None
    root: int
    signature: str
    score: float
    rule: str
    evidence: str

    @property
    def form(self) -> NameForm:
        return parse(self.name, self.type)

    @property
    def aliases(self) -> dict[str, int]:
        """Its further names with the number of documents, in powers of four: nothing finer decides."""
        if self.signature.endswith(_NO_ALIASES) or not self.linkable:
            return {}
        return _aliases(self.signature)

    @property
    def linkable(self) -> bool:
        """Whether names decide: not for what was taken out by hand, nor for what has no name."""
        return self.signature.startswith("{")


@lru_cache(maxsize=16384)
def _aliases(signature: str) -> dict[str, int]:
    return {key: 4 ** (size - 1) for key, size in json.loads(signature)["a"].items() if size}


class Nodes:
    """Reads and writes nodes; keeps those it has read."""

    def __init__(self, connection: sqlite3.Connection, settings: Settings) -> None:
        self.connection = connection
        self.settings = settings
        self._rows: dict[int, NodeRow | None] = {}
        self._roots: set[int] = set()  # entities that lost or won a node
        self._without_taken: bool | None = None
        self.whole = False  # everything is made anew
        self.before: dict[int, NodeRow | None] = {}  # changed and dropped nodes as they were

    def get(self, node: int) -> NodeRow | None:
        """The node; None if there is none."""
        if node not in self._rows:
            if len(self._rows) > KEPT:
                self._rows.clear()
            row = self.connection.execute(f"SELECT {_COLUMNS} FROM node WHERE id = ?", (node,)).fetchone()
            self._rows[node] = NodeRow(*row) if row else None
        return self._rows[node]

    def several(self, nodes: Iterable[int]) -> list[NodeRow]:
        """Nodes that exist, read together."""
        wanted = list(nodes)
        if len(self._rows) > KEPT:
            self._rows.clear()
        for some in numbers(node for node in wanted if node not in self._rows):
            for row in self.connection.execute(f"SELECT {_COLUMNS} FROM node WHERE id IN ({some})"):
                self._rows[row[0]] = NodeRow(*row)
        return [row for node in wanted if (row := self.get(node)) is not None]

    def forget(self, node: int) -> None:
        self._rows.pop(node, None)

    def touch(self, entity: int) -> None:
        """Remember that an entity must be counted again."""
        if not self.whole:
            self._roots.add(entity)

    def set_root(self, node: int, root: int) -> None:
        """Move a node to another entity, with its facts and attitudes."""
        row = self.get(node)
        self.touch(root)
        self.touch(row.root if row else root)
        self.connection.execute("UPDATE node SET root = ? WHERE id = ?", (root, node))
        self.forget(node)
        rows = self.connection.execute("SELECT id, document FROM local_entity WHERE node = ?", (node,)).fetchall()
        self._move(rows, root)

    def _move(self, rows: Sequence[tuple[int, int]], entity: int) -> None:
        execute = self.connection.executemany
        execute("UPDATE local_entity SET entity = ? WHERE id = ?", [(entity, local) for local, _ in rows])
        moves = [(entity, document, local) for local, document in rows]
        for table, columns in _LINKED.items():
            for column, key in columns:
                execute(f"UPDATE {table} SET {column} = ? WHERE document = ? AND {key} = ?", moves)

    # Making nodes from the entities of documents.

    def refresh(self) -> tuple[set[int], set[int]]:
        """Make the nodes of pending names again; those that changed (unless all are new), and those that are gone."""
        changed: set[int] = set()
        gone: set[int] = set()
        self._refresh_unnamed()
        full = "SELECT DISTINCT grp FROM pending WHERE named = 1 ORDER BY grp"
        for (group,) in self.connection.execute(full):
            self._refresh_full(group, changed, gone)
        short = "SELECT grp, node FROM pending WHERE named = 2 ORDER BY grp, node"
        for group, rows in groupby(self.connection.execute(short), key=itemgetter(0)):
            self._refresh_short(group, [row[1] for row in rows], changed, gone)
        return changed, gone

    def _refresh_unnamed(self) -> None:
        """Entities without a name: each is its own node and entity."""
        self.connection.execute("DELETE FROM node WHERE id IN (SELECT node FROM pending WHERE named = 0)")
        self.connection.execute(
            "INSERT INTO node SELECT l.node, l.grp, l.type, l.name, '', NULL, 1, l.mentions, '-', NULL, 1.0, '', '', "
            "l.node FROM pending p CROSS JOIN local_entity l ON l.node = p.node WHERE p.named = 0"
        )
        self._rows.clear()

    def _refresh_full(self, group: int, changed: set[int], gone: set[int]) -> None:
        rows = self.connection.execute(
            "SELECT features, entities, documents, mentions FROM member WHERE grp = ? AND entities > 0", (group,)
        ).fetchall()
        labels = self._namesakes(group, rows)
        present = {r[0] for r in self.connection.execute("SELECT id FROM node WHERE grp = ?", (group,))}
        stats: dict[str, list[int]] = {}
        for features, _, documents, mentions in rows:
            label = labels.get(features, "")
            total = stats.setdefault(label, [0, 0])
            total[0] += documents
            total[1] += mentions
        wanted = {self._part_node(group, label): label for label in stats}
        if len(present | set(wanted)) > 1:
            self._assign(group, labels)
        for node, label in wanted.items():
            self._write(node, group, label, None, stats[label][0], stats[label][1], changed)
        for node in present - set(wanted):
            self._drop(node, gone)

    def _namesakes(self, group: int, rows: Sequence[tuple[str, int, int, int]]) -> dict[str, str]:
        """The label of each feature set where one name has several persons; empty where it has one."""
        if sum(1 for row in rows if row[0]) < 2:
            return {}
        members: list[Member] = []
        for features, count, _, _ in rows:
            if not features:
                continue
            context = self.connection.execute(
                "SELECT DISTINCT c.grp FROM local_entity x JOIN local_entity c ON c.document = x.document "
                "AND c.context = 1 AND c.grp <> x.grp WHERE x.grp = ? AND x.features = ?",
                (group, features),
            )
            members.append(Member(features, count, frozenset(row[0] for row in context)))
        return {features: label for features, label in part(members).items() if label}

    @staticmethod
    def _part_node(group: int, label: str) -> int:
        return number("part", str(group), label) if label else group

    def _assign(self, group: int, labels: dict[str, str]) -> None:
        """Put each member of a group to the node of its person."""
        rows = self.connection.execute(
            "SELECT id, document, features, node FROM local_entity WHERE grp = ?", (group,)
        ).fetchall()
        for local, document, features, present in rows:
            node = self._part_node(group, labels.get(features, ""))
            if node != present:
                self.connection.execute("UPDATE local_entity SET node = ? WHERE id = ?", (node, local))
                self._move([(local, document)], node)

    def _refresh_short(self, group: int, nodes: Sequence[int], changed: set[int], gone: set[int]) -> None:
        documents = self.connection.execute(
            "SELECT coalesce(sum(documents), 0) FROM member WHERE grp = ?", (group,)
        ).fetchone()[0]
        if documents:
            self._write(group, group, "", None, documents, 0, changed)
        elif self.get(group) is not None:
            self._drop(group, gone)
        for node in nodes:
            row = self.connection.execute(
                "SELECT document, sum(mentions) FROM local_entity WHERE node = ?", (node,)
            ).fetchone()
            if row[0] is not None:
                self._write(node, group, "", row[0], 1, row[1], changed)
            elif self.get(node) is not None:
                self._drop(node, gone)

    def _write(
        self, node: int, group: int, label: str, document: int | None, documents: int, mentions: int, changed: set[int]
    ) -> None:
        """Insert or update a node; it is changed where what decisions depend on changed."""
        present = self.get(node)
        name, entity_type, named = self._display(group, present) if document is None else self._use(node)
        aliases = self._alias_counts(group) if document is None else {}
        signature = "-"
        if named and not (node == group and document is None and self._taken(node)):
            signature = _signature(name, documents, aliases)
        self.forget(node)
        root = present.root if present else node
        self.touch(root)
        if present is None:
            self.connection.execute(
                "INSERT INTO node VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, 1.0, '', '', ?)",
                (node, group, entity_type, name, label, document, documents, mentions, signature, node),
            )
        else:
            self.connection.execute(
                "UPDATE node SET name = ?, document = ?, documents = ?, mentions = ?, signature = ? WHERE id = ?",
                (name, document, documents, mentions, signature, node),
            )
        astray = self.connection.execute(
            "SELECT id, document FROM local_entity WHERE node = ?1 AND entity < ?2 "
            "UNION ALL SELECT id, document FROM local_entity WHERE node = ?1 AND entity > ?2",
            (node, root),
        ).fetchall()
        if astray:
            self._move(astray, root)
        if not self.whole and (present is None or present.signature != signature):
            changed.add(node)
            self.before[node] = present

    def _alias_counts(self, group: int) -> dict[str, int]:
        """Normal forms of a group's further names, each with the number of documents."""
        rows = self.connection.execute("SELECT key, n FROM alias WHERE grp = ? AND n > 0", (group,))
        return dict(rows.fetchall())

    def _taken(self, node: int) -> bool:
        if self._without_taken is None:
            row = self.connection.execute("SELECT NOT EXISTS (SELECT 1 FROM manual WHERE act = 'take')").fetchone()
            self._without_taken = bool(row[0])
        if self._without_taken:
            return False
        row = self.connection.execute("SELECT EXISTS (SELECT 1 FROM manual WHERE act = 'take' AND node = ?)", (node,))
        return bool(row.fetchone()[0])

    def _use(self, node: int) -> tuple[str, str, bool]:
        """Name and type of one document's use of a short name: as that document writes it."""
        row = self.connection.execute("SELECT min(name), type FROM local_entity WHERE node = ?", (node,)).fetchone()
        return row[0], row[1], True

    def _display(self, group: int, present: NodeRow | None) -> tuple[str, str, bool]:
        """Name and type of a group: its most frequent main form; whether it has a name at all."""
        row = self.connection.execute(
            "SELECT text FROM name WHERE grp = ? AND main = 1 AND n > 0 ORDER BY n DESC, text LIMIT 1", (group,)
        ).fetchone()
        if row and present:
            return row[0], present.type, True
        local = self.connection.execute(
            "SELECT type, name FROM local_entity WHERE grp = ? LIMIT 1", (group,)
        ).fetchone()
        return (row[0], local[0], True) if row else (local[1], local[0], False)

    def _drop(self, node: int, gone: set[int]) -> None:
        """Take a node away; its blocking keys stay until the blocks are made again."""
        row = self.before[node] = self.get(node)
        gone.add(node)
        if row is not None:
            self.touch(row.root)
        self.connection.execute("DELETE FROM node WHERE id = ?", (node,))
        self.forget(node)

    def reset_locals(self) -> None:
        """Every entity of a document back to its own node, as before linking."""
        execute = self.connection.execute
        execute("UPDATE local_entity SET node = grp WHERE named = 1 AND node <> grp")
        execute("UPDATE local_entity SET entity = node WHERE entity <> node")
        for table, columns in _LINKED.items():
            for column, local in columns:
                execute(
                    f"UPDATE {table} SET {column} = (SELECT entity FROM local_entity WHERE id = {local}) "
                    f"WHERE {local} IS NOT NULL"
                )
        self._rows.clear()

    # Entities of the collection.

    def write_entities(self, nodes: Iterable[int]) -> None:
        """Count again the entities that these nodes are, were or belong to."""
        concerned = set(nodes) | self._roots
        for some in numbers(concerned):
            concerned |= {r[0] for r in self.connection.execute(f"SELECT root FROM node WHERE id IN ({some})")}
        for some in numbers(concerned):
            self.connection.execute(f"DELETE FROM entity WHERE id IN ({some})")
            self.connection.execute(_COUNT_ENTITIES.format(where=f"WHERE n.root IN ({some})"))
            self._name_entities(f"e.id IN ({some})")

    def write_all_entities(self) -> None:
        """Count all entities."""
        self.connection.execute("DELETE FROM entity")
        self.connection.execute(_COUNT_ENTITIES.format(where=""))
        self._name_entities("1")

    def _name_entities(self, where: str) -> None:
        """An entity of several names is called by the full name most documents use, in Latin letters if it has such."""
        rows = self.connection.execute(
            "SELECT e.id, n.name, sum(n.documents) FROM entity e "
            "CROSS JOIN node n INDEXED BY node_full ON n.root = e.id "
            f"WHERE {where} AND e.nodes > 1 AND n.document IS NULL AND n.mentions > 0 GROUP BY e.id, n.name"
        )
        for entity, names in groupby(rows, key=itemgetter(0)):
            name = max((script(text) == "latn", documents, len(text), text) for _, text, documents in names)[3]
            self.connection.execute("UPDATE entity SET name = ? WHERE id = ? AND name <> ?", (name, entity, name))


def _signature(name: str, documents: int, aliases: dict[str, int]) -> str:
    """What decisions may depend on; counts in powers of four."""
    counts = {key: bucket(n) for key, n in sorted(aliases.items())}
    return json.dumps({"n": name, "d": bucket(documents), "a": counts}, ensure_ascii=False)
