"""Feelings that the text itself tells: "Haddad despises her", "proud of the crew", "no fan of his".

Each rule finds a holder, a target and a polarity around a word of feeling. The words are in `data/affect.tsv`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from factbook.extract.attitudes.arabic_feelings import arabic_feelings
from factbook.extract.attitudes.features import affect, tone
from factbook.extract.attitudes.scene import Scene
from factbook.extract.document import Document
from factbook.extract.layers.modality import own_status
from factbook.extract.layers.places import Places, places
from factbook.extract.layers.syntax import lemma

ADJECTIVE_ABOUT: Final = ("of", "for", "at", "with", "about", "to", "by", "from", "on")
OBJECTS: Final = {"es": ("obj", "to")}  # "odia a Pablo": a person as object has a preposition
NOUN_ABOUT: Final = ("of", "for", "in", "with", "towards", "toward", "against")


class Feeling(NamedTuple):
    """Words of the holder and of what the feeling is about; `rule` is the kind of word that tells it."""

    holder: int
    about: int
    polarity: str
    rule: str
    own: bool = False  # the form of the verb at `holder` says that the speaker feels so: "أحب"


def feelings(scene: Scene) -> Iterator[Feeling]:
    """All feelings that words of feeling tell."""
    document = scene.document
    if document.language == "ar":
        yield from (Feeling(*found) for found in arabic_feelings(scene))
        return
    for word, here in enumerate(document.words):
        if here.upos == "VERB" or _taken_for_another(document, word):
            yield from _of_verb(document, word)
        elif here.upos == "ADJ" and here.lemma in affect("about"):
            around = places(document, word)
            yield from _joined(document, word, around, affect("about")[here.lemma], ADJECTIVE_ABOUT, "about")
        elif here.upos == "NOUN" and here.lemma in affect("noun"):
            yield from _of_noun(document, word)


def _taken_for_another(document: Document, word: int) -> bool:
    """ "Anna Berg despises Tom Hart": a verb of feeling with an object is one, whatever the tagger says."""
    here = document.words[word]
    if document.language != "en" or here.upos not in ("ADJ", "NOUN", "X") or here.lower.endswith("ing"):
        return False
    deprels = {document.words[child].deprel for child in document.children[word]}
    return {"obj", "nsubj"} <= deprels and _verb_lemma(document, word) in affect("verb")


def _verb_lemma(document: Document, word: int) -> str:
    here = document.words[word]
    return here.lemma if here.upos == "VERB" else lemma(here.text, "VERB")


def _turned(polarity: str, negated: bool) -> str | None:
    """No love is dislike; but no quarrel is not yet love."""
    if not negated:
        return polarity
    return "neg" if polarity == "pos" else None


def _joined(
    document: Document, word: int, around: Places, polarity: str, names: tuple[str, ...], rule: str
) -> Iterator[Feeling]:
    """Every subject with everything in the named places."""
    turned = _turned(polarity, own_status(document, word).negated)
    for name in names if turned is not None else ():
        for about in around.get(name, ()):
            for holder in _subjects(document, word, around):
                yield Feeling(holder, about, turned or polarity, rule)


def _subjects(document: Document, word: int, around: Places) -> list[int]:
    """Who feels; a language that leaves subjects out names him in the clause above ("reconoció que lo admira")."""
    found = list(around.get("subj", ()))
    if not found and document.words[word].upos == "ADJ":  # "está harta de": taken for a passive
        found = list(around.get("pass", ()))
    at = word
    while not found and document.language != "en" and document.words[at].deprel in ("ccomp", "xcomp", "conj"):
        at = document.words[at].head
        found = [*document.dependents(at, "nsubj")]
    return found


def _of_verb(document: Document, word: int) -> Iterator[Feeling]:
    felt, around = _verb_lemma(document, word), places(document, word)
    if felt in affect("verb"):
        polarity = affect("verb")[felt]
        yield from _joined(document, word, around, polarity, OBJECTS.get(document.language, ("obj",)), "verb")
        yield from _passive(document, word, around, polarity)
    if felt in affect("unbearable") and own_status(document, word).negated:
        for holder in around.get("subj", ()):
            for about in around.get("obj", ()):
                yield Feeling(holder, about, "neg", "unbearable")
    if felt in affect("moves"):
        yield from _moved(document, word, around, affect("moves")[felt])
    for name in around:
        polarity_toward = affect("toward").get(f"{name}:{felt}")
        if polarity_toward is not None:
            yield from _joined(document, word, around, polarity_toward, (name,), "toward")
    if felt in affect("naming"):
        yield from _named(document, word, around)


def _moved(document: Document, word: int, around: Places, polarity: str) -> Iterator[Feeling]:
    """ "she annoys me", "me encanta la ciudad": whom something moves feels so about it."""
    turned = _turned(polarity, own_status(document, word).negated)
    for holder in (*around.get("obj", ()), *around.get("iobj", ())) if turned is not None else ():
        for about in around.get("subj", ()):
            yield Feeling(holder, about, turned or polarity, "moves")


def _passive(document: Document, word: int, around: Places, polarity: str) -> Iterator[Feeling]:
    """ "loved by all of us"."""
    turned = _turned(polarity, own_status(document, word).negated)
    if "obj" in around or turned is None:
        return
    for holder in around.get("by", ()):
        for about in around.get("pass", ()):
            yield Feeling(holder, about, turned, "verb")


def _named(document: Document, word: int, around: Places) -> Iterator[Feeling]:
    """ "called the plan a disaster": the tone of the words behind the object is the subject's."""
    named = list(around.get("obj", ()))
    for child in document.children[word]:  # or the parser takes the object for the subject of what it is called
        if document.words[child].deprel in ("xcomp", "ccomp"):
            named += document.dependents(child, "nsubj")
    for about in named:
        described = [w for w in document.subtree(word) if w > about]
        colours = [tone(document, w) for w in described if document.words[w].upos in ("ADJ", "NOUN")]
        found = next((colour for colour in colours if colour is not None), None)
        for holder in around.get("subj", ()):
            if found is not None:
                yield Feeling(holder, about, found, "naming")


def _of_noun(document: Document, word: int) -> Iterator[Feeling]:
    """ "her contempt for him"; "not a fan of hers"; "he has no time for them"."""
    here, around = document.words[word], places(document, word)
    polarity = affect("noun")[here.lemma]
    holders = list(around.get("poss", ()))
    negated = own_status(document, word).negated
    copula = any(document.words[child].deprel == "cop" for child in document.children[word])
    if copula:
        holders += around.get("subj", [])
    elif here.deprel == "obj" and here.head >= 0:
        holders += places(document, here.head).get("subj", [])
        negated = negated != own_status(document, here.head).negated
    turned = _turned(polarity, negated)
    for name in NOUN_ABOUT if turned is not None else ():
        for about in around.get(name, ()):
            for holder in holders:
                yield Feeling(holder, about, turned or polarity, "noun")
