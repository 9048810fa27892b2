"""Store: a knowledge base in one SQLite file. Documents come in with their annotation and can be replaced and removed.

All changes of one call are one transaction: readers see the knowledge base before or after it, and a process that is
killed leaves it as before. Linking runs in the same transaction, or later where many documents come in (`link=False`).
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from types import TracebackType
from typing import NamedTuple

import msgspec

from factbook._rich import repr_html
from factbook.link.decide import Settings
from factbook.link.names import fold
from factbook.link.profile import profiles
from factbook.model.kb import KB
from factbook.store import connect, indexes
from factbook.store.blocks import Elsewhere
from factbook.store.contexts import Contexts
from factbook.store.errors import NotInKB, explained
from factbook.store.relink import Linker
from factbook.store.rows import Counters, DocumentRows, Rows
from factbook.store.text_index import indexed, searchable
from factbook.text.source import Source

_INSERTS = {
    "local_entity": 12, "mention": 9, "fact": 13, "event": 10, "argument": 7, "attitude": 22,
}  # fmt: skip
_DOCUMENT_TABLES = ("local_entity", "mention", "fact", "event", "argument", "attitude")


class Annotated(NamedTuple):
    """A document with its annotation."""

    source: Source
    kb: KB
    made: str = ""  # how it was made, see `run.work.made_by`


class Added(NamedTuple):
    """What adding documents did."""

    new: int
    replaced: int
    unchanged: int


def digest(source: Source, annotation: bytes) -> str:
    """Says whether a document came in before exactly like this."""
    found = blake2b(source.text.encode("utf-8", "surrogatepass"), digest_size=16)
    found.update(annotation)
    return found.hexdigest()


def _decoded(blob: bytes) -> KB:
    return msgspec.json.decode(zlib.decompress(blob), type=KB)


class Store:
    """An open knowledge base."""

    _repr_html_ = repr_html

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self.settings = self._settings()

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, write: bool = False, create: bool = False) -> Store:
        """Open a knowledge base; with `create` make it if there is none."""
        name = os.fspath(path)
        if create and (not os.path.exists(name) or os.path.getsize(name) == 0):
            return cls(name, connect.create(name))
        return cls(name, connect.open_existing(name, write=write or create))

    def __repr__(self) -> str:
        return f"<Store {self.path!r}>"

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def changes(self) -> Iterator[None]:
        """One transaction: all of it or nothing."""
        with explained(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    # Settings and facts about the whole.

    def meta(self, key: str, default: str = "") -> str:
        """A setting kept in the knowledge base."""
        row = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else default

    def set_meta(self, key: str, value: str) -> None:
        with self.changes():
            self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def _settings(self) -> Settings:
        text = self.meta("link_settings")
        return Settings(**msgspec.json.decode(text)) if text else Settings()

    def set_settings(self, settings: Settings) -> None:
        """Change how linking works; call `link_again` after it."""
        self.set_meta("link_settings", msgspec.json.encode(settings._asdict()).decode())
        self.settings = settings

    def count(self, table: str) -> int:
        """Number of rows of a table."""
        return int(self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    def failed(self, document: str, message: str) -> None:
        """Remember that a document could not be annotated, and why."""
        with self.changes():
            self.connection.execute("INSERT OR REPLACE INTO failure VALUES (?, ?)", (document, message))

    # Documents.

    def add(self, documents: Iterable[Annotated], *, link: bool = True) -> Added:
        """Add documents; one that is there already is replaced, one that is there unchanged is left alone."""
        new = replaced = unchanged = 0
        with self.changes():
            if not link:
                indexes.put_off(self.connection)
            counters = self._counters()
            for document in documents:
                annotation = msgspec.json.encode(document.kb)
                mark = digest(document.source, annotation)
                row = self.connection.execute(
                    "SELECT id, digest FROM document WHERE name = ?", (document.source.id,)
                ).fetchone()
                if row and row[1] == mark:
                    unchanged += 1
                    self.connection.execute("UPDATE document SET made = ? WHERE id = ?", (document.made, row[0]))
                    continue
                if row:
                    self._remove(row[0], document.source.id)
                    replaced += 1
                else:
                    new += 1
                self._insert(document, annotation, mark, counters, number=row[0] if row else None)
            if link:
                self._linker().run()
        return Added(new, replaced, unchanged)

    def replace_unchanged(self, document: Annotated, number: int) -> None:
        """Take a document out and in again, inside a transaction: decisions by hand about it take effect."""
        annotation = msgspec.json.encode(document.kb)
        self._remove(number, document.source.id)
        counters = self._counters()
        self._insert(document, annotation, digest(document.source, annotation), counters, number=number)

    def remove(self, names: Iterable[str], *, link: bool = True) -> int:
        """Remove documents; how many there were. A name that is not there is an error, and nothing is removed."""
        count = 0
        with self.changes():
            for name in names:
                self._remove(self._document_number(name), name)
                count += 1
            if link:
                self._linker().run()
        return count

    def link(self, elsewhere: Elsewhere | None = None) -> int:
        """Finish linking what came in with `link=False`, names compared here or elsewhere; how many had changed."""
        with self.changes():
            return self._linker(elsewhere).run()

    def link_again(self, elsewhere: Elsewhere | None = None) -> int:
        """Link everything again from nothing but documents and decisions by hand."""
        with self.changes():
            return self._linker(elsewhere).again()

    @property
    def unlinked(self) -> bool:
        """Whether linking still has something to do (an interrupted build)."""
        return bool(self.connection.execute("SELECT EXISTS (SELECT 1 FROM pending)").fetchone()[0])

    def _linker(self, elsewhere: Elsewhere | None = None) -> Linker:
        return Linker(self.connection, self.settings, elsewhere)

    def _document_number(self, name: str) -> int:
        row = self.connection.execute("SELECT id FROM document WHERE name = ?", (name,)).fetchone()
        if row is None:
            raise NotInKB(f"the knowledge base has no document {name!r}")
        return int(row[0])

    def names(self) -> list[str]:
        """The ids of all documents, sorted."""
        return [row[0] for row in self.connection.execute("SELECT name FROM document ORDER BY name")]

    def document(self, name: str) -> Annotated:
        """A document as it came in."""
        from factbook.text.markup import parse_source

        number = self._document_number(name)
        text, blob = self.connection.execute(
            "SELECT text, annotation FROM content WHERE document = ?", (number,)
        ).fetchone()
        language, date = self.connection.execute(
            "SELECT language, date FROM document WHERE id = ?", (number,)
        ).fetchone()
        source = parse_source(text, id=name, language=language)
        return Annotated(msgspec.structs.replace(source, date=date), _decoded(blob))

    def annotation(self, name: str) -> KB:
        """The annotation of a document as it came in."""
        number = self._document_number(name)
        row = self.connection.execute("SELECT annotation FROM content WHERE document = ?", (number,)).fetchone()
        return _decoded(row[0])

    def text(self, name: str) -> str:
        """The raw text of a document."""
        number = self._document_number(name)
        row = self.connection.execute("SELECT text FROM content WHERE document = ?", (number,)).fetchone()
        return str(row[0])

    # Inside.

    def _counters(self) -> Counters:
        return Counters(*(self._highest(table) + 1 for table in ("local_entity", "fact", "event", "attitude")))

    def _highest(self, table: str) -> int:
        return int(self.connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])

    def _insert(
        self, document: Annotated, annotation: bytes, mark: str, counters: Counters, *, number: int | None
    ) -> None:
        source, kb, made = document
        execute = self.connection.execute
        if number is None:
            number = self._highest("document") + 1
        row = (number, source.id, source.kind, source.language, source.date, len(source.text), mark, made)
        execute("INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        execute("DELETE FROM failure WHERE document = ?", (source.id,))
        execute("INSERT INTO content VALUES (?, ?, ?)", (number, source.text, zlib.compress(annotation, 1)))
        execute("INSERT INTO document_text (rowid, text) VALUES (?, ?)", (number, searchable(source.text)))
        taken = {
            local.partition("\t")[2]: node
            for node, local in execute(
                "SELECT node, local FROM manual WHERE act = 'take' AND local LIKE ? || '\t%'", (source.id,)
            )
        }
        rows = DocumentRows(source, kb, number, counters, taken).make()
        for table, width in _INSERTS.items():
            places = ", ".join("?" * width)
            self.connection.executemany(f"INSERT INTO {table} VALUES ({places})", getattr(rows, table))
        watermark = self._highest("name")
        self._count_names(rows, sign=1)
        self._index_names(watermark)
        execute("INSERT OR REPLACE INTO pending_document VALUES (?)", (number,))

    def _count_names(self, rows: Rows, *, sign: int) -> None:
        names: list[tuple[int, str, str, int, int]] = []
        aliases: list[tuple[int, str, int]] = []
        pending: list[tuple[int, int, int]] = []
        members: dict[tuple[int, str], list[int]] = {}
        for profile, row in zip(rows.profiles, rows.local_entity, strict=True):
            group, node = row[9], row[10]
            pending.append((node, group, row[6]))
            if row[6]:
                members.setdefault((group, row[7]), []).append(row[5])
            names += [(group, text, fold(text), int(main), sign) for text, main in profile.forms]
            aliases += [(group, key, sign) for key in profile.aliases]
        self.connection.executemany(
            "INSERT INTO name (grp, text, folded, main, n) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (grp, text) DO UPDATE SET n = n + excluded.n, main = max(main, excluded.main)",
            names,
        )
        self.connection.executemany(
            "INSERT INTO alias VALUES (?, ?, ?) ON CONFLICT (grp, key) DO UPDATE SET n = n + excluded.n", aliases
        )
        self.connection.executemany(
            "INSERT INTO member VALUES (?, ?, ?, ?, ?) ON CONFLICT (grp, features) DO UPDATE SET entities = "
            "entities + excluded.entities, documents = documents + excluded.documents, "
            "mentions = mentions + excluded.mentions",
            [(*key, sign * len(counts), sign, sign * sum(counts)) for key, counts in members.items()],
        )
        self.connection.executemany("INSERT OR REPLACE INTO pending VALUES (?, ?, ?)", pending)

    def _index_names(self, watermark: int) -> None:
        rows = self.connection.execute("SELECT id, text FROM name WHERE id > ?", (watermark,)).fetchall()
        self.connection.executemany(
            "INSERT INTO name_text (rowid, text) VALUES (?, ?)", [(number, indexed(text)) for number, text in rows]
        )

    def _remove(self, number: int, name: str) -> None:
        """Take a document out of every table; counts of names go down, linking learns what changed."""
        source, kb, _ = self.document(name)
        execute = self.connection.execute
        present = execute(
            "SELECT id, document, key, type, name, mentions, named, features, context, grp, node, entity "
            "FROM local_entity WHERE document = ? ORDER BY id",
            (number,),
        ).fetchall()
        known = Rows(present, [], [], [], [], [], profiles(kb, date=source.date))
        self._count_names(known, sign=-1)
        gone = execute(
            f"SELECT id, text FROM name WHERE n <= 0 AND grp IN ({','.join(str(row[9]) for row in present)})"
        ).fetchall()
        for row in gone:
            execute("INSERT INTO name_text (name_text, rowid, text) VALUES ('delete', ?, ?)", (row[0], indexed(row[1])))
            execute("DELETE FROM name WHERE id = ?", (row[0],))
        groups = {row[9] for row in present}
        for table, count in (("alias", "n"), ("member", "entities")):
            self.connection.executemany(
                f"DELETE FROM {table} WHERE grp = ? AND {count} <= 0", [(group,) for group in groups]
            )
        Contexts(self.connection).forget(number)
        old = searchable(source.text)
        execute("INSERT INTO document_text (document_text, rowid, text) VALUES ('delete', ?, ?)", (number, old))
        for table in _DOCUMENT_TABLES:
            execute(f"DELETE FROM {table} WHERE document = ?", (number,))
        execute("DELETE FROM content WHERE document = ?", (number,))
        execute("DELETE FROM document WHERE id = ?", (number,))
