"""KBs of one document and of many: take one document out, put many together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from factbook.model.kb import KB, TABLES
from factbook.model.records import Argument, Record

# Fields that hold the id of a record.
_MARK = " @"  # in a joined KB, between a kind of verbatim text and its document
_REFERENCES = ("id", "entity", "relation", "event", "source", "target", "argument", "ref")


def documents_of(kb: KB) -> list[str]:
    """The ids of all documents that a KB speaks of, in its order."""
    found = dict.fromkeys(kb.documents)
    for record in kb.records():
        found.update(dict.fromkeys(_docs(record)))
    return list(found)


def _docs(record: Record | Argument) -> Iterator[str]:
    """The documents of a record's places."""
    for field in ("extent", "head", "trigger"):
        place = getattr(record, field, None)
        if place is not None:
            yield place.doc
    for place in getattr(record, "provenance", ()):
        yield place.doc
    doc = getattr(record, "doc", None)
    if isinstance(doc, str):
        yield doc


def split(kb: KB) -> dict[str, KB]:
    """A KB a document: its mentions there, and the objects that they are mentions of."""
    parts = {doc: KB(name=kb.name) for doc in documents_of(kb)}
    places = _places(kb)
    for table in TABLES.values():
        for id, record in getattr(kb, table).items():
            for doc in places[table].get(id, ()):
                getattr(parts[doc], table)[id] = record
    for kind, texts in kb.extra.items():
        bare, doc = _document_in(kind, parts)
        for part in (parts[doc],) if doc else parts.values():
            part.extra[bare] = texts
    return parts


def _document_in(kind: str, docs: Mapping[str, Any]) -> tuple[str, str]:
    """A kind of verbatim text, and the document it names: `apf DOC`, `conll:DOC`, or after the mark of `join`."""
    bare, mark, doc = kind.rpartition(_MARK)
    if mark and doc in docs:
        return bare, doc
    return kind, next((end for end in (kind.rpartition(" ")[2], kind.partition(":")[2]) if end in docs), "")


def _places(kb: KB) -> dict[str, dict[str, dict[str, None]]]:
    """The documents of every record, by table and id (dicts serve as ordered sets)."""
    places: dict[str, dict[str, dict[str, None]]] = {table: {} for table in TABLES.values()}
    places["documents"] = {doc: {doc: None} for doc in kb.documents}
    for table in ("mentions", "fillers", "attitudes"):
        places[table] = {id: dict.fromkeys(_docs(record)) for id, record in getattr(kb, table).items()}
    for table, objects in (("relation_mentions", "relations"), ("event_mentions", "events")):
        for id, mention in getattr(kb, table).items():
            places[table][id] = dict.fromkeys(_docs(mention)) or _of_arguments(mention, places)
            field = objects.removesuffix("s")
            places[objects].setdefault(getattr(mention, field), {}).update(places[table][id])
    for id, mention in kb.mentions.items():
        places["entities"].setdefault(mention.entity, {}).update(places["mentions"][id])
    _place_fillers(kb, places)
    return places


def _of_arguments(mention: Any, places: Mapping[str, Mapping[str, dict[str, None]]]) -> dict[str, None]:
    """The documents of a mention without a place of its own: those of its arguments."""
    found: dict[str, None] = {}
    for argument in mention.arguments:
        found |= places["mentions"].get(argument.ref) or places["fillers"].get(argument.ref) or {}
    return found


def _place_fillers(kb: KB, places: dict[str, dict[str, dict[str, None]]]) -> None:
    """Fillers without a place of their own go where relations and events use them."""
    for table in ("relations", "relation_mentions", "events", "event_mentions"):
        for id, record in getattr(kb, table).items():
            for argument in record.arguments:
                filler = kb.fillers.get(argument.ref)
                if filler is not None and filler.extent is None:
                    places["fillers"][argument.ref].update(places[table].get(id, {}))


def join(parts: Iterable[KB]) -> KB:
    """One KB of many. Where a part uses an id for something else, its ids get its document in front.

    References to records outside the part (a best.xml refers to its ERE) stay as they are.
    """
    found = list(parts)
    if len(found) == 1:
        return found[0]
    whole = KB()
    for number, part in enumerate(found, 1):
        if _clashes(whole, part):
            part = renamed(part, f"{next(iter(documents_of(part)), str(number))}/")
        whole.name = whole.name or part.name
        for table in TABLES.values():
            getattr(whole, table).update(getattr(part, table))
        docs = documents_of(part)
        for kind, texts in part.extra.items():
            local = texts and len(docs) == 1 and not _document_in(kind, dict.fromkeys(docs))[1]
            key = f"{kind}{_MARK}{docs[0]}" if local else kind
            whole.extra[key] = whole.extra.get(key, ()) + texts
    whole.forget_indexes()
    return whole


def _clashes(whole: KB, part: KB) -> bool:
    tables = [table for table in TABLES.values() if table != "documents"]
    return any(
        getattr(whole, table).get(id, record) != record
        for table in tables
        for id, record in getattr(part, table).items()
    )


def renamed(kb: KB, prefix: str) -> KB:
    """The same KB with a prefix on every id of its own; documents keep theirs."""
    copy = KB(name=kb.name, documents=dict(kb.documents), extra=dict(kb.extra))
    tables = [table for table in TABLES.values() if table != "documents"]
    own = {id for table in tables for id in getattr(kb, table)}
    for table in tables:
        records = (_renamed(record, prefix, own) for record in getattr(kb, table).values())
        setattr(copy, table, {record.id: record for record in records})
    return copy


def _renamed(record: Any, prefix: str, own: set[str]) -> Any:
    changes: dict[str, Any] = {}
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if field in _REFERENCES and value in own:
            changes[field] = prefix + value
        elif field == "arguments":
            changes[field] = tuple(_renamed(argument, prefix, own) for argument in value)
    return msgspec.structs.replace(record, **changes)
