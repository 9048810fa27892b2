"""Token offsets (CoNLL) to raw characters, by finding the tokens one after the other in the text."""

from __future__ import annotations

import msgspec

from factbook.formats.format import CannotWrite, Context
from factbook.formats.losses import Losses
from factbook.model.kb import KB
from factbook.model.records import Document, Mention
from factbook.text.offsets import Span
from factbook.text.source import Source

_NEAR = 5_000  # characters to look ahead for the next token: a long tag or quote may lie between


def to_raw(kb: KB, context: Context, losses: Losses) -> KB:
    """The KB with raw spans. Documents whose tokens are not those of their text lose their mentions."""
    copy = KB(name=kb.name)
    places = {doc.id: _places(kb, doc, context) for doc in kb.documents.values() if doc.offsets == "token"}
    for record in kb.records():
        if isinstance(record, Document) and record.id in places:
            record = msgspec.structs.replace(record, offsets="raw")
        elif isinstance(record, Mention) and record.doc in places:
            found = _raw(record, places[record.doc], context.sources[record.doc])
            if found is None:
                losses.add("mention", "without its tokens in the text")
                continue
            record = found
        copy.add(record)
    return copy


def _raw(mention: Mention, places: list[tuple[int, int] | None], source: Source) -> Mention | None:
    span = mention.extent
    if not isinstance(span, Span) or not 0 <= span.start < span.end <= len(places):
        return None
    tokens = places[span.start : span.end]
    first, last = tokens[0], tokens[-1]
    if first is None or last is None:
        return None
    raw = Span(span.doc, first[0], last[1])
    return msgspec.structs.replace(mention, extent=raw, text=source.at(raw))


def _places(kb: KB, document: Document, context: Context) -> list[tuple[int, int] | None]:
    """Start and end of each token in the text; None for one that is not there.

    Some files leave quotes out: the text is tried with and without them.
    """
    source = context.sources.get(document.id)
    if source is None:
        raise CannotWrite(f"raw offsets need the text of {document.id}: give it with --source")
    words = _words(kb, document.id)
    tries = [_aligned(words, _visible(source, quotes=quotes)) for quotes in (False, True)]
    return min(tries, key=lambda places: places.count(None))


def _words(kb: KB, doc: str) -> list[str]:
    """The tokens of a document, from the rows that the CoNLL reader kept."""
    rows = [row.split() for row in kb.extra.get(f"conll:{doc}", ()) if row]
    return [row[3] if len(row) > 3 else row[-1] for row in rows]


def _visible(source: Source, *, quotes: bool) -> str:
    """The text without tags but with the authors' names in them; quotes blanked out unless wanted."""
    parts = list(source.masked)
    for region in source.posts:
        author = source.author_of(region)
        if author is not None:
            parts[author[1].start : author[1].end] = author[0]
    for quote in () if quotes else source.quotes:
        parts[quote.start : quote.end] = " " * quote.length
    return "".join(parts)


def _aligned(words: list[str], text: str) -> list[tuple[int, int] | None]:
    places: list[tuple[int, int] | None] = []
    position = 0
    for word in words:
        start = text.find(word, position, position + _NEAR + len(word))
        places.append(None if start < 0 else (start, start + len(word)))
        position = position if start < 0 else start + len(word)
    return places
