"""In the spirit of REDES (seed 004): belief only, the author is the source, naive Bayes over types and triggers.

Features are the subtype of the event or relation, the types of its arguments, the part of speech of the trigger,
realis and genre.
"""

from __future__ import annotations

from collections.abc import Iterator

from factbook.extract.attitudes.features import NOTHING, Training, gold_values, of_target
from factbook.extract.attitudes.learning import Linear, naive_bayes, present, shipped
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State


def _features(scene: Scene, target: Target) -> dict[str, float]:
    return present(name for name in of_target(scene, target) if not name.startswith(("arc=", "above=", "level=")))


def train(gold: Training) -> dict[str, Linear]:
    """The author's belief about each relation and event."""
    examples = []
    for scene, attitudes in gold:
        values = gold_values(scene, attitudes, "belief")
        for target in scene.targets:
            if target.kind != "entity":
                author = scene.entity_of(scene.author_of(target))
                examples.append((_features(scene, target), values.get((target.id, author), NOTHING)))
    return {"belief": naive_bayes(examples)}


def states(scene: Scene, models: dict[str, Linear] | None = None) -> Iterator[State]:
    """The most probable belief of the author about every relation and event."""
    model = (models or shipped("redes"))["belief"]
    for target in scene.targets:
        if target.kind == "entity":
            continue
        value, sure = model.best(_features(scene, target))
        if value != NOTHING:
            yield State("belief", value, target, scene.author_of(target), "pos", sure)
