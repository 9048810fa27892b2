"""What counts: regions left out, and the labels that documents can be grouped by.

`<quote>` regions are left out of entity discovery and of BeSt, not of Cold Start slot filling. Which regions those
are comes from the source text; it travels with the gold KB, so that both sides are cut in the same way.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping

import msgspec

from factbook.model.kb import KB
from factbook.model.records import Document
from factbook.text.offsets import Span

_EXCLUDED = "excluded"  # kind in KB.extra: one `doc:first-last` a region
_LANGUAGES = {"ENG": "en", "SPA": "es", "CMN": "zh", "ARB": "ar"}
_PREFIX = re.compile(r"(ENG|SPA|CMN|ARB)_(NW|DF)(?:_|$)")


def exclude(kb: KB, regions: Iterable[Span]) -> KB:
    """The KB with these regions marked as left out of the evaluation."""
    marked = msgspec.structs.replace(kb)
    marked.extra = {**kb.extra, _EXCLUDED: kb.extra.get(_EXCLUDED, ()) + tuple(str(region) for region in regions)}
    return marked


def excluded(kb: KB) -> dict[str, tuple[Span, ...]]:
    """The regions left out, by document, sorted."""
    found: dict[str, list[Span]] = {}
    for text in kb.extra.get(_EXCLUDED, ()):
        doc, _, places = text.rpartition(":")
        first, _, last = places.partition("-")
        found.setdefault(doc, []).append(Span.from_inclusive(doc, int(first), int(last)))
    return {doc: tuple(sorted(spans)) for doc, spans in found.items()}


class Regions:
    """Quick answers to: does this span begin or end in a region that is left out?"""

    def __init__(self, regions: Mapping[str, Iterable[Span]]) -> None:
        merged = {doc: _merged(spans) for doc, spans in regions.items()}
        self._by_doc = {doc: pair for doc, pair in merged.items() if pair[0]}

    def __bool__(self) -> bool:
        return bool(self._by_doc)

    def has(self, doc: str, start: int, end: int) -> bool:
        """True if the first or the last character lies in a region."""
        regions = self._by_doc.get(doc)
        if regions is None:
            return False
        starts, ends = regions
        return any(_within(starts, ends, offset) for offset in (start, max(start, end - 1)))


def _merged(spans: Iterable[Span]) -> tuple[list[int], list[int]]:
    starts: list[int] = []
    ends: list[int] = []
    for span in sorted(spans):
        if ends and span.start <= ends[-1]:
            ends[-1] = max(ends[-1], span.end)
        else:
            starts.append(span.start)
            ends.append(span.end)
    return starts, ends


def _within(starts: list[int], ends: list[int], offset: int) -> bool:
    index = bisect_right(starts, offset)
    return index > 0 and offset < ends[index - 1]


def document_labels(doc: str, document: Document | None = None) -> dict[str, str]:
    """Document id, language and genre: from the document record, else from an id such as `ENG_NW_…`."""
    found = _PREFIX.match(doc)
    language = _LANGUAGES[found.group(1)] if found else ""
    genre = found.group(2).lower() if found else ""
    if document is not None:
        language, genre = document.language or language, document.genre or genre
    labels = {"document": doc, "language": language, "genre": genre}
    return {key: value for key, value in labels.items() if value}


def chosen(text: str) -> frozenset[str] | None:
    """The set that a parameter such as `PER+ORG` names; None for `all`."""
    return None if text in ("", "all") else frozenset(text.split("+"))
