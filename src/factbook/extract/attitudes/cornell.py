"""In the spirit of Cornell–Pittsburgh–Michigan (seed 004): link prediction by rules, then classification.

Stage 1 links a source to a target by the text between them: the author to everything in a post, and a person,
organisation or place to a target behind it in the sentence when a verb of saying, believing or feeling stands
between. Stage 2 gives each link a belief and a sentiment or none; it learns from gold links and the spurious ones of
stage 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from factbook.extract.attitudes.columbia import felt, pair_features, pairs
from factbook.extract.attitudes.features import (
    NOTHING,
    Training,
    affect,
    gold_values,
    of_presentation,
    of_target,
    of_tone,
)
from factbook.extract.attitudes.learning import Example, Linear, logistic, present, shipped
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.layers.modality import attribution

LINKING: Final = ("report", "believe", "guess", "deny", "know")


class Link(NamedTuple):
    """A source (None: the unnamed author of news) and a target, with features."""

    source: str | None
    target: Target
    features: dict[str, float]


def links(scene: Scene) -> list[Link]:
    """Stage 1."""
    return scene.once("links", lambda: list(_links(scene)))


def _links(scene: Scene) -> Iterator[Link]:
    for target in scene.targets:
        described = present([*of_target(scene, target), *of_presentation(scene, target), "author"])
        yield Link(scene.author_of(target), target, described | dict(of_tone(scene, target)))
    for word, mention, target in pairs(scene):
        assert target.word is not None
        if word < target.word and _linked(scene, word, target.word):
            yield Link(mention, target, pair_features(scene, word, target) | present(of_presentation(scene, target)))


def _linked(scene: Scene, source: int, target: int) -> bool:
    lemmas = {scene.document.words[word].lemma for word in range(source + 1, target)}
    return any(
        lemma in affect("verb") or lemma in affect("about") or set(attribution().get(lemma, ())) & set(LINKING)
        for lemma in lemmas
    )


def train(gold: Training) -> dict[str, Linear]:
    """Stage 2: the belief and the sentiment of each link."""
    examples: dict[str, list[Example]] = {"belief": [], "sentiment": []}
    for scene, attitudes in gold:
        for kind, found in examples.items():
            values = gold_values(scene, attitudes, kind)
            for link in links(scene):
                if (kind == "belief" and link.target.kind == "entity") or (kind == "sentiment" and not link.source):
                    continue
                value = values.get((link.target.id, scene.entity_of(link.source)), NOTHING)
                found.append((link.features, value))
    return {kind: logistic(found, decay=2.0, steps=60) for kind, found in examples.items()}


def states(scene: Scene, models: dict[str, Linear] | None = None) -> Iterator[State]:
    """Both stages."""
    models = models or shipped("cornell")
    for link in links(scene):
        if link.target.kind != "entity":
            value, sure = models["belief"].best(link.features)
            if value != NOTHING:
                yield State("belief", value, link.target, link.source, "pos", sure)
        if link.source is not None:
            yield from felt(models["sentiment"], link.features, link.target, link.source)
