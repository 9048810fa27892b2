"""Optimal one-to-one correspondence."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from factbook.evaluate import align, align_sparse
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
@pytest.mark.parametrize(("dense", "few"), [(align._DENSE, -1), (align._DENSE, 20), (0, 20)])
def test_all_solvers_find_a_mapping_of_equal_gain(dense: int, few: int, pairs: dict[tuple[int, int], float]) -> None:
    expected = optimal(pairs)
    before = align._SMALL, align._DENSE, align._FEW
    try:
        align._SMALL, align._DENSE, align._FEW = 0, dense, few
        assert total(pairs, optimal(pairs)) == pytest.approx(total(pairs, expected))
    finally:
        align._SMALL, align._DENSE, align._FEW = before


@pytest.mark.parametrize("seed", range(20))
def test_chains_of_exchanges_end_in_the_best_mapping(seed: int) -> None:
    """Rows that compete for few columns, as shared names of a collection do."""
    chance = random.Random(seed)
    pairs = {(chance.randrange(90), chance.randrange(70)): chance.random() ** 3 for _ in range(400)}
    matrix = np.zeros((90, 70))
    for (row, column), gain in pairs.items():
        matrix[row, column] = gain
    rows, columns = linear_sum_assignment(matrix, maximize=True)
    component: align_sparse.Component = {}
    for (row, column), gain in sorted(pairs.items()):
        component.setdefault(row, {})[column] = gain
    mapping = align_sparse.solve(component, 1e-12)
    assert len(set(mapping.values())) == len(mapping)
    assert total(pairs, mapping) == pytest.approx(matrix[rows, columns].sum())


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
