"""Cold Start scoring against assessments, rule by rule (seed 002, "Evaluation")."""

from __future__ import annotations

from typing import Any

import pytest

from factbook.evaluate.coldstart import ColdStartGold, count, report, score, summarise
from factbook.evaluate.coldstart_kinds import KINDS
from factbook.evaluate.measure import parse
from factbook.model.tasks import Assessment, EntryPoint, Query, Response
from factbook.schema.cssf_ids import expand, next_id
from factbook.text.offsets import Span

TABLE = {kind.name: kind for kind in KINDS}


def query(id: str = "CS16_0001", *slots: str, docs: tuple[str, ...] = ("ENG_1",)) -> Query:
    points = tuple(EntryPoint(name="Ann", span=Span(doc, 0, 3)) for doc in docs)
    return Query(id=id, entry_points=points, slots=slots or ("per:children",))


def ids(item: Query) -> list[str]:
    return [point.id for point in expand(item, "CSSF16")]


def answer(
    query: str, value: str, start: int = 0, *, slot: str = "per:children", confidence: float = 1.0, line: int = 1
) -> Response:
    place = (Span("ENG_1", start, start + len(value)),)
    return Response(
        query=query,
        slot=slot,
        run="RUN",
        provenance=place,
        value=value,
        value_type="PER",
        value_provenance=place,
        confidence=confidence,
        line=line,
    )


def judge(response: Response, judgment: str, group: str = "0", level: str = "NAM", of_class: str = "NAM") -> Assessment:
    return Assessment(
        id="a",
        query=response.query,
        slot=response.slot,
        provenance=response.provenance,
        value=response.value,
        value_provenance=response.value_provenance,
        judgment=judgment,
        mention_type=level,
        equivalence_class=group,
        class_mention_type=of_class,
    )


def node(gold: list[Assessment], responses: list[Response], item: Query | None = None, **options: Any) -> Any:
    (point,) = score(ColdStartGold(queries=(item or query(),), assessments=tuple(gold)), responses, **options)
    return {entry.ec.removeprefix(point.query.id): entry for entry in point.scores}


Q = ids(query())[0]
BART, LISA, BABY = answer(Q, "Bart", line=1), answer(Q, "Lisa", 10, line=2), answer(Q, "baby", 20, line=3)


def test_right_wrong_and_missed() -> None:
    gold = [judge(BART, "C", f"{Q}:1"), judge(LISA, "C", f"{Q}:2"), judge(BABY, "W")]
    entry = node(gold, [BART, BABY])[""]
    assert (entry.gt, entry.submitted, entry.right, entry.wrong) == (2, 2, 1, 1)
    assert (entry.precision, entry.recall, entry.f1) == (0.5, 0.5, 0.5)
    assert entry.missed == [f"{Q}:2"]


def test_inexact_answers_are_wrong_and_make_ground_truth() -> None:
    entry = node([judge(BART, "X", f"{Q}:1")], [BART])[""]
    assert (entry.gt, entry.inexact, entry.wrong, entry.right) == (1, 1, 1, 0)


def test_unassessed_answers_are_counted_and_ignored() -> None:
    entry = node([judge(BART, "C", f"{Q}:1")], [BART, LISA])[""]
    assert (entry.submitted, entry.unassessed, entry.ignored, entry.precision) == (2, 1, 1, 1.0)


def test_an_assessment_needs_the_same_provenance() -> None:
    moved = answer(Q, "Bart", 50)
    assert node([judge(BART, "C", f"{Q}:1")], [moved])[""].unassessed == 1


def test_of_one_class_the_first_named_answer_counts_and_the_others_are_redundant() -> None:
    gold = [judge(BABY, "C", f"{Q}:1", level="NOM"), judge(BART, "C", f"{Q}:1"), judge(LISA, "C", f"{Q}:1")]
    entry = node(gold, [BABY, BART, LISA])[""]
    labels = {judged.response.value: judged.labels for judged in entry.judged}
    assert "RIGHT" in labels["Bart"]
    assert labels["Lisa"] == labels["baby"] == ["CORRECT", "REDUNDANT", "WRONG"]
    assert (entry.right, entry.redundant, entry.wrong) == (1, 2, 2)


def test_redundant_answers_are_ignored_in_2017() -> None:
    gold = [judge(BART, "C", f"{Q}:1"), judge(LISA, "C", f"{Q}:1")]
    entry = node(gold, [BART, LISA], edition="2017")[""]
    assert (entry.right, entry.wrong, entry.ignored, entry.precision) == (1, 0, 1, 1.0)


