"""Answer Cold Start queries from documents (the slot filling variant of seed 002), without building the whole first.

For each query the documents that may tell of its entity are found by full-text search, annotated (each document once)
and linked by themselves. No query sees what another found: only the annotation of single documents is shared.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from factbook.formats.cssf_run import Answer
from factbook.link.names import parse
from factbook.model.kb import KB
from factbook.model.tasks import Query
from factbook.query.coldstart import coldstart
from factbook.query.paths import answers
from factbook.run.work import Task, annotate
from factbook.store.store import Annotated, Store
from factbook.store.text_index import expression, searchable
from factbook.text.source import Source

DOCUMENTS = 40  # looked at for one query
KEPT = 8  # sets of documents that stay linked in memory


class Filler:
    """Documents with a text index, annotated as queries need them."""

    def __init__(self, sources: Iterable[Source], task: Task, *, run_id: str, closed: bool = False) -> None:
        self.task, self.run_id, self.closed = task, run_id, closed
        self.sources: dict[str, Source] = {}
        self.numbers: list[str] = []
        self.annotation: dict[str, KB | None] = {}
        self.failed: dict[str, str] = {}
        self.linked: dict[tuple[str, ...], KB] = {}
        self.index = sqlite3.connect(":memory:")
        self.index.execute(
            "CREATE VIRTUAL TABLE t USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2')"
        )
        for source in sources:
            self.sources[source.id] = source
            self.numbers.append(source.id)
            self.index.execute(
                "INSERT INTO t (rowid, text) VALUES (?, ?)", (len(self.numbers), searchable(source.text))
            )

    def answer(self, query: Query) -> list[Answer]:
        """The answers to one query for the slot it asks now."""
        documents = self._relevant(query)
        self._annotate(documents)
        kb = self._linked(tuple(sorted(documents)))
        slot = dict(query.extra).get("slot", query.slots[0])
        return answers(kb, [msgspec.structs.replace(query, slots=(slot,))])

    def _linked(self, documents: tuple[str, ...]) -> KB:
        """What some documents say together. It depends on nothing but them: the same documents are linked once."""
        if documents not in self.linked:
            with Store.open(":memory:", create=True) as store:
                found = [(self.sources[name], self.annotation[name]) for name in documents]
                store.add([Annotated(source, kb) for source, kb in found if kb is not None])
                kb = coldstart(store, name=self.run_id, closed=self.closed)
            while len(self.linked) >= KEPT:
                del self.linked[next(iter(self.linked))]
            self.linked[documents] = kb
        return self.linked[documents]

    def _relevant(self, query: Query) -> list[str]:
        """The entry point's document, and those that hold the name, its last word, or a name used with it."""
        names = [point.span.doc for point in query.entry_points[:1] if point.span.doc in self.sources]
        if not names:
            return []
        point = query.entry_points[0]
        form = parse(point.name, query.entity_type or point.entity_type or "PER")
        found = dict.fromkeys(names)
        for words in dict.fromkeys((f'"{point.name}"', form.tokens[-1])):
            for name in self._search(words):
                found.setdefault(name)
        return list(found)[:DOCUMENTS]

    def _search(self, words: str) -> list[str]:
        query = expression(words)
        if not query:
            return []
        rows = self.index.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (query, DOCUMENTS))
        return [self.numbers[row[0] - 1] for row in rows]

    def _annotate(self, documents: Sequence[str]) -> None:
        needed = [self.sources[name] for name in documents if name not in self.annotation]
        for result in annotate(self.task, needed) if needed else ():
            self.annotation[result.document] = None if result.error else msgspec.json.decode(result.annotation, type=KB)
            if result.error:
                self.failed[result.document] = result.error
