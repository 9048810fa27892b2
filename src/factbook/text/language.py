"""The language of a document: by its id, by an attribute, or by its content."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from factbook.text.source import Source

LANGUAGES = ("en", "es", "zh", "ar")

# Words that ids and attributes use for a language.
CODES = {
    "ENG": "en", "EN": "en", "ENGLISH": "en",
    "SPA": "es", "ES": "es", "SPANISH": "es",
    "CMN": "zh", "ZHO": "zh", "CHI": "zh", "ZH": "zh", "CHINESE": "zh", "MANDARIN": "zh",
    "ARB": "ar", "ARA": "ar", "AR": "ar", "ARABIC": "ar",
}  # fmt: skip

# `CMN_NW_…` and `XIN_CMN_20030304.0001`: three letters that stand alone in the id.
_IN_ID = re.compile(r"(?<![A-Za-z])(ENG|SPA|CMN|ZHO|CHI|ARB|ARA)(?![A-Za-z])")
_SCRIPTS = {"zh": re.compile("[\u3400-\u9fff]"), "ar": re.compile("[\u0600-\u06ff\u0750-\u077f]")}
_LATIN = re.compile("[A-Za-zÀ-ɏ]")
_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 3_000  # characters that settle the language

# Frequent words that the other language of the pair lacks.
_FUNCTION_WORDS = {
    code: frozenset(words.split())
    for code, words in {
        "en": "the of and to in is was that for on with as at by from it he she they be this are were not have has had"
        " but an or his her their which who will would said we you i my your been about",
        "es": "el la los las de del que y en un una por para con se es su sus al lo como más pero no fue ha este esta"
        " son era muy ya hay está yo mi te le nos también entre sobre desde cuando donde",
    }.items()
}


def detect(source: Source) -> str:
    """`en`, `es`, `zh` or `ar`; "" where nothing tells it. The id wins over an attribute, that over the content."""
    return by_id(source.id) or by_attribute(source) or by_content(source.masked)


def by_id(id: str) -> str:
    """The language that a document id names."""
    found = _IN_ID.search(id)
    return CODES[found[1]] if found else ""


def by_attribute(source: Source) -> str:
    """The language that an attribute of the document or text element names."""
    for region in source.regions:
        found = region.attribute("lang", "language", "xml:lang") if region.kind in ("doc", "text") else None
        if found is not None:
            code = re.split(r"[-_]", found[0].strip())[0].upper()
            if code in CODES:
                return CODES[code]
    return ""


def by_content(text: str) -> str:
    """The language of the words: by script, and by function words between English and Spanish."""
    sample = text[:_ENOUGH]
    letters = Counter({code: len(pattern.findall(sample)) for code, pattern in _SCRIPTS.items()})
    letters["latin"] = len(_LATIN.findall(sample)) // 3  # a Chinese character is about a word, a Latin letter is not
    best, count = letters.most_common(1)[0]
    return best if count and best in _SCRIPTS else _latin_language(sample)


def _latin_language(sample: str) -> str:
    words = Counter(word.lower() for word in _WORD.findall(sample))
    score = {code: sum(words[word] for word in known) for code, known in _FUNCTION_WORDS.items()}
    score["es"] += sum(sample.count(mark) for mark in "ñ¿¡")
    if score["en"] == score["es"]:
        return ""
    return max(score, key=lambda code: score[code])
