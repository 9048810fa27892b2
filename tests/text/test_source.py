"""Offsets in all conventions with CRLF, astral characters and entities; what each evaluation looks at."""

from __future__ import annotations

import pytest

from factbook.text.markup import parse_source
from factbook.text.offsets import Span
from factbook.text.source import SCHEMES


def test_crlf_counts_as_one_in_ace_and_as_two_in_raw_offsets() -> None:
    source = parse_source("<DOC>\r\n<TEXT>\r\n😀 AT&amp;T\r\rx\r\n</TEXT></DOC>", id="d")
    raw = source.text.index("AT")
    assert raw == 17
    assert source.ace.to_ace(raw) == 4  # two line ends, one emoji, one blank
    assert source.ace.from_ace(4) == raw
    assert source.ace.to_ace(5) is None  # the CR of a CRLF
    assert source.ace.to_ace(6) == 0
    span = Span("d", raw, raw + len("AT&amp;T"))
    assert source.at(span) == "AT&amp;T"
    assert source.ace.span_to_ace(span) == Span("d", 4, 12)
    assert source.ace.to_ace(source.text.index("x")) == 14  # lone CRs are characters


def test_a_span_in_a_tag_has_no_ace_offset() -> None:
    source = parse_source('<doc><post author="ann">x</post></doc>', id="d")
    author = source.author_at(source.text.index(">x"))
    assert author is not None
    assert source.ace.span_to_ace(author[1]) is None


def test_masked_text_keeps_offsets() -> None:
    source = parse_source("<doc>a<b>c</b></doc>", id="d")
    assert source.masked == "     a   c          "


def test_what_each_evaluation_looks_at() -> None:
    text = "<DOC><DATETIME>2001-02-03</DATETIME><TEXT>a<quote>b</quote>c</TEXT>d</DOC>"
    source = parse_source(text, id="d")
    parts = {scheme: [source.at(span) for span in source.evaluated(scheme)] for scheme in SCHEMES}
    assert parts["ace"] == ["2001-02-03", "a<quote>b</quote>c"]
    assert parts["best"] == parts["edl"] == [text[: text.index("<quote>")], "c</TEXT>d</DOC>"]
    assert parts["coldstart"] == [text]


def test_quotes_are_out_of_belief_and_entity_evaluation() -> None:
    source = parse_source("<doc>a<quote>b</quote>c</doc>", id="d")
    inside = Span("d", source.text.index("b<"), source.text.index("b<") + 1)
    assert source.in_quote(inside)
    assert not source.is_evaluated(inside, "best")
    assert not source.is_evaluated(inside, "edl")
    assert source.is_evaluated(inside, "coldstart")
    assert not source.in_quote(Span("d", 5, 6))
    assert source.in_quote(Span("d", 5, 7))  # it reaches into the quote


def test_an_unknown_scheme_lists_the_choices() -> None:
    with pytest.raises(ValueError, match="ace, best, edl, coldstart"):
        parse_source("x", id="d").evaluated("muc")


def test_a_text_without_text_element_is_evaluated_whole() -> None:
    source = parse_source("plain words", id="d")
    assert source.evaluated("ace") == (Span("d", 0, 11),)
