"""How many judgments the estimates of `factbook assess` save, and whether their intervals hold.

    python -m benchmarks.assess [--seeds N]

Three simulated runs whose truth is known (`tests/assess/simulated.py`). One sample shared by all runs is compared with
a simple random sample of each run that has a third of the judgments. `gain` is the ratio of the variances of precision:
that many times as many judgments would the simple samples need. `holds` is the share of 95% intervals with the truth.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import fmean, pvariance

from factbook.assess.counts import UnitCounts, assessments, count
from factbook.assess.estimate import Figure, Sampled, ratio
from factbook.assess.pool import Pool
from factbook.assess.sampling import features, number_of, schedule, strata, stratify
from tests.assess.simulated import simulated

SAMPLES = (60, 120, 240)


class World:
    """The pool with the counts of all its units."""

    def __init__(self) -> None:
        self.pool: Pool
        self.pool, letters = simulated(people=400, facts=1500, seed=11)
        self.rows = features(self.pool)
        judged = assessments(self.pool, letters)
        self.counts = {unit: count(self.pool, unit, judged, {}) for unit in self.pool.units}
        self.units = {run: [unit for unit, row in self.rows.items() if run in row.runs] for run in self.pool.runs}

    def shared(self, sample: int, names: dict[str, str], seed: int) -> list[Sampled]:
        parts = strata(names, self.rows, seed)
        drawn = set(schedule(parts, sample))
        return [
            Sampled(len(part.units), tuple(self.counts[u] for u in part.units if u in drawn), part.units)
            for part in parts
        ]

    def simple(self, run: str, sample: int, seed: int) -> list[Sampled]:
        units = self.units[run]
        drawn = sorted(units, key=lambda unit: number_of(seed, unit))[:sample]
        return [Sampled(len(units), tuple(self.counts[unit] for unit in drawn), tuple(units))]

    def precision(self, parts: Sequence[Sampled], run: str) -> Figure:
        own = [part for part in parts if not set(part.units).isdisjoint(self.units[run])]

        def right(unit: UnitCounts) -> float:
            return unit.right.get(run, 0.0)

        figure = ratio(own, right, lambda unit: unit.submitted.get(run, 0.0))
        assert figure is not None
        return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=400, help="samples drawn of each kind")
    parser.add_argument("--data", default="", help="not needed")
    options = parser.parse_args()
    world = World()
    everything = [Sampled(len(world.counts), tuple(world.counts.values()), tuple(world.counts))]
    print("| judgments | run | facts | precision | shared: mean | holds | width | simple: width | gain |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for sample in SAMPLES:
        names = stratify(world.rows, sample)
        draws = [world.shared(sample, names, seed) for seed in range(options.seeds)]
        for run in world.pool.runs:
            truth = world.precision(everything, run).value
            ours = [world.precision(parts, run) for parts in draws]
            simple = [
                world.precision(world.simple(run, sample // len(world.pool.runs), seed), run)
                for seed in range(options.seeds)
            ]
            gain = pvariance([one.value for one in simple]) / pvariance([one.value for one in ours])
            cells = [
                str(sample), run, str(len(world.units[run])), f"{truth:.3f}", f"{fmean(one.value for one in ours):.3f}",
                f"{fmean(one.low <= truth <= one.high for one in ours):.2f}",
                f"{fmean(one.high - one.low for one in ours):.3f}",
                f"{fmean(one.high - one.low for one in simple):.3f}", f"{gain:.1f}",
            ]  # fmt: skip
            print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
