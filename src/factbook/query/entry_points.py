"""From the mention a query names to the node of a knowledge base (seed 002, "Evaluation Queries")."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from factbook.text.offsets import Span


class Named(msgspec.Struct, frozen=True, gc=False):
    """A named mention of a node."""

    span: Span
    node: str
    position: int  # line in the file


def choose(point: Span, mentions: Iterable[Named]) -> Named | None:
    """The mention that a query means: most characters in common, then fewest others, then first in the file.

    Only mentions with a character in common count; None where there is none.
    """
    best: Named | None = None
    best_key = (0, 0, 0)
    for mention in mentions:
        common = point.overlap(mention.span)
        if not common:
            continue
        key = (-common, mention.span.length - common, mention.position)
        if best is None or key < best_key:
            best, best_key = mention, key
    return best
