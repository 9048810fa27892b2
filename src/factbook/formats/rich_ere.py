"""Rich ERE: entities, fillers, relations and hoppers of one document (seed: BeSt 2017, appendix A).

A hopper is an Event. The objects of a relation or event (`Relation.arguments`, `Event.arguments`, `Event.type`) are
not in the file; they are taken from its mentions. Offsets are raw characters, tags included.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import lru_cache
from typing import TypeVar

from lxml import etree

from factbook.formats import xml_comments
from factbook.formats.format import ERROR, WARNING, Code, Context, Problems
from factbook.formats.structure import CONFIDENCE, integer, number
from factbook.formats.xml import CODES as XML_CODES
from factbook.formats.xml import SPAN_CODES, Element, attributes_as_written, line_of, parse, where
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Document,
    Entity,
    Event,
    EventMention,
    Extra,
    Filler,
    Mention,
    Record,
    Relation,
    RelationMention,
)
from factbook.schema import rich_ere as schema
from factbook.text.offsets import Span

CODES = (
    *XML_CODES,
    *SPAN_CODES,
    Code("UNKNOWN_ID", ERROR, "{attribute}={id!r} names no {kind} of this file", "correct the id"),
    Code("ENTITY_DIFFERS", ERROR, "{mention} belongs to {owner}, not to {said}", "correct entity_id"),
    Code("SOURCE_DIFFERS", ERROR, "source={said!r} is not the document {doc}"),
    Code("BAD_SPAN", ERROR, "<{element}> has no usable offset and length", "write whole numbers from 0"),
    Code("UNKNOWN_TYPE", ERROR, "there is no {kind} {type}.{subtype}", "see the inventory of Rich ERE"),
    Code("ARGUMENT_TYPE", WARNING, "{role} of {type}.{subtype} is {found}, not {wanted}"),
    Code("UNKNOWN_ROLE", WARNING, "{type}.{subtype} has no role {role}; it has: {wanted}"),
    Code("NO_TRIGGER", WARNING, "event mention {id} has no trigger", "allowed in predicted files"),
    Code("HEAD_OUTSIDE", ERROR, "the head of mention {id} lies outside its extent"),
)
ROOT = "deft_ere"
_Kept = TypeVar("_Kept", bound=Record)


def read(data: bytes, *, file: str, context: Context) -> tuple[KB, Problems]:
    """The KB of one document."""
    problems = Problems(CODES, ignore=context.ignore)
    root = parse(data, file=file, root=ROOT, problems=problems, context=context)
    if root is None:
        return KB(), problems
    kb = _Reader(root, file, problems).kb
    xml_comments.collect(data, kb)
    return kb, problems


def write(content: KB, *, context: Context) -> bytes:
    """One document as Rich ERE."""
    from factbook.formats import ere_write  # as `ere_check`: who only reads does not wait for it

    return xml_comments.restore(ere_write.write(content), content)


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """Problems of reading, structure, references, types, and spans against `context.sources`."""
    from factbook.formats import ere_check

    problems = Problems(CODES, ignore=context.ignore)
    root = parse(data, file=file, root=ROOT, problems=problems, context=context)
    if root is not None:
        kb = _Reader(root, file, problems).kb
        ere_check.check(root, kb, file=file, context=context, problems=problems)
    return problems


class _Reader:
    """Walks the tree once; what it does not know it reports, and keeps where a record can hold it."""

    def __init__(self, root: Element, file: str, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self.kb = KB()
        self.first: dict[str, Element] = {}  # where each id was first used
        # element, attribute, id, kind, and the entity that an argument names
        self.refs: list[tuple[Element, str, str, str, str]] = []
        self.doc = (root.get("doc_id") or root.get("docid") or "").strip()
        self._document(root)
        parts: dict[str, tuple[str, Callable[[Element], None]]] = {
            "entities": ("entity", self._entity),
            "fillers": ("filler", self._filler),
            "relations": ("relation", self._relation),
            "hoppers": ("hopper", self._hopper),
        }
        for name, (tag, reader) in parts.items():  # in this order: arguments look up mentions
            for part in root.iterchildren(name):
                self._each(part, {tag: reader})
        others = [part for part in root[:] if part.tag not in parts and isinstance(part.tag, str)]
        if others:
            verbatim = (etree.tostring(part, encoding="unicode", with_tail=False) for part in others)
            self.kb.extra["rich-ere"] = tuple(verbatim)
        self._resolve()

    def _document(self, root: Element) -> None:
        if not self.doc:
            self.problems.add("MISSING_ATTRIBUTE", where(self.file, root), element=ROOT, attribute="doc_id")
            return
        extra = tuple(
            (key, said) for key, said in attributes_as_written(root).items() if key not in ("doc_id", "docid")
        )
        genre = schema.SOURCE_GENRES.get(dict(extra).get("source_type", ""), "")
        self._add(Document(id=self.doc, genre=genre, extra=extra), self.kb.documents, root)

    def _entity(self, element: Element) -> None:
        said = attributes_as_written(element)
        key = said.pop("id", "").strip() or self._missing("id", element)
        word = said.pop("specificity", "").strip()
        entity = Entity(
            id=key,
            type=said.pop("type", "").strip() or self._missing("type", element),
            specificity=schema.SPECIFICITIES.get(word, word),
            confidence=self._confidence(said, element) if said else None,
            extra=tuple(said.items()) if said else (),
        )
        self._add(entity, self.kb.entities, element)
        for child in element[:]:
            if child.tag == "entity_mention":
                self._mention(child, key)
            else:
                self._unknown(child, element)

    def _mention(self, element: Element, entity: str) -> None:
        said = attributes_as_written(element)
        extent = self._span(said, element)
        text, head, head_text = "", None, ""
        for child in element[:]:
            tag = child.tag
            if tag == "mention_text":
                text = child.text or ""
            elif tag == "nom_head":
                head, head_text = self._span(attributes_as_written(child), child), child.text or ""
            else:
                self._unknown(child, element)
        if extent is None:
            return
        mention = Mention(
            id=said.pop("id", "").strip() or self._missing("id", element),
            entity=entity,
            level=said.pop("noun_type", "").strip() or self._missing("noun_type", element),
            extent=extent,
            head=head,
            text=text,
            head_text=head_text,
            confidence=self._confidence(said, element) if said else None,
            extra=tuple(said.items()) if said else (),
        )
        self._add(mention, self.kb.mentions, element)

    def _filler(self, element: Element) -> None:
        said = attributes_as_written(element)
        kind = said.pop("type", "").strip() or self._missing("type", element)
        filler = Filler(
            id=said.pop("id", "").strip() or self._missing("id", element),
            type=kind.upper() if kind.lower() in schema.FILLER_TYPES else kind,
            text=element.text or "",
            extent=self._span(said, element),
            extra=tuple(said.items()),
        )
        self._add(filler, self.kb.fillers, element)

    def _relation(self, element: Element) -> None:
        said = attributes_as_written(element)
        key = said.pop("id", "").strip() or self._missing("id", element)
        found: list[RelationMention] = []
        self._each(element, {"relation_mention": lambda child: found.append(self._relation_mention(child, key))})
        relation = Relation(
            id=key,
            type=said.pop("type", "").strip() or self._missing("type", element),
            subtype=said.pop("subtype", "").strip(),
            arguments=tuple(self._objects(found[:1])),
            confidence=self._confidence(said, element) if said else None,
            extra=tuple(said.items()),
        )
        self._add(relation, self.kb.relations, element)

    def _relation_mention(self, element: Element, relation: str) -> RelationMention:
        arguments: list[Argument] = []
        trigger, trigger_text = None, ""
        for child in element[:]:
            tag = child.tag
            if tag in ("rel_arg1", "rel_arg2"):
                place = tag[-1]
                extra = () if place == str(len(arguments) + 1) else (("position", place),)
                arguments.append(self._argument(child, extra))
            elif tag == "trigger":
                trigger, trigger_text = self._span(attributes_as_written(child), child), child.text or ""
            else:
                self._unknown(child, element)
        said = attributes_as_written(element)
        mention = RelationMention(
            id=said.pop("id", "").strip() or self._missing("id", element),
            relation=relation,
            arguments=tuple(arguments),
            trigger=trigger,
            trigger_text=trigger_text,
            realis=said.pop("realis", "").strip(),
            confidence=self._confidence(said, element) if said else None,
            extra=tuple(said.items()),
        )
        self._add(mention, self.kb.relation_mentions, element)
        return mention

    def _hopper(self, element: Element) -> None:
        said = attributes_as_written(element)
        key = said.pop("id", "").strip() or self._missing("id", element)
        found: list[EventMention] = []
        self._each(element, {"event_mention": lambda child: found.append(self._event_mention(child, key))})
        event = Event(
            id=key,
            type=found[0].type if found else "",
            subtype=found[0].subtype if found else "",
            arguments=tuple(dict.fromkeys(self._objects(found))),
            confidence=self._confidence(said, element) if said else None,
            extra=tuple(said.items()),
        )
        self._add(event, self.kb.events, element)

    def _event_mention(self, element: Element, event: str) -> EventMention:
        arguments: list[Argument] = []
        trigger, trigger_text = None, ""
        for child in element[:]:
            tag = child.tag
            if tag == "em_arg":
                arguments.append(self._argument(child))
            elif tag == "trigger":
                trigger, trigger_text = self._span(attributes_as_written(child), child), child.text or ""
            else:
                self._unknown(child, element)
        said = attributes_as_written(element)
        mention = EventMention(
            id=said.pop("id", "").strip() or self._missing("id", element),
            event=event,
            type=said.pop("type", "").strip() or self._missing("type", element),
            subtype=said.pop("subtype", "").strip(),
            realis=said.pop("realis", "").strip(),
            trigger=trigger,
            trigger_text=trigger_text,
            arguments=tuple(arguments),
            confidence=self._confidence(said, element) if said else None,
            extra=tuple(said.items()),
        )
        self._add(mention, self.kb.event_mentions, element)
        return mention

    def _argument(self, element: Element, extra: Extra = ()) -> Argument:
        said = attributes_as_written(element)
        role, realis = said.pop("role", "").strip(), said.pop("realis", "").strip()
        ref = said.get("filler_id", "").strip()
        if ref:
            del said["filler_id"]
            if ref not in self.kb.fillers:
                self.refs.append((element, "filler_id", ref, "filler", ""))
        else:
            ref = said.pop("entity_mention_id", "").strip() or self._missing("entity_mention_id", element)
            entity = said.pop("entity_id", "").strip()
            mention = self.kb.mentions.get(ref)
            if mention is None or (entity and mention.entity != entity):
                self.refs.append((element, "entity_mention_id", ref, "mention", entity))
                if entity:
                    said["entity_id"] = entity  # a wrong one survives a round trip
        extra = (*extra, *said.items()) if said else extra
        return Argument(role=role, ref=ref, text=element.text or "", realis=realis, extra=extra)

    def _objects(self, mentions: Iterable[RelationMention | EventMention]) -> list[Argument]:
        """Entities and fillers behind the arguments of mentions."""
        objects = []
        for mention in mentions:
            for argument in mention.arguments:
                known = self.kb.mentions.get(argument.ref)
                ref = known.entity if known else dict(argument.extra).get("entity_id", argument.ref)
                objects.append(Argument(role=argument.role, ref=ref))
        return objects

    def _resolve(self) -> None:
        tables: dict[str, Container[str]] = {"filler": self.kb.fillers, "mention": self.kb.mentions}
        for element, attribute, key, kind, said in self.refs:
            if key and key not in tables[kind]:
                self.problems.add("UNKNOWN_ID", where(self.file, element), attribute=attribute, id=key, kind=kind)
            mention = self.kb.mentions.get(key)
            if kind == "mention" and mention and said and mention.entity != said:
                place = where(self.file, element)
                self.problems.add("ENTITY_DIFFERS", place, mention=key, owner=mention.entity, said=said)

    def _span(self, said: dict[str, str], element: Element) -> Span | None:
        """The span that attributes name, which are taken out."""
        offset, length = _integer(said.pop("offset", "")), _integer(said.pop("length", ""))
        doc = said.pop("source", "").strip()
        if offset is None or length is None or offset < 0 or length < 0:
            self.problems.add("BAD_SPAN", where(self.file, element), element=element.tag)
            return None
        if doc and doc != self.doc:
            self.problems.add("SOURCE_DIFFERS", where(self.file, element), said=doc, doc=self.doc)
        else:
            doc = self.doc
        return Span.from_sized(doc, offset, length)

    def _missing(self, name: str, element: Element) -> str:
        """Report an attribute that must be there."""
        self.problems.add("MISSING_ATTRIBUTE", where(self.file, element), element=element.tag, attribute=name)
        return ""

    def _confidence(self, said: dict[str, str], element: Element) -> float | None:
        written = said.pop("confidence", None)
        value = number(written)
        if written is not None and (value is None or not 0 <= value <= 1):
            bad = {"element": element.tag, "attribute": "confidence", "value": written.strip(), "wanted": CONFIDENCE}
            self.problems.add("BAD_NUMBER", where(self.file, element), **bad)
        return value

    def _each(self, element: Element, readers: dict[str, Callable[[Element], None]]) -> None:
        for child in element[:]:
            reader = readers.get(child.tag)
            if reader is not None:
                reader(child)
            else:
                self._unknown(child, element)

    def _unknown(self, child: Element, parent: Element) -> None:
        if isinstance(child.tag, str):  # else an entity that nobody declared, which parsing has told
            self.problems.add("UNKNOWN_ELEMENT", where(self.file, child), element=child.tag, parent=parent.tag)

    def _add(self, record: _Kept, table: dict[str, _Kept], element: Element) -> None:
        key = record.id
        if not key:
            return  # MISSING_ATTRIBUTE has been reported
        if key in self.first:
            self.problems.add("DUPLICATE_ID", where(self.file, element), id=key, first=line_of(self.first[key]))
        else:
            self.first[key] = element
        table.setdefault(key, record)


_integer = lru_cache(maxsize=10_000)(integer)  # offsets and lengths: mostly the same few thousand
