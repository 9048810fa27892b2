"""Births and deaths between brackets behind a name: "Héctor Aranda (Rosario, 1948 - Lima, 2020)"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document
from factbook.extract.layers.statements import FILLER, MENTION, Item, Statement, fits, state
from factbook.extract.lexicon import word_set

RULE: Final = "lifespan"
LONGEST: Final = 16  # words between the brackets
_OPEN: Final = word_set("( （")
_CLOSE: Final = word_set(") ）")
DASHES: Final = word_set("- – — － —— ~ ～ ― 至")
BIRTH: Final = ("birth_place", "birth_date")
DEATH: Final = ("death_place", "death_date")


def by_lifespans(document: Document) -> Iterator[Statement]:
    """What brackets right behind the name of a person tell of its life."""
    for index, mention in enumerate(document.mentions):
        if mention.level != "NAM" or mention.type != "PER" or mention.head < 0:
            continue
        close = _close(document, mention.head_end, document.sentences[mention.sentence].end)
        if close:
            yield from _life(document, index, mention.head_end + 1, close)


def _close(document: Document, at: int, stop: int) -> int:
    """The bracket that closes the one at a word; 0 if there is none."""
    if at >= stop or document.words[at].text not in _OPEN:
        return 0
    ends = (i for i in range(at + 1, min(at + LONGEST, stop)) if document.words[i].text in _CLOSE)
    return next(ends, 0)


def _life(document: Document, person: int, first: int, close: int) -> Iterator[Statement]:
    """With a dash the birth is before it and the death behind; without one a place and a year are those of birth."""
    dash = next((i for i in range(first, close) if document.words[i].text in DASHES), 0)
    if dash:
        before, after = _items(document, first, dash), _items(document, dash + 1, close)
        if before[1] or after[1]:
            yield from _stated(document, person, BIRTH, before)
            yield from _stated(document, person, DEATH, after)
        return
    found = _items(document, first, close)
    if all(found):
        yield from _stated(document, person, BIRTH, found)


def _items(document: Document, first: int, end: int) -> tuple[Item | None, Item | None]:
    """The first place and the first time of some words, if those are all that they have."""
    sentence = document.words[first].sentence
    inside = [i for i in document.mentions_in(sentence) if first <= document.mentions[i].head_first < end]
    times = [i for i in document.fillers_in(sentence) if first <= document.fillers[i].first < end]
    times = [i for i in times if document.fillers[i].type == "TIME"]
    if any(document.mentions[i].type != "GPE" for i in inside):
        return None, None
    return Item(MENTION, inside[0]) if inside else None, Item(FILLER, times[0]) if times else None


def _stated(
    document: Document, person: int, names: tuple[str, str], items: tuple[Item | None, Item | None]
) -> Iterator[Statement]:
    for name, item in zip(names, items, strict=True):
        if item is not None and fits(document, name, Item(MENTION, person), item):
            yield state(document, name, Item(MENTION, person), item, document.mentions[person].head, rule=RULE)
