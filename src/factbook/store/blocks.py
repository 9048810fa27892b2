"""Blocks of linking in the store: the blocking keys of nodes, and the candidates that share one with a node."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Set
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, Protocol

from factbook.link.decide import Candidate, Settings, bucket
from factbook.link.match import Match
from factbook.link.pairs import Blocks, Keys, Named, Naming, blocking_keys, score_blocks, score_pair
from factbook.store.nodes import NodeRow, Nodes

CANDIDATES = 32  # looked at under one key, the most prominent first: keeps the work linear
PORTION_NAMES = 1000  # names that get their keys together
PORTION_PAIRS = 20_000  # pairs that are scored together
LINKED_TYPES = ("PER", "ORG", "GPE", "LOC", "FAC")


class Elsewhere(Protocol):
    """Runs a function on portions of work, perhaps on other machines; the results come in the order of portions."""

    def __call__(self, function: Callable[..., Any], portions: Iterable[tuple[Any, ...]]) -> Iterator[Any]: ...


def here(function: Callable[..., Any], portions: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    """Portion by portion, in this process."""
    return (function(*portion) for portion in portions)


Concerned = dict[int, set[int]]  # by key: nodes that others saw or see under it, and that changed, came or went


class BlockTable:
    """Reads and writes blocking keys, and finds candidates with them."""

    def __init__(
        self, connection: sqlite3.Connection, settings: Settings, nodes: Nodes, elsewhere: Elsewhere | None
    ) -> None:
        self.connection, self.settings, self.nodes = connection, settings, nodes
        self.elsewhere = elsewhere
        self._scored: Set[int] | None = frozenset()  # readers whose pairs were scored before; None: all

    # Blocking: the keys of nodes.

    def write(self, changed: Iterable[NodeRow], gone: Iterable[int], *, whole: bool) -> Concerned:
        """Give changed nodes their keys; who must look again (nobody where all look anyway)."""
        concerned: Concerned = {}
        for node in sorted(gone):
            self._erase(node, concerned)
        ordered = iter(changed)
        kept: list[list[NodeRow]] = []

        def work() -> Iterator[tuple[Settings, list[Naming]]]:
            while some := list(islice(ordered, PORTION_NAMES)):
                kept.append(rows := [row for row in some if row.document is None])
                yield self.settings, [Naming(row.type, row.name, tuple(sorted(row.aliases))) for row in rows]

        for found in (self.elsewhere or here)(blocking_keys, work()):
            for row, keys in zip(kept.pop(0), found, strict=True):
                if not whole:
                    self._erase(row.id, concerned)
                self._insert(row, keys)
                if not whole:
                    self._seen(row.id, concerned)
        return concerned

    def _insert(self, row: NodeRow, keys: Keys) -> None:
        if not row.linkable or row.part or not self.settings.names or row.type not in LINKED_TYPES:
            return
        execute = self.connection.executemany
        short = row.form.short
        execute("INSERT INTO looked_up VALUES (?, ?, ?)", [(key, row.id, short) for key in sorted(keys.looked)])
        order = -bucket(row.documents)
        execute("INSERT INTO emitted VALUES (?, ?, ?)", [(key, order, row.id) for key in sorted(keys.found)])

    def _erase(self, node: int, concerned: Concerned) -> None:
        """Take a node's keys away."""
        self._seen(node, concerned)
        for table in ("emitted", "looked_up"):
            self.connection.execute(f"DELETE FROM {table} WHERE node = ?", (node,))

    def _seen(self, node: int, concerned: Concerned) -> None:
        """Remember under which keys others see a node, and who takes its place there or loses its own."""
        for (key,) in self.connection.execute("SELECT key FROM emitted WHERE node = ?", (node,)).fetchall():
            block = self._found(key, CANDIDATES + 1)
            if node in block[:CANDIDATES]:
                concerned.setdefault(key, set()).update((node, block[-1]) if len(block) > CANDIDATES else (node,))

    def visible(self, node: int) -> set[int]:
        """The keys under which a node is among the candidates that are looked at."""
        keys = [row[0] for row in self.connection.execute("SELECT key FROM emitted WHERE node = ?", (node,))]
        return {key for key in keys if node in self._found(key, CANDIDATES)}

    def _found(self, key: int, count: int) -> list[int]:
        """The most prominent nodes of a block."""
        rows = self.connection.execute(
            "SELECT node FROM emitted WHERE key = ? ORDER BY rank, node LIMIT ?", (key, count)
        )
        return [row[0] for row in rows]

    def short_names(self, concerned: Concerned) -> Concerned:
        """By group of a short name: the nodes it sees that changed, came or went."""
        found: Concerned = {}
        for key, nodes in concerned.items():
            for group in self._readers(key, short=True):
                found.setdefault(group, set()).update(nodes)
        return found

    def short_readers(self, node: int) -> list[int]:
        """The groups of short names that look under a key of this node."""
        rows = self.connection.execute(
            "SELECT DISTINCT l.node FROM emitted e CROSS JOIN looked_up l ON l.key = e.key AND l.short = 1 "
            "WHERE e.node = ?",
            (node,),
        )
        return [row[0] for row in rows]

    def _readers(self, key: int, *, short: bool) -> list[int]:
        rows = self.connection.execute("SELECT node FROM looked_up WHERE key = ? AND short = ?", (key, short))
        return [row[0] for row in rows]

    def names(self, concerned: Concerned) -> set[int]:
        """Full names that see a node which changed, came or went and which matches them, before or now."""
        pairs: set[tuple[int, int]] = set()
        for key, nodes in concerned.items():
            readers = self._readers(key, short=False)
            pairs |= {(reader, node) for reader in readers for node in nodes}
        self.nodes.several({number for pair in pairs for number in pair})  # read together what is asked for below
        found: set[int] = set()
        for reader, rows in groupby(sorted(pairs), key=itemgetter(0)):
            row = self.nodes.get(reader)
            if row is not None and any(self._matter(row, node) for _, node in rows):
                found.add(reader)
        return found

    def _matter(self, row: NodeRow, node: int) -> bool:
        """Whether a changed node matches a name, as it was or as it is."""
        named = named_of(row)
        candidates = (candidate_of(self.nodes.get(node)), candidate_of(self.nodes.before.get(node)))
        return any(c and c.group != row.grp and score_pair(self.settings, named, c) for c in candidates)

    # Candidates: what a node finds under the keys it looks at.

    def matched(self, row: NodeRow) -> list[tuple[Candidate, Match]]:
        """The full names that a name may mean, with the rule that says so."""
        reader = row.id if row.document is None else row.grp  # the group of a short name looks for its uses
        if self._scored is None or reader in self._scored:
            rows = self.connection.execute(
                "SELECT candidate, rule, score FROM temp.hit WHERE reader = ? ORDER BY candidate", (reader,)
            ).fetchall()
            known = ((candidate_of(self.nodes.get(other)), Match(rule, score)) for other, rule, score in rows)
            return [(candidate, hit) for candidate, hit in known if candidate is not None]
        named = named_of(row)
        return [
            (candidate, hit)
            for candidate in self._candidates(reader, row.grp)
            if (hit := score_pair(self.settings, named, candidate)) is not None
        ]

    def _candidates(self, reader: int, group: int) -> list[Candidate]:
        found: set[int] = set()
        for (key,) in self.connection.execute("SELECT key FROM looked_up WHERE node = ?", (reader,)):
            found.update(self._found(key, CANDIDATES))
        rows = self.nodes.several(sorted(found - {reader}))
        candidates = (candidate_of(other) for other in rows if other.grp != group)
        return [candidate for candidate in candidates if candidate is not None]

    # Joining all blocks at once, where other machines score the pairs.

    def score_elsewhere(self, wanted: Set[int] | None) -> None:
        """Score the pairs of all blocks (or of those where wanted nodes look) before the decisions ask for them."""
        if self.elsewhere is None:
            return
        self.connection.execute(
            "CREATE TEMP TABLE IF NOT EXISTS hit (reader INTEGER, candidate INTEGER, rule TEXT, score REAL, "
            "PRIMARY KEY (reader, candidate)) WITHOUT ROWID"
        )
        self.connection.execute("DELETE FROM temp.hit")
        for hits in self.elsewhere(score_blocks, self._block_portions(wanted)):
            self.connection.executemany("INSERT OR IGNORE INTO temp.hit VALUES (?, ?, ?, ?)", hits)
        self._scored = wanted

    def _block_portions(self, wanted: Set[int] | None) -> Iterator[tuple[Blocks]]:
        names: dict[int, Named] = {}
        blocks: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        pairs = 0
        rows = self.connection.execute("SELECT key, node FROM emitted ORDER BY key, rank, node")
        for key, block in groupby(rows, key=itemgetter(0)):
            found = [row[1] for row in islice(block, CANDIDATES)]
            looking = [r[0] for r in self.connection.execute("SELECT node FROM looked_up WHERE key = ?", (key,))]
            readers = [node for node in looking if wanted is None or node in wanted]
            if not readers or set(readers) == set(found) == {found[0]}:
                continue
            names |= {row.id: named_of(row) for row in self.nodes.several([*readers, *found])}
            blocks.append((tuple(readers), tuple(found)))
            pairs += len(readers) * len(found)
            if pairs >= PORTION_PAIRS:
                yield (Blocks(self.settings, names, tuple(blocks)),)
                names, blocks, pairs = {}, [], 0
        if blocks:
            yield (Blocks(self.settings, names, tuple(blocks)),)


def candidate_of(row: NodeRow | None) -> Candidate | None:
    """A node as a candidate; None where it cannot be one."""
    if row is None or not row.linkable or row.form.short:
        return None
    return Candidate(row.id, row.grp, row.root, row.form, row.documents, row.aliases)


def named_of(row: NodeRow) -> Named:
    return Named(row.type, row.grp, row.name, row.documents, row.aliases)
