"""Error surgery: how much each stage lost, and what the score would be with that stage repaired.

A measure that offers `repair` is counted again on the mended output. Others are repaired in the sums, where these
follow from the matches:

* a value (ACE): what the stage cost is given back;
* precision, recall and F (Cold Start): wrong answers of the stage are left out, missed ones found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from factbook.evaluate.measure import Match, Measure, harmonic


class StageLoss(msgspec.Struct, frozen=True, kw_only=True):
    """One stage: items it spoiled, counts they cost, the score with it repaired and what that adds.

    `repaired` is None where the score does not follow from the matches alone (a macro average, say).
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
    if measure.kind.repair:
        stages: Sequence[str] = measure.kind.stages
        alone = {stage: _rescored(measure, gold, measure.repair(gold, system, stage)) for stage in stages}
        in_turn = _mended_in_turn(measure, gold, system)
    else:
        figure_of = _figure_of(matches, score)
        stages = [loss.stage for loss in losses]
        alone = {stage: figure_of({stage}) for stage in stages} if figure_of else {}
        in_turn = [(stage, figure_of({*stages[: i + 1]})) for i, stage in enumerate(stages)] if figure_of else []
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


def _figure_of(matches: Sequence[Match], score: float) -> Callable[[set[str]], float] | None:
    """The score as a function of the repaired stages, if the matches give the score itself."""

    def value(repaired: set[str]) -> float:
        right = sum(match.credit + (match.cost if match.stage in repaired else 0.0) for match in matches)
        every = sum(match.credit + match.cost for match in matches)
        return right / every if every else 0.0

    def f(repaired: set[str]) -> float:
        counting = [match for match in matches if match.outcome != "ignored"]
        missed = [match for match in counting if match.system is None]
        right = sum(match.credit for match in counting) + sum(match.stage in repaired for match in missed)
        left_out = sum(1 for match in counting if match.system and match.stage in repaired and not match.credit)
        answers = len(counting) - len(missed) - left_out + sum(match.stage in repaired for match in missed)
        wanted = sum(match.credit for match in counting) + len(missed)
        return harmonic(right / answers if answers else 0.0, right / wanted if wanted else 0.0)

    for model in (value, f):
        if abs(model(set()) - score) < 1e-9:
            return model
    return None
