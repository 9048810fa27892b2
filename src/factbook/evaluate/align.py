"""One-to-one correspondence between gold and system items.

`optimal` finds the mapping with the highest total gain (ACE plan, Appendix A: "a globally optimum correspondence …
subject to the constraint of one-to-one mapping"). Pairs that are not listed may not be mapped. The pairs are split into
connected components first, so time and memory follow the number of pairs and not the size of a full matrix.

Ties: rows and columns are numbered in document order. Among mappings of equal gain, an earlier column goes to an
earlier row, and an earlier column is preferred to a later one; no result depends on hash order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from factbook.evaluate import align_sparse

Pairs = Mapping[tuple[int, int], float]

_SMALL = 400  # cells of a matrix that is solved here
_FEW = 20  # pairs a row or column; with more a matrix of scipy, whose import costs much, is faster
_DENSE = 4_000_000  # cells of a matrix that is still built in full
_TIE = 1e-12  # relative difference below which two totals are equal


def optimal(gains: Pairs) -> dict[int, int]:
    """Column by row of the one-to-one mapping with the highest total gain.

    Gains are not negative; a listed pair with gain 0 is mapped rather than left alone.
    """
    mapping: dict[int, int] = dict(gains.keys())
    if len(mapping) == len(gains) == len({column for _, column in gains}):
        return dict(sorted(mapping.items()))  # no two pairs compete
    mapping = {}
    for component in components(gains):
        mapping.update(_solve(component))
    return dict(sorted(mapping.items()))


def components(gains: Pairs) -> Iterator[dict[int, dict[int, float]]]:
    """Connected components as rows of columns, in the order of their first row."""
    rows: dict[int, dict[int, float]] = {}
    columns: dict[int, list[int]] = {}
    for (row, column), gain in sorted(gains.items()):
        rows.setdefault(row, {})[column] = gain
        columns.setdefault(column, []).append(row)
    seen: set[int] = set()
    for first in rows:
        if first in seen:
            continue
        seen.add(first)
        members, queue, reached = [], [first], set()
        while queue:
            row = queue.pop()
            members.append(row)
            for column in rows[row]:
                if column not in reached:
                    reached.add(column)
                    fresh = [other for other in columns[column] if other not in seen]
                    seen.update(fresh)
                    queue.extend(fresh)
        yield {row: rows[row] for row in sorted(members)}


def _solve(component: dict[int, dict[int, float]]) -> dict[int, int]:
    columns = sorted({column for row in component.values() for column in row})
    if len(component) == 1:
        ((row, gains),) = component.items()
        return {row: max(gains, key=lambda column: (gains[column], -column))}
    if len(columns) == 1:
        column = columns[0]
        return {max(component, key=lambda row: (component[row][column], -row)): column}
    if len(component) * len(columns) <= _SMALL:
        mapping = _hungarian(component, columns)
    elif len(component) * len(columns) <= _DENSE and _is_dense(component, columns):
        mapping = _dense(component, columns)
    else:
        mapping = align_sparse.solve(component, _extra(component))
    return _in_order(component, mapping)


def _is_dense(component: dict[int, dict[int, float]], columns: list[int]) -> bool:
    pairs = sum(map(len, component.values()))
    return pairs > _FEW * (len(component) + len(columns))


def _hungarian(component: dict[int, dict[int, float]], columns: list[int]) -> dict[int, int]:
    """Shortest augmenting paths on a small matrix. A pair that is not listed costs 0, a listed one minus its gain."""
    rows, extra = list(component), _extra(component)
    turned = len(rows) > len(columns)
    cost = [
        [-(gains[column] + extra) if column in gains else 0.0 for column in columns] for gains in component.values()
    ]
    if turned:
        cost = [list(line) for line in zip(*cost, strict=True)]
    mates = _augment(cost)
    pairs = ((rows[j], columns[i]) if turned else (rows[i], columns[j]) for j, i in mates)
    return {row: column for row, column in pairs if column in component[row]}


def _extra(component: dict[int, dict[int, float]]) -> float:
    """What a listed pair counts above its gain, so that a pair without gain is mapped rather than left alone."""
    return _TIE * max(1.0, max(gain for gains in component.values() for gain in gains.values()))


def _augment(cost: list[list[float]]) -> list[tuple[int, int]]:
    """(column, row) pairs of the assignment with least cost; there are at least as many columns as rows."""
    height, width = len(cost), len(cost[0])
    infinity = float("inf")
    u, v = [0.0] * (height + 1), [0.0] * (width + 1)
    mate = [0] * (width + 1)  # row of each column, counted from 1
    for row in range(1, height + 1):
        mate[0] = row
        column = 0
        slack, way, used = [infinity] * (width + 1), [0] * (width + 1), [False] * (width + 1)
        while mate[column]:
            used[column] = True
            current, delta, following = mate[column], infinity, 0
            costs = cost[current - 1]
            for j in range(1, width + 1):
                if used[j]:
                    continue
                reduced = costs[j - 1] - u[current] - v[j]
                if reduced < slack[j]:
                    slack[j], way[j] = reduced, column
                if slack[j] < delta:
                    delta, following = slack[j], j
            for j in range(width + 1):
                if used[j]:
                    u[mate[j]] += delta
                    v[j] -= delta
                else:
                    slack[j] -= delta
            column = following
        while column:
            mate[column] = mate[way[column]]
            column = way[column]
    return [(j - 1, mate[j] - 1) for j in range(1, width + 1) if mate[j]]


def _dense(component: dict[int, dict[int, float]], columns: list[int]) -> dict[int, int]:
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    place = {column: j for j, column in enumerate(columns)}
    rows, extra = list(component), _extra(component)
    matrix = np.zeros((len(rows), len(columns)))
    for i, row in enumerate(rows):
        for column, gain in component[row].items():
            matrix[i, place[column]] = gain + extra
    chosen = zip(*linear_sum_assignment(matrix, maximize=True), strict=True)
    pairs = ((rows[i], columns[j]) for i, j in chosen)
    return {row: column for row, column in pairs if column in component[row]}


def _in_order(component: dict[int, dict[int, float]], mapping: dict[int, int]) -> dict[int, int]:
    """Of mappings with equal gain, the one that follows document order: free columns first, then exchanges of two."""
    changed = True
    while changed:
        changed = _take_earlier(component, mapping) or _exchange(component, mapping)
    return mapping


def _take_earlier(component: dict[int, dict[int, float]], mapping: dict[int, int]) -> bool:
    taken = set(mapping.values())
    changed = False
    for row in sorted(mapping):
        gains, column = component[row], mapping[row]
        for other in gains:
            if other >= column:
                break
            if other not in taken and _equal(gains[other], gains[column]):
                taken.remove(column)
                taken.add(other)
                mapping[row] = other
                changed = True
                break
    return changed


def _exchange(component: dict[int, dict[int, float]], mapping: dict[int, int]) -> bool:
    owner = {column: row for row, column in mapping.items()}
    changed = False
    for row in sorted(mapping):
        gains = component[row]
        for other in gains:
            column = mapping[row]
            if other >= column:
                break
            rival = owner.get(other)
            if rival is None or rival < row or column not in component[rival]:
                continue
            now = gains[column] + component[rival][other]
            if _equal(now, gains[other] + component[rival][column]):
                mapping[row], mapping[rival] = other, column
                owner[other], owner[column] = row, rival
                changed = True
    return changed


def _equal(left: float, right: float) -> bool:
    return abs(left - right) <= _TIE * max(abs(left), abs(right))
