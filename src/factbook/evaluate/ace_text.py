"""The report of Appendix B as text, in the exact form of the official program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from factbook.evaluate.ace_report import Report, ReportRow

TITLES = {
    "edr": ("entity", "Entity Detection and Recognition statistics"),
    "rdr": ("relation", "Relation Detection and Recognition statistics"),
    "emd": ("mention_entity", "Entity Mention Detection statistics"),
    "rmd": ("mention_relation", "Relation Mention Detection and Recognition statistics"),
}

_FORMAT = (
    "%7.7s%6d%6d%6d%8d%6d%6d%6d%8.1f%6.1f%6.1f%7.1f%5.1f%5.1f%8.1f%6.1f%6.1f%6.1f%6.1f%6.1f%8.1f%7.1f%5.1f%5.1f"
    "%9.2f%7.2f%7.2f%7.2f%7.2f%7.2f%7.2f"
)
_FIRST = (
    "     ___Document_Count____     _____Document_Count_(%)______"
    "        ________________________Cost_(%)________________________"
    "       ____________Unconditioned_Cost_(%)____________"
)
_THIRD = (
    "Tot    FA  Miss     Tot    FA  Miss   Err      FA  Miss   Err    Pre--Rec--F        FA  Miss   Err    FA  Miss"
    "   Err     (%)    Pre--Rec--F      Value     FA   Miss    Err     FA   Miss    Err"
)


def line(row: ReportRow) -> str:
    """One line: labels cut at 7 characters, percentages of false alarms capped at 999.9, Value at -999.9."""
    return _FORMAT % (
        row.label,
        row.elements,
        row.element_fa,
        row.element_miss,
        row.occurrences,
        row.fa,
        row.miss,
        row.errors,
        min(999.9, row.fa_percent),
        row.miss_percent,
        row.error_percent,
        row.precision,
        row.recall,
        row.f,
        min(999.9, row.cost_fa),
        row.cost_miss,
        min(999.9, row.cost_attributes),
        min(999.9, row.cost_sub_fa),
        min(999.9, row.cost_sub_miss),
        min(999.9, row.cost_sub_error),
        max(-999.9, row.value),
        row.value_precision,
        row.value_recall,
        row.value_f,
        row.share,
        min(999.99, row.all_fa),
        row.all_miss,
        row.all_attributes,
        row.all_sub_fa,
        row.all_sub_miss,
        row.all_sub_error,
    )


def _heading(report: Report, place: int) -> str:
    _, first, second, b3 = report.conditions[place]
    counts = "Relation_Count_" if report.relations else "_Entity_Count__"
    inner = "__Arguments___" if report.relations else "___Mentions___"
    plain, weighted = ("B3 Unweighted", "B3 Value_based") if b3 else (" Unweighted  ", " Value-based  ")
    return (
        f" {first:<8} {counts}{_FIRST}\n"
        f" {second.upper():<8} Ref   Detection     Ref   Detection   Rec     Detection   Rec   {plain}"
        f"      Detection  Attr    {inner}   Value   {weighted}     Max      Detection   Attr     _{inner}_\n"
        f"          {_THIRD}\n"
    )


def table(report: Report, place: int) -> str:
    """One table with its heading."""
    lines = "".join(line(row) + "\n" for row in report.condition_rows(place))
    return f"\n{_heading(report, place)}{lines}"


def subtype_tables(report: Report) -> Iterator[str]:
    """Tables by subtype, one for each type: "Performance statistics for TYPE = …"."""
    names = [condition[0] for condition in report.conditions]
    subtype, type_ = names.index("SUBTYPE"), names.index("TYPE")
    for row in report.condition_rows(type_)[:-1]:
        rows = report.condition_rows(subtype, (type_, row.label))
        lines = "".join(line(inner) + "\n" for inner in rows)
        yield f"\nPerformance statistics for TYPE = {row.label}:\n{_heading(report, subtype)}{lines}"


def document_lines(report: Report) -> Iterator[str]:
    """`80.83 % (1.21250 out of 1.50000) EDR score for DOC`, by document id."""
    values: dict[str, float] = {}
    costs: dict[str, float] = {}
    for row in (*report.scored.rows, *report.scored.alarms):
        doc = row.occurrence.doc
        values[doc] = values.get(doc, 0.0) + row.value
        costs[doc] = costs.get(doc, 0.0) + row.cost
    task = report.scored.task.upper()
    for doc in sorted(values):
        reference, system = values[doc], values[doc] - costs[doc]
        percent = 100 * max(document_score(reference, system), -99.9999)
        yield "%10.2f %% (%.5f out of %.5f) %s score for %s" % (percent, system, reference, task, doc)  # noqa: UP031


def document_score(reference: float, system: float) -> float:
    """EDR_Value_sys or RDR_Value_sys (Appendix A): system over reference value.

    No reference value: 1 if the system has none either, else -99.9999, as the official program prints.
    """
    if reference:
        return system / reference
    return -99.9999 if system else 1.0


def text(reports: Iterable[Report], *, subtypes: bool = False) -> str:
    """All tables and the line of each document, task by task, as the official program prints them."""
    parts = []
    for report in reports:
        if not report.scored.reference or not report.scored.system:
            continue  # the program prints nothing for a side without elements
        name, title = TITLES[report.scored.task]
        tables = "".join(table(report, place) for place in range(len(report.conditions) - 1))
        extra = "".join(subtype_tables(report)) if subtypes else ""
        documents = "".join(f"{score}\n" for score in document_lines(report))
        parts.append(f"======== {name} scoring ========\n\n{title}:\n{tables}{extra}\n{documents}")
    return "".join(parts) or "\n"
