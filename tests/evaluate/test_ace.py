"""ACE measures as a whole: invariances, B-cubed, diagnostic conditions, reports and explanations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.evaluate.ace import count, full_report, matches, report, summarise, summarise_b_cubed
from factbook.evaluate.ace_kinds import KINDS
from factbook.evaluate.ace_profiles import PROFILES
from factbook.evaluate.ace_text import subtype_tables
from factbook.evaluate.measure import parse
from factbook.model.kb import KB
from factbook.model.records import Argument, Document, Entity, Mention, Name, Relation, RelationMention
from factbook.text.offsets import Span

TABLE = {kind.name: kind for kind in KINDS}
ALL = [(task, profile) for profile in PROFILES for task in ("edr", "rdr", "emd", "rmd")]
ALL = [(task, profile) for task, profile in ALL if PROFILES[profile].use_mentions or task in ("edr", "rdr")]
# RMD with names compares the head of one mention with all names of the entity: not even a file itself is perfect.
ALL.remove(("rmd", "global_2008_with_mentions"))

mention = st.tuples(st.sampled_from(["NAM", "NOM", "PRO"]), st.integers(0, 30), st.integers(1, 6))
entity = st.tuples(
    st.sampled_from(["PER", "ORG", "GPE"]),
    st.sampled_from(["SPC", "SPC", "GEN"]),
    st.lists(mention, min_size=1, max_size=4, unique_by=lambda item: item[1:]),
)
document = st.tuples(
    st.lists(entity, max_size=5),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from(["ART", "PHYS"])), max_size=3),
)
collection = st.lists(document, min_size=1, max_size=3)


def build(documents: list[Any], prefix: str = "") -> dict[str, KB]:
    return {f"D{n}": build_document(f"D{n}", content, prefix) for n, content in enumerate(documents)}


def build_document(doc: str, content: Any, prefix: str) -> KB:
    kb = KB.of([Document(id=doc, genre="newswire")])
    for n, (type_, class_, mentions) in enumerate(content[0]):
        id = f"{prefix}{doc}-E{n}"
        named = any(level == "NAM" for level, _, _ in mentions)
        names = (Name(text=f"name {n}"),) if named else ()
        kb.add(Entity(id=id, type=type_, subtype="x", specificity=class_, names=names))
        for m, (level, start, length) in enumerate(mentions):
            kb.add(Mention(id=f"{id}-M{m}", entity=id, level=level, extent=Span(doc, start, start + length)))
    size = len(content[0])
    for n, (first, second, type_) in enumerate(content[1]):
        if first != second and max(first, second) < size:
            ids = f"{prefix}{doc}-E{first}", f"{prefix}{doc}-E{second}"
            arguments = tuple(Argument(role=f"Arg-{k}", ref=ref) for k, ref in enumerate(ids, start=1))
            id = f"{prefix}{doc}-R{n}"
            kb.add(Relation(id=id, type=type_, subtype="y", arguments=arguments))
            inner = tuple(Argument(role=a.role, ref=f"{a.ref}-M0") for a in arguments)
            kb.add(RelationMention(id=f"{id}-M", relation=id, extent=Span(doc, 0, 40), arguments=inner))
    return kb


@settings(max_examples=25, deadline=None)
@given(collection)
@pytest.mark.parametrize(("task", "profile"), ALL)
def test_a_file_against_itself_is_perfect(task: str, profile: str, documents: list[Any]) -> None:
    gold = build(documents)
    for unit in count(gold, gold, task=task, profile=profile).units:
        assert unit.counts["system"] == pytest.approx(unit.counts["reference"], abs=1e-6)
        assert not unit.counts.get("n_missed")
        assert not unit.counts.get("n_spurious")


@settings(max_examples=25, deadline=None)
@given(collection, collection)
@pytest.mark.parametrize(("task", "profile"), [("edr", "plan"), ("rdr", "plan"), ("rmd", "local_2008")])
def test_names_of_ids_and_order_of_files_change_nothing(
    task: str, profile: str, left: list[Any], right: list[Any]
) -> None:
    gold, system = build(left), build(right)
    expected = count(gold, system, task=task, profile=profile).units
    renamed = count(build(left, "z"), build(right, "a"), task=task, profile=profile).units
    turned = count(dict(reversed(gold.items())), dict(reversed(system.items())), task=task, profile=profile).units
    assert renamed == expected
    assert turned == expected


@settings(max_examples=40, deadline=None)
@given(collection, collection)
@pytest.mark.parametrize("profile", ["plan", "local_2008", "global_2008_with_mentions"])
def test_a_spurious_entity_never_raises_precision_or_value(profile: str, left: list[Any], right: list[Any]) -> None:
    gold, system = build(left), build(right)
    before = summarise(count(gold, system, profile=profile).units)
    more = build(right)
    more["D0"].add(Entity(id="far", type="PER", subtype="x", specificity="SPC", names=(Name(text="far"),)))
    more["D0"].add(Mention(id="far-M", entity="far", level="NAM", extent=Span("D0", 900, 905)))
    after = summarise(count(gold, more, profile=profile).units)
    for figure in ("value", "p", "count_p", "b3_p", "b3_value_p"):
        assert after.get(figure, 0.0) <= before.get(figure, 0.0) + 1e-9


def test_documents_of_one_side_only_are_missed_or_skipped_with_a_warning() -> None:
    one = ([("PER", "SPC", [("NAM", 0, 5)])], [])
    gold, system = build([one, one]), build([one])
    system["other"] = build_document("other", one, "")
    counted = count(gold, system)
    assert summarise(counted.units)["value"] == pytest.approx(0.5)
    assert counted.warnings == (
        "ref doc 'D1' has no corresponding tst doc",
        "system output for unevaluated document 'other' is skipped",
    )


def test_offsets_of_two_kinds_are_warned_about() -> None:
    one = ([("PER", "SPC", [("NAM", 0, 5)])], [])
    gold, system = build([one]), build([one])
    gold["D0"].documents["D0"] = Document(id="D0", genre="newswire", offsets="ace")
    (warning,) = count(gold, system).warnings
    assert warning == "document 'D0' counts ace characters in the reference and raw characters in the system output"


def test_no_reference_value_gives_1_without_cost_and_the_lowest_score_with_cost() -> None:
    one = ([("PER", "SPC", [("NAM", 0, 5)])], [])
    assert summarise(count(build([([], [])]), build([([], [])])).units)["value"] == 1.0
    assert summarise(count(build([([], [])]), build([one])).units)["value"] == -99.9999


# B-cubed


def clusters(*groups: list[int]) -> dict[str, KB]:
    content = [("PER", "SPC", [("NAM", 10 * place, 5) for place in group]) for group in groups]
    return build([(content, [])])


def test_b_cubed_of_a_merged_entity() -> None:
    figures = summarise_b_cubed(count(clusters([0, 1, 2], [3]), clusters([0, 1, 2, 3])).units)
    assert figures["p"] == pytest.approx((3 / 4 * 3 + 1 / 4) / 4)
    assert figures["r"] == 1.0


def test_b_cubed_precision_counts_system_mentions_in_the_plan_and_reference_mentions_in_the_program() -> None:
    # Two reference mentions overlap one system mention.
    gold = build([([("PER", "SPC", [("NAM", 0, 5), ("NAM", 5, 5)])], [])])
    system = build([([("PER", "SPC", [("NAM", 0, 10)])], [])])
    plan = summarise_b_cubed(count(gold, system).units)
    program = summarise_b_cubed(count(gold, system, profile="local_2008").units)
    assert (plan["p"], plan["r"]) == (1.0, 1.0)
    assert (program["p"], program["r"]) == (2.0, 1.0)


def test_b_cubed_value_weights_mentions_by_type() -> None:
    gold = build([([("PER", "SPC", [("NAM", 0, 5), ("PRO", 10, 5)])], [])])
    system = build([([("PER", "SPC", [("NAM", 0, 5)])], [])])
    figures = summarise_b_cubed(count(gold, system).units)
    assert figures["r"] == pytest.approx(0.25)
    assert figures["value_r"] == pytest.approx(1 / 1.1 * 1 / 1.1)


# Diagnostic conditions


def test_given_mentions_keep_their_attributes_and_others_are_left_out() -> None:
    gold = build([([("PER", "SPC", [("NAM", 0, 5), ("NOM", 10, 5)])], [])])
    system = build([([("PER", "SPC", [("PRO", 0, 5), ("PRO", 10, 5), ("NAM", 50, 5)])], [])])
    counted = count(gold, system, given="mentions")
    assert summarise(counted.units)["value"] == pytest.approx(1.0)
    assert counted.warnings == ("mention D0-E0-M2 in document D0 was not given; left out",)


@pytest.mark.parametrize("prefix", ["", "other"])
def test_given_entities_are_the_same_for_both(prefix: str) -> None:
    people = [("PER", "SPC", [("NAM", 0, 5)]), ("ORG", "SPC", [("NAM", 10, 5)])]
    gold = build([(people, [(0, 1, "ART")])])
    system = build([(people, [(1, 0, "ART")])], prefix)
    system["D0"].entities = {
        id: msgspec.structs.replace(entity, subtype="wrong") for id, entity in system["D0"].entities.items()
    }
    for task in ("rdr", "rmd"):
        assert summarise(count(gold, system, task=task, given="entities").units)["value"] == pytest.approx(0.7)


# Reports and explanations


def sides() -> tuple[dict[str, KB], dict[str, KB]]:
    gold = clusters([0, 1], [2], [3])
    system = clusters([0], [1], [3, 9])
    system["D0"].entities["D0-E2"] = msgspec.structs.replace(system["D0"].entities["D0-E2"], type="ORG")
    return gold, system


def test_costs_of_matches_explain_the_whole_loss() -> None:
    gold, system = sides()
    found = matches(gold, system)
    (unit,) = count(gold, system).units
    assert sum(match.cost for match in found) == pytest.approx(unit.counts["reference"] - unit.counts["system"])
    assert [(match.gold, match.system, match.outcome, match.stage) for match in found] == [
        ("D0-E0", "D0-E0", "partial", "mention"),
        ("D0-E1", None, "missed", "missed"),
        ("D0-E2", "D0-E2", "partial", "type"),
        (None, "D0-E1", "spurious", "split"),
    ]


def test_matches_carry_the_confidence_of_the_system() -> None:
    gold, system = sides()
    for id, entity in system["D0"].entities.items():
        system["D0"].entities[id] = msgspec.structs.replace(entity, confidence=0.25)
    assert [match.confidence for match in matches(gold, system)] == [0.25, None, 0.25, 0.25]


def test_a_missed_relation_says_whether_its_entities_or_the_relation_failed() -> None:
    people = [("PER", "SPC", [("NAM", 0, 5)]), ("ORG", "SPC", [("NAM", 10, 5)])]
    gold = build([(people, [(0, 1, "ART")])])
    (missed,) = matches(gold, build([(people, [])]), task="rdr")
    assert missed.stage == "relation"
    (missed,) = matches(gold, build([(people[:1], [])]), task="rdr")
    assert (missed.stage, missed.reason) == ("entity", "argument D0-E1 is not mapped to a system entity")


def test_report_as_text_and_as_data_agree() -> None:
    counted = count(*sides())
    rows = {(row.condition, row.label): row for row in counted.detail.rows()}
    total = rows["TYPE", "total"]
    assert total.value == pytest.approx(100 * summarise(counted.units)["value"])
    assert (total.occurrences, total.miss, total.fa) == (3, 1, 1)
    assert rows["SUBTYPE", "x"].occurrences == 3
    text = report(counted)
    assert f"{total.value:8.1f}" in text
    assert text.startswith('The scoring mode parameter set is "plan"')


def test_tables_by_subtype_look_at_one_type_each() -> None:
    report_ = count(*sides()).detail.report
    text = "".join(subtype_tables(report_))
    assert "\nPerformance statistics for TYPE = PER:\n" in text
    names = [condition[0] for condition in report_.conditions]
    subtype, type_ = names.index("SUBTYPE"), names.index("TYPE")
    (inner, total) = report_.condition_rows(subtype, (type_, "PER"))
    whole = next(row for row in report_.condition_rows(type_) if row.label == "PER")
    assert inner.value == total.value == pytest.approx(whole.value)
    assert (inner.precision, inner.recall) == (whole.precision, whole.recall)


def test_full_report_has_all_tasks_of_a_profile() -> None:
    people = [("PER", "SPC", [("NAM", 0, 5)]), ("ORG", "SPC", [("NAM", 10, 5)])]
    gold = build([(people, [(0, 1, "ART")])])
    text = full_report(gold, gold, "plan")
    assert [line for line in text.splitlines() if line.startswith("=")] == [
        f"======== {name} scoring ========" for name in ("entity", "relation", "mention_entity", "mention_relation")
    ]


def test_split_units_add_up_to_the_whole() -> None:
    gold, system = sides()
    whole = summarise(count(gold, system).units)
    for split in TABLE["ace.edr"].splits:
        parts = count(gold, system, split=split).units
        assert summarise(parts) == pytest.approx(whole)
        assert all(split in unit.labels for unit in parts)


@pytest.mark.parametrize("name", sorted(TABLE))
def test_each_measure_parses_counts_and_summarises(name: str) -> None:
    measure = parse(name, TABLE)
    gold, system = sides()
    counted = measure.count(gold, system)
    assert measure.kind.main in measure.summarise(counted.units)
    assert measure.matches(gold, system) is not None
    assert str(parse(str(measure), TABLE)) == str(measure)


def test_parameters_reach_the_profile() -> None:
    changed: Callable[[str], Any] = lambda text: parse(text, TABLE).count(*sides()).detail.profile  # noqa: E731
    assert changed("ace.edr(min_overlap=0.5, map_weighting=level)").map_weighting == "LEVEL"
    assert changed("ace.rdr(correspondence=either)").arguments_required == 0
    assert changed("ace.rdr(correspondence=all+extents, arguments_required=1)").arguments_required == 1
    assert changed("ace.rdr(mapped_arguments=yes)").mapped_arguments
    assert changed("ace.edr(weights=entity.class.GEN:0.5)").entity_class["GEN"] == 0.5
