"""An optimal one-to-one mapping in a large component with few pairs a row, by shortest augmenting paths.

Rows bid for columns (Bertsekas): a column has a price, a row the profit of its best column after prices, at least 0
(no mate). Rows enter one after the other. A row whose best column is taken looks for the cheapest chain of exchanges
that ends in a free column or in a row that gives up its mate. A search visits only what is cheaper than that end, so
time follows the pairs in competition and not the size of the component.
"""

from __future__ import annotations

from heapq import heappop, heappush

Component = dict[int, dict[int, float]]  # gains by row and column


def solve(component: Component, extra: float) -> dict[int, int]:
    """Column by row. Every listed pair counts `extra` above its gain."""
    return _Market(component, extra).run()


class _Market:
    """Invariants: profit[i] >= gain[i][j] - price[j], equal for mates; free columns cost 0; no profit is negative."""

    def __init__(self, component: Component, extra: float) -> None:
        self.gains = {row: {column: gain + extra for column, gain in row_.items()} for row, row_ in component.items()}
        self.price: dict[int, float] = {}
        self.profit = {row: max(gains.values()) for row, gains in self.gains.items()}
        self.owner: dict[int, int] = {}  # row by column
        self.mate: dict[int, int] = {}

    def run(self) -> dict[int, int]:
        """Match all rows: at once where the best column is free, else by a search."""
        waiting = []
        for row, gains in self.gains.items():
            best = self.profit[row]
            column = next((c for c, gain in gains.items() if gain == best and c not in self.owner), None)
            if column is None:
                waiting.append(row)
            else:
                self.owner[column], self.mate[row] = row, column
        for row in waiting:
            self._enter(row)
        return self.mate

    def _enter(self, start: int) -> None:
        """Find the cheapest chain from a row without mate, set prices and profits, exchange along the chain."""
        gains, price, profit, owner = self.gains, self.price, self.profit, self.owner
        rows: dict[int, float] = {start: 0.0}  # what it costs to free each row of its mate
        columns: dict[int, float] = {}
        came: dict[int, int] = {}  # the row that wants a column
        best: dict[int, float] = {}
        heap: list[tuple[float, int]] = []
        row, cost = start, 0.0
        end, giving_up, free = profit[start], start, -1  # cost of the best end so far, and which it is
        while True:
            offer = cost + profit[row]
            for column, gain in gains[row].items():
                reach = offer - gain + price.get(column, 0.0)
                if reach < end and column not in columns and reach < best.get(column, end):
                    best[column], came[column] = reach, row
                    heappush(heap, (reach, column))
            row = -1
            while heap:
                cost, column = heappop(heap)
                if cost >= end:
                    break
                if column in columns:
                    continue
                columns[column] = cost
                if column not in owner:
                    end, free = cost, column
                    break
                row = owner[column]
                rows[row] = cost
                if cost + profit[row] < end:
                    end, giving_up = cost + profit[row], row
                break
            if row < 0:
                break
        self._settle(rows, columns, end)
        self._exchange(came, free if free >= 0 else self.mate.pop(giving_up, -1), start)

    def _settle(self, rows: dict[int, float], columns: dict[int, float], end: float) -> None:
        for row, cost in rows.items():
            if cost < end:
                self.profit[row] = max(0.0, self.profit[row] - (end - cost))
        for column, cost in columns.items():
            if cost < end:
                self.price[column] = self.price.get(column, 0.0) + end - cost

    def _exchange(self, came: dict[int, int], column: int, start: int) -> None:
        """Each row of the chain takes the column it wants; -1: the first row itself stays without mate."""
        while column >= 0:
            row = came[column]
            before = self.mate.get(row, -1)
            self.owner[column], self.mate[row] = row, column
            column = before if row != start else -1
