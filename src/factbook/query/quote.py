"""The sentence around a place: what a reader is shown as evidence."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?。！？؟](?=[\s\"”'’)<]|$)|[。！？]|\n|<[^<>]*>")
_LONGEST = 240
_ABBREVIATION = re.compile(
    r"(?:\b[A-Z]|\b(?:St|Mr|Mrs|Ms|Dr|Prof|Sen|Gov|Rep|Jr|Sr|Co|Corp|Inc|No|vs|Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec))$"
)


def sentence(text: str, start: int, end: int) -> str:
    """The sentence of `text` around characters `start` to `end`, on one line, not longer than a reader can take in."""
    first = max(0, start - _LONGEST)
    last = min(len(text), end + _LONGEST)
    before = reversed(list(_END.finditer(text, first, start)))
    begin = next((match.end() for match in before if _ends(text, match)), first)
    stop = last
    for match in _END.finditer(text, max(end, start), last):
        if _ends(text, match):
            stop = match.start() if match.group()[0] in "\n<" else match.end()
            break
    return " ".join(text[begin:stop].split())


def _ends(text: str, match: re.Match[str]) -> bool:
    """Whether a mark ends a sentence: not the point of an abbreviation or initial."""
    return match.group() != "." or not _ABBREVIATION.search(text[max(0, match.start() - 6) : match.start()])
