"""Cold Start inputs of `factbook score`: queries, assessments, runs, and knowledge bases resolved into runs.

A system is a slot filling run (.sf) or a knowledge base (.tac, .jsonl, or .kb of `factbook build`), then resolved.
Queries may be LDC queries with several entry points or expanded ones; resolving expands them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from factbook.cli.common import print_some_problems
from factbook.cli.main import UsageError
from factbook.evaluate.coldstart import ColdStartGold
from factbook.evaluate.coldstart_gold import GoldWorld, SystemWorld
from factbook.formats.format import Where
from factbook.formats.table import by_name, by_suffix
from factbook.model.kb import KB
from factbook.model.tasks import Assessment, Query, Response
from factbook.query.paths import resolve
from factbook.schema.cssf_ids import LANGUAGES, expand, parse_id
from factbook.text.files import Walk

if TYPE_CHECKING:
    from factbook.cli.score_inputs import Loader

_SYSTEMS = ("cssf-run", "coldstart-kb", "jsonl")
_BASE = "CSSF16"  # of expanded ids, where no file tells another


def queries(loader: Loader) -> list[Query]:
    """The queries that the call names."""
    if not loader.paths.queries:
        raise UsageError("Cold Start needs the queries: name them with --queries")
    found: list[Query] = []
    for file in Walk(loader.problems).files([loader.paths.queries]):
        found.extend(loader.content(file, by_name("cssf-queries")))
    if not found:
        print_some_problems(loader.problems)
        raise UsageError(f"--queries {loader.paths.queries}: no query was read")
    return found


def expanded(asked: Iterable[Query], base: str = _BASE) -> list[Query]:
    """One query an entry point, with the ids that runs use."""
    found: list[Query] = []
    for query in asked:
        parts = parse_id(query.id)
        found.extend([query] if parts is not None and parts.expanded else expand(query, base))
    return found


def gold_assessed(loader: Loader, path: str) -> ColdStartGold:
    """Queries and assessments."""
    asked = queries(loader)
    assessments: list[Assessment] = []
    known = ("cssf-assessment",)
    for file in Walk(loader.problems).files([path]):
        format = loader.format_of(file, known, named=path)
        assessments.extend(loader.content(file, format) if format is not None else [])
    if not assessments:
        loader.problems.add("NOTHING_TO_READ", Where(path), formats=", ".join(known))
    return ColdStartGold(queries=tuple(asked), assessments=tuple(assessments))


def system_responses(loader: Loader, path: str, gold: ColdStartGold) -> list[Response]:
    """The responses of a run, or of a knowledge base resolved."""
    asked = expanded(gold.queries, _base(gold.assessments))
    if path.lower().endswith(".kb"):  # made by `factbook build`
        return resolve(loader.kb(path), asked)
    found: list[Response] = []
    for file in Walk(loader.problems, accept=_is_system).files([path]):
        format = loader.format_of(file, _SYSTEMS, named=path)
        content: Any = loader.content(file, format, queries=asked) if format is not None else []
        found.extend(resolve(content, asked) if isinstance(content, KB) else content)
    return found


def _is_system(name: str) -> bool:
    found = by_suffix(name)
    return found is not None and found.name in _SYSTEMS


def _base(assessments: Iterable[Assessment]) -> str:
    """The base of expanded ids, as assessments write it: CSSF16 of CSSF16_ENG_0123456789."""
    for assessment in assessments:
        parts = parse_id(assessment.query.partition(":")[0])
        if parts is not None and parts.expanded:
            base, _, code = parts.prefix.rpartition("_")
            return base if code in LANGUAGES.values() else parts.prefix
    return _BASE


def gold_world(loader: Loader, path: str) -> GoldWorld:
    """A gold KB with its answers."""
    asked, kb = queries(loader), loader.kb(path)
    return GoldWorld(kb=kb, queries=tuple(asked), responses=tuple(resolve(kb, expanded(asked))))


def system_world(loader: Loader, path: str, gold: GoldWorld) -> SystemWorld:
    """A system's KB with its answers to the same queries."""
    kb = loader.kb(path)
    return SystemWorld(kb=kb, responses=tuple(resolve(kb, expanded(gold.queries))))
