"""jieba's word list, read as words occur: a text needs some thousand of its 350,000 lines.

Reading all of it takes longer than annotating a document. The lines that begin with a pair of characters are found by
sorting the beginnings of all, without looking at the rest.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import warnings
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

_NEWLINE, _BLANK, _ZERO = 10, 32, 48
_LONGEST = 4  # bytes of a character


class WordList:
    """The lines of a word list (word, frequency, tag) by their first two characters; `total` sums the frequencies."""

    def __init__(self, data: bytes) -> None:
        self.data = data if data.endswith(b"\n") else data + b"\n"
        bytes_ = np.frombuffer(self.data + b"\0" * 2 * _LONGEST, dtype=np.uint8)
        self.ends = np.flatnonzero(bytes_ == _NEWLINE)
        self.starts = np.concatenate(([0], self.ends[:-1] + 1))
        blanks = np.flatnonzero(bytes_ == _BLANK)
        if len(blanks) != 2 * len(self.ends):
            raise ValueError("a line of the word list of jieba is not: word, frequency, tag")
        self.total = _sum(bytes_, blanks[0::2], blanks[1::2])
        codes = _codes(bytes_, self.starts, blanks[0::2])
        self.order = np.argsort(codes, kind="stable")  # lines of one beginning stay in the order of the file
        self.codes = codes[self.order]

    def entries(self, beginning: str) -> Iterator[tuple[str, int]]:
        """The words that begin with two characters, or the word that is one, and their frequencies."""
        code = _code(beginning)
        first, last = np.searchsorted(self.codes, code), np.searchsorted(self.codes, code, side="right")
        for line in self.order[first:last]:
            word, frequency, _ = self.data[self.starts[line] : self.ends[line]].decode().split(" ")
            yield word, int(frequency)


def _code(beginning: str) -> np.uint64:
    """One or two characters as a number: four bytes of UTF-8 each."""
    parts = (character.encode("utf-8", "surrogatepass").ljust(_LONGEST, b"\0") for character in beginning)
    return np.uint64(int.from_bytes(b"".join(parts).ljust(2 * _LONGEST, b"\0"), "big"))


def _codes(
    data: npt.NDArray[np.uint8], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]
) -> npt.NDArray[np.uint64]:
    """`_code` of the beginnings of all words."""
    codes = np.zeros(len(starts), dtype=np.uint64)
    places = starts
    for _ in range(2):
        lead = data[places]
        length = np.where(places < ends, 1 + (lead >= 0xC0).astype(np.int64) + (lead >= 0xE0) + (lead >= 0xF0), 0)
        for number in range(_LONGEST):
            byte = np.where(number < length, data[places + number], 0).astype(np.uint64)
            codes = (codes << np.uint64(8)) | byte
        places = places + length
    return codes


def _sum(data: npt.NDArray[np.uint8], before: npt.NDArray[np.int64], after: npt.NDArray[np.int64]) -> int:
    """The sum of the decimal numbers between two blanks each."""
    total, lengths = 0, after - before - 1
    for place in range(int(lengths.max(initial=0))):
        digits = data[after[lengths > place] - 1 - place].astype(np.int64) - _ZERO
        total += 10**place * int(digits.sum())
    return total


class Segmenter:
    """jieba's segmentation, with the words that a text can hold."""

    def __init__(self) -> None:
        self._jieba = _jieba().Tokenizer()
        with self._jieba.get_dict_file() as file:
            self._list = WordList(file.read())
        self._jieba.FREQ, self._jieba.total, self._jieba.initialized = {}, self._list.total, True
        self._known: set[str] = set()  # beginnings

    def tokenize(self, text: str) -> Iterable[tuple[str, int, int]]:
        """The words of a text with their offsets."""
        self._learn({*text, *map("".join, pairwise(text))} - self._known)
        found: Iterable[tuple[str, int, int]] = self._jieba.tokenize(text)
        return found

    def known(self, word: str) -> bool:
        """Whether the list has a word; only for words of a text that was segmented."""
        return bool(self._jieba.FREQ.get(word))

    def _learn(self, beginnings: set[str]) -> None:
        """Take in the words that begin so, and their beginnings, as jieba's own loading does."""
        frequencies: dict[str, int] = self._jieba.FREQ
        for beginning in beginnings:
            for word, frequency in self._list.entries(beginning):
                frequencies[word] = frequency
                for end in range(1, len(word)):
                    frequencies.setdefault(word[:end], 0)
        self._known |= beginnings


def _jieba() -> Any:
    """The module. It imports `pkg_resources`, which is slow, only to open a file that it can open without."""
    with warnings.catch_warnings(), _hidden("pkg_resources"):
        warnings.simplefilter("ignore")  # its source has escapes that newer Pythons warn of
        import jieba

    jieba.setLogLevel(logging.WARNING)
    return jieba


@contextlib.contextmanager
def _hidden(name: str) -> Iterator[None]:
    """A module that cannot be imported for a while; one that is loaded stays so."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]
