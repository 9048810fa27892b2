"""Nodes of linking in the store: made from the entities of documents, with their blocking keys."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from factbook.link.decide import Settings, bucket
from factbook.link.keys import emitted, number, read
from factbook.link.names import NameForm, parse
from factbook.link.namesakes import Member, part
from factbook.link.scripts import script

SHORT = 2  # `named` of an entity whose fullest name is a short one; 1: a full name, 0: none
LINKED_TYPES = ("PER", "ORG", "GPE", "LOC", "FAC")


def numbers(items: Iterable[int], size: int = 800) -> Iterator[str]:
    """Comma-separated integers for `IN (…)`, some at a time."""
    everything = sorted(items)
    for start in range(0, len(everything), size):
        yield ",".join(map(str, everything[start : start + size]))


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
    def linkable(self) -> bool:
        """Whether names decide: not for what was taken out by hand, nor for what has no name."""
        return self.signature.startswith("{")


class Nodes:
    """Reads and writes nodes; keeps those it has read."""

    def __init__(self, connection: sqlite3.Connection, settings: Settings) -> None:
        self.connection = connection
        self.settings = settings
        self._rows: dict[int, NodeRow | None] = {}
        self._roots: set[int] = set()  # entities that lost or won a node

    def get(self, node: int) -> NodeRow | None:
        """The node; None if there is none."""
        if node not in self._rows:
            if len(self._rows) > 200_000:
                self._rows.clear()
            row = self.connection.execute(
                "SELECT id, grp, type, name, part, document, documents, parent, root, signature, "
                "score, rule, evidence FROM node WHERE id = ?",
                (node,),
            ).fetchone()
            self._rows[node] = NodeRow(*row) if row else None
        return self._rows[node]

    def forget(self, node: int) -> None:
        self._rows.pop(node, None)

    def touch(self, entity: int) -> None:
        """Remember that an entity must be counted again."""
        self._roots.add(entity)

    def set_root(self, node: int, root: int) -> None:
        """Move a node to another entity, with its facts and attitudes."""
        row = self.get(node)
        self._roots |= {root, row.root if row else root}
        self.connection.execute("UPDATE node SET root = ? WHERE id = ?", (root, node))
        self.forget(node)
        rows = self.connection.execute("SELECT id, document FROM local_entity WHERE node = ?", (node,)).fetchall()
        self._move(rows, root)

    def _move(self, rows: Sequence[tuple[int, int]], entity: int) -> None:
        execute = self.connection.executemany
        execute("UPDATE local_entity SET entity = ? WHERE id = ?", [(entity, local) for local, _ in rows])
        moves = [(entity, document, local) for local, document in rows]
        for table, columns in (
            ("fact", ("subject", "object")),
            ("attitude", ("source", "author", "target", "argument")),
        ):
            for column in columns:
                execute(f"UPDATE {table} SET {column} = ? WHERE document = ? AND {column}_local = ?", moves)
        execute("UPDATE argument SET entity = ? WHERE document = ? AND local = ?", moves)

    # Making nodes from the entities of documents.

    def refresh(self, pending: Iterable[tuple[int, int, int]]) -> tuple[set[int], set[int], set[int]]:
        """Make the nodes of changed groups again.

        Returns nodes whose decisions may change, nodes that are gone, and the blocking keys under which others must
        look again.
        """
        changed: set[int] = set()
        gone: set[int] = set()
        keys: set[int] = set()
        groups: dict[int, list[int]] = {}
        full: set[int] = set()
        self._refresh_unnamed()
        for node, group, named in pending:
            if named == SHORT:
                groups.setdefault(group, []).append(node)
            elif named:
                full.add(group)
        for group in sorted(full):
            self._refresh_full(group, changed, gone, keys)
        for group in sorted(groups):
            self._refresh_short(group, sorted(groups[group]), changed, gone, keys)
        return changed, gone, keys

    def _refresh_unnamed(self) -> None:
        """Entities without a name: each is its own node and entity."""
        self.connection.execute("DELETE FROM node WHERE id IN (SELECT node FROM pending WHERE named = 0)")
        self.connection.execute(
            "INSERT INTO node SELECT l.node, l.grp, l.type, l.name, '', NULL, 1, l.mentions, '-', NULL, 1.0, '', '', "
            "l.node FROM pending p CROSS JOIN local_entity l ON l.node = p.node WHERE p.named = 0"
        )
        self._rows.clear()

    def _refresh_full(self, group: int, changed: set[int], gone: set[int], keys: set[int]) -> None:
        rows = self.connection.execute(
            "SELECT features, count(*), count(DISTINCT document), sum(mentions) FROM local_entity "
            "WHERE grp = ? GROUP BY features",
            (group,),
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
            self._write(node, group, label, None, stats[label][0], stats[label][1], changed, keys)
        for node in present - set(wanted):
            self._drop(node, gone, keys)

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

    def _refresh_short(
        self, group: int, nodes: Sequence[int], changed: set[int], gone: set[int], keys: set[int]
    ) -> None:
        documents = self.connection.execute(
            "SELECT count(DISTINCT document) FROM local_entity WHERE grp = ?", (group,)
        ).fetchone()[0]
        if documents:
            self._write(group, group, "", None, documents, 0, changed, keys)
        elif self.get(group) is not None:
            self._drop(group, gone, keys)
        for node in nodes:
            row = self.connection.execute(
                "SELECT document, sum(mentions) FROM local_entity WHERE node = ?", (node,)
            ).fetchone()
            if row[0] is not None:
                self._write(node, group, "", row[0], 1, row[1], changed, keys)
            elif self.get(node) is not None:
                self._drop(node, gone, keys)

    def _write(
        self, node: int, group: int, label: str, document: int | None, documents: int, mentions: int,
        changed: set[int], keys: set[int],
    ) -> None:  # fmt: skip
        """Insert or update a node, and its keys where the names changed."""
        name, entity_type, named = self._display(group, node)
        aliases: dict[str, int] = {}
        if document is None:
            rows = self.connection.execute("SELECT key, n FROM alias WHERE grp = ?", (group,))
            aliases = {key: n for key, n in rows if n > 0}
        signature = self._signature(name, documents, aliases, named, node, group, document)
        present = self.get(node)
        self.forget(node)
        self.touch(present.root if present else node)
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
        locals_ = self.connection.execute(
            "SELECT id, document FROM local_entity WHERE node = ? AND entity <> ?",
            (node, present.root if present else node),
        ).fetchall()
        if locals_:
            self._move(locals_, present.root if present else node)
        if present is None or present.signature != signature:
            changed.add(node)
            keys |= self._write_keys(node, entity_type, name, documents, aliases, signature, document, label)

    def _signature(
        self,
        name: str,
        documents: int,
        aliases: dict[str, int],
        named: bool,
        node: int,
        group: int,
        document: int | None,
    ) -> str:
        """What decisions may depend on; counts in powers of two."""
        if not named or (node == group and document is None and self._taken(node)):
            return "-"
        counts = {key: bucket(n) for key, n in sorted(aliases.items())}
        return json.dumps({"n": name, "d": bucket(documents), "a": counts}, ensure_ascii=False)

    def _taken(self, node: int) -> bool:
        row = self.connection.execute("SELECT EXISTS (SELECT 1 FROM manual WHERE act = 'take' AND node = ?)", (node,))
        return bool(row.fetchone()[0])

    def _display(self, group: int, node: int) -> tuple[str, str, bool]:
        """Name and type of a group: its most frequent main form."""
        row = self.connection.execute(
            "SELECT text FROM name WHERE grp = ? AND main = 1 AND n > 0 ORDER BY n DESC, text LIMIT 1", (group,)
        ).fetchone()
        local = self.connection.execute(
            "SELECT type, name FROM local_entity WHERE grp = ? LIMIT 1", (group,)
        ).fetchone()
        return (row[0], local[0], True) if row else (local[1], local[0], False)

    def _write_keys(
        self, node: int, entity_type: str, name: str, documents: int, aliases: dict[str, int], signature: str,
        document: int | None, label: str,
    ) -> set[int]:  # fmt: skip
        """Store a node's blocking keys; all keys that it emitted before or emits now."""
        before = {r[0] for r in self.connection.execute("SELECT key FROM emitted WHERE node = ?", (node,))}
        if before:
            self.connection.execute("DELETE FROM emitted WHERE node = ?", (node,))
        self.connection.execute("DELETE FROM looked_up WHERE node = ?", (node,))
        if signature == "-" or label or not self.settings.names or entity_type not in LINKED_TYPES:
            return before
        form = parse(name, entity_type)
        outside = self.settings.outside
        known = sorted(aliases)
        now: set[int] = set()
        if document is None and not form.short:
            now = emitted(entity_type, form, known, outside=outside)
        if document is not None or not form.short:
            looked = read(entity_type, form, known if document is None else (), outside=outside)
            self.connection.executemany("INSERT INTO looked_up VALUES (?, ?)", [(key, node) for key in looked])
        order = -bucket(documents)
        self.connection.executemany("INSERT INTO emitted VALUES (?, ?, ?)", [(key, order, node) for key in now])
        return before | now

    def _drop(self, node: int, gone: set[int], keys: set[int]) -> None:
        keys |= {r[0] for r in self.connection.execute("SELECT key FROM emitted WHERE node = ?", (node,))}
        for table in ("emitted", "looked_up"):
            self.connection.execute(f"DELETE FROM {table} WHERE node = ?", (node,))
        row = self.get(node)
        gone.add(node)
        if row is not None:
            gone.add(row.root)
        self.connection.execute("DELETE FROM node WHERE id = ?", (node,))
        self.forget(node)

    def reset_locals(self) -> None:
        """Every entity of a document back to its own node, as before linking."""
        rows = self.connection.execute(
            "SELECT l.id, l.document, l.grp, l.node, l.named, l.key, d.name, l.type FROM local_entity l "
            "JOIN document d ON d.id = l.document"
        ).fetchall()
        for local, document, group, present, named, *_ in rows:
            node = group if named == 1 else present
            if node != present:
                self.connection.execute("UPDATE local_entity SET node = ? WHERE id = ?", (node, local))
            self._move([(local, document)], node)
        self._rows.clear()

    # Context changes of removed documents, until linking runs.

    def remember_forgotten(self, pairs: Iterable[tuple[int, int]]) -> None:
        rows = [(f"forgotten:{first}:{second}", "") for first, second in pairs]
        self.connection.executemany("INSERT OR IGNORE INTO meta VALUES (?, ?)", rows)

    def take_forgotten(self) -> set[tuple[int, int]]:
        rows = self.connection.execute(
            "SELECT key FROM meta WHERE key >= 'forgotten:' AND key < 'forgotten;'"
        ).fetchall()
        if rows:
            self.connection.execute("DELETE FROM meta WHERE key >= 'forgotten:' AND key < 'forgotten;'")
        pairs = (row[0].split(":") for row in rows)
        return {(int(first), int(second)) for _, first, second in pairs}

    # Entities of the collection.

    def write_entities(self, nodes: Iterable[int]) -> None:
        """Count again the entities that these nodes are, were or belong to."""
        concerned = set(nodes) | self._roots
        for some in numbers(concerned):
            concerned |= {r[0] for r in self.connection.execute(f"SELECT root FROM node WHERE id IN ({some})")}
        for some in numbers(concerned):
            self.connection.execute(f"DELETE FROM entity WHERE id IN ({some})")
            self.connection.execute(
                "INSERT INTO entity SELECT n.root, r.type, r.name, count(*), "
                "sum(CASE WHEN n.mentions THEN n.documents ELSE 0 END), sum(n.mentions), "
                "round(sum(max(n.documents, 1) * CAST(round(n.score * 10000) AS INTEGER)) "
                "/ (10000.0 * sum(max(n.documents, 1))), 4) FROM node n JOIN node r ON r.id = n.root "
                f"WHERE n.root IN ({some}) GROUP BY n.root HAVING sum(n.mentions) > 0"
            )
        for some in numbers(concerned):
            self._name_entities(some)

    def _name_entities(self, some: str) -> None:
        """An entity of several names is called by the full name most documents use, in Latin letters if it has such."""
        several = self.connection.execute(f"SELECT id FROM entity WHERE id IN ({some}) AND nodes > 1").fetchall()
        for (entity,) in several:
            rows = self.connection.execute(
                "SELECT name, sum(documents) FROM node WHERE root = ? AND document IS NULL AND mentions > 0 "
                "GROUP BY name",
                (entity,),
            ).fetchall()
            if rows:
                name, _ = max(rows, key=lambda row: (script(row[0]) == "latn", row[1], len(row[0]), row[0]))
                self.connection.execute("UPDATE entity SET name = ? WHERE id = ?", (name, entity))
