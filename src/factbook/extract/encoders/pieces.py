"""Words to word pieces: piece ids, a casing feature, and windows that lose nothing.

The encoder lower-cases its input, so each piece also carries the shape of its word as a small
number. A window is a run of words that fits into the encoder; windows overlap, and each word is
read from the window in which it has most context.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

START_PIECE: Final = 101
END_PIECE: Final = 102
UNKNOWN_PIECE: Final = 100
# Longer words (addresses, encoded data) keep their place but are read by their first pieces only.
PIECES_PER_WORD: Final = 8
CHARACTERS_PER_WORD: Final = 64
CASE_LIMIT: Final = 32
CONTINUATION: Final = 15
# Values from STYLE on stand at the start piece and name the annotation style of a corpus in
# training. Run time uses the neutral style.
STYLE: Final = 16
CACHE_LIMIT: Final = 200_000

Ints = NDArray[np.int64]


class Window(NamedTuple):
    """Pieces of a run of words: ids, casing, and first and last piece of each word."""

    ids: list[int]
    cases: list[int]
    first: list[int]
    last: list[int]


def shape_of(word: str) -> int:
    """The casing feature of a word, 1 to 10."""
    head = word[:CHARACTERS_PER_WORD]
    if head.islower():
        return 1
    if head.isdigit():
        return 2
    if head.isupper():
        return 3 if len(head) == 1 else 4
    if head[:1].isupper():
        return 5 if head[1:].islower() else 6
    if any(map(str.isupper, head)):
        return 7
    if any(map(str.isdigit, head)):
        return 8
    return 10 if any(map(str.isalnum, head)) else 9


class WordPieces:
    """Splits words into pieces, with a cache over words."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._tokenizer = tokenizer
        self._cache: dict[str, tuple[tuple[int, ...], int, int]] = {}

    @classmethod
    def from_file(cls, path: str) -> WordPieces:
        return cls(Tokenizer.from_file(path))

    def of(self, word: str) -> tuple[tuple[int, ...], int, int]:
        """Piece ids, casing of the first piece and casing of the others."""
        found = self._cache.get(word)
        if found is None:
            ids = self._tokenizer.encode(word[:CHARACTERS_PER_WORD], add_special_tokens=False).ids
            shape = shape_of(word)
            rest = CONTINUATION if shape in (1, 9, 10) else shape
            found = (tuple(ids[:PIECES_PER_WORD]) or (UNKNOWN_PIECE,), shape, rest)
            if len(self._cache) >= CACHE_LIMIT:
                self._cache.clear()
            self._cache[word] = found
        return found

    def length(self, word: str) -> int:
        return len(self.of(word)[0])

    def window(self, words: Sequence[str], style: int = 0) -> Window:
        ids, cases = [START_PIECE], [STYLE + style]
        first, last = [], []
        for word in words:
            pieces, shape, rest = self.of(word)
            first.append(len(ids))
            ids.extend(pieces)
            cases.append(shape)
            cases.extend([rest] * (len(pieces) - 1))
            last.append(len(ids) - 1)
        ids.append(END_PIECE)
        cases.append(0)
        return Window(ids, cases, first, last)


class Plan(NamedTuple):
    """A window of a document: words ``start:end`` are encoded, ``keep_from:keep_to`` are used."""

    start: int
    end: int
    keep_from: int
    keep_to: int


def plan_windows(lengths: Sequence[int], sentence_starts: Sequence[int] | Ints, size: int, overlap: int) -> list[Plan]:
    """Cover words with windows of at most ``size`` pieces that end at sentence ends if they can.

    ``lengths`` are pieces a word, ``sentence_starts`` ascending word indices. Each window after
    the first begins about ``overlap`` pieces before the words it is responsible for.
    """
    total = len(lengths)
    edges = np.concatenate(([0], np.cumsum(np.asarray(lengths, dtype=np.int64))))
    breaks = np.asarray(sentence_starts, dtype=np.int64)
    plans: list[Plan] = []
    keep_from = 0
    room = size - 2
    while keep_from < total:
        back = edges[keep_from] - (overlap if keep_from else 0)
        start = int(np.searchsorted(edges, max(back, 0), side="left"))
        start = _sentence_start(breaks, start, keep_from)
        end = int(np.searchsorted(edges, edges[start] + room, side="right")) - 1
        end = max(end, keep_from + 1)
        keep_to = min(end, total)
        if keep_to < total:
            at = int(np.searchsorted(breaks, keep_to, side="right")) - 1
            if breaks[at] > keep_from:
                keep_to = int(breaks[at])
        plans.append(Plan(start, min(end, total), keep_from, keep_to))
        keep_from = keep_to
    return plans


def _sentence_start(breaks: Ints, start: int, keep_from: int) -> int:
    """The first sentence start at or after ``start`` that is not after ``keep_from``."""
    at = int(np.searchsorted(breaks, start, side="left"))
    if at < len(breaks) and breaks[at] <= keep_from:
        return int(breaks[at])
    return start


class Batch(NamedTuple):
    """Padded arrays of several windows."""

    ids: Ints
    cases: Ints
    mask: NDArray[np.bool_]


def pad(windows: Sequence[Window]) -> Batch:
    width = max(len(window.ids) for window in windows)
    shape = (len(windows), width)
    ids = np.zeros(shape, dtype=np.int64)
    cases = np.zeros(shape, dtype=np.int64)
    mask = np.zeros(shape, dtype=np.bool_)
    for row, window in enumerate(windows):
        count = len(window.ids)
        ids[row, :count] = window.ids
        cases[row, :count] = window.cases
        mask[row, :count] = True
    return Batch(ids, cases, mask)


def batches_by_length(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Indices in batches of similar length; a padded batch has at most ``budget`` pieces."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    out: list[list[int]] = []
    current: list[int] = []
    for index in order:
        if current and lengths[index] * (len(current) + 1) > budget:
            out.append(current)
            current = []
        current.append(index)
    if current:
        out.append(current)
    return out
