"""The runs of `factbook assess`: reading them, making the pool, letting runs join it, finding the documents' text."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from factbook.assess.counts import Outside
from factbook.assess.folder import Folder, Plan
from factbook.assess.pool import Pool
from factbook.assess.questions import best_lines, questions
from factbook.assess.sampling import extend, features, stratify
from factbook.cli import coldstart_inputs
from factbook.cli.common import print_some_problems
from factbook.cli.main import UsageError
from factbook.cli.score_inputs import STORE, Loader, Paths, system_names
from factbook.evaluate.coldstart import ColdStartGold
from factbook.formats.guess import format_of
from factbook.link.complete import complete
from factbook.model.kb import KB
from factbook.model.tasks import Query, Response
from factbook.query.paths import resolve
from factbook.text.files import Walk
from factbook.text.offsets import Span
from factbook.text.problems import Problems
from factbook.text.source import Source

if TYPE_CHECKING:
    from factbook.store.store import Store

SAMPLE, SEED = 100, 1


class Documents:
    """The text of documents: those named, and those in the knowledge bases."""

    def __init__(self, sources: Mapping[str, Source], stores: Sequence[Store]) -> None:
        self._sources, self._stores = sources, stores

    def text(self, doc: str) -> str | None:
        from factbook.store.errors import NotInKB

        if doc in self._sources:
            return self._sources[doc].text
        for store in self._stores:
            try:
                return store.text(doc)
            except NotInKB:
                continue
        return None

    def __enter__(self) -> Documents:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for store in self._stores:
            store.close()


class Runs:
    """Reads runs, each once."""

    def __init__(self, plan: Plan, queries: str = "") -> None:
        paths = Paths(queries=queries, source=tuple(plan.sources), edition=plan.edition, map=plan.map)
        self.loader = Loader("coldstart", "responses", paths)
        self._kbs: dict[str, KB] = {}

    def kb(self, path: str) -> KB | None:
        """A knowledge base, with the inverses and canonical mentions it implies; None for a slot filling run."""
        if path not in self._kbs:
            if not path.lower().endswith(STORE) and _is_run(path):
                return None
            kb = best_lines(self.loader.kb(path))
            complete(kb)
            self._kbs[path] = kb
        return self._kbs[path]

    def responses(self, path: str, queries: Sequence[Query]) -> tuple[list[Response], frozenset[Span]]:
        """The answers of a run, and the places of its values that are no names."""
        kb = self.kb(path)
        if kb is None:
            gold = ColdStartGold(queries=tuple(queries), assessments=())
            return coldstart_inputs.system_responses(self.loader, path, gold), frozenset()
        places = frozenset(
            place for m in kb.mentions.values() if m.level == "NOM" and isinstance(place := m.heads, Span)
        )
        return resolve(kb, queries), places

    def problems(self) -> int:
        """Print what was wrong; how many errors."""
        print_some_problems(self.loader.problems)
        return len(self.loader.problems.errors)


def _is_run(path: str) -> bool:
    """Whether a path is a file that holds answers and no knowledge base."""
    file = next(Walk(Problems()).files([path]), None) if os.path.isfile(path) else None
    found = format_of(file.name, file.data) if file is not None else None
    return found is not None and found.content != "kb"


def prepare(options: argparse.Namespace) -> tuple[Folder, Documents, int]:
    """The folder, made or opened, with the runs of the call; the documents; the number of errors."""
    if Folder.exists(options.folder):
        folder, runs = _reopened(options)
    elif options.runs:
        folder, runs = _made(options)
    else:
        raise UsageError(f"{options.folder} holds no assessment: name the runs to judge")
    errors = runs.problems()
    if not folder.pool.claims:
        raise UsageError("the runs answer nothing that can be asked: no claim to judge")
    folder.save()
    return folder, _documents(folder, runs.loader.sources), errors


def _made(options: argparse.Namespace) -> tuple[Folder, Runs]:
    plan = Plan(
        seed=SEED if options.seed is None else options.seed,
        sample=options.sample or SAMPLE,
        generated=not options.queries,
        edition=options.edition,
        sources=_absolute(options.source),
        map=os.path.abspath(options.map) if options.map else "",
    )
    runs = Runs(plan, options.queries)
    folder = Folder(options.folder, plan, Pool([]))
    _join(folder, runs, _named(options, ()), asked(options, runs))
    return folder, runs


def asked(options: argparse.Namespace, runs: Runs) -> list[Query]:
    """The queries of the call, one an entry point."""
    return coldstart_inputs.expanded(coldstart_inputs.queries(runs.loader)) if options.queries else []


def _reopened(options: argparse.Namespace) -> tuple[Folder, Runs]:
    folder = Folder.open(options.folder)
    plan = folder.plan
    if options.seed is not None and options.seed != plan.seed:
        raise UsageError(f"{options.folder} was drawn with --seed {plan.seed}: another seed needs another folder")
    if options.queries:
        raise UsageError(f"{options.folder} has its queries already")
    plan.sources += [path for path in _absolute(options.source) if path not in plan.sources]
    plan.sample = options.sample or plan.sample
    plan.edition = options.edition or plan.edition
    plan.map = os.path.abspath(options.map) if options.map else plan.map
    runs = Runs(plan)
    if options.runs:
        _join(folder, runs, _named(options, plan.runs), list(folder.pool.queries.values()))
    return folder, runs


def _named(options: argparse.Namespace, taken: Mapping[str, str] | tuple[()]) -> dict[str, str]:
    """The runs of the call: path by name."""
    names = [name.strip() for name in options.names.split(",")] if options.names else system_names(options.runs)
    if len(names) != len(options.runs) or len({*names, *taken}) != len(names) + len(taken):
        raise UsageError("each run needs a name of its own: give --names, one a run")
    return dict(zip(names, _absolute(options.runs), strict=True))


def _absolute(paths: Sequence[str]) -> list[str]:
    """The folder may be taken up from another place."""
    return [os.path.abspath(path) for path in paths]


def _join(folder: Folder, runs: Runs, named: Mapping[str, str], queries: list[Query]) -> None:
    """Let runs join the pool; strata and sample follow."""
    plan, pool = folder.plan, folder.pool
    before = list(queries) if folder.plan.runs else []
    if plan.generated:
        queries = _questions(runs, named, queries)
    fresh = [query for query in queries if query.id not in {old.id for old in before}]
    pool.queries.update({query.id: query for query in fresh})
    for name, path in plan.runs.items():  # earlier runs may answer the new queries too
        if fresh:
            responses, nominal = runs.responses(path, fresh)
            pool.add(name, responses, nominal=nominal)
    for name, path in named.items():
        responses, nominal = runs.responses(path, list(pool.queries.values()))
        pool.add(name, responses, nominal=nominal)
    rows = features(pool)
    if plan.strata:
        plan.strata = extend(plan.strata, rows, list(named), plan.sample)
    else:
        plan.strata = stratify(rows, plan.sample)
    plan.runs.update(named)


def _questions(runs: Runs, named: Mapping[str, str], known: Sequence[Query]) -> list[Query]:
    kbs: dict[str, KB] = {}
    for name, path in named.items():
        kb = runs.kb(path)
        if kb is None:
            raise UsageError(f"{path} is a slot filling run: name its queries with --queries, in a new folder")
        kbs[name] = kb
    found = questions(kbs, known)
    for name, count in found.unreached.items():
        print(f"factbook assess: {name}: {count} facts have no named subject to ask for; left out", file=sys.stderr)
    return list(found.queries)


def _documents(folder: Folder, sources: Mapping[str, Source]) -> Documents:
    from factbook.cli.kb import open_kb

    paths = [path for path in folder.plan.runs.values() if path.lower().endswith(STORE)]
    for path in paths:
        if not os.path.exists(path):
            print(f"factbook assess: {path} is gone: its passages cannot be shown", file=sys.stderr)
    return Documents(sources, [open_kb(path) for path in paths if os.path.exists(path)])


def outside(folder: Folder, options: argparse.Namespace) -> tuple[Outside, dict[str, int]]:
    """The runs that are measured without joining: their responses by claim, and how many the pool does not know."""
    found: dict[str, dict[str, list[Response]]] = {}
    unknown: dict[str, int] = {}
    runs = Runs(folder.plan)
    for name, path in zip(system_names(options.outside), options.outside, strict=True):
        responses, _ = runs.responses(path, list(folder.pool.queries.values()))
        rows = found.setdefault(name, {})
        unknown[name] = 0
        for response in responses:
            claim = folder.pool.find(response)
            if claim is None:
                unknown[name] += 1
            else:
                rows.setdefault(claim.id, []).append(response)
    runs.problems()
    return found, unknown
