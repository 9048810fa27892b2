"""Words of languages that set blanks between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

# Alternatives of a verbose pattern: what stays whole in every language.
ADDRESSES: Final = r"""
    https?://[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?)\]}]
    | www\.[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?)\]}]
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | &(?:[A-Za-z]+|\#\d+|\#x[0-9A-Fa-f]+);
"""


def hints(text: str) -> frozenset[str]:
    """Blanks show the words: nothing more is needed."""
    return frozenset()


def splitter(pattern: re.Pattern[str]) -> Callable[..., list[tuple[int, int]]]:
    """The function `words` of a language whose words a pattern finds."""

    def words(text: str, hints: frozenset[str] = frozenset()) -> list[tuple[int, int]]:
        """Offsets of the words of a text."""
        return [match.span() for match in pattern.finditer(text)]

    return words
