"""Checks of a best.xml beyond reading it: structure, sources and targets against the ERE and the text."""

from __future__ import annotations

from lxml import etree

from factbook.formats import structure
from factbook.formats.format import Context, Problems
from factbook.formats.structure import ANY, FREE, MAYBE, NUMBER, OFFSET, Attribute, Grammar, Rule, values
from factbook.formats.xml import where
from factbook.model.kb import KB
from factbook.model.records import Attitude, EventMention, Filler, Mention, RelationMention
from factbook.schema import best as schema
from factbook.text.offsets import Span
from factbook.text.source import Source

_OFFSET = Attribute(number=OFFSET)
_REF = {"ere_id": FREE, "id": FREE, "offset": _OFFSET, "length": _OFFSET}
_SURE = Attribute(number=NUMBER)  # section 4.2: "Real number"
_SARCASM = values(*schema.SARCASM)
_BELIEFS = {"beliefs": ANY, "belief": ANY}
_SENTIMENTS = {"sentiments": ANY, "sentiment": ANY}

GRAMMAR: Grammar = {
    "committed_belief_doc": Rule(
        attributes={"id": FREE}, children={"belief_annotations": MAYBE, "sentiment_annotations": MAYBE}
    ),
    "belief_annotations": Rule(children={"relations": ANY, "events": ANY, "entities": ANY}),
    "sentiment_annotations": Rule(children={"entities": ANY, "relations": ANY, "events": ANY}),
    "entities": Rule(children={"entity": ANY}),
    "relations": Rule(children={"relation": ANY}),
    "events": Rule(children={"event": ANY}),
    "entity": Rule(attributes=_REF, children={"text": MAYBE, **_SENTIMENTS, **_BELIEFS}),
    "relation": Rule(attributes=_REF, children={"trigger": MAYBE, **_BELIEFS, **_SENTIMENTS}),
    "event": Rule(attributes=_REF, children={"trigger": MAYBE, "arguments": MAYBE, **_BELIEFS, **_SENTIMENTS}),
    "arguments": Rule(children={"arg": ANY}),
    "arg": Rule(attributes=_REF, children={"text": MAYBE, **_BELIEFS, **_SENTIMENTS}),
    "beliefs": Rule(children={"belief": ANY}),
    "sentiments": Rule(children={"sentiment": ANY}),
    "belief": Rule(
        attributes={
            "type": values(*schema.BELIEFS, required=True),
            "polarity": values(*schema.POLARITIES),
            "sarcasm": _SARCASM,
            "confidence": _SURE,
        },
        children={"source": MAYBE},
    ),
    "sentiment": Rule(
        attributes={
            "polarity": values(*schema.SENTIMENTS, required=True),
            "sarcasm": _SARCASM,
            "confidence": _SURE,
        },
        children={"source": MAYBE},
    ),
    "source": Rule(attributes=_REF, text=True),
    "trigger": Rule(attributes={"offset": _OFFSET, "length": _OFFSET, "source": FREE}, text=True),
    "text": Rule(text=True),
}
Found = list[tuple[Attitude, etree._Element]]


def check(root: etree._Element, found: Found, *, file: str, context: Context, problems: Problems) -> None:
    """Add the problems of a file that has been read into `found`."""
    structure.check(root, GRAMMAR, file=file, problems=problems)
    _duplicates(found, file, problems)
    if context.ere is not None:
        checker = _Checker(context.ere, context, file, problems)
        for element in root.iter("entity", "relation", "event", "arg", "source"):
            checker.copy(element)
        for attitude, element in found:
            checker.source_of(attitude, element)
            checker.target_of(attitude, element)
    structure.tidy(problems)


def _duplicates(found: Found, file: str, problems: Problems) -> None:
    first: dict[object, etree._Element] = {}
    for attitude, element in found:
        key = (attitude.kind, attitude.target, attitude.argument, attitude.source, attitude.value)
        earlier = first.setdefault(key, element)
        if earlier is not element:
            names = {"kind": attitude.kind, "source": attitude.source or "NONE", "target": attitude.target}
            problems.add("DUPLICATE_ATTITUDE", where(file, element), **names, first=where(file, earlier).line)


