"""Confidence intervals and paired tests, from the counts by unit (a document, a query, a sentence).

Units are drawn, never single items: items of one document depend on each other. With a seed the result is the same
on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from factbook.evaluate.clusters import Ints
from factbook.evaluate.measure import Measure, Unit, total
from factbook.evaluate.resampling import LEVEL, RESAMPLES, SEED, Comparison

_TRIALS = 8


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
    pool = _Pool(measure, groups)
    rng = np.random.default_rng(seed)
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(resamples):
        summary = pool.figures(rng.integers(len(groups), size=len(groups)))
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
    number = len(pairs)
    pool = _Pool(measure, [*(pair[0] for pair in pairs), *(pair[1] for pair in pairs)])

    def difference(ours: Ints, theirs: Ints) -> float:
        return pool.figures(ours)[name] - pool.figures(theirs)[name]

    every = np.arange(number)
    observed = difference(every, every + number)
    rng = np.random.default_rng(seed)
    drawn, exceeding = [], 0
    for _ in range(resamples):
        chosen = rng.integers(number, size=number) if number else every
        drawn.append(difference(chosen, chosen + number))
        swapped = rng.integers(2, size=number) * number
        exceeding += abs(difference(every + swapped, every + number - swapped)) >= abs(observed) - 1e-12
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
        units=number,
        resamples=resamples,
    )


class _Pool:
    """Units to draw from. Where a measure looks at sums only, the sums are made from a matrix of counts."""

    def __init__(self, measure: Measure, groups: Sequence[Sequence[Unit]]) -> None:
        self.measure, self.groups = measure, groups
        self.keys = list(dict.fromkeys(key for group in groups for unit in group for key in unit.counts))
        self.matrix = np.array([[total(group).get(key, 0.0) for key in self.keys] for group in groups])
        self.sums_only = self._sums_only()

    def figures(self, drawn: Ints) -> dict[str, float]:
        """The figures of the units drawn, each as often as it was drawn."""
        return self._from_sums(drawn) if self.sums_only else self._from_units(drawn)

    def _from_sums(self, drawn: Ints) -> dict[str, float]:
        sums = self.matrix[drawn].sum(axis=0).tolist() if len(drawn) else []
        return self.measure.summarise([Unit(id="", counts=dict(zip(self.keys, sums, strict=False)))])

    def _from_units(self, drawn: Ints) -> dict[str, float]:
        return self.measure.summarise(_renumbered([self.groups[index] for index in drawn.tolist()]))

    def _sums_only(self) -> bool:
        """Whether sums give the figures: tried on some draws, since macro averages look at single units."""
        rng = np.random.default_rng(SEED)
        number = len(self.groups)
        for _ in range(_TRIALS if number else 0):
            drawn = rng.integers(number, size=number)
            sums, units = self._from_sums(drawn), self._from_units(drawn)
            if sums.keys() != units.keys() or any(abs(sums[key] - units[key]) > 1e-9 for key in units):
                return False
        return True


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
    """The percentile interval (Efron and Tibshirani 1993, chapter 13) of resampled figures."""
    if not values:
        return 0.0, 0.0
    low, high = np.quantile(np.array(values), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
