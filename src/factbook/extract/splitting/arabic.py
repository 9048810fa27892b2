"""Arabic words: surface forms with their short vowels; "و" (and) stands alone where what follows leaves no doubt.

The other letters that lean on the next word (ب ل ك ف) are part of it: whether they are is decided where a name is
found, with the rest of the document as evidence (`layers/tagged_names.py`).
"""

from __future__ import annotations

import re
from typing import Final

from factbook.extract.lexicon import word_set
from factbook.extract.splitting.blanks import ADDRESSES, hints, splitter

__all__ = ["ALWAYS", "ENDS", "hints", "words"]

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
    {ADDRESSES}
    | \d+(?:[.,:٫٬]\d+)*
    | [@\#]\w+
    | (?<!\w)(?:{_AND})
    | \w[\w{_MARKS}]*(?:[-'’]\w[\w{_MARKS}]*)*
    | \.{{2,}} | [!?؟]{{2,}}
    | \S
    """,
    re.VERBOSE,
)

words = splitter(_WORD)
