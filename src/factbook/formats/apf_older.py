"""What the walks through APF elements share, and `value`, `timex2` and `event`, which files had until 2007.

A `value` or `timex2` becomes one Filler for the object and one for each mention, which names the object in `extra` as
`of`: so arguments of relations and of their mentions both find what they refer to.
"""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from factbook.formats.apf_places import Places
from factbook.formats.format import Problems
from factbook.formats.structure import CONFIDENCE, number
from factbook.formats.xml import Element, where
from factbook.model.kb import KB
from factbook.model.records import Argument, Event, EventMention, Extra, Filler, Locator, Record
from factbook.text.offsets import Span

TIMEX = "TIME"  # Filler type of a timex2
Attributes = dict[str, str]


class Walk:
    """One walk through a file: what has been read, and what is wrong."""

    def __init__(self, root: Element, file: str, problems: Problems) -> None:
        self.root = root
        self.file = file
        self.problems = problems
        self.kb = KB()
        self.doc = ""
        self.places = Places(file, problems)
        self.appears: dict[tuple[type[Record], str], list[str]] = {}  # documents of each object
        self.several = False  # whether the file holds several documents
        self.first_lines: dict[tuple[str, str], int] = {}  # by element and id

    def _argument(self, element: Element) -> Argument:
        ref = role = ""
        rest: Extra = ()
        for name, value in element.items():
            if name == "REFID":
                ref = value.strip()
            elif name == "ROLE":
                role = value.strip()
            else:
                rest += ((name, value.strip()),)
        extent, text = self._part(element, "extent") if len(element) else (None, "")
        return Argument(role=role, ref=ref or self._id(element, "REFID"), text=text, extent=extent, extra=rest)

    def _part(self, element: Element, tag: str) -> tuple[Locator | None, str]:
        found: tuple[Locator | None, str] = (None, "")
        if len(element) == 1 and (only := element[0]).tag == tag:
            return self.places.only(only)
        for child in element[:]:
            if child.tag == tag:
                found = self.places.only(child)
            else:
                self._unknown(child, element)
        return found

    def _id(self, element: Element, name: str) -> str:
        value: str = element.get(name, "").strip()
        if not value:
            self.problems.add("MISSING_ATTRIBUTE", where(self.file, element), element=element.tag, attribute=name)
        return value

    def _confidence(self, attributes: Attributes, element: Element) -> float | None:
        if "CONFIDENCE" not in attributes:
            return None
        said = attributes["CONFIDENCE"]
        value = number(said)
        if value is None or not 0 <= value <= 1:
            bad = {"element": element.tag, "attribute": "CONFIDENCE", "value": said, "wanted": CONFIDENCE}
            self.problems.add("BAD_NUMBER", where(self.file, element), **bad)
            return None  # what the file said stays in `extra`
        del attributes["CONFIDENCE"]
        return value

    def _first(self, record: Record, table: Mapping[str, Record], element: Element) -> bool:
        """Whether an object stands in this document for the first time. In others of the file it may stand too."""
        if not self.several:
            again = record.id in table
        else:
            appears = self.appears.setdefault((type(record), record.id), [])
            again = self.doc in appears
            appears.append(self.doc)
        if again:
            self._duplicate(element, record.id)
        return bool(record.id) and not again

    def _add(self, record: Record, element: Element) -> None:
        table = self.kb.table(type(record))
        if record.id in table:
            self._duplicate(element, record.id)
        elif record.id:
            table[record.id] = record

    def _duplicate(self, element: Element, key: str) -> None:
        """A second use of an id. Where the first stands is looked up only then."""
        if not self.first_lines:
            for other in self.root.iter(etree.Element):
                name = other.get("DOCID" if other.tag == "document" else "ID", "").strip()
                self.first_lines.setdefault((other.tag, name), where(self.file, other).line)
        if key:
            first = self.first_lines.get((element.tag, key), 0)
            self.problems.add("DUPLICATE_ID", where(self.file, element), id=key, first=first)

    def _unknown(self, child: Element, parent: Element) -> None:
        if isinstance(child.tag, str):  # not an undefined entity, which has been reported
            self.problems.add("UNKNOWN_ELEMENT", where(self.file, child), element=child.tag, parent=parent.tag)


class OlderElements(Walk):
    """`value`, `timex2`, `event`."""

    def value(self, element: Element) -> None:
        attributes = attributes_of(element)
        key = attributes.pop("ID", "") or self._id(element, "ID")
        timex = element.tag == "timex2"
        kind = TIMEX if timex else attributes.pop("TYPE", "")
        value = Filler(
            id=key,
            type=kind,
            subtype="" if timex else attributes.pop("SUBTYPE", ""),
            value=attributes.pop("VAL", "") if timex else "",
            confidence=self._confidence(attributes, element) if attributes else None,
            extra=(("element", str(element.tag)), *attributes.items()),
        )
        if self._first(value, self.kb.fillers, element):
            self.kb.fillers.setdefault(key, value)
        for child in element[:]:
            if child.tag == f"{element.tag}_mention":
                self._value_mention(child, value)
            else:
                self._unknown(child, element)

    def _value_mention(self, element: Element, value: Filler) -> None:
        attributes = attributes_of(element)
        key = attributes.pop("ID", "") or self._id(element, "ID")
        extent, text = self._part(element, "extent")
        extra = (("of", value.id), *attributes.items())
        self._add(
            Filler(id=key, type=value.type, subtype=value.subtype, text=text, extent=extent, extra=extra), element
        )

    def event(self, element: Element) -> None:
        attributes = attributes_of(element)
        key = attributes.pop("ID", "") or self._id(element, "ID")
        kind, subtype = attributes.pop("TYPE", ""), attributes.pop("SUBTYPE", "")
        arguments: list[Argument] = []
        for child in element[:]:
            if child.tag == "event_argument":
                arguments.append(self._argument(child))
            elif child.tag == "event_mention":
                self._event_mention(child, key, kind, subtype)
            else:
                self._unknown(child, element)
        event = Event(
            id=key,
            type=kind,
            subtype=subtype,
            arguments=tuple(arguments),
            confidence=self._confidence(attributes, element) if attributes else None,
            extra=tuple(attributes.items()),
        )
        if self._first(event, self.kb.events, element):
            self.kb.events.setdefault(key, event)

    def _event_mention(self, element: Element, event: str, kind: str, subtype: str) -> None:
        attributes = attributes_of(element)
        key = attributes.pop("ID", "") or self._id(element, "ID")
        places: dict[str, tuple[Locator | None, str]] = {}
        arguments: list[Argument] = []
        for child in element[:]:
            if child.tag in ("extent", "anchor", "ldc_scope"):
                places[child.tag] = self.places.only(child)
            elif child.tag == "event_mention_argument":
                arguments.append(self._argument(child))
            else:
                self._unknown(child, element)
        extent, text = places.get("extent", (None, ""))
        anchor, anchor_text = places.get("anchor", (None, ""))
        scope, scope_text = places.get("ldc_scope", (None, ""))
        extra: Extra = tuple(attributes.items())
        if isinstance(scope, Span):
            extra += (("ldc_scope", f"{scope.start} {scope.end} {scope_text}"),)
        mention = EventMention(
            id=key,
            event=event,
            type=kind,
            subtype=subtype,
            trigger=anchor if isinstance(anchor, Span) else None,
            trigger_text=anchor_text,
            extent=extent,
            text=text,
            arguments=tuple(arguments),
            extra=extra,
        )
        self._add(mention, element)


def attributes_of(element: Element) -> Attributes:
    """Attribute values, trimmed as the evaluation program does."""
    return {name: value.strip() for name, value in element.items()}
