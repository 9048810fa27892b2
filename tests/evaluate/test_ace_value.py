"""Appendix A of the ACE08 plan, formula by formula, and where the official program departs from it."""

from __future__ import annotations

from typing import Any

import pytest

from factbook.evaluate.ace import count, summarise
from factbook.evaluate.ace_mapping import Evaluation
from factbook.evaluate.ace_profiles import PROFILES, with_weights
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Box,
    Document,
    Entity,
    ImageArea,
    Locator,
    Mention,
    Name,
    Relation,
    RelationMention,
    TimeSpan,
)
from factbook.text.offsets import Span

Places = list[tuple[str, int]]  # level and start of each mention; a head is 5 characters long


def entity(id: str, places: Places, doc: str = "d", type: str = "PER", **attributes: Any) -> list[Any]:
    values = {"subtype": "Individual", "specificity": "SPC", **attributes}
    mentions = [
        Mention(id=f"{id}-{doc}-{n}", entity=id, level=level, extent=Span(doc, start, start + 5), head_text="Smith")
        for n, (level, start) in enumerate(places)
    ]
    return [Entity(id=id, type=type, **values), *mentions]


def relation(id: str, first: str, second: str, doc: str = "d", **attributes: Any) -> list[Any]:
    values = {"type": "ORG-AFF", "subtype": "Employment", "modality": "Asserted", **attributes}
    start = values.pop("start", 0)
    arguments = (Argument(role="Arg-1", ref=first), Argument(role="Arg-2", ref=second))
    mention = RelationMention(
        id=f"{id}-m",
        relation=id,
        extent=Span(doc, start, start + 50),
        arguments=tuple(Argument(role=a.role, ref=f"{a.ref}-{doc}-0") for a in arguments),
    )
    return [Relation(id=id, arguments=arguments, **values), mention]


def kb(*groups: list[Any], doc: str = "d") -> dict[str, KB]:
    records = [record for group in groups for record in group]
    return {doc: KB.of([Document(id=doc, genre="newswire"), *records])}


def value(gold: dict[str, KB], system: dict[str, KB], **parameters: str) -> float:
    return summarise(count(gold, system, **parameters).units)["value"]


# EDR


def test_level_weighted_value_of_an_entity_with_missed_and_spurious_mentions() -> None:
    gold = kb(entity("E", [("NAM", 0), ("NOM", 10), ("PRO", 20)]))
    system = kb(entity("S", [("NAM", 0), ("PRO", 20), ("NOM", 90)]))
    assert value(gold, system) == pytest.approx(1.1 / 1.6 - 0.75 * 0.5 / 1.6)


def test_mention_weighted_value_sums_mention_values() -> None:
    gold = kb(entity("E", [("NAM", 0), ("NOM", 10)]))
    system = kb(entity("S", [("NAM", 0)]))
    assert value(gold, system, eval_weighting="mention") == pytest.approx(1 / 1.5)


@pytest.mark.parametrize(
    ("change", "weight"),
    [
        ({"type": "ORG"}, 0.5 * 0.9),  # a mention that gives no role has that of its entity, so the role is wrong too
        ({"subtype": "Group"}, 0.9),
        ({"specificity": "GEN"}, 0.0),
    ],
)
def test_attribute_errors_reduce_the_element_value(change: dict[str, Any], weight: float) -> None:
    assert value(kb(entity("E", [("NAM", 0)])), kb(entity("S", [("NAM", 0)], **change))) == pytest.approx(weight)


def test_mention_attribute_errors_reduce_the_mutual_mention_value() -> None:
    gold = kb(entity("E", [("NAM", 0), ("NOM", 10)]))
    system = kb(entity("S", [("NAM", 0), ("PRO", 10)]))
    assert value(gold, system) == pytest.approx((1 + 0.1 * 0.9) / 1.5)


def test_a_missed_entity_loses_its_value_and_a_spurious_one_costs_three_quarters() -> None:
    gold = kb(entity("E", [("NAM", 0)]), entity("F", [("NOM", 10)]))
    assert value(gold, kb(entity("S", [("NAM", 0)]))) == pytest.approx(1 / 1.5)
    assert value(kb(entity("E", [("NAM", 0)])), kb(entity("S", [("NAM", 50)]))) == pytest.approx(-0.75)


def test_a_metonymic_name_makes_the_entity_nominal() -> None:
    records = entity("E", [("NAM", 0)])
    records[1] = Mention(id="m", entity="E", level="NAM", extent=Span("d", 0, 5), metonymy=True)
    units = count(kb(records), kb(entity("S", [("NAM", 50)]))).units
    assert units[0].counts["reference"] == pytest.approx(0.5)


