"""A KB of one format made fit for another, with a report of what the target cannot hold.

Relation, event and filler types go through the tables of `schema/mapping.py`. Fields that the target has no place for
are emptied and counted; so are records whose kind or type it lacks. RDF and JSON lines hold everything.
"""

from __future__ import annotations

from typing import Any

import msgspec

from factbook.formats import convert_tokens, convert_types
from factbook.formats.convert_places import Places
from factbook.formats.format import CannotWrite, Context, Format
from factbook.formats.losses import Losses
from factbook.model.kb import KB, KINDS, TABLES, fields_of
from factbook.model.records import Argument, Document, Entity, Mention
from factbook.text.offsets import Span

__all__ = ["Losses", "convert"]

LOSSLESS = frozenset({"rdf", "jsonl"})
PER_DOCUMENT = frozenset({"apf", "rich-ere", "best"})  # one file a document
_ORIGIN = "origin "  # begins a kind in KB.extra: the format whose words stand in `extra`
_NAMES = {kind: name for name, kind in KINDS.items()}
_TOGETHER = frozenset({"rich-ere", "best"})  # files of one annotation

# What each format has no place for, by kind of record.
UNHELD: dict[str, dict[str, tuple[str, ...]]] = {
    "apf": {
        "document": ("language", "date"),
        "mention": ("type", "canonical"),
        "relation": ("inferred",),
        "relation_mention": ("trigger", "trigger_text", "realis", "provenance"),
        "event_mention": ("realis", "confidence"),
        "argument": ("realis",),
    },
    "rich-ere": {
        "document": ("language", "date"),
        "entity": ("subtype", "names", "links"),
        "mention": ("type", "canonical", "ldc_type", "role", "metonymy"),
        "filler": ("subtype", "value", "confidence"),
        "relation": ("modality", "tense", "inferred"),
        "relation_mention": ("extent", "text", "lexical_condition", "provenance"),
        "event_mention": ("extent", "text"),
        "argument": ("extent",),
    },
    "coldstart-kb": {
        "entity": ("subtype", "specificity", "names", "confidence"),
        "mention": ("ldc_type", "role", "metonymy"),
        "filler": ("subtype", "extent", "confidence"),
        "relation": ("subtype", "modality", "tense", "confidence", "inferred"),
        "relation_mention": (
            "arguments", "extent", "text", "trigger", "trigger_text", "realis", "lexical_condition",
        ),
    },
    "edl": {
        "entity": ("subtype", "specificity", "names", "confidence"),
        "mention": ("head", "head_text", "canonical", "ldc_type", "role", "metonymy"),
    },
    "conll": {
        "entity": ("type", "subtype", "specificity", "names", "links", "confidence"),
        "mention": (
            "level", "type", "head", "head_text", "canonical", "ldc_type", "role", "metonymy", "confidence",
        ),
    },
}  # fmt: skip
# Mention levels that a format can write. An unknown level is "".
LEVELS: dict[str, frozenset[str]] = {
    "apf": frozenset({"NAM", "NOM", "PRO"}),
    "rich-ere": frozenset({"NAM", "NOM", "PRO"}),
    "coldstart-kb": frozenset({"NAM", "NOM"}),
    "edl": frozenset({"NAM", "NOM"}),
}


def convert(kb: KB, *, origin: str, target: Format, context: Context) -> tuple[KB, Losses]:
    """The KB as the target can hold it, and what it cannot. `origin` names the format that `kb` was read from."""
    losses = Losses()
    if target.name in LOSSLESS:
        return (kb if origin in LOSSLESS else _marked(kb, origin)), losses
    origins = _origins(kb) if origin in LOSSLESS else frozenset({origin})
    if target.name in origins and origins <= _TOGETHER | {target.name}:
        return _kinds(_unmarked(kb), target, losses), losses
    kb = _raw_offsets(_unmarked(kb), target, context, losses)
    kb = _without_words(kb, losses)
    places = Places(kb, context)  # also of mentions that the target cannot hold
    kb = _levels(kb, target, context, losses)
    kb = convert_types.converted(kb, target, places, losses)
    kb = _kinds(kb, target, losses)
    if target.name == "conll":
        _count_textless(kb, context, losses)
    elif target.name == "edl":
        _count_links(kb, losses)
    return _fields(kb, target, losses), losses


def _marked(kb: KB, origin: str) -> KB:
    """The KB with the name of its format: a lossless file remembers whose words stand in `extra`."""
    copy = _copy(kb)
    copy.extra[_ORIGIN + origin] = ()
    return copy


def _origins(kb: KB) -> frozenset[str]:
    return frozenset(kind.removeprefix(_ORIGIN) for kind in kb.extra if kind.startswith(_ORIGIN))


def _unmarked(kb: KB) -> KB:
    copy = _copy(kb)
    copy.extra = {kind: texts for kind, texts in kb.extra.items() if not kind.startswith(_ORIGIN)}
    return copy


