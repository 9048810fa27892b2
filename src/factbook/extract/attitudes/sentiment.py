"""Sentiments of the default system: words of feeling with their holder, and the encoder's view of the author's.

Sentiment is rare. The author's is claimed only where the encoder is sure, or a word of feeling describes the target;
somebody else's only where the text says that they feel it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from factbook.extract.attitudes.quotations import Quotation, quotations
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.layers.modality import own_status
from factbook.extract.layers.places import places
from factbook.extract.lexicon import rows, word_set

AUTHOR_LEAST: Final = 0.35  # of the encoder's probability, in forums
NEWS_LEAST: Final = 0.4
PREPOSITIONS: Final = ("of", "for", "at", "with", "about", "to", "by", "from", "on")
COPULAS: Final = word_set("nsubj nsubj:outer")
OPPOSITE: Final = {"pos": "neg", "neg": "pos"}
FIRST_PERSON: Final = word_set("i me my we us our myself mine")


@cache
def feelings() -> dict[str, dict[str, str]]:
    """Polarity by lemma, for each kind of word."""
    found: dict[str, dict[str, str]] = {}
    for kind, polarity, lemmas in rows("affect"):
        found.setdefault(kind, {}).update(dict.fromkeys(lemmas.split(), polarity))
    return found


def states(scene: Scene) -> Iterator[State]:
    """Sentiments about all targets."""
    targets = [target for target in scene.targets if target.words is not None]
    by_word = {target.word: target for target in reversed(targets) if target.kind == "entity"}
    spoken = quotations(scene.document)
    yield from _felt(scene, by_word, spoken)
    found = list(_author(scene, [target for target in targets if target.kind == "entity"], spoken))
    yield from _of_one_mind(scene, found)


def _felt(scene: Scene, by_word: dict[int | None, Target], spoken: list[Quotation]) -> Iterator[State]:
    """ "Haddad despises her", "we are proud of the crew"."""
    document = scene.document
    for word, here in enumerate(document.words):
        polarity = feelings()["verb"].get(here.lemma) if here.upos == "VERB" else feelings()["about"].get(here.lemma)
        if polarity is None or here.upos not in ("VERB", "ADJ"):
            continue
        around = places(document, word)
        if own_status(document, word).negated:
            polarity = OPPOSITE[polarity]
        names = ("obj",) if here.upos == "VERB" else PREPOSITIONS
        goals = [by_word[w] for name in names for w in around.get(name, ()) if w in by_word]
        for target in goals:
            for subject in around.get("subj", []):
                yield State("sentiment", polarity, target, _holder(scene, subject, target, spoken), probability=0.7)


def _holder(scene: Scene, word: int, target: Target, spoken: list[Quotation]) -> str | None:
    """Who feels: the mention at the subject; in a forum "I" is the author in the tag."""
    author = scene.author_of(target)
    if scene.document.words[word].lower in FIRST_PERSON and author is not None:
        return author
    return scene.source_at(word)


def _author(scene: Scene, targets: list[Target], spoken: list[Quotation]) -> Iterator[State]:
    """What the encoder and words of quality say of the author's feeling."""
    document = scene.document
    spans = [target.words for target in targets if target.words is not None]
    scores = document.reading.sentiment(spans)
    least = AUTHOR_LEAST if scene.forum else NEWS_LEAST
    for target, (negative, _, positive) in zip(targets, scores.tolist(), strict=True):
        quality = _quality(scene, target)
        sure, polarity = max((negative, "neg"), (positive, "pos"))
        if quality is not None:
            sure, polarity = max(sure if polarity == quality else 0.0, 0.8), quality
        if sure < least or (target.level == "PRO" and document.words[target.word or 0].lower in FIRST_PERSON):
            continue
        source = scene.author_of(target)
        speech = next((q for q in spoken if q.first <= (target.word or 0) < q.end), None)
        if speech is not None and speech.speaker is not None:
            source = scene.source_at(speech.speaker)
        if source is None:
            continue
        yield State("sentiment", polarity, target, source, probability=sure)


def _of_one_mind(scene: Scene, found: list[State]) -> Iterator[State]:
    """Where the encoder sees both feelings of one source about one thing, the surer one holds."""
    best: dict[tuple[str, str], State] = {}
    for state in found:
        key = _pair(scene, state)
        if key not in best or best[key].probability < state.probability:
            best[key] = state
    for state in found:
        if best[_pair(scene, state)].value == state.value:
            yield state


def _pair(scene: Scene, state: State) -> tuple[str, str]:
    source = scene.ere.mentions[state.source].entity if state.source else ""
    return source, state.target.entity


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
        polarity = feelings()["quality"].get(document.words[spot].lemma)
        if polarity is not None:
            negated = own_status(document, here.head if spot != word else spot).negated
            return OPPOSITE[polarity] if negated else polarity
    return None
