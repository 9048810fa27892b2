"""Open relations: for two things of a sentence the words that relate them, or none (seed 003).

A trigger is a verb, a noun, or a verb and its noun, on the path between the two in the tree. `systems` holds two older
ways as reference points: a ReVerb-style pattern over parts of speech and an EXEMPLAR-style set of paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from factbook.extract.document import Document, FoundArgument, FoundRelation
from factbook.extract.layers.modality import status
from factbook.extract.lexicon import word_set

Spans = tuple[tuple[int, int], tuple[int, int]]
LIGHT: Final = word_set("be have do make take give get become remain seem say tell")
SUBJECTS: Final = word_set("nsubj nsubj:pass nsubj:outer csubj")
NOMINAL: Final = word_set("NOUN PROPN")
LONGEST: Final = 5  # edges from a trigger to an argument
# Edges that may lie between a trigger and its argument, below the first one.
INNER: Final = word_set("conj appos compound flat nmod nmod:poss nmod:desc case det amod")
BLOCKED: Final = word_set("advcl advcl:relcl ccomp parataxis csubj list discourse vocative punct dep")


class Extraction(NamedTuple):
    """Words of a relation in text order, and how sure it is."""

    words: tuple[int, ...]
    probability: float


NOTHING: Final = Extraction((), 0.0)


def head_of_span(document: Document, start: int, end: int) -> int:
    """The word of a span whose head lies outside it."""
    for word in range(start, end):
        head = document.words[word].head
        if (not start <= head < end or head == word) and document.words[word].upos != "PUNCT":
            return word
    return end - 1


def relate(document: Document, spans: Spans) -> Extraction:
    """The relation between the things at two spans of one sentence."""
    one, two = (head_of_span(document, *span) for span in spans)
    up, down, top = _path(document, one, two)
    if top is None or len(up) + len(down) > 2 * LONGEST:
        return NOTHING
    inside = {word for start, end in spans for word in range(start, end)}
    found = _noun_trigger(document, one, two, up, down, top, inside)
    if not found.words:
        found = _verb_trigger(document, up, down, top, inside)
    return found


def _path(document: Document, one: int, two: int) -> tuple[list[int], list[int], int | None]:
    """Words from each end up to (not including) the lowest word above both, and that word."""
    first = [one, *document.ancestors(one)]
    second = [two, *document.ancestors(two)]
    common = next((word for word in first if word in second), None)
    if common is None:
        return [], [], None
    return first[: first.index(common)], second[: second.index(common)], common


def _edges(document: Document, words: list[int]) -> list[str]:
    return [document.words[word].deprel for word in words]


def _verb_trigger(document: Document, up: list[int], down: list[int], top: int, inside: set[int]) -> Extraction:
    """Both hang on one verb: one as its subject or agent, the other anywhere below it."""
    here = document.words[top]
    if here.upos not in ("VERB", "ADJ", "AUX") or top in inside or not up or not down:
        return NOTHING
    first, second = document.words[up[-1]].deprel, document.words[down[-1]].deprel
    roles = {first, second}
    if not roles & SUBJECTS and "obl:agent" not in roles and "obj" not in roles:
        return NOTHING
    edges = _edges(document, up) + _edges(document, down)
    if any(edge in BLOCKED for edge in edges) or any(edge.startswith("acl") for edge in edges):
        return _embedded(document, up, down, inside)
    probability = 0.9 - 0.08 * (len(edges) - 2) - (0.15 if here.lemma in LIGHT else 0.0)
    return Extraction(_with_particle(document, top), max(0.05, probability))


def _embedded(document: Document, up: list[int], down: list[int], inside: set[int]) -> Extraction:
    """The subject of a higher clause and a word of a lower one: the lower verb relates them ("wants to buy")."""
    for side in (down, up):
        for word in reversed(side[1:]):
            here = document.words[word]
            if here.upos == "VERB" and word not in inside and here.deprel in ("xcomp", "advcl", "conj"):
                own = {document.words[child].deprel for child in document.children[word]}
                if not own & SUBJECTS:
                    return Extraction(_with_particle(document, word), 0.55)
    return NOTHING


def _with_particle(document: Document, verb: int) -> tuple[int, ...]:
    """The verb with its particle."""
    words = [verb]
    for child in document.children[verb]:
        if document.words[child].deprel == "compound:prt":
            words.append(child)
    return tuple(sorted(words))


def _noun_trigger(
    document: Document, one: int, two: int, up: list[int], down: list[int], top: int, inside: set[int]
) -> Extraction:
    """ "X, the daughter of Y", "Y's niece X", "X is the mayor of Y": a noun on the path between them."""
    for word in (top, *up[1:], *down[1:]):
        here = document.words[word]
        if here.upos != "NOUN" or word in inside:
            continue
        owners = [side for side in (up, down) if _owned(document, side, word, one if side is up else two)]
        if not owners:
            continue
        other = two if owners[0] is up else one
        if _names(document, word, other):
            return Extraction((word,), 0.8)
    return _appositive(document, one, two, up, down, inside)


def _owned(document: Document, side: list[int], noun: int, end: int) -> bool:
    """Whether one end is the possessor or complement of the noun."""
    at, steps = end, 0
    while at != noun and steps <= LONGEST:
        edge = document.words[at].deprel
        if document.words[at].head == noun:
            return edge in ("nmod", "nmod:poss", "compound", "amod", "obl")
        if edge not in INNER or document.words[at].head == at:
            return False
        at, steps = document.words[at].head, steps + 1
    return False


def _names(document: Document, noun: int, end: int) -> bool:
    """Whether the noun describes the other end: apposition, predicate, or a name behind it."""
    around = [
        child for child in document.children[noun] if document.words[child].deprel in (*SUBJECTS, "appos", "flat")
    ]
    below = {word for child in around for word in document.subtree(child)}
    above = document.words[noun]
    return end in below or (
        above.deprel in ("appos", "compound", "flat", "nmod:desc")
        and end in (above.head, *document.children[above.head])
    )


def _appositive(document: Document, one: int, two: int, up: list[int], down: list[int], inside: set[int]) -> Extraction:
    """ "Rao, who joined the company": a relative clause or participle on one end that reaches the other."""
    for side, end in ((down, one), (up, two)):
        clause = [
            word for word in side if document.words[word].deprel.startswith("acl") and document.words[word].head == end
        ]
        if clause and document.words[clause[-1]].upos == "VERB" and clause[-1] not in inside:
            below = side[: side.index(clause[-1])]
            if not any(edge in BLOCKED for edge in _edges(document, below)):
                return Extraction(_with_particle(document, clause[-1]), 0.75)
    return NOTHING


def reverb(document: Document, spans: Spans) -> Extraction:
    """ReVerb's pattern between two arguments: V | V P | V W* P, verbs first, one preposition last."""
    (_, end1), (start2, _) = sorted(spans)
    between = list(range(end1, start2))
    if not between or document.words[between[0]].upos not in ("VERB", "AUX"):
        return NOTHING
    tags = [document.words[word].upos for word in between]
    verbs = 0
    while verbs < len(tags) and tags[verbs] in ("VERB", "AUX", "PART", "ADV"):
        verbs += 1
    rest = tags[verbs:]
    middle = all(tag in ("NOUN", "ADJ", "ADV", "PRON", "DET") for tag in rest[:-1])
    if rest and not (rest[-1] in ("ADP", "PART") and middle):
        return NOTHING
    main = [word for word in between[:verbs] if document.words[word].upos == "VERB"]
    kept = main or between[:verbs]
    return Extraction((*kept, *(between[-1:] if rest else ())), 0.5)


