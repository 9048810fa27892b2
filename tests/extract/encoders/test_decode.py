from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.extract.encoders.decode import best_tags, tag_spans, tree
from factbook.extract.encoders.labels import NAME_TAGS


def scores_for(*tags: str) -> np.ndarray:
    out = np.zeros((len(tags), len(NAME_TAGS)), dtype=np.float32)
    for i, tag in enumerate(tags):
        out[i, NAME_TAGS.index(tag)] = 5
    return out


def test_legal_tags_stay() -> None:
    tags = best_tags(scores_for("B-PER", "I-PER", "O", "B-GPE"))
    assert tag_spans(tags) == [(0, 2, "PER"), (3, 4, "GPE")]


def test_an_inside_tag_without_a_beginning_is_repaired() -> None:
    scores = scores_for("O", "I-ORG", "I-ORG")
    scores[1, NAME_TAGS.index("B-ORG")] = 4
    assert tag_spans(best_tags(scores)) == [(1, 3, "ORG")]


def test_adjacent_names_stay_apart() -> None:
    assert tag_spans(best_tags(scores_for("B-PER", "B-PER"))) == [(0, 1, "PER"), (1, 2, "PER")]


def test_no_words_no_tags() -> None:
    assert tag_spans(best_tags(np.zeros((0, len(NAME_TAGS)), dtype=np.float32))) == []


@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_tags_are_always_legal(seed: int, count: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(count, len(NAME_TAGS))).astype(np.float32)
    before = "O"
    for tag in (NAME_TAGS[k] for k in best_tags(scores)):
        assert not tag.startswith("I-") or before[1:] == tag[1:]
        before = tag


def is_tree(heads: tuple[int, ...]) -> bool:
    if sum(head == i for i, head in enumerate(heads)) != 1:
        return False
    for start in range(len(heads)):
        at = start
        for _ in heads:
            at = heads[at]
        if heads[at] != at:
            return False
    return True


def best_by_trying(scores: np.ndarray) -> float:
    count = len(scores)
    totals = (
        sum(scores[i, head] for i, head in enumerate(heads))
        for heads in product(range(count), repeat=count)
        if is_tree(heads)
    )
    return max(totals)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_small_trees_are_the_best_trees(seed: int, count: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(count, count)).astype(np.float32)
    heads = tuple(tree(scores).tolist())
    assert is_tree(heads)
    if count <= 3:  # three roots are tried
        total = sum(scores[i, head] for i, head in enumerate(heads))
        assert total == pytest.approx(best_by_trying(scores), abs=1e-4)


@given(st.integers(0, 2**32 - 1), st.integers(1, 60))
def test_large_trees_have_one_root_and_no_cycle(seed: int, count: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(count, count)).astype(np.float32)
    assert is_tree(tuple(tree(scores).tolist()))
