"""Words of languages other than English: a module each, with `words(text)` and the marks that end sentences.

Words are surface forms with exact offsets: "del" and "dárselo" are one word each. What is normalised for the encoder
is normalised there and never here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final, Protocol, cast

Offsets = tuple[int, int]
MODULES: Final = {"es": "spanish", "zh": "chinese", "ar": "arabic"}


class Splitter(Protocol):
    """What the module of a language offers."""

    ENDS: frozenset[str]  # words that end a sentence
    ALWAYS: frozenset[str]  # those of them that end it whatever follows

    def hints(self, text: str) -> frozenset[str]:
        """Words that a whole text shows, such as parts of foreign names."""
        ...

    def words(self, text: str, hints: frozenset[str] = frozenset()) -> list[Offsets]: ...


def splitter(language: str) -> Splitter:
    """The module of a language."""
    if language not in MODULES:
        raise ValueError(f"no words for language {language!r}; choose one of: {', '.join(sorted(MODULES))}")
    return cast(Splitter, import_module(f"{__name__}.{MODULES[language]}"))


def split_words(text: str, language: str) -> list[tuple[str, int, int]]:
    """The words of a text with their offsets."""
    own = splitter(language)
    return [(text[start:end], start, end) for start, end in own.words(text, own.hints(text))]
