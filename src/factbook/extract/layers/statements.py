"""What sentences state of two things: relations, kinship, jobs, places, dates. By rules over places, and learned.

A statement has one name in `data/statements.tsv`, which says what ACE, Rich ERE and Cold Start call it; the layers
`relations` and `slots` only translate. Rules are in `noun_phrases`, `clauses` and (for values) here; the encoder's
relation arcs add what they are sure of. Each statement keeps its rule, its trigger and how the text presents it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import sqrt
from typing import Final, NamedTuple

from factbook.extract.document import Document, FoundFiller, FoundMention
from factbook.extract.layers.modality import Status, stated
from factbook.extract.layers.places import Places, places
from factbook.extract.lexicon import rows

ENCODER: Final = "arcs"  # the rule of statements that the encoder's relation arcs make
UNSEEN: Final = 0.7  # of a rule that the table of confidences does not have
INSTEAD: Final = (("rather", "than"), ("instead", "of"))
MENTION, FILLER = "mention", "filler"


class Kind(NamedTuple):
    """A row of the table of statements."""

    name: str
    arg1: frozenset[str]
    arg2: frozenset[str]
    ace: str
    ere: str
    slot: str


class Item(NamedTuple):
    """An argument: a mention or a value, by index."""

    kind: str
    at: int


class Statement(NamedTuple):
    """`arg1` stands in the relation to `arg2`. `trigger` is the word that says so, `head` the clause's word."""

    name: str
    arg1: Item
    arg2: Item
    sentence: int
    probability: float
    trigger: int | None
    status: Status
    rule: str = ""  # which rule found it; "" the encoder


@cache
def kinds() -> dict[str, Kind]:
    def cell(text: str) -> str:
        return "" if text == "-" else text

    return {
        row[0]: Kind(row[0], frozenset(row[1].split()), frozenset(row[2].split()), *map(cell, row[3:6]))
        for row in rows("statements")
    }


