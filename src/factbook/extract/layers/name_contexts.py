"""What the word that a name hangs on says of its type: people live in towns, work for firms, fly to places."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from factbook.extract.document import Document
from factbook.extract.layers.places import prepositions
from factbook.extract.lexicon import rows, word_set

BARE: Final = ("compound", "nmod:poss", "nmod:desc")


class Context(NamedTuple):
    """A row of the table for one lemma."""

    type: str
    weight: float
    prepositions: frozenset[str]


@cache
def table() -> dict[str, tuple[Context, ...]]:
    found: dict[str, list[Context]] = {}
    for kind, weight, cases, lemmas in rows("name_contexts"):
        for lemma in lemmas.split():
            found.setdefault(lemma, []).append(Context(kind, float(weight), word_set(cases)))
    return {lemma: tuple(group) for lemma, group in found.items()}


def contexts(document: Document, head: int) -> Iterator[tuple[str, float]]:
    """Types that the surroundings of a name speak for, with weights; `head` is the word others hang on."""
    word = document.words[head]
    if document.language != "en" or word.head == head:
        return
    known = table().get(document.words[word.head].lemma, ())
    cases = set(prepositions(document, head)) if known else set()
    for context in known:
        bare = "-" in context.prepositions and word.deprel in BARE
        if bare or cases & context.prepositions:
            yield context.type, context.weight
