"""Similarity of names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbook.evaluate.names import edit_distance, name_similarity, names_similarity, normalise_name

words = st.text(alphabet="abcé李 ", max_size=9)


def plain_distance(left: str, right: str) -> int:
    previous = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        current = [i]
        for j, b in enumerate(right, start=1):
            current.append(min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a != b)))
        previous = current
    return previous[-1]


@given(words, words)
def test_edit_distance_is_levenshtein(left: str, right: str) -> None:
    assert edit_distance(left, right) == edit_distance(right, left) == plain_distance(left, right)


def test_edit_distance_of_long_names() -> None:
    assert edit_distance("a" * 200, "a" * 100 + "b" + "a" * 99) == 1


def test_similarity_is_one_minus_distance_over_the_longer() -> None:
    assert name_similarity("smith", "smyth") == pytest.approx(0.8)
    assert name_similarity("", "") == 1.0


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("John  SMITH", "john smith"),
        (" Acme Inc. ", "acme inc"),
        ("O ' Neill", "o'neill"),
        ("Jean - Paul", "jean-paul"),
        ("Wash-\nington", "washington"),
        ("北\n京", "北京"),
        ("New\r\nYork", "new york"),
    ],
)
def test_normal_form(written: str, normal: str) -> None:
    assert normalise_name(written) == normal


def test_mean_of_best_similarities_of_both_lists() -> None:
    # "bill" finds nothing above the minimum: (1 + 0 + 1) / 3
    assert names_similarity(["william gates", "bill"], ["william gates"], 0.5) == pytest.approx(2 / 3)


def test_similarity_below_the_minimum_counts_as_none() -> None:
    assert names_similarity(["abcd"], ["abxy"], 0.51) == 0.0
    assert names_similarity(["abcd"], ["abxy"], 0.5) == pytest.approx(0.5)


@given(words, words, st.sampled_from([0.0, 0.3, 0.5, 0.8, 1.0]))
def test_short_cuts_change_no_similarity(left: str, right: str, minimum: float) -> None:
    whole = name_similarity(left, right)
    assert names_similarity([left], [right], minimum) == (whole if whole >= minimum else 0.0)


def test_a_list_without_names_has_nothing_in_common() -> None:
    assert names_similarity([], ["x"], 0.0) == 0.0
