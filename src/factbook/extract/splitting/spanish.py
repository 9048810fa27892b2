"""Spanish words: surface forms; abbreviations, addresses and numbers stay whole; ¿ and ¡ stand alone."""

from __future__ import annotations

import re
from typing import Final

from factbook.extract.lexicon import word_set

ENDS: Final = word_set(". ! ? … ... !! ?? !? ?!")
ALWAYS: Final = word_set("!! ?? !? ?!")
_ABBREVIATIONS: Final = (
    "Sr Sra Srta Sres Dr Dra Drs Prof Profa Lic Ing Arq Gral Cnel Cap Tte Sgto Mons Fr Hno Hna Pte Excmo Excma Ud Uds "
    "Vd Vds D Dª Dña Av Avda Cía Ltda Art art pág págs núm núms tel aprox ed vol cap p pp etc"
)
_WORD: Final = re.compile(
    r"""
    https?://[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?)\]}]
    | www\.[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?)\]}]
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | &(?:[A-Za-z]+|\#\d+|\#x[0-9A-Fa-f]+);
    | \d+(?:[.,:]\d+)*(?:º|ª|°)?
    | [@\#]\w+
    | (?:[A-ZÁÉÍÓÚÑ]{1,2}\.){2,}                     # EE.UU. S.A.
    | (?<!\w)(?:ABBREVIATIONS)\.(?=\s*[\w«"“(])
    | (?<![\w.])[A-ZÁÉÍÓÚÑ]\.(?=\s*[A-ZÁÉÍÓÚÑ])      # initials
    | \w[\w\u0300-\u036f]*(?:[-'’·]\w[\w\u0300-\u036f]*)*
    | \.{2,} | [!?]{2,} | -{2,}
    | \S
    """.replace("ABBREVIATIONS", "|".join(_ABBREVIATIONS.split())),
    re.VERBOSE,
)


def hints(text: str) -> frozenset[str]:
    """Blanks show the words: nothing more is needed."""
    return frozenset()


def words(text: str, hints: frozenset[str] = frozenset()) -> list[tuple[int, int]]:
    """Offsets of the words of a text."""
    return [match.span() for match in _WORD.finditer(text)]
