"""Which units are drawn: strata, order, longer samples, runs that join."""

from __future__ import annotations

import pytest

from factbook.assess.pool import Pool
from factbook.assess.sampling import AT_LEAST, extend, features, schedule, strata, stratify, weights
from tests.assess.simulated import simulated

POOL, _ = simulated()
ROWS = features(POOL)


@pytest.mark.parametrize("sample", [1, 10, 100, 1000])
def test_every_unit_has_a_stratum_and_every_stratum_a_judgment(sample: int) -> None:
    names = stratify(ROWS, sample)
    assert set(names) == set(POOL.units)
    parts = strata(names, ROWS, 1)
    order = schedule(parts, sample)
    assert len(order) == len(set(order))
    assert len(order) == min(max(sample, len(parts)), len(POOL.units))
    assert all(set(part.units) & set(order) for part in parts)


def test_judgments_of_a_stratum_are_the_first_of_its_random_order() -> None:
    parts = strata(stratify(ROWS, 60), ROWS, 3)
    order = schedule(parts, 60)
    for part in parts:
        drawn = [unit for unit in order if unit in part.units]
        assert drawn == list(part.units[: len(drawn)])
        assert len(drawn) >= min(AT_LEAST, len(part.units))


def test_a_longer_sample_begins_with_the_shorter() -> None:
    parts = strata(stratify(ROWS, 60), ROWS, 3)
    short, long = schedule(parts, 60), schedule(parts, 200)
    assert long[:60] == short


def test_the_seed_decides() -> None:
    names = stratify(ROWS, 60)
    assert strata(names, ROWS, 5) == strata(names, ROWS, 5)
    assert schedule(strata(names, ROWS, 5), 60) != schedule(strata(names, ROWS, 6), 60)


def test_small_runs_and_unsure_claims_weigh_more() -> None:
    found = weights(ROWS.values())
    sure = [row for row in ROWS.values() if row.runs == ("greedy",) and row.confidence > 0.97]
    unsure = [row for row in ROWS.values() if row.runs == ("greedy",) and 0.4 < row.confidence < 0.6]
    small = [row for row in ROWS.values() if row.runs == ("careful",) and 0.4 < row.confidence < 0.6]
    assert max(found[row.unit] for row in sure) < min(found[row.unit] for row in unsure)
    assert max(found[row.unit] for row in unsure) < min(found[row.unit] for row in small)


def test_runs_are_kept_apart_where_the_sample_is_large() -> None:
    names = stratify(ROWS, 120)
    runs: dict[str, set[tuple[str, ...]]] = {}
    for unit, name in names.items():
        runs.setdefault(name, set()).add(ROWS[unit].runs)
    assert sum(len(found) > 1 for found in runs.values()) <= 1


def test_a_run_that_joins_splits_strata_and_keeps_what_was_drawn() -> None:
    whole, _ = simulated()
    early = Pool(whole.queries.values())
    for run in ("careful", "greedy"):
        early.add(run, [r for claim in whole.claims.values() for r in claim.responses(run)])
    rows = features(early)
    old = stratify(rows, 40)
    drawn = schedule(strata(old, rows, 1), 40)
    early.add("other", [r for claim in whole.claims.values() for r in claim.responses("other")])
    rows = features(early)
    new = extend(old, rows, ["other"], 80)
    assert set(new) == set(early.units)
    parts = strata(new, rows, 1)
    for part in parts:
        assert len({old.get(unit) for unit in part.units}) == 1
        assert len({"other" in rows[unit].runs for unit in part.units}) == 1
        here = [unit for unit in part.units if unit in drawn]
        assert here == list(part.units[: len(here)])  # still the first of a random order