def test_heads_correspond_from_three_tenths_of_the_longer_head_on() -> None:
    gold = kb([Entity(id="E", type="PER"), Mention(id="m", entity="E", level="NAM", extent=Span("d", 0, 10))])
    for end, expected in ((3, 1.0), (2, -0.75)):
        near = [Entity(id="S", type="PER"), Mention(id="s", entity="S", level="NAM", extent=Span("d", 0, end))]
        assert value(gold, kb(near)) == pytest.approx(expected)
    assert value(gold, kb(near), min_overlap="0.2") == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (TimeSpan("d", 1.0, 2.0), TimeSpan("d", 1.5, 2.5)),
        (ImageArea("d", "1", (Box(0, 0, 2, 2),)), ImageArea("d", "1", (Box(0, 0, 2, 1),))),
    ],
)
def test_speech_and_image_mentions_overlap_in_time_and_area(left: Locator, right: Locator) -> None:
    sides = [
        kb([Entity(id="E", type="PER"), Mention(id="m", entity="E", level="NAM", extent=place, text=text)])
        for place, text in ((left, "Blair"), (right, "Blare"))
    ]
    assert value(*sides) == pytest.approx(1.0)
    assert value(*sides, min_overlap="0.6") == pytest.approx(-0.75)
    assert value(*sides, min_text_match="0.6") == pytest.approx(1.0)
    assert value(*sides, min_text_match="0.7") == pytest.approx(-0.75)


def test_the_mapping_is_mention_weighted_and_the_value_level_weighted() -> None:
    # S shares the only name with F but five nominals with E; by mentions E wins, by level F would.
    gold = kb(
        entity("E", [("NOM", 10 * n) for n in range(1, 6)] + [("NAM", 200)]),
        entity("F", [("NAM", 0)]),
    )
    system = kb(entity("S", [("NAM", 0), *(("NOM", 10 * n) for n in range(1, 6))]))
    by_mentions = (2.5 / 3.5) - 0.75 * (1 / 3.5)
    assert value(gold, system) == pytest.approx(by_mentions / 2)
    by_level = 1.0 - 0.75 * (2.5 / 3.5)
    assert value(gold, system, map_weighting="level") == pytest.approx(max(by_level, by_mentions) / 2)


def test_classes_other_than_specific_have_no_value_under_the_plan_and_a_trace_in_the_program() -> None:
    gold = kb(entity("E", [("NAM", 0)], specificity="GEN"))
    assert count(gold, gold).units[0].counts["reference"] == 0.0
    assert count(gold, gold, profile="local_2008").units[0].counts["reference"] == pytest.approx(2e-8)
    assert value(gold, gold) == 1.0


def test_valueless_entities_are_mapped_under_the_plan_too() -> None:
    gold = kb(entity("E", [("NAM", 0)], specificity="GEN"))
    assert count(gold, gold).units[0].counts["n_correct"] == 1


def test_weights_are_parameters() -> None:
    gold, system = kb(entity("E", [("NOM", 0)])), kb(entity("S", [("NOM", 50)]))
    assert value(gold, system, weights="entity.false_alarm:1") == pytest.approx(-1.0)
    units = count(gold, system, weights="mention.type.NOM:0.8; entity.type.PER:0.5").units
    assert units[0].counts["reference"] == pytest.approx(0.4)
    with pytest.raises(ValueError, match=r"no weight 'entity\.class\.GNE'; entity\.class has GEN"):
        with_weights(PROFILES["plan"], "entity.class.GNE:0.1")
    with pytest.raises(ValueError, match="0 or more"):
        with_weights(PROFILES["plan"], "entity.class.GEN:nan")
    assert with_weights(PROFILES["plan"], "entity.error.LEVEL:0.5").entity_error["LEVEL"] == 0.5
    with pytest.raises(ValueError, match=r"no weight 'x\.y'"):
        value(gold, system, weights="x.y:1")
    with pytest.raises(ValueError, match="from 0 to 1"):
        value(gold, system, min_overlap="much")


def test_local_tasks_of_the_plan_keep_documents_apart_and_the_program_joins_them_by_id() -> None:
    gold = kb(entity("E", [("NAM", 0)])) | kb(entity("E", [("NAM", 0)], doc="e"), doc="e")
    system = kb(entity("S", [("NAM", 0)])) | kb(entity("T", [("NAM", 0)], doc="e"), doc="e")
    assert value(gold, system) == pytest.approx(1.0)
    assert value(gold, system, profile="local_2008") == pytest.approx((1 - 0.75) / 2)


def test_a_document_without_common_mentions_costs_its_false_alarms_under_the_plan_and_nothing_in_the_program() -> None:
    gold = kb(entity("E", [("NAM", 0)])) | kb(entity("E", [("NAM", 0)], doc="e"), doc="e")
    system = kb(entity("S", [("NAM", 0)])) | kb(entity("S", [("NAM", 50)], doc="e"), doc="e")
    assert value(gold, system, profile="local_2008") == pytest.approx(0.5)
    (first, second) = Evaluation(gold, system, PROFILES["plan"]).task("edr").rows
    assert (first.cost, second.cost) == pytest.approx((0.0, 1.75))


