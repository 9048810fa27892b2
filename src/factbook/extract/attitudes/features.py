"""Features that the trained systems share, by name; and the gold labels that they learn.

`of_target` describes a target alone (type, trigger, realis, genre, words around it), `of_tone` how the words near it
colour it, `of_pair` what stands between a possible source and the target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.document import Document, Word
from factbook.extract.layers.modality import attribution, own_status, status
from factbook.extract.layers.surface import says
from factbook.extract.lexicon import rows, word_set
from factbook.model.kb import KB

NOTHING: Final = "none"
WINDOW: Final = 4  # words on either side
OPPOSITE: Final = {"pos": "neg", "neg": "pos"}
INDEFINITE: Final = word_set("nobody anyone someone everybody everyone anybody somebody noone none one who which that")
SECOND_PERSON: Final = word_set("you your yours yourself")
SUBJECTS: Final = word_set("nsubj nsubj:outer nsubj:pass")
Training = Iterable[tuple[Scene, KB]]  # scenes with their gold attitudes


@cache
def affect(kind: str) -> dict[str, str]:
    """Polarity by lemma of one kind of word in `data/affect.tsv`."""
    return {lemma: row[1] for row in rows("affect") if row[0] == kind for lemma in row[2].split()}


def tone(document: Document, word: int) -> str | None:
    """The polarity of a coloured word, turned round under negation."""
    found = affect("tone").get(document.words[word].lemma)
    if found is None:
        return None
    head = document.words[word].head
    negated = own_status(document, word).negated
    if not negated and document.words[word].deprel in ("amod", "advmod", "xcomp") and head not in (word, -1):
        negated = own_status(document, head).negated
    return OPPOSITE[found] if negated else found


def _lemma(document: Document, word: int) -> str:
    return document.words[word].lemma if 0 <= word < len(document.words) else "-"


def of_target(scene: Scene, target: Target) -> Iterator[str]:
    """Type, arguments, trigger, realis, genre, and the words around."""
    yield f"kind={target.kind}"
    yield f"type={target.type}"
    yield f"level={target.level}"
    yield f"realis={target.realis}"
    yield f"genre={'forum' if scene.forum else 'news'}"
    for argument in target.arguments:
        mention = scene.ere.mentions.get(argument)
        yield f"argument={mention.type if mention is not None else 'filler'}"
    if target.word is None:
        return
    document, here = scene.document, scene.document.words[target.word]
    yield f"lemma={here.lemma}"
    yield f"pos={here.upos}"
    yield f"arc={here.deprel}"
    yield f"above={_lemma(document, here.head)}"


def of_words(scene: Scene, target: Target) -> Iterator[str]:
    """The lemmas in a window around a target and of what hangs on its head."""
    if target.word is None:
        return
    document = scene.document
    sentence = document.sentences[document.words[target.word].sentence]
    for word in range(max(sentence.first, target.word - WINDOW), min(sentence.end, target.word + WINDOW + 1)):
        if word != target.word:
            yield f"near={document.words[word].lemma}"
    for child in document.children[target.word]:
        yield f"below={document.words[child].lemma}"


def of_presentation(scene: Scene, target: Target) -> Iterator[str]:
    """How the text presents it: negated, possible, reported …, and by which word above it."""
    if target.word is None:
        return
    shown = status(scene.document, target.word)
    for name in ("negated", "possible", "future", "conditional", "asked", "wished", "rumoured", "reported"):
        if getattr(shown, name):
            yield name
    for holder in shown.holders:
        yield f"holder={holder.kind}"


def of_tone(scene: Scene, target: Target) -> Iterator[tuple[str, float]]:
    """How many coloured words describe the target, its clause and its sentence, and what kind of mention it is."""
    if target.word is None:
        return
    document, here = scene.document, scene.document.words[target.word]
    sentence = document.sentences[here.sentence]
    own = {target.word, *document.children[target.word]}
    clause = {here.head, *document.children[here.head]} if here.head >= 0 else set()
    counts: dict[str, float] = {}
    for word in range(sentence.first, sentence.end):
        colour = tone(document, word)
        if colour is not None:
            place = "own" if word in own else "clause" if word in clause else "sentence"
            counts[f"{place} {colour}"] = counts.get(f"{place} {colour}", 0.0) + 1.0
    yield from ((name, min(count, 2.0)) for name, count in counts.items())
    yield from ((name, 1.0) for name in _shape(scene, target))


def _shape(scene: Scene, target: Target) -> Iterator[str]:
    assert target.word is not None
    document, here = scene.document, scene.document.words[target.word]
    sentence = document.sentences[here.sentence]
    text = document.source.text[sentence.start : sentence.stop]
    if here.lower in INDEFINITE:
        yield "indefinite"
    if here.lower in SECOND_PERSON:
        yield "you"
    if here.deprel in SUBJECTS:
        yield "subject"
        if affect("verb").get(document.words[here.head].lemma) or affect("about").get(document.words[here.head].lemma):
            yield "feels"
        if "report" in attribution().get(document.words[here.head].lemma, ()):
            yield "speaks"
    elif here.deprel in ("obj", "vocative", "root", "nmod:poss", "appos", "compound"):
        yield here.deprel
    if any(document.words[child].lower in ("my", "our") for child in document.children[target.word]):
        yield "mine"
    for mark, name in (("!", "exclaimed"), ("?", "asked")):
        if mark in text:
            yield name
    if any(document.words[word].lower == "i" for word in range(sentence.first, sentence.end)):
        yield "I in sentence"
    if sentence.end - sentence.first <= 8:
        yield "short sentence"
    if sentence.end - sentence.first >= 25:
        yield "long sentence"


def sarcastic(scene: Scene, target: Target) -> bool:
    """Whether a turn of phrase near a target turns what is said round: "yeah right", "claro que sí"."""
    words = _plain_words(scene, target)
    if scene.document.language != "en":
        return says(scene.document, "sarcasm", words)
    text = "_".join(word.lower for word in words)
    return any(f"_{phrase}_" in f"_{text}_" for phrase in affect("sarcasm"))


def laughing(scene: Scene, target: Target) -> bool:
    """Whether somebody laughs in the sentence of a target, in languages that have a word for it in the tables."""
    return says(scene.document, "laughter", _plain_words(scene, target))


def _plain_words(scene: Scene, target: Target) -> list[Word]:
    document = scene.document
    sentence = document.sentences[document.words[target.word or 0].sentence]
    return [word for word in document.words[sentence.first : sentence.end] if word.upos != "PUNCT"]


def of_pair(scene: Scene, source: int, target: Target) -> Iterator[str]:
    """What stands between a source's word and the target's: words, their tone, who comes first, and arcs."""
    assert target.word is not None
    document = scene.document
    low, high = sorted((source, target.word))
    yield "source first" if source < target.word else "target first"
    yield f"distance={min(8, (high - low) // 2)}"
    for word in range(low + 1, high):
        lemma = document.words[word].lemma
        yield f"between={lemma}"
        for kind in ("verb", "about", "tone", "quality"):
            if lemma in affect(kind):
                yield f"between {kind} {affect(kind)[lemma]}"
        for kind in attribution().get(lemma, ()):
            yield f"between {kind}"
    for name, word in (("source", source), ("target", target.word)):
        yield f"{name} arc={document.words[word].deprel}"
        yield f"{name} above={_lemma(document, document.words[word].head)}"


def gold_values(scene: Scene, gold: KB, kind: str) -> dict[tuple[str, str], str]:
    """The gold value of each target mention and source entity ("" for nobody)."""
    return {
        (one.target, scene.entity_of(one.source)): one.value.upper() if kind == "belief" else one.value.lower()
        for one in gold.attitudes.values()
        if one.kind == kind and not one.argument and one.value.lower() not in ("na", "none")
    }