def test_a_nominal_answer_of_a_named_class_is_ignored() -> None:
    entry = node([judge(BABY, "C", f"{Q}:1", level="NOM")], [BABY])[""]
    assert (entry.right, entry.wrong, entry.ignored) == (0, 0, 1)
    entry = node([judge(BABY, "C", f"{Q}:1", level="NOM", of_class="NOM")], [BABY])[""]
    assert entry.right == 1


def test_a_single_valued_slot_has_one_answer() -> None:
    item = query("CS16_0001", "per:age")
    id = ids(item)[0]
    first, second = answer(id, "39", slot="per:age"), answer(id, "40", 10, slot="per:age", line=2)
    gold = [judge(first, "C", f"{id}:1"), judge(second, "C", f"{id}:2")]
    entry = node(gold, [first, second], item)[""]
    assert (entry.gt, entry.right, entry.redundant, entry.recall) == (1, 1, 1, 1.0)


# Two hops: children, then their schools.

TWO = query("CS16_0002", "per:children", "per:schools_attended")
T = ids(TWO)[0]
CHILD = answer(T, "Bart")
BELOW = next_id(T, CHILD.value, CHILD.value_provenance)
SCHOOL = answer(BELOW, "Yale", 30, slot="per:schools_attended", line=5)


def test_a_second_hop_is_scored_below_the_class_of_its_parent() -> None:
    gold = [judge(CHILD, "C", f"{T}:1"), judge(SCHOOL, "C", f"{T}:1:1")]
    entries = node(gold, [CHILD, SCHOOL], TWO)
    assert (entries[""].right, entries[":1"].right, entries[":1"].gt) == (1, 1, 1)


def test_below_a_wrong_parent_everything_is_wrong() -> None:
    entries = node([judge(CHILD, "W")], [CHILD, SCHOOL], TWO)
    assert (entries[":0"].parent, entries[":0"].wrong, entries[":0"].gt) == (1, 1, 0)


def test_a_second_hop_whose_parent_was_not_submitted_is_wrong() -> None:
    gold = [judge(CHILD, "C", f"{T}:1"), judge(SCHOOL, "C", f"{T}:1:1")]
    assert node(gold, [SCHOOL], TWO)[":1"].parent == 1


def test_class_0_below_a_wrong_parent_counts_as_wrong_and_does_not_stop() -> None:
    entries = node([judge(CHILD, "W"), judge(SCHOOL, "W")], [CHILD, SCHOOL], TWO)
    assert (entries[":0"].parent, entries[":0"].wrong) == (1, 1)


# Entry points

BOTH = query("CS16_0003", docs=("ENG_1", "SPA_2"))
FIRST, SECOND = ids(BOTH)


def entry_points(right_first: int, right_second: int) -> tuple[ColdStartGold, list[Response]]:
    values = ("Bart", "Lisa", "Hugo")
    gold, responses = [], []
    for id, right in ((FIRST, right_first), (SECOND, right_second)):
        for place, value in enumerate(values):
            item = answer(id, value, 10 * place, line=len(gold) + 1)
            gold.append(judge(item, "C", f"{id}:{place + 1}"))
            if place < right:
                responses.append(item)
    return ColdStartGold(queries=(BOTH,), assessments=tuple(gold)), responses


def test_max_takes_the_best_entry_point_and_mean_the_mean() -> None:
    gold, responses = entry_points(1, 3)
    best = summarise(count(gold, responses, view="max").units, view="max")
    assert (best["p"], best["r"], best["f"]) == (1.0, 1.0, 1.0)
    mean = summarise(count(gold, responses, view="mean").units, view="mean")
    assert (mean["p"], mean["r"], mean["f"]) == pytest.approx((1.0, 2 / 3, 0.75))
    each = summarise(count(gold, responses, view="sf").units, view="sf")
    assert each["r"] == pytest.approx(4 / 6)
    assert each["macro_r"] == pytest.approx(2 / 3)


def test_of_equal_entry_points_the_first_of_the_file_is_taken() -> None:
    gold, responses = entry_points(2, 2)
    (unit,) = count(gold, responses, view="max").units
    assert unit.labels["language"] == "ENG"


def test_macro_means_divide_by_the_nodes_with_ground_truth() -> None:
    empty = query("CS16_0009", docs=("CMN_3",))
    spurious = answer(ids(empty)[0], "Nelson", line=9)
    gold, responses = entry_points(3, 3)
    gold = ColdStartGold(queries=(*gold.queries, empty), assessments=gold.assessments)
    figures = summarise(count(gold, [*responses, spurious], view="sf").units, view="sf")
    assert figures["macro_p"] == 1.0


