"""The tables of the official Cold Start scorer, letter for letter: sf, ldcmax, ldcmean, summary and debug."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from factbook.evaluate.coldstart_score import NUMBERS, Judged, NodeScore, ec_order

NOTE = "\n*ALL-Macro Prec, Recall and F1 refer to mean-precision, mean-recall and mean-F1.\n"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table; `numbers` None leaves the counts blank."""

    ec: str
    run: str
    level: str
    p: float
    r: float
    f: float
    numbers: tuple[int, ...] | None = None


# Heading, least width and whether the column is set to the right; the counts of a line follow in this order.
_COUNTS = (
    ("GT", "gt"),
    ("Submitted", "submitted"),
    ("Correct", "correct"),
    ("Incorrect", "incorrect"),
    ("Inexact", "inexact"),
    ("PIncorrect", "parent"),
    ("Unassessed", "unassessed"),
    ("Dup", "redundant"),
    ("Right", "right"),
    ("Wrong", "wrong"),
    ("Ignored", "ignored"),
)


def numbers_of(score: NodeScore) -> tuple[int, ...]:
    return tuple(getattr(score, name) for _, name in _COUNTS)


def node_line(score: NodeScore, run: str) -> Line:
    return Line(
        ec=score.ec,
        run=run,
        level=str(score.level),
        p=score.precision,
        r=score.recall,
        f=score.f1,
        numbers=numbers_of(score),
    )


def levels(scores: Sequence[NodeScore]) -> list[str]:
    """The hops that occur, then ALL."""
    return [*sorted({str(score.level) for score in scores}), "ALL"] if scores else []


def at_level(scores: Iterable[NodeScore], level: str) -> list[NodeScore]:
    return [score for score in scores if level in (str(score.level), "ALL")]


def added(scores: Iterable[NodeScore], ec: str, level: int = 0) -> NodeScore:
    """The sum of several scores."""
    total = NodeScore(ec=ec, level=level)
    for score in scores:
        for name in NUMBERS:
            setattr(total, name, getattr(total, name) + getattr(score, name))
    return total


def micro_lines(scores: Sequence[NodeScore], run: str) -> list[Line]:
    """P, R and F of the summed counts, by hop."""
    lines = []
    for level in levels(scores):
        line = node_line(added(at_level(scores, level), "ALL-Micro"), run)
        lines.append(msgspec.structs.replace(line, level=level))
    return lines


def macro_lines(lines: Sequence[Line], truths: Mapping[str, bool], run: str) -> list[Line]:
    """Means of P, R and F by hop, over the nodes that have ground truth (Score 3.0, ALL-Macro)."""
    found = []
    for level in [*sorted({line.level for line in lines}), "ALL"] if lines else []:
        here = [line for line in lines if level in (line.level, "ALL")]
        nodes = sum(truths[line.ec] for line in here)
        p, r, f = (sum(getattr(line, name) for line in here) / nodes if nodes else 0.0 for name in ("p", "r", "f"))
        found.append(Line(ec="ALL-Macro", run=run, level=level, p=p, r=r, f=f))
    return found


