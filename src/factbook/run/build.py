"""Build a knowledge base: read documents, annotate them, store them, link. What is already there is not done again."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import msgspec

from factbook.link.decide import Settings
from factbook.model.kb import KB
from factbook.run.local import Pool, in_process
from factbook.run.progress import Cost, Meter, Progress
from factbook.run.work import Result, Task, chunks, made_by
from factbook.store.blocks import Elsewhere
from factbook.store.store import Annotated, Store
from factbook.text.inputs import read_sources
from factbook.text.problems import Problems
from factbook.text.source import Source


class Summary(msgspec.Struct, kw_only=True):
    """What a build did."""

    documents: int = 0  # in the knowledge base at the end
    new: int = 0
    replaced: int = 0
    unchanged: int = 0
    failed: int = 0
    problems: int = 0
    mentions: int = 0
    entities: int = 0
    facts: int = 0
    attitudes: int = 0
    annotator: str = ""
    cost: Cost | None = None


def build(
    documents: Sequence[str],
    path: str,
    task: Task,
    *,
    workers: int = 1,
    dask: str = "",
    closed: bool = False,
    remove: Sequence[str] = (),
    quiet: bool = False,
) -> Summary:
    """Bring a knowledge base up to date with these documents; make it if there is none.

    Where no document can be read, none is made: an empty file would only hide a wrong path.
    """
    fresh = not os.path.exists(path)
    with Store.open(path, create=True) as store:
        if settings_for(closed=closed) != store.settings:
            store.set_settings(settings_for(closed=closed))
            store.link_again()
        store.remove(remove)
        summary = Build(store, task, workers=workers, dask=dask, quiet=quiet).run(documents)
    if fresh and summary.problems and not (summary.documents or summary.failed):
        for file in (path, f"{path}-wal", f"{path}-shm"):
            Path(file).unlink(missing_ok=True)
    return summary


class Build:
    """One run over some documents."""

    def __init__(self, store: Store, task: Task, *, workers: int = 1, dask: str = "", quiet: bool = False) -> None:
        self.store, self.task, self.workers, self.dask, self.quiet = store, task, workers, dask, quiet
        self.summary = Summary(annotator=task.name)
        self.problems = Problems()

    def run(self, paths: Sequence[str], *, total: int | None = None) -> Summary:
        """Add all documents of these paths. May be interrupted at any time; run again, it goes on."""
        meter = Meter(workers=self.workers if self.dask or self.workers > 1 else 0)
        progress = Progress(total)
        progress.shown &= not self.quiet
        sources = read_sources(paths, language=self.task.language, problems=self.problems)
        with self._cluster() as client:
            for chunk, results in self._results(chunks(self._needed(sources, progress)), client):
                self._store(chunk, results)
                progress.step(len(chunk))
            progress.done()
            if self.store.unlinked:
                self.store.link(self._elsewhere(client))
        self._finish(meter)
        return self.summary

    def _cluster(self) -> AbstractContextManager[Any]:
        """The client of the cluster; None where the work is done on this machine."""
        if not self.dask:
            return nullcontext()
        from factbook.run.dask import cluster_at

        return cluster_at(self.dask, self.workers)

    def _elsewhere(self, client: Any) -> Elsewhere | None:
        if client is None:
            return None
        from factbook.run.dask import elsewhere

        return elsewhere(client, workers=self.workers)

    def _needed(self, sources: Iterable[Source], progress: Progress) -> Iterator[Source]:
        """Documents that are not there yet as this task makes them."""
        present = dict(self.store.connection.execute("SELECT name, made FROM document"))
        for source in sources:
            if present.get(source.id) == made_by(self.task, source):
                self.summary.unchanged += 1
                progress.step()
            else:
                yield source

    def _results(self, portions: Iterable[list[Source]], client: Any) -> Iterator[tuple[list[Source], list[Result]]]:
        if client is not None:
            from factbook.run.dask import on_dask

            return on_dask(client, self.task, portions, workers=self.workers)
        if self.workers > 1:
            return Pool(self.workers).run(self.task, portions)
        return in_process(self.task, portions)

    def _store(self, chunk: Sequence[Source], results: Sequence[Result]) -> None:
        """One transaction a chunk; linking waits until the end."""
        annotated: list[Annotated] = []
        for source, result in zip(chunk, results, strict=True):
            if result.error:
                self.summary.failed += 1
                self.store.failed(source.id, result.error)
                print(f"{source.id}: {result.error}; skipped", file=sys.stderr)
                continue
            kb = msgspec.json.decode(result.annotation, type=KB)
            annotated.append(Annotated(source, kb, made_by(self.task, source)))
        added = self.store.add(annotated, link=False)
        self.summary.new += added.new
        self.summary.replaced += added.replaced
        self.summary.unchanged += added.unchanged

    def _finish(self, meter: Meter) -> None:
        for problem in self.problems:
            print(problem, file=sys.stderr)
        self.summary.problems = len(self.problems.errors)
        count = self.store.count
        self.summary.documents = count("document")
        self.summary.mentions = count("mention")
        self.summary.entities = count("entity")
        self.summary.facts = count("fact")
        self.summary.attitudes = count("attitude")
        self.summary.cost = meter.cost()
        self.store.set_meta("last_build", msgspec.json.encode(self.summary).decode())


def settings_for(*, closed: bool) -> Settings:
    """Linking settings of a build: a closed one uses no knowledge from outside the documents."""
    return Settings(outside=not closed)
