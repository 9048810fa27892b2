"""Pairs for open relation extraction: the gold world by halves, and the tuples of CaRB by the rule of seed 003."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.extraction_data import CALDER, HALVES, calder, lines
from factbook.evaluate.table import measures
from factbook.extract.layers.open_relations import Spans, systems
from factbook.extract.lexicon import word_set
from factbook.extract.open_items import document_of
from factbook.formats import open_re
from factbook.formats.format import Context
from factbook.model.tasks import OpenItem

# Words that never are the trigger of a relation: auxiliaries, prepositions, determiners, particles.
FUNCTION = word_set(
    "be is are was were been being am has have had having do does did will would can could may might shall should must "
    "a an the this that these those its his her their of in on at to for from by with as into onto over under about "
    "after before between through during against within without upon near around across along toward towards and or "
    "not also only just then now still often out up down off such than more most very both either"
)
LONGEST = 7  # words of an argument that stands for a thing


class Pair(NamedTuple):
    """A sentence with two entities, and what the annotators say of them."""

    words: list[str]
    spans: Spans
    item: OpenItem


def open_sets(data: Path | None) -> Iterator[tuple[str, list[Pair]]]:
    """All parts with their pairs."""
    for half in HALVES:
        yield f"gold world, {half}", [pair for source in calder(half) for pair in _calder_pairs(source.id)]
    if data is not None:
        yield "CaRB dev pairs", list(carb_pairs(data))


def systems_on(pairs: list[Pair]) -> dict[str, float]:
    """F in percent of each system on these pairs."""
    score = measures("open_re")[0]
    answers: dict[str, list[OpenItem]] = {name: [] for name in systems}
    for pair in pairs:
        document = document_of(pair.words)
        for name, system in systems.items():
            found = tuple(pair.words[index] for index in system(document, pair.spans).words)
            answers[name].append(
                OpenItem(line=pair.item.line, entity1=pair.item.entity1, entity2=pair.item.entity2, extraction=found)
            )
    true = [pair.item for pair in pairs]
    return {
        name: 100 * float(score.summarise(score.count(true, given).units)[score.kind.main])
        for name, given in answers.items()
    }


def _calder_pairs(doc: str) -> Iterator[Pair]:
    path = CALDER / "openre" / f"{doc}.txt"
    if not path.is_file():
        return
    items, _ = open_re.read(path.read_bytes(), file=path.name, context=Context(options={"role": "gold"}))
    for item in items:
        words, entities = open_re.plain_sentence(item.sentence)
        if len(entities) == 2:
            yield Pair(words, (entities[0], entities[1]), item)


def carb_pairs(data: Path) -> Iterator[Pair]:
    """Pairs of CaRB's tuples.

    A tuple becomes a pair where both arguments are short and stand in the sentence as they are, apart from each other,
    and so do all words of the relation. Its content words are the trigger, all its words are allowed. Tuples whose
    relation has no content word ("is", "has") or more than two say nothing about triggers and are left out.
    Two arguments of a sentence that no tuple joins are one pair without a relation, one a sentence.
    """
    groups: dict[str, list[dict[str, Any]]] = {}
    for record in lines(data / "normalised" / "openre.carb_dev_wiki.jsonl.gz"):
        groups.setdefault(str(record["text"]), []).append(record)
    for number, (text, tuples) in enumerate(groups.items()):
        yield from _of_sentence(number, text.split(), tuples)


def _of_sentence(number: int, words: list[str], tuples: list[dict[str, Any]]) -> Iterator[Pair]:
    joined: set[frozenset[tuple[int, int]]] = set()
    things: list[tuple[int, int]] = []
    for record in tuples:
        one, two = (_place(words, str(record[key]).split()) for key in ("arg1", "arg2"))
        if one is None or two is None or _overlap(one, two):
            continue
        things += [span for span in (one, two) if span not in things]
        if frozenset((one, two)) in joined:
            continue
        joined.add(frozenset((one, two)))
        allowed = tuple(str(record["relation"]).split())
        triggers = tuple(word for word in allowed if word.lower() not in FUNCTION)
        if 1 <= len(triggers) <= 2 and all(word in words for word in allowed):
            yield _pair(number, words, (one, two), triggers, allowed)
    for one, two in combinations(things, 2):
        if frozenset((one, two)) not in joined and not _overlap(one, two):
            yield _pair(number, words, (one, two), (), ())
            return


def _pair(number: int, words: list[str], spans: Spans, triggers: tuple[str, ...], allowed: tuple[str, ...]) -> Pair:
    one, two = (" ".join(words[start:end]) for start, end in spans)
    return Pair(words, spans, OpenItem(line=number, entity1=one, entity2=two, triggers=triggers, allowed=allowed))


def _place(words: list[str], part: list[str]) -> tuple[int, int] | None:
    """Where these words stand in the sentence, if they are few and stand there once; a leading preposition is none
    of the thing's words."""
    while len(part) > 1 and part[0].lower() in FUNCTION - _DETERMINERS:
        part = part[1:]
    found = [start for start in range(len(words) - len(part) + 1) if words[start : start + len(part)] == part]
    return (found[0], found[0] + len(part)) if len(found) == 1 and 0 < len(part) <= LONGEST else None


_DETERMINERS = word_set("a an the this that these those its his her their more most both")


def _overlap(one: tuple[int, int], two: tuple[int, int]) -> bool:
    return one[0] < two[1] and two[0] < one[1]
