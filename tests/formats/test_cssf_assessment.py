"""Assessments: columns, judgments, bad files."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats import cssf_assessment, cssf_queries
from factbook.formats.format import Context
from factbook.model.tasks import Assessment
from factbook.text.offsets import Span

CALDER = Path(__file__).parents[2] / "examples" / "calder" / "queries"
PLAIN = Context()
ROW = "A1\tQ_9bf6ea1169:per:age\tD1:0-5\t36\tD1:1-2\tC\tNAM\tW\tQ_9bf6ea1169:1\tNOM\n"


def test_a_row_becomes_an_assessment() -> None:
    found, problems = cssf_assessment.read(f"# head\n\n{ROW}".encode(), file="a", context=PLAIN)
    assert not problems
    assert found == [
        Assessment(
            id="A1",
            query="Q_9bf6ea1169",
            slot="per:age",
            provenance=(Span("D1", 0, 6),),
            value="36",
            value_provenance=(Span("D1", 1, 3),),
            judgment="C",
            mention_type="NAM",
            provenance_judgment="W",
            equivalence_class="Q_9bf6ea1169:1",
            class_mention_type="NOM",
            line=3,
        )
    ]


def test_sample_collection() -> None:
    data = (CALDER / "assessment.tab").read_bytes()
    queries, _ = cssf_queries.read((CALDER / "cssf.xml").read_bytes(), file="q", context=PLAIN)
    assert not cssf_assessment.check(data, file="a", context=Context(queries=queries))
    found, _ = cssf_assessment.read(data, file="a", context=PLAIN)
    assert cssf_assessment.write(found, context=PLAIN) == data


@pytest.mark.parametrize("judgment", ["S", "L"])
@pytest.mark.parametrize("group", ["0", "Q_9bf6ea1169:1"])
def test_too_short_and_too_long_answers_may_have_a_class(judgment: str, group: str) -> None:
    row = ROW.replace("\tC\tNAM", f"\t{judgment}\tNAM").replace("\tQ_9bf6ea1169:1\t", f"\t{group}\t")
    assert not cssf_assessment.check(row.encode(), file="a", context=PLAIN)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "EMPTY_FILE"),
        (b"\xff\n", "BAD_ENCODING"),
        (b"a\tb\n", "WRONG_NUM_ENTRIES"),
        (ROW.replace("D1:0-5", "D1:5-0").encode(), "ILLEGAL_OFFSET_PAIR"),
        (ROW.replace("per:age", "per:hats").encode(), "UNKNOWN_SLOT_NAME"),
        (ROW.replace("Q_9bf6ea1169:per", "Q-:per").encode(), "BAD_QUERY_ID"),
    ],
)
def test_bad_files_are_problems(data: bytes, code: str) -> None:
    problems = cssf_assessment.check(data, file="a", context=PLAIN)
    assert code in [problem.code.name for problem in problems]
