"""Word lists: short ones from a string, long ones from the tables in `layers/data/`.

A table is tab-separated text; lines that begin with `#` are comments. `layers/data/README.md` says where each comes
from.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


def word_set(words: str) -> frozenset[str]:
    """The words of a string."""
    return frozenset(words.split())


@cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a table."""
    text = (files("factbook.extract.layers") / "data" / f"{name}.tsv").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return tuple(tuple(cell.strip() for cell in line.split("\t")) for line in lines)


@cache
def mapping(name: str) -> dict[str, tuple[str, ...]]:
    """First cell, in lower case, to the other cells."""
    return {row[0].lower(): row[1:] for row in rows(name)}
