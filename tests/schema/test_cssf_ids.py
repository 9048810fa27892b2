"""Query ids: the digits recorded from the official programs, and how ids come apart."""

from __future__ import annotations

import pytest

from factbook.model.tasks import EntryPoint, Query
from factbook.schema.cssf_ids import (
    QueryId,
    canonical,
    entry_hash,
    expand,
    language_of,
    next_hash,
    next_id,
    parent_id,
    parse_id,
)
from factbook.text.offsets import Span


def test_first_round_digits() -> None:
    assert entry_hash("ENG_NW_001", 0, 2, ["per:children", "per:age"]) == "8f7788bd82"
    assert entry_hash("ENG_NW_001", 0, 2, ["per:children"]) == "44a9350ede"


@pytest.mark.parametrize(
    ("query", "value", "place", "digits"),
    [
        ("CSSF16_ENG_9bf6ea1169", "Bart Simpson", "ENG_NW_001:60-71", "874bd5cb08e7"),
        ("CSSF16_CMN_034f04b37c", 'Kim "Q" Lee', "CMN_DF_002:174-184", "37008dc0a5e5"),
        ("CSSF16_CMN_0c77e9987f", "back\\slash", "ENG_DF_001:11-20", "3939bb011ca5"),
        ("CSSF16_CMN_1f8624a7f1", "José Díaz", "CMN_DF_002:199-207", "b56fd457a0d1"),
    ],
)
def test_second_round_digits(query: str, value: str, place: str, digits: str) -> None:
    assert next_hash(query, value, place) == digits


def test_provenance_in_canonical_order() -> None:
    spans = [Span("B", 0, 3), Span("A", 10, 12), Span("A", 9, 11), Span("A", 9, 101)]
    # starts are compared as numbers, ends as text
    assert canonical(spans) == "A:9-10,A:9-100,A:10-11,B:0-2"
    assert next_id("Q_0123456789", "x", spans) == next_id("Q_0123456789", "x", reversed(spans))


@pytest.mark.parametrize(
    ("full", "parts"),
    [
        ("CSSF16_ENG_9bf6ea1169", QueryId("CSSF16_ENG_9bf6ea1169", "CSSF16_ENG", "9bf6ea1169", 0, True)),
        (
            "CSSF16_ENG_9bf6ea1169_874bd5cb08e7",
            QueryId("CSSF16_ENG_9bf6ea1169_874bd5cb08e7", "CSSF16_ENG", "874bd5cb08e7", 1, True),
        ),
        ("CS16_0001", QueryId("CS16_0001", "CS16", "0001", 0, False)),
        ("7", QueryId("7", "", "7", 0, False)),
    ],
)
def test_parts_of_an_id(full: str, parts: QueryId) -> None:
    assert parse_id(full) == parts


@pytest.mark.parametrize("full", ["", "Q-x", "CS16_", "CSSF16_ENG_9bf6ea116"])
def test_no_query_id(full: str) -> None:
    assert parse_id(full) is None


def test_parent() -> None:
    assert parent_id("CSSF16_ENG_9bf6ea1169_874bd5cb08e7") == "CSSF16_ENG_9bf6ea1169"
    assert parent_id("CSSF16_ENG_9bf6ea1169") == ""


@pytest.mark.parametrize(
    ("docid", "language"),
    [("CMN_NW_1", "CHINESE"), ("spa_1", "SPANISH"), ("NYT_ENG_2", "ENGLISH"), ("ARB_1", None), ("X_CMN", None)],
)
def test_language_of_a_document(docid: str, language: str | None) -> None:
    assert language_of(docid) == language


def test_expand_keeps_all_but_the_entry_points() -> None:
    points = tuple(EntryPoint(name="Ann", span=Span(doc, 0, 3), entity_type="per") for doc in ("ENG_1", "SPA_2", "D"))
    query = Query(
        id="CS16_0001",
        entry_points=points,
        slots=("per:age",),
        entity_type="per",
        extra=(("mentions", "tagged"), ("nodeid", "n")),
    )
    expanded = expand(query, "Q")
    assert [new.entry_points for new in expanded] == [(point,) for point in points]
    assert [new.id[:6] for new in expanded] == ["Q_ENG_", "Q_SPA_", "Q_ENG_"]
    assert {new.extra for new in expanded} == {(("nodeid", "n"),)}
