"""Which units are judged, and in which order.

Units are sorted by the runs that have them, by slot and by confidence, and cut into strata. A stratum gets judgments by
its weight: how many units it has, how much each says about small runs, and how unsure its claims are (importance
sampling over strata; Chaganty et al. 2017 weigh by run). Within a stratum every unit is equally likely.

A unit's place in its stratum comes from a number that only the seed and the unit decide. So a longer sample begins with
the shorter one, stopping early leaves a smaller random sample, and when a run joins, strata are split by whether it has
the unit: what was judged before stays a random sample of each part. Inclusion probabilities are known throughout:
judged units over all units of the stratum.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from math import sqrt

import msgspec

from factbook.assess.pool import Claim, Pool, runs_of

PER_STRATUM = 5.0  # judgments that a stratum should get
AT_LEAST = 2  # judgments of a stratum, for its variance
_UNSURE = 0.2  # no unit is taken to be surer than this


class Stratum(msgspec.Struct, frozen=True):
    """Units in the order in which they are judged."""

    name: str
    units: tuple[str, ...]
    weight: float


class Feature(msgspec.Struct, frozen=True):
    """What sampling knows of a unit before anybody judges it."""

    unit: str
    runs: tuple[str, ...]
    slot: str
    confidence: float


def features(pool: Pool) -> dict[str, Feature]:
    """The features of all units."""
    order = {run: number for number, run in enumerate(pool.runs)}
    return {unit: _feature(unit, claims, order) for unit, claims in pool.units.items()}


def _feature(unit: str, claims: Sequence[Claim], order: Mapping[str, int]) -> Feature:
    confidence = max(claim.confidence for claim in claims)
    return Feature(unit, runs_of(claims, order), claims[0].slot, confidence)


def number_of(seed: int, unit: str) -> int:
    """The number by which units are put into random order."""
    return int.from_bytes(blake2b(f"{seed}\t{unit}".encode(), digest_size=8).digest(), "big")


def weights(rows: Iterable[Feature]) -> dict[str, float]:
    """Importance of each unit: a unit is a larger part of a small run, and says more where its confidence says less."""
    found = list(rows)
    sizes: dict[str, int] = {}
    for row in found:
        for run in row.runs:
            sizes[run] = sizes.get(run, 0) + 1
    largest = max(sizes.values(), default=1)
    return {row.unit: sum(sqrt(largest / sizes[run]) for run in row.runs) * _spread(row.confidence) for row in found}


def _spread(confidence: float) -> float:
    """The standard deviation of a judgment, were the confidence its probability."""
    chance = min(max(confidence, 0.0), 1.0)
    return max(sqrt(chance * (1 - chance)), _UNSURE)


def stratify(rows: Mapping[str, Feature], sample: int, *, prefix: str = "") -> dict[str, str]:
    """The stratum of each unit. Strata keep runs apart where that leaves each enough judgments."""
    importance = weights(rows.values())
    total = sum(importance.values()) or 1.0
    due = {unit: sample * weight / total for unit, weight in importance.items()}
    patterns: dict[tuple[str, ...], list[Feature]] = {}
    for row in rows.values():
        patterns.setdefault(row.runs, []).append(row)
    small = [runs for runs, members in patterns.items() if sum(due[row.unit] for row in members) < 1]
    if len(small) > 1:
        patterns[()] = [row for runs in small for row in patterns.pop(runs)]
    found: dict[str, str] = {}
    for members in patterns.values():
        ordered = sorted(members, key=lambda row: (row.runs, row.slot, row.confidence, row.unit))
        for units in _cut([row.unit for row in ordered], due):
            name = f"{prefix}{len(set(found.values())) + 1}"
            found.update(dict.fromkeys(units, name))
    return found


def _cut(units: Sequence[str], due: Mapping[str, float]) -> list[list[str]]:
    """Neighbours in strata that are due enough judgments; what is left over joins the last."""
    parts: list[list[str]] = [[]]
    filled = 0.0
    for unit in units:
        if filled >= PER_STRATUM:
            parts.append([])
            filled = 0.0
        parts[-1].append(unit)
        filled += due[unit]
    if len(parts) > 1 and filled < PER_STRATUM:
        parts[-2].extend(parts.pop())
    return parts


def extend(old: Mapping[str, str], rows: Mapping[str, Feature], runs: Sequence[str], sample: int) -> dict[str, str]:
    """Strata after `runs` have joined the pool: old ones split by these runs, new units in strata of their own."""
    found: dict[str, str] = {}
    for unit, name in old.items():
        joined = "".join("1" if run in rows[unit].runs else "0" for run in runs)
        found[unit] = f"{name}.{joined}" if joined else name
    fresh = {unit: row for unit, row in rows.items() if unit not in old}
    share = round(sample * len(fresh) / len(rows)) if rows else 0
    batch = len({name.partition("/")[0] for name in old.values() if "/" in name}) + 1
    found.update(stratify(fresh, max(share, AT_LEAST), prefix=f"{batch}/"))
    return found


def strata(names: Mapping[str, str], rows: Mapping[str, Feature], seed: int) -> list[Stratum]:
    """The strata with their units in random order."""
    members: dict[str, list[str]] = {}
    for unit, name in names.items():
        members.setdefault(name, []).append(unit)
    importance = weights(rows.values())
    return [
        Stratum(name, tuple(sorted(units, key=lambda unit: number_of(seed, unit))), sum(importance[u] for u in units))
        for name, units in members.items()
    ]


def schedule(parts: Sequence[Stratum], sample: int) -> list[str]:
    """The units to judge, in order: two of each stratum, then by weight (Sainte-Laguë: a longer sample only adds)."""
    order: list[str] = []
    taken = [0] * len(parts)
    for round_ in range(AT_LEAST):
        for index, part in enumerate(parts):
            if round_ < len(part.units) and len(order) < max(sample, len(parts)):
                order.append(part.units[round_])
                taken[index] += 1
    heap = [(-part.weight / (2 * n + 1), i) for i, (part, n) in enumerate(zip(parts, taken, strict=True))]
    heapq.heapify(heap)
    while heap and len(order) < sample:
        _, index = heapq.heappop(heap)
        part = parts[index]
        if taken[index] == len(part.units):
            continue
        order.append(part.units[taken[index]])
        taken[index] += 1
        heapq.heappush(heap, (-part.weight / (2 * taken[index] + 1), index))
    return order