class _Checker:
    def __init__(self, ere: KB, context: Context, file: str, problems: Problems) -> None:
        self.ere = ere
        self.context = context
        self.file = file
        self.problems = problems

    def _add(self, code: str, element: etree._Element, **args: object) -> None:
        self.problems.add(code, where(self.file, element), **args)

    def copy(self, element: etree._Element) -> None:
        """What the file repeats of the ERE must agree with it (appendix B: "provided for convenience")."""
        key = _key(element)
        record = self._record(key)
        if isinstance(record, Mention | Filler):
            text = element.text if element.tag == "source" else element.findtext("text")
            self._compare(element, key, record.extent if isinstance(record.extent, Span) else None, record.text, text)
        elif isinstance(record, RelationMention | EventMention):
            trigger = element.find("trigger")
            if trigger is not None and record.trigger is not None:
                self._compare(trigger, key, record.trigger, record.trigger_text, trigger.text)

    def _compare(self, element: etree._Element, key: str, span: Span | None, known: str, said: str | None) -> None:
        offset, length = structure.integer(element.get("offset")), structure.integer(element.get("length"))
        if span is not None and offset is not None and length is not None and (offset, length) != span.sized:
            sized = " ".join(map(str, span.sized))
            self._add("OFFSET_DIFFERS", element, id=key, said=f"{offset} {length}", known=sized)
        if said and known and said.split() != known.split():
            self._add("TEXT_DIFFERS", element, id=key, said=said, known=known)

    def _record(self, key: str) -> Mention | Filler | RelationMention | EventMention | None:
        ere = self.ere
        return (
            ere.mentions.get(key)
            or ere.fillers.get(key)
            or ere.relation_mentions.get(key)
            or ere.event_mentions.get(key)
        )

    def source_of(self, attitude: Attitude, element: etree._Element) -> None:
        """A source is a mention of a PER, ORG or GPE entity (section 1)."""
        if attitude.source is None:
            return
        mention = self.ere.mentions.get(attitude.source)
        place = _child(element, "source")
        if mention is None:
            return
        entity = self.ere.entities.get(mention.entity)
        if entity is not None and entity.type.upper() not in schema.SOURCE_TYPES:
            self._add("SOURCE_TYPE", place, id=attitude.source, found=entity.type)

    def target_of(self, attitude: Attitude, element: etree._Element) -> None:
        """Nothing in a quote counts; a writer is named where the post names him (appendix B)."""
        source = self.context.sources.get(attitude.doc)
        span = self._span(attitude)
        if source is None or span is None:
            return
        if source.in_quote(span):
            self._add("TARGET_IN_QUOTE", element, id=attitude.target)
        else:
            self._author(attitude, span, source, element)

    def _author(self, attitude: Attitude, span: Span, source: Source, element: etree._Element) -> None:
        mention = self.ere.mentions.get(attitude.source or "")
        author = source.author_at(span.start)
        post, there = source.post_at(span.start), None
        if mention is None or author is None or not isinstance(mention.extent, Span):
            return
        there = source.post_at(mention.extent.start)
        same = [other for other in self.ere.mentions_of.get(mention.entity, ()) if other.extent == author[1]]
        if same and there != post:
            self._add("AUTHOR_PLACE", _child(element, "source"), id=mention.id, place=same[0].id)

    def _span(self, attitude: Attitude) -> Span | None:
        """Where a target stands: its extent or trigger, otherwise its first argument (seed 004, section 2)."""
        record = self._record(attitude.target)
        if isinstance(record, Mention):
            return record.extent if isinstance(record.extent, Span) else None
        if isinstance(record, RelationMention | EventMention):
            if record.trigger is not None:
                return record.trigger
            for argument in record.arguments:
                part = self._record(argument.ref)
                if isinstance(part, Mention | Filler) and isinstance(part.extent, Span):
                    return part.extent
        return None


def _key(element: etree._Element) -> str:
    return (element.get("ere_id") or element.get("id") or "").strip()


def _child(element: etree._Element, tag: str) -> etree._Element:
    found = element.find(tag)
    return element if found is None else found
