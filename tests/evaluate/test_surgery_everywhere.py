"""Error surgery of every measure with an official golden case: each stage alone never lowers the score, all give 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factbook.cli.main import main

GOLDEN = Path(__file__).parents[1] / "golden"
CALDER = Path(__file__).parents[2] / "examples" / "calder"
ACE = [str(GOLDEN / "ace" / "corpora" / "c7_global_noisy" / side) for side in ("ref", "sys")]
RUN = GOLDEN / "coldstart" / "pipeline" / "random1"
ASSESSED = [str(RUN / "qrel.tsv"), str(RUN / "expected" / "validated.sf"), "--queries", str(RUN / "ldc.xml")]


def surgery(capsys: pytest.CaptureFixture[str], measure: str, *words: str) -> dict[str, object]:
    assert main(["explain", measure, *words, "--surgery", "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def check(found: dict[str, object]) -> None:
    stages = found["stages"]
    assert isinstance(stages, list)
    assert all(stage["repaired"] is not None for stage in stages if stage["cost"])
    assert any(stage["gain"] and stage["gain"] > 0 for stage in stages)
    in_turn = found["in_turn"]
    assert isinstance(in_turn, list)
    assert in_turn[-1][1] == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["edr", "rdr", "emd", "rmd", "b_cubed", "global_edr", "global_rdr"])
def test_ace(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check(surgery(capsys, f"ace.{name}", *ACE))


@pytest.mark.parametrize("name", ["sf", "max", "mean"])
def test_answers_against_assessments(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = surgery(capsys, f"coldstart.{name}", *ASSESSED)
    check(found)
    # Case random1: two wrong strings, two answers below a wrong parent, one redundant answer (score.debug).
    stages = {stage["stage"]: stage["items"] for stage in found["stages"]}  # type: ignore[attr-defined]
    assert (stages["value"], stages["parent"], stages["redundant"]) == (2, 2, 1)


@pytest.mark.parametrize("name", ["sf", "max", "mean"])
@pytest.mark.parametrize(
    ("stage", "left_out"), [("parent", "董事长"), ("redundant", 'Kim "Q" Lee\tORG\tCMN_DF_002:149-159')]
)
def test_mended_answers_score_as_a_run_without_them(
    name: str, stage: str, left_out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wrong answers of a stage taken out of the file, and what is left scored."""
    stages = surgery(capsys, f"coldstart.{name}", *ASSESSED)["stages"]
    (told,) = [one for one in stages if one["stage"] == stage]  # type: ignore[attr-defined]
    lines = (RUN / "expected" / "validated.sf").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if left_out not in line]
    assert len(lines) - len(kept) == told["items"]
    run = tmp_path / "run.sf"
    run.write_text("".join(kept), encoding="utf-8")
    assert main(["score", f"coldstart.{name}", ASSESSED[0], str(run), *ASSESSED[2:], "--json"]) == 0
    (scored,) = json.loads(capsys.readouterr().out)["results"]
    assert scored["f"] == pytest.approx(told["repaired"])


@pytest.mark.parametrize("view", ["sf", "max", "mean"])
def test_answers_against_a_gold_kb(view: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (CALDER / "kb" / "gold.tac").read_text(encoding="utf-8").splitlines(keepends=True)
    system = tmp_path / "system.tac"
    kept = [line for number, line in enumerate(lines) if number < 2 or number % 7 or "mention" in line]
    system.write_text("".join(kept), encoding="utf-8")
    words = [str(CALDER / "kb" / "gold.tac"), str(system), "--queries", str(CALDER / "queries" / "ldc.xml")]
    check(surgery(capsys, f"coldstart.gold(view={view})", *words))
