"""Full-text search: what is indexed, and how a search is written. Chinese is indexed character by character."""

from __future__ import annotations

import re

_HAN = re.compile(r"([㐀-鿿豈-﫿])")
_TAG = re.compile(r"<[^<>]*>")
_WORD = re.compile(r"\w+", re.UNICODE)


def indexed(text: str) -> str:
    """Text as the index gets it: blanks around Chinese characters, so that each is a word."""
    return _HAN.sub(r" \1 ", text)


def searchable(text: str) -> str:
    """A document as the index gets it, without tags. It depends on the text alone, so it can be taken out again."""
    return indexed(_TAG.sub(" ", text))


def expression(words: str) -> str:
    """A search for all these words; text in double quotes is a phrase. Nothing in it can be a syntax error."""
    parts: list[str] = []
    for index, piece in enumerate(words.split('"')):
        tokens = _WORD.findall(indexed(piece))
        if not tokens:
            continue
        if index % 2 or _HAN.search(piece):
            parts.append('"' + " ".join(tokens) + '"')
        else:
            parts += [f'"{token}"' for token in tokens]
    return " ".join(parts)
