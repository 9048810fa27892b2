"""What must hold in any KB, whatever file it came from: references, spans and confidences.

The formats that hold every record (`jsonl`, `rdf`) check with this; their tables of codes include `CODES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from factbook.formats.format import ERROR, WARNING, Code, Context, Problems, Where
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Attitude,
    EventMention,
    Mention,
    Record,
    RelationMention,
)
from factbook.text.offsets import Span

CODES = (
    Code("UNKNOWN_REFERENCE", WARNING, "{field} refers to {id}, which is not in the file", "add the record"),
    Code("BAD_SPAN", ERROR, "{field} runs from {start} to {end}", "start counts from 0, end is one past the last"),
    Code("SPAN_PAST_END", ERROR, "{field} ends at {end}, but {doc} has {length} characters", "count raw characters"),
    Code("TEXT_MISMATCH", WARNING, "{field} is {text!r}, but the document has {found!r} there", "correct the offsets"),
    Code("BAD_CONFIDENCE", ERROR, "confidence {value} is not between 0 and 1", "give a probability"),
)

# Fields that refer to a record: record type, field, the tables that may hold it.
_REFERENCES: tuple[tuple[type[Any], str, tuple[str, ...]], ...] = (
    (Mention, "entity", ("entities",)),
    (RelationMention, "relation", ("relations",)),
    (EventMention, "event", ("events",)),
    (Attitude, "source", ("mentions",)),
    (Attitude, "target", ("mentions", "relation_mentions", "event_mentions")),
    (Attitude, "argument", ("mentions", "fillers")),
)
_ARGUMENT_TABLES = ("entities", "mentions", "fillers")
# Text fields and the span whose characters they repeat.
_TEXTS = (("text", "extent"), ("head_text", "head"), ("trigger_text", "trigger"))

Place = Callable[[Record], Where]


def check_kb(kb: KB, place: Place, context: Context, problems: Problems) -> None:
    """Add the problems of all records; `place` tells where a record stands in its file."""
    uncounted = {document.id for document in kb.documents.values() if document.offsets != "raw"}
    sources = {doc: source for doc, source in context.sources.items() if doc not in uncounted}
    context = msgspec.structs.replace(context, sources=sources, lengths={} if uncounted else context.lengths)
    for record in kb.records():
        _check_references(kb, record, place, problems)
        _check_spans(record, place, context, problems)
        confidence = getattr(record, "confidence", None)
        if confidence is not None and not 0 <= confidence <= 1:
            problems.add("BAD_CONFIDENCE", place(record), value=confidence)


def _check_references(kb: KB, record: Record, place: Place, problems: Problems) -> None:
    for field, id, tables in _references(record):
        if not any(id in getattr(kb, table) for table in tables):
            problems.add("UNKNOWN_REFERENCE", place(record), field=field, id=id)


def _references(record: Record) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Field, id and possible tables of each reference."""
    for kind, field, tables in _REFERENCES:
        id = getattr(record, field) if isinstance(record, kind) else None
        if id is not None:
            yield field, id, tables
    for argument in getattr(record, "arguments", ()):
        yield f"argument {argument.role}", argument.ref, _ARGUMENT_TABLES


def spans_of(record: Record | Argument) -> Iterator[tuple[str, Span]]:
    """The spans of a record with the names of their fields."""
    for field in ("extent", "head", "trigger"):
        span = getattr(record, field, None)
        if isinstance(span, Span):
            yield field, span
    for span in getattr(record, "provenance", ()):
        yield "provenance", span
    for group in ("names", "arguments"):
        for part in getattr(record, group, ()):
            if isinstance(part.extent, Span):
                yield group, part.extent


def _check_spans(record: Record, place: Place, context: Context, problems: Problems) -> None:
    for field, span in spans_of(record):
        if span.start < 0 or span.end < span.start:
            problems.add("BAD_SPAN", place(record), field=field, start=span.start, end=span.end)
            continue
        source = context.sources.get(span.doc)
        length = len(source.text) if source else context.lengths.get(span.doc)
        if length is not None and span.end > length:
            problems.add("SPAN_PAST_END", place(record), field=field, end=span.end, doc=span.doc, length=length)
    for text_field, span_field in _TEXTS:
        text, where = getattr(record, text_field, ""), getattr(record, span_field, None)
        if not isinstance(where, Span):
            continue
        source = context.sources.get(where.doc)
        if text and source and where.end <= len(source.text) and _plain(text) != _plain(source.at(where)):
            problems.add("TEXT_MISMATCH", place(record), field=text_field, text=text, found=source.at(where))


def _plain(text: str) -> str:
    """Text to compare: files differ in blanks and in writing `&` as `&amp;`."""
    return " ".join(text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").split())