@cache
def nouns_of(table: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Rows without their lemmas, by lemma, in table order."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in rows(table):
        for lemma in row[-1].split():
            found.setdefault(lemma, []).append(tuple(row[:-1]))
    return {lemma: tuple(group) for lemma, group in found.items()}


def type_of(document: Document, item: Item) -> str:
    """Entity or filler type of an argument."""
    if item.kind == MENTION:
        return document.mentions[item.at].type
    return document.fillers[item.at].type


def _sure(document: Document, item: Item) -> float:
    if item.kind == MENTION:
        return document.mentions[item.at].probability
    return document.fillers[item.at].probability


def arguments_certainty(document: Document, arg1: Item, arg2: Item) -> float:
    return min(1.0, sqrt(_sure(document, arg1) * _sure(document, arg2)))


def certainty(document: Document, found: Statement) -> float:
    """What a confidence is made of beside the share of right ones: the arguments', or the encoder's."""
    if found.rule:
        return arguments_certainty(document, found.arg1, found.arg2)
    return found.probability / share(ENCODER, found.name)


@cache
def _shares() -> dict[tuple[str, str], float]:
    return {(row[0], row[1]): float(row[2]) for row in rows("confidence")}


def share(rule: str, name: str) -> float:
    """How many statements of a rule are right, counted on development data (`data/confidence.tsv`)."""
    known = _shares()
    return known.get((rule, name), known.get((rule, "*"), UNSEEN))


def fits(document: Document, name: str, arg1: Item, arg2: Item) -> bool:
    """Whether the arguments have the types that the statement wants, and are two things."""
    kind = kinds()[name]
    if type_of(document, arg1) not in kind.arg1 or type_of(document, arg2) not in kind.arg2:
        return False
    if arg1.kind == arg2.kind == MENTION:
        one, two = document.mentions[arg1.at], document.mentions[arg2.at]
        if denied(document, one) or denied(document, two):
            return False
        return arg1.at != arg2.at and (one.entity < 0 or one.entity != two.entity)
    return True


def denied(document: Document, mention: FoundMention) -> bool:
    """The second part of "SpaceX, not Tesla", "in Leeds and not in York", "for Acme rather than for Tessaly"."""
    if mention.head < 0 or document.language != "en":
        return False
    first = document.sentences[mention.sentence].first
    at = mention.first - 1
    while at > first and document.words[at].upos in ("ADP", "DET") and document.words[at].lower not in ("than", "of"):
        at -= 1
    if at <= first:
        return False
    here, before = document.words[at].lower, document.words[at - 1]
    if here == "not":
        return before.upos not in ("AUX", "VERB", "PART", "PRON")
    return (before.lower, here) in INSTEAD


def state(document: Document, name: str, arg1: Item, arg2: Item, trigger: int, *, rule: str = "value") -> Statement:
    """A statement found by a rule. What a noun phrase states ("his wife") is taken for granted."""
    probability = share(rule, name) * arguments_certainty(document, arg1, arg2)
    shown = stated(document, trigger)
    return Statement(name, arg1, arg2, document.words[trigger].sentence, probability, trigger, shown, rule)


def by_rules(document: Document) -> Iterator[Statement]:
    """All rules on all words."""
    from factbook.extract.layers.clauses import by_clauses
    from factbook.extract.layers.noun_phrases import by_noun_phrases

    told = list(_by_order(document))  # "Aranda (Lima, 1952)" lives nowhere, 毕业于武汉大学的工程师 does not work there
    pairs = {(found.arg1, found.arg2) for found in told if found.name in ("birth_place", "student")}
    yield from told
    yield from (found for found in by_noun_phrases(document) if (found.arg1, found.arg2) not in pairs)
    yield from by_clauses(document)
    yield from _values(document)
    if document.language in ("zh", "ar"):
        from factbook.extract.layers.neighbours import by_neighbours

        yield from (found for found in by_neighbours(document) if (found.arg1, found.arg2) not in pairs)


def _by_order(document: Document) -> Iterator[Statement]:
    """What brackets and the order of words tell outside English."""
    if document.language != "en":
        from factbook.extract.layers.lifespans import by_lifespans

        yield from by_lifespans(document)
    if document.language == "zh":
        from factbook.extract.layers.chinese_clauses import by_clauses_in_chinese

        yield from by_clauses_in_chinese(document)


def mentions_at(document: Document, around: Places, *names: str) -> list[int]:
    """Mentions in places, in order."""
    words = [word for name in names for word in around.get(name, ())]
    return [found for word in words if (found := document.mention_of(word)) is not None]


# filler type: statement
VALUES: Final = {"TITLE": "title", "AGE": "age", "RELIGION": "religion", "ORIGIN": "origin", "URL": "website"}
NEAR_VALUE: Final = 6
THEN: Final = ("since", "when", "until", "before", "after", "while", "till")


def _values(document: Document) -> Iterator[Statement]:
    """A title, age, religion or origin belongs to the person it stands on, in front of or behind."""
    for index, filler in enumerate(document.fillers):
        name = VALUES.get(filler.type)
        if name is None or (name == "age" and _at_that_time(document, filler.head)):
            continue
        owner = _owner(document, index, kinds()[name].arg1)
        if owner is None:
            continue
        if name == "title" and document.mentions[owner].head == filler.head:
            name = "own_title"  # "the mayor": a title, but no statement about somebody else
        if fits(document, name, Item(MENTION, owner), Item(FILLER, index)):
            yield state(document, name, Item(MENTION, owner), Item(FILLER, index), filler.head)


def _at_that_time(document: Document, word: int) -> bool:
    """ "since he was six": an age that somebody had, not the one that he has."""
    marks = (document.words[child] for child in document.children[word])
    return any(mark.deprel in ("mark", "advmod") and mark.lower in THEN for mark in marks)


def _owner(document: Document, index: int, types: frozenset[str]) -> int | None:
    """The mention that a value describes: its subject or what it stands in apposition to, else what it is part of."""
    filler = document.fillers[index]
    named = document.mention_at_start(filler.end) if filler.type == "TITLE" else None
    if named is not None and _named(document, named, types):  # "Gov. Anne Pryor's spokesman", 市长海伦娜·瓦尔加
        return named
    before = document.mention_of(filler.first - 2) if filler.type == "AGE" and filler.first > 1 else None
    if before is not None and document.words[filler.first - 1].text == "," and _named(document, before, types):
        return before  # "Pinho, 60,"
    near = _described(document, _described_by(document, filler), types)
    if near is not None:
        return near
    inside = [
        m
        for m in document.mentions_in(filler.sentence)
        if document.mentions[m].first <= filler.first
        and filler.end <= document.mentions[m].end
        and document.mentions[m].type in types
    ]
    if inside:
        return min(inside, key=lambda m: document.mentions[m].end - document.mentions[m].first)
    behind = 1 if document.language == "en" else NEAR_VALUE // 2  # "Nadir Haddad, de 17 años"
    close = [
        m
        for m in document.mentions_in(filler.sentence)
        if document.mentions[m].type in types
        and (
            0 <= document.mentions[m].head_first - filler.end <= 1
            or 0 <= filler.first - document.mentions[m].head_end <= behind
        )
    ]
    return close[0] if close else None


def _named(document: Document, index: int, types: frozenset[str]) -> bool:
    return document.mentions[index].level == "NAM" and document.mentions[index].type in types


def _described_by(document: Document, filler: FoundFiller) -> int:
    """The word that a value says of somebody: "descent" of "Danish descent", "convert" of "converted to Islam"."""
    above = document.words[document.words[filler.head].head]
    relation = document.words[filler.head].deprel
    if filler.type == "AGE" and above.lemma == "age" and relation == "nmod":  # "died at the age of 93"
        above, relation = document.words[above.head], above.deprel
    verbal = filler.type in ("RELIGION", "AGE") and above.upos == "VERB" and relation in ("obl", "obj")
    return above.index if verbal else filler.head


def _described(document: Document, word: int, types: frozenset[str]) -> int | None:
    """Whom a noun or number describes: its subject ("he is 48"), or the name it follows or precedes."""
    here = document.words[word]
    around = places(document, word)
    for found in mentions_at(document, around, "subj", "pass"):
        if document.mentions[found].type in types:
            return found
    if here.deprel in ("appos", "compound", "flat", "nmod:desc", "nummod", "dep", "parataxis", "amod", "list"):
        above = document.mention_of(here.head)
        if above is not None and document.mentions[above].type in types:
            return above
    for child in document.children[word]:  # "the politician Dorothy Price"
        if document.words[child].deprel in ("appos", "flat"):
            below = document.mention_of(child)
            if below is not None and document.mentions[below].type in types:
                return below
    if here.deprel == "conj":
        return _described(document, here.head, types)
    return None
