"""The one-to-one assignment of largest value among cells given as arrays: mapped clusters of CEAF.

scipy is loaded only for large components: for a collection of usual size its import takes longer than all the rest.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from factbook.evaluate import assignment_small as small

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

# A matrix up to this size is solved as it is, a larger one as a sparse graph.
_DENSE_CELLS = 40_000
# Up to this many cells go component by component; more go into one sparse graph, which is quicker.
_SMALL = 2_000
# Rows × columns × the smaller of both, up to which a matrix is solved without scipy.
_BY_HAND = 20_000


def assign(rows: Ints, columns: Ints, values: Floats) -> NDArray[np.bool_]:
    """Which of the cells (row, column, value > 0) the assignment of largest total value takes.

    The cells fall into connected components. One of a single row or column takes its largest cell, the first of the
    file among equals; the others go to an assignment algorithm. Arrays, because collections have 100,000s of cells:
    `align.optimal` does the same for the small problems of a document.
    """
    chosen = np.zeros(len(rows), dtype=bool)
    if not len(rows):
        return chosen
    _, row = np.unique(rows, return_inverse=True)
    _, column = np.unique(columns, return_inverse=True)
    component = _components(row, column)
    order = np.lexsort((np.arange(len(rows)), -values, component))
    starts = np.concatenate(([0], np.flatnonzero(np.diff(component[order])) + 1))
    star = (_spread(row, component) == 1) | (_spread(column, component) == 1)
    first = order[starts]
    chosen[first[star[component[first]]]] = True
    rest = order[~star[component[order]]]
    if not len(rest):
        return chosen
    for part in np.split(np.sort(rest), 1) if len(rest) > _SMALL else _parts(rest, component):
        chosen[part[_solve(row[part], column[part], values[part])]] = True
    return chosen


def _parts(cells: Ints, component: Ints) -> list[Ints]:
    return np.split(cells, np.flatnonzero(np.diff(component[cells])) + 1)


def _spread(ends: Ints, component: Ints) -> Ints:
    """How many rows (or columns) each component has."""
    _, first = np.unique(ends, return_index=True)
    return np.bincount(component[first], minlength=int(component.max()) + 1)


def _components(row: Ints, column: Ints) -> Ints:
    """The component of each cell, as the least of its rows.

    Each round a row takes the least number that a column of it has seen, and then that row's number.
    """
    numbers = np.arange(int(row.max()) + 1)
    while True:
        least = np.full(int(column.max()) + 1, len(numbers))
        np.minimum.at(least, column, numbers[row])
        found = numbers.copy()
        np.minimum.at(found, numbers[row], least[column])
        np.minimum.at(found, row, least[column])
        found = found[found]
        if np.array_equal(found, numbers):
            return numbers[row]
        numbers = found


def _solve(row: Ints, column: Ints, values: Floats) -> Ints:
    """Indices of the chosen cells of one component."""
    rows, row = np.unique(row, return_inverse=True)
    columns, column = np.unique(column, return_inverse=True)
    if len(rows) * len(columns) <= _DENSE_CELLS:
        return _solve_dense(row, column, values, len(rows), len(columns))
    return _solve_sparse(row, column, values, len(rows), len(columns))


def _solve_dense(row: Ints, column: Ints, values: Floats, height: int, width: int) -> Ints:
    matrix = np.zeros((height, width))
    matrix[row, column] = values
    match = np.full(height, -1)
    if height * width * min(height, width) <= _BY_HAND:
        turned = width < height
        mates = small.cheapest((-(matrix.T if turned else matrix)).tolist())
        for i, j in enumerate(mates):
            match[j if turned else i] = i if turned else j
    else:
        from scipy.optimize import linear_sum_assignment

        of_row, of_column = linear_sum_assignment(matrix, maximize=True)
        match[of_row] = of_column
    return np.flatnonzero(match[row] == column)


def _solve_sparse(row: Ints, column: Ints, values: Floats, height: int, width: int) -> Ints:
    """As `_solve_dense` in memory linear in the cells: each row may also take a column of its own, worth nothing."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    top = float(values.max()) + 1.0  # costs must not be 0: a sparse matrix forgets such cells
    all_rows = np.concatenate((row, np.arange(height)))
    all_columns = np.concatenate((column, width + np.arange(height)))
    costs = np.concatenate((top - values, np.full(height, top)))
    graph = coo_array((costs, (all_rows, all_columns)), shape=(height, width + height)).tocsr()
    of_row, of_column = min_weight_full_bipartite_matching(graph)
    match = np.full(height, -1)
    match[of_row] = of_column
    return np.flatnonzero(match[row] == column)
