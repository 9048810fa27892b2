"""Tags to regions: ACE `.sgm`, TAC newswire `<DOC>`, forum `<doc>` with posts and quotes, and plain text.

This never fails on bad markup and never changes a character:

* A `<` that starts no tag (`a < b`, `<me@example.com>`) is text.
* An unclosed region ends where the region around it ends; a close tag without its open tag opens and closes nothing.
* Of crossing regions the inner one ends with the outer one.
* An attribute value is the raw text between its quotes; `&amp;` is never decoded.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile

from factbook.text import dates, language
from factbook.text.offsets import Span
from factbook.text.source import Region, Source

# One tag, declaration or comment. Each alternative stops at the next `<`, so that a scan is linear whatever the text.
# Groups: the slash of a close tag, the name, the attributes.
_TAG = re.compile(
    r"<(?:"
    r"(/?)([A-Za-z][\w.-]*(?::[\w.-]+)?)(?=[\s/>])((?:[^<>=]|=\s*(?:\"[^\"<]*\"|'[^'<]*')?)*+)>"
    r"|/?[A-Za-z][\w.-]*\s[^<>]*>"  # a quote mark that is never closed
    r"|!--[^<]*?-->|[!?][A-Za-z][^<>]*>"
    r")"
)
_ATTRIBUTE = re.compile(r"([A-Za-z_][\w:.-]*)\s*=\s*(?:\"([^\"<]*)\"|'([^'<]*)'|([^\s\"'<>]+))")

# Kinds that have another name than their tag.
_KINDS = {
    "poster": "author",
    "speaker": "author",
    "hl": "headline",
    "date_time": "datetime",
    "date": "datetime",
}
# Elements that never have a close tag.
_EMPTY = frozenset({"img", "br", "hr", "meta", "link"})
# An open tag ends an open region of the same kind: people leave `</P>` out.
_SIBLINGS = frozenset({"p", "post", "turn", "li", "doc"})
_HOLDERS = frozenset({"quote", "post", "text", "doc"})  # a paragraph outside is no sibling of one inside
# What makes a text marked up rather than plain, and the tags that plain text may still hold.
_STRUCTURE = frozenset({"doc", "docid", "text", "body", "post", "quote", "headline", "dateline", "datetime"})
_INLINE = frozenset({"a", "img", "br", "hr", "b", "i", "u", "s", "em", "strong", "p", "div", "span", "sub", "sup"})

_MAX_LOOK = 50  # open regions between two paragraphs; more is no paragraph, and a limit keeps the scan linear

_Open = tuple[int, str, int, int]  # index of the region, kind, start of the tag, end of the tag


def parse_source(text: str, *, id: str, language: str = "") -> Source:
    """The source of a text: its kind, regions, tags, language (unless given) and date."""
    regions, tags = _scan(text, id)
    kinds = {region.kind for region in regions}
    if not kinds & _STRUCTURE:
        regions, tags = _inline_only(text, id)
    return _described(text, id, language, regions, tags, kinds)


def _described(
    text: str, id: str, given: str, regions: list[Region], tags: list[tuple[int, int]], kinds: set[str]
) -> Source:
    bare = Source(id=id, text=text, kind=_kind(kinds), regions=tuple(regions), tags=tuple(tags))
    return Source(
        id=id,
        text=text,
        kind=bare.kind,
        language=given or language.detect(bare),
        date=dates.document_date(bare),
        regions=bare.regions,
        tags=bare.tags,
    )


def _kind(kinds: set[str]) -> str:
    if "docid" in kinds:
        return "sgm"
    if "post" in kinds:
        return "forum"
    return "newswire" if kinds & _STRUCTURE else "plain"


def document_id(source: Source) -> str:
    """The id that the markup gives: the `id` of the document element, or a `<DOCID>`; "" without one."""
    for region in source.regions:
        found = region.attribute("id", "docid", "doc_id") if region.kind == "doc" else None
        if found is not None:
            return found[0].strip()
        if region.kind in ("docid", "docno"):
            return source.at(region.inner).strip()
        if region.kind in ("text", "post"):
            break
    return ""


def _inline_only(text: str, doc: str) -> tuple[list[Region], list[tuple[int, int]]]:
    """Regions and tags of plain text: only links, images and the like; other brackets are text."""
    return _scan(text, doc, only=_INLINE)


class _Builder:
    """Regions under construction, with the stack of open ones."""

    def __init__(self, text: str, doc: str) -> None:
        self.text, self.doc = text, doc
        self.regions: list[Region | None] = []
        self.stack: list[_Open] = []
        self.open_kinds: Counter[str] = Counter()
        self.attributes: dict[int, tuple[tuple[str, str, Span], ...]] = {}

    def open(self, kind: str, start: int, end: int, at: int, words: str) -> None:
        """An open tag; `words` are its attributes, which begin at offset `at`."""
        if kind in _SIBLINGS:
            self._close_sibling(kind, start)
        index = len(self.regions)
        self.regions.append(None)
        if words and "=" in words:
            self.attributes[index] = _attributes(words, at, self.doc)
        if words.endswith("/") or kind in _EMPTY or (kind == "quote" and self._is_empty_quote(index)):
            self._finish((index, kind, start, end), end, end)
        else:
            self.stack.append((index, kind, start, end))
            self.open_kinds[kind] += 1

    def _is_empty_quote(self, index: int) -> bool:
        """ACE news groups write a whole quote as the attribute of one tag: `<QUOTE PREVIOUSPOST="…">`."""
        return any(name == "previouspost" for name, _, _ in self.attributes.get(index, ()))

    def close(self, kind: str, start: int, end: int) -> None:
        """A close tag: ends the innermost region of that kind and all regions left open in it."""
        if self.open_kinds[kind]:
            while self.stack[-1][1] != kind:
                self._pop(start, start)
            self._pop(start, end)

    def _close_sibling(self, kind: str, start: int) -> None:
        """End an open region of the same kind, unless a paragraph stands in a quote of its own."""
        if not self.open_kinds[kind]:
            return
        if kind == "p":
            near = [opened[1] for opened in self.stack[-_MAX_LOOK:]]
            if not any(open_kind == "p" for open_kind in takewhile(lambda k: k not in _HOLDERS, reversed(near))):
                return
        self.close(kind, start, start)

    def _pop(self, inner_end: int, outer_end: int) -> None:
        opened = self.stack.pop()
        self.open_kinds[opened[1]] -= 1
        self._finish(opened, inner_end, outer_end)

    def _finish(self, opened: _Open, inner_end: int, outer_end: int) -> None:
        index, kind, start, end = opened
        doc = self.doc
        self.regions[index] = Region(
            kind=kind,
            outer=Span(doc, start, outer_end),
            inner=Span(doc, end, inner_end),
            attributes=self.attributes.get(index, ()),
            parent=self.stack[-1][0] if self.stack else None,
        )

    def finished(self) -> list[Region]:
        length = len(self.text)
        while self.stack:
            self._pop(length, length)
        return [region for region in self.regions if region is not None]


def _scan(text: str, doc: str, only: frozenset[str] | None = None) -> tuple[list[Region], list[tuple[int, int]]]:
    """All regions and tags of a text."""
    builder = _Builder(text, doc)
    tags: list[tuple[int, int]] = []
    for match in _TAG.finditer(text):
        slash, name, words = match.groups()
        start, end = match.span()
        if name is None:
            if only is None:
                _unnamed(match, builder, tags)
            continue
        kind = name.lower()
        if only is not None and kind not in only:
            continue
        kind = _KINDS.get(kind, kind)
        if slash:
            builder.close(kind, start, end)
        elif words and "=" not in words and words.strip(" \t\r\n/") and kind not in _STRUCTURE:
            continue  # `a <b and c> d` is no tag
        else:
            builder.open(kind, start, end, match.start(3), words)
        tags.append((start, end))
    return builder.finished(), tags


def _unnamed(match: re.Match[str], builder: _Builder, tags: list[tuple[int, int]]) -> None:
    """A declaration or comment is a tag without a region; a tag with an unclosed quote mark is an open tag."""
    start, end = match.span()
    raw = match.group()
    tags.append((start, end))
    if raw[1] in "!?":
        return
    name = raw[1:-1].split(None, 1)[0].lower()
    kind = _KINDS.get(name.lstrip("/"), name.lstrip("/"))
    if name.startswith("/"):
        builder.close(kind, start, end)
    else:
        at = start + len("<") + len(name)
        builder.open(kind, start, end, at, raw[1 + len(name) : -1])


def _attributes(words: str, at: int, doc: str) -> tuple[tuple[str, str, Span], ...]:
    found = []
    for match in _ATTRIBUTE.finditer(words):
        group = match.lastindex or 1
        start, end = match.span(group)
        found.append((match.group(1).lower(), match.group(group), Span(doc, at + start, at + end)))
    return tuple(found)
