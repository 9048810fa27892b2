"""BeSt: clauses and invariances beyond the worked cases (tests/parity/test_best.py)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.evaluate import best
from factbook.evaluate.best_pairs import Tuple, pair_tuples
from factbook.evaluate.best_report import condition_table
from factbook.evaluate.best_tuples import NONE, BestDocument, DocumentTuples, TupleSet, tuples_of
from factbook.evaluate.measure import Measure, total
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Attitude,
    Document,
    Entity,
    EventMention,
    Mention,
    Relation,
    RelationMention,
)
from factbook.text.offsets import Span

KINDS = {kind.name.removeprefix("best."): kind for kind in best.KINDS}
few = settings(max_examples=40)


def ere(doc: str = "ENG_DF_1", *, shift: int = 0, prefix: str = "") -> KB:
    """Ann (2 mentions), Bob, Acme; Bob works at Acme (no trigger); an event with a trigger."""
    kb = KB()
    kb.add(Document(id=doc))
    for entity, kind, places in (("ann", "PER", (0, 10)), ("bob", "PER", (20, 25)), ("acme", "ORG", (30,))):
        kb.add(Entity(id=prefix + entity, type=kind))
        for number, place in enumerate(places):
            span = Span(doc, place + shift, place + shift + 3)
            kb.add(Mention(id=f"{prefix}{entity}-{number}", entity=prefix + entity, level="NAM", extent=span))
    arguments = (Argument(role="person", ref=f"{prefix}bob-0"), Argument(role="org", ref=f"{prefix}acme-0"))
    kb.add(Relation(id=f"{prefix}works", type="orgaffiliation", subtype="employment"))
    kb.add(RelationMention(id=f"{prefix}works-0", relation=f"{prefix}works", arguments=arguments))
    trigger = Span(doc, 40 + shift, 44 + shift)
    kb.add(EventMention(id=f"{prefix}loan-0", event=f"{prefix}loan", type="transaction", trigger=trigger))
    return kb


def attitudes(*rows: tuple[str, str | None, str, str, str], prefix: str = "") -> KB:
    """Rows: kind, source mention, target mention, kind of target, value."""
    kb = KB()
    for number, (kind, source, target, target_kind, value) in enumerate(rows):
        kb.add(
            Attitude(
                id=f"a{number}",
                doc="ENG_DF_1",
                kind=kind,
                source=None if source is None else prefix + source,
                target=prefix + target,
                target_kind=target_kind,
                value=value,
            )
        )
    return kb


ROWS = (
    ("belief", "ann-0", "works-0", "relation", "CB"),
    ("sentiment", "ann-0", "bob-0", "entity", "neg"),
    ("sentiment", "ann-1", "bob-1", "entity", "neg"),
    ("sentiment", None, "loan-0", "event", "pos"),
)


def document(*rows: tuple[str, str | None, str, str, str], quotes: tuple[Span, ...] = ()) -> dict[str, BestDocument]:
    return {"ENG_DF_1": BestDocument(id="ENG_DF_1", attitudes=attitudes(*rows), ere=ere(), quotes=quotes)}


def figures(kind: str, gold: dict[str, BestDocument], system: object, **parameters: str) -> dict[str, float]:
    measure = Measure(KINDS[kind], parameters)
    return measure.summarise(measure.count(gold, system).units)


def test_mentions_of_one_source_and_target_are_one_tuple() -> None:
    gold = document(*ROWS)
    (made,) = tuples_of(gold, gold).documents
    assert [(one.kind, one.source, one.target, one.value, one.provenance) for one in made.gold] == [
        ("belief", "ann", "works", "cb", ("works-0",)),
        ("sentiment", "ann", "bob", "neg", ("bob-0", "bob-1")),
        ("sentiment", NONE, "loan", "pos", ("loan-0",)),
    ]


def test_both_is_belief_and_sentiment_together() -> None:
    gold, system = document(*ROWS), document(ROWS[0], ("sentiment", "ann-0", "bob-0", "entity", "pos"))
    parts = [figures(kind, gold, system) for kind in ("belief", "sentiment")]
    both = figures("both", gold, system)
    for key in ("ptp", "fp", "rtp", "fn", "gold_tuples", "system_tuples"):
        assert both[key] == pytest.approx(sum(part[key] for part in parts))


@pytest.mark.parametrize(
    ("quote", "left"),
    [
        # Bob's first mention, an argument of the relation without trigger; his second mention is outside.
        (Span("ENG_DF_1", 19, 24), {"loan", "bob"}),
        (Span("ENG_DF_1", 41, 60), {"works", "bob"}),  # the trigger ends in the quote
        (Span("ENG_DF_1", 0, 5), {"works", "bob", "loan"}),  # a source in a quote changes nothing
    ],
)
def test_targets_in_quotes_are_out_on_both_sides(quote: Span, left: set[str]) -> None:
    gold = document(*ROWS, quotes=(quote,))
    (made,) = tuples_of(gold, document(*ROWS)).documents
    assert {one.target for one in made.gold} == {one.target for one in made.system} == left


def test_a_missing_system_file_counts_as_empty_with_a_warning() -> None:
    gold = document(*ROWS)
    counted = Measure(KINDS["both"], {}).count(gold, {})
    assert total(counted.units)["fn"] == 3
    assert counted.warnings == ("ENG_DF_1: no system file; it counts as empty",)


def test_unknown_target_is_named_and_not_scored() -> None:
    system = document(*ROWS, ("sentiment", None, "nobody", "entity", "neg"))
    counted = Measure(KINDS["both"], {}).count(document(*ROWS), system)
    assert total(counted.units)["fp"] == 0
    assert any("nobody" in warning for warning in counted.warnings)


def test_predicted_ere_maps_to_gold() -> None:
    gold = document(*ROWS)
    predicted = BestDocument(id="ENG_DF_1", attitudes=attitudes(*ROWS, prefix="p"), ere=ere(prefix="p"))
    assert figures("both", gold, {"ENG_DF_1": predicted})["f"] == 1.0


def test_what_does_not_map_cannot_match() -> None:
    gold = document(*ROWS)
    shifted = BestDocument(id="ENG_DF_1", attitudes=attitudes(*ROWS, prefix="p"), ere=ere(prefix="p", shift=1))
    found = figures("both", gold, {"ENG_DF_1": shifted})
    assert (found["ptp"], found["fp"], found["fn"]) == (0, 3, 3)
    stages = {match.stage for match in Measure(KINDS["both"], {}).matches(gold, {"ENG_DF_1": shifted})}
    assert stages == {"mapping", "missed"}


def test_split_by_value_takes_precision_from_the_system_and_recall_from_gold() -> None:
    gold = document(("sentiment", "ann-0", "bob-0", "entity", "neg"))
    system = document(("sentiment", "ann-0", "bob-0", "entity", "pos"))
    units = Measure(KINDS["sentiment"], {}).count(gold, system, split="value").units
    counts = {unit.labels["value"]: unit.counts for unit in units}
    assert (counts["pos"]["ptp"], counts["pos"]["rtp"]) == pytest.approx((2 / 3, 0))
    assert (counts["neg"]["ptp"], counts["neg"]["rtp"]) == pytest.approx((0, 2 / 3))


def test_split_by_target_and_labels_of_the_document() -> None:
    gold = document(*ROWS)
    units = Measure(KINDS["both"], {}).count(gold, gold, split="target").units
    assert {unit.labels["target"]: unit.counts["ptp"] for unit in units} == {"relation": 1, "entity": 1, "event": 1}
    assert (units[0].labels["language"], units[0].labels["genre"]) == ("en", "df")


tuples = st.builds(
    Tuple,
    kind=st.sampled_from(["belief", "sentiment"]),
    source=st.sampled_from(["s1", "s2", NONE]),
    target=st.sampled_from(["t1", "t2"]),
    target_kind=st.just("entity"),
    value=st.sampled_from(["cb", "pos", "neg"]),
    provenance=st.lists(st.sampled_from(["m1", "m2", "m3"]), min_size=1, max_size=3, unique=True).map(tuple),
)
sides = st.lists(tuples, max_size=6, unique_by=lambda one: (one.kind, one.source, one.target, one.value)).map(tuple)


def scored(gold: tuple[Tuple, ...], system: tuple[Tuple, ...], **parameters: str) -> dict[str, float]:
    made = TupleSet((DocumentTuples(id="d", gold=gold, system=system, labels={}),))
    measure = Measure(KINDS["both"], parameters)
    return measure.summarise(measure.count({}, made).units)


@few
@given(gold=sides, provenance=st.sampled_from(["full", "single"]))
def test_gold_against_itself_is_perfect(gold: tuple[Tuple, ...], provenance: str) -> None:
    found = scored(gold, gold, provenance=provenance)
    assert (found["p"], found["r"], found["f"]) == (1.0, 1.0, 1.0)


@few
@given(gold=sides, system=sides, provenance=st.sampled_from(["full", "single"]), place=st.integers(0, 6))
def test_a_spurious_tuple_never_raises_precision(
    gold: tuple[Tuple, ...], system: tuple[Tuple, ...], provenance: str, place: int
) -> None:
    spurious = Tuple(
        kind="belief", source="s1", target="?t9", target_kind="entity", value="cb", provenance=("?m9",), confidence=1.0
    )
    before = scored(gold, system, provenance=provenance)
    after = scored(gold, (*system[:place], spurious, *system[place:]), provenance=provenance)
    assert after["p"] <= before["p"] + 1e-12
    assert after["r"] == pytest.approx(before["r"])


@few
@given(gold=sides, system=sides)
def test_renaming_ids_changes_no_tuple_score(gold: tuple[Tuple, ...], system: tuple[Tuple, ...]) -> None:
    def renamed(side: tuple[Tuple, ...]) -> tuple[Tuple, ...]:
        return tuple(
            msgspec.structs.replace(
                one,
                source=one.source if one.source == NONE else f"z{one.source}",
                target=f"y{one.target}",
                provenance=tuple(f"x{mention}" for mention in one.provenance),
            )
            for one in side
        )

    assert scored(renamed(gold), renamed(system)) == pytest.approx(scored(gold, system))


@few
@given(gold=sides, system=sides, provenance=st.sampled_from(["full", "single"]))
def test_counts_add_up(gold: tuple[Tuple, ...], system: tuple[Tuple, ...], provenance: str) -> None:
    """Every gold tuple is matched or missed, every predicted one matched or false; no score is above 1."""
    pairs = pair_tuples(gold, system)
    assert sum(pair.gold is not None for pair in pairs) == len(gold)
    assert sum(pair.system is not None for pair in pairs) == len(system)
    found = scored(gold, system, provenance=provenance)
    assert found["ptp"] == pytest.approx(found["rtp"])
    assert found["ptp"] <= min(len(gold), len(system)) + 1e-9
    assert 0 <= found["p"] <= 1
    assert 0 <= found["r"] <= 1


@few
@given(gold=sides, system=sides)
def test_as_many_pairs_as_possible_on_each_target(gold: tuple[Tuple, ...], system: tuple[Tuple, ...]) -> None:
    pairs = pair_tuples(gold, system)
    for key in {one.key for one in (*gold, *system)}:
        matched = sum(1 for pair in pairs if pair.gold and pair.system and pair.gold.key == key)
        assert matched == min(sum(one.key == key for one in gold), sum(one.key == key for one in system))


@few
@given(gold=sides, system=sides)
def test_names_of_ids_do_not_matter(gold: tuple[Tuple, ...], system: tuple[Tuple, ...]) -> None:
    def renamed(side: tuple[Tuple, ...]) -> tuple[Tuple, ...]:
        return tuple(
            Tuple(
                kind=one.kind,
                source=one.source if one.source == NONE else f"z{one.source}",
                target=f"q{one.target}",
                target_kind=one.target_kind,
                value=one.value,
                provenance=tuple(f"k{mention}" for mention in one.provenance),
            )
            for one in side
        )

    assert scored(renamed(gold), renamed(system)) == scored(gold, system)


@few
@given(gold=sides, system=sides)
def test_a_tuple_about_another_target_never_raises_precision(
    gold: tuple[Tuple, ...], system: tuple[Tuple, ...]
) -> None:
    wrong = Tuple(kind="belief", source="s1", target="t9", target_kind="event", value="cb", provenance=("m9",))
    before, after = scored(gold, system), scored(gold, (*system, wrong))
    assert after["p"] <= before["p"]
    assert after["r"] == before["r"]


@few
@given(gold=sides, system=sides)
def test_repairing_all_stages_gives_a_perfect_score(gold: tuple[Tuple, ...], system: tuple[Tuple, ...]) -> None:
    made = TupleSet((DocumentTuples(id="d", gold=gold, system=system, labels={}),))
    measure = Measure(KINDS["both"], {})
    for stage in measure.kind.stages:
        made = measure.repair({}, made, stage)
    found = measure.summarise(measure.count({}, made).units)
    # A source or value taken from gold may meet an equal tuple of the same target; what is left is provenance.
    assert found["fp"] == found["fn"] == 0


def test_table_of_conditions_has_24_cells() -> None:
    gold = document(*ROWS)
    counted = {kind: Measure(KINDS[kind], {}).count(gold, gold) for kind in ("belief", "sentiment")}
    lines = [line.split("\t") for line in condition_table(counted, counted).split("\n")]
    assert len(lines) == 5
    assert sum(len(line) - 1 for line in lines[3:]) == 24
    assert lines[3][1:5] == ["1.000", "-", "1.000", "-"]  # English, forum: gold and predicted ERE