def test_the_global_sets_of_the_program_weigh_errors_of_level() -> None:
    gold, system = kb(entity("E", [("NOM", 0)])), kb(entity("S", [("PRO", 0)]))
    expected = 0.1 * 0.9 / 0.5
    assert value(gold, system, profile="local_2008") == pytest.approx(expected, abs=1e-6)
    assert value(gold, system, profile="global_2008_with_mentions") == pytest.approx(expected / 2, abs=1e-6)


# Global EDR


def named(id: str, name: str, doc: str = "d", **attributes: Any) -> list[Any]:
    return entity(id, [], doc, names=(Name(text=name),), **attributes)


def test_global_value_uses_names_and_no_mentions() -> None:
    gold, system = kb(named("E", "john smith")), kb(named("S", "john smyth"))
    assert value(gold, system, scope="global") == pytest.approx(0.9)
    assert value(gold, system, scope="global", profile="global_2008") == pytest.approx(0.9)


def test_the_program_drops_low_similarities_and_the_plan_keeps_them() -> None:
    gold, system = kb(named("E", "abcdefghij")), kb(named("S", "abcdexxxxx"))
    assert value(gold, system, scope="global") == pytest.approx(0.5)
    assert value(gold, system, scope="global", min_name_similarity="0.6") == pytest.approx(-0.75)
    assert value(gold, kb(named("S", "abcdxxxxxx")), scope="global", profile="global_2008") == pytest.approx(-0.75)


def test_the_program_alone_normalises_names() -> None:
    gold, system = kb(named("E", "ACME")), kb(named("S", "acme."))
    assert value(gold, system, scope="global", profile="global_2008") == pytest.approx(1.0)
    assert value(gold, system, scope="global") < 0


def test_global_tasks_of_the_plan_look_at_named_people_and_organisations() -> None:
    gold = kb(named("E", "a"), named("P", "b", type="GPE"), entity("N", [("NOM", 0)]))
    assert count(gold, gold, scope="global").units[0].counts["reference"] == pytest.approx(1.0)


def test_an_entity_counts_in_each_of_its_documents() -> None:
    gold = kb(named("E", "ann")) | kb(named("E", "ann", "e"), doc="e")
    system = kb(named("S", "ann")) | kb(named("T", "ann", "e"), doc="e")
    assert value(gold, system, scope="global") == pytest.approx((1 - 0.75) / 2)


# RDR

PEOPLE = (entity("A", [("NAM", 0)]), entity("B", [("NAM", 20)], type="ORG", subtype="Media"))


def relations(*rest: list[Any]) -> dict[str, KB]:
    return kb(*PEOPLE, *rest)


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ({}, 1.0),
        ({"subtype": "Founder"}, 0.7),
        ({"modality": "Other"}, 0.75),
        ({"type": "ART", "subtype": "User-Owner-Inventor-Manufacturer"}, 0.7),
        ({"first": "B", "second": "A"}, 0.7),
        ({"tense": "Past"}, 1.0),
    ],
)
def test_relation_values(system: dict[str, Any], expected: float) -> None:
    arguments = {"first": "A", "second": "B", **system}
    assert value(
        relations(relation("R", "A", "B")), relations(relation("S", **arguments)), task="rdr"
    ) == pytest.approx(expected)


def test_tense_errors_can_be_weighted_and_the_program_does_not_read_the_tense() -> None:
    gold, system = relations(relation("R", "A", "B", tense="Past")), relations(relation("S", "A", "B", tense="Future"))
    changed = {"task": "rdr", "weights": "relation.error.TENSE:0.5"}
    assert value(gold, system, **changed) == pytest.approx(0.5)
    assert value(gold, system, profile="local_2008", **changed) == pytest.approx(1.0)


def test_order_does_not_matter_in_a_symmetric_relation() -> None:
    kind = {"type": "PER-SOC", "subtype": "Family"}
    gold, system = relations(relation("R", "A", "B", **kind)), relations(relation("S", "B", "A", **kind))
    assert value(gold, system, task="rdr") == pytest.approx(1.0)


def test_missed_and_spurious_relations() -> None:
    gold = relations(relation("R", "A", "B"))
    assert value(gold, relations(), task="rdr") == pytest.approx(0.0)
    extra = entity("C", [("NOM", 40)])
    system = kb(*PEOPLE, extra, relation("S", "A", "B"), relation("T", "A", "C"))
    assert value(gold, system, task="rdr") == pytest.approx((2 - 0.75 * 1.5) / 2)


