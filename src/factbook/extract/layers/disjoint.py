"""Mentions that cannot be one thing, by their places in a sentence: owner and owned, and the arguments of one verb."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from factbook.extract.document import Document
from factbook.extract.layers import arabic
from factbook.extract.layers.places import prepositions
from factbook.extract.lexicon import word_set

_REFLEXIVE: Final = word_set(
    "myself yourself himself herself itself ourselves yourselves themselves each other another oneself who whom "
    "which that whose where"
)
_OBJECTS: Final = word_set("obj iobj obl:agent")
_SUBJECTS: Final = word_set("nsubj nsubj:pass")
_LIKENESS: Final = word_set("as like than including")
_EQUATING: Final = word_set("be become remain call name elect appoint make consider represent mean include seem")


def apart(document: Document) -> list[tuple[int, int]]:
    """Pairs of mention indices that are two things."""
    if document.language == "ar":
        return arabic.carried(document)
    if document.language != "en":
        arguments = _arguments(document) if document.language == "es" else ()
        return [*_owners(document), *_under_pronouns(document), *arguments]
    return [*_owners(document), *_people_of(document), *_arguments(document)]


def _people_of(document: Document) -> Iterator[tuple[int, int]]:
    """ "the grandson of the founder": two people, whatever the parser hung them on."""
    for index, mention in enumerate(document.mentions):
        if mention.level != "NOM" or mention.type != "PER" or mention.head + 2 >= len(document.words):
            continue
        of = document.words[mention.head + 1]
        other = document.phrase_at(mention.head + 2) if of.lower == "of" else None
        if other is not None and document.mentions[other].type == "PER" and of.sentence == mention.sentence:
            yield index, other


def _owners(document: Document) -> Iterator[tuple[int, int]]:
    """ "his partner", "a mate of mine": nobody is his own partner."""
    for index, mention in enumerate(document.mentions):
        if mention.level != "NOM":
            continue
        for child in document.children[mention.head]:
            word = document.words[child]
            pronoun = word.upos == "PRON" and word.deprel == "nmod"
            if word.deprel == "nmod:poss" or pronoun:
                other = document.mention_of(child)
                if other is not None and other != index:
                    yield index, other


def _under_pronouns(document: Document) -> Iterator[tuple[int, int]]:
    """ "他说吴建国是骗子": a name in what a pronoun says or does is of somebody else."""
    for index, mention in enumerate(document.mentions):
        if mention.level != "PRO" or mention.head < 0 or document.words[mention.head].deprel not in _SUBJECTS:
            continue
        verb = document.words[mention.head].head
        if verb < mention.head or document.words[mention.head].lower in _REFLEXIVE:
            continue
        for other in document.mentions_in(mention.sentence):
            name = document.mentions[other]
            if name.level == "NAM" and name.head > verb and verb in document.ancestors(name.head):
                yield index, other


def _arguments(document: Document) -> Iterator[tuple[int, int]]:
    """ "SoftBank, which invested in WeWork": subject and object of a verb are two things, unless it says "himself"."""
    by_verb: dict[int, list[tuple[int, bool]]] = {}
    for index, mention in enumerate(document.mentions):
        if mention.head < 0:
            continue
        top = document.words[document.top_of(mention)]
        if top.deprel in _SUBJECTS:
            by_verb.setdefault(top.head, []).append((index, True))
        elif (top.deprel in _OBJECTS and top.lower not in _REFLEXIVE) or (
            top.deprel == "obl" and mention.level == "NAM"
        ):
            by_verb.setdefault(top.head, []).append((index, False))
    for verb, found in by_verb.items():
        if document.words[verb].lemma in _EQUATING or document.words[verb].upos != "VERB":
            continue
        for (one, subject), (two, other) in combinations(found, 2):
            if subject != other and not _likened(document, one if other else two):
                yield one, two


def _likened(document: Document, index: int) -> bool:
    head = document.top_of(document.mentions[index])
    return any(case in _LIKENESS for case in prepositions(document, head))
