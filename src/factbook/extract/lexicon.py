"""Word lists: short ones from a string, long ones from the tables in `layers/data/`.

A table is tab-separated text; lines that begin with `#` are comments. `layers/data/README.md` says where each comes
from. The tables of `layers/data/` hold English words; other languages say in their glossary which of these their words
stand for (`glossary.py`), and may have a table of their own under the same name in a folder of theirs.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


def word_set(words: str) -> frozenset[str]:
    """The words of a string."""
    return frozenset(words.split())


def capital(word: str) -> bool:
    """Whether a word can begin a name: by a capital, or in a script that has none."""
    first = word[:1]
    return first.isupper() or (first.isalpha() and first.lower() == first.upper())


@cache
def rows(name: str, language: str = "en") -> tuple[tuple[str, ...], ...]:
    """The rows of a table: of a language's own one (`data/<language>/`), if it has one, else of the English one."""
    folder = files("factbook.extract.layers") / "data"
    own = folder / language / f"{name}.tsv"
    text = (own if own.is_file() else folder / f"{name}.tsv").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return tuple(tuple(cell.strip() for cell in line.split("\t")) for line in lines)


@cache
def rows_of_all(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a table in all languages, the English ones first: names travel between languages."""
    folder = files("factbook.extract.layers") / "data"
    others = [language for language in ("es", "zh", "ar") if (folder / language / f"{name}.tsv").is_file()]
    return rows(name) + tuple(row for language in others for row in rows(name, language))


@cache
def mapping(name: str) -> dict[str, tuple[str, ...]]:
    """First cell, in lower case, to the other cells."""
    return {row[0].lower(): row[1:] for row in rows(name)}
