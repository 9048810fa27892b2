"""The knowledge base validator writes and reports what the official one does."""

from __future__ import annotations

import pytest

from factbook.formats import coldstart_kb
from tests.parity.coldstart_cases import GOLDEN, cases, context, same_report, text

# Where ours differs by default: a relation and its inverse stay or go together.
TOGETHER = {"DUPLICATE_RELATION_INVERSE_OMITTED", "MISSING_INVERSE_SINGLE_CLASH"}
KB_CASES = [f"{group}/{name}" for group in ("validate-kb", "validate-kb-switches") for name in cases(group)]


@pytest.mark.parametrize("profile", ["cs2016", ""])
@pytest.mark.parametrize("name", KB_CASES)
def test_knowledge_base(name: str, profile: str) -> None:
    case = GOLDEN / name
    data = (case / "input.tac").read_bytes()
    written, problems = coldstart_kb.repair(data, file="input.tac", context=context(case, profile=profile))
    assert same_report(coldstart_kb.report(problems), text(case / "expected.err"))
    assert (written is None) == (text(case / "rc").strip() == "255")
    if written is not None and not (name.partition("/")[2] in TOGETHER and not profile):
        assert written.decode() == (case / "expected.tac").read_bytes().decode()


@pytest.mark.parametrize("name", cases("edl-output"))
def test_entity_discovery_output(name: str) -> None:
    case = GOLDEN / "edl-output" / name
    data = (case / "input.tac").read_bytes()
    written, problems = coldstart_kb.to_edl(data, file="input.tac", context=context(case))
    assert coldstart_kb.report(problems) == text(case / "expected.err")
    assert written is not None
    assert written.decode() == text(case / "expected.tab")


def test_statistics() -> None:
    case = GOLDEN / "validate-kb-switches" / "STATS"
    data = (case / "input.tac").read_bytes()
    assert coldstart_kb.statistics(data, file="input.tac", context=context(case)) == text(case / "expected.stats")


@pytest.mark.parametrize("name", sorted(TOGETHER))
def test_a_relation_and_its_inverse_stay_together_by_default(name: str) -> None:
    case = GOLDEN / "validate-kb" / name
    data = (case / "input.tac").read_bytes()
    written, _ = coldstart_kb.repair(data, file="input.tac", context=context(case, profile=""))
    assert written is not None
    again, problems = coldstart_kb.repair(written, file="input.tac", context=context(case, profile=""))
    assert not problems
    assert again == written


@pytest.mark.parametrize("name", cases("pipeline"))
def test_pipeline_knowledge_base(name: str) -> None:
    case = GOLDEN / "pipeline" / name
    data = (case / "kb.tac").read_bytes()
    written, problems = coldstart_kb.repair(data, file="kb.tac", context=context(case))
    assert same_report(coldstart_kb.report(problems), text(case / "expected" / "kb.err"))
    assert written is not None
    assert written.decode() == (case / "expected" / "kb.valid").read_bytes().decode()
