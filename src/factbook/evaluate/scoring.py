"""Several measures and systems side by side: figures, breakdowns, intervals and comparisons as one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from factbook._rich import repr_html
from factbook.evaluate.measure import Counted, Match, Measure, Unit
from factbook.evaluate.resampling import RESAMPLES, SEED, Comparison

Figures = dict[str, float]
# Figures to show first, where a measure has them.
_LEADING = ("value", "f", "p", "r")


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """One system under one measure."""

    measure: Measure
    system: str
    figures: Figures
    counted: Counted
    intervals: dict[str, tuple[float, float]] = {}
    groups: dict[str, dict[str, Figures]] = {}  # by label, by group

    _repr_html_ = repr_html

    @property
    def main(self) -> float:
        """The figure that counts first."""
        return self.figures[self.measure.kind.main]

    @property
    def signature(self) -> str:
        return self.measure.signature


class ScoreTable(msgspec.Struct, frozen=True, kw_only=True):
    """All results, in the order asked for."""

    results: tuple[Scored, ...]
    comparisons: tuple[Comparison, ...] = ()
    problems: tuple[str, ...] = ()  # of the files read

    _repr_html_ = repr_html

    def __str__(self) -> str:
        """The table that the command prints."""
        from factbook.evaluate.report import render

        return render(self, "text").rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    @property
    def signatures(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(result.signature for result in self.results))

    @property
    def warnings(self) -> tuple[str, ...]:
        found = (f"{result.system}: {text}" for result in self.results for text in result.counted.warnings)
        return tuple(dict.fromkeys(found))

    def rows(self) -> list[dict[str, Any]]:
        """One row a result and group: measure, system, group, figures and interval ends, signature."""
        rows: list[dict[str, Any]] = []
        for result in self.results:
            rows.append(_row(result, "", "", result.figures, result.intervals))
            for label, groups in result.groups.items():
                rows.extend(_row(result, label, group, figures, {}) for group, figures in groups.items())
        return rows

    def to_frame(self) -> Any:
        """The rows as a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.rows())

    def one(self) -> Scored:
        """The only result; a `ValueError` if there are several."""
        if len(self.results) != 1:
            raise ValueError(f"there are {len(self.results)} results, not one")
        return self.results[0]


def _row(
    result: Scored, label: str, group: str, figures: Figures, ends: Mapping[str, tuple[float, float]]
) -> dict[str, Any]:
    row: dict[str, Any] = {"measure": str(result.measure), "system": result.system, "by": label, "group": group}
    for name in ordered(figures, result.measure.kind.main):
        row[name] = figures[name]
        if name in ends:
            row[f"{name}_low"], row[f"{name}_high"] = ends[name]
    return {**row, "signature": result.signature}


def ordered(figures: Mapping[str, float], main: str) -> list[str]:
    """Names of figures: the main one, then P, R, F, then the rest as the measure gives them."""
    first = [name for name in dict.fromkeys([main, *_LEADING]) if name in figures]
    return [*first, *(name for name in figures if name not in first)]


def score(
    measures: Sequence[Measure],
    gold: Any,
    systems: Mapping[str, Any],
    *,
    by: Sequence[str] = (),
    ci: bool = False,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    matches: bool = False,
) -> ScoreTable:
    """Score every system with every measure. `ci` adds intervals, and comparisons where there are several systems;
    `matches` adds how each item fared, where a measure leaves that out to save time."""
    results: list[Scored] = []
    for name, system in systems.items():
        shared: dict[tuple[str, str], Any] = {}
        for measure in measures:
            key = (measure.kind.module, measure.kind.prepare)
            if measure.kind.prepare and key not in shared:
                shared[key] = measure.prepare(gold, system)
            result = _scored(measure, gold, name, system, shared.get(key), by, ci, resamples, seed)
            if matches and not result.counted.matches:
                found = msgspec.structs.replace(result.counted, matches=measure.matches(gold, system))
                result = msgspec.structs.replace(result, counted=found)
            results.append(result)
    if len(measures) > 1:  # by measure first, so that systems stand side by side
        place = {str(measure): index for index, measure in enumerate(measures)}
        results.sort(key=lambda result: place[str(result.measure)])
    comparisons = _comparisons(measures, results, resamples, seed) if ci and len(systems) > 1 else ()
    return ScoreTable(results=tuple(results), comparisons=tuple(comparisons))


def _scored(
    measure: Measure,
    gold: Any,
    name: str,
    system: Any,
    shared: Any,
    by: Sequence[str],
    ci: bool,
    resamples: int,
    seed: int,
) -> Scored:
    counted = measure.count(gold, system, shared=shared)
    figures = measure.summarise(counted.units)
    shown = [key for key in dict.fromkeys((measure.kind.main, *_LEADING)) if key in figures]
    ends = _intervals(measure, counted.units, shown, resamples, seed) if ci else {}
    groups = {label: _grouped(measure, gold, system, shared, counted, label) for label in by}
    return Scored(measure=measure, system=name, figures=figures, counted=counted, intervals=ends, groups=groups)


def _intervals(
    measure: Measure, units: Sequence[Unit], figures: Sequence[str], resamples: int, seed: int
) -> dict[str, tuple[float, float]]:
    from factbook.evaluate.significance import intervals  # numpy: only who asks for intervals waits for it

    return intervals(measure, units, figures=figures, resamples=resamples, seed=seed)


def _grouped(measure: Measure, gold: Any, system: Any, shared: Any, counted: Counted, label: str) -> dict[str, Figures]:
    """Figures by group: both sides restricted first where the measure can, otherwise units grouped by label.

    A label that only the matches have gives outcomes by group instead: how many items were right, missed …
    """
    units: Sequence[Unit] = counted.units
    if label in measure.kind.splits:
        units = measure.count(gold, system, shared=shared, split=label).units
    found: dict[str, list[Unit]] = {}
    for unit in units:
        if label in unit.labels:
            found.setdefault(unit.labels[label], []).append(unit)
    if found or not counted.units:
        return {group: measure.summarise(members) for group, members in sorted(found.items())}
    matches = counted.matches or measure.matches(gold, system)
    outcomes = outcomes_by(matches, label)
    if not outcomes:
        of_units = [key for unit in counted.units for key in unit.labels]
        of_matches = [key for match in matches for key in match.labels]
        choices = ", ".join(dict.fromkeys([*measure.kind.splits, *of_units, *of_matches])) or "none"
        raise ValueError(f"{measure.kind.name} has no breakdown by {label!r}; choose of: {choices}")
    return outcomes


OUTCOMES = ("right", "partial", "wrong", "missed", "spurious", "ignored")


def outcomes_by(matches: Sequence[Match], label: str) -> dict[str, Figures]:
    """Number of items by outcome, and what they cost, for each value of a label."""
    found: dict[str, Figures] = {}
    for match in matches:
        if label in match.labels:
            sums = found.setdefault(match.labels[label], {**dict.fromkeys(OUTCOMES, 0.0), "cost": 0.0})
            sums[match.outcome] += 1
            sums["cost"] += match.cost
    return dict(sorted(found.items()))


def _comparisons(measures: Sequence[Measure], results: Sequence[Scored], resamples: int, seed: int) -> list[Comparison]:
    from factbook.evaluate.significance import compare

    found = []
    for measure in measures:
        own = [result for result in results if str(result.measure) == str(measure)]
        for first, second in combinations(own, 2):
            pair = ((one.system, one.counted.units) for one in (first, second))
            found.append(compare(measure, *pair, resamples=resamples, seed=seed))
    return found
