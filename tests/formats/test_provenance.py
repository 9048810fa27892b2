"""Provenance columns: what is read, cut, dropped and reported."""

from __future__ import annotations

import pytest

from factbook.formats.coldstart_codes import ALL, Log
from factbook.formats.format import Context
from factbook.formats.provenance import EMPTY, Provenance, ProvenanceReader, write_spans
from factbook.text.offsets import Span
from factbook.text.source import Source


def read(text: str, *, edition: str = "2016", known: bool = True) -> tuple[Provenance, list[str]]:
    context = Context(edition=edition, lengths={"D1": 1000, "D2": 10} if known else {})
    log = Log(ALL.values(), file="f", context=context)
    provenance = ProvenanceReader(log, context).read(text, 7)
    assert all(problem.where.line == 7 for problem in log.problems)
    return provenance, [problem.code.name for problem in log.problems]


@pytest.mark.parametrize(
    ("text", "written", "codes"),
    [
        ("D1:0-2", "D1:0-2", []),
        ("D1:09-010", "D1:09-010", []),
        (" D1:1-2 , D1:4-5 ", "D1:1-2,D1:4-5", []),
        ("D1:0-2,", "D1:0-2", []),
        ("", "", []),
        ("D2:5-10", "D2:5-10", []),  # one past the last character passes
        ("D2:5-11", "", ["ILLEGAL_OFFSET_IN_DOC"]),
        ("D2:11-12", "", ["ILLEGAL_OFFSET_IN_DOC", "ILLEGAL_OFFSET_IN_DOC"]),
        ("D9:0-2", "", ["ILLEGAL_DOCID"]),
        ("D1:5-3,D1:1-2", "D1:1-2", ["ILLEGAL_OFFSET_PAIR"]),
        ("D1:0-", "", ["ILLEGAL_OFFSET_TRIPLE_STRING"]),
        (",D1:0-2", "D1:0-2", ["ILLEGAL_OFFSET_TRIPLE_STRING"]),
        ("D1:٣-٤", "", ["ILLEGAL_OFFSET_TRIPLE_STRING"]),
        ("D1:0-149", "D1:0-149", []),
        ("D1:0-150", "D1:0-149", ["TOO_MANY_CHARS"]),
        ("D1:1-1,D1:2-2,D1:3-3,D1:4-4,D1:5-5", "D1:1-1,D1:2-2,D1:3-3,D1:4-4", ["TOO_MANY_PROVENANCE_TRIPLES"]),
        (f"D1:0-{'9' * 5000}", "", ["ILLEGAL_OFFSET"]),
    ],
)
def test_columns(text: str, written: str, codes: list[str]) -> None:
    provenance, found = read(text)
    assert provenance.text == written
    assert found == codes


def test_limits_of_2017() -> None:
    assert read("D1:0-199", edition="2017") == (Provenance("D1:0-199", "D1", 0, ("D1",)), [])
    assert read("D1:0-200", edition="2017")[0].text == "D1:0-199"
    assert read("D1:1-1,D1:2-2,D1:3-3,D1:4-4", edition="2017")[0].text == "D1:1-1,D1:2-2,D1:3-3"
    context = Context(edition="2017", lengths={"D1": 5})
    log = Log(ALL.values(), file="f", context=context)
    ProvenanceReader(log, context).read("D9:0-1", 1)
    assert [problem.severity for problem in log.problems] == ["fatal"]


def test_without_documents_any_id_will_do() -> None:
    assert read("X:0-5", known=False) == (Provenance("X:0-5", "X", 0, ("X",)), [])


def test_the_documents_tell_their_lengths() -> None:
    context = Context(sources={"D1": Source(id="D1", text="x" * 9)})
    log = Log(ALL.values(), file="f", context=context)
    assert ProvenanceReader(log, context).read("D1:0-9", 1).text == "D1:0-9"
    assert ProvenanceReader(log, context).read("D1:0-10", 1) is EMPTY
    assert [problem.code.name for problem in log.problems] == ["ILLEGAL_OFFSET_IN_DOC"]


def test_a_fault_is_reported_each_time() -> None:
    log = Log(ALL.values(), file="f", context=Context())
    reader = ProvenanceReader(log, Context())
    assert reader.read("D1:0-150", 1) == reader.read("D1:0-150", 2)
    assert [problem.where.line for problem in log.problems] == [1, 2]


def test_canonical_order() -> None:
    provenance, _ = read("D2:1-2,D1:10-11,D1:9-10,D1:9-100")
    assert provenance.canonical == "D1:9-10,D1:9-100,D1:10-11,D2:1-2"
    assert provenance.doc == "D2"


def test_spans_and_back() -> None:
    provenance, _ = read("D2:1-2,D1:10-11")
    assert provenance.spans == (Span("D2", 1, 3), Span("D1", 10, 12))
    assert write_spans(provenance.spans) == provenance.text
    assert EMPTY.spans == ()
