"""Which uses of a short name may mean something else now that names it may mean have changed.

A surname that thousands of documents use alone is not decided again in all of them because one of its bearers came or
went: that matters only where this bearer is near, or where it is among the two that decide.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Set

from factbook.link.decide import Candidate, Settings, plain_total
from factbook.link.match import Match
from factbook.link.pairs import Named, score_pair
from factbook.store.blocks import BlockTable, candidate_of, named_of
from factbook.store.contexts import Contexts
from factbook.store.nodes import NodeRow, Nodes

FEW = 12  # uses that are decided again without asking whether it matters
MANY = 800  # names of a context: from here on too many to look for

Changed = Mapping[int, Set[int]]  # by group of a short name: the nodes it may mean that changed, came or went


class Uses:
    """Finds the uses of short names that changed names may concern."""

    def __init__(self, connection: sqlite3.Connection, settings: Settings, nodes: Nodes, blocks: BlockTable) -> None:
        self.connection, self.settings, self.nodes, self.blocks = connection, settings, nodes, blocks
        self.contexts = Contexts(connection)

    def concerned(self, changed: Changed, contexts: Changed) -> set[int]:
        """Uses to decide again: `contexts` has by name the names it now occurs with, or no longer does."""
        found: set[int] = set()
        for group, names in changed.items():
            row = self.nodes.get(group)
            if row is not None:
                found |= self._of(row, names, contexts)
        return found

    def _of(self, row: NodeRow, changed: Set[int], contexts: Changed) -> set[int]:
        if row.documents <= FEW:
            return self._all(row.grp)
        named = named_of(row)
        totals = [total for node in changed for total in self._totals(named, node)]
        if not totals:
            return set()
        better = self._better(row, changed, max(totals))
        others = self._context(changed, contexts)
        if len(better) < 2 or len(others) > MANY:
            return self._all(row.grp)
        # A candidate that the document itself names counts less there: it may let a changed one through.
        found = self._beside(row.grp, {*changed, *better})
        sizes = {known.grp: known.documents for known in self.nodes.several(others)}
        return found | self.contexts.uses_with(row.grp, row.documents, others, sizes)

    def _totals(self, named: Named, node: int) -> list[float]:
        """What a changed node counts without context, as it was and as it is."""
        rows = [self.nodes.get(node)]
        if node in self.nodes.before:
            rows.append(self.nodes.before[node])
        found: list[float] = []
        for row in rows:
            candidate = candidate_of(row)
            hit = self._hit(named, candidate)
            if candidate is not None and hit is not None:
                found.append(plain_total(candidate, hit))
        return found

    def _hit(self, named: Named, candidate: Candidate | None) -> Match | None:
        if candidate is None or candidate.group == named.group:
            return None
        return score_pair(self.settings, named, candidate)

    def _better(self, row: NodeRow, changed: Set[int], limit: float) -> list[int]:
        """Unchanged candidates of two entities, above all changed ones: these decide in most documents."""
        found: dict[int, int] = {}
        entries = [(plain_total(candidate, hit), candidate) for candidate, hit in self.blocks.matched(row)]
        for total, candidate in sorted(entries, key=lambda entry: -entry[0]):
            if candidate.node not in changed and total > limit and len(found) < 2:
                found.setdefault(candidate.root, candidate.group)
        return list(found.values())

    def _context(self, changed: Set[int], contexts: Changed) -> set[int]:
        """Names that occur with a changed one, or did so before. (A node that others find is its group.)"""
        found: set[int] = set()
        if self.settings.context:
            for node in changed:
                found |= {row[0] for row in self.connection.execute("SELECT b FROM cooccur WHERE a = ?", (node,))}
                found |= contexts.get(node, set())
        return found

    def _beside(self, group: int, others: Set[int]) -> set[int]:
        """Uses in documents that name one of these groups."""
        some = ",".join(map(str, sorted(others)))
        rows = self.connection.execute(
            "SELECT DISTINCT s.node FROM local_entity s CROSS JOIN local_entity c "
            f"ON c.grp IN ({some}) AND c.document = s.document WHERE s.grp = ?",
            (group,),
        )
        return {row[0] for row in rows}

    def _all(self, group: int) -> set[int]:
        rows = self.connection.execute("SELECT id FROM node WHERE grp = ? AND document IS NOT NULL", (group,))
        return {row[0] for row in rows}
