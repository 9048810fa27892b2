"""The default system: beliefs from how clauses are presented, sentiments from words of feeling and the encoder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.attitudes import belief, sentiment
from factbook.extract.attitudes.features import Training
from factbook.extract.attitudes.learning import Linear
from factbook.extract.attitudes.scene import Scene
from factbook.extract.attitudes.state import State

OWN_ERE: Final = True  # learns from predicted entities, relations and events too: it will be run on them


def train(gold: Training) -> dict[str, Linear]:
    """What the system learns from gold attitudes: the model of sentiments."""
    return sentiment.train(gold)


def states(scene: Scene, models: dict[str, Linear] | None = None) -> Iterator[State]:
    """Beliefs, then sentiments."""
    yield from belief.states(scene)
    yield from sentiment.states(scene, models)
