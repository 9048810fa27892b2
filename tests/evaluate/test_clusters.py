"""The sums over mentions equal the definitions of the measures, written out slowly."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from factbook.evaluate.assignment import _components, _solve_dense, _solve_sparse, assign
from factbook.evaluate.assignment_small import cheapest
from factbook.evaluate.clusters import WEIGHTS, overlap, side, sides_by_unit

Clusters = list[set[int]]


def clusters_of(labels: dict[int, int]) -> Clusters:
    return [{item for item, own in labels.items() if own == label} for label in sorted(set(labels.values()))]


labellings = st.dictionaries(st.integers(0, 9), st.integers(0, 3), max_size=9)


def muc(ours: Clusters, theirs: Clusters) -> tuple[float, float]:
    right = total = 0
    for cluster in ours:
        parts = {next((i for i, other in enumerate(theirs) if m in other), -m - 1) for m in cluster}
        right, total = right + len(cluster) - len(parts), total + len(cluster) - 1
    return right, total


def b_cubed(ours: Clusters, theirs: Clusters) -> tuple[float, float]:
    sums = [
        len(cluster & next((other for other in theirs if m in other), set())) / len(cluster)
        for cluster in ours
        for m in cluster
    ]
    return sum(sums), len(sums)


def pairwise(ours: Clusters, theirs: Clusters) -> tuple[float, float]:
    links = [{frozenset(pair) for one in side for pair in combinations(sorted(one), 2)} for side in (ours, theirs)]
    return len(links[0] & links[1]), len(links[0])


def lea(ours: Clusters, theirs: Clusters) -> tuple[float, float]:
    right = 0.0
    for cluster in ours:
        if len(cluster) == 1:
            right += cluster in theirs
            continue
        links = list(combinations(sorted(cluster), 2))
        right += len(cluster) * sum(any({*link} <= other for other in theirs) for link in links) / len(links)
    return right, sum(map(len, ours))


def best_mapping(ours: Clusters, theirs: Clusters, value: Callable[[set[int], set[int]], float]) -> float:
    if len(ours) > len(theirs):
        return best_mapping(theirs, ours, lambda one, other: value(other, one))
    return max(
        sum(value(one, theirs[place]) for one, place in zip(ours, places, strict=True))
        for places in permutations(range(len(theirs)), len(ours))
    )


def mention_ceaf(ours: Clusters, theirs: Clusters) -> tuple[float, float]:
    return best_mapping(ours, theirs, lambda one, other: len(one & other)), sum(map(len, ours))


def entity_ceaf(ours: Clusters, theirs: Clusters) -> tuple[float, float]:
    return best_mapping(ours, theirs, lambda one, other: 2 * len(one & other) / (len(one) + len(other))), len(ours)


SLOW = {
    "muc": muc,
    "b_cubed": b_cubed,
    "pairwise": pairwise,
    "lea": lea,
    "mention_ceaf": mention_ceaf,
    "entity_ceaf": entity_ceaf,
}


def test_every_measure_has_its_slow_definition() -> None:
    assert set(SLOW) == set(WEIGHTS)


@settings(max_examples=40)
@given(gold=labellings, system=labellings)
def test_sums_equal_the_definition(gold: dict[int, int], system: dict[int, int]) -> None:
    sides = []
    for labels in (gold, system):
        items = np.array(list(labels), dtype=np.int64)
        sides.append(side(items, np.array(list(labels.values()), dtype=np.int64), items % 3))
    ours, theirs = clusters_of(gold), clusters_of(system)
    for name, slow in SLOW.items():
        counts = {key: values.sum() for key, values in sides_by_unit(overlap(*sides), name, 3).items()}
        right, total = slow(ours, theirs)
        assert (counts["rtp"], counts["rtp"] + counts["fn"]) == pytest.approx((right, total))
        right, total = slow(theirs, ours)
        assert (counts["ptp"], counts["ptp"] + counts["fp"]) == pytest.approx((right, total))


cells = st.dictionaries(
    st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(1, 9).map(float), min_size=1, max_size=20
)


def arrays(found: dict[tuple[int, int], float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    rows, columns = (np.array([cell[axis] for cell in found], dtype=np.int64) for axis in (0, 1))
    return rows, columns, np.array(list(found.values()))


@settings(max_examples=25)
@given(found=cells)
def test_assignment_is_one_to_one_and_of_largest_value(found: dict[tuple[int, int], float]) -> None:
    rows, columns, values = arrays(found)
    chosen = assign(rows, columns, values)
    assert len(set(rows[chosen])) == len(set(columns[chosen])) == chosen.sum()
    matrix = [[found.get((row, column), 0.0) for column in range(6)] for row in range(6)]
    best = max(sum(matrix[row][column] for row, column in enumerate(places)) for places in permutations(range(6)))
    assert values[chosen].sum() == pytest.approx(best)


@settings(max_examples=25)
@given(found=cells)
def test_sparse_and_dense_solutions_are_of_equal_value(found: dict[tuple[int, int], float]) -> None:
    rows, columns, values = arrays(found)
    dense, sparse = (solve(rows, columns, values, 6, 6) for solve in (_solve_dense, _solve_sparse))
    assert values[dense].sum() == pytest.approx(values[sparse].sum())


def test_many_cells_go_through_one_sparse_graph() -> None:
    """A chain: row i can take column i or i + 1; the best takes all of one diagonal."""
    number = 3000
    rows = np.repeat(np.arange(number), 2)
    columns = rows + np.tile([0, 1], number)
    values = np.tile([1.0, 2.0], number)
    chosen = assign(rows, columns, values)
    assert values[chosen].sum() == 2.0 * number


@settings(max_examples=50)
@given(
    height=st.integers(1, 6),
    width=st.integers(1, 6),
    numbers=st.lists(st.sampled_from([0.0, 1.0, 2.0, 1 / 3, 2 / 3]), min_size=36, max_size=36),
)
def test_small_matrices_are_solved_as_scipy_does_ties_included(height: int, width: int, numbers: list[float]) -> None:
    matrix = np.array(numbers[: height * width]).reshape(height, width)
    turned = matrix.T if width < height else matrix
    expected = linear_sum_assignment(turned)[1].tolist()
    assert cheapest(turned.tolist()) == expected


@settings(max_examples=25)
@given(found=cells)
def test_cells_with_a_common_row_or_column_are_one_component(found: dict[tuple[int, int], float]) -> None:
    rows, columns, _ = arrays(found)
    row, column = (np.unique(ends, return_inverse=True)[1] for ends in (rows, columns))
    groups = list(range(len(row)))
    for _ in groups:  # far enough for the longest chain
        groups = [min(g for g, r, c in zip(groups, row, column, strict=True) if r == i or c == j)
                  for i, j in zip(row, column, strict=True)]  # fmt: skip
    ours = _components(row, column).tolist()
    assert len(set(zip(ours, groups, strict=True))) == len(set(ours)) == len(set(groups))
