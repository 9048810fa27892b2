"""Error surgery: how much each stage lost, and what the score would be with that stage repaired.

Every measure offers `repair`: the system output with one stage mended. It is counted again as any output is, so the
figure is the score of that output, not an estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from factbook.evaluate.measure import Match, Measure


class StageLoss(msgspec.Struct, frozen=True, kw_only=True):
    """One stage: items it spoiled, counts they cost, the score with it repaired and what that adds.

    `repaired` is None for what is shown, but is no error to mend (an answer that nobody assessed).
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
    matches = counted.matches or measure.matches(gold, system)
    losses = stage_costs(matches)
    stages = measure.kind.stages
    alone = {stage: _rescored(measure, gold, measure.repair(gold, system, stage)) for stage in stages}
    in_turn = _mended_in_turn(measure, gold, system)
    return Surgery(
        measure=str(measure), figure=figure, score=score, stages=_losses(losses, alone, score), in_turn=tuple(in_turn)
    )


def _losses(losses: Sequence[StageLoss], repaired: dict[str, float], score: float) -> tuple[StageLoss, ...]:
    known = {loss.stage: loss for loss in losses}
    mended = [
        StageLoss(
            stage=stage,
            items=known[stage].items if stage in known else 0,
            cost=known[stage].cost if stage in known else 0.0,
            repaired=value,
            gain=value - score,
        )
        for stage, value in repaired.items()
    ]
    return (*mended, *(loss for loss in losses if loss.stage not in repaired))


def _mended_in_turn(measure: Measure, gold: Any, system: Any) -> list[tuple[str, float]]:
    found = []
    for stage in measure.kind.stages:
        system = measure.repair(gold, system, stage)
        found.append((stage, _rescored(measure, gold, system)))
    return found


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
