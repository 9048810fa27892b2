"""best.xml: beliefs and sentiments about the mentions of a Rich ERE file (seed: BeSt 2017, section 4 and appendix B).

Read with or without the wrapping `<beliefs>`, `<sentiments>`; ids as `ere_id` or `id`. NA and none are kept. Ids are
a-1, a-2 … in the order of the standard layout: beliefs before sentiments, entities before relations before events, an
event before its arguments. What the file repeats of its ERE (offsets, texts, triggers) is written from `context.ere`.
"""

from __future__ import annotations

import msgspec
from lxml import etree

from factbook.formats import best_check, best_write
from factbook.formats.format import ERROR, WARNING, Code, Context, Problems
from factbook.formats.structure import CONFIDENCE, number
from factbook.formats.xml import CODES as XML_CODES
from factbook.formats.xml import parse, where
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
    return _Reader(root, file, context, problems).kb, problems


def write(content: KB, *, context: Context) -> bytes:
    """The file. Offsets, texts and triggers come from `context.ere`, or from `content` where it holds the ERE."""
    return best_write.write(content, context.ere or content)


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """Problems of reading, structure and values; with the ERE and the text also of sources and targets."""
    problems = Problems(CODES, ignore=context.ignore)
    root = parse(data, file=file, root=ROOT, problems=problems, context=context)
    if root is not None:
        reader = _Reader(root, file, context, problems)
        best_check.check(root, reader.found, file=file, context=context, problems=problems)
    return problems


