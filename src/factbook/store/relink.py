"""Linking inside the store: only what changed is decided again, and the result is that of linking everything.

Order of work: contexts of new documents, nodes of changed names, their blocking keys, parents of full names, roots,
parents of short names (they look at the roots of full names), entities. `decide.py` makes the decisions; nothing here
compares names.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from factbook.link.decide import Decision, Meant, Settings, choose_full
from factbook.store import indexes
from factbook.store.blocks import BlockTable, Concerned, Elsewhere
from factbook.store.contexts import Contexts
from factbook.store.ids import numbers
from factbook.store.nodes import NodeRow, Nodes
from factbook.store.uses import Uses

PORTION = 200  # uses of a short name that are decided together
SHORT_NAME = 0.5  # score of a short name that joins its like because no full name fits


class Linker:
    """Links what is pending, inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection, settings: Settings, elsewhere: Elsewhere | None = None) -> None:
        self.connection = connection
        self.settings = settings
        self.nodes = Nodes(connection, settings)
        self.blocks = BlockTable(connection, settings, self.nodes, elsewhere)
        self.contexts = Contexts(connection)
        self.uses = Uses(connection, settings, self.nodes, self.blocks)
        self._without_manual: bool | None = None

    def run(self) -> int:
        """Link everything pending; the number of names that had changed."""
        count = int(self.connection.execute("SELECT count(*) FROM pending").fetchone()[0])
        whole = not self.connection.execute("SELECT EXISTS (SELECT 1 FROM node)").fetchone()[0]
        self.nodes.whole = whole
        contexts = self.contexts.count(whole=whole)
        if not count and not contexts:
            return 0
        if whole:
            indexes.make(self.connection, indexes.FOR_LINKING)
        changed, gone = self.nodes.refresh()
        rows = self._all("1") if whole else self.nodes.several(sorted(changed))
        concerned = self.blocks.write(rows, gone, whole=whole)
        if whole:
            self._whole()
        else:
            self._changed(changed, gone, concerned, contexts)
        self.connection.execute("DELETE FROM pending")
        self.connection.execute("DELETE FROM pending_document")
        return count

    def _whole(self) -> None:
        """Decide everything."""
        self.blocks.score_elsewhere(None)
        self._settle(self._decide_full(self._all("document IS NULL")))
        self._settle(self._decide_short(self._all("document IS NOT NULL")))
        indexes.make(self.connection, indexes.FOR_QUERIES)
        self.nodes.write_all_entities()

    def _changed(self, changed: set[int], gone: set[int], concerned: Concerned, contexts: dict[int, set[int]]) -> None:
        """Decide again what may be decided differently."""
        orphans = self._children(gone)
        # A full name decides by its signature and its candidates' alone, a short one also by its document.
        pending = {row[0] for row in self.connection.execute("SELECT node FROM pending WHERE named = 2")}
        dirty = pending | self._manual_nodes() | changed | orphans | self._children(changed)
        dirty |= self.blocks.names(concerned)
        full, short = self._split(dirty)
        meaning = self.blocks.short_names(concerned)
        self.blocks.score_elsewhere(full | meaning.keys() | {row.grp for row in self.nodes.several(short)})
        moved = self._settle(full | self._decide_full(self.nodes.several(sorted(full))))
        # Short names look at roots: where the root of a full name moved, its readers decide again.
        seen: Concerned = {}
        for node in moved:
            for key in self.blocks.visible(node):
                seen.setdefault(key, set()).add(node)
        for group, nodes in self.blocks.short_names(seen).items():
            meaning.setdefault(group, set()).update(nodes)
        short |= self.uses.concerned(meaning, contexts) | self._near(contexts)
        self._settle(short | self._decide_short(self._by_group(short)))
        self.nodes.write_entities(gone | changed | {r[0] for r in self.connection.execute("SELECT node FROM pending")})

    def _near(self, contexts: dict[int, set[int]]) -> set[int]:
        """Uses of short names that may mean a name whose context changed, in documents where that matters."""
        others = set().union(*contexts.values())
        sizes = {row.id: row.documents for row in self.nodes.several(others)}
        found: set[int] = set()
        for name, changed in contexts.items():
            for group in self.blocks.short_readers(name):
                row = self.nodes.get(group)
                found |= self.contexts.uses_with(group, row.documents if row else 0, changed, sizes)
        return found

    def again(self) -> int:
        """Forget all decisions but those made by hand, and link everything."""
        for table in ("node", "emitted", "looked_up", "cooccur", "entity", "pending", "pending_document"):
            self.connection.execute(f"DELETE FROM {table}")
        self.nodes.reset_locals()
        self.connection.execute("INSERT INTO pending_document SELECT id FROM document")
        self.connection.execute(
            "INSERT OR REPLACE INTO pending SELECT node, grp, named FROM local_entity GROUP BY node, grp, named"
        )
        return self.run()

    # Which nodes.

    def _all(self, where: str) -> Iterator[NodeRow]:
        """All nodes, group by group, some at a time: what is decided meanwhile does not disturb it."""
        last = (-1, -1)
        query = f"SELECT grp, id FROM node WHERE (grp, id) > (?, ?) AND {where} ORDER BY grp, id LIMIT 2000"
        while rows := self.connection.execute(query, last).fetchall():
            yield from self.nodes.several(row[1] for row in rows)
            last = rows[-1]

    def _by_group(self, nodes: Iterable[int]) -> list[NodeRow]:
        return sorted(self.nodes.several(nodes), key=lambda row: (row.grp, row.id))

    def _children(self, nodes: Iterable[int]) -> set[int]:
        found: set[int] = set()
        for some in numbers(nodes):
            found |= {r[0] for r in self.connection.execute(f"SELECT id FROM node WHERE parent IN ({some})")}
        return found

    def _split(self, nodes: Iterable[int]) -> tuple[set[int], set[int]]:
        """Existing nodes of full names, and of short names in documents."""
        full: set[int] = set()
        short: set[int] = set()
        for some in numbers(nodes):
            for node, document in self.connection.execute(f"SELECT id, document FROM node WHERE id IN ({some})"):
                (full if document is None else short).add(node)
        return full, short

    # Decisions.

    def _decide_full(self, rows: Iterable[NodeRow]) -> set[int]:
        """Choose the parents of full names; those whose parent changed."""
        moved: set[int] = set()
        for row in rows:
            decision = self._by_hand(row.id)
            if decision is None and self.settings.names and not row.part and row.linkable and not row.form.short:
                decision = choose_full(row.type, self.blocks.matched(row))
            if self._set_parent(row, decision):
                moved.add(row.id)
        return moved

    def _decide_short(self, rows: Iterable[NodeRow]) -> set[int]:
        """Choose what short names mean; all uses of one have the same candidates. Those whose parent changed."""
        moved: set[int] = set()
        group, meant = -1, Meant([], self.settings)
        sizes: dict[int, int] = {}
        for portion in _portions(rows):
            if portion[0].grp != group:
                group = portion[0].grp
                matched = self.blocks.matched(portion[0]) if self.settings.names else []
                meant = Meant(matched, self.settings)
                sizes = {candidate.group: candidate.documents for candidate, _ in matched}
            moved |= self._decide_uses(portion, meant, sizes)
        return moved

    def _decide_uses(self, rows: list[NodeRow], meant: Meant, sizes: dict[int, int]) -> set[int]:
        documents = {row.document for row in rows if row.document is not None} if sizes else set()
        contexts = self.contexts.shared(sizes, documents) if documents else {}
        moved: set[int] = set()
        for row in rows:
            decision = self._by_hand(row.id)
            if decision is None and row.document in contexts:
                decision = meant.choose(*contexts[row.document])
            if decision is None:
                decision = Decision(row.grp, SHORT_NAME, "same short name", row.name)
            if self._set_parent(row, decision):
                moved.add(row.id)
        return moved

    def _manual_nodes(self) -> set[int]:
        """Nodes with a decision by hand that are pending, or whose other part may have come or gone."""
        return {row[0] for row in self.connection.execute("SELECT node FROM manual WHERE act IN ('merge', 'apart')")}

    def _by_hand(self, node: int) -> Decision | None:
        if self._without_manual is None:
            row = self.connection.execute("SELECT NOT EXISTS (SELECT 1 FROM manual)").fetchone()
            self._without_manual = bool(row[0])
        if self._without_manual:
            return None
        act = self.connection.execute(
            "SELECT act, other, label FROM manual WHERE node = ? AND act IN ('merge', 'apart') "
            "ORDER BY id DESC LIMIT 1",
            (node,),
        ).fetchone()
        if act is None:
            return None
        if act[0] == "apart":
            return Decision(0, 1.0, "by hand", act[2])
        exists = self.connection.execute("SELECT EXISTS (SELECT 1 FROM node WHERE id = ?)", (act[1],)).fetchone()[0]
        return Decision(act[1], 1.0, "by hand", act[2]) if exists else None

    def _set_parent(self, row: NodeRow, decision: Decision | None) -> bool:
        """Write a decision; whether the parent changed."""
        parent = decision.parent if decision and decision.parent and decision.parent != row.id else None
        score, rule, evidence = 1.0, "", ""
        if decision is not None and (parent is not None or decision.rule == "by hand"):
            score, rule = decision.score, decision.rule
            evidence = _evidence(decision.name, decision.shared)
        if (parent, score, rule, evidence) != (row.parent, row.score, row.rule, row.evidence):
            self.connection.execute(
                "UPDATE node SET parent = ?, score = ?, rule = ?, evidence = ? WHERE id = ?",
                (parent, score, rule, evidence, row.id),
            )
            self.nodes.forget(row.id)
            self.nodes.touch(row.root)
        return parent != row.parent

    # Roots.

    def _settle(self, nodes: set[int]) -> set[int]:
        """Set the roots of these nodes and of all below them; nodes whose root changed."""
        changed: set[int] = set()
        queue = sorted(nodes)
        while queue:
            following: list[int] = []
            for node in queue:
                row = self.nodes.get(node)
                if row is None:
                    continue
                root = self._root(node)
                if root != row.root:
                    self.nodes.set_root(node, root)
                    changed.add(node)
                    following.append(node)
            queue = sorted(self._children(following))
        return changed

    def _root(self, node: int) -> int:
        seen = [node]
        while True:
            row = self.nodes.get(seen[-1])
            if row is None or row.parent is None or row.parent in seen:
                return seen[-1] if row is not None else seen[-2] if len(seen) > 1 else node
            seen.append(row.parent)


def _portions(rows: Iterable[NodeRow]) -> Iterator[list[NodeRow]]:
    """Uses of one short name, some at a time; `rows` come group by group."""
    portion: list[NodeRow] = []
    for row in rows:
        if portion and (row.grp != portion[0].grp or len(portion) == PORTION):
            yield portion
            portion = []
        portion.append(row)
    if portion:
        yield portion


@lru_cache(maxsize=4096)
def _evidence(name: str, shared: int) -> str:
    return msgspec.json.encode({"name": name, "shared": shared}).decode()
