"""The cheapest assignment of a small matrix, by shortest augmenting paths (Crouse 2016).

Step by step as `scipy.optimize.linear_sum_assignment`, so that of several assignments of equal cost it is the same one
that is found with and without scipy.
"""

from __future__ import annotations

from collections.abc import Sequence

_INFINITY = float("inf")


def cheapest(costs: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row; there are at least as many columns as rows.

    >>> cheapest([[4.0, 1.0, 3.0], [2.0, 0.0, 5.0]])
    [1, 0]
    """
    search = _Search(costs)
    for row in range(len(costs)):
        search.add(row)
    return search.column_of


class _Search:
    """Rows enter one after the other; each time the cheapest chain of exchanges is made."""

    def __init__(self, costs: Sequence[Sequence[float]]) -> None:
        self.costs, self.width = costs, len(costs[0])
        self.u, self.v = [0.0] * len(costs), [0.0] * self.width
        self.column_of, self.row_of = [-1] * len(costs), [-1] * self.width
        self.came = [-1] * self.width  # the row from which a column was reached

    def add(self, start: int) -> None:
        """Match one more row."""
        shortest = [_INFINITY] * self.width
        rows, columns, least, end = self._path(start, shortest)
        self.u[start] += least
        for row in rows[1:]:
            self.u[row] += least - shortest[self.column_of[row]]
        for column in columns:
            self.v[column] -= least - shortest[column]
        column, row = end, -1
        while row != start:
            row = self.came[column]
            self.row_of[column] = row
            self.column_of[row], column = column, self.column_of[row]

    def _path(self, row: int, shortest: list[float]) -> tuple[list[int], list[int], float, int]:
        """Rows and columns on the way to the nearest free column, its distance, and the column."""
        rows, columns, least = [], [], 0.0
        left = list(range(self.width - 1, -1, -1))
        while True:
            rows.append(row)
            costs, own, lowest, place = self.costs[row], self.u[row], _INFINITY, -1
            for index, column in enumerate(left):
                reach = least + costs[column] - own - self.v[column]
                if reach < shortest[column]:
                    shortest[column], self.came[column] = reach, row
                near = shortest[column]
                if near < lowest or (near == lowest and self.row_of[column] < 0):  # a free column ends the search
                    lowest, place = near, index
            least, column = lowest, left[place]
            columns.append(column)
            if self.row_of[column] < 0:
                return rows, columns, least, column
            row = self.row_of[column]
            left[place] = left[-1]
            left.pop()
