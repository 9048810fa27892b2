"""Arabic words: surface forms with their short vowels; "و" (and) stands alone where what follows leaves no doubt.

The other letters that lean on the next word (ب ل ك ف) are part of it: whether they are is decided where a name is
found, with the rest of the document as evidence (`layers/clitics.py`).
"""

from __future__ import annotations

import re
from typing import Final

from factbook.extract.lexicon import word_set

ENDS: Final = word_set(". ! ? ؟ … ... ۔ !! ?? ؟؟")
ALWAYS: Final = word_set("؟ ؟؟ ۔ !! ??")
_MARKS: Final = "\u0610-\u061a\u0640\u064b-\u065f\u0670"
# What is sure to begin a word of its own after "و": the article before three letters, and frequent verbs of report.
_AND: Final = (
    rf"و(?=ال(?!د)\w[\w{_MARKS}]{{2,}})"
    r"|و(?=(?:قال|قالت|قالوا|أضاف|أضافت|أعلن|أعلنت|أكد|أكدت|أوضح|أوضحت|ذكر|ذكرت|أشار|أشارت|كان|كانت|هو|هي|هم)(?!\w))"
)
_WORD: Final = re.compile(
    rf"""
    https?://[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?)\]}}]
    | www\.[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?)\]}}]
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | &(?:[A-Za-z]+|\#\d+|\#x[0-9A-Fa-f]+);
    | \d+(?:[.,:٫٬]\d+)*
    | [@\#]\w+
    | (?<!\w)(?:{_AND})
    | \w[\w{_MARKS}]*(?:[-'’]\w[\w{_MARKS}]*)*
    | \.{{2,}} | [!?؟]{{2,}}
    | \S
    """,
    re.VERBOSE,
)


def hints(text: str) -> frozenset[str]:
    """Blanks show the words: nothing more is needed."""
    return frozenset()


def words(text: str, hints: frozenset[str] = frozenset()) -> list[tuple[int, int]]:
    """Offsets of the words of a text."""
    return [match.span() for match in _WORD.finditer(text)]
