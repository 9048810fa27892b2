"""Places that one format writes and another leaves to be found: extents, provenance, mentions of arguments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from factbook.formats.format import Context
from factbook.model.kb import KB
from factbook.model.records import Argument, EventMention, Filler, Mention, RelationMention
from factbook.text.offsets import Span

_MAX_LENGTH = 150  # characters of one provenance span (seed 002, column 4)
_MAX_SPANS = 4


class Places:
    """Looks up places in the KB that is converted, and texts in its sources."""

    def __init__(self, kb: KB, context: Context) -> None:
        self.kb, self.sources = kb, context.sources

    def _extent(self, ref: str) -> Span | None:
        record: Mention | Filler | None = self.kb.mentions.get(ref) or self.kb.fillers.get(ref)
        return record.extent if record is not None and isinstance(record.extent, Span) else None

    def _text(self, span: Span) -> str:
        source = self.sources.get(span.doc)
        return source.at(span) if source is not None else ""

    def _spans(self, mention: RelationMention | EventMention) -> list[Span]:
        """The spans of arguments and trigger."""
        spans = [self._extent(argument.ref) for argument in mention.arguments]
        return [span for span in (*spans, mention.trigger) if span is not None]

    def provenance(self, mention: RelationMention) -> tuple[Span, ...]:
        """The words that state a relation: all from first to last if short enough, otherwise each part."""
        spans = [mention.extent] if isinstance(mention.extent, Span) else self._spans(mention)
        whole = hull(spans)
        if whole is not None and whole.length <= _MAX_LENGTH:
            return (whole,)
        parts = dict.fromkeys(span for span in self._spans(mention) if 0 < span.length <= _MAX_LENGTH)
        return tuple(parts)[:_MAX_SPANS]

    def with_extents(self, mention: RelationMention) -> RelationMention:
        """The mention with an extent around its arguments and trigger, and extents of its arguments."""
        arguments = tuple(self.with_extent(argument) for argument in mention.arguments)
        changes: dict[str, Any] = {"arguments": arguments}
        if mention.extent is None:
            whole = hull(self._spans(mention))
            changes |= {"extent": whole, "text": self._text(whole) if whole is not None else ""}
        return msgspec.structs.replace(mention, **changes)

    def with_extent(self, argument: Argument) -> Argument:
        """An argument with the place and text of its mention or filler."""
        span = self._extent(argument.ref)
        if argument.extent is not None or span is None:
            return argument
        return msgspec.structs.replace(argument, extent=span, text=argument.text or self._text(span))

    def event_extent(self, mention: EventMention) -> dict[str, Any]:
        """Extent and text of an event mention: from its first word or argument to the last."""
        whole = hull(self._spans(mention))
        return {"extent": whole, "text": self._text(whole)} if whole is not None else {}

    def arguments(
        self, mention: RelationMention, objects: Iterable[Argument], new: KB, filler_type: str
    ) -> tuple[Argument, ...] | None:
        """Mentions of a relation's arguments near its provenance; None if an argument has none in that document."""
        place = next(iter(mention.provenance), None) or mention.extent
        if not isinstance(place, Span):
            return None
        found: list[Argument] = []
        for argument in objects:
            ref = self._nearest(argument.ref, place, new) or self._placed_filler(argument.ref, place, new, filler_type)
            if ref is None:
                return None
            text = new.mentions[ref].text if ref in new.mentions else new.fillers[ref].text
            found.append(Argument(role=argument.role, ref=ref, text=text))
        return tuple(found)

    def _nearest(self, entity: str, place: Span, new: KB) -> str | None:
        """The mention of an entity that lies in the place or nearest to it."""
        mentions = [
            (_distance(mention.extent, place), mention.id)
            for mention in self.kb.mentions_of.get(entity, ())
            if isinstance(mention.extent, Span) and mention.doc == place.doc and mention.id in new.mentions
        ]
        return min(mentions, key=lambda item: item[0])[1] if mentions else None

    def _placed_filler(self, ref: str, place: Span, new: KB, filler_type: str) -> str | None:
        """A filler at the place in the text where its words stand; a slot's string has none of its own."""
        filler, source = new.fillers.get(ref), self.sources.get(place.doc)
        if filler is None or filler.extent is not None:
            return ref if filler is not None else None
        start = source.text.find(filler.text, place.start, place.end) if source is not None and filler.text else -1
        if start < 0:
            return None
        span = Span(place.doc, start, start + len(filler.text))
        copy = msgspec.structs.replace(filler, id=f"{ref}@{span}", type=filler_type, extent=span)
        new.add(copy, replace=True)
        return copy.id


def hull(spans: Iterable[Span]) -> Span | None:
    """From the first to the last character of spans in one document."""
    found = list(spans)
    if not found or len({span.doc for span in found}) > 1:
        return None
    return Span(found[0].doc, min(span.start for span in found), max(span.end for span in found))


def _distance(span: Span, place: Span) -> int:
    return max(0, span.start - place.end, place.start - span.end)