class Tables:
    """All tables of one run. Column widths carry over from one table to the next, as in the official program."""

    def __init__(self, run: str) -> None:
        self.run = run
        self._widths = {"QID/EC": 6, "RunID": 5, "Hop": 3}
        self._widths |= {heading: max(4, len(heading)) for heading, _ in _COUNTS}
        self._summary: list[tuple[str, Line]] = []

    def node_table(self, name: str, scores: Sequence[NodeScore]) -> str:
        """Table `sf` or `ldcmax`: nodes, micro and macro averages, with all counts."""
        scores = sorted(scores, key=lambda score: ec_order(score.ec))
        lines = [node_line(score, self.run) for score in scores]
        truths = {score.ec: score.gt > 0 for score in scores}
        totals = [*micro_lines(scores, self.run), *macro_lines(lines, truths, self.run)]
        return self._print(name, [*lines, *totals], totals, self._full)

    def mean_table(self, name: str, lines: Sequence[Line], truths: Mapping[str, bool]) -> str:
        """Table `ldcmean`: means over entry points, without counts."""
        totals = macro_lines(lines, truths, self.run)
        return self._print(name, [*lines, *totals], totals, self._short)

    def summary(self) -> str:
        """Table `summary`: all averages of the tables printed before."""
        lines = [self._short(msgspec.structs.replace(line, ec=f"{name}-{line.ec}")) for name, line in self._summary]
        return "".join([self._short(None), *lines, NOTE])

    def _print(
        self, name: str, lines: Sequence[Line], totals: Sequence[Line], show: Callable[[Line | None], str]
    ) -> str:
        self._summary.extend((name, line) for line in totals)
        for line in lines:
            self._widen("QID/EC", line.ec)
            self._widen("RunID", line.run)
            self._widen("Hop", line.level)
            for (heading, _), number in zip(_COUNTS, line.numbers or (), strict=False):
                self._widen(heading, f"{number:4d}")
        first = [show(None)] if lines else []
        return "".join([*first, *map(show, lines), NOTE])

    def _widen(self, heading: str, text: str) -> None:
        self._widths[heading] = max(self._widths[heading], len(text))

    def _start(self, line: Line | None) -> list[str]:
        texts = ("QID/EC", "RunID", "Hop") if line is None else (line.ec, line.run, line.level)
        return [text.ljust(width) for text, width in zip(texts, list(self._widths.values())[:3], strict=True)]

    def _end(self, line: Line | None) -> list[str]:
        if line is None:
            return ["Prec  ", "Recall", "F1    "]
        return [f"{number:6.4f}" for number in (line.p, line.r, line.f)]

    def _short(self, line: Line | None) -> str:
        return " ".join([*self._start(line), *self._end(line)]) + "\n"

    def _full(self, line: Line | None) -> str:
        middle = []
        for place, (heading, _) in enumerate(_COUNTS):
            text = heading if line is None else "" if line.numbers is None else f"{line.numbers[place]:4d}"
            middle.append(text.rjust(self._widths[heading]))
        return " ".join([*self._start(line), *middle, *self._end(line)]) + "\n"


def mean_lines(groups: Mapping[str, Sequence[NodeScore]], run: str) -> list[Line]:
    """Score 3.0, LDC-MEAN: one line for each LDC query or class of it, the means over the entry points that have it."""
    lines = []
    for ec in sorted(groups, key=ec_order):
        scores = groups[ec]
        size = len(scores)
        p, r = sum(score.precision for score in scores) / size, sum(score.recall for score in scores) / size
        f = sum(score.f1 for score in scores) / size
        lines.append(Line(ec=ec, run=run, level=str(scores[0].level), p=p, r=r, f=f))
    return lines


def debug(scores: Iterable[NodeScore], responses: Mapping[int, str], assessments: Mapping[int, str]) -> str:
    """Each response with its assessment before and after policy. The two mappings give file lines by number."""
    parts = []
    for score in sorted(scores, key=lambda score: score.ec):
        parts.append(f"{'=' * 80}\n{score.ec}\n")
        shown = sorted(score.judged, key=lambda judged: judged.response.line)
        parts.extend(_debug_entry(judged, responses, assessments) for judged in shown)
    return "".join(parts) + "\n"


def _debug_entry(judged: Judged, responses: Mapping[int, str], assessments: Mapping[int, str]) -> str:
    after = sorted(label for label in judged.labels if label != judged.judgment)
    if not after:
        return ""
    assessment = "-" if judged.assessment is None else assessments[judged.assessment.line]
    return (
        f"\tSUBMISSION:\t{responses[judged.response.line]}\n\tASSESSMENT:\t{assessment}\n\n"
        f"\tPREPOLICY ASSESSMENT:\t{judged.judgment}\n\tPOSTPOLICY ASSESSMENT:\t{','.join(after)}\n{'.' * 80}\n"
    )
