"""A KB as APF 5.2.0. Raw spans become ACE offsets by the text; mentions inside markup have none and are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from factbook.formats.format import CannotWrite
from factbook.formats.xml import attributes, escape
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Document,
    Entity,
    Event,
    EventMention,
    Extra,
    Filler,
    ImageArea,
    Locator,
    Mention,
    Relation,
    RelationMention,
    TimeSpan,
)
from factbook.text.offsets import Span
from factbook.text.source import Source

DOCUMENT_TYPE = '<!DOCTYPE source_file SYSTEM "ace2008_apf.v5.2.0.dtd">'
_HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n{DOCUMENT_TYPE}'
_GENRES = {"nw": "newswire", "df": "usenet"}
_OURS = frozenset({"document", "of", "element", "ldc_scope"})  # in `extra`, but no attributes
Lines = Iterator[str]


class Writer:
    """Writes one KB."""

    def __init__(self, kb: KB, sources: Mapping[str, Source]) -> None:
        self.kb = kb
        self.sources = sources
        self.documents = kb.documents or {doc: Document(id=doc) for doc in _docs_of(kb)}
        self.lost = {m.id for m in kb.mentions.values() if self._place(m.extent, "") is None}
        self.value_mentions: dict[str, list[Filler]] = {}
        for filler in kb.fillers.values():
            owner = dict(filler.extra).get("of")
            if owner is not None:
                self.value_mentions.setdefault(owner, []).append(filler)

    def data(self) -> bytes:
        """The file."""
        first = next(iter(self.documents.values()), Document(id=""))
        extra = dict(first.extra)
        words = {"URI": extra.pop("URI", f"{first.id}.sgm"), "SOURCE": _GENRES.get(first.genre, first.genre)}
        words |= {"TYPE": "text", **extra}
        lines = [_HEAD, f"<source_file{attributes(words.items())}>"]
        for document in self.documents.values():
            lines += [f"  <document{attributes([('DOCID', document.id)])}>", *self._document(document.id)]
            lines.append("  </document>")
        return ("\n".join(lines) + "\n</source_file>\n").encode("utf-8")

    def _document(self, doc: str) -> Lines:
        kb = self.kb
        for entity in kb.entities.values():
            mentions = kb.mentions_of.get(entity.id, ())
            if self._stands(doc, entity.extra, (mention.extent for mention in mentions)):
                yield from self._entity(entity, doc)
        for filler in kb.fillers.values():
            if "of" not in dict(filler.extra):
                parts = self.value_mentions.get(filler.id) or [filler]
                if self._stands(doc, filler.extra, (part.extent for part in parts)):
                    yield from self._value(filler, doc)
        for relation in kb.relations.values():
            found = kb.mentions_of_relation.get(relation.id, ())
            if self._stands(doc, relation.extra, (mention.extent for mention in found)):
                yield from self._relation(relation, doc)
        for event in kb.events.values():
            told = kb.mentions_of_event.get(event.id, ())
            if self._stands(doc, event.extra, (mention.extent for mention in told)):
                yield from self._event(event, doc)
        for verbatim in kb.extra.get(f"apf {doc}", ()):
            yield "    " + verbatim

    def _stands(self, doc: str, extra: Extra, places: Iterable[Locator | None]) -> bool:
        """Whether an object stands in a document: by a mention, by `extra`, or for want of another document."""
        if len(self.documents) == 1:
            return True
        docs = {value for key, value in extra if key == "document"} | {place.doc for place in places if place}
        return doc in docs if docs else doc == next(iter(self.documents))

    def _entity(self, entity: Entity, doc: str) -> Lines:
        words = [("ID", entity.id), ("TYPE", entity.type), ("SUBTYPE", entity.subtype), ("CLASS", entity.specificity)]
        yield f"    <entity{attributes([*words, _sure(entity.confidence), *_rest(entity.extra)])}>"
        for mention in self.kb.mentions_of.get(entity.id, ()):
            if mention.doc == doc and mention.id not in self.lost:
                yield from self._mention(mention)
        names = [name for name in entity.names if name.extent is None or name.extent.doc == doc]
        if names:
            yield "      <entity_attributes>"
            for name in names:
                yield f"        <name{attributes([('NAME', name.text)])}{'/>' if name.extent is None else '>'}"
                if name.extent is not None:
                    yield from self._locator(name.extent, name.said or name.text, "          ")
                    yield "        </name>"
            yield "      </entity_attributes>"
        for resource, key in entity.links:
            yield f"      <external_link{attributes([('RESOURCE', resource), ('EID', key)])} />"
        yield "    </entity>"

    def _mention(self, mention: Mention) -> Lines:
        words = [
            ("ID", mention.id),
            ("TYPE", mention.level),
            ("LDCTYPE", mention.ldc_type),
            ("ROLE", mention.role),
            ("METONYMY_MENTION", "TRUE" if mention.metonymy else ""),
            _sure(mention.confidence),
            *[word for word in _rest(mention.extra) if not (mention.metonymy and word[0] == "METONYMY_MENTION")],
        ]
        yield f"      <entity_mention{attributes(words)}>"
        yield from self._wrapped("extent", mention.extent, mention.text)
        head, text = (mention.extent, mention.text) if mention.head is None else (mention.head, mention.head_text)
        yield from self._wrapped("head", head, text)
        yield "      </entity_mention>"

    def _value(self, filler: Filler, doc: str) -> Lines:
        timex = dict(filler.extra).get("element", "timex2" if filler.type == "TIME" else "value") == "timex2"
        tag = "timex2" if timex else "value"
        words = [("ID", filler.id)]
        words += [("VAL", filler.value)] if timex else [("TYPE", filler.type), ("SUBTYPE", filler.subtype)]
        yield f"    <{tag}{attributes([*words, _sure(filler.confidence), *_rest(filler.extra)])}>"
        for part in self.value_mentions.get(filler.id) or [filler]:
            if part.extent is not None and part.extent.doc == doc:
                key = part.id if part is not filler else _mention_id(filler)
                extra = () if part is filler else _rest(part.extra)
                yield f"      <{tag}_mention{attributes([('ID', key), *extra])}>"
                yield from self._wrapped("extent", part.extent, part.text)
                yield f"      </{tag}_mention>"
        yield f"    </{tag}>"

    def _relation(self, relation: Relation, doc: str) -> Lines:
        words = [
            ("ID", relation.id),
            ("TYPE", relation.type or ""),
            ("SUBTYPE", relation.subtype),
            ("MODALITY", relation.modality),
            ("TENSE", relation.tense),
            _sure(relation.confidence),
            *_rest(relation.extra),
        ]
        yield f"    <relation{attributes(words)}>"
        for argument in relation.arguments:
            yield f"      <relation_argument{_refers(argument, argument.ref)} />"
        for mention in self.kb.mentions_of_relation.get(relation.id, ()):
            if not self._loses(mention) and (mention.extent is None or mention.extent.doc == doc):
                words = [("ID", mention.id), ("LEXICALCONDITION", mention.lexical_condition)]
                words += [_sure(mention.confidence), *_rest(mention.extra)]
                yield f"      <relation_mention{attributes(words)}>"
                yield from self._wrapped("extent", mention.extent, mention.text)
                yield from self._mention_arguments(mention.arguments, "relation_mention_argument")
                yield "      </relation_mention>"
        yield "    </relation>"

    def _event(self, event: Event, doc: str) -> Lines:
        words = [("ID", event.id), ("TYPE", event.type), ("SUBTYPE", event.subtype), _sure(event.confidence)]
        yield f"    <event{attributes([*words, *_rest(event.extra)])}>"
        for argument in event.arguments:
            yield f"      <event_argument{_refers(argument, argument.ref)} />"
        for mention in self.kb.mentions_of_event.get(event.id, ()):
            if not self._loses(mention) and (mention.extent is None or mention.extent.doc == doc):
                yield f"      <event_mention{attributes([('ID', mention.id), *_rest(mention.extra)])}>"
                yield from self._wrapped("extent", mention.extent or mention.trigger, mention.text)
                yield from self._scope(mention, doc)
                yield from self._wrapped("anchor", mention.trigger, mention.trigger_text)
                yield from self._mention_arguments(mention.arguments, "event_mention_argument")
                yield "      </event_mention>"
        yield "    </event>"

    def _scope(self, mention: EventMention, doc: str) -> Lines:
        said = dict(mention.extra).get("ldc_scope")
        if said is not None:
            start, end, text = said.split(" ", 2)
            yield from self._wrapped("ldc_scope", Span(doc, int(start), int(end)), text)

    def _mention_arguments(self, arguments: Iterable[Argument], tag: str) -> Lines:
        for argument in arguments:
            filler = self.kb.fillers.get(argument.ref)
            plain = filler is not None and not {"of", "element"} & set(dict(filler.extra))
            ref = _mention_id(filler) if plain and filler is not None else argument.ref
            if argument.extent is None:
                yield f"        <{tag}{_refers(argument, ref)} />"
            else:
                yield f"        <{tag}{_refers(argument, ref)}>"
                yield from self._wrapped("extent", argument.extent, argument.text, "          ")
                yield f"        </{tag}>"

    def _loses(self, mention: RelationMention | EventMention) -> bool:
        """Whether a mention cannot be written, because it or an argument of it stands inside markup."""
        place = mention.extent or mention.trigger
        inside = place is not None and self._place(place, "") is None
        return inside or any(argument.ref in self.lost for argument in mention.arguments)

    def _wrapped(self, tag: str, place: Locator | None, text: str, indent: str = "        ") -> Lines:
        if place is not None:
            yield f"{indent}<{tag}>"
            yield from self._locator(place, text, indent + "  ")
            yield f"{indent}</{tag}>"

    def _locator(self, place: Locator, text: str, indent: str) -> Lines:
        line = self._place(place, text)
        if line is not None:
            yield indent + line

    def _place(self, place: Locator, text: str) -> str | None:
        if isinstance(place, TimeSpan):
            words = [("START", repr(place.start)), ("END", repr(place.end)), ("CHANNEL", place.channel)]
            return f"<timespan{attributes(words)}>{escape(text)}</timespan>"
        if isinstance(place, ImageArea):
            return f"<bblist>{''.join(_boxes(place))}</bblist>"
        span: Span | None = place
        document = self.documents.get(place.doc)
        if document is None or document.offsets == "raw":
            source = self.sources.get(place.doc)
            if source is None:
                raise CannotWrite(f"ACE offsets need the text of {place.doc}: give it with --source")
            span = source.ace.span_to_ace(place)
        if span is None:
            return None
        if span.length <= 0:  # a charseq cannot say it, a charspan can
            return f'<charspan START="{span.start}" END="{span.end}">{escape(text)}</charspan>'
        start, last = span.inclusive
        return f'<charseq START="{start}" END="{last}">{escape(text)}</charseq>'


def _docs_of(kb: KB) -> list[str]:
    docs = [mention.doc for mention in kb.mentions.values()]
    docs += [filler.extent.doc for filler in kb.fillers.values() if filler.extent]
    return list(dict.fromkeys(docs))


def _boxes(area: ImageArea) -> Lines:
    for box in area.boxes:
        corners = [("LEFT", box.left), ("TOP", box.top), ("RIGHT", box.right), ("BOTTOM", box.bottom)]
        yield f"<bbox{attributes([('PAGE', area.page), *((name, repr(value)) for name, value in corners)])} />"


def _refers(argument: Argument, ref: str) -> str:
    return attributes([("REFID", ref), ("ROLE", argument.role), *_rest(argument.extra)])


def _rest(extra: Extra) -> list[tuple[str, str]]:
    return [(key, value) for key, value in extra if key not in _OURS]


def _mention_id(filler: Filler) -> str:
    """The id of the one mention of a filler that comes from another format."""
    return f"{filler.id}-1"


def _sure(confidence: float | None) -> tuple[str, str]:
    return ("CONFIDENCE", "" if confidence is None else repr(confidence))
