"""Words of raw training text, split as the treebanks split them; exact offsets."""

from __future__ import annotations

import re

_WORD = re.compile(
    r"https?://\S+|[\w.+-]+@[\w-]+\.[\w.-]+|(?:[A-Za-z]\.){2,}"
    r"|(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Inc|Corp|Ltd|Co|Gen|Sen|Rep|Gov|Lt|Col|Prof|vs|No)\.(?=\s|,|$)"
    r"|(?<![\w.])[A-Z]\.(?=\s[A-Z])"
    r"|\d+(?:[.,:]\d+)*|[A-Za-z]+(?=n['’]t\b)|n['’]t\b"
    r"|['’](?:s|S|re|ve|ll|d|m|RE|VE|LL|D|M)\b|\.\.\.+|--+|[@#]\w+|\w+|[^\w\s]"
)
_SENTENCE_END = re.compile(r"[.!?]+[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9])")


def words_of(text: str) -> list[tuple[str, int, int]]:
    """Words with their character offsets."""
    return [(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


def sentences_of(text: str, words: list[tuple[str, int, int]]) -> list[int]:
    """A sentence number for each word; a plain rule is enough for short passages."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    out = []
    number = 0
    for _, start, _ in words:
        while number < len(ends) and start >= ends[number]:
            number += 1
        out.append(number)
    return out


def locate(words: list[tuple[str, int, int]], start: int, end: int) -> tuple[int, int] | None:
    """The words that overlap characters ``start:end``, as a half-open range."""
    inside = [i for i, (_, a, b) in enumerate(words) if a < end and b > start]
    return (inside[0], inside[-1] + 1) if inside else None
