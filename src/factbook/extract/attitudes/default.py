"""The default system: beliefs from how clauses are presented, sentiments from words of feeling and the encoder."""

from __future__ import annotations

from collections.abc import Iterator

from factbook.extract.attitudes import belief, sentiment
from factbook.extract.attitudes.scene import Scene
from factbook.extract.attitudes.state import State


def states(scene: Scene) -> Iterator[State]:
    """Beliefs, then sentiments."""
    yield from belief.states(scene)
    yield from sentiment.states(scene)
