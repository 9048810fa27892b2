"""The full reports of the official programs, put together system by system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from factbook.evaluate.best_report import condition_table
from factbook.evaluate.edl_report import HEADER, official_table
from factbook.evaluate.measure import Counted, Measure
from factbook.evaluate.scoring import Scored, ScoreTable


def full_report(table: ScoreTable, gold: Any, systems: Mapping[str, Any], by: Sequence[str] = ()) -> str:
    """Each system's report under all measures, headed by its name and signatures.

    Entity discovery: the official columns, and below them those `by` document or type.
    """
    parts = []
    for name, own in _by_system(table).items():
        if own[0].measure.kind.family == "edl":
            names = [result.measure.kind.fixed["measure"] for result in own]
            lines = [HEADER, *(result.measure.report(result.counted) for result in own)]
            for label in by:
                lines += official_table(gold, systems[name], by=label, measures=names)[1:]
        else:
            lines = [result.measure.report(result.counted) for result in own]
        parts.append(_heading(name, own) + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def condition_report(
    table: ScoreTable,
    measures: Sequence[Measure],
    gold: Any,
    predicted: Mapping[str, Any],
    *,
    only_predicted: bool,
) -> str:
    """The table of conditions of seed 004 for each system.

    `predicted` holds output on predicted ERE; without it, `only_predicted` says that `table` was made on that.
    """
    parts = []
    for name, own in _by_system(table).items():
        scored = {_attitudes(result.measure): result.counted for result in own}
        other: dict[str, Counted] = {}
        if name in predicted:
            other = {_attitudes(measure): measure.count(gold, predicted[name]) for measure in measures}
        elif only_predicted:
            scored, other = {}, scored
        parts.append(_heading(name, own) + condition_table(scored, other))
    return "\n\n".join(parts) + "\n"


def _attitudes(measure: Measure) -> str:
    return measure.kind.fixed["attitudes"]


def _by_system(table: ScoreTable) -> dict[str, list[Scored]]:
    found: dict[str, list[Scored]] = {}
    for result in table.results:
        found.setdefault(result.system, []).append(result)
    return found


def _heading(name: str, own: Sequence[Scored]) -> str:
    return "\n".join([f"system: {name}", *(f"signature: {result.signature}" for result in own)]) + "\n\n"
