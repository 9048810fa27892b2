"""A collection's KB as one KB a document: what each document says by itself."""

from __future__ import annotations

import msgspec

from factbook.model.kb import KB
from factbook.model.records import Relation, RelationMention


def by_document(kb: KB) -> dict[str, KB]:
    """KBs by document id. An entity is in every document that mentions it, a fact in every document that states it."""
    parts: dict[str, KB] = {}

    def part(document: str) -> KB:
        if document not in parts:
            parts[document] = KB(name=kb.name)
            record = kb.documents.get(document)
            if record is not None:
                parts[document].add(record)
        return parts[document]

    for mention in kb.mentions.values():
        here = part(mention.doc)
        here.mentions[mention.id] = mention
        here.entities.setdefault(mention.entity, kb.entities[mention.entity])
    for filler in kb.fillers.values():
        if filler.extent is not None:
            part(filler.extent.doc).fillers[filler.id] = filler
    for relation in kb.relations.values():
        for stated in kb.mentions_of_relation.get(relation.id, ()):
            document = _document_of(kb, stated)
            if document:
                _put(kb, part(document), relation, stated)
    for event_mention in kb.event_mentions.values():
        place = event_mention.trigger or event_mention.extent
        if place is not None:
            here = part(place.doc)
            here.event_mentions[event_mention.id] = event_mention
            if event_mention.event in kb.events:
                here.events.setdefault(event_mention.event, kb.events[event_mention.event])
    for attitude in kb.attitudes.values():
        part(attitude.doc).attitudes[attitude.id] = attitude
    for found in parts.values():
        found.forget_indexes()
    return parts


def _document_of(kb: KB, mention: RelationMention) -> str:
    if mention.provenance:
        return mention.provenance[0].doc
    if mention.extent is not None:
        return mention.extent.doc
    for argument in mention.arguments:
        record = kb.mentions.get(argument.ref)
        if record is not None:
            return record.doc
    return ""


def _put(kb: KB, here: KB, relation: Relation, mention: RelationMention) -> None:
    """A fact with this mention of it; entities and fillers it needs come along."""
    confidence = mention.confidence if mention.confidence is not None else relation.confidence
    present = here.relations.get(relation.id)
    if present is None or (confidence or 0) > (present.confidence or 0):
        here.relations[relation.id] = msgspec.structs.replace(relation, confidence=confidence)
    here.relation_mentions[mention.id] = mention
    for argument in relation.arguments:
        if argument.ref in kb.entities:
            here.entities.setdefault(argument.ref, kb.entities[argument.ref])
        elif argument.ref in kb.fillers:
            here.fillers.setdefault(argument.ref, kb.fillers[argument.ref])
