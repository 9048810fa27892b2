"""Sentiments of the default system: feelings that the text tells, and what a small model sees of the speaker's own.

Sentiment is rare. Of each target the model asks whether the one in whose voice it stands (the author, a speaker, or
somebody reported) shows a feeling about it. It weighs the encoder's view, words of tone near the target and what kind
of mention it is; `training/attitudes.py` fits it on the sample collection.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final, NamedTuple

from factbook.extract.attitudes.features import (
    NOTHING,
    OPPOSITE,
    Training,
    affect,
    gold_values,
    of_tone,
)
from factbook.extract.attitudes.feelings import feelings
from factbook.extract.attitudes.learning import Example, Linear, logistic, shipped
from factbook.extract.attitudes.quotations import Quotation, quotations
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.attitudes.voices import FIRST_PERSON, speech_at, voice
from factbook.extract.layers.modality import own_status

LEAST: Final = 0.35  # probability that at least one mention of a target shows a feeling of the source
FURTHER: Final = 0.7  # share of the surest mention's probability that other mentions of it need
DECAY: Final = 3.0
COPULAS: Final = ("nsubj", "nsubj:outer")
# Share of right answers of each rule on the development half of the sample collection.
SURE: Final = {"verb": 0.7, "about": 0.7, "unbearable": 0.8, "toward": 0.5, "naming": 0.7, "noun": 0.6}


class Case(NamedTuple):
    """A target with the one in whose voice it stands."""

    target: Target
    source: str
    features: dict[str, float]


def states(scene: Scene, models: dict[str, Linear] | None = None) -> Iterator[State]:
    """Sentiments about all targets."""
    spoken = quotations(scene.document)
    told = list(_told(scene, spoken))
    yield from told
    known = {(scene.entity_of(state.source), state.target.id) for state in told}
    model = (models or shipped("default"))["sentiment"]
    for state in _seen(scene, cases(scene, spoken), model):
        if (scene.entity_of(state.source), state.target.id) not in known:
            yield state


def train(gold: Training) -> dict[str, Linear]:
    """The model of the speaker's feelings."""
    examples: list[Example] = []
    for scene, attitudes in gold:
        values = gold_values(scene, attitudes, "sentiment")
        for case in cases(scene, quotations(scene.document)):
            value = values.get((case.target.id, scene.entity_of(case.source)), NOTHING)
            examples.append((case.features, value))
    return {"sentiment": logistic(examples, decay=DECAY, steps=300, least=5)}


def _told(scene: Scene, spoken: list[Quotation]) -> Iterator[State]:
    by_word: dict[int, Target] = {}
    for target in scene.targets:
        if target.word is not None and (target.kind == "entity" or target.word not in by_word):
            by_word[target.word] = target
    for found in feelings(scene):
        about = by_word.get(found.about)
        if about is None:
            continue
        source = _holder(scene, found.holder, about, spoken)
        if source is not None and scene.entity_of(source) != about.entity:
            yield State("sentiment", found.polarity, about, source, probability=SURE[found.rule])


def _holder(scene: Scene, word: int, target: Target, spoken: list[Quotation]) -> str | None:
    """Who feels: the mention at the subject; "I" is the speaker or the author in the tag."""
    if scene.document.words[word].lower in FIRST_PERSON:
        speech = speech_at(spoken, word)
        speaker = scene.source_at(speech.speaker) if speech is not None else scene.author_of(target)
        return speaker or scene.source_at(word)
    return scene.source_at(word)


def cases(scene: Scene, spoken: list[Quotation]) -> list[Case]:
    """All targets in somebody's voice, with features."""
    document = scene.document
    pairs = []
    for target in scene.targets:
        if target.word is None or document.words[target.word].lower in FIRST_PERSON:
            continue
        heard = voice(scene, target, spoken)
        if heard.source is not None and scene.entity_of(heard.source) != (target.entity or "?"):
            pairs.append((target, heard))
    spans = [target.words or (target.word or 0, (target.word or 0) + 1) for target, _ in pairs]
    scores = document.reading.sentiment(spans).tolist()
    sums: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for (target, heard), (negative, _, positive) in zip(pairs, scores, strict=True):
        sums.setdefault(_pair(scene, target, heard.source), []).append((negative, positive))
    found = []
    for (target, heard), (negative, _, positive) in zip(pairs, scores, strict=True):
        features = {"encoder neg": negative, "encoder pos": positive, f"voice {heard.how}": 1.0}
        every = sums[_pair(scene, target, heard.source)]
        features["pair neg"] = sum(neg for neg, _ in every) / len(every)
        features["pair pos"] = sum(pos for _, pos in every) / len(every)
        features["pair many"] = min(1.0, (len(every) - 1) / 4)
        features |= dict(of_tone(scene, target)) | dict(_described(scene, target))
        found.append(Case(target, heard.source or "", features))
    return found


def _pair(scene: Scene, target: Target, source: str | None) -> tuple[str, str]:
    return scene.entity_of(source), target.entity or target.id


def _described(scene: Scene, target: Target) -> Iterator[tuple[str, float]]:
    """What the target is, whether a word of quality describes it, and marks of sarcasm."""
    yield f"kind {target.kind}", 1.0
    if target.kind == "entity":
        yield f"type {target.type}", 1.0
        yield f"level {target.level}", 1.0
    quality = _quality(scene, target)
    if quality is not None:
        yield f"quality {quality}", 1.0
    if sarcastic(scene, target):
        yield "sarcasm", 1.0


def sarcastic(scene: Scene, target: Target) -> bool:
    """Whether a turn of phrase near a target turns praise round."""
    document = scene.document
    sentence = document.sentences[document.words[target.word or 0].sentence]
    words = "_".join(word.lower for word in document.words[sentence.first : sentence.end] if word.upos != "PUNCT")
    return any(f"_{phrase}_" in f"_{words}_" for phrase in affect("sarcasm"))


def _seen(scene: Scene, cases: list[Case], model: Linear) -> Iterator[State]:
    """Pairs of source and target with enough evidence in all, shown by the mentions that give most of it."""
    judged: dict[tuple[str, str], list[tuple[dict[str, float], Case]]] = {}
    for case in cases:
        judged.setdefault(_pair(scene, case.target, case.source), []).append((model.probabilities(case.features), case))
    for members in judged.values():
        sure = 1 - prod(found.get(NOTHING, 0.0) for found, _ in members)
        if sure < LEAST:
            continue
        value = max(("neg", "pos"), key=lambda name: sum(found.get(name, 0.0) for found, _ in members))
        top = max(1 - found.get(NOTHING, 0.0) for found, _ in members)
        for found, case in members:
            if 1 - found.get(NOTHING, 0.0) >= FURTHER * top:
                mocked = value == "neg" and sarcastic(scene, case.target)
                yield State("sentiment", value, case.target, case.source, probability=sure, sarcasm=mocked)


def _quality(scene: Scene, target: Target) -> str | None:
    """A word of quality that describes the target: its own noun or adjective, or what it is said to be."""
    document, word = scene.document, target.word
    if word is None:
        return None
    near = [word, *(c for c in document.children[word] if document.words[c].deprel in ("amod", "appos", "compound"))]
    here = document.words[word]
    if here.deprel in COPULAS and any(document.words[c].deprel == "cop" for c in document.children[here.head]):
        near += [here.head, *(c for c in document.children[here.head] if document.words[c].deprel == "amod")]
    for spot in near:
        polarity = affect("quality").get(document.words[spot].lemma)
        if polarity is not None:
            negated = own_status(document, here.head if spot != word else spot).negated
            return OPPOSITE[polarity] if negated else polarity
    return None
