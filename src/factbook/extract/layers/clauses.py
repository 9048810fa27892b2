"""Statements that clauses make: verbs with their arguments, "is" with a preposition, shares, sizes and charges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document
from factbook.extract.layers.jobs import as_role, by_kind_of_organisation, having_post
from factbook.extract.layers.modality import status
from factbook.extract.layers.noun_phrases import kin, placed
from factbook.extract.layers.places import Places, places, prepositions
from factbook.extract.layers.seats import distance, living, placing, seat
from factbook.extract.layers.statements import (
    FILLER,
    MENTION,
    Item,
    Statement,
    fits,
    kinds,
    mentions_at,
    nouns_of,
    state,
    type_of,
)
from factbook.extract.lexicon import word_set

STAKES: Final = word_set("percent stake share shareholding interest holding % third half quarter majority minority")
BEHIND_STAKES: Final = dict.fromkeys(("share", "stake", "shareholding", "interest"), ("of", "in"))
HOLDING: Final = word_set("own hold buy acquire have take control purchase keep")
STAFF: Final = word_set("employee worker people staff member person staffer crew hand job strong")
PAYROLLS: Final = word_set("payroll workforce staff membership headcount crew")
COUNTING: Final = word_set("employ have number count boast")
CHARGING: Final = word_set("charge accuse convict indict arrest jail sentence suspect acquit imprison try detain plead")
CHARGED_WITH: Final = 6  # edges between such a verb and the offence
EMPLOYED: Final = word_set("employee worker staffer member")
HAVING: Final = word_set("have lose leave raise adopt")
INSIDE: Final = ("in", "at", "inside", "aboard", "outside", "on")
# Verbs that do not say that their subject is in the place.
NO_PLACE: Final = word_set(
    "live reside dwell settle grow bear invest believe participate specialize specialise interest trade start open "
    "found own build base locate play work have want sleep"
)
OCCASIONS: Final = word_set(
    "rally meeting conference match game concert ceremony funeral wedding summit trial hearing party festival event "
    "show dinner protest demonstration march vigil fair race exhibition workshop class lecture service briefing"
)
NO_SPOTS: Final = word_set("home desk ward room bed office table")
ABOUT_PLACES: Final = word_set("FAC GPE")


def by_clauses(document: Document) -> Iterator[Statement]:
    """All statements of clauses."""
    for word in range(len(document.words)):
        here = document.words[word]
        if here.upos in ("VERB", "AUX", "ADJ"):
            around = places(document, word)
            yield from _frames(document, word, around)
            if here.upos == "VERB":
                yield from _being_there(document, word, around)
                yield from as_role(document, word, around)
                yield from having_post(document, word, around)
                yield from _charges(document, word, around)
                yield from _having(document, word, around)
                yield from placing(document, word, around)
                yield from living(document, word, around)
        elif here.lemma in STAKES:
            yield from _stakes(document, word)
        yield from seat(document, word)
        yield from distance(document, word)
        yield from _copula(document, word)
    yield from _sizes(document)


def _frames(document: Document, word: int, around: Places) -> Iterator[Statement]:
    """Verbs: "joined", "was born in", "lives in", "set up"."""
    lemma = document.words[word].lemma
    particle = next((w for w in document.children[word] if document.words[w].deprel == "compound:prt"), None)
    frames = nouns_of("frames").get(lemma, ())
    if particle is not None:
        frames = nouns_of("frames").get(f"{lemma}_{document.words[particle].lower}", frames)
    done: set[tuple[Item, Item]] = set()
    for name, place1, place2 in frames:
        for arg1 in _items(document, word, around, place1, kinds()[name].arg1):
            for arg2 in _items(document, word, around, place2, kinds()[name].arg2):
                fitting = by_kind_of_organisation(document, name, arg2)
                if place2 == "in with" and type_of(document, arg2) != "ORG":  # "served in Lisk"
                    continue
                if (arg1, arg2) not in done and fits(document, fitting, arg1, arg2):
                    done.add((arg1, arg2))
                    yield state(document, fitting, arg1, arg2, word, rule="frame")


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
    above = list(document.ancestors(value.head))[:3]
    verb = next((at for at in above if document.words[at].upos == "VERB"), None)
    return value.type == "TIME" and word in above and verb in (word, None)  # not "was born here and moved in 1950"


def _being_there(document: Document, word: int, around: Places) -> Iterator[Statement]:
    """Who does or suffers something in a place is there: "was arrested at the airport", "waited in Lisk"."""
    if document.words[word].lemma in NO_PLACE or not status(document, word).factual:
        return
    people = mentions_at(document, around, "subj") or mentions_at(document, around, "pass")
    occasions = [w for w in around.get("at", ()) if document.words[w].lemma in OCCASIONS]
    spots = [m for w in occasions for m in mentions_at(document, places(document, w), "in", "at")]
    for other in (*mentions_at(document, around, *INSIDE), *spots):
        spot = document.mentions[other]
        near = spot.type == "FAC" or "on" not in prepositions(document, spot.head)
        if spot.type not in ABOUT_PLACES or not near or document.words[spot.head].lemma in NO_SPOTS:
            continue
        for person in people:
            arg1, arg2 = Item(MENTION, person), Item(MENTION, other)
            if document.mentions[person].type == "PER" and fits(document, "located", arg1, arg2):
                yield state(document, "located", arg1, arg2, word, rule="being_there")


def _copula(document: Document, word: int) -> Iterator[Statement]:
    """ "He is from Ostravia", "the prison is near the capital": the table of phrases, with the subject as noun."""
    copula = next((w for w in document.children[word] if document.words[w].deprel == "cop"), None)
    other = document.mention_of(word) if copula is not None else None
    if other is None or copula is None:
        return
    start = document.mentions[other].first
    before = [document.words[start - 1].lower] if start and document.words[start - 1].upos == "ADP" else []
    for place in list(prepositions(document, word)) or before or ["is"]:
        for subject in mentions_at(document, places(document, word), "subj"):
            yield from placed(document, place, subject, other, copula, rule="copula")


def _having(document: Document, word: int, around: Places) -> Iterator[Statement]:
    """ "They have a daughter", "he lost both parents"."""
    if document.words[word].lemma not in HAVING:
        return
    for noun in around.get("obj", ()):
        named = document.mention_of(noun)
        if named is None:
            continue
        for owner in mentions_at(document, around, "subj"):
            yield from kin(document, noun, named, owner, word)
            arg1, arg2 = Item(MENTION, owner), Item(MENTION, named)
            name = by_kind_of_organisation(document, "employee", arg1)
            if document.words[noun].lemma in EMPLOYED and type_of(document, arg1) == "ORG":  # "has 64 employees"
                if fits(document, name, arg2, arg1):
                    yield state(document, name, arg2, arg1, word, rule="having")
            elif document.words[word].lemma == "have" and _owns(document, owner, named):
                yield state(document, "user", arg1, arg2, word, rule="having")


def _owns(document: Document, owner: int, thing: int) -> bool:
    """ "has two factories", "had a rifle": people and firms have things, towns have schools."""
    one, two = document.mentions[owner], document.mentions[thing]
    spot = two.type == "FAC" and "Subarea" in two.subtype
    return (
        one.type in ("PER", "ORG") and not spot and fits(document, "user", Item(MENTION, owner), Item(MENTION, thing))
    )


def _charges(document: Document, word: int, around: Places) -> Iterator[Statement]:
    """ "convicted Tarn on two counts of corruption and one of forgery"."""
    if document.words[word].lemma not in CHARGING:
        return
    people = mentions_at(document, around, "pass")
    for index in document.fillers_in(document.words[word].sentence):
        filler = document.fillers[index]
        if filler.type != "CRIME" or word not in list(document.ancestors(filler.head))[:CHARGED_WITH]:
            continue
        for person in people:
            if fits(document, "charge", Item(MENTION, person), Item(FILLER, index)):
                yield state(document, "charge", Item(MENTION, person), Item(FILLER, index), word, rule="charge")


def _stakes(document: Document, word: int) -> Iterator[Statement]:
    """ "Meridian owns 22 percent of Tessaly", "its 22 percent of Tessaly", "the stake in Tessaly that it bought"."""
    around = places(document, word)
    above = document.words[word].head
    held = mentions_at(document, around, "of", "in", "comp")
    owners = mentions_at(document, around, "poss")
    verbs = [above, *(w for w in document.children[word] if document.words[w].deprel in ("acl:relcl", "acl"))]
    for verb in verbs:
        if document.words[verb].lemma in HOLDING and verb != word:
            near = places(document, verb)
            held += _owned_by(document, word, verb) if "by" in near else []
            owners += mentions_at(document, near, "by") or mentions_at(document, near, "subj")
            held += (
                mentions_at(document, near, *BEHIND_STAKES.get(document.words[word].lemma, ("of",)))
                if verb == above
                else []
            )
    for owner in owners:
        for other in held:
            if fits(document, "shareholder", Item(MENTION, owner), Item(MENTION, other)):
                yield state(document, "shareholder", Item(MENTION, owner), Item(MENTION, other), word, rule="stake")


def _owned_by(document: Document, share: int, verb: int) -> list[int]:
    """ "Tessaly is 22 percent owned by …": what the share is of stands as subject of the noun or of the verb."""
    return mentions_at(document, places(document, share), "subj") or mentions_at(
        document, places(document, verb), "pass"
    )


def _sizes(document: Document) -> Iterator[Statement]:
    """ "employs 610 people", "has 64 employees", "a payroll of about 3,400"."""
    for index, filler in enumerate(document.fillers):
        if filler.type != "NUMBER":
            continue
        noun = document.words[document.words[filler.head].head]
        above = document.words[noun.head]
        owners: list[int] = []
        if noun.lemma in STAFF and above.lemma in COUNTING:
            owners = mentions_at(document, places(document, above.index), "subj")
        elif noun.lemma in PAYROLLS and "of" in prepositions(document, filler.head):
            owners = mentions_at(document, places(document, noun.index), "poss")
            owners = owners or mentions_at(document, places(document, above.index), "subj")
        for owner in owners:
            if fits(document, "size", Item(MENTION, owner), Item(FILLER, index)):
                yield state(document, "size", Item(MENTION, owner), Item(FILLER, index), noun.index, rule="size")
