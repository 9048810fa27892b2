"""Confusion matrices of ACE attributes: what mapped reference elements were called by the system.

One count an occurrence in a document. What was missed stands in the last column, what is spurious in the last row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from factbook.evaluate.ace_items import EntityOccurrence
from factbook.evaluate.ace_report import Report
from factbook.evaluate.ace_rows import Occurrence

ENTITY_ATTRIBUTES = ("type", "subtype", "class", "level")
RELATION_ATTRIBUTES = ("type", "subtype", "modality", "tense")
MISSED, SPURIOUS = "(missed)", "(spurious)"
Matrix = dict[tuple[str, str], int]  # occurrences by reference and system value


def confusion(report: Report, attribute: str) -> Matrix:
    """The matrix of one attribute."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in report.scored.rows:
        system = _value(row.mate, attribute) if row.mate is not None and row.outcome != "miss" else MISSED
        counts[_value(row.occurrence, attribute), system] += 1
    for row in report.scored.alarms:
        counts[SPURIOUS, _value(row.occurrence, attribute)] += 1
    return dict(counts)


def _value(occurrence: Occurrence, attribute: str) -> str:
    source = occurrence if isinstance(occurrence, EntityOccurrence) else occurrence.item
    return str(getattr(source, "class_" if attribute == "class" else attribute)) or "-"


def confusion_tables(report: Report) -> Iterator[str]:
    """All matrices as text: reference values to the left, system values on top, nothing for 0."""
    for attribute in RELATION_ATTRIBUTES if report.relations else ENTITY_ATTRIBUTES:
        matrix = confusion(report, attribute)
        rows = _in_order({row for row, _ in matrix}, SPURIOUS)
        columns = _in_order({column for _, column in matrix}, MISSED)
        label = max(len(name) for name in [*rows, "ref \\ sys"])
        widths = [max(len(column), *(len(str(matrix.get((row, column), ""))) for row in rows)) for column in columns]
        lines = [_line("ref \\ sys", columns, label, widths)]
        lines += [_line(row, [str(matrix.get((row, column), "")) for column in columns], label, widths) for row in rows]
        yield f"\n{attribute.upper()} confusion matrix:\n" + "".join(lines)


def _line(name: str, cells: list[str], label: int, widths: list[int]) -> str:
    inner = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{name:<{label}}  {inner}".rstrip() + "\n"


def _in_order(names: set[str], last: str) -> list[str]:
    return [*sorted(names - {last}), *([last] if last in names else [])]
