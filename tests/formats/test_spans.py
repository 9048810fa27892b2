"""Spans of a file against the text."""

from __future__ import annotations

import pytest

from factbook.formats.format import Problems, Where
from factbook.formats.spans import check_span, crossed_tags
from factbook.formats.xml import SPAN_CODES
from factbook.text.markup import parse_source
from factbook.text.offsets import Span

SOURCE = parse_source('<doc id="d"><post author="sue">\nR&amp;D and\nAnna <b>Lee</b>.</post></doc>', id="d")


def codes(raw: str, said: str | None = None, *, start: int | None = None, length: int | None = None) -> list[str]:
    problems = Problems(SPAN_CODES)
    begin = SOURCE.text.index(raw) if start is None else start
    span = Span("d", begin, begin + (len(raw) if length is None else length))
    check_span(SOURCE, span, said, Where("f", 1), problems, shown="here")
    return [problem.code.name for problem in problems]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("Anna", "Anna"),
        ("Anna", None),
        ("R&amp;D", "R&D"),
        ("R&amp;D", "R&amp;D"),
        ("and\nAnna", "and Anna"),
        ("sue", "sue"),
    ],
)
def test_good_spans(raw: str, said: str | None) -> None:
    assert codes(raw, said) == []


def test_other_words() -> None:
    assert codes("Anna", "Anne") == ["TEXT_DIFFERS"]
    assert codes("Anna", "") == ["TEXT_DIFFERS"]


def test_a_span_across_a_tag_says_its_words_with_or_without_it() -> None:
    assert codes("Anna <b>Lee", "Anna Lee") == ["IN_MARKUP"]
    assert codes("Anna <b>Lee", "Anna <b>Lee") == ["IN_MARKUP"]
    assert codes("post author", "post author") == ["IN_MARKUP"]


def test_empty_spans_and_spans_past_the_end() -> None:
    assert codes("", start=3, length=0) == ["ZERO_LENGTH"]
    assert codes("", start=len(SOURCE.text) - 1, length=2) == ["OFFSET_PAST_END"]
    assert codes("", start=len(SOURCE.text) - 1, length=1) == ["IN_MARKUP"]


def test_crossed_tags_are_those_that_share_characters() -> None:
    start = SOURCE.text.index("<b>")
    assert crossed_tags(SOURCE, Span("d", start + 3, start + 6)) == []
    assert crossed_tags(SOURCE, Span("d", start + 2, start + 7)) == [(start, start + 3), (start + 6, start + 10)]
