"""Submissions: responses, comments, bad files."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats import cssf_queries, cssf_run
from factbook.formats.format import Context, Problems
from factbook.model.tasks import Response
from factbook.text.offsets import Span

GOLDEN = Path(__file__).parents[1] / "golden" / "coldstart"
ROW = b"CSSF16_ENG_9bf6ea1169\tper:children\tR1\tD1:40-90,D2:1-2\tBart\tPER\tD1:60-63\t0.9"
PLAIN = Context()


def codes(problems: Problems) -> list[str]:
    return [problem.code.name for problem in problems]


def test_a_row_becomes_a_response() -> None:
    responses, problems = cssf_run.read(b"# head\n" + ROW + b" # tail\r\n", file="r.sf", context=PLAIN)
    assert not problems
    assert responses == [
        Response(
            query="CSSF16_ENG_9bf6ea1169",
            slot="per:children",
            run="R1",
            provenance=(Span("D1", 40, 91), Span("D2", 1, 3)),
            value="Bart",
            value_type="PER",
            value_provenance=(Span("D1", 60, 64),),
            confidence=0.9,
            line=2,
        )
    ]


def test_a_pound_sign_in_a_value_is_no_comment() -> None:
    data = ROW.replace(b"Bart", b"C# coder")
    responses, problems = cssf_run.read(data, file="r.sf", context=PLAIN)
    assert not problems
    assert responses[0].value == "C# coder"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("pipeline/*/expected/*.sf")), ids=lambda p: "-".join(p.parts[-3:]))
def test_responses_are_written_and_read_again(path: Path) -> None:
    if path.name == "score.sf":
        return
    responses, problems = cssf_run.read(path.read_bytes(), file=path.name, context=PLAIN)
    assert not problems
    written = cssf_run.write(responses, context=PLAIN)
    assert cssf_run.read(written, file=path.name, context=PLAIN)[0] == responses


def test_a_repaired_run_has_no_more_warnings() -> None:
    """What the validator repairs stays repaired."""
    for case in sorted((GOLDEN / "validate-sf").iterdir()):
        queries, _ = cssf_queries.read((case / "queries.xml").read_bytes(), file="q", context=PLAIN)
        context = Context(queries=queries)
        written, _ = cssf_run.repair((case / "input.sf").read_bytes(), file="r.sf", context=context)
        if written:
            again, problems = cssf_run.repair(written, file="r.sf", context=context)
            assert not problems, case.name
            assert again == written


def test_the_naming_rule_is_checked_for_submissions_only() -> None:
    assert not cssf_run.check(ROW, file="r.sf", context=PLAIN)
    problems = cssf_run.check(ROW, file="r.sf", context=Context(options={"submission": "yes"}))
    assert codes(problems) == ["RUN_ID_NAME"]
    named = ROW.replace(b"R1", b"Acme_SF_ENG_1")
    assert not cssf_run.check(named, file="r.sf", context=Context(options={"submission": "yes"}))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "EMPTY_FILE"),
        (b"\n# only a comment\n", "EMPTY_FILE"),
        (b"\x00\xff" * 100, "BAD_ENCODING"),
        (b"x" * 5_000_000, "LINE_TOO_LONG"),
        (ROW + b"\n" + ROW.replace(b"\t0.9", b""), "WRONG_NUM_ENTRIES"),
        (ROW + b"\n" + ROW.replace(b"CSSF16_ENG_9bf6ea1169", b"nothing"), "BAD_QUERY_ID"),
        (ROW + b"\n" + ROW.replace(b"D1:60-63", b""), "EMPTY_FIELD"),
        (b"{}", "UNKNOWN_RESPONSE_FILE_TYPE"),
    ],
)
def test_bad_files_are_problems(data: bytes, code: str) -> None:
    _, problems = cssf_run.repair(data, file="r.sf", context=PLAIN)
    assert code in codes(problems)
    cssf_run.report(problems)
