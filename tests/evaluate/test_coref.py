"""Coreference: clauses and invariances beyond the recorded answers (tests/parity/test_coref.py)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings

from factbook.evaluate import coref
from factbook.evaluate.measure import Measure
from factbook.model.kb import KB
from mention_rows import Row, kb_of, rows

KINDS = {kind.name.removeprefix("coref."): kind for kind in coref.KINDS}
few = settings(max_examples=20)


def figures(name: str, gold: KB, system: KB, **parameters: str) -> dict[str, float]:
    measure = Measure(KINDS[name], parameters)
    return measure.summarise(measure.count(gold, system).units)


@few
@given(made=rows())
def test_a_file_against_itself_is_perfect(made: list[Row]) -> None:
    kb = kb_of(made)
    for name in KINDS:
        found = figures(name, kb, kb)
        assert found["p"] == found["r"] == found["f"]
        if made and name not in ("muc", "blanc", "conll"):  # those need links
            assert found["f"] == pytest.approx(1.0)


@few
@given(ours=rows(), theirs=rows())
def test_names_of_ids_do_not_matter(ours: list[Row], theirs: list[Row]) -> None:
    gold = kb_of(ours)
    for name in KINDS:
        assert figures(name, gold, kb_of(theirs, prefix="zz")) == figures(name, gold, kb_of(theirs))


@few
@given(ours=rows(), theirs=rows())
def test_precision_and_recall_change_places(ours: list[Row], theirs: list[Row]) -> None:
    one, other = kb_of(ours), kb_of(theirs)
    for name in KINDS:
        forth, back = figures(name, one, other), figures(name, other, one)
        assert (forth["p"], forth["r"], forth["f"]) == pytest.approx((back["r"], back["p"], back["f"]))


def links(made: list[Row]) -> tuple[set[frozenset[tuple[str, int]]], set[frozenset[tuple[str, int]]]]:
    """Coreferent and other pairs of mentions of one document."""
    found: tuple[set[frozenset[tuple[str, int]]], ...] = (set(), set())
    for one, other in combinations(made, 2):
        if one[0] == other[0]:
            found[one[2] != other[2]].add(frozenset({one[:2], other[:2]}))
    return found[0], found[1]


@few
@given(ours=rows(), theirs=rows())
def test_blanc_counts_links_of_both_sorts(ours: list[Row], theirs: list[Row]) -> None:
    found = figures("blanc", kb_of(ours), kb_of(theirs))
    for sort, gold, system in zip("cn", links(ours), links(theirs), strict=True):
        wanted = {"right": len(gold & system), "gold": len(gold), "system": len(system)}
        assert {name: found.get(f"{name}_{sort}", 0) for name in wanted} == wanted


def test_conll_is_the_mean_of_three() -> None:
    gold = kb_of([("D1", place * 5, entity, "", "") for place, entity in enumerate("AAABB")])
    system = kb_of([("D1", place * 5, entity, "", "") for place, entity in enumerate("AABBB")])
    mean = sum(figures(name, gold, system)["f"] for name in ("muc", "bcub", "ceafe")) / 3
    assert figures("conll", gold, system)["f"] == pytest.approx(mean)


def test_singletons_can_be_removed() -> None:
    gold = kb_of([("D1", 0, "A", "", ""), ("D1", 5, "A", "", ""), ("D1", 10, "B", "", "")])
    assert figures("bcub", gold, gold)["rtp"] == 3
    assert figures("bcub", gold, gold, singletons="remove")["rtp"] == 2


def test_clusters_end_at_the_document() -> None:
    gold = kb_of([("D1", 0, "A", "", ""), ("D2", 0, "A", "", "")])
    assert figures("muc", gold, gold)["rtp"] == 0


def test_macro_is_the_mean_over_documents() -> None:
    gold = kb_of([("D1", 0, "A", "", ""), ("D1", 5, "A", "", ""), ("D2", 0, "B", "", "")])
    system = kb_of([("D1", 0, "A", "", ""), ("D1", 5, "C", "", ""), ("D2", 0, "B", "", "")])
    assert figures("bcub", gold, system, average="macro")["r"] == pytest.approx((0.5 + 1) / 2)
    assert figures("bcub", gold, system)["r"] == pytest.approx(2 / 3)
