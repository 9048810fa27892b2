"""Spans of characters and the three conventions to write them.

Inside factbook a span is raw characters of the file, 0-based and half-open. This module holds the only
`+ 1` and `- 1` on offsets in the project:

* `inclusive`: Cold Start and entity discovery write the last character (`docid:start-end`);
* `sized`: Rich ERE and BeSt write offset and length;
* `OffsetMap`: ACE counts only characters outside tags, and a line end (LF or CRLF) as one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import msgspec


class Span(msgspec.Struct, frozen=True, order=True, gc=False, tag="span"):
    """Characters `start` to `end` (not included) of document `doc`."""

    doc: str
    start: int
    end: int

    @classmethod
    def from_inclusive(cls, doc: str, start: int, last: int) -> Span:
        """A span written with its last character (Cold Start, EDL, APF charseq)."""
        return cls(doc, start, last + 1)

    @classmethod
    def from_sized(cls, doc: str, offset: int, length: int) -> Span:
        """A span written with its length (Rich ERE, BeSt)."""
        return cls(doc, offset, offset + length)

    @property
    def inclusive(self) -> tuple[int, int]:
        """First and last character."""
        return self.start, self.end - 1

    @property
    def sized(self) -> tuple[int, int]:
        """First character and number of characters."""
        return self.start, self.end - self.start

    @property
    def length(self) -> int:
        return self.end - self.start

    def overlap(self, other: Span) -> int:
        """Number of common characters; 0 in different documents."""
        if self.doc != other.doc:
            return 0
        return max(0, min(self.end, other.end) - max(self.start, other.start))

    def contains(self, other: Span) -> bool:
        return self.doc == other.doc and self.start <= other.start and other.end <= self.end

    def __str__(self) -> str:
        first, last = self.inclusive
        return f"{self.doc}:{first}-{last}"


class OffsetMap:
    """Raw offsets to ACE offsets and back, for one text.

    `removed` lists the raw ranges that ACE does not count (tags, the CR of CRLF), sorted and disjoint.
    """

    __slots__ = ("_before", "_kept", "_removed_ends", "_removed_starts", "length")

    def __init__(self, length: int, removed: Sequence[tuple[int, int]]) -> None:
        self.length = length
        self._removed_starts = [start for start, _ in removed]
        self._removed_ends = [end for _, end in removed]
        total = 0
        self._before: list[int] = []  # removed characters before each removed range
        self._kept: list[int] = []  # ACE offset at the start of each removed range
        for start, end in removed:
            self._before.append(total)
            self._kept.append(start - total)
            total += end - start
        self._before.append(total)

    def to_ace(self, offset: int) -> int | None:
        """The ACE offset of a raw character; None where ACE does not count it."""
        index = bisect_right(self._removed_starts, offset)
        if index and offset < self._removed_ends[index - 1]:
            return None
        return offset - self._before[index]

    def from_ace(self, offset: int) -> int:
        """The raw offset of an ACE character."""
        index = bisect_right(self._kept, offset)
        return offset + self._before[index]

    def span_to_ace(self, span: Span) -> Span | None:
        """The span in ACE offsets; None if its first or last character is not counted."""
        if span.end <= span.start:
            start = self.to_ace(span.start)
            return None if start is None else Span(span.doc, start, start)
        start, last = self.to_ace(span.start), self.to_ace(span.end - 1)
        if start is None or last is None:
            return None
        return Span(span.doc, start, last + 1)

    def span_from_ace(self, span: Span) -> Span:
        """The raw span of a span in ACE offsets."""
        start = self.from_ace(span.start)
        if span.end <= span.start:
            return Span(span.doc, start, start)
        return Span(span.doc, start, self.from_ace(span.end - 1) + 1)
