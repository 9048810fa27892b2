"""The canonical mention of each entity in a document: the string that stands for it (seed 002, canonical_mention)."""

from __future__ import annotations

from collections.abc import Sequence

from factbook.model.kb import KB
from factbook.model.records import Mention
from factbook.text.offsets import Span

_LEVELS = {"NAM": 0, "NOM": 1}


def canonical_mentions(kb: KB) -> set[str]:
    """Ids of the canonical mentions of a document's KB: those marked, otherwise the best of each entity.

    The best is the longest name, the first of equals; without a name the first nominal. Pronouns are no candidates.
    """
    chosen: set[str] = set()
    for mentions in kb.mentions_of.values():
        by_document: dict[str, list[Mention]] = {}
        for mention in mentions:
            by_document.setdefault(mention.doc, []).append(mention)
        for group in by_document.values():
            best = best_mention(group)
            if best is not None:
                chosen.add(best.id)
    return chosen


def best_mention(mentions: Sequence[Mention]) -> Mention | None:
    """The canonical mention among the mentions of one entity in one document."""
    marked = next((m for m in mentions if m.canonical), None)
    if marked is not None:
        return marked
    candidates = [m for m in mentions if m.level in _LEVELS]
    return min(candidates, key=_order, default=None)


def _order(mention: Mention) -> tuple[int, int, int]:
    named = _LEVELS[mention.level] == 0
    start = mention.extent.start if isinstance(mention.extent, Span) else 0
    return _LEVELS[mention.level], -len(mention.text) if named else 0, int(start)