class _Reader:
    def __init__(self, root: etree._Element, file: str, context: Context, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self.ere = context.ere
        self.doc = _document(file, context)
        self.found: list[tuple[Attitude, etree._Element]] = []
        for part in root.iterchildren("*"):
            if part.tag in _ANNOTATIONS:
                self._annotations(part)
            else:
                self._unknown(part, root)
        self.kb = KB()
        self._number()
        name = (root.get("id") or "").strip()
        if name:
            self.kb.extra["best"] = (name,)

    def _annotations(self, element: etree._Element) -> None:
        for part in element.iterchildren("*"):
            if part.tag not in _LISTS:
                self._unknown(part, element)
                continue
            for target in part.iterchildren("*"):
                if target.tag in _KINDS:
                    self._target(target)
                else:
                    self._unknown(target, part)

    def _target(self, element: etree._Element) -> None:
        target, kind = self._id(element), _KINDS[str(element.tag)]
        self._known(target, kind, element)
        for child in element.iterchildren("*"):
            if child.tag == "arguments":
                self._arguments(child, target)
            elif not self._attitudes(child, target, kind) and child.tag not in ("trigger", "text"):
                self._unknown(child, element)

    def _arguments(self, element: etree._Element, event: str) -> None:
        for argument in element.iterchildren("*"):
            if argument.tag != "arg":
                self._unknown(argument, element)
                continue
            key = self._id(argument)
            self._known(key, "argument", argument)
            for child in argument.iterchildren("*"):
                if not self._attitudes(child, event, "event", key) and child.tag != "text":
                    self._unknown(child, argument)

    def _attitudes(self, element: etree._Element, target: str, kind: str, argument: str | None = None) -> bool:
        """Read a `<belief>` or `<sentiment>`, or all in a wrapping element; False for any other element."""
        if element.tag in ("beliefs", "sentiments"):
            for child in element.iterchildren("*"):
                if child.tag not in schema.TARGETS or not self._attitudes(child, target, kind, argument):
                    self._unknown(child, element)
            return True
        if element.tag not in schema.TARGETS:
            return False
        if kind not in schema.TARGETS[str(element.tag)]:
            self.problems.add("TARGET_KIND", where(self.file, element), kind=element.tag, target=kind)
        self.found.append((self._attitude(element, target, kind, argument), element))
        return True

    def _attitude(self, element: etree._Element, target: str, target_kind: str, argument: str | None) -> Attitude:
        kind = str(element.tag)
        attribute = "type" if kind == "belief" else "polarity"
        said = (element.get(attribute) or "").strip()
        if not said:
            self.problems.add("MISSING_ATTRIBUTE", where(self.file, element), element=kind, attribute=attribute)
        known = {"type", "sarcasm"} if kind == "belief" else {"sarcasm"}
        return Attitude(
            id="",
            doc=self.doc,
            kind=kind,
            target=target,
            target_kind=target_kind,
            argument=argument,
            value=schema.normal_value(kind, said) or said,
            source=self._source(element),
            polarity=(element.get("polarity") or "").strip() if kind == "belief" else "",
            sarcasm=(element.get("sarcasm") or "").strip().lower() == "yes",
            confidence=self._confidence(element),
            extra=_rest(element, known | {"polarity", "confidence"}),
        )

    def _source(self, element: etree._Element) -> str | None:
        source = None
        for child in element.iterchildren("*"):
            if child.tag == "source" and source is None:
                source = self._id(child, needed=False) or None
                if source is not None:
                    self._known(source, "source", child)
            else:
                self._unknown(child, element)
        return None if source is not None and source.upper() == "NONE" else source

    def _confidence(self, element: etree._Element) -> float | None:
        said = element.get("confidence")
        value = number(said)
        if said is not None and value is None:
            bad = {"element": element.tag, "attribute": "confidence", "value": said.strip(), "wanted": CONFIDENCE}
            self.problems.add("BAD_NUMBER", where(self.file, element), **bad)
        return value

    def _id(self, element: etree._Element, *, needed: bool = True) -> str:
        value = (element.get("ere_id") or element.get("id") or "").strip()
        if needed and not value:
            self.problems.add("MISSING_ATTRIBUTE", where(self.file, element), element=element.tag, attribute="ere_id")
        return value

    def _known(self, key: str, kind: str, element: etree._Element) -> None:
        ere = self.ere
        if ere is None or not key or (kind == "source" and key.upper() == "NONE"):
            return
        mentions = key in ere.mentions
        known = {
            "entity": mentions,
            "relation": key in ere.relation_mentions,
            "event": key in ere.event_mentions,
            "argument": mentions or key in ere.fillers,
            "source": mentions,
        }[kind]
        if not known:
            names = {"argument": "mention or filler", "source": "entity mention"}
            self.problems.add("UNKNOWN_ID", where(self.file, element), id=key, kind=names.get(kind, f"{kind} mention"))

    def _unknown(self, child: etree._Element, parent: etree._Element) -> None:
        self.problems.add("UNKNOWN_ELEMENT", where(self.file, child), element=child.tag, parent=parent.tag)

    def _number(self) -> None:
        first: dict[tuple[str, str, str | None], int] = {}
        for index, (attitude, _) in enumerate(self.found):
            first.setdefault((attitude.kind, attitude.target, None), index)
            first.setdefault((attitude.kind, attitude.target, attitude.argument), index)

        def place(attitude: Attitude) -> tuple[int, int, int, bool, int]:
            target = first[attitude.kind, attitude.target, None]
            argument = first[attitude.kind, attitude.target, attitude.argument]
            order = _ORDER[attitude.kind], _ORDER[attitude.target_kind]
            return *order, target, attitude.argument is not None, argument

        ordered = sorted((attitude for attitude, _ in self.found), key=place)
        for number_, attitude in enumerate(ordered, start=1):
            key = f"a-{number_}"
            self.kb.attitudes[key] = msgspec.structs.replace(attitude, id=key)


def _document(file: str, context: Context) -> str:
    """The document: that of the ERE, otherwise by the name of the file."""
    if context.ere is not None and len(context.ere.documents) == 1:
        return next(iter(context.ere.documents))
    name = file.replace("\\", "/").rpartition("/")[2]
    return name.removesuffix(".gz").removesuffix(".xml").removesuffix(".best")


def _rest(element: etree._Element, known: set[str]) -> Extra:
    """Attributes that no field holds."""
    return tuple([(str(key), str(value)) for key, value in element.items() if key not in known])
