"""Markup and offsets hold for any text."""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from factbook.text.inputs import decode, read_sources
from factbook.text.markup import parse_source
from factbook.text.offsets import Span
from factbook.text.problems import Problems
from factbook.text.source import SCHEMES, Source

# Pieces that make and break markup, among any other characters.
PIECES = st.sampled_from(
    [
        "<DOC id=\"d\">", "</DOC>", "<doc>", "</doc>", "<TEXT>", "</TEXT>", "<post author=\"a &amp; b\">", "</post>",
        "<quote orig_author='x'>", "<quote>", "</quote>", "<P>", "</P>", "<a href=http://x/?a=b>", "</a>",
        "<img src=\"i\"/>",
        "<", ">", "\"", "'", "=", "&amp;", "\r\n", "\n", "\r", "<!-- c -->", "<?xml version=\"1.0\"?>", "<DATETIME>",
        "</DATETIME>", "a < b", "<post author=\"open>", "<QUOTE PREVIOUSPOST=\"me: hi\">", "\U0001f600",
        "汉字", "\ufeff",
    ]
)  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=40).map("".join)


def parse(text: str) -> Source:
    return parse_source(text, id="d")


@given(TEXTS)
def test_tags_are_sorted_and_disjoint_and_regions_nest(text: str) -> None:
    source = parse(text)
    ends = [0]
    for start, end in source.tags:
        assert ends[-1] <= start < end <= len(text)
        assert text[start] == "<"
        assert text[end - 1] == ">"
        ends.append(end)
    for region in source.regions:
        assert 0 <= region.outer.start < region.inner.start <= region.inner.end <= region.outer.end <= len(text)
        if region.parent is not None:
            assert source.regions[region.parent].inner.contains(region.outer)


@given(TEXTS)
def test_attribute_values_are_the_raw_characters(text: str) -> None:
    source = parse(text)
    for region in source.regions:
        for _, value, span in region.attributes:
            assert source.at(span) == value
            assert region.outer.start < span.start <= span.end < region.inner.start


@given(TEXTS)
def test_masked_text_has_the_same_length_and_differs_in_tags_only(text: str) -> None:
    source = parse(text)
    assert len(source.masked) == len(text)
    in_tags = {at for start, end in source.tags for at in range(start, end)}
    assert all(source.masked[at] == (" " if at in in_tags else text[at]) for at in range(len(text)))


@given(TEXTS)
def test_ace_offsets_count_the_characters_outside_tags(text: str) -> None:
    source = parse(text)
    in_tags = {at for start, end in source.tags for at in range(start, end)}
    kept = [at for at in range(len(text)) if at not in in_tags and text[at : at + 2] != "\r\n"]
    for ace, raw in enumerate(kept):
        assert source.ace.to_ace(raw) == ace
        assert source.ace.from_ace(ace) == raw
    for raw in set(range(len(text))) - set(kept):
        assert source.ace.to_ace(raw) is None


@given(TEXTS, st.integers(0, 60), st.integers(0, 20))
def test_evaluated_parts_and_quotes_agree(text: str, start: int, length: int) -> None:
    source = parse(text)
    span = Span("d", min(start, len(text)), min(start + length, len(text)))
    quoted = any(quote.start <= at < quote.end for quote in source.quotes for at in range(span.start, span.end))
    if span.length:
        assert source.in_quote(span) == quoted
        assert source.is_evaluated(span, "best") == (not quoted)
    for scheme in SCHEMES:
        parts = source.evaluated(scheme)
        assert list(parts) == sorted(parts)
    for at in range(len(text)):
        found = source.author_at(at)
        assert found is None or source.at(found[1]) == found[0]
        spoken = source.speaker_at(at)
        assert spoken is None or source.at(spoken[1]) == spoken[0]


@given(st.binary(max_size=200))
def test_any_bytes_give_text_or_a_problem(data: bytes) -> None:
    problems = Problems()
    text = decode(data, file="f", problems=problems)
    assert (text is None) == bool(problems.errors)


@given(st.binary(max_size=200), st.sampled_from(["a.xml", "a.jsonl", "a.gz", "a.zip", "a.tar.gz", "a.tar", "a.xml.gz"]))
def test_any_file_gives_sources_or_problems(data: bytes, name: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(gzip.compress(data) if name == "a.xml.gz" else data)
        problems = Problems()
        sources = list(read_sources([path], problems=problems))
        blank_lines = name == "a.jsonl" and not data.removeprefix(b"\xef\xbb\xbf").strip()
        assert sources or problems.items or blank_lines or name in ("a.tar", "a.tar.gz")
