"""Confidence intervals and paired tests, from the counts by unit (a document, a query, a sentence).

Units are drawn, never single items: items of one document depend on each other. With a seed the result is the same
on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from factbook.evaluate.measure import Measure, Unit

RESAMPLES, SEED, LEVEL = 1000, 1, 0.95


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two systems on one figure: first minus second."""

    measure: str
    figure: str
    first: str
    second: str
    difference: float
    low: float  # paired bootstrap interval of the difference
    high: float
    p_value: float  # paired permutation test, two-sided
    units: int
    resamples: int


def intervals(
    measure: Measure,
    units: Sequence[Unit],
    *,
    figures: Iterable[str],
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> dict[str, tuple[float, float]]:
    """Percentile bootstrap interval of each figure: units are drawn with replacement (Efron 1979)."""
    names = tuple(figures)
    groups = list(_by_id(units).values())
    if not groups:
        return {}
    rng = np.random.default_rng(seed)
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(resamples):
        drawn = rng.integers(len(groups), size=len(groups))
        summary = measure.summarise(_renumbered([groups[index] for index in drawn.tolist()]))
        for name in names:
            found[name].append(summary[name])
    return {name: _percentiles(values, level) for name, values in found.items()}


def compare(
    measure: Measure,
    first: tuple[str, Sequence[Unit]],
    second: tuple[str, Sequence[Unit]],
    *,
    figure: str = "",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Comparison:
    """Paired bootstrap interval and paired permutation test of the difference (Noreen 1989).

    Permutation: the two systems' counts of a unit are exchanged or not, each with probability 1/2. The p-value is
    (exceeding + 1) / (resamples + 1), so it is never 0.
    """
    name = figure or measure.kind.main
    pairs = _paired(first[1], second[1])

    def difference(ours: list[list[Unit]], theirs: list[list[Unit]]) -> float:
        return measure.summarise(_renumbered(ours))[name] - measure.summarise(_renumbered(theirs))[name]

    observed = difference([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    rng = np.random.default_rng(seed)
    drawn, exceeding = [], 0
    for _ in range(resamples):
        chosen = rng.integers(len(pairs), size=len(pairs)).tolist() if pairs else []
        drawn.append(difference([pairs[index][0] for index in chosen], [pairs[index][1] for index in chosen]))
        swapped = rng.integers(2, size=len(pairs)).tolist()
        ours = [pair[swap] for pair, swap in zip(pairs, swapped, strict=True)]
        theirs = [pair[1 - swap] for pair, swap in zip(pairs, swapped, strict=True)]
        exceeding += abs(difference(ours, theirs)) >= abs(observed) - 1e-12
    low, high = _percentiles(drawn, level)
    return Comparison(
        measure=measure.short,
        figure=name,
        first=first[0],
        second=second[0],
        difference=observed,
        low=low,
        high=high,
        p_value=(exceeding + 1) / (resamples + 1),
        units=len(pairs),
        resamples=resamples,
    )


def _by_id(units: Sequence[Unit]) -> dict[str, list[Unit]]:
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(unit.id, []).append(unit)
    return groups


def _paired(first: Sequence[Unit], second: Sequence[Unit]) -> list[tuple[list[Unit], list[Unit]]]:
    """Units of both systems by id; a unit that one of them lacks has no counts there."""
    ours, theirs = _by_id(first), _by_id(second)
    return [
        (ours.get(id) or [Unit(id=id, counts={})], theirs.get(id) or [Unit(id=id, counts={})])
        for id in dict.fromkeys([*ours, *theirs])
    ]


def _renumbered(groups: Sequence[Sequence[Unit]]) -> list[Unit]:
    """Units drawn twice stand for two units: an average over units must not take them for one."""
    return [
        Unit(id=f"{number}:{unit.id}", counts=unit.counts, labels=unit.labels)
        for number, group in enumerate(groups)
        for unit in group
    ]


def _percentiles(values: Sequence[float], level: float) -> tuple[float, float]:
    if not values:
        return 0.0, 0.0
    low, high = np.quantile(np.array(values), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
