"""A KB against a gold KB: correspondence of entities, facts, and queries resolved on both."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from factbook.evaluate import coldstart_facts, coldstart_gold
from factbook.evaluate.coldstart_align import Alignment, normalise_value
from factbook.evaluate.coldstart_gold import GoldWorld, SystemWorld
from factbook.evaluate.coldstart_kinds import KINDS
from factbook.evaluate.measure import parse
from factbook.formats import coldstart_kb, cssf_queries
from factbook.formats.format import Context
from factbook.model.kb import KB
from factbook.model.tasks import Query
from factbook.query.paths import resolve
from factbook.schema.cssf_ids import expand

CALDER = Path(__file__).parents[2] / "examples" / "calder"
TABLE = {kind.name: kind for kind in KINDS}

GOLD = """GOLD
:ann\ttype\tPER
:ann\tmention\t"Ann"\tENG_1:0-2
:ann\tcanonical_mention\t"Ann"\tENG_1:0-2
:ann\tmention\t"Ann Lee"\tENG_2:0-6
:ann\tcanonical_mention\t"Ann Lee"\tENG_2:0-6
:bob\ttype\tPER
:bob\tmention\t"Bob"\tENG_1:10-12
:bob\tcanonical_mention\t"Bob"\tENG_1:10-12
:yale\ttype\tORG
:yale\tmention\t"Yale"\tENG_1:20-23
:yale\tcanonical_mention\t"Yale"\tENG_1:20-23
:ann\tper:children\t:bob\tENG_1:0-12
:bob\tper:schools_attended\t:yale\tENG_1:10-23
:ann\tper:title\t"Mayor"\tENG_1:0-9
"""


def read(text: str | bytes) -> KB:
    data = text.encode() if isinstance(text, str) else text
    return coldstart_kb.read(data, file="kb.tac", context=Context())[0]


def queries() -> list[Query]:
    text = """<query_set><query id="CS16_0001"><name>Ann</name><docid>ENG_1</docid><beg>0</beg><end>2</end>
    <enttype>per</enttype><slot0>per:children</slot0><slot1>per:schools_attended</slot1></query>
    <query id="CS16_0002"><name>Ann</name><docid>ENG_1</docid><beg>0</beg><end>2</end>
    <enttype>per</enttype><slot0>per:title</slot0></query></query_set>"""
    return cssf_queries.read(text.encode(), file="q.xml", context=Context())[0]


def worlds(gold: KB, system: KB, items: list[Query] | None = None) -> tuple[GoldWorld, SystemWorld]:
    items = items or queries()
    points = [point for item in items for point in expand(item, "CSSF16")]
    return (
        GoldWorld(kb=gold, queries=tuple(items), responses=tuple(resolve(gold, points))),
        SystemWorld(kb=system, responses=tuple(resolve(system, points))),
    )


def by_queries(system: str, **options: str) -> dict[str, float]:
    counted = coldstart_gold.count(*worlds(read(GOLD), read(system)), **options)
    return coldstart_gold.summarise(counted.units)


def by_facts(system: str, **options: str) -> dict[str, float]:
    return coldstart_facts.summarise(coldstart_facts.count(read(GOLD), read(system), **options).units)


def stages(system: str) -> list[tuple[str, str]]:
    found = coldstart_facts.count(read(GOLD), read(system)).matches
    return sorted((match.outcome, match.stage) for match in found if match.outcome != "right")


# Correspondence


def test_entities_that_share_most_mentions_correspond() -> None:
    system = GOLD.replace(":ann", ":x1").replace(":bob", ":x2")
    assert Alignment(read(GOLD), read(system)).to_gold == {"x1": "ann", "x2": "bob", "yale": "yale"}


def test_an_entity_of_another_type_does_not_correspond() -> None:
    alignment = Alignment(read(GOLD), read(GOLD.replace(":yale\ttype\tORG", ":yale\ttype\tGPE")))
    assert "yale" not in alignment.to_gold
    assert (alignment.gold_stage("yale"), alignment.system_stage("yale")) == ("type", "type")


def test_split_merged_and_missed_entities_are_told_apart() -> None:
    split = GOLD.replace(':ann\tmention\t"Ann Lee"', ':ann2\ttype\tPER\n:ann2\tmention\t"Ann Lee"')
    split = split.replace(':ann\tcanonical_mention\t"Ann Lee"', ':ann2\tcanonical_mention\t"Ann Lee"')
    assert Alignment(read(GOLD), read(split)).system_stage("ann2") == "split"
    merged = Alignment(read(GOLD), read(GOLD.replace(":bob", ":ann").replace(":ann\ttype\tPER\n:ann\tm", ":ann\tm")))
    assert merged.gold_stage("bob") == "merge"
    missed = Alignment(read(GOLD), read(GOLD.replace("ENG_1:10-12", "ENG_1:70-72")))
    assert missed.gold_stage("bob") == "mention"
    assert missed.system_stage("bob") == "mention"
    assert missed.gold_stage("ann") == ""


def test_overlapping_mentions_may_correspond_on_request() -> None:
    near = read(GOLD.replace("ENG_1:10-12", "ENG_1:10-13"))
    assert "bob" not in Alignment(read(GOLD), near).to_gold
    assert Alignment(read(GOLD), near, mentions="overlap").to_gold["bob"] == "bob"


@pytest.mark.parametrize(
    ("left", "right"), [("Mayor", "mayor"), ('"Mayor"', "Mayor."), ("１９７０", "1970"), ("a  b", "A b")]
)
def test_strings_are_compared_in_normal_form(left: str, right: str) -> None:
    assert normalise_value(left) == normalise_value(right)


# Facts


def test_a_fact_is_as_sure_as_its_surest_line() -> None:
    """The confidences of a run are in its matches, so that a report can show how far they hold."""
    sure = (
        GOLD.replace(':ann\tper:title\t"Mayor"\tENG_1:0-9', ':ann\tper:title\t"Mayor"\tENG_1:0-9\t0.25')
        + ':ann\tper:title\t"Mayor"\tENG_1:0-8\t0.75\n'
        + ':bob\tper:title\t"Dean"\tENG_1:10-14\t0.5\n'
    )
    matches = coldstart_facts.count(read(GOLD), read(sure)).matches
    found = {
        match.system: (match.outcome, match.confidence) for match in matches if match.labels["slot"] == "per:title"
    }
    assert found == {':ann per:title "mayor"': ("right", 0.75), ':bob per:title "dean"': ("spurious", 0.5)}


def test_a_fact_and_its_inverse_are_one_fact() -> None:
    with_inverse = GOLD + ":bob\tper:parents\t:ann\tENG_1:0-12\n"
    assert len(coldstart_facts.facts(read(with_inverse))[0]) == len(coldstart_facts.facts(read(GOLD))[0]) == 3
    only_inverse = GOLD.replace(":ann\tper:children\t:bob", ":bob\tper:parents\t:ann")
    assert by_facts(only_inverse)["f"] == 1.0


def test_facts_on_entities_without_mate_are_wrong_and_missed() -> None:
    figures = by_facts(GOLD.replace("ENG_1:10-12", "ENG_1:70-72"))
    assert (figures["p"], figures["r"]) == pytest.approx((1 / 3, 1 / 3))
    assert (
        stages(GOLD.replace("ENG_1:10-12", "ENG_1:70-72"))
        == [("missed", "mention")] * 2 + [("spurious", "mention")] * 2
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ((":ann\tper:children\t:bob", ":ann\tper:siblings\t:bob"), [("missed", "relation"), ("spurious", "slot")]),
        (('"Mayor"', '"Baker"'), [("missed", "relation"), ("spurious", "value")]),
        ((":yale\ttype\tORG", ":yale\ttype\tGPE"), [("missed", "type"), ("spurious", "type")]),
    ],
)
def test_stages_of_lost_facts(change: tuple[str, str], expected: list[tuple[str, str]]) -> None:
    assert stages(GOLD.replace(*change)) == expected


def test_a_second_string_for_one_fact_is_redundant() -> None:
    assert stages(GOLD + ':ann\tper:title\t"mayor."\tENG_2:0-9\n') == []  # the same fact, another line
    figures = by_facts(GOLD + ':ann\tper:title\t"Baker"\tENG_2:0-9\n')
    assert (figures["p"], figures["r"]) == (0.75, 1.0)


def test_provenance_can_be_asked_to_agree() -> None:
    moved = GOLD.replace("ENG_1:0-9", "ENG_1:0-8")
    assert by_facts(moved)["f"] == by_facts(moved, provenance="document")["f"] == 1.0
    assert by_facts(moved, provenance="exact")["r"] == pytest.approx(2 / 3)
    elsewhere = GOLD.replace("ENG_1:0-9", "ENG_3:0-9")
    assert by_facts(elsewhere, provenance="document")["r"] == pytest.approx(2 / 3)


DAMAGED = (
    GOLD.replace("ENG_1:10-12", "ENG_1:70-72")
    .replace(":yale\ttype\tORG", ":yale\ttype\tGPE")
    .replace('"Mayor"', '"Baker"')
    .replace("ENG_1:0-9", "ENG_1:0-8")
)


@pytest.mark.parametrize("provenance", ["anydoc", "exact"])
def test_all_stages_repaired_in_turn_give_a_perfect_score(provenance: str) -> None:
    gold, system = read(GOLD), read(DAMAGED)
    before = coldstart_facts.summarise(coldstart_facts.count(gold, system, provenance=provenance).units)["f"]
    assert before < 0.5
    for stage in TABLE["coldstart.facts"].stages:
        system = coldstart_facts.repair(gold, system, stage, provenance=provenance)
    assert coldstart_facts.summarise(coldstart_facts.count(gold, system, provenance=provenance).units)["f"] == 1.0


def test_a_repaired_stage_costs_nothing_any_more() -> None:
    gold = read(GOLD)
    for stage in ("mention", "value"):
        mended = coldstart_facts.repair(gold, read(DAMAGED), stage)
        assert stage not in {match.stage for match in coldstart_facts.count(gold, mended).matches}


# Queries


def test_names_of_nodes_and_places_of_justifications_do_not_matter() -> None:
    system = GOLD.replace(":ann", ":x1").replace(":bob", ":x2").replace("ENG_1:10-23", "ENG_1:5-23")
    figures = by_queries(system)
    assert (figures["p"], figures["r"], figures["f_1"]) == (1.0, 1.0, 1.0)


def test_exact_provenance_asks_for_the_gold_justification() -> None:
    system = GOLD.replace("ENG_1:0-9", "ENG_1:0-8")
    assert by_queries(system, provenance="exact")["r"] < 1.0
    assert by_queries(system, provenance="document")["r"] == 1.0


def test_lines_of_one_fact_are_one_answer() -> None:
    again = GOLD + ':ann\tper:title\t"mayor"\tENG_2:0-9\n:ann\tper:children\t:bob\tENG_1:2-12\n'
    assert by_queries(again)["p"] == 1.0


def test_below_a_wrong_answer_everything_is_wrong() -> None:
    wrong = GOLD.replace(":ann\tper:children\t:bob", ":ann\tper:children\t:eve")
    wrong += ':eve\ttype\tPER\n:eve\tmention\t"Eve"\tENG_1:40-42\n:eve\tcanonical_mention\t"Eve"\tENG_1:40-42\n'
    wrong += ":eve\tper:schools_attended\t:yale\tENG_1:10-23\n"
    wrong = wrong.replace("ENG_1:0-12", "ENG_1:0-42")
    counted = coldstart_gold.count(*worlds(read(GOLD), read(wrong)))
    figures = coldstart_gold.summarise(counted.units)
    assert (figures["r_1"], figures["p_1"]) == (0.0, 0.0)
    stages = {match.stage for match in counted.matches if match.outcome == "wrong"}
    assert stages == {"mention", "parent"}  # Eve is no gold entity


def test_missed_answers_name_the_entity_that_was_lost() -> None:
    lost = GOLD.replace(":yale\ttype\tORG", ":yale\ttype\tGPE").replace(
        ":bob\tper:schools_attended", ":bob\tper:cities_of_residence"
    )
    counted = coldstart_gold.count(*worlds(read(GOLD), read(lost)))
    assert [match.stage for match in counted.matches if match.outcome == "missed"] == ["type"]


def test_nothing_found_scores_0() -> None:
    figures = by_queries("EMPTY\n:z\ttype\tPER\n")
    assert (figures["p"], figures["r"], figures["f"]) == (0.0, 0.0, 0.0)
    assert by_facts("EMPTY\n:z\ttype\tPER\n")["f"] == 0.0


def test_a_spurious_fact_never_raises_precision() -> None:
    more = GOLD + ':ann\tper:title\t"Baker"\tENG_2:0-9\n'
    assert by_queries(more)["p"] < by_queries(GOLD)["p"]
    assert by_facts(more)["p"] < by_facts(GOLD)["p"]


# The sample collection against itself


@cache
def calder(name: str) -> KB:
    return read((CALDER / "kb" / name).read_bytes())


@pytest.mark.parametrize("provenance", ["anydoc", "document", "exact"])
@pytest.mark.parametrize("name", ["gold.tac", "gold_perdoc.tac"])
def test_the_gold_world_is_perfect_against_itself(name: str, provenance: str) -> None:
    kb = calder(name)
    items = cssf_queries.read((CALDER / "queries" / "ldc.xml").read_bytes(), file="ldc.xml", context=Context())[0]
    gold, system = worlds(kb, kb, items)
    for view in ("sf", "max", "mean"):
        counted = coldstart_gold.count(gold, system, view=view, provenance=provenance)
        figures = coldstart_gold.summarise(counted.units, view=view)
        assert (figures["p"], figures["r"], figures["f"]) == pytest.approx((1.0, 1.0, 1.0))
    facts = coldstart_facts.summarise(coldstart_facts.count(kb, kb, provenance=provenance).units)
    assert (facts["p"], facts["r"], facts["macro_f"]) == (1.0, 1.0, 1.0)


def test_renaming_the_entities_of_the_gold_world_changes_nothing() -> None:
    kb = calder("gold.tac")
    names = {id: f"n{place}" for place, id in enumerate(reversed(kb.entities))}
    renamed = KB(name="X", documents=kb.documents, fillers=kb.fillers, relation_mentions=kb.relation_mentions)
    renamed.entities = {names[id]: msgspec.structs.replace(e, id=names[id]) for id, e in kb.entities.items()}
    renamed.mentions = {
        id: msgspec.structs.replace(mention, entity=names[mention.entity]) for id, mention in kb.mentions.items()
    }
    renamed.relations = {
        id: msgspec.structs.replace(
            relation,
            arguments=tuple(msgspec.structs.replace(a, ref=names.get(a.ref, a.ref)) for a in relation.arguments),
        )
        for id, relation in kb.relations.items()
    }
    assert coldstart_facts.summarise(coldstart_facts.count(kb, renamed).units)["f"] == 1.0


def test_measures_are_in_the_table() -> None:
    gold, system = worlds(read(GOLD), read(GOLD))
    measure = parse("coldstart.gold(view=mean, provenance=exact)", TABLE)
    assert measure.summarise(measure.count(gold, system).units)["f"] == 1.0
    facts = parse("coldstart.facts", TABLE)
    assert facts.summarise(facts.count(gold.kb, system.kb).units)["f"] == 1.0
