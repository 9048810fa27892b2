"""Blocks of linking in the store: the blocking keys of nodes, and the candidates that share one with a node."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Set
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from factbook.link.decide import Candidate, Settings, bucket
from factbook.link.match import Match
from factbook.link.pairs import Blocks, Keys, Named, Naming, blocking_keys, score_blocks, score_pair
from factbook.store.ids import numbers
from factbook.store.nodes import NodeRow, Nodes

CANDIDATES = 32  # looked at under one key, the most prominent first: keeps the work linear
PORTION_NAMES = 1000  # names that get their keys together
PORTION_PAIRS = 20_000  # pairs that are scored together
LINKED_TYPES = ("PER", "ORG", "GPE", "LOC", "FAC")
KEPT = 20_000  # alias counts held in memory


class Elsewhere(Protocol):
    """Runs a function on portions of work, perhaps on other machines; the results come in the order of portions."""

    def __call__(self, function: Callable[..., Any], portions: Iterable[tuple[Any, ...]]) -> Iterator[Any]: ...


def here(function: Callable[..., Any], portions: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    """Portion by portion, in this process."""
    return (function(*portion) for portion in portions)


class Concerned(NamedTuple):
    """What a change of nodes means for others: under which keys they see it, and which blocks are too large."""

    nodes: dict[int, set[int]]  # changed nodes, by the key under which they were or are seen
    crowded: set[int]  # keys with more candidates than are looked at


class BlockTable:
    """Reads and writes blocking keys, and finds candidates with them."""

    def __init__(
        self, connection: sqlite3.Connection, settings: Settings, nodes: Nodes, elsewhere: Elsewhere | None
    ) -> None:
        self.connection, self.settings, self.nodes = connection, settings, nodes
        self.elsewhere = elsewhere
        self._aliases: dict[int, dict[str, int]] = {}
        self._scored: Set[int] | None = frozenset()  # readers whose pairs were scored before; None: all

    # Blocking: the keys of nodes.

    def write(self, changed: Iterable[NodeRow], gone: Iterable[int], *, whole: bool) -> Concerned:
        """Give changed nodes their keys; who must look again (nobody where all look anyway)."""
        concerned = Concerned({}, set())
        for node in sorted(gone):
            self._erase(node, concerned)
        ordered = iter(changed)
        kept: list[list[NodeRow]] = []

        def work() -> Iterator[tuple[Settings, list[Naming]]]:
            while rows := list(islice(ordered, PORTION_NAMES)):
                kept.append(rows)
                yield self.settings, [self._naming(row) for row in rows]

        for found in (self.elsewhere or here)(blocking_keys, work()):
            for row, keys in zip(kept.pop(0), found, strict=True):
                if not whole:
                    self._erase(row.id, concerned)
                self._insert(row, keys)
                if not whole:
                    self._seen(row.id, concerned)
        return concerned

    def _naming(self, row: NodeRow) -> Naming:
        use = row.document is not None
        return Naming(row.type, row.name, () if use else tuple(sorted(self.aliases(row.grp))), use)

    def _insert(self, row: NodeRow, keys: Keys) -> None:
        if not row.linkable or row.part or not self.settings.names or row.type not in LINKED_TYPES:
            return
        execute = self.connection.executemany
        execute("INSERT INTO looked_up VALUES (?, ?, ?)", [(key, row.id, row.document) for key in sorted(keys.looked)])
        order = -bucket(row.documents)
        execute("INSERT INTO emitted VALUES (?, ?, ?)", [(key, order, row.id) for key in sorted(keys.found)])

    def _erase(self, node: int, concerned: Concerned) -> None:
        """Take a node's keys away."""
        self._seen(node, concerned)
        for table in ("emitted", "looked_up"):
            self.connection.execute(f"DELETE FROM {table} WHERE node = ?", (node,))

    def _seen(self, node: int, concerned: Concerned) -> None:
        """Remember under which keys others see a node. In a crowded block its coming or going moves others too."""
        for key in self.visible(node):
            concerned.nodes.setdefault(key, set()).add(node)
            size = f"SELECT count(*) > {CANDIDATES} FROM (SELECT 1 FROM emitted WHERE key = ? LIMIT {CANDIDATES + 1})"
            if self.connection.execute(size, (key,)).fetchone()[0]:
                concerned.crowded.add(key)

    def visible(self, node: int) -> set[int]:
        """The keys under which a node is among the candidates that are looked at."""
        rows = self.connection.execute("SELECT key, rank FROM emitted WHERE node = ?", (node,)).fetchall()
        before = (
            f"SELECT count(*) < {CANDIDATES} FROM "
            f"(SELECT 1 FROM emitted WHERE key = ? AND (rank, node) < (?, ?) LIMIT {CANDIDATES})"
        )
        return {key for key, rank in rows if self.connection.execute(before, (key, rank, node)).fetchone()[0]}

    def uses(self, keys: Iterable[int]) -> set[int]:
        """Uses of short names that look under these keys."""
        return self._readers(keys, "document IS NOT NULL")

    def _readers(self, keys: Iterable[int], where: str) -> set[int]:
        found: set[int] = set()
        for some in numbers(keys):
            rows = self.connection.execute(f"SELECT DISTINCT node FROM looked_up WHERE key IN ({some}) AND {where}")
            found |= {row[0] for row in rows}
        return found

    def names(self, concerned: Concerned) -> set[int]:
        """Full names that see another candidate now, or one that changed and matches them, before or now."""
        found = self._readers(concerned.crowded, "document IS NULL")
        pairs: set[tuple[int, int]] = set()
        for key in concerned.nodes.keys() - concerned.crowded:
            readers = self._readers([key], "document IS NULL") - found
            pairs |= {(reader, node) for reader in readers for node in concerned.nodes[key]}
        for reader, rows in groupby(sorted(pairs), key=itemgetter(0)):
            row = self.nodes.get(reader)
            if row is not None and any(self._matter(row, node) for _, node in rows):
                found.add(reader)
        return found

    def _matter(self, row: NodeRow, node: int) -> bool:
        """Whether a changed node matches a name, as it was or as it is."""
        named = self.named(row)
        before = self.nodes.before.get(node)
        candidates = (self.candidate(node), before and _as_it_was(before))
        return any(c and c.group != row.grp and score_pair(self.settings, named, c) for c in candidates)

    # Candidates: what a node finds under the keys it looks at.

    def matched(self, row: NodeRow) -> list[tuple[Candidate, Match]]:
        """The full names that a name may mean, with the rule that says so."""
        reader = row.id if row.document is None else row.grp
        if self._scored is None or reader in self._scored:
            rows = self.connection.execute(
                "SELECT candidate, rule, score FROM temp.hit WHERE reader = ? ORDER BY candidate", (reader,)
            ).fetchall()
            known = ((self.candidate(other), Match(rule, score)) for other, rule, score in rows)
            return [(candidate, hit) for candidate, hit in known if candidate is not None]
        named = self.named(row)
        return [
            (candidate, hit)
            for candidate in self._candidates(row)
            if (hit := score_pair(self.settings, named, candidate)) is not None
        ]

    def _candidates(self, row: NodeRow) -> list[Candidate]:
        found: set[int] = set()
        for (key,) in self.connection.execute("SELECT key FROM looked_up WHERE node = ?", (row.id,)):
            found |= {
                r[0]
                for r in self.connection.execute(
                    f"SELECT node FROM emitted WHERE key = ? ORDER BY rank, node LIMIT {CANDIDATES}", (key,)
                )
            }
        self.nodes.several(found)
        candidates = (self.candidate(other) for other in sorted(found - {row.id}))
        return [other for other in candidates if other is not None and other.group != row.grp]

    def candidate(self, node: int) -> Candidate | None:
        row = self.nodes.get(node)
        if row is None or row.form.short:
            return None
        return Candidate(node, row.grp, row.root, row.form, row.documents, self.aliases(row.grp))

    def named(self, row: NodeRow) -> Named:
        return Named(row.type, row.grp, row.name, row.documents, self.aliases(row.grp))

    def aliases(self, group: int) -> dict[str, int]:
        if group not in self._aliases:
            if len(self._aliases) > KEPT:
                self._aliases.clear()
            self._aliases[group] = self.nodes.aliases(group)
        return self._aliases[group]

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
        self._scored = None if wanted is None else {self._reader(row) for row in self.nodes.several(wanted)}

    @staticmethod
    def _reader(row: NodeRow) -> int:
        """All uses of a short name look under the same keys: their group looks for them."""
        return row.id if row.document is None else row.grp

    def _block_portions(self, wanted: Set[int] | None) -> Iterator[tuple[Blocks]]:
        names: dict[int, Named] = {}
        blocks: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        pairs = 0
        rows = self.connection.execute("SELECT key, node FROM emitted ORDER BY key, rank, node")
        for key, block in groupby(rows, key=itemgetter(0)):
            found = [row[1] for row in islice(block, CANDIDATES)]
            looking = [r[0] for r in self.connection.execute("SELECT node FROM looked_up WHERE key = ?", (key,))]
            readers = {self._reader(row): row for row in self.nodes.several(looking) if not wanted or row.id in wanted}
            if not readers or readers.keys() == set(found) == {found[0]}:
                continue
            names |= {reader: self.named(row) for reader, row in readers.items()}
            names |= {row.id: self.named(row) for row in self.nodes.several(found)}
            blocks.append((tuple(readers), tuple(found)))
            pairs += len(readers) * len(found)
            if pairs >= PORTION_PAIRS:
                yield (Blocks(self.settings, names, tuple(blocks)),)
                names, blocks, pairs = {}, [], 0
        if blocks:
            yield (Blocks(self.settings, names, tuple(blocks)),)


def _as_it_was(row: NodeRow) -> Candidate | None:
    """A node before it changed, from its signature: counts in powers of four are all that matters."""
    if not row.linkable or row.form.short:
        return None
    buckets: dict[str, int] = json.loads(row.signature)["a"]
    aliases = {key: 4 ** (size - 1) for key, size in buckets.items() if size}
    return Candidate(row.id, row.grp, row.root, row.form, row.documents, aliases)
