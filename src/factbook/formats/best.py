"""best.xml: beliefs and sentiments about the mentions of a Rich ERE file (seed: BeSt 2017, section 4 and appendix B).

Read with or without the wrapping `<beliefs>`, `<sentiments>`; ids as `ere_id` or `id`. NA and none are kept. Ids are
a-1, a-2 … in the order of the standard layout: beliefs before sentiments, entities before relations before events, an
event before its arguments. What the file repeats of its ERE (offsets, texts, triggers) is written from `context.ere`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache

import msgspec

from factbook.formats import xml_comments
from factbook.formats.format import ERROR, WARNING, Code, Context, Problems
from factbook.formats.structure import CONFIDENCE, number
from factbook.formats.xml import CODES as XML_CODES
from factbook.formats.xml import Element, parse, where
from factbook.model.kb import KB
from factbook.model.records import Attitude, Extra
from factbook.schema import best as schema

CODES = (
    *XML_CODES,
    Code("UNKNOWN_ID", ERROR, "{id!r} names no {kind} of the ERE", "all mentions must be in the ERE file"),
    Code("TARGET_KIND", ERROR, "a {kind} cannot be about an {target}", "beliefs are about relations and events"),
    Code("SOURCE_TYPE", ERROR, "the source {id} is {found}", "a source is PER, ORG or GPE"),
    Code("OFFSET_DIFFERS", WARNING, "{said} of {id} is not {known} as in the ERE", "the ERE counts"),
    Code("TEXT_DIFFERS", WARNING, "{id} is {said!r} here and {known!r} in the ERE", "the ERE counts"),
    Code("DUPLICATE_ATTITUDE", WARNING, "the same {kind} of {source} about {target} stands in line {first}"),
    Code("TARGET_IN_QUOTE", WARNING, "{id} lies in a quote", "quotes are not evaluated"),
    Code("AUTHOR_PLACE", WARNING, "the author of this post is {place} in its tag, not {id} in another post"),
)
ROOT = "committed_belief_doc"
_VALUE = {"belief": "type", "sentiment": "polarity"}  # the attribute that holds the value
_KINDS = {"entity": "entity", "relation": "relation", "event": "event"}
_ORDER = {"belief": 0, "sentiment": 1, "entity": 0, "relation": 1, "event": 2}
_ANNOTATIONS = ("belief_annotations", "sentiment_annotations")
_LISTS = ("entities", "relations", "events")


def read(data: bytes, *, file: str, context: Context) -> tuple[KB, Problems]:
    """A KB of attitudes. With `context.ere`, ids that it does not know are reported; the attitude is kept."""
    problems = Problems(CODES, ignore=context.ignore)
    root = parse(data, file=file, root=ROOT, problems=problems, context=context)
    if root is None:
        return KB(), problems
    kb = _Reader(root, file, context, problems).kb
    if context.ere is None and (copies := tuple(_copies(root))):
        from factbook.formats.best_write import COPIES

        kb.extra[COPIES] = copies
    xml_comments.collect(data, kb)
    return kb, problems


def write(content: KB, *, context: Context) -> bytes:
    """The file. Offsets, texts and triggers come from `context.ere`, or from `content` where it holds the ERE."""
    from factbook.formats import best_write  # as `best_check`: who only reads does not wait for it

    return xml_comments.restore(best_write.write(content, context.ere or content), content)


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """Problems of reading, structure and values; with the ERE and the text also of sources and targets."""
    from factbook.formats import best_check

    problems = Problems(CODES, ignore=context.ignore)
    root = parse(data, file=file, root=ROOT, problems=problems, context=context)
    if root is not None:
        reader = _Reader(root, file, context, problems)
        best_check.check(root, reader.found, file=file, context=context, problems=problems)
    return problems


class _Reader:
    def __init__(self, root: Element, file: str, context: Context, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self.ere = context.ere
        self.doc = _document(file, context)
        self.tables = _tables(context.ere)
        self.found: list[tuple[Attitude, Element]] = []
        for part in root[:]:
            if part.tag in _ANNOTATIONS:
                self._annotations(part)
            else:
                self._unknown(part, root)
        self.kb = KB()
        self._number()
        name = (root.get("id") or "").strip()
        if name:
            self.kb.extra["best"] = (name,)

    def _annotations(self, element: Element) -> None:
        for part in element[:]:
            if part.tag not in _LISTS:
                self._unknown(part, element)
                continue
            for target in part[:]:
                if target.tag in _KINDS:
                    self._target(target)
                else:
                    self._unknown(target, part)

    def _target(self, element: Element) -> None:
        target, kind = self._id(element), _KINDS[str(element.tag)]
        if target not in self.tables[kind]:
            self._not_known(target, kind, element)
        for child in element[:]:
            tag = child.tag
            if tag == "arguments":
                self._arguments(child, target)
            elif not self._attitudes(child, tag, target, kind) and tag not in ("trigger", "text"):
                self._unknown(child, element)

    def _arguments(self, element: Element, event: str) -> None:
        for argument in element[:]:
            if argument.tag != "arg":
                self._unknown(argument, element)
                continue
            key = self._id(argument)
            if key not in self.tables["entity"] and key not in self.tables["filler"]:
                self._not_known(key, "argument", argument)
            for child in argument[:]:
                tag = child.tag
                if not self._attitudes(child, tag, event, "event", key) and tag != "text":
                    self._unknown(child, argument)

    def _attitudes(self, element: Element, tag: str, target: str, kind: str, argument: str | None = None) -> bool:
        """Read a `<belief>` or `<sentiment>`, or all in a wrapping element; False for any other element."""
        if tag in ("beliefs", "sentiments"):
            for child in element[:]:
                if child.tag in schema.TARGETS:
                    self._attitude(child, child.tag, target, kind, argument)
                else:
                    self._unknown(child, element)
            return True
        if tag not in schema.TARGETS:
            return False
        self._attitude(element, tag, target, kind, argument)
        return True

    def _attitude(self, element: Element, kind: str, target: str, target_kind: str, argument: str | None) -> None:
        if target_kind not in schema.TARGETS[kind]:
            self.problems.add("TARGET_KIND", where(self.file, element), kind=kind, target=target_kind)
        value, polarity, sarcasm, confidence, extra = _said(kind, *element.items())
        if not value:
            name = _VALUE[kind]
            self.problems.add("MISSING_ATTRIBUTE", where(self.file, element), element=kind, attribute=name)
        attitude = Attitude(
            id="",  # `_number` gives it one
            doc=self.doc,
            kind=kind,
            target=target,
            target_kind=target_kind,
            argument=argument,
            value=value,
            source=self._source(element) if len(element) else None,
            polarity=polarity,
            sarcasm=sarcasm,
            confidence=self._confidence(confidence, element) if confidence is not None else None,
            extra=extra,
        )
        self.found.append((attitude, element))

    def _source(self, element: Element) -> str | None:
        source = None
        for child in element[:]:
            if child.tag == "source" and source is None:
                source = self._id(child, needed=False) or None
                if source is not None and source not in self.tables["entity"]:
                    self._not_known(source, "source", child)
            else:
                self._unknown(child, element)
        return None if source is not None and source.upper() == "NONE" else source

    def _confidence(self, said: str, element: Element) -> float | None:
        value = number(said)
        if value is None:
            bad = {"element": element.tag, "attribute": "confidence", "value": said.strip(), "wanted": CONFIDENCE}
            self.problems.add("BAD_NUMBER", where(self.file, element), **bad)
        return value

    def _id(self, element: Element, *, needed: bool = True) -> str:
        value = (element.get("ere_id") or element.get("id") or "").strip()
        if needed and not value:
            self.problems.add("MISSING_ATTRIBUTE", where(self.file, element), element=element.tag, attribute="ere_id")
        return value

    def _not_known(self, key: str, kind: str, element: Element) -> None:
        """Report an id that the ERE has not, where there is an ERE."""
        if self.ere is None or not key or (kind == "source" and key.upper() == "NONE"):
            return
        names = {"argument": "mention or filler", "source": "entity mention"}
        self.problems.add("UNKNOWN_ID", where(self.file, element), id=key, kind=names.get(kind, f"{kind} mention"))

    def _unknown(self, child: Element, parent: Element) -> None:
        if isinstance(child.tag, str):  # else an entity that nobody declared, which parsing has told
            self.problems.add("UNKNOWN_ELEMENT", where(self.file, child), element=child.tag, parent=parent.tag)

    def _number(self) -> None:
        first: dict[tuple[str, str, str | None], int] = {}
        places: list[tuple[int, int, int, bool, int]] = []
        for index, (attitude, _) in enumerate(self.found):
            kind, target, argument = attitude.kind, attitude.target, attitude.argument
            whole = part = first.setdefault((kind, target, None), index)
            if argument is not None:
                part = first.setdefault((kind, target, argument), index)
            places.append((_ORDER[kind], _ORDER[attitude.target_kind], whole, argument is not None, part))
        ordered = sorted(range(len(places)), key=places.__getitem__)
        for number_, index in enumerate(ordered, start=1):
            attitude, key = self.found[index][0], f"a-{number_}"
            msgspec.structs.force_setattr(attitude, "id", key)  # nobody has seen it yet
            self.kb.attitudes[key] = attitude


@lru_cache(maxsize=1000)  # the same few come again and again
def _said(kind: str, *attributes: tuple[str, str]) -> tuple[str, str, bool, str | None, Extra]:
    """Value, polarity of a belief, sarcasm and confidence that the attributes of an attitude say, and all others."""
    said = dict(attributes)
    value = said.pop(_VALUE[kind], "").strip()
    polarity = said.pop("polarity", "").strip() if kind == "belief" else ""
    sarcasm = said.pop("sarcasm", "").strip().lower() == "yes"
    confidence = said.pop("confidence", None)
    return schema.normal_value(kind, value) or value, polarity, sarcasm, confidence, tuple(said.items())


def _tables(ere: KB | None) -> dict[str, Container[str]]:
    """Where the ids of each kind are looked up."""
    known = ere if ere is not None else KB()
    return {
        "entity": known.mentions,
        "relation": known.relation_mentions,
        "event": known.event_mentions,
        "filler": known.fillers,
    }


def _copies(root: Element) -> Iterator[str]:
    """What the file repeats of its ERE, once an id: offset, length and text; of relations and events the trigger's."""
    seen: set[str] = set()
    for element in root.iter("entity", "relation", "event", "arg", "source"):
        key = (element.get("ere_id") or element.get("id") or "").strip()
        holder = element.find("trigger") if element.tag in ("relation", "event") else element
        if holder is None or not key or key in seen:
            continue
        inside = element if element.tag == "source" else element.find("text")
        text = holder.text if holder is not element else inside.text if inside is not None else ""
        offset, length = (holder.get(name, "").strip() for name in ("offset", "length"))
        if offset or length or text:
            seen.add(key)
            yield f"{key}\t{offset}\t{length}\t{text or ''}"


def _document(file: str, context: Context) -> str:
    """The document: that of the ERE, otherwise by the name of the file."""
    if context.ere is not None and len(context.ere.documents) == 1:
        return next(iter(context.ere.documents))
    name = file.replace("\\", "/").rpartition("/")[2]
    return name.removesuffix(".gz").removesuffix(".xml").removesuffix(".best")
