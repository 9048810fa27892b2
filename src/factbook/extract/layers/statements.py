"""What sentences state of two things: relations, kinship, jobs, places, dates. By rules over places, and learned.

A statement has one name in `data/statements.tsv`, which says what ACE, Rich ERE and Cold Start call it; the layers
`relations` and `slots` only translate. Rules read the tables kin, role_nouns and frames; the encoder's relation arcs
add what they are sure of. Each statement keeps its trigger and how the text presents it (`modality`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from factbook.extract.document import Document, FoundMention
from factbook.extract.layers.modality import Status, own_status, status
from factbook.extract.layers.places import Places, places
from factbook.extract.lexicon import rows

RULE: Final = 0.75  # confidence of a rule before it is multiplied by that of its mentions
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


def fits(document: Document, name: str, arg1: Item, arg2: Item) -> bool:
    """Whether the arguments have the types that the statement wants, and are two things."""
    kind = kinds()[name]
    if type_of(document, arg1) not in kind.arg1 or type_of(document, arg2) not in kind.arg2:
        return False
    if arg1.kind == arg2.kind == MENTION:
        one, two = document.mentions[arg1.at], document.mentions[arg2.at]
        return arg1.at != arg2.at and (one.entity < 0 or one.entity != two.entity)
    return True


def state(document: Document, name: str, arg1: Item, arg2: Item, trigger: int) -> Statement:
    """A statement found by a rule. What a noun states ("his wife") is taken for granted, whatever its clause says."""
    probability = RULE * min(1.0, _sure(document, arg1) ** 0.5 * _sure(document, arg2) ** 0.5)
    verbal = document.words[trigger].upos in ("VERB", "AUX", "ADJ")
    shown = status(document, trigger) if verbal else own_status(document, trigger)
    return Statement(name, arg1, arg2, document.words[trigger].sentence, probability, trigger, shown)


def by_rules(document: Document) -> Iterator[Statement]:
    """All rules on all words."""
    for index, mention in enumerate(document.mentions):
        if mention.head >= 0 and mention.level == "NOM":
            yield from _kin(document, index, mention)
            yield from _role_noun(document, index, mention)
        if mention.head >= 0:
            yield from _modifier(document, index, mention)
            yield from _comma_place(document, index, mention)
    for word in range(len(document.words)):
        yield from _frames(document, word)
    yield from _values(document)
    if document.language in ("zh", "ar"):
        from factbook.extract.layers.neighbours import by_neighbours

        yield from by_neighbours(document)


def mentions_at(document: Document, around: Places, *names: str) -> list[int]:
    """Mentions in places, in order."""
    words = [word for name in names for word in around.get(name, ())]
    return [found for word in words if (found := document.mention_of(word)) is not None]


def _kin(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """ "his wife", "the daughter of a preacher", "Marsh's niece"."""
    for name, direction in nouns_of("kin").get(document.words[mention.head].lemma, ()):
        around = places(document, mention.head)
        for other in mentions_at(document, around, "poss", "of"):
            arg1, arg2 = Item(MENTION, index), Item(MENTION, other)
            if direction == "swap":
                arg1, arg2 = arg2, arg1
            if fits(document, name, arg1, arg2):
                yield state(document, name, arg1, arg2, mention.head)


def _role_noun(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """ "the chief of Tessaly", "Tessaly's chief", "a Tessaly chief", "members of the crew"."""
    options = nouns_of("role_nouns").get(document.words[mention.head].lemma, ())
    if mention.type != "PER" or not options:
        return
    around = places(document, mention.head)
    for other in mentions_at(document, around, "of", "poss", "comp", "at", "for", "from", "with"):
        for (name,) in options:
            if fits(document, name, Item(MENTION, index), Item(MENTION, other)):
                yield state(document, name, Item(MENTION, index), Item(MENTION, other), mention.head)
                break


def _modifier(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """A name in front of a noun ("Tessaly directors", "the Velandian police") or behind "of"."""
    if mention.level == "NAM" and mention.type == "PER":
        return
    around = places(document, mention.head)
    front = [
        w for w in document.children[mention.head] if document.words[w].deprel in ("compound", "amod", "nmod:poss")
    ]
    for word in front:
        other = document.mention_of(word)
        if other is None or other == index:
            continue
        owner = document.mentions[other]
        yield from _either(document, MODIFIERS.get((mention.type, owner.type, mention.level), ()), index, other)
    for other in mentions_at(document, around, "of", "in", "at", "near"):
        owner = document.mentions[other]
        place = next((p for p in ("of", "in", "at", "near") if owner.head in around.get(p, ())), "of")
        yield from _either(document, BEHIND.get((mention.type, owner.type, place), ()), index, other)


def _either(document: Document, names: tuple[str, ...], noun: int, other: int) -> Iterator[Statement]:
    """The first of these statements that fits, whichever of the two comes first in it."""
    one, two = Item(MENTION, noun), Item(MENTION, other)
    for name in names:
        for arg1, arg2 in ((one, two), (two, one)):
            if fits(document, name, arg1, arg2):
                yield state(document, name, arg1, arg2, document.mentions[noun].head)
                return


# (type of the noun, type of the word in front of it, level of the noun): statements to try
MODIFIERS: Final[dict[tuple[str, str, str], tuple[str, ...]]] = {
    ("PER", "ORG", "NOM"): ("employee",),
    ("PER", "GPE", "NOM"): ("resident",),
    ("ORG", "GPE", "NOM"): ("org_location",),
    ("ORG", "ORG", "NOM"): ("subsidiary",),
    ("FAC", "ORG", "NOM"): ("user",),
    ("FAC", "PER", "NOM"): ("user",),
    ("FAC", "GPE", "NOM"): ("inside",),
    ("LOC", "GPE", "NOM"): ("inside",),
    ("VEH", "PER", "NOM"): ("user",),
    ("VEH", "ORG", "NOM"): ("user",),
}
# (type of the noun, type behind it, preposition): statements to try
BEHIND: Final[dict[tuple[str, str, str], tuple[str, ...]]] = {
    ("PER", "GPE", "of"): ("resident",),
    ("PER", "GPE", "in"): ("located",),
    ("PER", "FAC", "in"): ("located",),
    ("PER", "FAC", "at"): ("located",),
    ("ORG", "GPE", "in"): ("org_location",),
    ("ORG", "GPE", "of"): ("org_location",),
    ("ORG", "ORG", "of"): ("subsidiary",),
    ("FAC", "GPE", "in"): ("inside",),
    ("FAC", "GPE", "of"): ("inside",),
    ("FAC", "FAC", "of"): ("inside",),
    ("FAC", "LOC", "on"): ("inside",),
    ("LOC", "GPE", "of"): ("inside",),
    ("GPE", "GPE", "in"): ("inside",),
    ("GPE", "GPE", "of"): ("inside",),
    ("FAC", "FAC", "near"): ("near",),
    ("FAC", "GPE", "near"): ("near",),
    ("GPE", "GPE", "near"): ("near",),
}


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
        yield state(document, "inside", Item(MENTION, index), Item(MENTION, other), mention.head)


def _frames(document: Document, word: int) -> Iterator[Statement]:
    """Verbs: "joined", "was born in", "lives in"."""
    here = document.words[word]
    frames = nouns_of("frames").get(here.lemma) if here.upos in ("VERB", "AUX", "ADJ") else None
    if not frames:
        return
    around = places(document, word)
    done: set[tuple[Item, Item]] = set()
    for name, place1, place2 in frames:
        for arg1 in _items(document, word, around, place1, kinds()[name].arg1):
            for arg2 in _items(document, word, around, place2, kinds()[name].arg2):
                if (arg1, arg2) not in done and fits(document, name, arg1, arg2):
                    done.add((arg1, arg2))
                    yield state(document, name, arg1, arg2, word)


def _items(document: Document, word: int, around: Places, names: str, types: frozenset[str]) -> list[Item]:
    """Arguments of these types in one of these places."""
    if names == "time":
        return [
            Item(FILLER, i) for i in document.fillers_in(document.words[word].sentence) if _hangs_on(document, i, word)
        ]
    found = []
    for name in names.split():
        for spot in around.get(name, ()):
            mention = document.mention_of(spot)
            if mention is not None and document.mentions[mention].type in types:
                found.append(Item(MENTION, mention))
            for filler in document.fillers_in(document.words[spot].sentence):
                value = document.fillers[filler]
                if value.type in types and value.first <= spot < value.end:
                    found.append(Item(FILLER, filler))
    return found


def _hangs_on(document: Document, filler: int, word: int) -> bool:
    value = document.fillers[filler]
    return value.type == "TIME" and word in list(document.ancestors(value.head))[:3]


# filler type: statement
VALUES: Final = {"TITLE": "title", "AGE": "age", "RELIGION": "religion", "ORIGIN": "origin", "URL": "website"}
NEAR_VALUE: Final = 6


def _values(document: Document) -> Iterator[Statement]:
    """A title, age, religion or origin belongs to the person it stands on, in front of or behind."""
    for index, filler in enumerate(document.fillers):
        name = VALUES.get(filler.type)
        if name is None:
            continue
        owner = _owner(document, index, kinds()[name].arg1)
        if owner is None:
            continue
        if name == "title" and document.mentions[owner].head == filler.head:
            name = "own_title"  # "the mayor": a title, but no statement about somebody else
        if fits(document, name, Item(MENTION, owner), Item(FILLER, index)):
            yield state(document, name, Item(MENTION, owner), Item(FILLER, index), filler.head)


def _owner(document: Document, index: int, types: frozenset[str]) -> int | None:
    """The mention that a value describes: its subject or what it stands in apposition to, else what it is part of."""
    filler = document.fillers[index]
    named = document.mention_at_start(filler.end) if document.language != "en" and filler.type == "TITLE" else None
    if named is not None and document.mentions[named].type in types:  # 市长海伦娜·瓦尔加
        return named
    near = _described(document, filler.head, types)
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
