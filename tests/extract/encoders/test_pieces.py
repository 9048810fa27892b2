from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbook.extract.encoders.english import FOLDER
from factbook.extract.encoders.pieces import (
    PIECES_PER_WORD,
    WordPieces,
    batches_by_length,
    pad,
    plan_windows,
    shape_of,
)


@pytest.fixture(scope="module")
def pieces() -> WordPieces:
    return WordPieces.from_file(str(FOLDER / "tokenizer.json"))


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("word", 1),
        ("1999", 2),
        ("I", 3),
        ("NATO", 4),
        ("London", 5),
        ("McCain", 6),
        ("iPhone", 7),
        ("3rd", 1),
        ("...", 9),
        ("中文", 10),
    ],
)
def test_casing_tells_shapes_apart(word: str, shape: int) -> None:
    assert shape_of(word) == shape


def test_case_does_not_change_the_pieces_but_the_casing(pieces: WordPieces) -> None:
    upper, lower = pieces.window(["LONDON"]), pieces.window(["london"])
    assert upper.ids == lower.ids
    assert upper.cases != lower.cases


@pytest.mark.parametrize(
    "word", ["", " ", "\x00", "\u202e", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")]
)
def test_words_without_pieces_keep_their_place(pieces: WordPieces, word: str) -> None:
    window = pieces.window(["a", word, "b"])
    assert len(window.first) == 3
    assert window.first[1] <= window.last[1] < window.first[2]


def test_a_long_word_is_read_by_its_first_pieces(pieces: WordPieces) -> None:
    window = pieces.window(["x", "antidisestablishmentarianism" * 10_000, "y"])
    assert window.last[1] - window.first[1] + 1 <= PIECES_PER_WORD
    assert window.first[2] == window.last[1] + 1


lengths = st.lists(st.integers(1, 8), max_size=400)


@given(lengths, st.data())
def test_windows_keep_every_word_once_and_fit(sizes: list[int], data: st.DataObject) -> None:
    breaks = data.draw(st.sets(st.integers(0, max(len(sizes) - 1, 0)), max_size=30))
    starts = sorted({0, *breaks}) if sizes else []
    plans = plan_windows(sizes, starts, 40, 10)
    kept = [word for plan in plans for word in range(plan.keep_from, plan.keep_to)]
    assert kept == list(range(len(sizes)))
    for plan in plans:
        assert plan.start <= plan.keep_from < plan.keep_to <= plan.end
        assert sum(sizes[plan.start : plan.end]) <= 38


def test_windows_end_at_sentence_ends_where_they_can() -> None:
    plans = plan_windows([1] * 40, [0, 8, 13, 16, 24, 33], 22, 6)
    assert [(plan.keep_from, plan.keep_to) for plan in plans] == [(0, 16), (16, 33), (33, 40)]
    assert [plan.start for plan in plans] == [0, 13, 33]  # at a sentence start, if one is near


def test_a_sentence_longer_than_a_window_is_cut() -> None:
    plans = plan_windows([1] * 100, [0], 22, 6)
    assert [(plan.start, plan.keep_from) for plan in plans][:3] == [(0, 0), (14, 20), (28, 34)]


@given(st.lists(st.integers(3, 50), max_size=60))
def test_batches_hold_every_item_within_the_budget(sizes: list[int]) -> None:
    groups = batches_by_length(sizes, 100)
    assert sorted(k for group in groups for k in group) == list(range(len(sizes)))
    for group in groups:
        assert len(group) == 1 or len(group) * max(sizes[k] for k in group) <= 100


def test_padding_masks_what_is_not_there(pieces: WordPieces) -> None:
    batch = pad([pieces.window(["one", "two"]), pieces.window(["one"])])
    assert batch.mask.sum(1).tolist() == [4, 3]
    assert batch.ids[1, 3] == 0
