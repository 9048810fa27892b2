"""Words of other languages as the English words that the tables know.

The tables of `layers/data/` (nouns, kin, titles, frames, event triggers, attribution, affect …) are written once, in
English. `data/<language>/glossary.tsv` says which words of a language stand for which of theirs, so that the rules over
words and arcs read every language alike. A row: the English word, the parts of speech it holds for ("-": any), words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from factbook.extract.lemmas import lemmatize
from factbook.extract.lexicon import rows
from factbook.text.chinese import simplified

ANY: Final = "-"
LEANING: Final = frozenset("وفبلك")
SHORTEST: Final = 3  # letters of an Arabic word that something may lean on
_VOWELS: Final = dict.fromkeys([*range(0x064B, 0x0653), 0x0670, 0x0640])
# Parts of speech that taggers mix up: what to try after the tag itself.
_NEIGHBOURS: Final = {
    "NOUN": ("PROPN", "VERB", "ADJ"),
    "PROPN": ("NOUN",),
    "ADJ": ("NOUN", "VERB", "DET"),
    "VERB": ("AUX", "NOUN", "ADJ"),
    "AUX": ("VERB",),
    "ADV": ("ADJ",),
    "PART": ("NOUN",),
    "X": ("NOUN", "VERB", "ADJ"),
}


@cache
def _entries(language: str) -> dict[str, dict[str, str]]:
    """For each word the English one by part of speech; the first row wins."""
    found: dict[str, dict[str, str]] = {}
    for english, parts, words in rows("glossary", language):
        for word in words.split():
            options = found.setdefault(word.replace("_", " "), {})
            for part in parts.split():
                options.setdefault(part, english)
    return found


def gloss(language: str, form: str, lemma: str, upos: str) -> str:
    """The English word that a word stands for; "" if the glossary has none."""
    if language == "zh":
        form, lemma = simplified(form), simplified(lemma)
    keys = dict.fromkeys((form.lower(), lemma))
    for near in (False, True):  # "acusado" that is a verb is of "acusar", not the noun
        for key in keys:
            found = _options(language, key, upos, near=near)
            if found:
                return found
    if language == "es" and upos in ("NOUN", "ADJ") and lemma.startswith("ex"):  # "exalcalde"
        found = _options(language, lemma[2:].lstrip("-"), "NOUN", near=False)
        if found:
            return found
    for infinitive in _infinitives(form.lower()) if language == "es" and upos == "VERB" else ():
        found = _options(language, infinitive, upos, near=False)
        if found:
            return found
    if language == "ar":
        for bare, _ in bare_forms(form):
            found = _options(language, bare, upos, near=True)
            if found:
                return found
    return ""


def _options(language: str, key: str, upos: str, *, near: bool) -> str:
    """The English word for a tag; `near`: or for one that taggers mix it up with."""
    options = _entries(language).get(key)
    if not options:
        return ""
    neighbours = _NEIGHBOURS.get(upos, ()) if near else ()
    return next((options[part] for part in (upos, ANY, *neighbours) if part in options), "")


def _infinitives(form: str) -> Iterator[str]:
    """ "sospecha", "dudan", "dudo" as verbs, where the word list knows the noun: "sospechar", "dudar"."""
    if form.endswith(("a", "e")):
        yield f"{form}r"
    elif form.endswith(("an", "en")):
        yield f"{form[:-1]}r"
    elif form.endswith("o"):
        yield f"{form[:-1]}ar"


def bare_forms(form: str) -> Iterator[tuple[str, int]]:
    """An Arabic word without what leans on it, and how many letters are no part of it: the article is.

    "للشركة" is ل and الشركة, "وبنك" is و and بنك, "محامياً" has the ending of an object.
    """
    word = form.translate(_VOWELS)
    for text, cut in ((word, 0), *((word[1:], 1) for _ in range(word[:1] in LEANING))):
        double = cut and word.startswith("لل")
        stems = [f"ال{text[1:]}"] if double else [text]
        stems += [stem[2:] for stem in stems if stem.startswith("ال")]
        stems += [stem[:-1] for stem in stems if stem.endswith("ا")]
        yield from ((stem, cut) for stem in stems if len(stem) >= SHORTEST and stem != form)


def leaning(form: str) -> int:
    """How many letters at the start of an Arabic word lean on it, by the glossary."""
    known = _entries("ar")
    if form in known:
        return 0
    return next((cut for bare, cut in bare_forms(form) if bare in known), 0)


@lru_cache(maxsize=100_000)
def native_lemma(language: str, form: str) -> str:
    """The dictionary form of a word in its own language; Chinese and Arabic words stand as they are."""
    lower = form[:100].lower()
    if language != "es" or not lower.isalpha():
        return lower
    return lemmatize(lower, "es").lower()
