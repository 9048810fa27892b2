"""One KB from many files, and one KB a document from a KB of many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from factbook.model.kb import KB
from factbook.model.records import Argument, Mention

# Formats whose ids belong to one document: the same id in two files is two things.
_LOCAL = frozenset({"rich-ere", "apf"})


def merged(parts: Sequence[tuple[KB, str]]) -> KB:
    """Documents, entities and mentions of all parts (content and format) in one KB."""
    if len(parts) == 1:
        return parts[0][0]
    whole = KB()
    for number, (kb, format) in enumerate(parts, 1):
        whole.name = whole.name or kb.name
        whole.documents.update(kb.documents)
        for kind, texts in kb.extra.items():
            whole.extra[kind] = whole.extra.get(kind, ()) + texts
        prefix = f"{next(iter(kb.documents), str(number))}/" if format in _LOCAL else ""
        for id, entity in kb.entities.items():
            whole.entities.setdefault(
                prefix + id, msgspec.structs.replace(entity, id=prefix + id) if prefix else entity
            )
        for id, mention in kb.mentions.items():
            key = prefix + id
            if key in whole.mentions:
                key = f"{key}#{number}"
            whole.mentions[key] = _renamed(mention, key, prefix)
    return whole


def _renamed(mention: Mention, id: str, prefix: str) -> Mention:
    if mention.id == id:
        return mention
    return msgspec.structs.replace(mention, id=id, entity=prefix + mention.entity)


def by_document(kbs: Iterable[KB]) -> dict[str, KB]:
    """A KB a document. A KB of one document is taken as it is."""
    found: dict[str, KB] = {}
    for kb in kbs:
        docs = dict.fromkeys([*kb.documents, *(mention.doc for mention in kb.mentions.values())])
        if len(docs) == 1:
            found[next(iter(docs))] = kb
            continue
        for doc in docs:
            found[doc] = part_of(kb, doc)
    return found


def part_of(kb: KB, doc: str) -> KB:
    """What a KB of many documents says about one: its mentions, and the objects that they are mentions of."""
    part = KB(name=kb.name)
    if doc in kb.documents:
        part.documents[doc] = kb.documents[doc]
    part.mentions = {id: mention for id, mention in kb.mentions.items() if mention.doc == doc}
    part.fillers = {id: filler for id, filler in kb.fillers.items() if _doc(filler.extent) == doc}
    here = {*part.mentions, *part.fillers}
    part.relation_mentions = {id: one for id, one in kb.relation_mentions.items() if _is_here(one, doc, here)}
    part.event_mentions = {id: one for id, one in kb.event_mentions.items() if _is_here(one, doc, here)}
    part.attitudes = {id: one for id, one in kb.attitudes.items() if one.doc == doc}
    for table, mentions, field in (
        ("entities", part.mentions, "entity"),
        ("relations", part.relation_mentions, "relation"),
        ("events", part.event_mentions, "event"),
    ):
        wanted = {getattr(one, field) for one in mentions.values()}
        setattr(part, table, {id: one for id, one in getattr(kb, table).items() if id in wanted})
    return part


def _doc(place: Any) -> str:
    return place.doc if place is not None else ""


def _is_here(mention: Any, doc: str, here: set[str]) -> bool:
    places = {_doc(mention.extent), _doc(mention.trigger), *(_doc(span) for span in getattr(mention, "provenance", ()))}
    if doc in places:
        return True
    arguments: tuple[Argument, ...] = mention.arguments
    return places == {""} and any(argument.ref in here for argument in arguments)
