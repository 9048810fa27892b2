"""Who has what post where: "the chief of Tessaly", "Tessaly chairman Sandoval", "became head of sales at Tessaly"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from factbook.extract.document import Document, FoundMention
from factbook.extract.layers.places import Places, places
from factbook.extract.layers.statements import MENTION, Item, Statement, fits, mentions_at, nouns_of, state
from factbook.extract.lexicon import rows, word_set

FRONT: Final = word_set("compound amod nmod:poss nmod:desc nmod:unmarked")
ROLE_PLACES: Final = ("of", "poss", "comp", "at", "for", "from", "with", "in", "on")
FIELD: Final = "field"  # "head of sales at Acme" is not its head
OF_STATES: Final = frozenset({"of", "poss", "comp", "front", "for"})  # "a man in Lisk" has no post there
NAMING: Final = word_set("name appoint elect hire choose pick install reappoint reelect nominate promote")
SERVING: Final = word_set("serve work act resign retire quit start begin return meet graduate double train leave")
BECOMING: Final = word_set("become remain stay")
POSTS: Final = word_set("job post position career internship placement apprenticeship traineeship shift work role")
HAVING_POST: Final = word_set("have get take hold lose quit leave find land accept start keep do resign finish begin")
DEGREES: Final = word_set("degree phd doctorate master bachelor diploma ba bsc ma msc mba law medicine certificate")
EARNING: Final = word_set("earn receive get hold have complete take finish obtain study read")


def role_noun(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
    """ "the chief of Tessaly", "Tessaly's chief", "a Tessaly chief", "founder and chief of Tessaly"."""
    if mention.type != "PER":
        return
    roles = [mention.head, *_joined(document, mention.head)]
    others: dict[int, str] = {}
    for role in roles:
        for place in ROLE_PLACES:
            for other in mentions_at(document, places(document, role), place):
                others.setdefault(other, place)
        for other in _field_at(document, role):
            others.setdefault(other, FIELD)
    for place, other in in_front(document, mention):
        others.setdefault(other, place)
    for role in roles:
        for other, place in others.items():
            yield from job(document, document.words[role].lemma, Item(MENTION, index), other, role, place=place)


def _joined(document: Document, word: int) -> list[int]:
    """Other posts of the same person: "founder and former chief executive"."""
    return [
        child
        for child in document.children[word]
        if document.words[child].deprel == "conj"
        and document.words[child].lemma in nouns_of("role_nouns")
        and document.words[child].xpos == document.words[word].xpos
        and not document.dependents(child, "det", "nmod:poss")
    ]


def _field_at(document: Document, role: int) -> Iterator[int]:
    """ "a professor of history at Oxford": what hangs on the field that the noun names."""
    around = places(document, role)
    for word in (*around.get("of", ()), *around.get("in", ())):
        if document.mention_of(word) is None:
            yield from mentions_at(document, places(document, word), "at", "for", "of", "with")


def job(
    document: Document, lemma: str, person: Item, other: int, trigger: int, *, place: str = "of"
) -> Iterator[Statement]:
    """What a noun for somebody in an organisation says of a person and an organisation."""
    state_like = document.mentions[other].type == "GPE"
    for (name,) in nouns_of("role_nouns").get(lemma, ()):
        ranked = "employee" if name == "leader" and place == FIELD else name
        fitting = by_kind_of_organisation(document, ranked, Item(MENTION, other))
        if state_like and fitting not in ("resident", "citizen") and not _has_post(lemma, name, place):
            continue
        if fits(document, fitting, person, Item(MENTION, other)):
            yield state(document, fitting, person, Item(MENTION, other), trigger, rule="role_noun")
            return


def _has_post(lemma: str, name: str, place: str) -> bool:
    """Whether a town or state is whom somebody works for: "a Lisk official", not "a Lisk lawyer"."""
    if place not in OF_STATES:
        return False
    return name != "employee" or lemma in _civil()


@cache
def _civil() -> frozenset[str]:
    return frozenset(word for (words,) in rows("civil_nouns") for word in words.split())


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


def title_in_front(document: Document, index: int, mention: FoundMention) -> Iterator[Statement]:
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
    clitic = inside and document.words[first - 1].xpos == "POS" and first > 1  # "Lisk's mayor Anna Berg"
    owner = document.mention_of(first - (2 if clitic else 1)) if inside else None
    if owner is not None and document.mentions[owner].level == "NAM":
        yield from job(document, here.lemma, Item(MENTION, index), owner, word, place="front")


def in_front(document: Document, mention: FoundMention) -> Iterator[tuple[str, int]]:
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


def as_role(document: Document, word: int, around: Places) -> Iterator[Statement]:
    """ "resigned as director of the authority", "was elected mayor of Lisk", "became head of sales at Acme"."""
    lemma = document.words[word].lemma
    if lemma not in NAMING and lemma not in SERVING and lemma not in BECOMING:
        return
    people = mentions_at(document, around, "pass" if lemma in NAMING else "subj")
    roles = list(around.get("as", ()))
    if lemma not in SERVING:
        roles += [child for child in document.dependents(word, "xcomp", "obj") if child > word]
    for role in roles:
        if lemma in BECOMING and document.words[role].upos == "VERB":
            continue
        near = places(document, role)
        others = {other: place for place in ROLE_PLACES for other in mentions_at(document, near, place)}
        others |= dict.fromkeys(_field_at(document, role), FIELD)
        for other, place in others.items():
            for person in people:
                yield from job(document, document.words[role].lemma, Item(MENTION, person), other, word, place=place)


def having_post(document: Document, word: int, around: Places) -> Iterator[Statement]:
    """ "got a job at Acme", "holds a degree from Lisk University"."""
    lemma = document.words[word].lemma
    for table, verbs, name in ((POSTS, HAVING_POST, "employee"), (DEGREES, EARNING, "student")):
        if lemma not in verbs:
            continue
        for noun in around.get("obj", ()):
            if document.words[noun].lemma not in table:
                continue
            near = places(document, noun)
            where = ("at", "with", "for", "in") if name == "employee" else ("at", "from")
            others = dict.fromkeys((*mentions_at(document, near, *where), *mentions_at(document, around, *where)))
            for other in others:
                for person in mentions_at(document, around, "subj"):
                    fitting = by_kind_of_organisation(document, name, Item(MENTION, other))
                    if document.mentions[other].type == "ORG" and fits(
                        document, fitting, Item(MENTION, person), Item(MENTION, other)
                    ):
                        yield state(document, fitting, Item(MENTION, person), Item(MENTION, other), word, rule="post")
