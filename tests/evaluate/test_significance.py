"""Intervals and paired tests from counts by unit."""

from __future__ import annotations

import random

import numpy as np
import pytest

from factbook.evaluate.measure import Measure, Unit
from factbook.evaluate.significance import _Pool, compare, intervals
from factbook.evaluate.table import measures


def measure(text: str = "edl.strong_mention_match") -> Measure:
    return measures(text)[0]


def units(rate: float, number: int = 40, seed: int = 3) -> list[Unit]:
    """Documents of ten mentions, each found with this probability; as many are spurious as are missed."""
    rng = random.Random(seed)
    made = []
    for index in range(number):
        right = sum(rng.random() < rate for _ in range(10))
        counts = {"ptp": right, "fp": 10 - right, "rtp": right, "fn": 10 - right}
        made.append(Unit(id=f"d{index}", counts={key: float(value) for key, value in counts.items()}))
    return made


def test_the_interval_holds_the_figure_and_is_the_same_each_time() -> None:
    made = units(0.6)
    first = intervals(measure(), made, figures=("f", "p"), resamples=200, seed=7)
    assert first == intervals(measure(), made, figures=("f", "p"), resamples=200, seed=7)
    low, high = first["f"]
    assert low <= measure().summarise(made)["f"] <= high
    assert low < high


def test_more_documents_give_a_narrower_interval() -> None:
    def width(number: int) -> float:
        low, high = intervals(measure(), units(0.6, number), figures=("f",), resamples=200)["f"]
        return high - low

    assert width(200) < width(10)


def test_equal_systems_do_not_differ() -> None:
    made = units(0.6)
    found = compare(measure(), ("a", made), ("b", made), resamples=100)
    assert (found.difference, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_a_clear_difference_has_a_small_p_and_turns_its_sign() -> None:
    good, bad = units(0.9), units(0.4, seed=5)
    found = compare(measure(), ("good", good), ("bad", bad), resamples=300)
    assert found.p_value == pytest.approx(1 / 301)
    assert 0 < found.low < found.difference < found.high
    turned = compare(measure(), ("bad", bad), ("good", good), resamples=300)
    assert turned.difference == pytest.approx(-found.difference)


def test_a_unit_that_one_system_lacks_counts_as_nothing_there() -> None:
    made = units(0.5, 4)
    assert compare(measure(), ("a", made), ("b", made[:3]), resamples=20).units == 4


def test_a_unit_drawn_twice_counts_twice_in_a_mean() -> None:
    """Macro averages group by document: copies must stay apart."""
    made = [Unit(id="only", counts={"ptp": 1.0, "fp": 0.0, "rtp": 1.0, "fn": 0.0, "gold": 1.0, "system": 1.0})] * 1
    found = intervals(measure("best.belief(average=macro)"), made, figures=("f",), resamples=5)
    assert found["f"] == (1.0, 1.0)


def test_nothing_to_draw_from() -> None:
    assert intervals(measure(), [], figures=("f",), resamples=5) == {}


@pytest.mark.parametrize(
    ("text", "sums_only"),
    [
        ("edl.strong_mention_match", True),
        ("edl.strong_mention_match(average=macro)", False),
        ("best.belief", True),
        ("best.belief(average=macro)", False),
    ],
)
def test_sums_are_used_where_they_give_the_same_figures(text: str, sums_only: bool) -> None:
    made = [
        Unit(id=unit.id, counts={**unit.counts, "fp": unit.counts["fp"] * 2, "gold": 10.0, "system": 12.0})
        for unit in units(0.6, 12)
    ]
    pool = _Pool(measure(text), [[unit] for unit in made])
    assert pool.sums_only == sums_only
    drawn = np.array([0, 0, 3, 5])
    assert pool.figures(drawn) == pytest.approx(pool._from_units(drawn))
