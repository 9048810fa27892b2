"""Base forms of English and Spanish words, by simplemma, with its word lists in a form that needs no loading.

simplemma unpacks its list of a language when it is first asked: 800,000 Spanish forms, in every process. Here a list is
unpacked once a machine, into a sorted file in the user's cache folder, and searched there. Where no file can be written
it is unpacked as before. The answers are the same.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from factbook.text.files import write_whole

FOLDER = "FACTBOOK_CACHE"  # the variable that names another folder; "-": keep nothing
_MAGIC = b"factbook lemmas 1\n"
_BETWEEN = b"\t"


def lemmatize(word: str, language: str) -> str:
    """The base form of a word."""
    return str(_tools().lemmatizer.lemmatize(word, lang=language))


def is_known(word: str, language: str) -> bool:
    """Whether the list of a language has a word."""
    return _tools().lookup.get_lemma(unicodedata.normalize("NFC", word), language) is not None


def cache_folder() -> Path | None:
    """Where unpacked lists are kept; None where nothing is to be kept."""
    folder = os.environ.get(FOLDER) or os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(folder) / "factbook" if folder != "-" else None


class Table(Mapping[str, str]):
    """A word list in a sorted file: offsets of the entries, then the entries (form, tab, base form)."""

    def __init__(self, data: bytes | mmap.mmap) -> None:
        count = int.from_bytes(data[len(_MAGIC) : len(_MAGIC) + 4], "little")
        view, first = memoryview(data), len(_MAGIC) + 4
        self._offsets = view[first : first + 4 * (count + 1)].cast("I")
        self._entries = view[first + 4 * (count + 1) :]

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def _entry(self, number: int) -> bytes:
        return bytes(self._entries[self._offsets[number] : self._offsets[number + 1]])

    def __getitem__(self, form: str) -> str:
        wanted = form.encode() + _BETWEEN
        number = bisect_left(range(len(self)), wanted, key=self._entry)
        if number < len(self) and (entry := self._entry(number)).startswith(wanted):
            return entry[len(wanted) :].decode()
        raise KeyError(form)

    def __iter__(self) -> Iterator[str]:
        return (self._entry(number).partition(_BETWEEN)[0].decode() for number in range(len(self)))


def packed(forms: Mapping[str, str]) -> bytes:
    """The file of a word list."""
    encoded = getattr(forms, "_dict", None)  # simplemma's lists are a view of bytes
    if not isinstance(encoded, dict):
        encoded = {form.encode(): base.encode() for form, base in forms.items()}
    entries = sorted(map(_BETWEEN.join, encoded.items()))
    offsets = array("I", accumulate(map(len, entries), initial=0))
    return b"".join((_MAGIC, len(entries).to_bytes(4, "little"), offsets.tobytes(), *entries))


class Lists:
    """Word lists by language, as simplemma asks for them (its `DictionaryFactory`)."""

    def __init__(self, unpack: Any, version: str) -> None:
        self._unpack, self._version = unpack, version
        self._open: dict[str, Mapping[str, str]] = {}

    def get_dictionary(self, lang: str) -> Mapping[str, str]:
        if lang not in self._open:
            self._open[lang] = self._kept(lang) or self._made(lang)
        return self._open[lang]

    def _path(self, lang: str) -> Path | None:
        folder = cache_folder()
        return folder / f"lemmas-{lang}-{self._version}" if folder is not None else None

    def _kept(self, lang: str) -> Mapping[str, str] | None:
        path = self._path(lang)
        if path is None:
            return None
        try:
            with path.open("rb") as file:
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):  # there is none, or it is empty
            return None
        return Table(data) if data[: len(_MAGIC)] == _MAGIC else None

    def _made(self, lang: str) -> Mapping[str, str]:
        forms: Mapping[str, str] = self._unpack(lang)
        path = self._path(lang)
        if path is not None:
            with contextlib.suppress(OSError):  # a machine that keeps nothing is only slower
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, packed(forms))
        return forms


class _Tools:
    def __init__(self) -> None:
        from simplemma import Lemmatizer, __version__
        from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy
        from simplemma.strategies.dictionaries import DefaultDictionaryFactory

        lists: Any = Lists(DefaultDictionaryFactory().get_dictionary, __version__)
        self.lemmatizer = Lemmatizer(lemmatization_strategy=DefaultStrategy(dictionary_factory=lists))
        self.lookup = DictionaryLookupStrategy(lists)


@cache
def _tools() -> _Tools:
    return _Tools()
