"""The official baseline (seed 004): everybody is sure of everything and dislikes everything."""

from __future__ import annotations

from collections.abc import Iterator

from factbook.extract.attitudes.scene import Scene
from factbook.extract.attitudes.state import State


def states(scene: Scene) -> Iterator[State]:
    """The author believes (CB) every relation and event, and feels negative about those and every entity."""
    for target in scene.targets:
        author = scene.author_of(target)
        if target.kind != "entity":
            yield State("belief", "CB", target, author, polarity="pos")
        yield State("sentiment", "neg", target, author)
