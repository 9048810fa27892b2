"""Statements that noun phrases make: kin, jobs, and what stands in front of a noun or behind a preposition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from factbook.extract.document import Document, FoundMention
from factbook.extract.layers.jobs import by_kind_of_organisation, in_front, role_noun, title_in_front
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

BASED: Final = word_set("base headquarter register bear")
KIN_PLACES: Final = ("poss", "of", "to", "for")
ABOUT: Final = ("GPE", "LOC", "FAC")
BEHIND_PLACES: Final = ("in", "near", "outside", "on", "off")
BEHIND_PEOPLE: Final = ("of", "from")
WORKING: Final = word_set("employee member player")
RELATED: Final = word_set("spouse child_of sibling other_family lasting")
REMOVING: Final = word_set(
    "expel release free rescue remove ban take drag pull evacuate bar exclude suspend discharge recruit poach hire buy "
    "keep prevent stop protect save hide shield separate"
)
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
            jobs = list(role_noun(document, index, mention))
        elif mention.level == "NAM" and mention.type == "PER":
            jobs = list(title_in_front(document, index, mention))
        yield from jobs
        told = {found.arg2 for found in jobs}
        yield from (found for found in _around_noun(document, index, mention) if found.arg2 not in told)
        yield from _comma_place(document, index, mention)
        yield from _based(document, index)


def _kin(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """ "his wife", "the daughter of a preacher", "Marsh's niece", "the brothers Anton and Piet"."""
    lemma = document.words[mention.head].lemma
    others = mentions_at(document, places(document, mention.head), *KIN_PLACES)
    if not others and document.words[mention.head].deprel == "conj" and not document.dependents(mention.head, "det"):
        others = mentions_at(
            document, places(document, document.words[mention.head].head), "poss"
        )  # "his wife and son"
    for other in others:
        if not _titled(document, mention.head, document.mentions[other]):
            yield from kin(document, mention.head, index, other, mention.head)
    if lemma in TWINS and document.words[mention.head].xpos == "NNS":
        named = [w for w in document.children[mention.head] if document.words[w].deprel in ("appos", "conj", "flat")]
        named += [w for word in named for w in document.children[word] if document.words[w].deprel == "conj"]
        found = sorted({m for w in named if (m := document.mention_of(w)) is not None})
        for one, two in pairwise(found):
            if fits(document, "sibling", Item(MENTION, one), Item(MENTION, two)):
                yield state(document, "sibling", Item(MENTION, one), Item(MENTION, two), mention.head, rule="kin")


def _titled(document: Document, noun: int, person: FoundMention) -> bool:
    """ "Secretary of State Laura Bridges": a title right in front of a name is of nobody else."""
    return any(
        filler.type == "TITLE" and filler.first <= noun < filler.end == person.head_first
        for filler in map(document.fillers.__getitem__, document.fillers_in(person.sentence))
    )


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


def _around_noun(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """The rows of the table of phrases, on what stands in front of a noun and behind it."""
    front = list(in_front(document, mention)) if mention.level == "NOM" else _owner_of_name(document, mention)
    top = document.top_of(mention)
    around = places(document, top)
    behind = [
        (place, other)
        for place, words in around.items()
        for word in words
        if word > mention.head and document.words[word].head == top
        if (other := document.mention_of(word)) is not None
    ]
    behind += [
        ("is", other)
        for word in document.children[top]
        if document.words[word].deprel == "appos" and (other := document.mention_of(word)) is not None
        if not document.dependents(word, "case", "cop")  # "Rahimi, who was in Delhi": no apposition
    ]
    known = {other for _, other in behind}
    behind += [(place, other) for place, other in _right_behind(document, mention) if other not in known]
    for place, other in (*front, *behind):
        yield from placed(document, place, index, other, mention.head, rule="phrase")


def _owner_of_name(document: Document, mention: FoundMention) -> list[tuple[str, int]]:
    """ "Peru's Ministry of Health"."""
    top = document.top_of(mention)
    owners = [word for word in document.children[top] if document.words[word].deprel == "nmod:poss"]
    return [("poss", other) for word in owners if (other := document.mention_of(word)) is not None]


def _right_behind(document: Document, mention: FoundMention) -> Iterator[tuple[str, int]]:
    """ "Tal Afar in northern Iraq", "Ahmed Khan, 45, of Bradford": what stands behind a preposition right after a place
    or a person's name belongs to it, whatever the parser hung it on."""
    at = mention.head_end
    cases = BEHIND_PLACES if mention.type in ABOUT else BEHIND_PEOPLE
    if mention.type == "PER" and mention.level == "NOM":
        yield from _sender(document, mention)
    if mention.type not in (*ABOUT, "PER") or (mention.type == "PER" and mention.level != "NAM"):
        return
    sentence = document.sentences[mention.sentence]
    skipped = 0
    while (
        at < sentence.end
        and skipped < 3
        and document.words[at].text.strip(",-()").isdigit() + (document.words[at].text == ",")
    ):
        at, skipped = at + 1, skipped + 1
    if at + 1 >= sentence.end or document.words[at].lower not in cases:
        return
    other = document.phrase_at(at + 1)
    if other is not None and document.mentions[other].type in ("GPE", "LOC"):
        yield document.words[at].lower, other


