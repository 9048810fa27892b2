"""The products that are joined or blocked for speed equal the plain ones."""

from __future__ import annotations

import numpy as np
import pytest

from factbook.extract.encoders.english import FOLDER
from factbook.extract.encoders.heads import WORD_HEADS, Heads, sigmoid, softmax
from factbook.extract.encoders.pair_features import DISTANCES, ROWS, SLOT_SIZES

CLOSE = {"rtol": 1e-4, "atol": 1e-4}


@pytest.fixture(scope="module")
def heads() -> Heads:
    return Heads.load(FOLDER / "heads.npz")


@pytest.fixture
def chance() -> np.random.Generator:
    return np.random.default_rng(3)


def vectors(chance: np.random.Generator, count: int) -> np.ndarray:
    return chance.normal(size=(count, 384)).astype(np.float32)


def test_joined_word_heads_equal_single_ones(heads: Heads, chance: np.random.Generator) -> None:
    x = vectors(chance, 7)
    scores = heads.words(x)
    for name in WORD_HEADS:
        np.testing.assert_allclose(getattr(scores, name), heads.linear(name, x), **CLOSE)


def test_arc_labels_are_biaffine(heads: Heads, chance: np.random.Generator) -> None:
    scores = heads.words(vectors(chance, 600))
    to = chance.integers(0, 600, 600)
    a, b = np.maximum(scores.label_dependent, 0), np.maximum(scores.label_head, 0)[to]
    plain = np.einsum("na,pab,nb->np", a[-5:], heads.w["label_weight"], b[-5:], optimize=True)
    plain += heads.linear("label_by_dependent", a[-5:]) + heads.linear("label_by_head", b[-5:])
    np.testing.assert_allclose(heads.arc_labels(scores, to)[-5:], plain, rtol=1e-3, atol=1e-3)


def test_blocks_of_antecedents_do_not_matter(heads: Heads, chance: np.random.Generator) -> None:
    x = vectors(chance, 30)
    i, j = chance.integers(0, 30, 9000), chance.integers(0, 30, 9000)
    features = chance.integers(0, ROWS, (9000, len(SLOT_SIZES)))
    scores, none = heads.antecedents(x, features, i, j)
    last, _ = heads.antecedents(x, features[-3:], i[-3:], j[-3:])
    np.testing.assert_allclose(scores[-3:], last, **CLOSE)
    assert none.shape == (30,)


def test_blocks_of_relations_do_not_matter(heads: Heads, chance: np.random.Generator) -> None:
    x = vectors(chance, 40)
    ends = np.sort(chance.integers(0, 40, (12, 2)), axis=1)
    i, j = chance.integers(0, 12, 2100), chance.integers(0, 12, 2100)
    distance = chance.integers(0, DISTANCES, 2100)
    logits = heads.relations(x, ends, i, j, distance)
    last = heads.relations(x, ends, i[-3:], j[-3:], distance[-3:])
    np.testing.assert_allclose(logits[-3:], last, **CLOSE)


def test_weights_with_fewer_features_are_filled_up() -> None:
    with np.load(FOLDER / "heads.npz") as file:
        weights = {name: file[name] for name in file.files}
    weights["pair_features.weight"] = weights["pair_features.weight"][:1464]
    table = Heads(weights).w["pair_features.weight"]
    assert len(table) == ROWS
    assert not table[1464:].any()


def test_extreme_scores_stay_finite() -> None:
    assert softmax(np.array([[1e4, -1e4]], dtype=np.float32)).tolist() == [[1.0, 0.0]]
    assert np.isfinite(sigmoid(np.array([1e9, -1e9], dtype=np.float32))).all()
