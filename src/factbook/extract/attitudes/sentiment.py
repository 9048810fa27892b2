"""Sentiments of the default system: feelings that the text tells, and what a small model sees of the speaker's own.

Sentiment is rare. Of each target the model asks whether the one in whose voice it stands (the author, a speaker, or
somebody reported) shows a feeling about it. It weighs the encoder's view, words of tone near the target and what kind
of mention it is; `training/attitudes.py` fits it on the sample collection.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final, NamedTuple

from factbook.extract.attitudes.belief import no_belief, presented
from factbook.extract.attitudes.features import (
    NOTHING,
    OPPOSITE,
    Training,
    affect,
    gold_values,
    laughing,
    of_tone,
    sarcastic,
)
from factbook.extract.attitudes.feelings import Feeling, feelings
from factbook.extract.attitudes.learning import Example, Linear, logistic, shipped
from factbook.extract.attitudes.quotations import Quotation, quotations
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.attitudes.voices import FIRST_PERSON, says_author, speech_at, voice
from factbook.extract.layers.modality import own_status
from factbook.text.offsets import Span

# Least probability that some mention of a target shows a feeling of the source: about half the F of a genre, where F is
# highest. Of five folds without one each, all choose 0.3 for forums and between 0.1 and 0.25 for news.
LEAST: Final = {"forum": 0.3, "news": 0.2}
FURTHER: Final = 0.6  # share of the surest mention's probability that other mentions of it need
DECAY: Final = 3.0
FELT: Final = "felt"
SIGN: Final = {"pos": 1.0, "neg": -1.0}
OWN_ENDINGS: Final = ("نا", "ني", "ي")  # Arabic pronouns of who speaks
COPULAS: Final = ("nsubj", "nsubj:outer")


class Case(NamedTuple):
    """A target with the one in whose voice it stands, and what speaks for a feeling and for its polarity."""

    target: Target
    source: str
    feeling: dict[str, float]
    polarity: dict[str, float]


def states(scene: Scene, models: dict[str, Linear] | None = None) -> Iterator[State]:
    """Sentiments about all targets."""
    spoken = quotations(scene.document)
    told = [*_told(scene, spoken), *_wishes(scene, spoken)]
    yield from told
    known = {(scene.entity_of(state.source), state.target.id) for state in told}
    ours = {state.target.id for state in told if state.source is not None and _says_we(scene, state.source)}
    for state in _seen(scene, cases(scene, spoken), models or shipped("default")):
        if (scene.entity_of(state.source), state.target.id) not in known and state.target.id not in ours:
            yield state


def _says_we(scene: Scene, mention: str) -> bool:
    """ "ثقتنا بالشركة": a feeling of "us" is told once, not again of the one who speaks for us."""
    place = scene.ere.mentions[mention].heads
    return isinstance(place, Span) and scene.document.source.at(place) in OWN_ENDINGS


def train(gold: Training) -> dict[str, Linear]:
    """Two models: whether there is a feeling, and, where there is one, its polarity."""
    feeling: list[Example] = []
    polarity: list[Example] = []
    for scene, attitudes in gold:
        values = gold_values(scene, attitudes, "sentiment")
        for case in cases(scene, quotations(scene.document)):
            value = values.get((case.target.id, scene.entity_of(case.source)), NOTHING)
            feeling.append((case.feeling, NOTHING if value == NOTHING else FELT))
            if value != NOTHING:
                polarity.append((case.polarity, value))
    return {
        "feeling": logistic(feeling, decay=DECAY, steps=300, least=5),
        "polarity": logistic(polarity, decay=DECAY, steps=300, least=5),
    }


def _told(scene: Scene, spoken: list[Quotation]) -> Iterator[State]:
    by_word: dict[int, Target] = {}
    for target in scene.targets:
        if target.word is not None and (target.kind == "entity" or target.word not in by_word):
            by_word[target.word] = target
    for found in feelings(scene):
        about = by_word.get(found.about)
        if about is None:
            continue
        source = _holder(scene, found, about, spoken)
        if source is not None and scene.entity_of(source) != about.entity:
            yield State("sentiment", found.polarity, about, source, way=found.rule)


def _wishes(scene: Scene, spoken: list[Quotation]) -> Iterator[State]:
    """Who wants an event to happen is for it: "they should jail him", "the church wants to build a hospice"."""
    for target in scene.targets:
        if target.kind != "event" or target.word is None:
            continue
        shown = presented(scene, target)
        wisher = shown.wisher
        if wisher is None or wisher.negated or shown.asked or not no_belief(scene, target, shown):
            continue
        lemma = scene.document.words[wisher.word].lemma
        if lemma not in affect("wish") and not (wisher.own and wisher.word == target.word):
            continue
        heard = voice(scene, target, spoken)
        source = heard.source if says_author(scene, wisher) else scene.source_at(wisher.subject)
        if source is not None:
            yield State("sentiment", "pos", target, source, way="wish")


def _holder(scene: Scene, found: Feeling, target: Target, spoken: list[Quotation]) -> str | None:
    """Who feels: the mention at the subject; "I" is the speaker or the author in the tag."""
    word = found.holder
    if found.own or scene.document.words[word].lower in FIRST_PERSON:
        speech = speech_at(spoken, word)
        speaker = scene.source_at(speech.speaker) if speech is not None else scene.author_of(target)
        return speaker if found.own else speaker or scene.source_at(word)
    return scene.source_at(word)


def cases(scene: Scene, spoken: list[Quotation]) -> list[Case]:
    """All targets in somebody's voice, with features."""
    return scene.once("cases", lambda: _cases(scene, spoken))


