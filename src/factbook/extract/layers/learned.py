"""Statements that the encoder's relation arcs are sure of, between mentions and dates of one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from factbook.extract.document import Document
from factbook.extract.encoders.labels import RELATIONS
from factbook.extract.layers.modality import Status, status
from factbook.extract.layers.statements import ENCODER, FILLER, MENTION, Item, Statement, fits, kinds, share, type_of
from factbook.extract.lexicon import rows, word_set

SURE: Final = 0.8  # least probability in languages that the relations were not taught in
MOST: Final = 40  # arguments of one sentence that are paired; lists of names state little


class Learned(NamedTuple):
    """A row of the table: which column becomes which statement, from which probability on."""

    column: int
    name: str
    swap: bool
    least: float
    cues: frozenset[str]  # lemmas of which the sentence must have one; empty: none is needed


@cache
def table() -> tuple[Learned, ...]:
    return tuple(
        Learned(RELATIONS.index(row[0]), row[1], row[2] == "swap", float(row[3]), word_set(row[4]) - {"-"})
        for row in rows("learned")
    )


@cache
def _type_pairs() -> frozenset[tuple[str, str]]:
    """Types (subject, object) that some learned relation can hold of."""
    pairs = set()
    for row in table():
        kind = kinds()[row.name]
        first, second = (kind.arg2, kind.arg1) if row.swap else (kind.arg1, kind.arg2)
        pairs |= {(one, two) for one in first for two in second}
    return frozenset(pairs)


def by_arcs(document: Document) -> Iterator[Statement]:
    """Sure relations of all sentences."""
    for sentence in range(len(document.sentences)):
        items = [Item(MENTION, index) for index in document.mentions_in(sentence)]
        items += [Item(FILLER, i) for i in document.fillers_in(sentence) if document.fillers[i].type == "TIME"]
        if 2 <= len(items) <= MOST:
            yield from _in_sentence(document, sentence, items)


def _in_sentence(document: Document, sentence: int, items: list[Item]) -> Iterator[Statement]:
    types = [type_of(document, item) for item in items]
    wanted = _type_pairs()
    pairs = [(i, j) for i in range(len(items)) for j in range(len(items)) if i != j and (types[i], types[j]) in wanted]
    if not pairs:
        return
    spans = [_words(document, item) for item in items]
    scores = document.reading.relations(spans, pairs)
    english = document.source.language in ("", "en")
    lemmas = _lemmas(document, sentence)
    best = scores.max(axis=0)
    for row in table():
        if row.cues and not row.cues & lemmas:
            continue
        least = row.least if english else max(row.least, SURE)
        if best[row.column] < least:
            continue
        for at in np.flatnonzero(scores[:, row.column] >= least).tolist():
            i, j = pairs[at]
            arg1, arg2 = (items[j], items[i]) if row.swap else (items[i], items[j])
            if arg2.kind == FILLER and not _dates(document, row, arg1, arg2):
                continue
            if fits(document, row.name, arg1, arg2) and not _of_another(document, row.name, arg1, arg2):
                shown = _shown(document, spans[i][1] - 1, spans[j][1] - 1)
                sure = float(scores[at, row.column]) * share(ENCODER, row.name)
                yield Statement(row.name, arg1, arg2, sentence, sure, None, shown)


def _dates(document: Document, row: Learned, thing: Item, date: Item) -> bool:
    """Whether a date is of what the statement tells: not in "who sat from 1971, died", "Acme opened a shop in 1992"."""
    value = document.fillers[date.at]
    for word in map(document.words.__getitem__, document.ancestors(value.head)):
        if word.lemma in row.cues and word.upos == "VERB":
            objects = [document.mention_of(child) for child in document.dependents(word.index, "obj")]
            return thing.at in objects or not objects
        if word.lemma in row.cues:
            return True
        if (
            word.upos == "VERB"
        ):  # the parser may have passed over the verb in front: "a firm founded in 1921 has merged"
            before = document.words[document.sentences[value.sentence].first : value.first]
            return next((near.lemma in row.cues for near in reversed(before) if near.upos == "VERB"), False)
    return True


def _of_another(document: Document, name: str, arg1: Item, arg2: Item) -> bool:
    """ "met her Danish counterpart": the adjective of a nation is of the person whose noun it stands with."""
    if name != "citizen" or arg2.kind != MENTION:
        return False
    place = document.words[document.mentions[arg2.at].head]
    owner = document.mention_of(place.head) if place.deprel in ("amod", "compound") else None
    if owner is None or document.mentions[owner].type != "PER":
        return False
    return document.mentions[owner].entity != document.mentions[arg1.at].entity


def _lemmas(document: Document, sentence: int) -> set[str]:
    """Lemmas of the words outside names: "teaches at Harvard University" says nothing of studies."""
    named = {
        word
        for index in document.mentions_in(sentence)
        if document.mentions[index].level == "NAM"
        for word in range(document.mentions[index].head_first, document.mentions[index].head_end)
    }
    return {word.lemma for word in document.sentence_words(sentence) if word.index not in named}


def _words(document: Document, item: Item) -> tuple[int, int]:
    if item.kind == FILLER:
        filler = document.fillers[item.at]
        return filler.first, filler.end
    mention = document.mentions[item.at]
    return mention.head_first, mention.head_end


def _shown(document: Document, one: int, two: int) -> Status:
    """How the text presents a pair: as its predicate, and as weakly as what only one of the two stands in.

    In "Anna wants to found Acme" and "Peter denied that Anna lives in Rome" the lowest word above "Anna" and "Acme",
    or "Peter" and "Rome", is in the main clause, and one argument is not. In "Anna seems to live in Rome" the verb
    between them is not.
    """
    found = status(document, _predicate(document, one, two))
    verbs = [w for w in range(min(one, two) + 1, max(one, two)) if document.words[w].upos == "VERB"]
    for other in (status(document, word) for word in (one, two, *verbs[-1:])):
        for mark in ("negated", "possible", "conditional", "wished", "rumoured"):
            setattr(found, mark, getattr(found, mark) or getattr(other, mark))
        found.holders = found.holders or other.holders
    return found


def _predicate(document: Document, one: int, two: int) -> int:
    """The lowest word above both: what it says of the pair decides how the pair is presented."""
    above = [one, *document.ancestors(one)]
    others = {two, *document.ancestors(two)}
    return next((word for word in above if word in others), one)