def test_time_arguments_are_not_scored() -> None:
    timed = relation("S", "A", "B")
    timed[0] = Relation(
        id="S",
        type="ORG-AFF",
        subtype="Employment",
        modality="Asserted",
        arguments=(*timed[0].arguments, Argument(role="Time-Within", ref="T1")),
    )
    assert value(relations(relation("R", "A", "B")), relations(timed), task="rdr") == pytest.approx(1.0)


def test_only_the_program_wants_arguments_that_are_mapped_to_each_other() -> None:
    # S1 and S2 split A; A is mapped to S1, the system relation is about S2.
    gold = kb(entity("A", [("NAM", 0), ("NAM", 10), ("NAM", 30)]), PEOPLE[1], relation("R", "A", "B"))
    split = (entity("S1", [("NAM", 0), ("NAM", 10)]), entity("S2", [("NAM", 30)]))
    system = kb(*split, PEOPLE[1], relation("S", "S2", "B"))
    plan = (1 / 3 + 1) / 2
    assert value(gold, system, task="rdr") == pytest.approx(plan)
    assert value(gold, system, task="rdr", profile="local_2007") == pytest.approx(plan)
    assert value(gold, system, task="rdr", profile="local_2008") == pytest.approx(-0.75)
    assert value(gold, system, task="rdr", mapped_arguments="yes") == pytest.approx(-0.75)


@pytest.mark.parametrize(
    ("condition", "shared_argument", "near", "neither"),
    [
        ("arguments", True, False, False),
        ("extents", True, True, False),
        ("both", True, False, False),
        ("either", True, True, False),
        ("all", False, False, False),
        ("all+extents", False, False, False),
    ],
)
def test_conditions_of_table_5(condition: str, shared_argument: bool, near: bool, neither: bool) -> None:
    """One shared argument (of two) and a near extent; only a near extent; neither of them."""
    gold = relations(relation("R", "A", "B"))
    far = (entity("X", [("NAM", 300)]), entity("Y", [("NAM", 320)]))
    for expected, first, second, start in (
        (shared_argument, "A", "X", 0),
        (near, "X", "Y", 0),
        (neither, "X", "Y", 300),
    ):
        system = kb(*PEOPLE, *far, relation("S", first, second, start=start))
        required = {"arguments_required": "1"} if condition in ("arguments", "both", "all", "all+extents") else {}
        units = count(gold, system, task="rdr", correspondence=condition, **required).units
        assert (units[0].counts.get("n_missed", 0) == 0) is expected, (condition, first, start)


def test_both_extents_and_arguments() -> None:
    gold = relations(relation("R", "A", "B"))
    system = relations(relation("S", "A", "B", start=300))
    assert value(gold, system, task="rdr", correspondence="arguments") == pytest.approx(1.0)
    for condition in ("both", "all+extents"):
        assert value(gold, system, task="rdr", correspondence=condition) == pytest.approx(-0.75)
    assert value(gold, system, task="rdr", correspondence="all") == pytest.approx(1.0)


# EMD and RMD


def test_each_mention_is_an_entity_in_emd() -> None:
    gold = kb(entity("E", [("NAM", 0), ("NOM", 10)]))
    system = kb(entity("S", [("NAM", 0)]), entity("T", [("NOM", 10)]))
    assert value(gold, system, task="emd") == pytest.approx(1.0)
    assert value(gold, system, task="edr") < 1.0


def test_rmd_counts_one_for_each_argument_under_the_plan_and_its_value_in_the_program() -> None:
    people = (entity("A", [("NAM", 0)]), entity("B", [("PRO", 20)], type="ORG", subtype="Media"))
    gold = kb(*people, relation("R", "A", "B"))
    assert count(gold, gold, task="rmd").units[0].counts["reference"] == pytest.approx(2.0)
    assert count(gold, gold, task="rmd", profile="local_2008").units[0].counts["reference"] == pytest.approx(1.1)


def test_rmd_wants_overlap_of_the_argument_heads_under_the_plan_alone() -> None:
    # The system names A and B somewhere else: same entities, no common place.
    people = (entity("A", [("NAM", 0), ("NAM", 100)]), entity("B", [("NAM", 20), ("NAM", 120)], type="ORG"))
    gold = kb(*people, relation("R", "A", "B"))
    moved = relation("S", "A", "B")
    moved[1] = RelationMention(
        id="S-m",
        relation="S",
        extent=Span("d", 100, 150),
        arguments=(Argument(role="Arg-1", ref="A-d-1"), Argument(role="Arg-2", ref="B-d-1")),
    )
    system = kb(*people, moved)
    assert value(gold, system, task="rmd") == pytest.approx(-0.75)
    assert value(gold, system, task="rmd", profile="local_2008") == pytest.approx(1.0)
