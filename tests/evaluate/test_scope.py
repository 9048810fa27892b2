"""Regions left out, and labels of documents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbook.evaluate.scope import Regions, chosen, document_labels, exclude, excluded
from factbook.model.kb import KB
from factbook.model.records import Document
from factbook.text.offsets import Span


def test_regions_travel_with_the_kb_and_leave_the_original_alone() -> None:
    kb = KB()
    marked = exclude(kb, [Span("a:b", 5, 9), Span("d", 0, 3)])
    assert excluded(marked) == {"a:b": (Span("a:b", 5, 9),), "d": (Span("d", 0, 3),)}
    assert excluded(kb) == {}


@given(
    regions=st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=5),
    start=st.integers(0, 40),
    length=st.integers(0, 5),
)
def test_first_or_last_character_in_a_region(regions: list[tuple[int, int]], start: int, length: int) -> None:
    spans = [Span("d", low, low + size) for low, size in regions]
    inside = {offset for span in spans for offset in range(span.start, span.end)}
    expected = start in inside or max(start, start + length - 1) in inside
    assert Regions({"d": spans}).has("d", start, start + length) == expected
    assert not Regions({"d": spans}).has("other", start, start + length)


@pytest.mark.parametrize(
    ("doc", "labels"),
    [
        ("ENG_NW_20140101_1", {"language": "en", "genre": "nw"}),
        ("CMN_DF_1", {"language": "zh", "genre": "df"}),
        ("doc1", {}),
        ("ENGLISH_NW_1", {}),
    ],
)
def test_labels_from_the_id(doc: str, labels: dict[str, str]) -> None:
    assert document_labels(doc) == {"document": doc, **labels}


def test_the_document_record_wins() -> None:
    record = Document(id="ENG_NW_1", language="es")
    assert document_labels("ENG_NW_1", record) == {"document": "ENG_NW_1", "language": "es", "genre": "nw"}


def test_chosen() -> None:
    assert chosen("all") is None
    assert chosen("PER+ORG") == {"PER", "ORG"}
