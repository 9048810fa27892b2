"""Linking inside the store: only what changed is decided again, and the result is that of linking everything.

Order of work: contexts of new documents, nodes of changed names, parents of full names, roots, parents of short names
(they look at the roots of full names), entities. `decide.py` makes the decisions; nothing here compares names.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from factbook.link.decide import Candidate, Decision, Settings, choose_full, choose_short, short_match
from factbook.link.match import Match
from factbook.store.nodes import SHORT, NodeRow, Nodes, numbers

CANDIDATES = 32  # looked at under one key, the most prominent first: keeps the work linear
FEW = 50  # documents for which it pays to find out exactly which contexts changed
SHORT_NAME = 0.5  # score of a short name that joins its like because no full name fits


class Linker:
    """Links what is pending, inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection, settings: Settings) -> None:
        self.connection = connection
        self.settings = settings
        self.nodes = Nodes(connection, settings)
        self._aliases: dict[int, dict[str, int]] = {}
        self._without_manual: bool | None = None

    def run(self) -> int:
        """Link everything pending; the number of names that had changed."""
        rows = self.connection.execute("SELECT node, grp, named FROM pending").fetchall()
        contexts = self._contexts()
        if not rows and not contexts:
            return 0
        changed, gone, keys = self.nodes.refresh(rows)
        readers = self._readers(keys)
        orphans = self._children(gone)
        # A full name decides by its signature and its candidates' alone, a short one also by its document.
        dirty = {row[0] for row in rows if row[2] == SHORT} | self._manual_nodes() | changed | readers | orphans
        full, short = self._split(dirty)
        moved = self._decide_full(full)
        touched = self._settle(full | moved)
        # Short names look at roots: where the root of a full name moved, its readers decide again.
        short |= self._split(self._readers(self._keys_of(touched)))[1]
        short |= self._near(contexts, short)
        self._decide_short(short)
        touched |= self._settle(short)
        self.nodes.write_entities(touched | gone | {row[0] for row in rows} | changed)
        self.connection.execute("DELETE FROM pending")
        self.connection.execute("DELETE FROM pending_document")
        return len(rows)

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

    # Contexts: which main names occur together.

    def _contexts(self) -> dict[int, set[int]]:
        """Count the contexts of new documents; the pairs of names that now occur together or no longer do."""
        pairs = (
            "FROM pending_document p CROSS JOIN local_entity x ON x.document = p.document AND x.context = 1 "
            "CROSS JOIN local_entity y ON y.document = p.document AND y.context = 1 AND y.grp <> x.grp"
        )
        changed = self.nodes.take_forgotten()
        waiting = self.connection.execute("SELECT count(*) FROM pending_document").fetchone()[0]
        if waiting <= FEW:
            rows = self.connection.execute(
                f"SELECT DISTINCT x.grp, y.grp {pairs} "
                "WHERE NOT EXISTS (SELECT 1 FROM cooccur c WHERE c.a = x.grp AND c.b = y.grp)"
            )
            changed ^= set(rows.fetchall())  # a pair that went and came back is as before
        else:
            changed |= set(self.connection.execute(f"SELECT DISTINCT x.grp, y.grp {pairs}").fetchall())
        self.connection.execute(
            f"INSERT INTO cooccur SELECT x.grp, y.grp, count(DISTINCT p.document) {pairs} GROUP BY x.grp, y.grp "
            "ON CONFLICT (a, b) DO UPDATE SET n = n + excluded.n"
        )
        found: dict[int, set[int]] = {}
        for first, second in changed:
            found.setdefault(first, set()).add(second)
        return found

    def forget_context(self, document: int) -> None:
        """Take a document that is about to go out of the counts."""
        rows = self.connection.execute(
            "SELECT DISTINCT x.grp, y.grp FROM local_entity x CROSS JOIN local_entity y ON y.document = x.document "
            "WHERE x.document = ? AND x.context = 1 AND y.context = 1 AND y.grp <> x.grp",
            (document,),
        ).fetchall()
        waiting = "SELECT EXISTS (SELECT 1 FROM pending_document WHERE document = ?)"
        if not self.connection.execute(waiting, (document,)).fetchone()[0]:
            self.connection.executemany("UPDATE cooccur SET n = n - 1 WHERE a = ? AND b = ?", rows)
            gone = [
                row
                for row in rows
                if self.connection.execute("SELECT n FROM cooccur WHERE a = ? AND b = ?", row).fetchone() == (0,)
            ]
            self.connection.executemany("DELETE FROM cooccur WHERE a = ? AND b = ?", gone)
            self.nodes.remember_forgotten(gone)
        self.connection.execute("DELETE FROM pending_document WHERE document = ?", (document,))

    def _near(self, changed: dict[int, set[int]], decided: set[int]) -> set[int]:
        """Short names that may mean a name whose context changed, in documents with a name that it now occurs with."""
        waiting, documents = self.connection.execute(
            "SELECT (SELECT count(*) FROM pending_document), (SELECT count(*) FROM document)"
        ).fetchone()
        if waiting == documents:
            return set()  # every short name decides anyway
        found: set[int] = set()
        for group, others in changed.items():
            some = ",".join(map(str, sorted(others)))
            rows = self.connection.execute(
                "SELECT DISTINCT s.id FROM node f CROSS JOIN emitted e ON e.node = f.id "
                "CROSS JOIN looked_up l ON l.key = e.key CROSS JOIN node s ON s.id = l.node AND s.document IS NOT NULL "
                "CROSS JOIN local_entity c ON c.document = s.document AND c.context = 1 "
                f"WHERE f.grp = ? AND c.grp IN ({some})",
                (group,),
            )
            found |= {row[0] for row in rows}
        return found - decided

    # Who depends on whom.

    def _keys_of(self, nodes: Iterable[int]) -> set[int]:
        found: set[int] = set()
        for some in numbers(nodes):
            found |= {r[0] for r in self.connection.execute(f"SELECT DISTINCT key FROM emitted WHERE node IN ({some})")}
        return found

    def _readers(self, keys: Iterable[int]) -> set[int]:
        found: set[int] = set()
        for some in numbers(keys):
            found |= {
                r[0] for r in self.connection.execute(f"SELECT DISTINCT node FROM looked_up WHERE key IN ({some})")
            }
        return found

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

    def _decide_full(self, nodes: set[int]) -> set[int]:
        """Choose the parents of full names; those whose parent changed."""
        moved: set[int] = set()
        for node in sorted(nodes):
            row = self.nodes.get(node)
            if row is None:
                continue
            decision = self._by_hand(node)
            if decision is None and self.settings.names and not row.part and row.linkable:
                aliases = self._alias_counts(row.grp)
                candidates = self._candidates(node, row.grp)
                decision = choose_full(row.type, row.form, row.documents, aliases, candidates, self.settings)
            if self._set_parent(row, decision):
                moved.add(node)
        return moved

    def _decide_short(self, nodes: set[int]) -> None:
        meant: dict[int, list[tuple[Candidate, Match]]] = {}  # by group: all uses of a short name have the same
        for node in sorted(nodes):
            row = self.nodes.get(node)
            if row is None:
                continue
            decision = self._by_hand(node)
            if decision is None and self.settings.names:
                near = self._in_context(self._matched(row, meant), row.document)
                decision = choose_short(near, self.settings)
            if decision is None:
                decision = Decision(row.grp, SHORT_NAME, "same short name", row.form.text)
            self._set_parent(row, decision)

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

    def _candidates(self, node: int, group: int) -> list[Candidate]:
        keys = [r[0] for r in self.connection.execute("SELECT key FROM looked_up WHERE node = ?", (node,))]
        found: set[int] = set()
        for key in keys:
            found |= {
                r[0]
                for r in self.connection.execute(
                    "SELECT node FROM emitted WHERE key = ? ORDER BY rank, node LIMIT ?", (key, CANDIDATES)
                )
            }
        candidates: list[Candidate] = []
        for other in sorted(found - {node}):
            row = self.nodes.get(other)
            if row is not None and row.grp != group and not row.form.short:
                aliases = self._alias_counts(row.grp)
                candidates.append(Candidate(other, row.grp, row.root, row.form, row.documents, aliases))
        return candidates

    def _alias_counts(self, group: int) -> dict[str, int]:
        if group not in self._aliases:
            rows = self.connection.execute("SELECT key, n FROM alias WHERE grp = ?", (group,))
            self._aliases[group] = {key: n for key, n in rows if n > 0}
        return self._aliases[group]

    def _matched(self, row: NodeRow, meant: dict[int, list[tuple[Candidate, Match]]]) -> list[tuple[Candidate, Match]]:
        """The full names that a short name may mean, with the rule that says so."""
        if row.grp not in meant:
            meant[row.grp] = [
                (candidate, hit)
                for candidate in self._candidates(row.id, row.grp)
                if (hit := short_match(row.type, row.form, candidate, self.settings)) is not None
            ]
        return meant[row.grp]

    def _in_context(
        self, matched: list[tuple[Candidate, Match]], document: int | None
    ) -> list[tuple[Candidate, Match]]:
        """The candidates with the number of main names of the document that they occur with elsewhere."""
        if not matched or document is None:
            return matched
        rows = self.connection.execute(
            "SELECT grp, context FROM local_entity WHERE document = ?", (document,)
        ).fetchall()
        present = {group for group, _ in rows}
        context = ",".join(str(group) for group in {group for group, main in rows if main})
        groups = ",".join(str(candidate.group) for candidate, _ in matched)
        shared = dict(
            self.connection.execute(
                f"SELECT a, count(*) FROM cooccur WHERE a IN ({groups}) AND b IN ({context}) GROUP BY a"
            ).fetchall()
        )
        return [
            (candidate._replace(shared=shared.get(candidate.group, 0), same_document=candidate.group in present), hit)
            for candidate, hit in matched
        ]

    def _set_parent(self, row: NodeRow, decision: Decision | None) -> bool:
        """Write a decision; whether the parent changed."""
        parent = decision.parent if decision and decision.parent and decision.parent != row.id else None
        score, rule, evidence = 1.0, "", ""
        if decision is not None and (parent is not None or decision.rule == "by hand"):
            score, rule = decision.score, decision.rule
            evidence = json.dumps({"name": decision.name, "shared": decision.shared}, ensure_ascii=False)
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
