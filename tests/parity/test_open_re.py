"""Open relation extraction: every case worked out from the task description (seed 003)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from factbook.evaluate import open_re as measure
from factbook.evaluate.measure import ScoringError
from factbook.formats import open_re
from factbook.formats.format import Context, Problems
from factbook.model.tasks import OpenItem

GOLDEN = Path(__file__).parents[1] / "golden" / "openre"
CASES = sorted(path.name for path in GOLDEN.iterdir())


def load(case: str, name: str, role: str) -> tuple[list[OpenItem], Problems]:
    data = (GOLDEN / case / f"{name}.tsv").read_bytes()
    return open_re.read(data, file=f"{name}.tsv", context=Context(options={"role": role}))


def expected(case: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / case / "expected.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("case", [case for case in CASES if "error" not in expected(case)])
def test_case(case: str) -> None:
    gold, gold_problems = load(case, "ground_truth", "gold")
    system, problems = load(case, "system", "system")
    assert not gold_problems.errors
    assert not problems.errors
    counted = measure.count(gold, system)
    figures = measure.summarise(counted.units)
    wanted = expected(case)
    assert [figures[key] for key in "prf"] == pytest.approx([wanted[key] for key in "PRF"], abs=1e-6)
    assert figures["ptp"] == wanted["correct"]
    assert figures["ptp"] + figures["fp"] == wanted["extracted"]
    assert figures["rtp"] + figures["fn"] == wanted["gold"]
    for match, line in zip(counted.matches, wanted["lines"], strict=True):
        assert match.unit == f"line {line['line']}"
        assert (match.gold is not None, match.system is not None) == (line["gold_relation"], line["extracted"])
        assert (match.outcome == "right", match.reason) == (line["correct"], line["why"])


@pytest.mark.parametrize("case", [case for case in CASES if "error" in expected(case)])
def test_error_gives_no_score(case: str) -> None:
    gold, gold_problems = load(case, "ground_truth", "gold")
    system, problems = load(case, "system", "system")
    if not gold_problems.errors and not problems.errors:
        with pytest.raises(ScoringError) as error:
            measure.count(gold, system)
        assert error.value.messages
    else:
        assert all(str(problem) for problem in [*gold_problems.errors, *problems.errors])
