from __future__ import annotations

import numpy as np

from factbook.extract.encoders.pair_features import (
    DISTANCES,
    ROWS,
    SLOT_SIZES,
    SLOT_STARTS,
    MentionView,
    distance_bucket,
    slots,
    table,
)

WORDS = "Mr. John Smith met the Central Intelligence Agency . The CIA thanked him . Smith left .".split()  # noqa: SIM905
MENTIONS = [
    MentionView(2, 0, 3, 0, "PER", "NAM"),
    MentionView(7, 4, 8, 0, "ORG", "NAM"),
    MentionView(10, 9, 11, 1, "ORG", "NAM"),
    MentionView(12, 12, 13, 1, "PER", "PRO"),
    MentionView(14, 14, 15, 2, "PER", "NAM"),
]


def rows_of(i: int, j: int, mentions: list[MentionView] = MENTIONS) -> list[int]:
    found = slots(table(mentions, WORDS), np.array([i]), np.array([j]))[0]
    return (found - np.array(SLOT_STARTS)).tolist()


def match_of(i: int, j: int) -> int:
    return rows_of(i, j)[0] // 9


def test_rows_stay_inside_their_slots() -> None:
    i, j = np.tril_indices(len(MENTIONS), -1)
    found = slots(table(MENTIONS, WORDS), i, j)
    assert found.shape == (10, len(SLOT_SIZES))
    assert found.max() < ROWS
    for column, (start, size) in enumerate(zip(SLOT_STARTS, SLOT_SIZES, strict=True)):
        assert ((found[:, column] >= start) & (found[:, column] < start + size)).all()


def test_same_head_and_shared_words_match() -> None:
    assert match_of(4, 0) & 1  # Smith, Mr. John Smith
    assert match_of(4, 0) & 4
    assert match_of(4, 0) & 8
    assert match_of(3, 0) & 1 == 0


def test_acronyms_match() -> None:
    assert match_of(2, 1) & 16
    assert match_of(4, 1) & 16 == 0


def test_speakers_are_unknown_same_or_different() -> None:
    said = [mention._replace(speaker=name) for mention, name in zip(MENTIONS, "aabb ", strict=True)]
    assert rows_of(1, 0)[2] % 3 == 0
    assert rows_of(1, 0, said)[2] % 3 == 2
    assert rows_of(2, 0, said)[2] % 3 == 1


def test_genders_of_titles_and_pronouns_are_seen() -> None:
    assert rows_of(3, 0)[3] % 9 == 1 * 3 + 1  # him, Mr. John Smith
    assert rows_of(3, 1)[3] % 9 == 1 * 3 + 0


def test_no_mentions_make_an_empty_table() -> None:
    assert len(table([], WORDS).head) == 0
    assert slots(table([], WORDS), np.zeros(0, dtype=int), np.zeros(0, dtype=int)).shape == (0, len(SLOT_SIZES))


def test_distance_keeps_direction() -> None:
    i, j = np.array([0, 5, 0, 0]), np.array([5, 0, 0, 10_000])
    buckets = distance_bucket(i, j).tolist()
    assert len(set(buckets)) == 4
    assert max(buckets) < DISTANCES