def _copy(kb: KB) -> KB:
    tables = {table: dict(getattr(kb, table)) for table in TABLES.values()}
    return KB(name=kb.name, extra=dict(kb.extra), **tables)


def _raw_offsets(kb: KB, target: Format, context: Context, losses: Losses) -> KB:
    """Spans that count tokens or ACE characters become raw ones, which needs the text."""
    counted = {document.offsets for document in kb.documents.values()} - {"raw"}
    if "ace" in counted and target.name != "apf":
        doc = next(document.id for document in kb.documents.values() if document.offsets == "ace")
        raise CannotWrite(f"raw offsets need the text of {doc}: give it with --source")
    return convert_tokens.to_raw(kb, context, losses) if "token" in counted else kb


def _without_words(kb: KB, losses: Losses) -> KB:
    """Without `extra`: the words of another format's file mean nothing in this one."""
    copy = KB(name=kb.name)
    for kind, texts in kb.extra.items():
        losses.add("file", kind.split(" ")[0].split(":")[0], len(texts))
    for record in kb.records():
        copy.add(_emptied(record, ("extra",), losses, _kind(record)))
    return copy


def _kind(record: Any) -> str:
    return _NAMES[type(record)]


def _emptied(record: Any, fields: tuple[str, ...], losses: Losses, kind: str) -> Any:
    """The record with these fields at their default; what they held is counted."""
    changes: dict[str, Any] = {}
    struct: type[msgspec.Struct] = type(record)
    for field in fields_of(struct):
        value = getattr(record, field.name)
        if field.name in fields:
            empty = "" if field.required else field.default
            if value != empty:
                losses.add(kind, field.name)
                changes[field.name] = empty
    if "extra" in fields:
        changes |= _arguments(record, ("extra",), losses)
    return msgspec.structs.replace(record, **changes) if changes else record


def _arguments(record: Any, fields: tuple[str, ...], losses: Losses) -> dict[str, Any]:
    """The arguments of a record with these fields emptied; nothing if it has none."""
    arguments: tuple[Argument, ...] = getattr(record, "arguments", ())
    return {"arguments": tuple(_emptied(one, fields, losses, "argument") for one in arguments)} if arguments else {}


def _levels(kb: KB, target: Format, context: Context, losses: Losses) -> KB:
    """Without mentions of a level that the target cannot write; `options["level"]` stands for an unknown one."""
    wanted = LEVELS.get(target.name)
    if wanted is None:
        return kb
    level, kind = context.options.get("level", ""), context.options.get("type", "")
    copy = KB(name=kb.name)
    for record in kb.records():
        if isinstance(record, Mention):
            record = msgspec.structs.replace(record, level=record.level or level)
            if record.level not in wanted:
                losses.add("mention", f"of level {record.level or 'unknown'}")
                continue
            if target.name == "apf" and _in_tag(record, context):
                losses.add("mention", "of a name in a tag")
                continue
        elif isinstance(record, Entity) and not record.type:
            record = msgspec.structs.replace(record, type=kind)
        copy.add(record)
    return copy


def _in_tag(mention: Mention, context: Context) -> bool:
    """Whether a mention (the author in a post's tag) has no ACE offset."""
    source = context.sources.get(mention.doc)
    return source is not None and isinstance(mention.extent, Span) and source.ace.span_to_ace(mention.extent) is None


def _kinds(kb: KB, target: Format, losses: Losses) -> KB:
    """Without the tables that the target lacks. A best.xml refers to its ERE, which therefore stays."""
    if target.name == "best":
        return kb
    copy = KB(name=kb.name, extra=kb.extra)
    for record in kb.records():
        if TABLES[type(record)] in target.holds:
            copy.add(record)
        elif not isinstance(record, Document):
            losses.add(_kind(record), "")
    return copy


def _count_textless(kb: KB, context: Context, losses: Losses) -> None:
    """CoNLL needs the words of each document."""
    docs = {mention.doc for mention in kb.mentions.values()}
    losses.add("document", "without --source", len(docs - set(context.sources)))


def _count_links(kb: KB, losses: Losses) -> None:
    """EDL writes one id of an outside knowledge base, and not which that is."""
    for entity in kb.entities.values():
        losses.add("entity", "links", max(len(entity.links) - 1, 0))
        losses.add("entity", "links.resource", int(bool(entity.links) and entity.links[0][0] != "KB"))


def _fields(kb: KB, target: Format, losses: Losses) -> KB:
    unheld = UNHELD.get(target.name, {})
    copy = KB(name=kb.name)
    for record in kb.records():
        kind = _kind(record)
        record = _emptied(record, unheld.get(kind, ()), losses, kind)
        changes = _arguments(record, unheld["argument"], losses) if "argument" in unheld else {}
        copy.add(msgspec.structs.replace(record, **changes))
    return copy
