"""Which entity of a system's KB is which entity of the gold KB.

Two entities may correspond if they have the same type and share a mention: the same characters of the same document
(`mentions=exact`), or heads that overlap by half of the longer (`mentions=overlap`). The one-to-one mapping that shares
the most mentions is taken; ties follow the order of the files.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from factbook.evaluate.ace_overlap import mutual_overlap
from factbook.evaluate.align import optimal
from factbook.evaluate.names import normalise_name
from factbook.model.kb import KB
from factbook.model.records import Locator, Mention

MENTIONS = ("exact", "overlap")
_MIN_OVERLAP = 0.5
_QUOTES = re.compile(r"[\"“”«»„‟]")


def normalise_value(text: str) -> str:
    """The form in which two string fills are compared: case, width, quotes and blanks do not matter."""
    return normalise_name(_QUOTES.sub("", unicodedata.normalize("NFKC", text).casefold()))


class Alignment:
    """The correspondence, and why an entity has none."""

    def __init__(self, gold: KB, system: KB, *, mentions: str = "exact") -> None:
        self.gold, self.system = gold, system
        shared: dict[tuple[str, str], float] = {}
        for ours, theirs in _shared(gold, system, mentions):
            pair = (ours.entity, theirs.entity)
            shared[pair] = shared.get(pair, 0.0) + 1
        self._shared = shared
        rows = {id: place for place, id in enumerate(gold.entities)}
        columns = {id: place for place, id in enumerate(system.entities)}
        gains = {
            (rows[left], columns[right]): count
            for (left, right), count in shared.items()
            if left in rows and right in columns and self._same_type(left, right)
        }
        gold_ids, system_ids = list(rows), list(columns)
        self.to_system = {gold_ids[i]: system_ids[j] for i, j in optimal(gains).items()}
        self.to_gold = {right: left for left, right in self.to_system.items()}
        self._of_gold: dict[str, list[str]] = {}
        self._of_system: dict[str, list[str]] = {}
        for left, right in shared:
            self._of_gold.setdefault(left, []).append(right)
            self._of_system.setdefault(right, []).append(left)

    def _same_type(self, left: str, right: str) -> bool:
        return self.gold.entities[left].type.upper() == self.system.entities[right].type.upper()

    def gold_stage(self, entity: str) -> str:
        """Why a gold entity has no mate: its mentions were missed, its type is wrong, or it was merged into another."""
        return self._stage(entity, self.to_system, self._of_gold.get(entity, []), "merge", gold=True)

    def system_stage(self, entity: str) -> str:
        """Why a system entity has no mate: no gold mention, wrong type, or split from another."""
        return self._stage(entity, self.to_gold, self._of_system.get(entity, []), "split", gold=False)

    def _stage(self, entity: str, mates: dict[str, str], others: Iterable[str], taken: str, *, gold: bool) -> str:
        if entity in mates:
            return ""
        pairs = [(entity, other) if gold else (other, entity) for other in others]
        if not pairs:
            return "mention"
        return taken if any(self._same_type(*pair) for pair in pairs) else "type"


def _shared(gold: KB, system: KB, how: str) -> Iterator[tuple[Mention, Mention]]:
    """Pairs of mentions in correspondence, each gold mention with each system mention at most once."""
    if how == "exact":
        by_place: dict[Locator, list[Mention]] = {}
        for mention in system.mentions.values():
            by_place.setdefault(mention.heads, []).append(mention)
        for mention in gold.mentions.values():
            for other in by_place.get(mention.heads, ()):
                yield mention, other
        return
    by_document: dict[str, list[Mention]] = {}
    for mention in system.mentions.values():
        by_document.setdefault(mention.doc, []).append(mention)
    for mention in gold.mentions.values():
        for other in by_document.get(mention.doc, ()):
            if mutual_overlap(mention.heads, other.heads) >= _MIN_OVERLAP:
                yield mention, other
