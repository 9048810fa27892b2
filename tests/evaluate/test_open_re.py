"""Open relation extraction: clauses beyond the worked cases (tests/parity/test_open_re.py)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.evaluate.measure import Measure, ScoringError
from factbook.evaluate.open_re import KINDS, count, judge, summarise
from factbook.model.tasks import OpenItem

WORDS = st.lists(st.sampled_from(["was", "born", "in", "head", "coach"]), max_size=3).map(tuple)
PAIRS = st.lists(st.tuples(WORDS, WORDS, WORDS), max_size=6)


def item(line: int = 2, **fields: tuple[str, ...]) -> OpenItem:
    return OpenItem(line=line, entity1="Ann", entity2="Rome", **fields)


def test_case_matters_unless_told_otherwise() -> None:
    gold, system = item(triggers=("born",)), item(extraction=("Born",))
    assert judge(gold, system)[1] == "trigger"
    assert judge(gold, system, case="ignore")[0] == "right"


def test_a_triggers_words_may_stand_apart() -> None:
    gold = item(triggers=("head", "coach"), allowed=("new",))
    assert judge(gold, item(extraction=("head", "new", "coach")))[0] == "right"


def test_a_different_pair_shows_both_lines() -> None:
    other = OpenItem(line=5, entity1="Ann", entity2="Oslo")
    with pytest.raises(ScoringError, match=r"line 5.*\(Ann, Oslo\).*\(Ann, Rome\).*line 2"):
        count([item()], [other])


@settings(max_examples=30)
@given(made=PAIRS)
def test_gold_triggers_as_extractions_are_perfect(made: list[tuple[tuple[str, ...], ...]]) -> None:
    gold = [item(line, triggers=triggers, allowed=allowed) for line, (triggers, allowed, _) in enumerate(made)]
    found = summarise(count(gold, [item(one.line, extraction=one.triggers) for one in gold]).units)
    assert found["fp"] == found["fn"] == 0


@settings(max_examples=30)
@given(made=PAIRS)
def test_repairing_all_stages_is_perfect(made: list[tuple[tuple[str, ...], ...]]) -> None:
    gold = [item(line, triggers=triggers, allowed=allowed) for line, (triggers, allowed, _) in enumerate(made)]
    system = [item(line, extraction=extraction) for line, (_, _, extraction) in enumerate(made)]
    measure = Measure(KINDS[0], {"case": "exact"})
    for stage in measure.kind.stages:
        system = measure.repair(gold, system, stage)
    found = measure.summarise(measure.count(gold, system).units)
    assert found["fp"] == found["fn"] == 0


@settings(max_examples=30)
@given(made=PAIRS)
def test_every_wrong_line_has_a_reason(made: list[tuple[tuple[str, ...], ...]]) -> None:
    gold = [item(line, triggers=triggers, allowed=allowed) for line, (triggers, allowed, _) in enumerate(made)]
    system = [item(line, extraction=extraction) for line, (_, _, extraction) in enumerate(made)]
    for match in count(gold, system).matches:
        assert (match.stage == "") == (match.outcome == "right")
        assert match.reason
