"""The submission validator writes and reports what the official one does."""

from __future__ import annotations

import msgspec
import pytest

from factbook.formats import cssf_assessment, cssf_queries, cssf_run
from factbook.formats.format import Context
from tests.parity.coldstart_cases import GOLDEN, cases, context, same_report, text

# Comments: the seed allows them, the official program does not read them. Ours accepts them by default.
COMMENTS = {
    "COMMENT_LINE",
    "COMMENT_LINE_ALLOW_COMMENTS",
    "LATER_TAIL_COMMENT",
    "LATER_TAIL_COMMENT_ALLOW_COMMENTS",
    "TAIL_COMMENT",
    "TAIL_COMMENT_ALLOW_COMMENTS",
}


def run_context(name: str, profile: str) -> Context:
    case = GOLDEN / "validate-sf" / name
    queries, problems = cssf_queries.read((case / "queries.xml").read_bytes(), file="queries.xml", context=Context())
    assert not problems
    return msgspec.structs.replace(context(case, profile=profile), queries=queries)


@pytest.mark.parametrize("profile", ["cs2016", ""])
@pytest.mark.parametrize("name", cases("validate-sf"))
def test_submission(name: str, profile: str) -> None:
    if name in COMMENTS and not profile:
        return
    case = GOLDEN / "validate-sf" / name
    written, problems = cssf_run.repair(
        (case / "input.sf").read_bytes(), file="input.sf", context=run_context(name, profile)
    )
    assert same_report(cssf_run.report(problems), text(case / "expected.err"))
    assert (written is None) == (text(case / "rc").strip() == "255")
    if written is not None:
        assert written.decode() == text(case / "expected.sf")


@pytest.mark.parametrize("name", sorted(COMMENTS))
def test_comments_are_accepted_as_the_seed_says(name: str) -> None:
    case = GOLDEN / "validate-sf" / name
    written, problems = cssf_run.repair(
        (case / "input.sf").read_bytes(), file="input.sf", context=run_context(name, "")
    )
    assert not problems
    assert written is not None
    assert b"#" not in written
    assert written.count(b"\n") == (case / "input.sf").read_bytes().count(b"CSSF16")


@pytest.mark.parametrize("name", cases("pipeline"))
def test_assessments_are_read_and_written_again(name: str) -> None:
    data = (GOLDEN / "pipeline" / name / "qrel.tsv").read_bytes()
    assessments, problems = cssf_assessment.read(data, file="qrel.tsv", context=Context())
    assert not problems
    assert cssf_assessment.write(assessments, context=Context()) == data
