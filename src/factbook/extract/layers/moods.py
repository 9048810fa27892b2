"""What the form of a Spanish verb says: the conditional, the future, and the subjunctive of what did not happen.

Only forms that are sure are read: "quería" is no conditional, "declara" no subjunctive.
"""

from __future__ import annotations

import re
from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.glossary import native_lemma
from factbook.extract.layers.standing import Status
from factbook.extract.lexicon import word_set

_PERSONS: Final = "(?:s|n|mos|is)?"
_CONDITIONAL: Final = re.compile(f"(?:[aeibd]|^quer)ría{_PERSONS}$")
# Pasts of verbs whose own last letters end like a conditional.
_PAST: Final = re.compile(
    f"^(?:quer|her|(?:re|des)?cubr|(?:re|entre)?abr|(?:pre|re|trans|di|inter|in|con|pro|a)fer|suger|diger|inger|adher|injer|requer|adquir|inquir)"
    f"ía{_PERSONS}$"
)
_FUTURE: Final = re.compile("(?:[aeibd]|^quer)r(?:á|án|ás)$")
_SUBJUNCTIVE: Final = re.compile("(?:[ai]era|[jy]era|^fuera|ara|iese|[jy]ese|^fuese|ase)n?$")
_WHEN: Final = word_set("cuando hasta apenas conforme")
# Behind these the subjunctive tells what happened: "después de que muriera".
_AFTER: Final = ("después_de_que", "luego_de_que", "desde_que", "hecho_de_que", "lamentó_que", "que_fuera")


def moods(document: Document, word: Word, before: list[Word], found: Status) -> None:
    """Add what the form of a verb, or of the "be" and "have" with it, and the words in front of it say of it."""
    if document.language != "es":
        return
    helping = (document.words[child] for child in document.children[word.index])
    helpers = [near for near in helping if near.deprel in ("cop", "aux", "aux:pass") and near.index < word.index]
    verbal = word.upos in ("VERB", "AUX") or word.lemma == "es:ser"
    for near in (*helpers, *(word for _ in range(verbal))):
        text = near.text.lower()
        found.conditional = found.conditional or is_conditional(text) or _unreal(text, before)
        found.future = found.future or is_future(text)
    if verbal:
        found.future = found.future or _about_to(before) or _still_to_come(document, word, before)


def is_conditional(text: str) -> bool:
    """ "viviría", "sería", "tendría"; not "quería", "moría"."""
    return bool(_CONDITIONAL.search(text)) and not _PAST.search(text)


def is_future(text: str) -> bool:
    """ "vivirá", "tendrán"."""
    return bool(_FUTURE.search(text))


def _unreal(text: str, before: list[Word]) -> bool:
    """ "es raro que muriera", "aunque se casara": not told as a fact; "compara" and "prepara" are told."""
    base = native_lemma("es", text)
    if not _SUBJUNCTIVE.search(text) or (base.endswith("sar") and "ase" in text) or base.endswith(("rar", "rer")):
        return False
    front = "_".join(near.text.lower() for near in before)
    opened = any(near.text.lower() in ("que", "aunque", "si", "quien", "quienes") for near in before)
    return opened and not any(turn in front for turn in _AFTER)


def _about_to(before: list[Word]) -> bool:
    """ "va a casarse", "van a ser"."""
    lowers = [near.text.lower() for near in before[-2:]]
    return len(lowers) == 2 and lowers[1] == "a" and lowers[0] in ("va", "van", "voy", "vamos", "vas")


def _still_to_come(document: Document, word: Word, before: list[Word]) -> bool:
    """ "cuando se case, habrá fiesta": a clause whose main clause lies ahead."""
    if not any(near.text.lower() in _WHEN for near in before):
        return False
    further = document.sentence_words(word.sentence)
    return any(near.upos in ("VERB", "AUX") and is_future(near.text.lower()) for near in further)
