"""Spanish words: surface forms; abbreviations, addresses and numbers stay whole; ¿ and ¡ stand alone."""

from __future__ import annotations

import re
from typing import Final

from factbook.extract.lexicon import word_set
from factbook.extract.splitting.blanks import ADDRESSES, hints, splitter

__all__ = ["ALWAYS", "ENDS", "hints", "words"]

ENDS: Final = word_set(". ! ? … ... !! ?? !? ?!")
ALWAYS: Final = word_set("!! ?? !? ?!")
_ABBREVIATIONS: Final = (
    "Sr Sra Srta Sres Dr Dra Drs Prof Profa Lic Ing Arq Gral Cnel Cap Tte Sgto Mons Fr Hno Hna Pte Excmo Excma Ud Uds "
    "Vd Vds D Dª Dña Av Avda Cía Ltda Art art pág págs núm núms tel aprox ed vol cap p pp etc"
)
_WORD: Final = re.compile(
    r"""
    ADDRESSES
    | \d+(?:[.,:]\d+)*(?:º|ª|°)?
    | [@\#]\w+
    | (?:[A-ZÁÉÍÓÚÑ]{1,2}\.){2,}                     # EE.UU. S.A.
    | (?<!\w)(?:ABBREVIATIONS)\.(?=\s*[\w«"“(])
    | (?<![\w.])[A-ZÁÉÍÓÚÑ]\.(?=\s*[A-ZÁÉÍÓÚÑ])      # initials
    | \w[\w\u0300-\u036f]*(?:[-'’·]\w[\w\u0300-\u036f]*)*
    | \.{2,} | [!?]{2,} | -{2,}
    | \S
    """.replace("ABBREVIATIONS", "|".join(_ABBREVIATIONS.split())).replace("ADDRESSES", ADDRESSES),
    re.VERBOSE,
)

words = splitter(_WORD)