def test_average_precision_follows_confidence_and_then_the_order_of_the_file() -> None:
    good = answer(Q, "Bart", confidence=0.5, line=2)
    bad = answer(Q, "Nelson", 40, confidence=0.9, line=1)
    gold = ColdStartGold(queries=(query(),), assessments=(judge(good, "C", f"{Q}:1"), judge(bad, "W")))
    assert summarise(count(gold, [bad, good], view="sf").units, view="sf")["map"] == pytest.approx(0.5)
    sure = answer(Q, "Bart", confidence=0.9, line=0)
    assert summarise(count(gold, [bad, sure], view="sf").units, view="sf")["map"] == pytest.approx(1.0)


def test_responses_to_unknown_queries_are_named() -> None:
    stray = answer("CSSF16_ENG_0123456789", "Bart")
    counted = count(ColdStartGold(queries=(query(),), assessments=()), [stray])
    assert counted.warnings == ("query CSSF16_ENG_0123456789 is not among the queries; its responses are not scored",)


def test_expanded_queries_can_be_given_instead_of_ldc_queries() -> None:
    gold, responses = entry_points(1, 3)
    expanded = ColdStartGold(queries=tuple(expand(BOTH, "CSSF16")), assessments=gold.assessments)
    wanted = summarise(count(gold, responses, view="sf").units, view="sf")
    assert summarise(count(expanded, responses, view="sf").units, view="sf") == wanted


def test_order_of_responses_and_assessments_changes_no_figure() -> None:
    gold, responses = entry_points(1, 2)
    turned = ColdStartGold(queries=gold.queries, assessments=tuple(reversed(gold.assessments)))
    for view in ("sf", "max", "mean"):
        wanted = summarise(count(gold, responses, view=view).units, view=view)
        assert summarise(count(turned, responses[::-1], view=view).units, view=view) == pytest.approx(wanted)


def test_a_wrong_answer_never_raises_precision() -> None:
    gold, responses = entry_points(2, 1)
    extra = answer(FIRST, "Nelson", 70, line=50)
    judged = ColdStartGold(queries=gold.queries, assessments=(*gold.assessments, judge(extra, "W")))
    for view in ("sf", "mean"):
        before = summarise(count(judged, responses, view=view).units, view=view)
        after = summarise(count(judged, [*responses, extra], view=view).units, view=view)
        assert after["p"] < before["p"]
        assert after["r"] == before["r"]


def test_matches_say_what_happened_to_each_answer_and_class() -> None:
    gold = [judge(CHILD, "C", f"{T}:1"), judge(SCHOOL, "W"), judge(answer(T, "Lisa", 60), "C", f"{T}:2")]
    found = count(ColdStartGold(queries=(TWO,), assessments=tuple(gold)), [CHILD, SCHOOL]).matches
    assert [(match.system, match.gold, match.outcome, match.stage) for match in found] == [
        ("Bart", f"{T}:1", "right", ""),
        (None, f"{T}:2", "missed", "relation"),
        ("Yale", None, "wrong", "value"),
    ]


def test_report_has_the_table_of_the_view_and_the_summary() -> None:
    gold, responses = entry_points(1, 3)
    text = report(count(gold, responses), view="max")
    assert text.startswith("QID/EC")
    assert "LDC-MEAN-ALL-Macro" in text


@pytest.mark.parametrize("name", ["coldstart.sf", "coldstart.max", "coldstart.mean"])
def test_measures_parse_count_and_summarise(name: str) -> None:
    measure = parse(f"{name}(edition=2017)", TABLE)
    counted = measure.count(*entry_points(1, 3))
    assert 0 < measure.summarise(counted.units)["f"] <= 1
    assert measure.report(counted)


# Pseudo-slots: the examples of seed 002, "Slot Filling Assessment". Patty's siblings, and their children.
NIECES = query("CS16_0002", "per:siblings", "per:children")
P = ids(NIECES)[0]
MARGE = answer(P, "Marge", slot="per:siblings", line=1)
MARJORIE = answer(P, "Marjorie", 10, slot="per:siblings", line=2)
SELMA = answer(P, "Selma", 30, slot="per:siblings", line=3)


def below(parent: Response, value: str, start: int, line: int = 9) -> Response:
    return answer(next_id(parent.query, parent.value, parent.value_provenance), value, start, line=line)


def pseudo_figures(gold: list[Assessment], responses: list[Response], view: str = "sf", **options: str) -> Any:
    world = ColdStartGold(queries=(NIECES,), assessments=tuple(gold))
    counted = count(world, responses, view=view, slots="pseudo", **options)
    return summarise(counted.units, view=view), counted


