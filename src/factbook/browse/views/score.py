"""The score page: the report of `factbook score` with systems side by side, and each error on its text."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import Any

from factbook.browse import sql
from factbook.browse.asked import AFTER, LIMIT, Asked, Missing, Parameter, View
from factbook.browse.marks import window
from factbook.browse.paging import key, page
from factbook.browse.score import FINE, Item, Scores
from factbook.browse.shown import Shown
from factbook.evaluate.report import comparison_cells, data, number
from factbook.evaluate.report_html import plots
from factbook.evaluate.scoring import Scored

LEADING = ("value", "f", "p", "r")
OUTCOMES = ("right", "partial", "wrong", "missed", "spurious", "ignored")


class Lost(Shown, frozen=True, kw_only=True):
    """How many items of a system ended in an outcome at a stage."""

    measure: str
    system: str
    outcome: str
    stage: str
    items: int
    cost: float


class Side(Shown, frozen=True, kw_only=True):
    """The figures of one measure, systems side by side: a row a group, `figures` for each system in turn."""

    measure: str
    about: str
    figures: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ScorePage(Shown, frozen=True, kw_only=True):
    """The report."""

    measures: tuple[str, ...]
    systems: tuple[str, ...]
    sides: tuple[Side, ...]
    comparison_columns: tuple[str, ...] = ()
    comparisons: tuple[tuple[str, ...], ...] = ()
    lost: tuple[Lost, ...] = ()
    warnings: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    results: tuple[dict[str, Any], ...] = ()


class Placed(Shown, frozen=True, kw_only=True):
    """An item with the text around it."""

    item: Item
    text: str = ""  # of the document, where the knowledge base has it
    offset: int = 0
    language: str = ""


class Items(Shown, frozen=True, kw_only=True):
    """Items of gold and systems, in the order of the documents."""

    systems: tuple[str, ...]
    items: tuple[Placed, ...]
    total: int
    more: str = ""
    filters: dict[str, str]


def _scores(asked: Asked) -> Scores:
    if asked.site.scores is None:
        raise Missing(
            "no scores were given: start with "
            "`factbook browse KB --measure M --gold GOLD --system A=PATH --system B=PATH`"
        )
    return asked.site.scores


def score(asked: Asked) -> ScorePage:
    scores = _scores(asked)
    further, compared = comparison_cells(scores.table)
    return ScorePage(
        measures=tuple(scores.measures),
        systems=tuple(scores.systems),
        sides=tuple(_side(scores, name) for name in scores.measures),
        comparison_columns=tuple(further) if compared else (),
        comparisons=tuple(map(tuple, compared)),
        lost=tuple(_lost(scores)),
        warnings=scores.table.warnings,
        signatures=scores.table.signatures,
        results=tuple(data(scores.table)["results"]),
    )


def _side(scores: Scores, name: str) -> Side:
    results = {result.system: result for result in scores.table.results if result.measure.short == name}
    measure = next(iter(results.values())).measure
    wanted = dict.fromkeys((measure.kind.main, *LEADING))
    figures = [figure for figure in wanted if any(figure in result.figures for result in results.values())]
    rows = [("all", *(_figure(results[system], figure) for system in results for figure in figures))]
    groups = dict.fromkeys(
        (label, group) for result in results.values() for label, by in result.groups.items() for group in by
    )
    for label, group in groups:
        found = (results[system].groups.get(label, {}).get(group, {}) for system in results)
        rows.append((f"{label} {group}", *(number(f, by.get(f)) for by in found for f in figures)))
    return Side(measure=name, about=measure.kind.about, figures=tuple(figures), rows=tuple(rows))


def _figure(result: Scored, name: str) -> str:
    return number(name, result.figures.get(name), result.intervals.get(name))


def _lost(scores: Scores) -> list[Lost]:
    counts: Counter[tuple[str, str, str, str]] = Counter()
    costs: Counter[tuple[str, str, str, str]] = Counter()
    for item in scores.items:
        for verdict in item.verdicts:
            place = (item.measure, verdict.system, verdict.outcome, verdict.stage)
            counts[place] += 1
            costs[place] += verdict.cost  # type: ignore[assignment]
    return [
        Lost(measure=m, system=s, outcome=o, stage=t, items=n, cost=round(float(costs[m, s, o, t]), 4))
        for (m, s, o, t), n in sorted(counts.items())
        if o not in FINE
    ]


def drawn(scores: Scores) -> list[str]:
    """The plots of the report, as SVG that is safe to show."""
    found: list[str] = []
    for name in scores.measures:
        found += plots([result for result in scores.table.results if result.measure.short == name], name)
    return found


def items(asked: Asked) -> Items:
    scores = _scores(asked)
    wanted = [item for item in scores.items if _wanted(item, asked)]
    last = key(asked.after, int)
    rest = [item for item in wanted if item.number > last[0]] if last else wanted
    shown, more = page(rest[: asked.limit + 1], asked.limit, lambda item: (item.number,))
    texts: dict[str, tuple[str, str]] = {}
    names = ("measure", "system", "outcome", "stage", "document", "only")
    return Items(
        systems=tuple(scores.systems),
        items=tuple(_placed(asked.db, item, texts) for item in shown),
        total=len(wanted),
        more=more,
        filters={name: asked.text(name) for name in names if asked.text(name)},
    )


def _wanted(item: Item, asked: Asked) -> bool:
    if asked.text("measure") and item.measure != asked.text("measure"):
        return False
    if asked.text("document") and item.document != asked.text("document"):
        return False
    only = asked.text("only") or "wrong"
    if (only == "wrong" and not item.wrong) or (only == "different" and not item.differs):
        return False
    system, outcome, stage = asked.text("system"), asked.text("outcome"), asked.text("stage")
    return any(
        (not system or verdict.system == system)
        and (not outcome or verdict.outcome == outcome)
        and (not stage or verdict.stage == stage)
        for verdict in item.verdicts
    )


def _placed(db: sqlite3.Connection, item: Item, texts: dict[str, tuple[str, str]]) -> Placed:
    spans = item.spans or next((verdict.spans for verdict in item.verdicts if verdict.spans), ())
    if item.document not in texts:
        row = sql.document(db, item.document)
        texts[item.document] = (sql.text(db, row[0]), row[2]) if row else ("", "")
    text, language = texts[item.document]
    if not text or not spans or max(end for _, end in spans) > len(text):
        return Placed(item=item)
    start, end = window(text, spans, around=120, longest=500)
    return Placed(item=item, text=text[start:end], offset=start, language=language)


_FILTERS = (
    Parameter(name="measure", about="items of this measure"),
    Parameter(name="system", about="a system, for outcome and stage"),
    Parameter(name="outcome", about="how an item fared", choices=OUTCOMES),
    Parameter(name="stage", about="what lost the points"),
    Parameter(name="document", about="items of this document"),
    Parameter(name="only", about="wrong (default), different between systems, or all",
              choices=("wrong", "different", "all")),
)  # fmt: skip
VIEWS: tuple[View, ...] = (
    View(path="/score", name="score", about="Scores of systems, side by side", run=score, gives=ScorePage,
         template="score.html", tables=("results", "lost")),
    View(path="/score/items", name="score_items", about="Items that systems got wrong, each on its text", run=items,
         gives=Items, template="score_items.html", tables=("items",), parameters=(*_FILTERS, AFTER, LIMIT)),
)  # fmt: skip
