"""Contexts: which main names occur in one document. They help to tell which entity a short name means."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence, Set

from factbook.link.profile import CONTEXT_SIZE
from factbook.store.ids import numbers

FEW = 50  # documents for which it pays to find out exactly which contexts changed
_PAIRS = (
    "FROM pending_document p CROSS JOIN local_entity x ON x.document = p.document AND x.context = 1 "
    "CROSS JOIN local_entity y ON y.document = p.document AND y.context = 1 AND y.grp <> x.grp"
)


class Contexts:
    """Counts main names that occur together, and says what those counts mean for short names."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def count(self, *, whole: bool) -> dict[int, set[int]]:
        """Count the contexts of new documents; the pairs of names that now occur together or no longer do.

        Where the whole collection is linked nobody asks for the pairs.
        """
        changed = self._forgotten()
        if whole:
            changed.clear()
        elif self.connection.execute("SELECT count(*) FROM pending_document").fetchone()[0] <= FEW:
            rows = self.connection.execute(
                f"SELECT DISTINCT x.grp, y.grp {_PAIRS} "
                "WHERE NOT EXISTS (SELECT 1 FROM cooccur c WHERE c.a = x.grp AND c.b = y.grp)"
            )
            changed ^= set(rows.fetchall())  # a pair that went and came back is as before
        else:
            changed |= set(self.connection.execute(f"SELECT DISTINCT x.grp, y.grp {_PAIRS}").fetchall())
        self.connection.execute(
            f"INSERT INTO cooccur SELECT x.grp, y.grp, count(DISTINCT p.document) {_PAIRS} GROUP BY x.grp, y.grp "
            "ON CONFLICT (a, b) DO UPDATE SET n = n + excluded.n"
        )
        found: dict[int, set[int]] = {}
        for first, second in changed:
            found.setdefault(first, set()).add(second)
        return found

    def forget(self, document: int) -> None:
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
            keys = [(f"forgotten:{first}:{second}", "") for first, second in gone]
            self.connection.executemany("INSERT OR IGNORE INTO meta VALUES (?, ?)", keys)
        self.connection.execute("DELETE FROM pending_document WHERE document = ?", (document,))

    def _forgotten(self) -> set[tuple[int, int]]:
        """Pairs that documents which went since linking last ran had alone."""
        where = "FROM meta WHERE key >= 'forgotten:' AND key < 'forgotten;'"
        rows = self.connection.execute(f"SELECT key {where}").fetchall()
        if rows:
            self.connection.execute(f"DELETE {where}")
        pairs = (row[0].split(":") for row in rows)
        return {(int(first), int(second)) for _, first, second in pairs}

    def uses_with(self, group: int, documents: int, others: Set[int], sizes: Mapping[int, int]) -> set[int]:
        """Uses of a short name in documents with one of these main names; it starts from what is in fewer documents."""
        rare = {other for other in others if sizes.get(other, 0) < documents}
        found: set[int] = set()
        if rare and sum(sizes.get(other, 0) for other in rare) < documents:
            found = self._uses(group, f"local_entity c ON c.grp IN ({_list(rare)})", "local_entity s ON s.grp = ?")
            others = others - rare
        if others:  # `+`: one look at the document's main names, not one for each of the others
            found |= self._uses(group, "local_entity s ON s.grp = ?", f"local_entity c ON +c.grp IN ({_list(others)})")
        return found

    def _uses(self, group: int, first: str, second: str) -> set[int]:
        rows = self.connection.execute(
            f"SELECT DISTINCT s.node FROM (SELECT 1) CROSS JOIN {first} CROSS JOIN {second} "
            "AND s.document = c.document AND c.context = 1",
            (group,),
        )
        return {row[0] for row in rows}

    def shared(
        self, sizes: Mapping[int, int], documents: Iterable[int]
    ) -> dict[int, tuple[dict[int, int], frozenset[int]]]:
        """For each document: by group how many of its main names also occur with it, and all groups it names.

        `sizes` are the groups in question, each with the number of its documents.
        """
        main: dict[int, set[int]] = {}
        present: dict[int, set[int]] = {}
        for some in numbers(documents):
            rows = self.connection.execute(
                f"SELECT document, context, grp FROM local_entity WHERE document IN ({some})"
            )
            for document, context, group in rows:
                present.setdefault(document, set()).add(group)
                if context:
                    main.setdefault(document, set()).add(group)
        with_name = self._occurring(sizes, set().union(*main.values()))
        return {
            document: (_count(with_name, main.get(document, ())), frozenset(groups))
            for document, groups in present.items()
        }

    def _occurring(self, sizes: Mapping[int, int], main: Set[int]) -> dict[int, list[int]]:
        """By main name: the groups that occur with it. Of two ways to look them up the one with less to read."""
        few = [group for group, documents in sizes.items() if documents * CONTEXT_SIZE < len(main)]
        many = sizes.keys() - set(few)
        rows = self.connection.execute(f"SELECT a, b FROM cooccur WHERE a IN ({_list(few)})").fetchall()
        pairs = [row for row in rows if row[1] in main]
        for some in numbers(main):
            query = f"SELECT a, b FROM cooccur WHERE a IN ({_list(many)}) AND b IN ({some})"
            pairs += self.connection.execute(query).fetchall()
        found: dict[int, list[int]] = {}
        for group, other in pairs:
            found.setdefault(other, []).append(group)
        return found


def _list(items: Iterable[int]) -> str:
    return ",".join(map(str, sorted(items)))


def _count(with_name: Mapping[int, Sequence[int]], main: Iterable[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for name in main:
        for group in with_name.get(name, ()):
            counts[group] = counts.get(group, 0) + 1
    return counts
