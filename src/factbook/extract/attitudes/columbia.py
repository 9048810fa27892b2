"""In the spirit of Columbia/GWU (seed 004): the author as source and target classification, then pairs.

Sentiment: logistic regression says of each target whether its author feels anything about it; a second one does so
for each pair of a possible source and a target in one sentence, as in relation extraction. Belief: a tagger of the
target's words tells CB, NCB and ROB of the author; where it is not sure, CB stands, as in the baseline.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.attitudes.features import (
    NOTHING,
    Training,
    gold_values,
    of_pair,
    of_presentation,
    of_target,
    of_tone,
    of_words,
)
from factbook.extract.attitudes.learning import Example, Linear, logistic, present, shipped
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State

LEAST: Final = 0.35  # of the probability that there is a feeling
SURE: Final = 0.5  # below this a belief is CB
FAR: Final = 20  # words between a source and a target


def target_features(scene: Scene, target: Target) -> dict[str, float]:
    """Types, words around, presentation and tone."""

    def make() -> dict[str, float]:
        found = present([*of_target(scene, target), *of_words(scene, target), *of_presentation(scene, target)])
        return found | dict(of_tone(scene, target))

    return scene.once(("target", target.id), make)


def pair_features(scene: Scene, source: int, target: Target) -> dict[str, float]:
    """What stands between, and the target's type."""

    def make() -> dict[str, float]:
        return present([*of_pair(scene, source, target), f"kind={target.kind}", f"type={target.type}"])

    return scene.once(("pair", source, target.id), make)


def pairs(scene: Scene) -> Iterator[tuple[int, str, Target]]:
    """Word and mention of every possible source with every target near it in its sentence, other than itself."""
    document = scene.document
    sources: dict[int, list[tuple[int, str]]] = {}
    for one in scene.targets:
        if one.kind == "entity" and one.word is not None and scene.source_at(one.word) == one.id:
            sources.setdefault(document.words[one.word].sentence, []).append((one.word, one.id))
    for target in scene.targets:
        if target.word is None:
            continue
        for word, mention in sources.get(document.words[target.word].sentence, ()):
            entity = scene.entity_of(mention)
            own = entity in (target.entity, scene.entity_of(scene.author_of(target)))  # "I" is the name in the tag
            if 0 < abs(word - target.word) <= FAR and not own:
                yield word, mention, target


def train(gold: Training) -> dict[str, Linear]:
    """Three models: belief and sentiment of the author, sentiment of pairs."""
    belief: list[Example] = []
    author: list[Example] = []
    pair: list[Example] = []
    for scene, attitudes in gold:
        values = {kind: gold_values(scene, attitudes, kind) for kind in ("belief", "sentiment")}
        for target in scene.targets:
            writer, described = scene.entity_of(scene.author_of(target)), target_features(scene, target)
            if target.kind != "entity":
                belief.append((described, values["belief"].get((target.id, writer), NOTHING)))
            if writer:
                author.append((described, values["sentiment"].get((target.id, writer), NOTHING)))
        for word, mention, target in pairs(scene):
            felt = values["sentiment"].get((target.id, scene.entity_of(mention)), NOTHING)
            pair.append((pair_features(scene, word, target), felt))
    examples = {"belief": belief, "author": author, "pair": pair}
    return {name: logistic(rows, decay=2.0, steps=60, least=5) for name, rows in examples.items()}


def states(scene: Scene, models: dict[str, Linear] | None = None) -> Iterator[State]:
    """The author's beliefs and feelings, then the feelings of others."""
    models = models or shipped("columbia")
    for target in scene.targets:
        author, described = scene.author_of(target), target_features(scene, target)
        if target.kind != "entity":
            value, sure = models["belief"].best(described)
            if value == NOTHING or sure < SURE:
                value = "CB"
            yield State("belief", value, target, author, "pos", sure)
        if author is not None:
            yield from felt(models["author"], described, target, author)
    for word, mention, target in pairs(scene):
        yield from felt(models["pair"], pair_features(scene, word, target), target, mention)


def felt(model: Linear, features: dict[str, float], target: Target, source: str | None) -> Iterator[State]:
    """The likelier feeling, where it is likely enough that there is one."""
    found = model.probabilities(features)
    value = max(("neg", "pos"), key=lambda name: found.get(name, 0.0))
    if 1 - found.get(NOTHING, 0.0) >= LEAST:
        yield State("sentiment", value, target, source, probability=1 - found.get(NOTHING, 0.0))
