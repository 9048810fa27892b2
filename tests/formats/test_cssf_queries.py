"""Query files: what a query keeps, and bad files."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats import cssf_queries
from factbook.formats.format import Context, Problems
from factbook.model.tasks import EntryPoint, Query
from factbook.text.offsets import Span

GOLDEN = Path(__file__).parents[1] / "golden" / "coldstart"
CALDER = Path(__file__).parents[2] / "examples" / "calder" / "queries"
PLAIN = Context()


def codes(problems: Problems) -> list[str]:
    return [problem.code.name for problem in problems]


def read(data: bytes) -> list[Query]:
    queries, problems = cssf_queries.read(data, file="q.xml", context=PLAIN)
    assert not problems.errors, [str(problem) for problem in problems]
    return queries


def test_an_ldc_query() -> None:
    data = (GOLDEN / "validate-queries" / "EXPAND_XML_ESCAPES" / "ldc.xml").read_bytes()
    assert read(data) == [
        Query(
            id="CS16_0001",
            entry_points=(EntryPoint(name="A & B <x>", span=Span("ENG_1", 0, 3), entity_type="org"),),
            slots=("org:website",),
            entity_type="org",
            extra=(("mentions", "tagged"), ("nodeid", "n")),
        )
    ]


FILES = [
    *sorted(GOLDEN.glob("validate-queries/*/expected.xml")),
    *sorted(GOLDEN.glob("pipeline/*/expected/*.xml")),
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: "-".join(path.parts[-3:]))
def test_official_files_are_written_as_they_are(path: Path) -> None:
    queries, _ = cssf_queries.read(path.read_bytes(), file="q.xml", context=PLAIN)
    assert cssf_queries.write(queries, context=PLAIN) == path.read_bytes()


def test_sample_collection() -> None:
    ldc, expanded = ((CALDER / name).read_bytes() for name in ("ldc.xml", "cssf.xml"))
    written, problems = cssf_queries.repair(ldc, file="ldc.xml", context=Context(options={"expand": "CSSF16"}))
    assert not problems
    assert written is not None
    ours = {query.id: (query.entry_points, query.slots, query.entity_type) for query in read(written)}
    assert ours == {query.id: (query.entry_points, query.slots, query.entity_type) for query in read(expanded)}


@pytest.mark.parametrize("name", ["A &quot;B&quot;", "&#65;&#x42;", "&unknown;", "&#xD800;", "a > b"])
def test_a_name_is_written_as_it_was(name: str) -> None:
    point = f"<name>{name}</name><docid>ENG_1</docid><beg>007</beg><end>9</end>"
    data = f'<query id="Q_0001">{point}<enttype>per</enttype><slot0>per:age</slot0></query>'.encode()
    (query,) = read(data)
    written = cssf_queries.write([query], context=PLAIN)
    assert f"<name>{name}</name>".encode() in written
    assert b"<beg>007</beg>" in written
    assert read(written) == [query]


def test_entry_points_are_checked_against_documents() -> None:
    data = (GOLDEN / "validate-queries" / "EXPAND_ONE" / "ldc.xml").read_bytes()
    problems = cssf_queries.check(data, file="q.xml", context=Context(lengths={"ENG_NW_001": 1}))
    assert codes(problems) == ["ILLEGAL_OFFSET_IN_DOC"]
    problems = cssf_queries.check(data, file="q.xml", context=Context(lengths={"ENG_9": 1}))
    assert codes(problems) == ["ILLEGAL_DOCID"]


def test_of_two_queries_with_one_id_the_later_counts() -> None:
    point = "<name>A</name><docid>ENG_1</docid><beg>0</beg><end>0</end><enttype>per</enttype>"
    slots = ("per:age", "per:title")
    texts = [f'<query id="Q_0001">{point}<slot0>{slot}</slot0></query>' for slot in slots]
    assert [query.slots for query in read("".join(texts).encode())] == [("per:title",)]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "NO_QUERIES_LOADED"),
        (b"\xff\xfe\x00", "BAD_ENCODING"),
        (b"<query id=", "NO_QUERIES_LOADED"),
        (b'<query id="Q_1"><name>x</name>', "NO_QUERIES_LOADED"),
        (b"<query x></query>", "MALFORMED_QUERY"),
        (b'<query id="Q_1"><slot0>per:age</slot0><enttype>per</enttype><beg>1</beg></query>', "MISSING_QUERY_FIELD"),
        (b"<query " * 20_000, "NO_QUERIES_LOADED"),
        (b'<query id="Q_1">' + b"<a>" * 50_000 + b"</query>", "NO_QUERIES_LOADED"),
    ],
)
def test_bad_files_are_problems(data: bytes, code: str) -> None:
    queries, problems = cssf_queries.read(data, file="q.xml", context=PLAIN)
    assert code in codes(problems)
    cssf_queries.write(queries, context=PLAIN)
    cssf_queries.report(problems)
