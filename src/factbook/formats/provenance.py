"""Provenance of Cold Start files: `docid:start-end` justifications, checked and cut to the limits of the edition.

Offsets count from 0 and name the last character (seed 002, "Provenance"). The text of each offset is kept as written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from factbook.formats.coldstart_codes import Log
from factbook.formats.format import Context
from factbook.schema.coldstart import Edition, edition_of
from factbook.text.offsets import Span

_TRIPLE = re.compile(r"\s*([^:]+):([0-9]+)-([0-9]+)\s*")
_MAX_DIGITS = 18  # no document is longer; Python refuses to read numbers of thousands of digits
_NO_LENGTH = 10**_MAX_DIGITS  # of a document that no table lists
_KEPT = 20_000  # texts: what a processor's cache holds
NO_DOCUMENT = "NO DOCUMENT"  # how the official report calls the document of an empty provenance


class Provenance(msgspec.Struct, frozen=True, gc=False):
    """Checked justifications in the order of the file."""

    text: str
    doc: str  # document of the first one
    start: int  # its first character
    docs: tuple[str, ...]

    @property
    def canonical(self) -> str:
        """The same in canonical order (document, start, end as text): what ids and comparisons use."""
        if len(self.docs) < 2:
            return self.text
        return ",".join(sorted(self.text.split(","), key=_canonical_key))

    @property
    def spans(self) -> tuple[Span, ...]:
        return tuple(map(read_span, self.text.split(","))) if self.text else ()


def _canonical_key(triple: str) -> tuple[str, int, str]:
    docid, _, offsets = triple.rpartition(":")
    start, _, end = offsets.partition("-")
    return docid, int(start), end


def read_span(triple: str) -> Span:
    """The span of a well-formed `docid:start-end`."""
    docid, _, offsets = triple.rpartition(":")
    start, _, end = offsets.partition("-")
    return Span.from_inclusive(docid, int(start), int(end))


def write_spans(spans: tuple[Span, ...]) -> str:
    """Spans as provenance text, in their order."""
    return ",".join(map(str, spans))


EMPTY = Provenance("", NO_DOCUMENT, 0, ())


class ProvenanceReader:
    """Reads provenance columns; a faultless text is kept for a while, because lines that repeat it stand close by."""

    __slots__ = ("_docs", "_edition", "_lengths", "_log", "_max_span", "kept")

    def __init__(self, log: Log, context: Context) -> None:
        self._log = log
        self._edition: Edition = edition_of(context.edition)
        self._max_span = self._edition.max_span
        # Where no table of lengths is given, the documents themselves tell.
        self._lengths: Mapping[str, int] = context.lengths or {
            name: len(source.text) for name, source in context.sources.items()
        }
        self.kept: dict[str, Provenance] = {}
        self._docs: dict[str, tuple[str, tuple[str], int]] = {}  # one string and tuple a document, and its length

    def read(self, text: str, line: int) -> Provenance:
        """The provenance of a column. A bad justification is dropped, one that is too long is cut."""
        # One justification without fault or blanks is the usual case.
        doc, _, offsets = text.partition(":")
        known = self._docs.get(doc)
        if known is not None and len(offsets) < _MAX_DIGITS and offsets.isascii():
            start, _, end = offsets.partition("-")
            if start.isdecimal() and end.isdecimal():
                first, last = int(start), int(end)
                name, docs, length = known
                if first <= last <= length and last - first < self._max_span:
                    if len(self.kept) >= _KEPT:
                        self.kept.clear()
                    self.kept[text] = provenance = Provenance(text, name, first, docs)
                    return provenance
        return self.kept.get(text) or self._read_any(text, line)

    def _read_any(self, text: str, line: int) -> Provenance:
        before = len(self._log.problems)
        provenance = self._read(text, line)
        if len(self._log.problems) == before:
            self.kept[text] = provenance
        for doc in provenance.docs:
            if doc not in self._docs:
                self._docs[doc] = (doc, (doc,), self._lengths[doc] if self._lengths else _NO_LENGTH)
        return provenance

    def _read(self, text: str, line: int) -> Provenance:
        triples = text.split(",")
        while triples and not triples[-1]:  # empty columns at the end do not count
            triples.pop()
        limit = self._edition.max_spans
        if len(triples) > limit:
            self._log.add("TOO_MANY_PROVENANCE_TRIPLES", line, number=len(triples), limit=limit)
            del triples[limit:]
        good = [good for triple in triples if (good := self._triple(triple, line)) is not None]
        if not good:
            return EMPTY
        # The limit on the total cannot be passed: no edition allows more than its number of spans times their length.
        docid, start, end = good[0]
        if len(good) == 1:
            return Provenance(f"{docid}:{start}-{end}", docid, int(start), (docid,))
        joined = ",".join(f"{docid}:{start}-{end}" for docid, start, end in good)
        return Provenance(joined, docid, int(start), tuple(docid for docid, _, _ in good))

    def _triple(self, text: str, line: int) -> tuple[str, str, str] | None:
        match = _TRIPLE.fullmatch(text)
        if match is None:
            self._log.add("ILLEGAL_OFFSET_TRIPLE_STRING", line, text=text)
            return None
        return self.triple(match[1], match[2], match[3], line)

    def triple(self, docid: str, start: str, end: str, line: int) -> tuple[str, str, str] | None:
        """One justification with its end cut to the limit; None where it is wrong."""
        good = True
        for offset in (start, end):
            if not (offset.isascii() and offset.isdigit()) or len(offset) > _MAX_DIGITS:
                self._log.add("ILLEGAL_OFFSET", line, offset=offset)
                good = False
        length = self._lengths.get(docid) if self._lengths else None
        if self._lengths and not length:
            self._log.add("ILLEGAL_DOCID", line, docid=docid)
        if not good:
            return None
        first, last = int(start), int(end)
        if last < first:
            self._log.add("ILLEGAL_OFFSET_PAIR", line, start=start, end=end)
            good = False
        elif last - first + 1 > self._edition.max_span:
            self._log.add("TOO_MANY_CHARS", line, limit=self._edition.max_span)
            last = first + self._edition.max_span - 1
            end = str(last)
        if not self._lengths:
            return (docid, start, end) if good else None
        # An offset equal to the length passes, as in the official program.
        for offset in (start, end):
            if length and int(offset) > length:
                self._log.add("ILLEGAL_OFFSET_IN_DOC", line, offset=offset, docid=docid)
                good = False
        return (docid, start, end) if good and length else None
