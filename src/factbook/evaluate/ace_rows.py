"""What ACE scoring found out about each entity and relation: rows, and the tasks they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, overload

import msgspec

from factbook.evaluate.ace_items import EntityItem, EntityOccurrence, RelationItem, RelationOccurrence
from factbook.evaluate.ace_profiles import EPSILON
from factbook.evaluate.ace_value import Links, Pair, Parts

Item: TypeAlias = EntityItem | RelationItem
Occurrence: TypeAlias = EntityOccurrence | RelationOccurrence

TASKS = ("edr", "rdr", "emd", "rmd")


class Row(msgspec.Struct, frozen=True, gc=False):
    """One occurrence of a reference item (outcome correct, error or miss) or of an unmapped system item (fa)."""

    item: Item
    occurrence: Occurrence
    outcome: str
    cost: float
    value: float  # its own value; 0 for a false alarm
    parts: Parts
    mate: Occurrence | None = None


class Scored:
    """One task after mapping."""

    def __init__(
        self, task: str, reference: list[Item], system: list[Item], rows: list[Row], alarms: list[Row]
    ) -> None:
        self.task = task
        self.reference = reference
        self.system = system
        self.rows = rows  # of the reference, in document order
        self.alarms = alarms  # of the system
        self.values: dict[Occurrence, float] = {}  # own value of each occurrence
        self.argument_errors: dict[Item, int] = {}
        self.links: Links = {}
        self.uses_mentions = True


def cost_of(own: float, pair: Pair) -> float:
    """Reference value less the value of the pair; noise of the addition is no cost (Appendix A)."""
    cost = own - pair.value
    return cost if cost >= EPSILON else 0.0


@overload
def unmapped(system: list[EntityItem]) -> Iterator[tuple[EntityItem, EntityOccurrence]]: ...
@overload
def unmapped(system: list[RelationItem]) -> Iterator[tuple[RelationItem, RelationOccurrence]]: ...
def unmapped(system: list[EntityItem] | list[RelationItem]) -> Iterator[tuple[Item, Occurrence]]:
    """Occurrences of system items without a mate in that document."""
    for item in system:
        for doc, occurrence in item.occurrences.items():
            if item.mate is None or doc not in item.mate.occurrences:
                yield item, occurrence
