"""A site: one knowledge base, the scores shown with it, and what is kept between requests."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from factbook.browse import sql
from factbook.browse.refs import document_line, hit
from factbook.browse.shown import Home, Summary
from factbook.store.store import Store

if TYPE_CHECKING:
    from factbook.browse.score import Scores

_FIRST = 18
KEPT = 64  # results that are kept
RDF_DOCUMENTS = 3000  # more documents are not turned into RDF while a page waits

T = TypeVar("T")


class Site:
    """What the pages of one knowledge base share. Each thread reads through a connection of its own."""

    def __init__(
        self, path: str, *, scores: Scores | None = None, rdf_folder: str = "", writable: bool = False
    ) -> None:
        self.path, self.scores, self.rdf_folder = path, scores, rdf_folder
        self.name = os.path.basename(path)
        self.writable = writable  # a token was given with which changes can be made
        self._threads = threading.local()
        self._writing = threading.Lock()
        self._kept: dict[tuple[str, ...], Any] = {}
        self._kept_state: tuple[int, ...] = ()
        self._keeping = threading.Lock()
        self._rdf: tuple[str, Any] | None = None
        self._rdf_lock = threading.Lock()
        Store.open(path).close()  # what is wrong with the file is said at once

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """The read-only store of this thread, as it is at one moment."""
        store: Store | None = getattr(self._threads, "store", None)
        if store is None:
            store = self._threads.store = Store.open(self.path)
        store.connection.execute("BEGIN")
        try:
            yield store
        finally:
            if store.connection.in_transaction:
                store.connection.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[Store]:
        """A store that can be changed; one at a time."""
        with self._writing, Store.open(self.path, write=True) as store:
            yield store

    def home(self, store: Store) -> Home:
        """The first page."""
        return self.kept(("home",), lambda: self._counted(store))

    def kept(self, key: tuple[str, ...], make: Callable[[], T]) -> T:
        """What takes long to count: made again only when the knowledge base has changed."""
        state = self._state()
        with self._keeping:
            if self._kept_state != state or len(self._kept) >= KEPT:
                self._kept, self._kept_state = {}, state
            if key in self._kept:
                found: T = self._kept[key]
                return found
        made = make()
        with self._keeping:
            if self._kept_state == state:
                self._kept[key] = made
        return made

    def forget(self) -> None:
        """Count again what was kept."""
        with self._keeping:
            self._kept = {}

    def warm(self) -> None:
        """Count what the first visitor would wait for."""
        from factbook.browse.asked import Asked
        from factbook.browse.views.thoughts import matrix

        with self.reading() as store:
            self.home(store)
            matrix(Asked(self, store, {}))

    def _state(self) -> tuple[int, ...]:
        """Changes when anybody has written to the knowledge base."""
        found: list[int] = []
        for name in (self.path, f"{self.path}-wal"):
            with suppress(OSError):
                status = os.stat(name)
                found += [status.st_mtime_ns, status.st_size]
        return tuple(found)

    def _counted(self, store: Store) -> Home:
        db = store.connection
        counts = sql.counts(db)
        summary = Summary(
            name=self.name,
            documents=counts["document"],
            mentions=counts["mention"],
            entities=counts["entity"],
            facts=counts["fact"],
            events=counts["event"],
            attitudes=counts["attitude"],
            languages=sql.shares(db, "language"),
            genres=sql.shares(db, "kind"),
        )
        return Home(
            summary=summary,
            entities=tuple(hit(row) for row in sql.top_entities(db, "", (), _FIRST)),
            documents=tuple(document_line(row) for row in sql.documents(db, "", "", "", _FIRST - 2)),
        )

    def rdf(self, store: Store) -> Any:
        """The RDF of the knowledge base, made again when it has changed."""
        from factbook.browse.views.query import TooLarge
        from factbook.query.sparql import oxigraph, stamp

        with self._rdf_lock:
            mark = stamp(store)
            if self._rdf is not None and self._rdf[0] == mark:
                return self._rdf[1]
            if not self.rdf_folder and store.count("document") > RDF_DOCUMENTS:
                message = (
                    f"the knowledge base has more than {RDF_DOCUMENTS:,} documents: start `factbook browse` with "
                    "--rdf FOLDER, which keeps its RDF there"
                )
                raise TooLarge(message)
            self._rdf = (mark, oxigraph(store, self.rdf_folder))
            return self._rdf[1]