def _cases(scene: Scene, spoken: list[Quotation]) -> list[Case]:
    document = scene.document
    pairs = []
    for target in scene.targets:
        if target.word is None or _is_speaker(scene, target):
            continue
        heard = voice(scene, target, spoken)
        if heard.source is not None and scene.entity_of(heard.source) != (target.entity or "?"):
            pairs.append((target, heard))
    spans = [target.words or (target.word or 0, (target.word or 0) + 1) for target, _ in pairs]
    scores = document.reading.sentiment(spans).tolist()
    sums: dict[tuple[str, str], list[list[float]]] = {}
    for (target, heard), score in zip(pairs, scores, strict=True):
        sums.setdefault(_pair(scene, target, heard.source), []).append(score)
    found = []
    for (target, heard), score in zip(pairs, scores, strict=True):
        every = sums[_pair(scene, target, heard.source)]
        feeling, polarity = _weighed(score, every)
        for name, value in (*of_tone(scene, target), *_described(scene, target)):
            place, _, colour = name.rpartition(" ")
            if colour in SIGN:  # a word of tone speaks for a feeling whatever its colour, and for its own polarity
                feeling[place] = feeling.get(place, 0.0) + value
                polarity[place] = polarity.get(place, 0.0) + SIGN[colour] * value
            else:
                feeling[name] = value
        feeling[f"voice {heard.how}"] = 1.0
        polarity |= {name: 1.0 for name in feeling if name.startswith(("type ", "sarcasm"))}
        found.append(Case(target, heard.source or "", feeling, polarity))
    return found


def _is_speaker(scene: Scene, target: Target) -> bool:
    """ "I", "us", and the ending of an Arabic word that means them."""
    document = scene.document
    ending = document.language == "ar" and document.source.at(target.anchor) in OWN_ENDINGS
    return ending or document.words[target.word or 0].lower in FIRST_PERSON


def _weighed(score: list[float], every: list[list[float]]) -> tuple[dict[str, float], dict[str, float]]:
    """The encoder's view of a mention, and of all mentions of the same target by the same source."""
    negative, neutral, positive = score
    means = [sum(column) / len(every) for column in zip(*every, strict=True)]
    feeling = {
        "encoder": 1 - neutral,
        "encoder peak": max(negative, positive),
        "pair": 1 - means[1],
        "pair peak": max(means[0], means[2]),
        "pair many": min(1.0, (len(every) - 1) / 4),
    }
    return feeling, {"encoder": positive - negative, "pair": means[2] - means[0]}


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
    if sarcastic(scene, target) or laughing(scene, target):
        yield "sarcasm", 1.0


def _seen(scene: Scene, cases: list[Case], models: dict[str, Linear]) -> Iterator[State]:
    """Pairs of source and target with enough evidence in all, shown by the mentions that give most of it."""
    judged: dict[tuple[str, str], list[tuple[float, Case]]] = {}
    for case in cases:
        felt = models["feeling"].probabilities(case.feeling).get(FELT, 0.0)
        judged.setdefault(_pair(scene, case.target, case.source), []).append((felt, case))
    least = LEAST["forum" if scene.forum else "news"]
    for members in judged.values():
        sure = 1 - prod(1 - felt for felt, _ in members)
        if sure < least:
            continue
        signs = [
            felt * (models["polarity"].probabilities(case.polarity).get("pos", 0.0) - 0.5) for felt, case in members
        ]
        value = "pos" if sum(signs) > 0 else "neg"
        top = max(felt for felt, _ in members)
        for felt, case in members:
            if felt >= FURTHER * top:
                mocked = value == "neg" and (sarcastic(scene, case.target) or laughing(scene, case.target))
                yield State("sentiment", value, case.target, case.source, "", felt, mocked, way="seen")


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
