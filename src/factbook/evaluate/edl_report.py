"""The table that the EDL scorer prints: eight columns, three decimals, one row a measure (and document or type)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from factbook.evaluate.edl import FRACTIONAL, RULES, count
from factbook.evaluate.measure import SIDES, Counted, Unit, macro_figures, side_figures, total
from factbook.evaluate.mention_table import Encoded, encode
from factbook.model.kb import KB

HEADER = "\t".join((*SIDES, "precis", "recall", "fscore", "measure"))
_LABELS = {"document": "docid", "type": "type"}


def official_table(
    gold: KB, system: KB, *, by: str = "", measures: Sequence[str] = tuple(RULES), shared: Encoded | None = None
) -> list[str]:
    """Header and rows, overall or `by` document or type.

    As in the official table, documents and types that only the system has get no row and are in neither average;
    `factbook score --by` shows them.
    """
    both = shared if shared is not None else encode(gold, system)
    rows = [HEADER]
    for name in measures:
        counted = count(gold, system, measure=name, shared=both, split=by)
        if by:
            rows.extend(_grouped_rows(name, counted, by))
        else:
            rows.append(official_line(name, side_figures(counted.units), fractional=name in FRACTIONAL))
    return rows


def official_line(name: str, figures: dict[str, float], *, fractional: bool) -> str:
    """One row; counts with three decimals where they are fractions."""
    counts = [figures[key] for key in SIDES]
    shown = [f"{value:.3f}" if fractional else f"{round(value):d}" for value in counts]
    return "\t".join([*shown, *(f"{figures[key]:.3f}" for key in ("p", "r", "f")), name])


def _grouped_rows(name: str, counted: Counted, by: str) -> Iterator[str]:
    label, fractional = _LABELS[by], name in FRACTIONAL
    known = counted.detail["docs" if by == "document" else "types"]
    pooled = [unit for unit in _pooled(counted.units, by) if unit.id in known]
    for unit in pooled:
        yield official_line(f'{name};{label}="{unit.id}"', side_figures([unit]), fractional=fractional)
    yield official_line(f"{name};{label}=<micro>", side_figures(pooled), fractional=fractional)
    yield official_line(f"{name};{label}=<macro>", macro_figures(pooled, mean_f=True), fractional=True)


def _pooled(units: Iterable[Unit], by: str) -> list[Unit]:
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(unit.labels[by], []).append(unit)
    return [Unit(id=name, counts=total(group)) for name, group in sorted(groups.items())]
