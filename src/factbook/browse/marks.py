"""Text with marks drawn on it as HTML. Everything that comes from a document is escaped here, piece by piece."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from factbook.browse.scripts import tame

_TAG = re.compile(r"<[^<>]*>")
_LINES = re.compile(r"\n\s*\n+")
NEAR = 160  # characters shown around a place


class Mark(NamedTuple):
    """Characters `start` to `end` of a document, drawn as a layer."""

    start: int
    end: int
    layer: str  # CSS classes, from our own tables
    href: str = ""
    title: str = ""
    anchor: bool = True  # can be linked to


class Canvas:
    """A stretch of text that begins at `offset` of its document, and the marks on it."""

    def __init__(
        self,
        text: str,
        offset: int,
        marks: Iterable[Mark],
        *,
        tags: Sequence[tuple[int, int]] | None = None,
        markup: bool = True,
    ) -> None:
        self.text, self.offset, self.markup = text, offset, markup
        self.marks = sorted(marks, key=lambda mark: (mark.start, -mark.end))
        if tags is None:
            tags = [(m.start() + offset, m.end() + offset) for m in _TAG.finditer(text)] if markup else []
        self.tags = tags
        self.anchored: set[str] = set()
        self.prefix = ""  # of anchors, where several documents share a page

    def draw(self, start: int, end: int) -> str:
        """The HTML of some characters. Tags of the source are left out."""
        marks = [mark for mark in self.marks if mark.start < end and mark.end > start]
        tags = [tag for tag in self.tags if tag[0] < end and tag[1] > start]
        edges = {start, end}
        for first, last in (*((mark.start, mark.end) for mark in marks), *tags):
            edges |= {max(start, first), min(end, last)}
        places = sorted(edges)
        parts: list[str] = []
        active: list[Mark] = []
        waiting, tag = 0, 0
        for a, b in pairwise(places):
            while waiting < len(marks) and marks[waiting].start <= a:
                active.append(marks[waiting])
                waiting += 1
            active = [mark for mark in active if mark.end > a]
            while tag < len(tags) and tags[tag][1] <= a:
                tag += 1
            if tag < len(tags) and tags[tag][0] <= a:
                continue
            parts.append(self._piece(a, b, active))
        return "".join(parts).strip("\n")

    def _piece(self, start: int, end: int, active: Sequence[Mark]) -> str:
        text = self.text[start - self.offset : end - self.offset]
        inside = html.escape(tame(html.unescape(text) if self.markup else text))
        if not active or not text:
            return inside
        anchors = "".join(self._anchor(mark) for mark in active if mark.start == start and mark.anchor)
        linked = [mark for mark in active if mark.href]
        inner = min(linked, key=lambda mark: mark.end - mark.start, default=None)
        classes = " ".join(dict.fromkeys(name for mark in active for name in mark.layer.split()))
        if any(mark.start == start for mark in active):
            classes += " first"
        if any(mark.end == end for mark in active):
            classes += " last"
        title = "\n".join(dict.fromkeys(mark.title for mark in active if mark.title))
        about = f' title="{html.escape(tame(title))}"' if title else ""
        if inner is not None:
            return f'{anchors}<a class="k {classes}" href="{html.escape(inner.href)}"{about}>{inside}</a>'
        return f'{anchors}<span class="k {classes}"{about}>{inside}</span>'

    def _anchor(self, mark: Mark) -> str:
        name = self.prefix + anchor(mark.start, mark.end)
        if name in self.anchored:
            return ""
        self.anchored.add(name)
        return f'<i id="{name}" class="at"></i>'


def anchor(start: int, end: int) -> str:
    """The name of a place inside the page of its document."""
    return f"c{start}-{end}"


def highlighted(text: str, offset: int, spans: Iterable[Sequence[int]], layer: str = "f") -> str:
    """A passage with its places marked. What lies far from all of them is left out."""
    marks = [Mark(span[0], span[1], layer, anchor=False) for span in spans]
    canvas = Canvas(text, offset, marks)
    parts = [canvas.draw(start, end) for start, end in _near(text, offset, marks)]
    return _LINES.sub("\n", '<span class="gap"> … </span>'.join(parts))


def _near(text: str, offset: int, marks: Sequence[Mark]) -> list[tuple[int, int]]:
    """Stretches of a passage around its marks; short gaps are kept."""
    found: list[list[int]] = []
    for mark in sorted(marks):
        start, end = max(offset, mark.start - NEAR), min(offset + len(text), mark.end + NEAR)
        if found and start - found[-1][1] < NEAR:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    if not found:
        return [(offset, offset + len(text))]
    found[0][0] = offset if found[0][0] - offset < 2 * NEAR else found[0][0]
    found[-1][1] = max(found[-1][1], min(offset + len(text), found[-1][1] + NEAR))
    return [(_word(text, offset, start, -1), _word(text, offset, end, 1)) for start, end in found]


def _word(text: str, offset: int, place: int, step: int) -> int:
    """The border of the word or tag around a place, not far away."""
    index = place - offset
    for _ in range(40):
        if not 0 < index < len(text) or text[index - (step < 0)].isspace():
            break
        index += step
    return index + offset


def window(text: str, spans: Sequence[Sequence[int]], around: int = 160, longest: int = 900) -> tuple[int, int]:
    """Characters of a document to show for some places: all of them where they are near, otherwise the first."""
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    if end - start > longest:
        start, end = spans[0][0], min(spans[0][1], spans[0][0] + longest)
    first, last = max(0, start - around), min(len(text), end + around)
    for mark in ("\n", ". ", "。", "؟ ", " "):  # begin and end at a border that is near, the best kind first
        found = text.rfind(mark, first, start)
        if found >= 0:
            first = found + len(mark)
            break
    for mark in ("\n", ". ", "。", "؟ ", " "):
        found = text.find(mark, end, last)
        if found >= 0:
            last = found + len(mark)
            break
    opened = text.rfind("<", max(0, first - 200), first)  # not in the middle of a tag
    if opened >= 0 and ">" not in text[opened:first] and ">" in text[first:start]:
        first = text.index(">", first, start) + 1
    return max(0, min(first, start)), max(last, end)
