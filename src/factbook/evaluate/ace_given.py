"""Diagnostic conditions of ACE08: coreference over given mentions (2.4), relations over given entities (2.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from factbook.model.kb import KB
from factbook.model.records import Argument, Mention, Relation, RelationMention

CONDITIONS = ("none", "mentions", "entities")


def apply(gold: Mapping[str, KB], system: Mapping[str, KB], condition: str) -> tuple[dict[str, KB], list[str]]:
    """The system output as the condition sees it, and warnings about items that do not keep to what was given."""
    change: dict[str, Callable[[KB, KB, list[str]], KB]] = {"mentions": _mentions, "entities": _entities}
    warnings: list[str] = []
    if condition == "none":
        return dict(system), warnings
    empty = KB()
    return {doc: change[condition](gold.get(doc, empty), kb, warnings) for doc, kb in system.items()}, warnings


def _mentions(gold: KB, system: KB, warnings: list[str]) -> KB:
    """Only mentions that were given stay, with the attributes that were given; the system decides on entities alone."""
    given = {mention.heads: mention for mention in gold.mentions.values()}
    kept: dict[str, Mention] = {}
    for mention in system.mentions.values():
        source = given.get(mention.heads)
        if source is None:
            warnings.append(f"mention {mention.id} in document {mention.doc} was not given; left out")
            continue
        same = {name: getattr(source, name) for name in ("level", "role", "metonymy", "extent", "head")}
        kept[mention.id] = msgspec.structs.replace(mention, **same)
    used = {mention.entity for mention in kept.values()}
    entities = {id: entity for id, entity in system.entities.items() if id in used}
    return KB(
        name=system.name,
        documents=system.documents,
        entities=entities,
        mentions=kept,
        relations=dict(_relations(system, {id: id for id in entities}, warnings)),
        relation_mentions=dict(_relation_mentions(system, {id: id for id in kept})),
    )


def _entities(gold: KB, system: KB, warnings: list[str]) -> KB:
    """Entities and mentions are those that were given; arguments refer to them by id, or by the heads of an entity."""
    entities = _renamed(_heads(gold), _heads(system)) | {id: id for id in system.entities if id in gold.entities}
    entities |= {id: id for id in gold.entities}
    heads = {mention.heads: mention.id for mention in gold.mentions.values()}
    mentions = {id: heads[mention.heads] for id, mention in system.mentions.items() if mention.heads in heads}
    mentions |= {id: id for id in gold.mentions}
    return KB(
        name=system.name,
        documents=system.documents,
        entities=gold.entities,
        mentions=gold.mentions,
        relations=dict(_relations(system, entities, warnings)),
        relation_mentions=dict(_relation_mentions(system, mentions)),
    )


def _heads(kb: KB) -> dict[frozenset[object], str]:
    found: dict[frozenset[object], str] = {}
    for id, mentions in kb.mentions_of.items():
        found.setdefault(frozenset(mention.heads for mention in mentions), id)
    return found


def _renamed(gold: Mapping[frozenset[object], str], system: Mapping[frozenset[object], str]) -> dict[str, str]:
    return {id: gold[heads] for heads, id in system.items() if heads in gold}


def _relations(kb: KB, names: Mapping[str, str], warnings: list[str]) -> Iterator[tuple[str, Relation]]:
    for relation in kb.relations.values():
        entities = [argument for argument in relation.arguments if "time" not in argument.role.lower()]
        if all(argument.ref in names for argument in entities):
            yield relation.id, msgspec.structs.replace(relation, arguments=_rename(tuple(entities), names))
        else:
            warnings.append(f"relation {relation.id} has an argument that was not given; left out")


def _relation_mentions(kb: KB, names: Mapping[str, str]) -> Iterator[tuple[str, RelationMention]]:
    for mention in kb.relation_mentions.values():
        yield mention.id, msgspec.structs.replace(mention, arguments=_rename(mention.arguments, names))


def _rename(arguments: tuple[Argument, ...], names: Mapping[str, str]) -> tuple[Argument, ...]:
    return tuple(
        msgspec.structs.replace(argument, ref=names[argument.ref]) for argument in arguments if argument.ref in names
    )
