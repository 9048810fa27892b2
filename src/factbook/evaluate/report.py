"""A score table as text, JSON, CSV, Markdown or LaTeX. HTML is in `report_html`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from factbook.evaluate.measure import SIDES
from factbook.evaluate.scoring import OUTCOMES, Scored, ScoreTable, ordered

# Figures that the readable forms show; JSON and CSV have all.
_SHOWN = ("value", "f", "p", "r", *SIDES)
_COUNTS = frozenset((*SIDES, "gold_tuples", "system_tuples", *OUTCOMES, "cost"))


def render(table: ScoreTable, form: str) -> str:
    """The table in one of `FORMS`."""
    return FORMS[form](table)


def cells(table: ScoreTable) -> tuple[list[str], list[list[str]]]:
    """Header and rows of the readable forms."""
    names = _names(table.results)
    grouped = any(result.groups for result in table.results)
    header = ["measure", "system", *(["group"] if grouped else []), *names]
    rows = []
    for result in table.results:
        rows.append(_cells(result, "all", result.figures, names, grouped))
        for label, groups in result.groups.items():
            rows.extend(_cells(result, f"{label}={name}", figures, names, grouped) for name, figures in groups.items())
    return header, rows


def _names(results: Sequence[Scored]) -> list[str]:
    found: dict[str, None] = {}
    for result in results:
        main = result.measure.kind.main
        shown = [name for name in ordered(result.figures, main) if name in _SHOWN or name == main]
        found.update(dict.fromkeys(shown or ordered(result.figures, main)[:8]))
    groups = [figures for result in results for by_group in result.groups.values() for figures in by_group.values()]
    used = {name for figures in groups for name, value in figures.items() if value}
    return [*found, *(name for name in (*OUTCOMES, "cost") if name in used)]


def _cells(result: Scored, group: str, figures: dict[str, float], names: list[str], grouped: bool) -> list[str]:
    ends = result.intervals if group == "all" else {}
    values = [number(name, figures.get(name), ends.get(name)) for name in names]
    return [result.measure.short, result.system, *([group] if grouped else []), *values]


def number(name: str, value: float | None, ends: tuple[float, float] | None = None) -> str:
    """A figure with four decimals and its interval; a count as short as it is exact to three decimals."""
    if value is None:
        return ""
    if name in _COUNTS:
        return f"{value:.3f}".rstrip("0").rstrip(".")
    shown = f"{value:.4f}"
    return f"{shown} [{ends[0]:.4f}, {ends[1]:.4f}]" if ends else shown


def comparison_cells(table: ScoreTable) -> tuple[list[str], list[list[str]]]:
    """Header and rows of the comparisons of systems."""
    header = ["measure", "figure", "systems", "difference", "95% interval", "p", "units"]
    rows = [
        [
            one.measure,
            one.figure,
            f"{one.first} - {one.second}",
            f"{one.difference:+.4f}",
            f"[{one.low:+.4f}, {one.high:+.4f}]",
            f"{one.p_value:.4f}",
            str(one.units),
        ]
        for one in table.comparisons
    ]
    return header, rows


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns of text: words to the left, numbers to the right."""
    lines = [list(header), *map(list, rows)]
    widths = [max(len(line[index]) for line in lines) for index in range(len(header))]
    right = [bool(rows) and all(_numeric(row[index]) for row in rows) for index in range(len(header))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in lines
    )


def _numeric(text: str) -> bool:
    return text == "" or text[0] in "+-.0123456789["


def _text(table: ScoreTable) -> str:
    parts = [aligned(*cells(table))]
    if table.comparisons:
        parts.append(aligned(*comparison_cells(table)))
    parts.append("\n".join(f"signature: {signature}" for signature in table.signatures))
    return "\n\n".join(parts) + "\n"


def data(table: ScoreTable) -> dict[str, Any]:
    """The table as plain data, for JSON."""
    return {
        "signatures": list(table.signatures),
        "results": table.rows(),
        "comparisons": [msgspec.to_builtins(one) for one in table.comparisons],
        "warnings": list(table.warnings),
    }


def _json(table: ScoreTable) -> str:
    return json.dumps(data(table), indent=2, ensure_ascii=False) + "\n"


def _comparison_rows(table: ScoreTable) -> list[dict[str, Any]]:
    """One row a comparison: `system` against `compared_with`."""
    signatures = {result.measure.short: result.measure.signature for result in table.results}
    return [
        {
            "measure": one.measure,
            "system": one.first,
            "compared_with": one.second,
            "figure": one.figure,
            "difference": one.difference,
            "difference_low": one.low,
            "difference_high": one.high,
            "p_value": one.p_value,
            "units": one.units,
            "signature": signatures.get(one.measure, ""),
        }
        for one in table.comparisons
    ]


def _csv(table: ScoreTable) -> str:
    rows = [*table.rows(), *_comparison_rows(table)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    names.append(names.pop(names.index("signature")))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _markdown(table: ScoreTable) -> str:
    parts = [_markdown_table(*cells(table))]
    if table.comparisons:
        parts.append(_markdown_table(*comparison_cells(table)))
    parts.append("\n".join(f"- `{signature}`" for signature in table.signatures))
    return "\n\n".join(parts) + "\n"


def _markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _latex(table: ScoreTable) -> str:
    parts = [_latex_table(*cells(table))]
    if table.comparisons:
        parts.append(_latex_table(*comparison_cells(table)))
    parts.extend(f"% signature: {signature}" for signature in table.signatures)
    return "\n".join(parts) + "\n"


_LATEX = str.maketrans({"_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$", "{": r"\{", "}": r"\}"})


def _latex_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    right = [bool(rows) and all(_numeric(row[index]) for row in rows) for index in range(len(header))]
    layout = "".join("r" if to_right else "l" for to_right in right)
    body = [
        " & ".join(cell.replace("\\", r"\textbackslash ").translate(_LATEX) for cell in row) + r" \\" for row in rows
    ]
    head = " & ".join(cell.translate(_LATEX) for cell in header) + r" \\"
    return "\n".join(
        [rf"\begin{{tabular}}{{{layout}}}", r"\hline", head, r"\hline", *body, r"\hline", r"\end{tabular}"]
    )


def _html(table: ScoreTable) -> str:
    from factbook.evaluate.report_html import page

    return page(table)


FORMS: dict[str, Callable[[ScoreTable], str]] = {
    "text": _text,
    "json": _json,
    "csv": _csv,
    "markdown": _markdown,
    "latex": _latex,
    "html": _html,
}
