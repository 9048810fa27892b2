"""The estimates: unbiased, intervals that cover, exact where all is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import pytest

from factbook.assess.counts import UnitCounts, assessments, count
from factbook.assess.estimate import POOL as ALL
from factbook.assess.estimate import Figure, Sampled, estimate, joined, ratio, total
from factbook.assess.pool import Pool
from factbook.assess.sampling import extend, features, schedule, strata, stratify
from factbook.evaluate.coldstart import ColdStartGold, summarise
from factbook.evaluate.coldstart import count as official
from factbook.model.tasks import Response
from tests.assess.simulated import RUNS, simulated

POOL, TRUTH = simulated()
ROWS = features(POOL)
Value = Callable[[UnitCounts], float]


@cache
def counted() -> dict[str, UnitCounts]:
    """The counts of all units, as if all were judged."""
    rows = assessments(POOL, TRUTH)
    return {unit: count(POOL, unit, rows, {}) for unit in POOL.units}


def drawn(names: dict[str, str], sample: int, seed: int) -> list[Sampled]:
    counts = counted()
    parts = strata(names, ROWS, seed)
    order = set(schedule(parts, sample))
    return [Sampled(len(p.units), tuple(counts[u] for u in p.units if u in order), p.units) for p in parts]


def right(run: str) -> Value:
    return lambda unit: unit.right.get(run, 0.0)


def submitted(run: str) -> Value:
    return lambda unit: unit.submitted.get(run, 0.0)


def of_run(parts: list[Sampled], run: str) -> list[Sampled]:
    return [part for part in parts if not units_of(run).isdisjoint(part.units)]


@cache
def units_of(run: str) -> frozenset[str]:
    return frozenset(claim.unit for claim in POOL.claims.values() if run in claim.runs)


def responses(pool: Pool, run: str) -> list[Response]:
    return [response for claim in pool.claims.values() for response in claim.responses(run)]


LETTERS = {claim.key: TRUTH[claim.id] for claim in POOL.claims.values()}


def judged(pool: Pool, order: Iterable[str]) -> dict[str, str]:
    return {claim.id: LETTERS[claim.key] for unit in order for claim in pool.units[unit]}


def test_with_all_judged_the_figures_are_those_of_the_official_scorer() -> None:
    parts = strata(stratify(ROWS, 40), ROWS, 1)
    found = estimate(POOL, parts, schedule(parts, 40), TRUTH)
    gold = ColdStartGold(queries=tuple(POOL.queries.values()), assessments=tuple(assessments(POOL, TRUTH).values()))
    for row in found.runs[:-1]:
        exact = summarise(official(gold, responses(POOL, row.run), view="sf").units, view="sf")
        for figure, name in ((row.precision, "p"), (row.recall, "r"), (row.f, "f")):
            assert figure is not None
            assert figure.value == pytest.approx(exact[name], abs=1e-12)
            assert figure.low == figure.value == figure.high
    assert found.judged == found.units
    correct = sum(TRUTH[claim.id] == "C" for claim in POOL.claims.values())
    assert found.runs[-1].run == ALL
    assert found.runs[-1].precision == Figure(*[pytest.approx(correct / len(POOL.claims))] * 3)


@pytest.mark.parametrize("sample", [25, 60, 140])
def test_totals_are_unbiased_and_ratios_nearly(sample: int) -> None:
    names = stratify(ROWS, sample)
    seeds = 200
    draws = [drawn(names, sample, seed) for seed in range(seeds)]
    for run in RUNS:
        exact = sum(map(right(run), counted().values()))
        found = [total(parts, right(run)) for parts in draws]
        mean = sum(found) / seeds
        error = (sum((one - mean) ** 2 for one in found) / seeds / seeds) ** 0.5
        assert abs(mean - exact) < 3.5 * error, run
        exact /= sum(map(submitted(run), counted().values()))
        figures = [ratio(of_run(parts, run), right(run), submitted(run)) for parts in draws]
        values = [figure.value for figure in figures if figure is not None]
        assert abs(sum(values) / len(values) - exact) < 0.03, run


@pytest.mark.parametrize("sample", [40, 100, 200])
def test_intervals_cover_at_about_their_rate(sample: int) -> None:
    names = stratify(ROWS, sample)
    seeds = 200
    draws = [drawn(names, sample, seed) for seed in range(seeds)]
    covered = cases = 0
    truth_of = sum(unit.truth for unit in counted().values())
    for run in RUNS:
        right_of = sum(map(right(run), counted().values()))
        precision, recall = right_of / sum(map(submitted(run), counted().values())), right_of / truth_of
        here = 0
        for parts in draws:
            first = ratio(of_run(parts, run), right(run), submitted(run))
            second = ratio(parts, right(run), lambda unit: unit.truth)
            assert first is not None
            assert second is not None
            here += (first.low <= precision <= first.high) + (second.low <= recall <= second.high)
        assert here / (2 * seeds) > 0.9, run
        covered, cases = covered + here, cases + 2 * seeds
    assert 0.93 <= covered / cases <= 0.995


def test_a_larger_sample_has_shorter_intervals() -> None:
    widths = []
    for sample in (30, 100, 300):
        figure = ratio(of_run(drawn(stratify(ROWS, sample), sample, 1), "greedy"), right("greedy"), submitted("greedy"))
        assert figure is not None
        widths.append(figure.high - figure.low)
    assert widths == sorted(widths, reverse=True)


def test_all_right_so_far_is_not_taken_for_certain() -> None:
    parts = [Sampled(100, tuple(UnitCounts(1.0, {"a": 1.0}, {"a": 1.0}) for _ in range(10)), ("u",))]
    figure = ratio(parts, right("a"), submitted("a"))
    assert figure is not None
    assert figure.value == 1.0
    assert 0.6 < figure.low < 0.95
    assert ratio(parts, right("a"), submitted("nobody")) is None


def test_a_run_that_joins_later_is_estimated_without_bias() -> None:
    """Judgments made before the third run came count, with new ones on demand (Chaganty et al. 2017)."""
    found = []
    exact = sum(map(right("other"), counted().values()))
    for seed in range(60):
        pool = Pool(POOL.queries.values())
        for run in ("careful", "greedy"):
            pool.add(run, responses(POOL, run))
        rows = features(pool)
        old = stratify(rows, 40)
        first = schedule(strata(old, rows, seed), 40)
        judgments = judged(pool, first)
        pool.add("other", responses(POOL, "other"))
        rows = features(pool)
        parts = strata(extend(old, rows, ["other"], 90), rows, seed)
        order = schedule(parts, 90)
        judgments |= judged(pool, {*first, *order})
        row = next(row for row in estimate(pool, parts, order, judgments).runs if row.run == "other")
        found.append(row.right)
    mean = sum(found) / len(found)
    error = (sum((one - mean) ** 2 for one in found)) ** 0.5 / len(found)
    assert abs(mean - exact) < 3.5 * error


def test_judgments_that_the_sample_did_not_ask_for_do_not_count() -> None:
    parts = strata(stratify(ROWS, 40), ROWS, 1)
    order = schedule(parts, 40)
    asked = judged(POOL, order)
    picked = {part.units[-1] for part in parts if len(part.units) > len(set(part.units) & set(order)) + 1}
    more = asked | judged(POOL, sorted(picked))
    assert picked
    before, after = estimate(POOL, parts, order, asked), estimate(POOL, parts, order, more)
    assert [row.precision for row in before.runs] == [row.precision for row in after.runs]


def test_warnings_name_what_is_missing() -> None:
    parts = strata(stratify(ROWS, 40), ROWS, 1)
    order = schedule(parts, 40)
    half = estimate(POOL, parts, order, judged(POOL, order[:3]))
    assert "37 of 40 drawn facts are not judged" in half.warnings[0]
    assert "strata have no judgment" in half.warnings[1]
    assert any("pooling bias" in warning for warning in half.warnings)
    alone = Pool(POOL.queries.values())
    alone.add("greedy", responses(POOL, "greedy"))
    rows = features(alone)
    single = estimate(alone, strata(stratify(rows, 9), rows, 1), [], {})
    assert single.warnings == ("a single run tells no recall: add others to the pool",)
    assert single.runs[0].recall is None


def test_a_run_outside_the_pool_gets_bounds_and_a_warning() -> None:
    pool = Pool(POOL.queries.values())
    for run in ("careful", "greedy"):
        pool.add(run, responses(POOL, run))
    outside: dict[str, list[Response]] = {}
    unknown = 0
    for response in responses(POOL, "other"):
        claim = pool.find(response)
        if claim is None:
            unknown += 1
        else:
            outside.setdefault(claim.id, []).append(response)
    rows = features(pool)
    parts = strata(stratify(rows, 50), rows, 1)
    letters = judged(pool, pool.units)
    found = estimate(pool, parts, [], letters, outside={"other": outside}, unknown={"other": unknown})
    row = next(row for row in found.runs if row.run == "other")
    exact = sum(map(right("other"), counted().values())) / sum(map(submitted("other"), counted().values()))
    assert row.unknown == unknown > 0
    assert row.precision is not None
    assert row.precision.value < exact < row.precision.high
    assert any("other is not in the pool" in warning for warning in found.warnings)


def test_strata_without_judgments_join_a_neighbour() -> None:
    one = (UnitCounts(1.0, {}, {}),)
    parts = [Sampled(5, (), ("a",)), Sampled(7, one, ("b",)), Sampled(2, (), ("c",)), Sampled(3, one, ("d",))]
    found, empty = joined(parts)
    assert [(part.size, len(part.counts)) for part in found] == [(14, 1), (3, 1)]
    assert empty == 2
    assert joined([Sampled(5, (), ("a",))]) == ([], 1)
