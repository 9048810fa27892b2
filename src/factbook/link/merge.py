"""Facts of several documents as one: how sure they are together, and which values are the same."""

from __future__ import annotations

import re
from collections.abc import Iterable

from factbook.link.names import fold

_HIGHEST = 0.9999  # never quite certain, unless a document was
_DATE = re.compile(r"^[0-9X]{4}(-[0-9X]{2}){0,2}$")
# A number in the ways of several languages: 3,400 (en) 3.400 (es) 3 400 (fr) ٣٤٠٠ (ar) 3400人 (zh, with its counter).
_NUMBER = re.compile(r"^(\d{1,3}(?:[.,'’٬\s]\d{3})+|\d+)\s*[人名位个個岁歲]?$")


def combine(by_document: Iterable[float]) -> float:
    """Confidence of a fact that several documents state, each counted once: one is enough to be right (noisy or)."""
    doubt = 1.0
    certain = False
    for confidence in by_document:
        certain |= confidence >= 1.0
        doubt *= 1.0 - min(max(confidence, 0.0), 1.0)
    return 1.0 if certain else min(1.0 - doubt, _HIGHEST)


def value_key(value: str) -> str:
    """Equal for values that are the same; case, accents, spaces and how a number is written do not count."""
    text = value.strip()
    if _DATE.match(text):
        return text.upper()
    number = _NUMBER.match(text)
    return "".join(str(int(c)) for c in number[1] if c.isdecimal()) if number else fold(value)


def compatible(first: str, second: str) -> bool:
    """Whether two values of a single-valued slot can both be true: equal, or one date a coarser form of the other."""
    a, b = value_key(first), value_key(second)
    if a == b:
        return True
    if _DATE.match(a) and _DATE.match(b):
        return all("X" in (x, y) or x == y for x, y in zip(a.ljust(10, "X"), b.ljust(10, "X"), strict=True))
    short, long = sorted((fold(first), fold(second)), key=len)
    return bool(short) and f" {short} " in f" {long} "
