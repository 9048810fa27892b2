"""Optimal one-to-one correspondence."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbook.evaluate import align
from factbook.evaluate.align import components, optimal

gains = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(0, 8).map(lambda number: number / 4), max_size=14
)


def total(pairs: dict[tuple[int, int], float], mapping: dict[int, int]) -> float:
    return sum(pairs[pair] for pair in mapping.items())


def best(pairs: dict[tuple[int, int], float]) -> float:
    rows = sorted({row for row, _ in pairs})
    columns = [*sorted({column for _, column in pairs}), *[-1] * len(rows)]
    return max(
        sum(pairs.get(pair, 0.0) for pair in zip(rows, chosen, strict=True))
        for chosen in set(permutations(columns, len(rows)))
    )


@given(gains)
def test_total_gain_is_the_highest_possible(pairs: dict[tuple[int, int], float]) -> None:
    mapping = optimal(pairs)
    assert len(set(mapping.values())) == len(mapping)
    assert set(mapping.items()) <= set(pairs)
    assert total(pairs, mapping) == pytest.approx(best(pairs) if pairs else 0.0)


@given(gains)
@pytest.mark.parametrize("solver", ["_SMALL", "_DENSE"])
def test_all_solvers_find_the_same_mapping(solver: str, pairs: dict[tuple[int, int], float]) -> None:
    expected = optimal(pairs)
    before = getattr(align, solver)
    small = align._SMALL
    try:
        align._SMALL = 0
        setattr(align, solver, 0)
        assert total(pairs, optimal(pairs)) == pytest.approx(total(pairs, expected))
    finally:
        setattr(align, solver, before)
        align._SMALL = small


def test_order_of_pairs_does_not_matter() -> None:
    pairs = {(1, 0): 1.0, (0, 0): 1.0, (0, 1): 1.0, (1, 1): 1.0}
    assert optimal(pairs) == optimal(dict(reversed(pairs.items()))) == {0: 0, 1: 1}


def test_ties_go_to_the_earlier_column_and_row() -> None:
    assert optimal({(0, 3): 1.0, (0, 2): 1.0}) == {0: 2}
    assert optimal({(5, 0): 1.0, (4, 0): 1.0}) == {4: 0}


def test_pairs_without_gain_are_mapped() -> None:
    assert optimal({(0, 0): 0.0}) == {0: 0}
    assert optimal({(0, 0): 0.0, (0, 1): 0.0, (1, 1): 0.0, (2, 1): 0.0}) == {0: 0, 1: 1}


def test_components_are_apart_and_in_order() -> None:
    parts = list(components({(2, 2): 1.0, (0, 0): 1.0, (1, 0): 2.0, (1, 1): 1.0}))
    assert [list(part) for part in parts] == [[0, 1], [2]]
