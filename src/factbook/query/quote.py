"""The sentence around a place: what a reader is shown as evidence."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?。！？؟](?=[\s\"”'’)<]|$)|[。！？]|\n|<[^<>]*>")
_LONGEST = 240


def sentence(text: str, start: int, end: int) -> str:
    """The sentence of `text` around characters `start` to `end`, on one line, not longer than a reader can take in."""
    first = max(0, start - _LONGEST)
    before = [match.end() for match in _END.finditer(text, first, start)]
    begin = before[-1] if before else first
    after = _END.search(text, max(end, start), min(len(text), end + _LONGEST))
    stop = min(len(text), end + _LONGEST)
    if after:
        stop = after.start() if after.group()[0] in "\n<" else after.end()
    return " ".join(text[begin:stop].split())
