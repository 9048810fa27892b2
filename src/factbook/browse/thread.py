"""The layout of a document: headline, paragraphs, posts and the quotes in them, as nested blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from factbook.browse.shown import Block, Ref
from factbook.text.source import Region, Source

# Kind of region: how its block is drawn. What is not here is part of the block around it.
KINDS = {
    "headline": "headline", "dateline": "dateline", "post": "post", "quote": "quote", "p": "p", "docid": "meta",
    "doctype": "meta", "datetime": "meta", "docno": "meta", "turn": "post", "postdate": "meta",
}  # fmt: skip
PART = 24_000  # characters of a long document on one page


def parts(text: str) -> list[tuple[int, int]]:
    """A long document in parts that end with a line."""
    cuts = [0]
    while len(text) - cuts[-1] > PART * 5 // 4:
        near = text.find("\n", cuts[-1] + PART, cuts[-1] + PART * 5 // 4)
        cuts.append(near + 1 if near >= 0 else cuts[-1] + PART)
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True))


class Layout:
    """Makes the blocks of one part of a document."""

    def __init__(self, source: Source, start: int, end: int, entity_at: Callable[[int], Ref | None]) -> None:
        self.source, self.start, self.end, self.entity_at = source, start, end, entity_at
        self.regions = [r for r in source.regions if r.kind in KINDS and r.inner.start < end and r.inner.end > start]
        self.posts = [r for r in source.regions if r.kind == "post"]

    def blocks(self) -> tuple[Block, ...]:
        return self._inside(self.regions, self.start, self.end)

    def _inside(self, regions: Sequence[Region], start: int, end: int) -> tuple[Block, ...]:
        """Blocks between two places: the outermost regions, and the text between them."""
        found: list[Block] = []
        place, index = start, 0
        while index < len(regions):
            region = regions[index]
            inner = [r for r in regions[index + 1 :] if r.outer.start < region.outer.end]
            index += 1 + len(inner)
            if region.outer.start > place:
                found += self._text(place, min(region.outer.start, end))
            found.append(self._block(region, inner))
            place = min(region.outer.end, end)
        if place < end:
            found += self._text(place, end)
        return tuple(found)

    def _text(self, start: int, end: int) -> list[Block]:
        if not self.source.masked[start:end].strip():
            return []
        return [Block(kind="text", start=start, end=end)]

    def _block(self, region: Region, inner: Sequence[Region]) -> Block:
        start, end = max(region.inner.start, self.start), min(region.inner.end, self.end)
        kind = KINDS[region.kind]
        author = self.source.author_of(region) if kind in ("post", "quote") else None
        when = region.attribute("datetime", "date", "date_time")
        return Block(
            kind=kind,
            author=author[0] if author else "",
            author_entity=self.entity_at(author[1].start) if author else None,
            date=when[0] if when else "",
            anchor=self._anchor(region) if kind == "post" else self._quoted(region) if kind == "quote" else "",
            start=start,
            end=end,
            blocks=self._inside(inner, start, end) if inner else (),
        )

    def _anchor(self, post: Region) -> str:
        return f"post-{post.outer.start}"

    def _quoted(self, quote: Region) -> str:
        """The anchor of the earlier post that a quote repeats; "" where none does."""
        words = self.source.masked[quote.inner.start : quote.inner.end].strip()
        inner = [r for r in self.regions if r.kind == "quote" and quote.inner.contains(r.outer)]
        if inner:
            words = self.source.text[inner[-1].outer.end : quote.inner.end].strip()
        found = self.source.masked.find(words, 0, quote.outer.start) if words else -1
        post = self.source.post_at(found) if found >= 0 else None
        return self._anchor(post) if post is not None and post.outer.end < quote.outer.start else ""
