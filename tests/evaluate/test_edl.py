"""Entity discovery: clauses and invariances beyond the recorded answers (tests/parity/test_edl.py)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.evaluate import edl
from factbook.evaluate.measure import Measure, side_figures, total
from factbook.evaluate.scope import exclude
from factbook.model.kb import KB
from factbook.text.offsets import Span
from mention_rows import Row, kb_of, rows

KINDS = {kind.name.removeprefix("edl."): kind for kind in edl.KINDS}


def figures(name: str, gold: KB, system: KB, **parameters: str) -> dict[str, float]:
    measure = Measure(KINDS[name], parameters)
    return measure.summarise(measure.count(gold, system).units)


def all_figures(gold: KB, system: KB) -> dict[str, dict[str, float]]:
    """Figures of all measures, the work they share done once."""
    shared = edl.prepare(gold, system)
    found = {}
    for name, kind in KINDS.items():
        measure = Measure(kind, {})
        found[name] = measure.summarise(measure.count(gold, system, shared=shared).units)
    return found


few = settings(max_examples=20)


@few
@given(made=rows())
def test_a_file_against_itself_is_perfect(made: list[Row]) -> None:
    kb = kb_of(made, linked="A")
    for found in all_figures(kb, kb).values():
        assert found["fp"] == found["fn"] == 0
        if found["ptp"]:
            assert (found["p"], found["r"], found["f"]) == (1.0, 1.0, 1.0)


@few
@given(ours=rows(), theirs=rows())
def test_names_of_ids_do_not_matter(ours: list[Row], theirs: list[Row]) -> None:
    gold = kb_of(ours)
    assert all_figures(gold, kb_of(theirs, prefix="zz")) == all_figures(gold, kb_of(theirs))


@few
@given(ours=rows(), theirs=rows(), data=st.data())
def test_order_of_lines_does_not_matter(ours: list[Row], theirs: list[Row], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(theirs))
    gold = kb_of(ours)
    first, second = all_figures(gold, kb_of(theirs)), all_figures(gold, kb_of(shuffled))
    for name in KINDS:
        assert first[name] == pytest.approx(second[name])


@few
@given(ours=rows(), theirs=rows(), entity=st.sampled_from("AZ"))
def test_a_spurious_mention_never_raises_precision(ours: list[Row], theirs: list[Row], entity: str) -> None:
    """Set measures: whatever entity it has. Clustering measures: a mention of an entity of its own."""
    gold = kb_of(ours, linked="A")
    before = all_figures(gold, kb_of(theirs, linked="A"))
    after = all_figures(gold, kb_of([*theirs, ("D1", 900, entity, "PER", "NAM")], linked="A"))
    for name, rule in edl.RULES.items():
        if entity == "Z" or not (rule.cluster or name == "entity_match"):
            assert after[name]["p"] <= before[name]["p"] + 1e-12
            assert after[name]["r"] <= before[name]["r"] + 1e-12


@few
@given(ours=rows(), theirs=rows())
def test_precision_and_recall_change_places_with_gold_and_system(ours: list[Row], theirs: list[Row]) -> None:
    one, other = kb_of(ours, linked="A"), kb_of(theirs, linked="A")
    forth, back = all_figures(one, other), all_figures(other, one)
    for name in KINDS:
        assert (forth[name]["p"], forth[name]["r"]) == pytest.approx((back[name]["r"], back[name]["p"]))


@few
@given(ours=rows(), theirs=rows())
def test_scope_document_equals_each_document_alone(ours: list[Row], theirs: list[Row]) -> None:
    measure = Measure(KINDS["mention_ceaf"], {"scope": "document"})
    units = measure.count(kb_of(ours), kb_of(theirs)).units
    for unit in units:
        alone = [kb_of([row for row in made if row[0] == unit.id]) for made in (ours, theirs)]
        whole = Measure(KINDS["mention_ceaf"], {"scope": "collection"}).count(*alone).units
        assert side_figures([unit]) == pytest.approx(side_figures(whole))


GOLD: list[Row] = [("D1", 0, "A", "PER", "NAM"), ("D1", 10, "A", "PER", "NOM"), ("D2", 0, "B", "ORG", "NAM")]


def test_clusters_reach_over_documents_unless_told_otherwise() -> None:
    ours = kb_of([("D1", 0, "A", "PER", "NAM"), ("D2", 0, "A", "PER", "NAM")])
    theirs = kb_of([("D1", 0, "A", "PER", "NAM"), ("D2", 0, "B", "PER", "NAM")])
    assert figures("b_cubed", ours, theirs)["r"] == 0.5
    assert figures("b_cubed", ours, theirs, scope="document")["r"] == 1.0


def test_mentions_that_begin_or_end_in_an_excluded_region_are_left_out_on_both_sides() -> None:
    gold = exclude(kb_of(GOLD), [Span("D1", 11, 20)])
    found = figures("strong_mention_match", gold, kb_of(GOLD), quotes="excluded")
    assert found["ptp"] == 2
    assert figures("strong_mention_match", gold, kb_of(GOLD), quotes="included")["ptp"] == 3


def test_types_and_levels_choose_what_counts() -> None:
    gold = kb_of(GOLD)
    assert figures("strong_mention_match", gold, gold, types="PER")["ptp"] == 2
    assert figures("strong_mention_match", gold, gold, levels="NAM")["ptp"] == 2
    assert figures("strong_mention_match", gold, gold, types="PER+ORG", levels="NOM")["ptp"] == 1


def test_a_span_given_twice_counts_once_with_the_higher_confidence() -> None:
    gold = kb_of([("D1", 0, "A", "PER", "NAM")])
    system = kb_of([("D1", 0, "X", "ORG", "NAM"), ("D1", 10, "Y", "PER", "NAM")])
    first, second = system.mentions.values()
    system.mentions = {
        "low": type(first)(id="low", entity="X", level="NAM", type="ORG", extent=first.extent, confidence=0.2),
        "high": type(first)(id="high", entity="Y", level="NAM", type="PER", extent=first.extent, confidence=0.9),
    }
    assert figures("strong_typed_mention_match", gold, system) == pytest.approx(
        {"p": 1, "r": 1, "f": 1, "ptp": 1, "fp": 0, "rtp": 1, "fn": 0}
    )
    assert second.entity == "Y"


def test_split_by_type_restricts_both_sides() -> None:
    system = kb_of([("D1", 0, "A", "ORG", "NAM"), *GOLD[1:]])
    measure = Measure(KINDS["strong_mention_match"], {})
    units = measure.count(kb_of(GOLD), system, split="type").units
    by_type = {}
    for unit in units:
        by_type.setdefault(unit.labels["type"], []).append(unit)
    assert {kind: (total(group)["ptp"], total(group)["fn"]) for kind, group in by_type.items()} == {
        "PER/NAM": (0, 1),
        "PER/NOM": (1, 0),
        "ORG/NAM": (1, 0),
    }
    assert total(by_type["ORG/NAM"])["fp"] == 1


def test_nothing_on_either_side_gives_zeros() -> None:
    assert set(figures("b_cubed", KB(), KB()).values()) == {0.0}
