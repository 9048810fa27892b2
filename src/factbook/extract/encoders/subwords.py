"""Words to subwords for the multilingual encoder: piece ids, and hashed features of the word's form.

The pieces are those of the multilingual Universal Sentence Encoder. A word is read by its first and its last
piece; short hashed features (beginning, end, whole form) and its shape help with names and rare words.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from factbook.extract.encoders.pieces import CACHE_LIMIT, CHARACTERS_PER_WORD, PIECES_PER_WORD, shape_of

Ints = NDArray[np.int64]

UNKNOWN: Final = 0
START: Final = 1
END: Final = 2
HASHES: Final = 16384
LANGUAGES: Final = ("en", "es", "zh", "ar")
SPACE: Final = "\u2581"  # SentencePiece writes a blank before a word so
SHADDA_AND_VOWELS: Final = dict.fromkeys([*range(0x064B, 0x0653), 0x0670, 0x0640])
# Spellings that Arabic writers mix: all forms of alif, final ya and ta marbuta.
ARABIC_LETTERS: Final = str.maketrans("أإآٱىة", "ااااي" + "ه")


class Subwords(NamedTuple):
    """Pieces of a run of words: ids, first and last piece of each word, and features of each word."""

    ids: list[int]
    first: list[int]
    last: list[int]
    features: list[tuple[int, int, int, int]]


def plain_arabic(word: str) -> str:
    """An Arabic word without short vowels and with one spelling of alif, ya and ta marbuta."""
    return word.translate(SHADDA_AND_VOWELS).translate(ARABIC_LETTERS) or word


def features_of(word: str) -> tuple[int, int, int, int]:
    """Hashes of the first three letters, the last three and the whole word, and the word's shape."""
    low = word.lower()
    return _hash("p" + low[:3]), _hash("s" + low[-3:]), _hash("w" + low), shape_of(word)


def _hash(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "replace")) % HASHES


class SubwordReader:
    """Splits words into pieces, with a cache over words."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._tokenizer = tokenizer
        self._space = tokenizer.token_to_id(SPACE)
        self._cache: dict[tuple[str, bool], tuple[tuple[int, ...], tuple[int, int, int, int]]] = {}

    def of(self, word: str, language: str) -> tuple[tuple[int, ...], tuple[int, int, int, int]]:
        """Piece ids and features of a word. Chinese has no blanks, so a bare blank piece is left out there."""
        chinese = language == "zh"
        found = self._cache.get((word, chinese))
        if found is None:
            form = plain_arabic(word[:CHARACTERS_PER_WORD])
            ids = self._tokenizer.encode(form, add_special_tokens=False).ids
            if chinese and len(ids) > 1 and ids[0] == self._space:
                ids = ids[1:]
            found = (tuple(ids[:PIECES_PER_WORD]) or (UNKNOWN,), features_of(form))
            if len(self._cache) >= CACHE_LIMIT:
                self._cache.clear()
            self._cache[word, chinese] = found
        return found

    def length(self, word: str, language: str) -> int:
        return len(self.of(word, language)[0])

    def window(self, words: Sequence[str], language: str) -> Subwords:
        """The pieces of some words, between a start and an end piece."""
        ids, first, last, features = [START], [], [], []
        for word in words:
            pieces, feature = self.of(word, language)
            first.append(len(ids))
            ids.extend(pieces)
            last.append(len(ids) - 1)
            features.append(feature)
        ids.append(END)
        return Subwords(ids, first, last, features)


class SubwordBatch(NamedTuple):
    """Padded arrays of several windows: pieces by window, words by window."""

    ids: Ints
    mask: NDArray[np.bool_]
    first: Ints
    last: Ints
    features: Ints
    present: NDArray[np.bool_]
    language: Ints


def pad_subwords(windows: Sequence[Subwords], languages: Sequence[str]) -> SubwordBatch:
    """Windows of several texts as padded arrays."""
    rows, pieces = len(windows), max(len(window.ids) for window in windows)
    words = max(len(window.first) for window in windows)
    ids = np.zeros((rows, pieces), dtype=np.int64)
    mask = np.zeros((rows, pieces), dtype=np.bool_)
    first = np.zeros((rows, words), dtype=np.int64)
    last = np.zeros((rows, words), dtype=np.int64)
    features = np.zeros((rows, words, 4), dtype=np.int64)
    present = np.zeros((rows, words), dtype=np.bool_)
    for row, window in enumerate(windows):
        count, width = len(window.first), len(window.ids)
        ids[row, :width], mask[row, :width] = window.ids, True
        first[row, :count], last[row, :count], present[row, :count] = window.first, window.last, True
        features[row, :count] = window.features
    numbers = np.array([LANGUAGES.index(language) if language in LANGUAGES else 0 for language in languages])
    return SubwordBatch(ids, mask, first, last, features, present, numbers.astype(np.int64))
