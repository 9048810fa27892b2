"""Locators of APF: `charseq` (END is the last character), `charspan` (END is one past it), `timespan`, `bblist`.

ACE counts characters outside tags. Where the text is at hand, spans become raw characters, otherwise they stay.
"""

from __future__ import annotations

from factbook.formats.format import Problems
from factbook.formats.structure import integer, number
from factbook.formats.xml import Element, where
from factbook.model.records import Box, ImageArea, Locator, TimeSpan
from factbook.text.offsets import OffsetMap, Span
from factbook.text.source import Source

Place = tuple[Locator | None, str]
LOCATORS = frozenset({"charseq", "charspan", "timespan", "bblist"})
_CORNERS = ("LEFT", "TOP", "RIGHT", "BOTTOM")


class Places:
    """Reads the locators of one document after another."""

    def __init__(self, file: str, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self.doc = ""
        self.map: OffsetMap | None = None

    def enter(self, doc: str, source: Source | None) -> None:
        """Go to a document."""
        self.doc = doc
        self.map = None if source is None else source.ace

    def only(self, element: Element) -> Place:
        """The locator in an element that must hold one, and the text it repeats."""
        if len(element) == 1:  # nearly always, with two attributes in order, plain digits
            child = element[0]
            if child.tag == "charseq":
                items = child.items()
                if len(items) == 2:
                    (first, start), (second, last) = items
                    plain = start.isdecimal() and last.isdecimal() and len(start) < 16 and len(last) < 16
                    if plain and first == "START" and second == "END":
                        span = Span.from_inclusive(self.doc, int(start), int(last))
                        return span if self.map is None else self.map.span_from_ace(span), child.text or ""
                return self.read(child)
        found = self.first(element)
        if found is None:
            self.problems.add("BAD_SPAN", where(self.file, element), element=element.tag)
            return None, ""
        return found

    def first(self, element: Element) -> Place | None:
        """The first locator in an element; None if there is none."""
        for child in element[:]:
            if child.tag in LOCATORS:
                return self.read(child)
            if isinstance(child.tag, str):
                place = where(self.file, child)
                self.problems.add("UNKNOWN_ELEMENT", place, element=child.tag, parent=element.tag)
        return None

    def read(self, element: Element) -> Place:
        """A locator and the text it repeats."""
        tag = element.tag
        if tag == "timespan":
            return self._time(element), element.text or ""
        if tag == "bblist":
            return self._image(element), ""
        return self._odd_span(element), element.text or ""

    def _odd_span(self, element: Element) -> Span | None:
        start, end = integer(element.get("START")), integer(element.get("END"))
        if start is None or end is None or start < 0:
            self.problems.add("BAD_SPAN", where(self.file, element), element=element.tag)
            return None
        make = Span.from_inclusive if element.tag == "charseq" else Span
        span = make(self.doc, start, end)
        return span if self.map is None else self.map.span_from_ace(span)

    def _time(self, element: Element) -> TimeSpan | None:
        start, end = number(element.get("START")), number(element.get("END"))
        if start is None or end is None:
            self.problems.add("BAD_SPAN", where(self.file, element), element=element.tag)
            return None
        return TimeSpan(self.doc, start, end, (element.get("CHANNEL") or "").strip())

    def _image(self, element: Element) -> ImageArea | None:
        boxes, pages = [], []
        for box in element.iterchildren("bbox"):
            corners = [value for value in (number(box.get(name)) for name in _CORNERS) if value is not None]
            if len(corners) == len(_CORNERS):
                boxes.append(Box(*corners))
                pages.append((box.get("PAGE") or "").strip())
            else:
                self.problems.add("BAD_SPAN", where(self.file, box), element=box.tag)
        if not boxes or len(set(pages)) > 1:  # one locator, one page
            self.problems.add("BAD_SPAN", where(self.file, element), element=element.tag)
            return None
        return ImageArea(self.doc, pages[0], tuple(boxes))
