"""Precision, recall and F of each run from the judged units, with confidence intervals.

Totals are Horvitz–Thompson estimates: each judged unit stands for N/n units of its stratum, so they are unbiased. A
figure is the ratio of two totals (Hájek), which is consistent and has the smaller variance. Its variance is that of the
residuals `right − figure × submitted` within strata, with the correction for a finite pool; a stratum with few
judgments borrows variance from all. The interval is Wilson's, for the number of judgments that has this variance.
Where everything is judged, figures are exact and intervals have no width.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist

import msgspec

from factbook.assess.counts import Outside, UnitCounts, assessments, below_wrong, count, is_judged
from factbook.assess.pool import Pool
from factbook.assess.sampling import Stratum

CONFIDENCE = 0.95
POOL = "(all)"
_BORROWED = 1.0  # judgments' worth of variance that a stratum borrows


class Figure(msgspec.Struct, frozen=True):
    """An estimate and its interval."""

    value: float
    low: float
    high: float


class RunEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """One run; `recall` and `f` are relative to the pool, None where the pool has one run."""

    run: str
    claims: int
    judged: int  # of its claims, those whose unit is judged
    right: float  # estimated number
    precision: Figure | None
    recall: Figure | None = None
    f: Figure | None = None
    unknown: int = 0  # claims that no run of the pool makes


class Estimates(msgspec.Struct, frozen=True, kw_only=True):
    """What the judgments say so far."""

    runs: tuple[RunEstimate, ...]
    units: int
    judged: int
    truth: float  # estimated number of correct facts in the pool
    confidence: float
    warnings: tuple[str, ...] = ()


class Sampled(msgspec.Struct, frozen=True):
    """A stratum as the estimates see it: its size, and the counts of its judged units."""

    size: int
    counts: tuple[UnitCounts, ...]
    units: tuple[str, ...]  # all, judged or not


Value = Callable[[UnitCounts], float]


def sampled(
    pool: Pool, parts: Sequence[Stratum], order: Sequence[str], judgments: Mapping[str, str], outside: Outside
) -> list[Sampled]:
    """The strata with their judged units. A judgment counts where the sample asked for it, or no gap is before it."""
    rows = assessments(pool, judgments)
    wanted = set(order)
    found = []
    for part in parts:
        judged = [is_judged(pool, unit, judgments) for unit in part.units]
        without_gap = judged.index(False) if False in judged else len(judged)
        counts = tuple(
            count(pool, unit, rows, outside)
            for place, unit in enumerate(part.units)
            if judged[place] and (place < without_gap or unit in wanted)
        )
        found.append(Sampled(len(part.units), counts, part.units))
    return found


def joined(parts: Sequence[Sampled]) -> tuple[list[Sampled], int]:
    """Strata without a judgment join a neighbour; how many did."""
    found: list[Sampled] = []
    empty = 0
    for part in parts:
        if part.counts and found and not found[-1].counts:
            found[-1] = _join(found[-1], part)
        elif part.counts or not found:
            found.append(part)
        else:
            found[-1] = _join(found[-1], part)
        empty += not part.counts
    return [part for part in found if part.counts], empty


def _join(left: Sampled, right: Sampled) -> Sampled:
    return Sampled(left.size + right.size, left.counts + right.counts, left.units + right.units)


def total(parts: Sequence[Sampled], value: Value) -> float:
    """The Horvitz–Thompson estimate of a total."""
    return sum(part.size * sum(map(value, part.counts)) / len(part.counts) for part in parts)


def ratio(parts: Sequence[Sampled], above: Value, below: Value, confidence: float = CONFIDENCE) -> Figure | None:
    """The ratio of two totals with its interval; None over nothing."""
    base = total(parts, below)
    if not base:
        return None
    value = total(parts, above) / base
    variance = _variance(parts, lambda unit: above(unit) - value * below(unit)) / base**2
    judged, size = sum(len(part.counts) for part in parts), sum(part.size for part in parts)
    if judged == size:
        return Figure(value, value, value)
    chance = min(max(value, 0.0), 1.0)
    if variance > 0 and 0 < chance < 1:
        effective = chance * (1 - chance) / variance
    else:
        effective = judged / (1 - judged / size)
    return _wilson(value, effective, confidence)


def _variance(parts: Sequence[Sampled], residual: Value) -> float:
    """The variance of a total, by strata."""
    rows = [(part.size, [residual(unit) for unit in part.counts]) for part in parts]
    size = sum(size for size, _ in rows)
    overall = sum(size * sum(x * x for x in found) / len(found) for size, found in rows) / size
    variance = 0.0
    for size, found in rows:
        mean = sum(found) / len(found)
        squares = sum((x - mean) ** 2 for x in found)
        spread = (squares + _BORROWED * overall) / (len(found) - 1 + _BORROWED)
        variance += size**2 * (1 - len(found) / size) * spread / len(found)
    return variance


def _wilson(value: float, judged: float, confidence: float) -> Figure:
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    chance = min(max(value, 0.0), 1.0)
    scale = 1 + z * z / judged
    middle = (chance + z * z / (2 * judged)) / scale
    half = z * sqrt(chance * (1 - chance) / judged + z * z / (4 * judged**2)) / scale
    return Figure(value, max(0.0, min(middle - half, value)), min(1.0, max(middle + half, value)))


def estimate(
    pool: Pool,
    parts: Sequence[Stratum],
    order: Sequence[str],
    judgments: Mapping[str, str],
    *,
    outside: Outside | None = None,
    unknown: Mapping[str, int] | None = None,
    confidence: float = CONFIDENCE,
) -> Estimates:
    """All figures. `outside` are runs that are not of the pool, `unknown` how many of their claims it does not have."""
    others, missing = outside or {}, unknown or {}
    complete = below_wrong(pool, judgments)
    every = sampled(pool, parts, order, complete, others)
    usable, empty = joined(every)
    judged = {unit for unit in pool.units if is_judged(pool, unit, complete)}
    runs = [
        _of_run(pool, usable, run, judged, others, missing.get(run, 0), confidence) for run in (*pool.runs, *others)
    ]
    runs.append(_of_pool(pool, usable, judged, confidence))
    drawn = sum(len(part.counts) for part in every)
    return Estimates(
        runs=tuple(runs),
        units=len(pool.units),
        judged=drawn,
        truth=total(usable, lambda unit: unit.truth),
        confidence=confidence,
        warnings=tuple(_warnings(pool, every, empty, order, judged, others, missing)),
    )


def _of_run(
    pool: Pool,
    parts: Sequence[Sampled],
    run: str,
    judged: set[str],
    outside: Outside,
    unknown: int,
    confidence: float,
) -> RunEstimate:
    if run in outside:
        here = {pool.by_id[id].unit for id in outside[run]}
        claims = [pool.by_id[id] for id, said in outside[run].items() for _ in said]
    else:
        claims = [claim for claim in pool.claims.values() for _ in claim.runs.get(run, ())]
        here = {claim.unit for claim in claims}
    own = [part for part in parts if not here.isdisjoint(part.units)]

    def right(unit: UnitCounts) -> float:
        return unit.right.get(run, 0.0)

    def submitted(unit: UnitCounts) -> float:
        return unit.submitted.get(run, 0.0)

    pooled = len(pool.runs) > 1
    precision = ratio(own, right, submitted, confidence)
    recall = ratio(parts, right, lambda unit: unit.truth, confidence) if pooled else None
    f = ratio(parts, lambda u: 2 * right(u), lambda u: submitted(u) + u.truth, confidence) if pooled else None
    if unknown and precision is not None:
        precision, recall, f = _bounded(precision, len(claims), unknown), recall, None
    return RunEstimate(
        run=run,
        claims=len(claims) + unknown,
        judged=sum(claim.unit in judged for claim in claims),
        right=total(own, right) if own else 0.0,
        precision=precision,
        recall=recall,
        f=f,
        unknown=unknown,
    )


def _bounded(known: Figure, claims: int, unknown: int) -> Figure:
    """Precision where some claims can never be judged here: all of them wrong, to all of them right."""
    share = claims / (claims + unknown)
    return Figure(known.value * share, known.low * share, known.high * share + 1 - share)


def _of_pool(pool: Pool, parts: Sequence[Sampled], judged: set[str], confidence: float) -> RunEstimate:
    """All claims of the pool, each once."""
    return RunEstimate(
        run=POOL,
        claims=len(pool.claims),
        judged=sum(claim.unit in judged for claim in pool.claims.values()),
        right=total(parts, lambda unit: unit.correct),
        precision=ratio(parts, lambda unit: unit.correct, lambda unit: unit.claims, confidence),
    )


def _warnings(
    pool: Pool,
    parts: Sequence[Sampled],
    empty: int,
    order: Sequence[str],
    judged: set[str],
    outside: Outside,
    unknown: Mapping[str, int],
) -> list[str]:
    found = []
    waiting = sum(unit not in judged for unit in order)
    if waiting:
        found.append(f"{waiting} of {len(order)} drawn facts are not judged: they are taken to be like the others")
    if empty and any(part.counts for part in parts):
        found.append(f"{empty} of {len(parts)} strata have no judgment: they are taken to be like their neighbours")
    if len(pool.runs) > 1:
        found.append("pooling bias: recall counts only facts that a run of this pool found; the true recall is lower")
    else:
        found.append("a single run tells no recall: add others to the pool")
    for run in outside:
        found.append(
            f"pooling bias: {run} is not in the pool, and {unknown.get(run, 0)} of its claims cannot be judged here. "
            "Its precision takes them to be wrong, the interval allows both, its recall is too low: add it to the pool"
        )
    return found
