"""Words of other languages as the English words that the tables know.

The tables of `layers/data/` (nouns, kin, titles, frames, event triggers, attribution, affect …) are written once, in
English. `data/<language>/glossary.tsv` says which words of a language stand for which of theirs, so that the rules over
words and arcs read every language alike. A row: the English word, the parts of speech it holds for ("-": any), words.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from factbook.extract.lexicon import rows

ANY: Final = "-"
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
    for key in dict.fromkeys((form.lower(), lemma)):
        options = _entries(language).get(key)
        if not options:
            continue
        for part in (upos, ANY, *_NEIGHBOURS.get(upos, ())):
            if part in options:
                return options[part]
    return ""


@lru_cache(maxsize=100_000)
def native_lemma(language: str, form: str) -> str:
    """The dictionary form of a word in its own language; Chinese and Arabic words stand as they are."""
    lower = form[:100].lower()
    if language != "es" or not lower.isalpha():
        return lower
    import simplemma

    return str(simplemma.lemmatize(lower, lang="es")).lower()