_EXEMPLAR_ARGUMENTS: Final = word_set("nsubj nsubj:pass obj iobj obl obl:agent nmod nmod:poss appos compound")


def exemplar(document: Document, spans: Spans) -> Extraction:
    """EXEMPLAR's rule: a verb or noun with both arguments one edge below it, over apposition and conjunction."""
    one, two = (head_of_span(document, *span) for span in spans)
    up, down, top = _path(document, one, two)
    if top is None or not up or not down or document.words[top].upos not in ("VERB", "NOUN"):
        return NOTHING
    if (
        document.words[up[-1]].deprel not in _EXEMPLAR_ARGUMENTS
        or document.words[down[-1]].deprel not in _EXEMPLAR_ARGUMENTS
    ):
        return NOTHING
    if any(edge not in ("appos", "conj", "flat", "compound") for edge in _edges(document, up[:-1] + down[:-1])):
        return NOTHING
    return Extraction((top,), 0.5)


systems: Final[dict[str, Callable[[Document, Spans], Extraction]]] = {
    "default": relate,
    "reverb": reverb,
    "exemplar": exemplar,
}


def apply(document: Document) -> None:
    """Relate all pairs of entities of each sentence; what is no fact in the text is marked so."""
    for sentence in range(len(document.sentences)):
        document.relations.extend(_in_sentence(document, sentence))


MOST: Final = 12  # mentions of a sentence that are paired
LEAST: Final = 0.5


def _in_sentence(document: Document, sentence: int) -> Iterator[FoundRelation]:
    found = [
        i
        for i in document.mentions_in(sentence)
        if document.mentions[i].level != "PRO" or document.mentions[i].type == "PER"
    ]
    for a, one in enumerate(found[:MOST]):
        for two in found[a + 1 : MOST]:
            first, second = document.mentions[one], document.mentions[two]
            nested = first.first < second.end and second.first < first.end
            if first.entity == second.entity or nested:
                continue
            extraction = relate(document, ((first.head_first, first.head_end), (second.head_first, second.head_end)))
            if extraction.probability < LEAST or not extraction.words:
                continue
            trigger = extraction.words[0], extraction.words[-1] + 1
            yield FoundRelation(
                "open",
                None,
                (FoundArgument("subject", "mention", one), FoundArgument("object", "mention", two)),
                sentence,
                probability=extraction.probability * min(first.probability, second.probability),
                trigger=trigger,
                factual=status(document, extraction.words[0]).factual,
            )
