"""Error surgery: how much each stage lost, and what the score would be with that stage repaired."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from factbook.evaluate.measure import Match, Measure


class StageLoss(msgspec.Struct, frozen=True, kw_only=True):
    """One stage: items it spoiled, counts they cost, the score with it repaired and what that adds.

    `repaired` is None where the measure knows no repair.
    """

    stage: str
    items: int
    cost: float
    repaired: float | None = None
    gain: float | None = None


class Surgery(msgspec.Struct, frozen=True, kw_only=True):
    """The score, each stage repaired alone, and all stages one after the other."""

    measure: str
    figure: str
    score: float
    stages: tuple[StageLoss, ...]
    in_turn: tuple[tuple[str, float], ...] = ()


def surgery(measure: Measure, gold: Any, system: Any) -> Surgery:
    """Repair each stage alone, then one after the other; the rest of the output stays as it is."""
    figure = measure.kind.main
    counted = measure.count(gold, system)
    score = measure.summarise(counted.units)[figure]
    losses = stage_costs(counted.matches or measure.matches(gold, system))
    if not measure.kind.repair:
        return Surgery(measure=str(measure), figure=figure, score=score, stages=tuple(losses))
    by_name = {loss.stage: loss for loss in losses}
    repaired = {stage: _rescored(measure, gold, measure.repair(gold, system, stage)) for stage in measure.kind.stages}
    stages = [
        StageLoss(
            stage=stage,
            items=by_name[stage].items if stage in by_name else 0,
            cost=by_name[stage].cost if stage in by_name else 0.0,
            repaired=value,
            gain=value - score,
        )
        for stage, value in repaired.items()
    ]
    others = [loss for loss in losses if loss.stage not in repaired]
    in_turn = []
    current = system
    for stage in measure.kind.stages:
        current = measure.repair(gold, current, stage)
        in_turn.append((stage, _rescored(measure, gold, current)))
    return Surgery(measure=str(measure), figure=figure, score=score, stages=(*stages, *others), in_turn=tuple(in_turn))


def _rescored(measure: Measure, gold: Any, system: Any) -> float:
    return measure.summarise(measure.count(gold, system).units)[measure.kind.main]


def stage_costs(matches: Sequence[Match]) -> list[StageLoss]:
    """Items and cost by stage, the most costly first; stages of equal cost in order of appearance."""
    found: dict[str, list[float]] = {}
    for match in matches:
        if match.stage:
            found.setdefault(match.stage, []).append(match.cost)
    losses = [StageLoss(stage=stage, items=len(costs), cost=sum(costs)) for stage, costs in found.items()]
    return sorted(losses, key=lambda loss: -loss.cost)
