"""The gold of the sample collection agrees with our offsets in all three conventions."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from lxml import etree

from factbook.text.inputs import read_sources
from factbook.text.offsets import Span

CALDER = Path(__file__).parents[2] / "examples" / "calder"
DOCUMENTS = sorted(path.stem for path in (CALDER / "source").glob("*.xml"))


@pytest.mark.parametrize("doc", DOCUMENTS)
def test_rich_ere_offsets_point_at_their_text(doc: str) -> None:
    (source,) = read_sources([CALDER / "source" / f"{doc}.xml"])
    assert source.id == doc
    gold = etree.parse(str(CALDER / "ere" / f"{doc}.rich_ere.xml"))
    places = [element for element in gold.iter() if element.get("offset") is not None]
    assert places
    for element in places:
        text = element.text if element.text and element.text.strip() else element.findtext("mention_text")
        span = Span.from_sized(doc, int(element.get("offset", "")), int(element.get("length", "")))
        assert unescape(source.at(span)) == unescape(text or ""), element.attrib


@pytest.mark.parametrize("doc", DOCUMENTS)
def test_ace_offsets_point_at_their_text(doc: str) -> None:
    (source,) = read_sources([CALDER / "sgm" / f"{doc}.sgm"])
    gold = etree.parse(str(CALDER / "apf" / f"{doc}.apf.xml"))
    sequences = list(gold.iter("charseq"))
    assert sequences
    for element in sequences:
        ace = Span.from_inclusive(doc, int(element.get("START", "")), int(element.get("END", "")))
        span = source.ace.span_from_ace(ace)
        assert source.ace.span_to_ace(span) == ace
        assert unescape(source.at(span)) == unescape(element.text or ""), element.attrib
        assert source.is_evaluated(span, "ace")


def test_entity_discovery_offsets_point_at_their_text() -> None:
    sources = {source.id: source for source in read_sources([CALDER / "source"])}
    lines = (CALDER / "edl" / "gold.tab").read_bytes().decode().splitlines()
    assert lines
    for line in lines:
        _, _, text, place, *_ = line.split("\t")
        doc, offsets = place.split(":")
        start, last = map(int, offsets.split("-"))
        span = Span.from_inclusive(doc, start, last)
        assert unescape(sources[doc].at(span)) == unescape(text)
        assert not sources[doc].in_quote(span)


def test_lengths_are_those_of_the_cold_start_collection() -> None:
    lengths = dict(line.split("\t") for line in (CALDER / "kb" / "docs.tsv").read_text(encoding="utf-8").splitlines())
    sources = {source.id: str(len(source.text)) for source in read_sources([CALDER / "source"])}
    assert sources == lengths


def test_language_date_and_kind_of_every_document() -> None:
    languages = {"ENG": "en", "SPA": "es", "CMN": "zh", "ARB": "ar"}
    for folder, kinds in (("source", {"NW": "newswire", "DF": "forum"}), ("sgm", {"NW": "sgm", "DF": "sgm"})):
        for source in read_sources([CALDER / folder]):
            language, genre, digits, _ = source.id.split("_")
            assert source.language == languages[language]
            assert source.kind == kinds[genre]
            assert source.date == f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"
