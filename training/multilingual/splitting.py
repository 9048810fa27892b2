"""Words of Spanish, Chinese and Arabic training text, split as at run time."""

from __future__ import annotations

import re

_WORD = re.compile(r"https?://\S+|\d+(?:[.,:]\d+)*|[@#]\w+|(?:[A-ZÁÉÍÓÚÑ]\.){2,}|\w+(?:[-'’]\w+)*|\.\.\.+|[^\w\s]")


def split_words(text: str, language: str) -> list[tuple[str, int, int]]:
    """Words with their character offsets."""
    if language == "zh":
        return _chinese(text)
    return [(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


def _chinese(text: str) -> list[tuple[str, int, int]]:
    import jieba

    return [(word, start, end) for word, start, end in jieba.tokenize(text) if not word.isspace()]
