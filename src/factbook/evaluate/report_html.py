"""A score table as one HTML page with plots inside: it opens without a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from factbook.evaluate import report_svg as svg
from factbook.evaluate.measure import Match, Measure
from factbook.evaluate.report import cells, comparison_cells
from factbook.evaluate.scoring import Scored, ScoreTable

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .2rem .7rem; border-bottom: 1px solid #ddd;
text-align: left; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; } code { font-size: 85%; }
.plots { display: flex; flex-wrap: wrap; gap: 1.2rem 2rem; align-items: flex-start; }
figure { margin: 0; max-width: 100%; overflow-x: auto; } figcaption { font-weight: 600; }
svg text { font-family: inherit; }
"""
_BINS = 10
_LONG = 30  # rows of breakdowns; more stand below the plots
# By family: what the bars show where no breakdown is asked for.
_BREAKDOWNS = {"ace": "type", "edl": "type", "coldstart": "slot", "best": "target"}
# Pairs of labels that a confusion matrix can be made from: (gold, system, title).
_CONFUSIONS = (("gold_type", "system_type", "Types"), ("gold_value", "system_value", "Values"))


def breakdowns(measures: Sequence[Measure]) -> list[str]:
    """The breakdown that a page of these measures has at least; none where items have no types."""
    return list(dict.fromkeys(_BREAKDOWNS[one.kind.family] for one in measures if one.kind.family in _BREAKDOWNS))


def page(table: ScoreTable) -> str:
    """The whole page."""
    names = list(dict.fromkeys(result.measure.short for result in table.results))
    header, rows = cells(table)
    totals = [row for row in rows if row[2] == "all"] if "group" in header else rows
    short = len(rows) - len(totals) <= _LONG
    body = [f"<h1>{escape(names[0] if len(names) == 1 else 'Scores')}</h1>", _table(header, rows if short else totals)]
    if table.comparisons:
        body += ["<h2>Comparisons</h2>", _table(*comparison_cells(table))]
    for name in names:
        heading, *drawn = plots([result for result in table.results if result.measure.short == name], name)
        body += [heading, '<div class="plots">', *drawn, "</div>"]
    if not short:
        body += ["<h2>Breakdowns</h2>", _table(header, [row for row in rows if row not in totals])]
    if table.warnings:
        body.append("<h2>Warnings</h2><ul>" + "".join(f"<li>{escape(text)}</li>" for text in table.warnings) + "</ul>")
    body.append("<h2>Signatures</h2>")
    body += [f"<p><code>{escape(signature)}</code></p>" for signature in table.signatures]
    title = escape(names[0] if names else "Scores")
    head = f'<meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
    inside = "\n".join(part for part in body if part)
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{inside}\n</body></html>\n'


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    numeric = [bool(rows) and all(_is_number(row[index]) for row in rows) for index in range(len(header))]
    lines = [_row("th", header, numeric), *(_row("td", row, numeric) for row in rows)]
    return f"<table><thead>{lines[0]}</thead><tbody>{''.join(lines[1:])}</tbody></table>"


def _row(tag: str, cells: Sequence[str], numeric: Sequence[bool]) -> str:
    marks = (' class="n"' if right else "" for right in numeric)
    return "<tr>" + "".join(f"<{tag}{m}>{escape(c)}</{tag}>" for m, c in zip(marks, cells, strict=True)) + "</tr>"


def _is_number(text: str) -> bool:
    return not text or text[0] in "+-.0123456789["


def plots(results: Sequence[Scored], name: str) -> list[str]:
    """The heading of a measure, then its plots."""
    main = results[0].measure.kind.main
    parts: list[str] = []
    for label in dict.fromkeys(label for result in results for label in result.groups):
        series = {
            result.system: {
                group: figures[main] for group, figures in result.groups.get(label, {}).items() if main in figures
            }
            for result in results
        }
        parts.append(svg.bars(series, title=f"{main} by {label}"))
    overall = {
        result.system: {key: result.figures[key] for key in "prf" if key in result.figures} for result in results
    }
    parts.append(svg.bars(overall, title="Precision, recall and F"))
    ranked = {result.system: _ranked(result.counted.matches) for result in results}
    if any(ranked.values()):
        curves = {system: precision_recall(result.counted.matches) for system, result in _by_system(results).items()}
        parts.append(svg.lines(curves, title="Precision and recall over confidence", across="recall", up="precision"))
        reliable = {system: reliability(items) for system, items in ranked.items()}
        title = "Reliability: share right by confidence"
        parts.append(svg.lines(reliable, title=title, across="confidence", up="share right", diagonal=True, dots=True))
    for result in results:
        for gold, system, title in _CONFUSIONS:
            counts = confusion(result.counted.matches, gold, system)
            if any(any(pair) for pair in counts):  # coreference files have no types
                parts.append(svg.matrix(counts, title=f"{title}: {result.system}"))
    return [f"<h2>{escape(name)}</h2>", *(part for part in parts if part)]


def _by_system(results: Sequence[Scored]) -> Mapping[str, Scored]:
    return {result.system: result for result in results}


def _ranked(matches: Sequence[Match]) -> list[tuple[float, float]]:
    """(confidence, share right) of system items, the surest first; equal ones in file order."""
    items = [(match.confidence, _share(match)) for match in matches if match.system and match.confidence is not None]
    return sorted(((float(c), share) for c, share in items), key=lambda item: -item[0])


def _share(match: Match) -> float:
    """How much of an item is right, 0 to 1. Credit and cost may be values with weights (ACE), not counts."""
    if match.outcome in ("wrong", "spurious"):
        return 0.0
    whole = match.credit + match.cost
    return min(1.0, max(0.0, match.credit / whole)) if whole > 0 else float(match.outcome == "right")


def precision_recall(matches: Sequence[Match]) -> list[tuple[float, float]]:
    """(recall, precision) after each distinct confidence, from the surest answers on."""
    gold = sum(1 for match in matches if match.gold)
    points: list[tuple[float, float]] = []
    items, right = _ranked(matches), 0.0
    for number, (confidence, share) in enumerate(items, 1):
        right += share
        last = number == len(items) or items[number][0] != confidence
        if last:
            points.append((right / gold if gold else 0.0, right / number))
    return points


def reliability(items: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """(mean confidence, mean credit) in ten equal bins of confidence; empty bins are left out."""
    bins: dict[int, list[tuple[float, float]]] = {}
    for confidence, credit in items:
        bins.setdefault(min(_BINS - 1, max(0, int(confidence * _BINS))), []).append((confidence, credit))
    return [
        (sum(c for c, _ in members) / len(members), sum(credit for _, credit in members) / len(members))
        for _, members in sorted(bins.items())
    ]


def confusion(matches: Sequence[Match], gold: str, system: str) -> dict[tuple[str, str], int]:
    """How often a gold label met a system label."""
    counts: dict[tuple[str, str], int] = {}
    for match in matches:
        if gold in match.labels and system in match.labels:
            pair = (match.labels[gold], match.labels[system])
            counts[pair] = counts.get(pair, 0) + 1
    return counts