def test_a_pseudo_slot_is_scored_by_its_last_hop_only() -> None:
    maggie = below(MARGE, "Maggie", 100)
    gold = [judge(MARGE, "C", f"{P}:1"), judge(maggie, "C", f"{P}:1:1"), judge(SELMA, "C", f"{P}:2")]
    figures, counted = pseudo_figures(gold, [MARGE, maggie])
    assert (figures["p"], figures["r"], figures["f"]) == (1.0, 1.0, 1.0)  # that Selma is missing is no miss by itself
    assert [match.system for match in counted.matches] == ["Maggie"]
    hops = summarise(count(ColdStartGold(queries=(NIECES,), assessments=tuple(gold)), [MARGE, maggie], view="sf").units)
    assert hops["r"] == pytest.approx(2 / 3)  # the official program: two siblings, one of them found


def test_the_path_that_leads_to_a_fill_of_a_pseudo_slot_must_be_right() -> None:
    maggie, wrong = below(MARGE, "Maggie", 100), below(SELMA, "Maggie", 100)
    gold = [judge(MARGE, "C", f"{P}:1"), judge(maggie, "C", f"{P}:1:1"), judge(SELMA, "W")]
    figures, counted = pseudo_figures(gold, [SELMA, wrong])
    assert (figures["p"], figures["r"]) == (0.0, 0.0)
    assert [(match.outcome, match.stage) for match in counted.matches] == [("wrong", "parent"), ("missed", "parent")]


def test_the_final_fill_of_a_pseudo_slot_can_be_redundant() -> None:
    maggie, margaret = below(MARGE, "Maggie", 100), below(MARGE, "Margaret", 120, line=10)
    gold = [judge(MARGE, "C", f"{P}:1"), judge(maggie, "C", f"{P}:1:1"), judge(margaret, "C", f"{P}:1:1")]
    figures, _ = pseudo_figures(gold, [MARGE, maggie, margaret])
    assert (figures["p"], figures["r"]) == (0.5, 1.0)


def test_a_first_hop_is_never_redundant_in_a_pseudo_slot() -> None:
    """Marge and Marjorie are one person: the children below each of them are right."""
    lisa, bart = below(MARGE, "Lisa", 100), below(MARJORIE, "Bart", 120, line=10)
    gold = [judge(MARGE, "C", f"{P}:1"), judge(MARJORIE, "C", f"{P}:1")]
    gold += [judge(lisa, "C", f"{P}:1:1"), judge(bart, "C", f"{P}:1:2")]
    figures, _ = pseudo_figures(gold, [MARGE, MARJORIE, lisa, bart])
    assert (figures["p"], figures["r"]) == (1.0, 1.0)
    hops = count(ColdStartGold(queries=(NIECES,), assessments=tuple(gold)), [MARGE, MARJORIE, lisa, bart], view="sf")
    assert summarise(hops.units)["p"] == 0.75  # the official program: Marjorie is redundant


def test_max_and_mean_of_pseudo_slots() -> None:
    """Two entry points with F 1 and 0: MAX is 1, MEAN a half (seed 002, "Slot Filling Scoring")."""
    item = query("CS16_0003", "per:siblings", "per:children", docs=("ENG_1", "ENG_2"))
    gold, answers = [], []
    for number, id in enumerate(ids(item)):
        marge = answer(id, "Marge", slot="per:siblings")
        maggie = below(marge, "Maggie", 100)
        gold += [judge(marge, "C", f"{id}:1"), judge(maggie, "C", f"{id}:1:1")]
        answers += [marge, maggie] if number == 0 else [marge]
    world = ColdStartGold(queries=(item,), assessments=tuple(gold))
    figures = {
        view: summarise(count(world, answers, view=view, slots="pseudo").units, view=view)["f"]
        for view in ("sf", "max", "mean")
    }
    assert figures["max"] == 1.0
    assert figures["mean"] == 0.5
    assert figures["sf"] == pytest.approx(2 / 3)


def test_a_pseudo_slot_of_single_valued_slots_has_one_answer() -> None:
    item = query("CS16_0004", "per:city_of_birth", "per:age")
    id = ids(item)[0]
    first, second = (answer(id, value, start, slot="per:city_of_birth") for value, start in (("A", 0), ("B", 9)))
    ages = [below(first, "8", 100), below(second, "9", 120)]
    gold = [judge(first, "C", f"{id}:1"), judge(second, "C", f"{id}:2")]
    gold += [judge(ages[0], "C", f"{id}:1:1"), judge(ages[1], "C", f"{id}:2:1")]
    world = ColdStartGold(queries=(item,), assessments=tuple(gold))
    figures = summarise(count(world, [first, second, *ages], view="sf", slots="pseudo").units)
    assert (figures["p"], figures["r"]) == (0.5, 1.0)
