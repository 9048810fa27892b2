"""What an assessor reads: the text around a claim's provenance, its value and its subject marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import unescape
from itertools import groupby, pairwise

import msgspec

from factbook.assess.pool import Claim, Pool
from factbook.evaluate.coldstart_score import first_round
from factbook.text.markup import parse_source
from factbook.text.offsets import Span
from factbook.text.source import Source

AROUND = 200  # characters before and after
_APART = 400  # places further apart are shown one by one
SUPPORT, VALUE, SUBJECT = "support", "value", "subject"

_CUT = "…"
_LINES = re.compile(r"[^\S\n]*\n\s*")
_BLANKS = re.compile(r"[^\S\n]+")

TextOf = Callable[[str], str | None]


class Piece(msgspec.Struct, frozen=True):
    """Characters with their mark: what supports the claim, its value, its subject, or nothing."""

    text: str
    mark: str = ""


class Passage(msgspec.Struct, frozen=True):
    """A part of a document; without pieces where its text is not at hand."""

    doc: str
    start: int
    end: int
    pieces: tuple[Piece, ...] = ()
    title: str = ""


class Shown(msgspec.Struct, frozen=True):
    """A claim as an assessor sees it. `hops` are the claims it builds on, in words."""

    id: str
    subject: str
    slot: str
    value: str
    confidence: float
    runs: tuple[str, ...]
    hops: tuple[str, ...]
    passages: tuple[Passage, ...]


def shown(pool: Pool, claim: Claim, text_of: TextOf) -> Shown:
    """A claim with its passages: where its subject was met, then what supports it."""
    point = pool.queries[first_round(claim.query)].entry_points[0]
    parent = pool.parent(claim)
    hops = (f"{point.name} {parent.slot} {parent.value}",) if parent is not None else ()
    subject = parent.value_provenance if parent is not None else (point.span,)
    marks = [(span, SUPPORT) for span in claim.provenance] + [(span, VALUE) for span in claim.value_provenance]
    places = [(span, SUBJECT) for span in subject]
    support = list(_passages([*marks, *places], text_of, "support", needs=SUPPORT))
    apart = [mark for mark in places if not any(_holds(passage, mark[0]) for passage in support)]
    return Shown(
        id=claim.id,
        subject=parent.value if parent is not None else point.name,
        slot=claim.slot,
        value=claim.value,
        confidence=claim.confidence,
        runs=tuple(claim.runs),
        hops=hops,
        passages=(*_passages(apart, text_of, "subject"), *support),
    )


Marked = tuple[Span, str]


def _holds(passage: Passage, span: Span) -> bool:
    return passage.doc == span.doc and passage.start <= span.start and span.end <= passage.end


def _passages(marks: Sequence[Marked], text_of: TextOf, title: str, needs: str = "") -> Iterable[Passage]:
    """The marked places of each document, those close together in one passage. `needs`: a mark that it must hold."""
    ordered = sorted(marks, key=lambda mark: mark[0])
    for doc, group in groupby(ordered, key=lambda mark: mark[0].doc):
        text = text_of(doc)
        source = parse_source(text, id=doc) if text is not None else None
        for near in _near(list(group)):
            if needs and not any(mark in (needs, VALUE) for _, mark in near):
                continue
            first, last = near[0][0].start, max(span.end for span, _ in near)
            if source is None:
                yield Passage(doc, first, last, (), title)
            else:
                start, end = _window(source.masked, first, last)
                yield Passage(doc, start, end, tuple(_pieces(source, start, end, near)), title)


def _window(text: str, first: int, last: int) -> tuple[int, int]:
    """The characters around a place, cut between words where there are blanks."""
    start, end = max(0, first - AROUND), min(len(text), last + AROUND)
    if start:
        start += next((at for at, char in enumerate(text[start:first]) if char.isspace()), 0)
    if end < len(text):
        end -= next((at for at, char in enumerate(reversed(text[last:end])) if char.isspace()), 0)
    return start, end


def _near(marks: Sequence[Marked]) -> Iterable[list[Marked]]:
    part: list[Marked] = []
    for span, mark in marks:
        if part and span.start - max(other.end for other, _ in part) > _APART:
            yield part
            part = []
        part.append((span, mark))
    if part:
        yield part


def _pieces(source: Source, start: int, end: int, marks: Sequence[Marked]) -> Iterable[Piece]:
    """The text cut where a mark begins or ends; of several marks the value's is shown, then the subject's.

    Tags are not shown, except where something in one is marked (the author of a post).
    """
    cuts = {start, end}
    for span, _ in marks:
        cuts.update(place for place in (span.start, span.end) if start < place < end)
    if source.masked[:start].strip():
        yield Piece(f"{_CUT} ")
    for first, last in pairwise(sorted(cuts)):
        here = {mark for span, mark in marks if span.start <= first and last <= span.end}
        mark = next((name for name in (VALUE, SUBJECT, SUPPORT) if name in here), "")
        text = _tidy(source.text[first:last] if mark else source.masked[first:last])
        yield Piece(text.lstrip() if first == start else text.rstrip() if last == end else text, mark)
    if source.masked[end:].strip():
        yield Piece(f" {_CUT}")


def _tidy(text: str) -> str:
    """Text to read: no blank lines, one blank for several, `&amp;` as it is meant."""
    return unescape(_BLANKS.sub(" ", _LINES.sub("\n", text)))
