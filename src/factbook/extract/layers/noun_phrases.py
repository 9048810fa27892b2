"""Statements that noun phrases make: kin, jobs, and what stands in front of a noun or behind a preposition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from factbook.extract.document import Document, FoundMention
from factbook.extract.layers.places import places
from factbook.extract.layers.statements import (
    MENTION,
    Item,
    Statement,
    fits,
    mentions_at,
    nouns_of,
    state,
)
from factbook.extract.lexicon import rows, word_set

FRONT: Final = word_set("compound amod nmod:poss nmod:desc nmod:unmarked")
BASED: Final = word_set("base headquarter register")
ROLE_PLACES: Final = ("of", "poss", "comp", "at", "for", "from", "with", "in", "on")
KIN_PLACES: Final = ("poss", "of", "to", "for")
TWINS: Final = word_set("brother sister sibling twin")


class Phrase(NamedTuple):
    """A row of the table of phrases."""

    name: str
    noun_first: bool
    types: frozenset[str]
    places: frozenset[str]
    others: frozenset[str]
    lemmas: frozenset[str]  # of the noun; empty: any


@cache
def phrases() -> tuple[Phrase, ...]:
    return tuple(
        Phrase(row[0], row[1] == "noun", word_set(row[2]), word_set(row[3]), word_set(row[4]), word_set(row[5]) - {"-"})
        for row in rows("phrases")
    )


def by_noun_phrases(document: Document) -> Iterator[Statement]:
    """All statements of noun phrases."""
    for index, mention in enumerate(document.mentions):
        if mention.head < 0:
            continue
        jobs: list[Statement] = []
        if mention.level == "NOM":
            yield from _kin(document, index, mention)
            jobs = list(_role_noun(document, index, mention))
        elif mention.level == "NAM" and mention.type == "PER":
            jobs = list(_title_in_front(document, index, mention))
        yield from jobs
        told = {found.arg2 for found in jobs}
        yield from (found for found in _around_noun(document, index, mention) if found.arg2 not in told)
        yield from _comma_place(document, index, mention)
        yield from _based(document, index)


def _kin(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """ "his wife", "the daughter of a preacher", "Marsh's niece", "the brothers Anton and Piet"."""
    lemma = document.words[mention.head].lemma
    for other in mentions_at(document, places(document, mention.head), *KIN_PLACES):
        yield from kin(document, mention.head, index, other, mention.head)
    if lemma in TWINS and document.words[mention.head].xpos == "NNS":
        named = [w for w in document.children[mention.head] if document.words[w].deprel in ("appos", "conj", "flat")]
        named += [w for word in named for w in document.children[word] if document.words[w].deprel == "conj"]
        found = sorted({m for w in named if (m := document.mention_of(w)) is not None})
        for one, two in pairwise(found):
            if fits(document, "sibling", Item(MENTION, one), Item(MENTION, two)):
                yield state(document, "sibling", Item(MENTION, one), Item(MENTION, two), mention.head, rule="kin")


def kin(document: Document, noun: int, one: int, other: int, trigger: int) -> Iterator[Statement]:
    """What a noun of kin or company says of the person it names and another: "his wife", "they have a son"."""
    options = nouns_of("kin").get(document.words[noun].lemma, ())
    if document.text_of(noun, min(noun + 5, len(document.words))).lower().partition("-")[2].startswith("in-law"):
        options = (("other_family", "-"),)
    for name, direction in options:
        arg1, arg2 = Item(MENTION, one), Item(MENTION, other)
        if direction == "swap":
            arg1, arg2 = arg2, arg1
        if fits(document, name, arg1, arg2):
            yield state(document, name, arg1, arg2, trigger, rule="kin")
            return


def _role_noun(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """ "the chief of Tessaly", "Tessaly's chief", "a Tessaly chief", "members of the crew"."""
    if mention.type != "PER":
        return
    around = places(document, mention.head)
    others = mentions_at(document, around, *ROLE_PLACES)
    others += [other for place, other in _in_front(document, mention) if place == "front" and other not in others]
    for other in others:
        yield from job(document, document.words[mention.head].lemma, Item(MENTION, index), other, mention.head)


def job(document: Document, lemma: str, person: Item, other: int, trigger: int) -> Iterator[Statement]:
    """What a noun for somebody in an organisation says of a person and an organisation."""
    for (name,) in nouns_of("role_nouns").get(lemma, ()):
        fitting = by_kind_of_organisation(document, name, Item(MENTION, other))
        if fits(document, fitting, person, Item(MENTION, other)):
            yield state(document, fitting, person, Item(MENTION, other), trigger, rule="role_noun")
            return


def _title_in_front(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """ "Tessaly chairman Bertil Sandoval"."""
    for word in range(mention.head_first - 1, max(mention.head_first - 4, -1), -1):
        here = document.words[word]
        if here.sentence != mention.sentence or here.upos not in ("NOUN", "PROPN", "ADJ"):
            return
        if here.lemma in nouns_of("role_nouns"):
            break
    else:
        return
    first = word
    while first > 0 and document.mention_of(first - 1) is None and document.words[first - 1].upos in ("NOUN", "ADJ"):
        first -= 1
    inside = first > 0 and document.words[first - 1].sentence == here.sentence
    owner = document.mention_of(first - 1) if inside else None
    if owner is not None and document.mentions[owner].level == "NAM":
        yield from job(document, here.lemma, Item(MENTION, index), owner, word)


def _in_front(document: Document, mention: FoundMention) -> Iterator[tuple[str, int]]:
    """Mentions in front of a noun: ("front", "a Tessaly crane") or its owner ("poss")."""
    for word in document.children[mention.head]:
        here = document.words[word]
        if here.deprel not in FRONT or word > mention.head:
            continue
        other = document.mention_of(word)
        if other is not None:
            yield ("poss" if here.deprel == "nmod:poss" else "front"), other
            continue
        for below in document.children[word]:  # "the UPE economics professor"
            deeper = document.mention_of(below)
            if document.words[below].deprel == "compound" and deeper is not None:
                yield "front", deeper


def _around_noun(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """The rows of the table of phrases, on what stands in front of a noun and behind it."""
    front = list(_in_front(document, mention)) if mention.level == "NOM" else []
    around = places(document, mention.head)
    behind = [
        (place, other)
        for place, words in around.items()
        for word in words
        if word > mention.head and document.words[word].head == mention.head
        if (other := document.mention_of(word)) is not None
    ]
    behind += [
        ("is", other)
        for word in document.children[mention.head]
        if document.words[word].deprel == "appos" and (other := document.mention_of(word)) is not None
    ]
    for place, other in (*front, *behind):
        yield from placed(document, place, index, other, mention.head, rule="phrase")


def placed(document: Document, place: str, noun: int, other: int, trigger: int, *, rule: str) -> Iterator[Statement]:
    """What the first fitting row says of a noun and another mention in this place."""
    if noun == other:
        return
    mention, second = document.mentions[noun], document.mentions[other]
    lemma = "NAME" if mention.level == "NAM" else document.words[mention.head].lemma
    for row in phrases():
        if place not in row.places or mention.type not in row.types or second.type not in row.others:
            continue
        if row.lemmas and lemma not in row.lemmas:
            continue
        arg1, arg2 = Item(MENTION, noun), Item(MENTION, other)
        if not row.noun_first:
            arg1, arg2 = arg2, arg1
        name = by_kind_of_organisation(document, row.name, arg2)
        if fits(document, name, arg1, arg2):
            yield state(document, name, arg1, arg2, trigger, rule=rule)
        return


def by_kind_of_organisation(document: Document, name: str, other: Item) -> str:
    """People at a club play for it, people at a party or church are members of it, others work there."""
    if name != "employee" or other.kind != MENTION:
        return name
    mention = document.mentions[other.at]
    subtypes = {mention.subtype}
    if mention.entity >= 0:
        subtypes.add(document.entities[mention.entity].subtype)
    if "Sports" in subtypes:
        return "player"
    return "member" if subtypes & {"Non-Governmental", "Religious"} else name


def _based(document: Document, index: int) -> Iterator[Statement]:
    """ "the Dunmore-based carrier", "a firm registered in Lisk", "London-based Anna Berg"."""
    mention = document.mentions[index]
    for word in document.children[mention.head]:
        here = document.words[word]
        if here.lemma not in BASED or here.deprel not in ("amod", "acl", "compound"):
            continue
        around = places(document, word)
        found = mentions_at(document, around, "comp", "in", "at", "on")
        hyphen = document.mention_of(word - 2) if word > 1 and document.words[word - 1].text == "-" else None
        found += [hyphen] if hyphen is not None and hyphen not in found else []
        name = "headquarters" if mention.type == "ORG" else "resident"
        name = "org_location" if here.lemma == "register" and mention.type == "ORG" else name
        for other in found:
            if fits(document, name, Item(MENTION, index), Item(MENTION, other)):
                yield state(document, name, Item(MENTION, index), Item(MENTION, other), mention.head, rule="based")


def _comma_place(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """ "Port Harrow, Velandia"."""
    if (
        mention.level != "NAM"
        or mention.type not in ("GPE", "FAC", "LOC")
        or mention.head_end + 1 >= len(document.words)
    ):
        return
    if document.words[mention.head_end].text != ",":
        return
    other = document.mention_at_start(mention.head_end + 1)
    if other is None or document.mentions[other].type != "GPE" or document.mentions[other].sentence != mention.sentence:
        return
    end = document.mentions[other].head_end
    after = document.words[end].text if end < len(document.words) else "."
    listed = after in ("and", "or") or (after == "," and document.mention_at_start(end + 1) is not None)
    if not listed and fits(document, "inside", Item(MENTION, index), Item(MENTION, other)):
        yield state(document, "inside", Item(MENTION, index), Item(MENTION, other), mention.head, rule="comma")
