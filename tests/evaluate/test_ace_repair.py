"""Error surgery: each stage mends its own errors, all of them together give a perfect score."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from factbook.evaluate.ace import count, matches, repair, summarise
from factbook.evaluate.ace_repair import ENTITY_STAGES, RELATION_STAGES
from factbook.formats.apf import read
from factbook.formats.format import Context
from factbook.model.kb import KB

CORPORA = Path(__file__).parent.parent / "golden" / "ace" / "corpora"
NAMES = ("c1_basic", "c2_missing_doc", "c3_empty_doc", "c5_nested_noisy", "c6_identical", "c7_global_noisy")


@cache
def corpus(name: str, side: str) -> dict[str, KB]:
    files = sorted((CORPORA / name / side).glob("*.apf.xml"))
    kbs = [read(path.read_bytes(), file=path.name, context=Context())[0] for path in files]
    return {next(iter(kb.documents)): kb for kb in kbs}


def value(gold: dict[str, KB], system: dict[str, KB], task: str) -> float:
    return summarise(count(gold, system, task=task).units)["value"]


@pytest.mark.parametrize(("task", "stages"), [("edr", ENTITY_STAGES), ("rdr", RELATION_STAGES)])
@pytest.mark.parametrize("name", NAMES)
def test_all_stages_in_turn_give_a_perfect_score(name: str, task: str, stages: tuple[str, ...]) -> None:
    gold, system = corpus(name, "ref"), dict(corpus(name, "sys"))
    for stage in stages:
        system = repair(gold, system, stage, task=task)
    assert value(gold, system, task) == pytest.approx(1.0)


@pytest.mark.parametrize("stage", ENTITY_STAGES)
def test_a_repaired_stage_costs_nothing_any_more(stage: str) -> None:
    gold, system = corpus("c5_nested_noisy", "ref"), corpus("c5_nested_noisy", "sys")
    before = sum(match.cost for match in matches(gold, system) if match.stage == stage)
    mended = repair(gold, system, stage)
    after = sum(match.cost for match in matches(gold, mended) if match.stage == stage)
    assert before > 0
    assert after == pytest.approx(0.0)
    assert value(gold, mended, "edr") > value(gold, dict(system), "edr")


def test_the_system_output_itself_is_left_alone() -> None:
    gold, system = corpus("c5_nested_noisy", "ref"), corpus("c5_nested_noisy", "sys")
    before = value(gold, system, "edr")
    repair(gold, system, "spurious")
    assert value(gold, system, "edr") == before
