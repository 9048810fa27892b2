"""Public ids of collection entities: `E` and the entity's number in letters and digits, the same in every build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@lru_cache(maxsize=65536)
def public_id(number: int) -> str:
    """The id that users see."""
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return "E" + (digits or "0")


def internal_id(text: str) -> int | None:
    """The number of a public id; None if the text is none."""
    text = text.removeprefix(":")
    if not text.startswith("E") or len(text) < 8 or not text[1:].isalnum() or text[1:] != text[1:].lower():
        return None
    return int(text[1:], 36)


def numbers(items: Iterable[int], size: int = 800) -> Iterator[str]:
    """Comma-separated integers for `IN (…)`, some at a time."""
    everything = sorted(items)
    for start in range(0, len(everything), size):
        yield ",".join(map(str, everything[start : start + size]))