def _sender(document: Document, mention: FoundMention) -> Iterator[tuple[str, int]]:
    """ "met two men from the bank": whom they are of, unless the verb takes them out of it."""
    at = mention.head + 1
    verb = document.words[document.words[mention.head].head]
    if at + 1 >= len(document.words) or document.words[at].lower != "from" or verb.lemma in REMOVING:
        return
    other = document.phrase_at(at + 1)
    if other is not None and document.mentions[other].type == "ORG" and document.language == "en":
        yield "from", other


def placed(document: Document, place: str, noun: int, other: int, trigger: int, *, rule: str) -> Iterator[Statement]:
    """What the first fitting row says of a noun and another mention in this place."""
    if noun == other:
        return
    mention, second = document.mentions[noun], document.mentions[other]
    named = mention.level == "NAM"
    lemma = "NAME" if named else document.words[mention.head].lemma
    kind = document.words[document.top_of(mention)].lemma if named else lemma  # "Ministry of Health"
    for row in phrases():
        if place not in row.places or mention.type not in row.types or second.type not in row.others:
            continue
        if row.lemmas and not row.lemmas & {lemma, kind}:
            continue
        arg1, arg2 = Item(MENTION, noun), Item(MENTION, other)
        if not row.noun_first:
            arg1, arg2 = arg2, arg1
        name = by_kind_of_organisation(document, row.name, arg2)
        if name == "resident":
            name = _belonging(document, second, is_from=place == "from" and rule == "copula")
        if name in WORKING and place == "of" and lemma in _family():
            return  # "the daughter of a shipbuilder", but "my cousin at the mill"
        if fits(document, name, arg1, arg2):
            yield state(document, name, arg1, arg2, trigger, rule=rule)
        return


@cache
def _family() -> frozenset[str]:
    return frozenset(lemma for name, _, words in rows("kin") if name in RELATED for lemma in words.split())


def _belonging(document: Document, place: FoundMention, *, is_from: bool) -> str:
    """What a place says of somebody: "a Mexican economist" need not live there, a "Lima-born" one was born there."""
    behind = [word.lower for word in document.words[place.head_end : place.head_end + 2]]
    if behind == ["-", "born"]:
        return "birth_place"
    nation = place.subtype == "Nation" and is_from
    return "citizen" if nation or document.words[place.head].upos == "ADJ" else "resident"


def _based(document: Document, index: int) -> Iterator[Statement]:
    """ "the Dunmore-based carrier", "a firm registered in Lisk", "London-based Anna Berg", "Lima-born"."""
    mention = document.mentions[index]
    for word in document.children[document.top_of(mention)]:
        here = document.words[word]
        if here.lemma not in BASED or here.deprel not in ("amod", "acl", "compound"):
            continue
        around = places(document, word)
        found = mentions_at(document, around, "comp", "in", "at", "on")
        hyphen = document.mention_of(word - 2) if word > 1 and document.words[word - 1].text == "-" else None
        if here.lemma == "bear":  # "Chilean-born"; "born in Chile" is a clause
            found = []
        found += [hyphen] if hyphen is not None and hyphen not in found else []
        name = "headquarters" if mention.type == "ORG" else "birth_place" if here.lemma == "bear" else "resident"
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
