"""Predicted ERE to gold ERE (seed 004, section 7, "Predicted ERE").

* entity mentions and fillers: exact span and type;
* event mentions: the trigger;
* entities, relations and events: one to one, by the largest overlap of their mapped mentions;
* relation mentions: relation type and the mapped mentions of both arguments.

What does not map cannot match. Ties follow document order: the first gold item that is still free.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import msgspec

from factbook.evaluate.align import optimal
from factbook.model.kb import KB
from factbook.model.records import Argument, Locator


class EreMapping(msgspec.Struct, frozen=True):
    """Gold id by predicted id, for mentions (of entities, relations, events; fillers too) and for objects."""

    mentions: dict[str, str]
    objects: dict[str, str]


Key = tuple[Hashable, ...] | None


def map_ere(gold: KB, predicted: KB) -> EreMapping:
    """The mapping from a document's predicted ERE to its gold ERE."""
    mentions = _matched(_entity_keys(gold), _entity_keys(predicted))
    mentions |= _matched(_filler_keys(gold), _filler_keys(predicted))
    mentions |= _matched(_event_keys(gold), _event_keys(predicted))
    identity = {id: id for id in (*gold.mentions, *gold.fillers)}
    mentions |= _matched(_relation_keys(gold, identity), _relation_keys(predicted, mentions))
    objects: dict[str, str] = {}
    for table, field in (("mentions", "entity"), ("relation_mentions", "relation"), ("event_mentions", "event")):
        objects |= _objects(getattr(gold, table), getattr(predicted, table), field, mentions)
    return EreMapping(mentions, objects)


def _matched(gold: Iterable[tuple[str, Key, str]], predicted: Iterable[tuple[str, Key, str]]) -> dict[str, str]:
    """Pairs with equal keys, one to one. Among several, one with the same further word is taken first."""
    free: dict[Key, list[tuple[str, str]]] = {}
    for id, key, word in gold:
        if key is not None:
            free.setdefault(key, []).append((id, word))
    mapped: dict[str, str] = {}
    for id, key, word in predicted:
        candidates = free.get(key)
        if key is not None and candidates:
            best = next((candidate for candidate in candidates if candidate[1] == word), candidates[0])
            candidates.remove(best)
            mapped[id] = best[0]
    return mapped


def _place(locator: Locator | None) -> Hashable:
    """The place without the document's name: files of one document may spell it in two ways."""
    return None if locator is None else (getattr(locator, "start", None), getattr(locator, "end", None))


def _entity_keys(kb: KB) -> list[tuple[str, Key, str]]:
    types = {id: entity.type for id, entity in kb.entities.items()}
    return [
        (id, (_place(mention.extent), (types.get(mention.entity) or mention.type).upper()), mention.level)
        for id, mention in kb.mentions.items()
    ]


def _filler_keys(kb: KB) -> list[tuple[str, Key, str]]:
    return [
        (id, (_place(filler.extent), filler.type.upper()) if filler.extent is not None else None, "")
        for id, filler in kb.fillers.items()
    ]


def _event_keys(kb: KB) -> list[tuple[str, Key, str]]:
    return [
        (id, (_place(mention.trigger),) if mention.trigger is not None else None, f"{mention.type}.{mention.subtype}")
        for id, mention in kb.event_mentions.items()
    ]


def _relation_keys(kb: KB, mapped: dict[str, str]) -> list[tuple[str, Key, str]]:
    found: list[tuple[str, Key, str]] = []
    for id, mention in kb.relation_mentions.items():
        relation = kb.relations.get(mention.relation)
        arguments = [mapped.get(argument.ref) for argument in _two(mention.arguments)]
        kind = (relation.type or "").upper() if relation else ""
        complete = len(arguments) == 2 and None not in arguments
        found.append((id, (kind, *arguments) if complete else None, relation.subtype if relation else ""))
    return found


def _two(arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
    return arguments[:2]


def _objects(
    gold: dict[str, msgspec.Struct], predicted: dict[str, msgspec.Struct], field: str, mentions: dict[str, str]
) -> dict[str, str]:
    """Objects mapped one to one so that the number of common mentions is as large as possible."""
    rows: dict[str, int] = {}
    columns: dict[str, int] = {}
    for record in gold.values():
        columns.setdefault(getattr(record, field), len(columns))
    common: dict[tuple[int, int], float] = {}
    for id, record in predicted.items():
        row = rows.setdefault(getattr(record, field), len(rows))
        if id in mentions and mentions[id] in gold:
            pair = (row, columns[getattr(gold[mentions[id]], field)])
            common[pair] = common.get(pair, 0.0) + 1.0
    names, targets = list(rows), list(columns)
    return {names[row]: targets[column] for row, column in optimal(common).items()}
