"""Mapping of relations, and the rows that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from factbook.evaluate.ace_items import EntityItem, RelationItem
from factbook.evaluate.ace_relations import ArgumentMap, RelationValues
from factbook.evaluate.ace_rows import Row, cost_of
from factbook.evaluate.ace_value import NOTHING
from factbook.evaluate.align import optimal


def map_relations(
    reference: list[RelationItem], system: list[RelationItem], values: RelationValues
) -> dict[RelationItem, ArgumentMap]:
    """Maps relations; gives the argument correspondence of each mapped reference relation."""
    gains: dict[tuple[int, int], float] = {}
    maps: dict[tuple[int, int], ArgumentMap] = {}
    for left, right in _candidates(reference, system, values):
        arguments = values.argument_map(left, right)
        if not values.enough(left, arguments):
            continue
        gain = _relation_gain(left, right, values, arguments)
        if gain is not None:
            gains[left.order, right.order] = gain
            maps[left.order, right.order] = arguments
    chosen: dict[RelationItem, ArgumentMap] = {}
    for i, j in optimal(gains).items():
        reference[i].mate, system[j].mate = system[j], reference[i]
        chosen[reference[i]] = maps[i, j]
    return chosen


def _candidates(
    reference: list[RelationItem], system: list[RelationItem], values: RelationValues
) -> Iterator[tuple[RelationItem, RelationItem]]:
    """Pairs with a common document and, where arguments decide, an argument in common."""
    by_argument: dict[tuple[str, EntityItem], list[RelationItem]] = {}
    by_document: dict[str, list[RelationItem]] = {}
    for item in system:
        for doc in item.occurrences:
            by_document.setdefault(doc, []).append(item)
            for _, entity in item.arguments:
                by_argument.setdefault((doc, entity), []).append(item)
    profile = values.profile
    strict = profile.argument_score_required or profile.arguments_required > 0
    mates_only = strict and profile.mapped_arguments and not values.mentions
    for item in reference:
        if mates_only:
            yield from ((item, other) for other in _of_mates(item, by_argument, profile.arguments_required))
            continue
        found: dict[RelationItem, None] = {}
        for doc in item.occurrences:
            if not (strict and profile.use_mentions):
                found.update(dict.fromkeys(by_document.get(doc, ())))
                continue
            for _, entity in item.arguments:
                occurrence = entity.occurrences.get(doc)
                for other in values.entities.links.get(occurrence, ()) if occurrence is not None else ():
                    found.update(dict.fromkeys(by_argument.get((doc, other.item), ())))
        for other_item in sorted(found, key=lambda candidate: candidate.order):
            yield item, other_item


def _of_mates(
    item: RelationItem, by_argument: Mapping[tuple[str, EntityItem], list[RelationItem]], required: int
) -> list[RelationItem]:
    """System relations that join mates of at least `required` arguments in some document."""
    found: set[RelationItem] = set()
    for doc in item.occurrences:
        shared: dict[RelationItem, int] = {}
        for _, entity in item.arguments:
            for other in by_argument.get((doc, entity.mate), ()) if entity.mate is not None else ():
                shared[other] = shared.get(other, 0) + 1
        found.update(other for other, count in shared.items() if count >= min(required, len(item.arguments)))
    return sorted(found, key=lambda candidate: candidate.order)


def _relation_gain(
    reference: RelationItem, system: RelationItem, values: RelationValues, arguments: ArgumentMap
) -> float | None:
    gain, known = 0.0, False
    for doc, occurrence in system.occurrences.items():
        pair = values.pair(reference, system, doc, arguments)
        if pair is not None:
            gain += pair.value - values.own(occurrence).false_alarm
            known = known or doc in reference.occurrences
        elif values.profile.official:
            gain -= values.own(occurrence).false_alarm  # the program forgets this document's false alarm
    return gain if known else None


def relation_rows(
    item: RelationItem,
    values: RelationValues,
    maps: Mapping[RelationItem, ArgumentMap],
    errors: Mapping[RelationItem, int],
) -> Iterator[Row]:
    for doc, occurrence in item.occurrences.items():
        own = values.own(occurrence).value
        mate = item.mate
        other = mate.occurrences.get(doc) if mate is not None else None
        pair = values.pair(item, mate, doc, maps[item]) if mate is not None and other is not None else None
        if pair is None or mate is None:
            cost = own
            if other is not None and not values.profile.official:
                cost -= values.own(other).false_alarm
            yield Row(item, occurrence, "miss", cost, own, NOTHING, other)
        else:
            same = (item.type, item.subtype, item.modality) == (mate.type, mate.subtype, mate.modality)
            outcome = "correct" if same and not errors[item] else "error"
            yield Row(item, occurrence, outcome, cost_of(own, pair), own, pair.parts, other)


def argument_errors(item: RelationItem, arguments: ArgumentMap | None) -> int:
    """Arguments of both relations that are not mapped to each other in the same role."""
    if item.mate is None or not arguments:
        return len(item.arguments)
    mapped = right = 0
    for (role, entity), (other_role, other) in arguments.items():
        if other.mate is None:
            continue
        mapped += 1
        right += other.mate is entity.host and role == other_role
    return len(item.arguments) + len(item.mate.arguments) - mapped - right
