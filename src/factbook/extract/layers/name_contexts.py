"""What the word that a name hangs on says of its type: people live in towns, work for firms, fly to places."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from factbook.extract.document import Document
from factbook.extract.layers.holders import is_passive
from factbook.extract.layers.mentions import noun_types
from factbook.extract.layers.places import prepositions
from factbook.extract.lexicon import rows, word_set

BARE: Final = ("compound", "nmod:poss", "nmod:desc")
OWN_THING: Final = 1.3
BIRTHPLACE: Final = 2.0
NAMED_KINDS: Final = ("PER", "ORG")
BESIDE: Final = 1.5
STAKES: Final = word_set("stake share shareholding")
PLACES: Final = {"nsubj": "subj", "nsubj:pass": "obj", "obj": "obj"}


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
    if document.language == "ar":
        return
    for child in document.children[head]:  # "Norkem, founded in 1974"
        if document.words[child].deprel == "acl" and child > head:
            yield from _rows(document.words[child].lemma, {"obj"})
    yield from _beside(document, head)
    if word.head == head:
        return
    lemma = document.words[_above(document, head)].lemma
    if lemma in table():
        yield from _rows(lemma, _ways(document, head))
    if document.language == "es" and _before_year(document, head):
        yield "GPE", BIRTHPLACE
    if document.language == "es" and word.deprel in ("appos", "flat"):
        yield from _kind_named(document, word.head, head)
    if word.deprel == "nsubj" and _own_thing(document, word.head):
        yield "ORG", OWN_THING


def _above(document: Document, head: int) -> int:
    """What a name hangs on: "in" right behind "stake" belongs to it, whatever the parser hung it on."""
    word = document.words[head]
    before = document.words[head - 2] if head > 1 else word
    stake = before.lemma in STAKES and before.sentence == word.sentence and document.words[head - 1].lower == "in"
    return before.index if stake else word.head


def _beside(document: Document, head: int) -> Iterator[tuple[str, float]]:
    """ "his party, Forward Bulgaria", "Orlanta, a mining company": a noun beside a name says what it is."""
    if document.language != "en":
        return
    nouns = [child for child in document.children[head] if document.words[child].deprel == "appos"]
    if document.words[head].deprel in ("appos", "flat"):
        nouns.append(document.words[head].head)
    kinds = {noun_types(document.words[noun].lemma) for noun in nouns if document.words[noun].xpos == "NN"}
    yield from ((kind[0], BESIDE) for kind in kinds if len(kind) == 1 and kind[0] in ("PER", "ORG", "GPE"))


def _before_year(document: Document, head: int) -> bool:
    """ "Aranda (Rosario, 1948 - Lima, 2020)": a name in front of a year, behind a bracket or a dash."""
    words, at = document.words, head + 1
    while at < len(words) and at < head + 4 and words[at].upos == "PROPN":
        at += 1
    year = (
        at + 1 < len(words) and words[at].text == "," and words[at + 1].text.isdigit() and len(words[at + 1].text) == 4
    )
    return year and head > 0 and words[head - 1].text in ("(", "-", "–", "—")


def _kind_named(document: Document, noun: int, name: int) -> Iterator[tuple[str, float]]:
    """ "la empresa Solvane", "el ingeniero Olmo": a noun in front of a name says what it is."""
    near = 0 < name - noun <= 2 and document.words[name - 1].upos != "PUNCT"
    kinds = noun_types(document.words[noun].gloss) if near and document.words[noun].upos == "NOUN" else ()
    if len(kinds) == 1 and kinds[0] in NAMED_KINDS:
        yield kinds[0], OWN_THING


def _own_thing(document: Document, verb: int) -> bool:
    """ "Kordell cut its forecast", "Solvane said it would buy": people are no "it"."""
    for child in document.children[verb]:
        below = {document.words[near].lower for near in document.children[child]}
        if (document.words[child].deprel == "obj" and "its" in below) or (
            document.words[child].deprel == "ccomp" and "it" in _subjects(document, child)
        ):
            return True
    return False


def _subjects(document: Document, verb: int) -> set[str]:
    """Pronouns that do what the verb says; not those that only fill the place: "it is likely", "it rained"."""
    auxiliary = any(document.words[near].lower in ("would", "will", "had", "has") for near in document.children[verb])
    objects = any(document.words[near].deprel == "obj" for near in document.children[verb])
    subjects = (document.words[near] for near in document.children[verb])
    return {near.lower for near in subjects if near.deprel == "nsubj"} if auxiliary and objects else set()


def _rows(lemma: str, ways: set[str]) -> Iterator[tuple[str, float]]:
    for context in table().get(lemma, ()):
        if ways & context.prepositions:
            yield context.type, context.weight


def _ways(document: Document, head: int) -> set[str]:
    """How a name hangs on the word above it: its prepositions, "-" for none, "subj" and "obj" of a verb."""
    relation = document.words[head].deprel
    ways = set(prepositions(document, head))
    if relation in BARE:
        ways.add("-")
    if relation in PLACES:
        passive = relation == "nsubj" and is_passive(document, document.words[head].head)
        ways.add("obj" if passive else PLACES[relation])
    return ways
