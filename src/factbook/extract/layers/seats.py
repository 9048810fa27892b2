"""Where organisations sit and things lie: "has its headquarters in Lisk", "ten miles north of Lisk"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document
from factbook.extract.layers.places import Places, places, prepositions
from factbook.extract.layers.statements import MENTION, Item, Statement, fits, mentions_at, state
from factbook.extract.lexicon import word_set

SEATS: Final = word_set("headquarters headquarter hq seat base")
AT_SEAT: Final = ("in", "at", "on", "near", "outside")
DIRECTIONS: Final = word_set("north south east west northeast northwest southeast southwest outside")
LENGTHS: Final = word_set("mile mi kilometer kilometre km metre meter block minute hour yard")
PLACING: Final = word_set("open build have own run operate close keep erect reopen")
LIVING: Final = word_set("live reside dwell stay settle")
WHERE: Final = ("in", "at", "on", "near")


def seat(document: Document, word: int) -> Iterator[Statement]:
    """ "Its head office is in Lisk", "the headquarters of the bank in Lisk", "has its headquarters in Lisk"."""
    here = document.words[word]
    office = here.lemma == "office" and any(document.words[w].lower == "head" for w in document.children[word])
    if here.lemma not in SEATS and not office:
        return
    around = places(document, word)
    above = document.words[here.head]
    over = places(document, above.index) if above.index != word else {}
    owners = mentions_at(document, around, "poss", "of", "comp")
    if above.lemma in ("have", "keep", "maintain", "move") and here.deprel.partition(":")[0] == "obj":
        owners += mentions_at(document, over, "subj")
    if "with" in prepositions(document, word) and not owners:
        owners = _having_seat(document, word)
    spots = mentions_at(document, around, *AT_SEAT)
    if here.deprel.startswith("nsubj") or here.deprel.partition(":")[0] == "obj":
        spots += mentions_at(document, over, *AT_SEAT, *(["to"] if above.lemma == "move" else []))
        spots += [found] if (found := document.mention_of(above.index)) is not None else []
    yield from _pairs(document, "headquarters", owners, spots, word, rule="seat")


def _having_seat(document: Document, word: int) -> list[int]:
    """ "Arregui, con sede en Bilbao": the organisation that it hangs on, or that stands in front of the comma."""
    above = document.mention_of(document.words[word].head)
    case = min(document.dependents(word, "case"), default=word)
    before = case - 1 - (case > 1 and document.words[case - 1].text in (",", "("))
    near = next((m for m in document.mentions_in(document.words[word].sentence) if _ends(document, m, before)), None)
    for found in (near, above):
        if found is not None and document.mentions[found].type == "ORG":
            return [found]
    return []


def _ends(document: Document, index: int, word: int) -> bool:
    return document.mentions[index].head_end == word + 1


def distance(document: Document, word: int) -> Iterator[Statement]:
    """ "located 10 miles north of Havana", "a village 5 km from the border": what the length hangs on is near."""
    here = document.words[word]
    if here.lemma not in DIRECTIONS and here.lemma not in LENGTHS:
        return
    spots = mentions_at(document, places(document, word), "of", "from")
    if not spots or here.head in (word, -1):
        return
    above = document.words[here.head]
    things = [found] if (found := document.mention_of(above.index)) is not None else []
    if not things:
        around = places(document, above.index)
        things = mentions_at(document, around, "subj") or mentions_at(document, around, "pass")
    yield from _pairs(document, "near", things[:1], spots, word, rule="distance")


def placing(document: Document, word: int, around: Places) -> Iterator[Statement]:
    """ "opened a shop in Lisk": the shop is there."""
    if document.words[word].lemma not in PLACING:
        return
    things = [m for m in mentions_at(document, around, "obj") if document.mentions[m].type == "FAC"]
    spots = [
        m for m in mentions_at(document, around, "in", "at", "near") if document.mentions[m].type in ("GPE", "LOC")
    ]
    for spot in spots:
        near = "near" in prepositions(document, document.top_of(document.mentions[spot]))
        yield from _pairs(document, "near" if near else "inside", things, [spot], word, rule="placing")


def living(document: Document, word: int, around: Places) -> Iterator[Statement]:
    """ "lives with her and their daughter in Lisk": all of them live there."""
    if document.words[word].lemma not in LIVING:
        return
    company = mentions_at(document, around, "with")
    below = [w for m in company for w in document.subtree(document.top_of(document.mentions[m]))]
    spots = mentions_at(document, around, *WHERE)
    for at in below:
        found = document.mention_of(at)
        if found is not None and document.mentions[found].type == "GPE" and set(prepositions(document, at)) & {*WHERE}:
            spots.append(found)
    people = mentions_at(document, around, "subj") if company else []
    yield from _pairs(document, "resident", [*people, *company], spots, word, rule="living")


def _pairs(
    document: Document, name: str, ones: list[int], others: list[int], trigger: int, *, rule: str
) -> Iterator[Statement]:
    for one in dict.fromkeys(ones):
        for other in dict.fromkeys(others):
            if fits(document, name, Item(MENTION, one), Item(MENTION, other)):
                yield state(document, name, Item(MENTION, one), Item(MENTION, other), trigger, rule=rule)
