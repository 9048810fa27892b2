"""Source: one document's characters, its regions, and what each evaluation looks at.

`Source.text` is the raw text of the file: tags, entities such as `&amp;` and CRLF stay as they are, because every
offset counts them. Two decisions about the start of a file:

* A byte order mark is no character: seed 002 gives index 0 to the `<` of the `<DOC>` tag.
* An XML declaration is counted, because seed 000 counts "all tags in the source file". `Source.origin` is the place of
  the `<DOC>` tag after it, for corpora whose offsets begin there (seed 002, note 5).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property

import msgspec

from factbook.text.offsets import OffsetMap, Span

SCHEMES = ("ace", "best", "edl", "coldstart")

# Attributes that name who wrote a post or a quote.
_AUTHOR_ATTRIBUTES = ("author", "orig_author", "poster", "speaker")


class Region(msgspec.Struct, frozen=True, kw_only=True):
    """A marked-up part of a text: headline, post, quote, a tag …

    `outer` runs from the first character of the open tag to the last of the close tag, `inner` is between them.
    `attributes` hold (name, value, span of the value in the raw text). `parent` is the index of the enclosing region.
    """

    kind: str  # doc headline dateline text post quote datetime author p a tag …
    outer: Span
    inner: Span
    attributes: tuple[tuple[str, str, Span], ...] = ()
    parent: int | None = None

    def attribute(self, *names: str) -> tuple[str, Span] | None:
        """Value and place of the first attribute with one of these names."""
        for name, value, span in self.attributes:
            if name in names:
                return value, span
        return None

    @property
    def closed(self) -> bool:
        """Whether the region has a close tag (or needs none, being empty)."""
        return self.inner.end < self.outer.end or self.inner.start == self.outer.end


class Source(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A document. `text` is the raw text, tags included: offsets into it are those of `Span`."""

    id: str
    text: str
    kind: str = "plain"  # sgm newswire forum plain
    language: str = ""  # en es zh ar
    date: str = ""  # YYYY-MM-DD
    regions: tuple[Region, ...] = ()  # in the order of their open tags
    tags: tuple[tuple[int, int], ...] = ()  # raw ranges of all tags, sorted

    @cached_property
    def ace(self) -> OffsetMap:
        """Raw offsets to ACE offsets and back: tags are not counted, and a line end (LF or CRLF) is one (seed 001)."""
        return OffsetMap(len(self.text), self._uncounted())

    def _uncounted(self) -> list[tuple[int, int]]:
        """Tags and the CR of each CRLF outside them."""
        if "\r\n" not in self.text:
            return list(self.tags)
        ranges: list[tuple[int, int]] = []
        position = 0
        for start, end in (*self.tags, (len(self.text), len(self.text))):
            found = self.text.find("\r\n", position, start)
            while found >= 0:
                ranges.append((found, found + len("\r")))
                found = self.text.find("\r\n", found + len("\r\n"), start)
            if end > start:
                ranges.append((start, end))
            position = end
        return ranges

    @cached_property
    def masked(self) -> str:
        """The text with every tag blanked out by spaces: same length, same offsets."""
        parts: list[str] = []
        position = 0
        for start, end in self.tags:
            parts += (self.text[position:start], " " * (end - start))
            position = end
        parts.append(self.text[position:])
        return "".join(parts)

    @cached_property
    def origin(self) -> int:
        """Where the document begins after an XML declaration; 0 without one."""
        if not self.text.startswith(("<?xml", "<!DOCTYPE")):
            return 0
        return next((region.outer.start for region in self.regions if region.kind == "doc"), 0)

    def at(self, span: Span) -> str:
        """The raw characters of a span."""
        return self.text[span.start : span.end]

    @cached_property
    def posts(self) -> tuple[Region, ...]:
        """The posts of a forum thread."""
        return tuple(region for region in self.regions if region.kind == "post")

    @cached_property
    def quotes(self) -> tuple[Span, ...]:
        """The outermost quotes, tags included; nested quotes lie inside them."""
        spans: list[Span] = []
        for region in self.regions:
            if region.kind == "quote" and not (spans and spans[-1].contains(region.outer)):
                spans.append(region.outer)
        return tuple(spans)

    @cached_property
    def _quote_ends(self) -> list[int]:
        return [quote.end for quote in self.quotes]

    def in_quote(self, span: Span) -> bool:
        """Whether any character of the span lies inside a quote."""
        index = bisect_right(self._quote_ends, span.start)
        if index == len(self.quotes):
            return False
        start = self.quotes[index].start
        return start < span.end if span.length else start <= span.start

    def author_of(self, region: Region) -> tuple[str, Span] | None:
        """Who wrote a post or quote: the name and its place, in a tag or in a `<POSTER>` element."""
        found = region.attribute(*_AUTHOR_ATTRIBUTES)
        if found is not None:
            return found
        previous = region.attribute("previouspost")
        if previous is not None:
            return _before_colon(*previous)
        return self._author_elements.get(region.outer.start)

    @cached_property
    def _author_elements(self) -> dict[int, tuple[str, Span]]:
        """`<POSTER>` and `<SPEAKER>` elements by the start of the region around them."""
        found: dict[int, tuple[str, Span]] = {}
        for region in self.regions:
            if region.kind == "author" and region.parent is not None:
                span = self._stripped(region.inner)
                found.setdefault(self.regions[region.parent].outer.start, (self.at(span), span))
        return found

    def _stripped(self, span: Span) -> Span:
        raw = self.at(span)
        lead = len(raw) - len(raw.lstrip())
        return Span(span.doc, span.start + lead, max(span.start + lead, span.start + len(raw.rstrip())))

    @cached_property
    def _post_starts(self) -> list[int]:
        return [post.outer.start for post in self.posts]

    def post_at(self, offset: int) -> Region | None:
        """The post around an offset."""
        index = bisect_right(self._post_starts, offset)  # posts never nest
        post = self.posts[index - 1] if index else None
        return post if post is not None and offset < post.outer.end else None

    def author_at(self, offset: int) -> tuple[str, Span] | None:
        """The author of the post around an offset, with the span of the name inside the tag."""
        post = self.post_at(offset)
        return None if post is None else self.author_of(post)

    def speaker_at(self, offset: int) -> tuple[str, Span] | None:
        """Whose words stand at an offset: the author of the innermost quote around it, otherwise of the post."""
        quotes = (region for region in self.regions if region.kind == "quote")
        around = [quote for quote in quotes if quote.outer.start <= offset < quote.outer.end]
        return self.author_of(around[-1]) if around else self.author_at(offset)

    def evaluated(self, scheme: str) -> tuple[Span, ...]:
        """The parts of the text that an evaluation looks at: `ace`, `best`, `edl` or `coldstart`."""
        if scheme not in SCHEMES:
            raise ValueError(f"no scheme {scheme!r}; choose one of: {', '.join(SCHEMES)}")
        if scheme == "ace":
            return self._ace_text()
        if scheme == "coldstart":
            return (Span(self.id, 0, len(self.text)),)
        return self._outside_quotes()

    def _ace_text(self) -> tuple[Span, ...]:
        """`<TEXT>`, and `<DATETIME>` for times (seed 001). A text without `<TEXT>` is evaluated as a whole."""
        if not any(region.kind == "text" for region in self.regions):
            return (Span(self.id, 0, len(self.text)),)
        return tuple(region.inner for region in self.regions if region.kind in ("text", "datetime"))

    def _outside_quotes(self) -> tuple[Span, ...]:
        """Entity discovery, belief and sentiment filter quotes out (seed 002, "Document Collection")."""
        spans: list[Span] = []
        position = 0
        for quote in (*self.quotes, Span(self.id, len(self.text), len(self.text))):
            if quote.start > position:
                spans.append(Span(self.id, position, quote.start))
            position = quote.end
        return tuple(spans)

    def is_evaluated(self, span: Span, scheme: str) -> bool:
        """Whether a whole span lies in what an evaluation looks at."""
        parts = self.evaluated(scheme)
        index = bisect_left([part.end for part in parts], span.end)
        return index < len(parts) and parts[index].start <= span.start


def _before_colon(value: str, span: Span) -> tuple[str, Span] | None:
    """The author in ACE's `<QUOTE PREVIOUSPOST="author: words">`."""
    name, colon, _ = value.partition(":")
    if not colon or "\n" in name.strip() or not name.strip():
        return None
    lead = len(name) - len(name.lstrip())
    start = span.start + lead
    return name.strip(), Span(span.doc, start, start + len(name.strip()))
