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
# Task, scope, stages.
TASKS = (
    ("edr", "local", ENTITY_STAGES),
    ("rdr", "local", RELATION_STAGES),
    ("emd", "local", ENTITY_STAGES),
    ("rmd", "local", RELATION_STAGES),
    ("edr", "global", ENTITY_STAGES),
    ("rdr", "global", RELATION_STAGES),
)


@cache
def corpus(name: str, side: str) -> dict[str, KB]:
    files = sorted((CORPORA / name / side).glob("*.apf.xml"))
    kbs = [read(path.read_bytes(), file=path.name, context=Context())[0] for path in files]
    return {next(iter(kb.documents)): kb for kb in kbs}


def value(gold: dict[str, KB], system: dict[str, KB], task: str, scope: str = "local") -> float:
    return summarise(count(gold, system, task=task, scope=scope).units)["value"]


@pytest.mark.parametrize(("task", "scope", "stages"), TASKS)
@pytest.mark.parametrize("name", [*NAMES, "c4_global_ids"])
def test_all_stages_in_turn_give_a_perfect_score(name: str, task: str, scope: str, stages: tuple[str, ...]) -> None:
    gold, system = corpus(name, "ref"), dict(corpus(name, "sys"))
    for stage in stages:
        system = repair(gold, system, stage, task=task, scope=scope)
    assert value(gold, system, task, scope) == pytest.approx(1.0)


@pytest.mark.parametrize(("task", "scope", "stages"), TASKS)
@pytest.mark.parametrize("name", [*NAMES, "c4_global_ids"])
def test_no_stage_alone_lowers_the_score(name: str, task: str, scope: str, stages: tuple[str, ...]) -> None:
    gold, system = corpus(name, "ref"), corpus(name, "sys")
    before = value(gold, system, task, scope)
    for stage in stages:
        mended = repair(gold, system, stage, task=task, scope=scope)
        assert value(gold, mended, task, scope) >= before - 1e-9, stage


@pytest.mark.parametrize("profile", ["local_2008", "local_2007", "global_2008", "global_2008_with_mentions"])
@pytest.mark.parametrize(("task", "stages"), [("edr", ENTITY_STAGES), ("rdr", RELATION_STAGES)])
@pytest.mark.parametrize("name", ["c4_global_ids", "c7_global_noisy"])
def test_the_official_profiles_are_mended_by_the_ids_of_the_collection(
    name: str, task: str, stages: tuple[str, ...], profile: str
) -> None:
    gold, system = corpus(name, "ref"), dict(corpus(name, "sys"))
    for stage in stages:
        system = repair(gold, system, stage, task=task, profile=profile)
    found = summarise(count(gold, system, task=task, profile=profile).units)
    assert found["value"] == pytest.approx(1.0)


@pytest.mark.parametrize(("task", "given"), [("edr", "mentions"), ("rdr", "entities"), ("rmd", "entities")])
def test_the_diagnostic_conditions_are_mended_too(task: str, given: str) -> None:
    gold, system = corpus("c7_global_noisy", "ref"), dict(corpus("c7_global_noisy", "sys"))
    for stage in RELATION_STAGES if task != "edr" else ENTITY_STAGES:
        system = repair(gold, system, stage, task=task, given=given)
    assert summarise(count(gold, system, task=task, given=given).units)["value"] == pytest.approx(1.0)


@pytest.mark.parametrize(("task", "stage"), [("emd", "spurious"), ("rmd", "spurious")])
def test_mentions_written_out_as_items_score_the_same(task: str, stage: str) -> None:
    """c6: the system is the reference, so nothing is mended; only the form of the output changes."""
    gold, system = corpus("c5_nested_noisy", "ref"), corpus("c5_nested_noisy", "sys")
    mended = repair(gold, system, stage, task=task)
    again = repair(gold, mended, stage, task=task)
    assert value(gold, mended, task) == value(gold, again, task)
    same = corpus("c6_identical", "ref")
    assert value(same, repair(same, corpus("c6_identical", "sys"), stage, task=task), task) == pytest.approx(1.0)


@pytest.mark.parametrize(("task", "scope", "stages"), TASKS)
@pytest.mark.parametrize("name", [*NAMES, "c4_global_ids"])
def test_the_reference_against_itself_is_perfect(name: str, task: str, scope: str, stages: tuple[str, ...]) -> None:
    """c7: an argument that is named elsewhere, but not in the relation's document, keeps the relation out (2.14)."""
    gold = corpus(name, "ref")
    assert value(gold, gold, task, scope) == pytest.approx(1.0)


def test_split_and_merged_entities_across_documents() -> None:
    gold, system = corpus("c7_global_noisy", "ref"), corpus("c7_global_noisy", "sys")
    found = matches(gold, system, scope="global")
    split = [match for match in found if match.stage == "split"]
    assert split
    assert all("its name is in" in match.reason for match in split)
    mended = repair(gold, system, "split", scope="global")
    assert value(gold, mended, "edr", "global") > value(gold, system, "edr", "global")


@pytest.mark.parametrize("stage", ENTITY_STAGES)
def test_a_repaired_stage_costs_nothing_any_more(stage: str) -> None:
    gold, system = corpus("c5_nested_noisy", "ref"), corpus("c5_nested_noisy", "sys")
    before = sum(match.cost for match in matches(gold, system) if match.stage == stage)
    mended = repair(gold, system, stage)
    after = sum(match.cost for match in matches(gold, mended) if match.stage == stage)
    if stage == "name":  # only the global tasks look at names
        assert before == after == 0
        return
    assert before > 0
    assert after == pytest.approx(0.0)
    assert value(gold, mended, "edr") > value(gold, dict(system), "edr")


def test_the_system_output_itself_is_left_alone() -> None:
    gold, system = corpus("c5_nested_noisy", "ref"), corpus("c5_nested_noisy", "sys")
    before = value(gold, system, "edr")
    repair(gold, system, "spurious")
    assert value(gold, system, "edr") == before
