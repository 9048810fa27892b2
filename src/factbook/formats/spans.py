"""Spans of a file against the text they point into."""

from __future__ import annotations

from bisect import bisect_right
from html import unescape

from factbook.formats.format import Problems, Where
from factbook.text.offsets import Span
from factbook.text.source import Source


def check_span(source: Source, span: Span, said: str | None, where: Where, problems: Problems, *, shown: str) -> None:
    """Report a raw span that is empty, past the end, across a tag, or whose characters are not `said`.

    `shown` is the span in the words of the file.
    """
    if span.length <= 0:
        problems.add("ZERO_LENGTH", where, place=shown)
        return
    if span.end > len(source.text):
        problems.add("OFFSET_PAST_END", where, place=shown, doc=source.id)
        return
    crossed = crossed_tags(source, span)
    found = source.at(span)
    if crossed and not _in_attribute(source, span):
        tag = source.text[crossed[0][0] : crossed[0][1]]
        problems.add("IN_MARKUP", where, place=shown, tag=_short(tag))
    if said is not None and not _same(said, found) and not _same(said, _without(source, span, crossed)):
        problems.add("TEXT_DIFFERS", where, place=shown, said=_short(said), found=_short(found))


def crossed_tags(source: Source, span: Span) -> list[tuple[int, int]]:
    """The tags that share characters with a span."""
    index = max(0, bisect_right(source.tags, (span.start, span.start)) - 1)
    crossed = []
    while index < len(source.tags) and source.tags[index][0] < span.end:
        if source.tags[index][1] > span.start:
            crossed.append(source.tags[index])
        index += 1
    return crossed


def _in_attribute(source: Source, span: Span) -> bool:
    """Whether the span lies in an attribute value: the author's name in a post tag is a mention."""
    return any(place.contains(span) for region in source.regions for _, _, place in region.attributes)


def _without(source: Source, span: Span, tags: list[tuple[int, int]]) -> str:
    parts, position = [], span.start
    for start, end in tags:
        parts.append(source.text[position : max(position, start)])
        position = max(position, end)
    parts.append(source.text[position : span.end])
    return "".join(parts)


def _same(said: str, found: str) -> bool:
    """Equal, but for blanks and line ends, and for entities: the text keeps `&amp;`, an XML file says `&`."""
    return said == found or said.split() in (found.split(), unescape(found).split())


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
