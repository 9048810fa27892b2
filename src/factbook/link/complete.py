"""Complete a knowledge base as Cold Start asks: inverses of relations, implied mentions, canonical mentions (seed 002).

These are the repairs of the validator (`formats.coldstart_infer`), done on records. Which slot is the inverse of which
stands in `schema.coldstart` for both. Nothing is taken away; what is added says so in `inferred`, or in the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from factbook.formats.coldstart_layout import LAYOUT
from factbook.link.canonical import canonical_mentions
from factbook.model.kb import KB
from factbook.model.records import Argument, Relation, RelationMention
from factbook.schema.coldstart import inverse_of
from factbook.text.offsets import Span

INVERSE = "inverse"  # `Relation.inferred` of what this module adds
_ONLY_CANONICAL = ("stated", "canonical only")  # how the Cold Start reader marks an implied mention


class Completed(msgspec.Struct, frozen=True, kw_only=True):
    """Ids of what was added or changed."""

    inverses: tuple[str, ...] = ()  # relations
    mentions: tuple[str, ...] = ()  # canonical mentions that are now mentions
    canonical: tuple[str, ...] = ()  # mentions that are now canonical


def complete(kb: KB) -> Completed:
    """Add to a knowledge base what it implies; the ids of what changed."""
    kb.extra.pop(LAYOUT, None)  # a completed one is written in official order
    return Completed(
        inverses=tuple(add_inverses(kb)), mentions=tuple(state_mentions(kb)), canonical=tuple(mark_canonical(kb))
    )


Ordered = Callable[[str, tuple[Span, ...]], tuple[Span, ...]]  # object and places: the places in another order


def add_inverses(kb: KB, ordered: Ordered | None = None) -> list[str]:
    """Each relation between entities gets its inverse, with the same evidence (as `ordered` has it) and confidence."""
    known = {key for relation in kb.relations.values() if (key := _triple(relation)) is not None}
    added: list[str] = []
    for relation in list(kb.relations.values()):
        key = _triple(relation)
        target = kb.entities.get(relation.arguments[1].ref) if key is not None else None
        if key is None or target is None:
            continue
        inverse = inverse_of(relation.type or "", target.type)
        if not inverse or (key[2], inverse, key[0]) in known:
            continue
        known.add((key[2], inverse, key[0]))
        added.append(_add_inverse(kb, relation, inverse, ordered))
    kb.forget_indexes()
    return added


def _triple(relation: Relation) -> tuple[str, str, str] | None:
    if relation.type is None or len(relation.arguments) < 2:
        return None
    return relation.arguments[0].ref, relation.type, relation.arguments[1].ref


def _add_inverse(kb: KB, relation: Relation, type: str, ordered: Ordered | None) -> str:
    subject, object, *others = relation.arguments
    identifier = _free(f"{relation.id}^-1", kb.relations)
    kb.relations[identifier] = msgspec.structs.replace(
        relation,
        id=identifier,
        type=type,
        arguments=(_as(object, subject), _as(subject, object), *others),
        inferred=INVERSE,
    )
    for mention in kb.mentions_of_relation.get(relation.id, ()):
        name = _free(f"{mention.id}^-1", kb.relation_mentions)
        turned = _turned(mention, name, identifier)
        if ordered is not None:
            turned = msgspec.structs.replace(turned, provenance=ordered(subject.ref, turned.provenance))
        kb.relation_mentions[name] = turned
    return identifier


def _as(argument: Argument, place: Argument) -> Argument:
    """The argument in the role of another."""
    return msgspec.structs.replace(argument, role=place.role)


def _turned(mention: RelationMention, name: str, relation: str) -> RelationMention:
    arguments = mention.arguments
    if len(arguments) > 1:
        arguments = (_as(arguments[1], arguments[0]), _as(arguments[0], arguments[1]), *arguments[2:])
    return msgspec.structs.replace(mention, id=name, relation=relation, arguments=arguments, extra=())


def _free(name: str, table: dict[str, Relation] | dict[str, RelationMention]) -> str:
    number, free = 1, name
    while free in table:
        number += 1
        free = f"{name}#{number}"
    return free


def state_mentions(kb: KB) -> Iterator[str]:
    """A canonical mention that no line states as a mention is taken to be a named one."""
    for mention in list(kb.mentions.values()):
        if _ONLY_CANONICAL in mention.extra:
            extra = tuple(pair for pair in mention.extra if pair != _ONLY_CANONICAL)
            kb.mentions[mention.id] = msgspec.structs.replace(mention, extra=extra)
            kb.forget_indexes()
            yield mention.id


def mark_canonical(kb: KB) -> Iterator[str]:
    """In each document that mentions an entity, its best mention there is canonical."""
    for identifier in sorted(canonical_mentions(kb)):
        mention = kb.mentions[identifier]
        if not mention.canonical:
            kb.mentions[identifier] = msgspec.structs.replace(mention, canonical=True)
            kb.forget_indexes()
            yield identifier
