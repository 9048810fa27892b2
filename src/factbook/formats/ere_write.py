"""A KB of one document as Rich ERE XML."""

from __future__ import annotations

from collections.abc import Iterator

from factbook.formats.format import CannotWrite
from factbook.formats.xml import attributes, escape
from factbook.model.kb import KB
from factbook.model.records import Argument, Document, Entity, Event, EventMention, Locator, Mention, RelationMention
from factbook.schema import rich_ere as schema
from factbook.text.offsets import Span

_SOURCE_TYPES = {genre: word for word, genre in schema.SOURCE_GENRES.items()}


def write(kb: KB) -> bytes:
    """The file. It holds one document; a KB of several raises `CannotWrite`."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', *_lines(kb, _document(kb)), ""]
    return "\n".join(lines).encode("utf-8")


def _document(kb: KB) -> Document:
    if len(kb.documents) > 1:
        raise CannotWrite(f"a Rich ERE file holds one document, not {len(kb.documents)}: write them one by one")
    if kb.documents:
        document = next(iter(kb.documents.values()))
        if document.offsets != "raw":
            raise CannotWrite(f"raw offsets need the text of {document.id}: give it with --source")
        return document
    docs = {mention.doc for mention in kb.mentions.values()}
    return Document(id=next(iter(docs)) if len(docs) == 1 else "")


def _lines(kb: KB, document: Document) -> Iterator[str]:
    extra = dict(document.extra)
    known = {"kit_id": extra.pop("kit_id", ""), "doc_id": document.id}
    known["source_type"] = extra.pop("source_type", "") or _SOURCE_TYPES.get(document.genre, "")
    yield f"<deft_ere{attributes([*known.items(), *extra.items()])}>"
    yield from _part("entities", [line for entity in kb.entities.values() for line in _entity(kb, entity)])
    if kb.fillers:
        yield from _part("fillers", list(_fillers(kb)))
    yield from _part("relations", list(_relations(kb)))
    yield from _part("hoppers", [line for event in kb.events.values() for line in _hopper(kb, event)])
    for verbatim in kb.extra.get("rich-ere", ()):
        yield "  " + verbatim
    yield "</deft_ere>"


def _part(name: str, lines: list[str]) -> list[str]:
    return [f"  <{name}>", *lines, f"  </{name}>"] if lines else [f"  <{name}/>"]


def _entity(kb: KB, entity: Entity) -> Iterator[str]:
    words = [("id", entity.id), ("type", entity.type), ("specificity", schema.specificity_word(entity.specificity))]
    yield f"    <entity{attributes([*words, _sure(entity.confidence), *entity.extra])}>"
    for mention in kb.mentions_of.get(entity.id, ()):
        yield from _mention(mention)
    yield "    </entity>"


def _mention(mention: Mention) -> Iterator[str]:
    words = [("id", mention.id), ("noun_type", mention.level), *_span(mention.extent), _sure(mention.confidence)]
    yield f"      <entity_mention{attributes([*words, *mention.extra])}>"
    yield f"        <mention_text>{escape(mention.text)}</mention_text>"
    if mention.head is not None:
        yield f"        <nom_head{attributes(_span(mention.head))}>{escape(mention.head_text)}</nom_head>"
    yield "      </entity_mention>"


def _fillers(kb: KB) -> Iterator[str]:
    for filler in kb.fillers.values():
        kind = filler.type.lower() if filler.type.lower() in schema.FILLER_TYPES else filler.type
        place = _span(filler.extent) if filler.extent else []
        words = attributes([("id", filler.id), *place, ("type", kind), *filler.extra])
        yield f"    <filler{words}>{escape(filler.text)}</filler>"


def _relations(kb: KB) -> Iterator[str]:
    for relation in kb.relations.values():
        words = [("id", relation.id), ("type", relation.type or ""), ("subtype", relation.subtype)]
        yield f"    <relation{attributes([*words, _sure(relation.confidence), *relation.extra])}>"
        for mention in kb.mentions_of_relation.get(relation.id, ()):
            yield from _relation_mention(kb, mention)
        yield "    </relation>"


def _relation_mention(kb: KB, mention: RelationMention) -> Iterator[str]:
    words = [("id", mention.id), ("realis", mention.realis), _sure(mention.confidence)]
    yield f"      <relation_mention{attributes([*words, *mention.extra])}>"
    for index, argument in enumerate(mention.arguments):
        place = dict(argument.extra).get("position", str(index + 1))
        yield f"        {_argument(kb, argument, f'rel_arg{place}')}"
    yield from _trigger(mention)
    yield "      </relation_mention>"


def _hopper(kb: KB, event: Event) -> Iterator[str]:
    yield f"    <hopper{attributes([('id', event.id), _sure(event.confidence), *event.extra])}>"
    for mention in kb.mentions_of_event.get(event.id, ()):
        words = [("id", mention.id), ("type", mention.type), ("subtype", mention.subtype), ("realis", mention.realis)]
        yield f"      <event_mention{attributes([*words, _sure(mention.confidence), *mention.extra])}>"
        yield from _trigger(mention)
        for argument in mention.arguments:
            yield f"        {_argument(kb, argument, 'em_arg')}"
        yield "      </event_mention>"
    yield "    </hopper>"


def _trigger(mention: RelationMention | EventMention) -> Iterator[str]:
    if mention.trigger is not None:
        yield f"        <trigger{attributes(_span(mention.trigger))}>{escape(mention.trigger_text)}</trigger>"


def _argument(kb: KB, argument: Argument, tag: str) -> str:
    extra = {key: value for key, value in argument.extra if key != "position"}
    if argument.ref in kb.fillers:
        words = [("filler_id", argument.ref)]
    else:
        mention = kb.mentions.get(argument.ref)
        entity = extra.pop("entity_id", "") or (mention.entity if mention else "")
        words = [("entity_id", entity), ("entity_mention_id", argument.ref)]
    words += [("role", argument.role), ("realis", argument.realis), *extra.items()]
    return f"<{tag}{attributes(words)}>{escape(argument.text)}</{tag}>"


def _span(place: Locator) -> list[tuple[str, str]]:
    if not isinstance(place, Span):
        raise CannotWrite(f"Rich ERE holds characters only, not {type(place).__name__} of {place.doc}")
    offset, length = place.sized
    return [("source", place.doc), ("offset", str(offset)), ("length", str(length))]


def _sure(confidence: float | None) -> tuple[str, str]:
    return ("confidence", "" if confidence is None else repr(confidence))
