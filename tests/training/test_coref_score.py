from __future__ import annotations

import pytest

from training.coref_score import clusters_of, conll, links_to_clusters


def groups(*members: str) -> list[frozenset[str]]:
    return [frozenset(group) for group in members]


def test_a_perfect_answer_scores_full_marks() -> None:
    gold = groups("abc", "de", "f")
    assert conll([(gold, gold)]) == {"muc": 100.0, "b3": 100.0, "ceafe": 100.0, "conll": 100.0}


def test_singletons_count_only_if_asked() -> None:
    gold, system = groups("ab", "c"), groups("ab")
    assert conll([(gold, system)])["conll"] == 100.0
    assert conll([(gold, system)], singletons=True)["conll"] < 100


def test_the_worked_example_of_the_b_cubed_paper() -> None:
    """Bagga and Baldwin 1998, second response: precision 9.4/12, recall 1; MUC precision 9/10."""
    gold = groups("12345", "67", "89abc")
    system = groups("12345", "6789abc")
    scores = conll([(gold, system)])
    precision = (5 * 1 + 2 * 2 / 7 + 5 * 5 / 7) / 12
    assert scores["b3"] == pytest.approx(200 * precision / (precision + 1), abs=0.05)
    assert scores["muc"] == pytest.approx(200 * 0.9 / 1.9, abs=0.05)


def test_no_answer_scores_nothing() -> None:
    assert conll([(groups("ab"), [])])["conll"] == 0


def test_links_make_groups() -> None:
    assert set(links_to_clusters("abcd", [-1, 0, -1, 1])) == set(groups("abd", "c"))


def test_labels_make_groups() -> None:
    assert set(clusters_of({1: "x", 2: "y", 3: "x"})) == {frozenset({1, 3}), frozenset({2})}
