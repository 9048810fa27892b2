"""The walk through an APF tree. It is written for speed: one pass, few calls an element, checks only what it drops."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

import msgspec
from lxml import etree

from factbook.formats.apf_older import Attributes, OlderElements, attributes_of
from factbook.formats.format import Problems
from factbook.formats.xml import Element, where
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Document,
    Entity,
    Event,
    EventMention,
    Locator,
    Mention,
    Name,
    Relation,
    RelationMention,
)
from factbook.text.source import Source


class Reader(OlderElements):
    """Reads `source_file` into `kb`."""

    def __init__(self, root: Element, file: str, sources: dict[str, Source], problems: Problems) -> None:
        super().__init__(root, file, problems)
        head = attributes_of(root)
        documents = [child for child in root if child.tag == "document"]
        self.several = len(documents) > 1
        for document in documents:
            self._document(document, head, sources)
        if self.several:
            self._note_documents()
        self._resolve()

    # document level

    def _document(self, element: Element, head: Attributes, sources: dict[str, Source]) -> None:
        self.doc = self._id(element, "DOCID")
        source = sources.get(self.doc)
        self.places.enter(self.doc, source)
        extra = tuple((key, value) for key, value in head.items() if key != "SOURCE")
        known = Document(
            id=self.doc, genre=head.get("SOURCE", ""), offsets="ace" if source is None else "raw", extra=extra
        )
        if self.doc in self.kb.documents:
            self._duplicate(element, self.doc)
        else:
            self.kb.documents[self.doc] = known  # also without an id: it says what its offsets are
        readers: dict[str, Callable[[Element], None]] = {
            "entity": self._entity,
            "relation": self._relation,
            "value": self.value,
            "timex2": self.value,
            "event": self.event,
        }
        for child in element[:]:
            reader = readers.get(child.tag)
            if reader is not None:
                reader(child)
            elif isinstance(child.tag, str):
                text = etree.tostring(child, encoding="unicode", with_tail=False)
                key = f"apf {self.doc}"
                self.kb.extra[key] = (*self.kb.extra.get(key, ()), text)

    # entities

    def _entity(self, element: Element) -> None:
        attributes = attributes_of(element)
        key = attributes.pop("ID", "") or self._id(element, "ID")
        names: list[Name] = []
        links: list[tuple[str, str]] = []
        for child in element[:]:
            tag = child.tag
            if tag == "entity_mention":
                self._mention(child, key)
            elif tag == "entity_attributes":
                self._names(child, names)
            elif tag == "external_link":
                links.append((child.get("RESOURCE", "").strip(), child.get("EID", "").strip()))
            else:
                self._unknown(child, element)
        entity = Entity(
            id=key,
            type=attributes.pop("TYPE", ""),
            subtype=attributes.pop("SUBTYPE", ""),
            specificity=attributes.pop("CLASS", ""),
            confidence=self._confidence(attributes, element) if attributes else None,
            names=tuple(names),
            links=tuple(links),
            extra=tuple(attributes.items()) if attributes else (),
        )
        self._add_entity(entity, element)

    def _add_entity(self, entity: Entity, element: Element) -> None:
        if not self._first(entity, self.kb.entities, element):
            return
        known = self.kb.entities.get(entity.id)
        if known is None:
            self.kb.entities[entity.id] = entity
            return
        # A global entity: the same id in another document of this file (seed 001, section 2.6).
        if (known.type, known.subtype, known.specificity) != (entity.type, entity.subtype, entity.specificity):
            self.problems.add("ENTITY_DIFFERS", where(self.file, element), id=entity.id)
        names = tuple(dict.fromkeys(known.names + entity.names))
        links = tuple(dict.fromkeys(known.links + entity.links))
        self.kb.entities[entity.id] = msgspec.structs.replace(known, names=names, links=links)

    def _names(self, element: Element, names: list[Name]) -> None:
        for child in element[:]:
            if child.tag == "name":
                extent, said = self.places.only(child) if len(child) else (None, "")
                text = child.get("NAME", "").strip()
                names.append(Name(text=text, extent=extent, said=said if said != text else ""))
            else:
                self._unknown(child, element)

    def _mention(self, element: Element, entity: str) -> None:
        key = level = ldc_type = role = ""
        metonymy = False
        rest: Attributes = {}
        for name, value in element.items():
            if name == "ID":
                key = value.strip()
            elif name == "TYPE":
                level = value.strip()
            elif name == "LDCTYPE":
                ldc_type = value.strip()
            elif name == "ROLE":
                role = value.strip()
            elif name == "METONYMY_MENTION":
                metonymy = value.strip().upper() == "TRUE"
                if not metonymy:
                    rest[name] = value.strip()  # a written FALSE survives a round trip
            else:
                rest[name] = value.strip()
        extent: Locator | None = None
        head: Locator | None = None
        text = head_text = ""
        for child in element[:]:
            tag = child.tag
            if tag == "extent":
                extent, text = self.places.only(child)
            elif tag == "head":
                head, head_text = self.places.only(child)
            else:
                self._unknown(child, element)
        if extent is None or head is None:
            missing = "extent" if extent is None else "head"
            self.problems.add("MISSING_ELEMENT", where(self.file, element), parent="entity_mention", element=missing)
            if extent is None:
                return
            head, head_text = extent, text
        if not key:
            self._id(element, "ID")
        elif key in self.kb.mentions:
            self._duplicate(element, key)
        else:
            self.kb.mentions[key] = Mention(
                id=key,
                entity=entity,
                level=level,
                extent=extent,
                head=head,
                text=text,
                head_text=head_text,
                ldc_type=ldc_type,
                role=role,
                metonymy=metonymy,
                confidence=self._confidence(rest, element) if rest else None,
                extra=tuple(rest.items()) if rest else (),
            )

    # relations

    def _relation(self, element: Element) -> None:
        attributes = attributes_of(element)
        key = attributes.pop("ID", "") or self._id(element, "ID")
        arguments: list[Argument] = []
        for child in element[:]:
            tag = child.tag
            if tag == "relation_argument":
                arguments.append(self._argument(child))
            elif tag == "relation_mention":
                self._relation_mention(child, key)
            else:
                self._unknown(child, element)
        relation = Relation(
            id=key,
            type=attributes.pop("TYPE", ""),
            subtype=attributes.pop("SUBTYPE", ""),
            arguments=tuple(arguments),
            modality=attributes.pop("MODALITY", ""),
            tense=attributes.pop("TENSE", ""),
            confidence=self._confidence(attributes, element) if attributes else None,
            extra=tuple(attributes.items()) if attributes else (),
        )
        if self._first(relation, self.kb.relations, element):
            self.kb.relations.setdefault(key, relation)

    def _relation_mention(self, element: Element, relation: str) -> None:
        attributes = attributes_of(element)
        key = attributes.pop("ID", "") or self._id(element, "ID")
        extent: Locator | None = None
        text = ""
        arguments: list[Argument] = []
        for child in element[:]:
            if child.tag == "extent":
                extent, text = self.places.only(child)
            elif child.tag == "relation_mention_argument":
                arguments.append(self._argument(child))
            else:
                self._unknown(child, element)
        mention = RelationMention(
            id=key,
            relation=relation,
            arguments=tuple(arguments),
            extent=extent,
            text=text,
            lexical_condition=attributes.pop("LEXICALCONDITION", ""),
            confidence=self._confidence(attributes, element) if attributes else None,
            extra=tuple(attributes.items()) if attributes else (),
        )
        self._add(mention, element)

    def _note_documents(self) -> None:
        """In a file of several documents, objects without mentions say in `extra` where they stand."""
        mentioned = _mentioned(self.kb)
        for (kind, key), docs in self.appears.items():
            table = self.kb.table(kind)
            missing = [doc for doc in docs if (key, doc) not in mentioned]
            if missing and key in table:
                extra = table[key].extra + tuple(("document", doc) for doc in missing)
                table[key] = msgspec.structs.replace(table[key], extra=extra)

    def _resolve(self) -> None:
        kb = self.kb
        self._refs(kb.relations.values(), (kb.entities, kb.fillers), "relation_argument")
        self._refs(kb.relation_mentions.values(), (kb.mentions, kb.fillers), "relation_mention_argument")
        self._refs(kb.events.values(), (kb.entities, kb.fillers), "event_argument")
        self._refs(kb.event_mentions.values(), (kb.mentions, kb.fillers), "event_mention_argument")

    def _refs(
        self,
        records: Iterable[Relation | RelationMention | Event | EventMention],
        tables: tuple[Container[str], Container[str]],
        tag: str,
    ) -> None:
        first, second = tables
        lost = {
            argument.ref
            for record in records
            for argument in record.arguments
            if argument.ref not in first and argument.ref not in second
        }
        if lost:
            for element in self.root.iter(tag):
                ref = (element.get("REFID") or "").strip()
                if ref in lost:
                    self.problems.add("UNKNOWN_ID", where(self.file, element), id=ref, element=tag)


def _mentioned(kb: KB) -> set[tuple[str, str]]:
    """(object, document) pairs that a mention shows."""
    pairs = {(mention.entity, mention.doc) for mention in kb.mentions.values()}
    pairs |= {(m.relation, m.extent.doc) for m in kb.relation_mentions.values() if m.extent}
    pairs |= {(m.event, m.extent.doc) for m in kb.event_mentions.values() if m.extent}
    pairs |= {(dict(f.extra)["of"], f.extent.doc) for f in kb.fillers.values() if f.extent and "of" in dict(f.extra)}
    return pairs
