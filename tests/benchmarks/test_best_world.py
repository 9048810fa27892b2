"""The benchmark of attitudes judges no document by what was learned from it, and halves documents in one place."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import pytest

from benchmarks import best_world
from benchmarks.best_world import FOLDS, LEARNED, Learned, answers, cases, halves, lessons, on_own_ere, worlds_of
from benchmarks.extraction_data import HALVES, calder
from factbook.extract.attitudes.systems import SYSTEMS


def test_halves_are_those_of_the_extraction_benchmark() -> None:
    for half in HALVES:
        assert {name for name, found in halves().items() if found == half} == {source.id for source in calder(half)}


def test_no_document_is_judged_by_a_model_that_has_seen_it(monkeypatch: pytest.MonkeyPatch) -> None:
    world = cases("es")
    learned = Learned({"es": world}, {"es": cases("es", predicted=True)})
    trained: list[set[str]] = []
    default = import_module(SYSTEMS["default"][0])
    train = default.train

    def watched(gold: Iterable[tuple[Any, Any]]) -> Any:
        seen = list(gold)
        trained.append({scene.document.id for scene, _ in seen})
        return train(seen)

    def forbidden(system: str) -> Any:
        raise AssertionError(f"the shipped weights of {system} have seen every document")

    monkeypatch.setattr(default, "train", watched)
    monkeypatch.setattr("factbook.extract.attitudes.sentiment.shipped", forbidden)
    said = answers("default", world, learned)
    assert set(said) == {case.gold.id for case in world}
    everything = {case.gold.id for case in world}
    assert len(trained) == len({case.fold for case in world}) == FOLDS
    for fold, seen in zip(dict.fromkeys(case.fold for case in world), trained, strict=True):
        assert everything - seen == {case.gold.id for case in world if case.fold == fold}
    for fold in range(FOLDS):
        own = sum(number == fold for number, _ in learned.answers("default"))
        kept = learned.table("default", fold)
        assert sum(r.of for key, ranges in kept.items() if key[2] == "any" for r in ranges) == (
            len(learned.answers("default")) - own
        )


def test_gold_attitudes_on_our_own_ere_are_those_whose_target_and_source_it_has() -> None:
    case = cases("es", predicted=True)[0]
    ours, ere = on_own_ere(case), case.scene.ere
    known = {*ere.mentions, *ere.relation_mentions, *ere.event_mentions}
    assert 0 < len(ours.attitudes) < len(case.gold.attitudes.attitudes)
    assert all(
        one.target in known and (one.source is None or one.source in ere.mentions) for one in ours.attitudes.values()
    )
    gold_ere = case.gold.ere
    assert gold_ere is not None
    for id, one in ours.attitudes.items():
        true = case.gold.attitudes.attitudes[id]
        if one.target_kind == "entity":
            assert ere.mentions[one.target].extent == gold_ere.mentions[true.target].extent


def test_only_a_system_that_asks_for_it_learns_from_our_own_ere() -> None:
    golden, own = cases("es"), cases("es", predicted=True)
    assert len(lessons(golden, own, "default")) == 2 * len(golden)
    assert len(lessons(golden, own, "cornell")) == len(golden)


def test_a_language_alone_is_judged_by_what_was_learned_from_all(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, bool]] = []

    def watched(language: str, predicted: bool = False) -> list[Any]:
        read.append((language, predicted))
        return []

    monkeypatch.setattr(best_world, "cases", watched)
    golden, own = worlds_of(["ar"])
    assert set(golden) == set(own) == {*LEARNED, "ar"}
    assert set(read) == {(language, predicted) for language in golden for predicted in (False, True)}


def test_a_system_without_documents_to_learn_from_says_so() -> None:
    learned = Learned({"ar": cases("ar")}, {"ar": []})
    with pytest.raises(ValueError, match="nothing to learn from"):
        learned.of("default", 0)
