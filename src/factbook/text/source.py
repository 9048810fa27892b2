"""Source: one document's characters, its regions, and what each evaluation looks at."""

from __future__ import annotations

from functools import cached_property

import msgspec

from factbook.text.offsets import OffsetMap, Span


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


class Source(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A document. `text` is the raw text, tags included: offsets into it are those of `Span`."""

    id: str
    text: str
    kind: str = "plain"  # sgm newswire forum plain
    language: str = ""  # en es zh ar
    date: str = ""
    regions: tuple[Region, ...] = ()
    tags: tuple[tuple[int, int], ...] = ()  # raw ranges of all tags, sorted

    @cached_property
    def ace(self) -> OffsetMap:
        """Raw offsets to ACE offsets and back."""
        raise NotImplementedError
