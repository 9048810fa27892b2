"""KB: one document's annotation, or the knowledge base of a whole collection. The same type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Any

import msgspec

from factbook._rich import repr_html
from factbook.model.records import (
    Attitude,
    Document,
    Entity,
    Event,
    EventMention,
    Filler,
    Mention,
    Record,
    Relation,
    RelationMention,
)

# Which table holds which record type, in reading order.
TABLES: dict[type[Any], str] = {
    Document: "documents",
    Entity: "entities",
    Mention: "mentions",
    Filler: "fillers",
    Relation: "relations",
    RelationMention: "relation_mentions",
    Event: "events",
    EventMention: "event_mentions",
    Attitude: "attitudes",
}

# One word a record type, as files and messages use it.
KINDS: dict[str, type[Any]] = {
    "document": Document,
    "entity": Entity,
    "mention": Mention,
    "filler": Filler,
    "relation": Relation,
    "relation_mention": RelationMention,
    "event": Event,
    "event_mention": EventMention,
    "attitude": Attitude,
}


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a record type (kept, because finding them is slow)."""
    return msgspec.structs.fields(kind)


_INDEXES = ("mentions_of", "mentions_of_relation", "mentions_of_event", "attitudes_on")


class DuplicateId(ValueError):
    """Two records of one table have the same id."""


class KB(msgspec.Struct, kw_only=True, dict=True, omit_defaults=True):
    """Tables of records by id, in the order of the file: that order breaks ties in the official rules."""

    name: str = ""  # run id or system name
    documents: dict[str, Document] = {}
    entities: dict[str, Entity] = {}
    mentions: dict[str, Mention] = {}
    fillers: dict[str, Filler] = {}
    relations: dict[str, Relation] = {}
    relation_mentions: dict[str, RelationMention] = {}
    events: dict[str, Event] = {}
    event_mentions: dict[str, EventMention] = {}
    attitudes: dict[str, Attitude] = {}
    extra: dict[str, tuple[str, ...]] = {}  # verbatim parts of a file that no record holds, by kind

    _repr_html_ = repr_html

    def __repr__(self) -> str:
        """Counts, not content: a knowledge base would fill the screen."""
        held = [f"{len(getattr(self, name)):,} {name}" for name in TABLES.values() if getattr(self, name)]
        return f"<KB {self.name!r}: {', '.join(held) or 'empty'}>"

    @classmethod
    def of(cls, records: Iterable[Record], *, name: str = "") -> KB:
        """A KB of these records."""
        kb = cls(name=name)
        for record in records:
            kb.add(record)
        return kb

    def table(self, kind: type[Any]) -> dict[str, Any]:
        """The table for a record type."""
        table: dict[str, Any] = getattr(self, TABLES[kind])
        return table

    def add(self, record: Record, *, replace: bool = False) -> None:
        """Put a record into its table. An id that is taken raises `DuplicateId` unless `replace`."""
        table = self.table(type(record))
        if not replace and record.id in table:
            raise DuplicateId(f"{type(record).__name__} id {record.id!r} is used twice")
        table[record.id] = record
        self.forget_indexes()

    def records(self) -> Iterator[Record]:
        """All records, table by table."""
        for name in TABLES.values():
            yield from getattr(self, name).values()

    def forget_indexes(self) -> None:
        """Drop the look-up tables; call this after changing a table directly."""
        for name in _INDEXES:
            self.__dict__.pop(name, None)

    @cached_property
    def mentions_of(self) -> dict[str, tuple[Mention, ...]]:
        """Mentions by entity id."""
        return _group(self.mentions.values(), "entity")

    @cached_property
    def mentions_of_relation(self) -> dict[str, tuple[RelationMention, ...]]:
        """Relation mentions by relation id."""
        return _group(self.relation_mentions.values(), "relation")

    @cached_property
    def mentions_of_event(self) -> dict[str, tuple[EventMention, ...]]:
        """Event mentions by event id."""
        return _group(self.event_mentions.values(), "event")

    @cached_property
    def attitudes_on(self) -> dict[str, tuple[Attitude, ...]]:
        """Attitudes by target mention id."""
        return _group(self.attitudes.values(), "target")

    def merge(self, other: KB) -> None:
        """Add all records of `other`. Equal records may repeat; an id with two contents raises `DuplicateId`."""
        for record in other.records():
            present = self.table(type(record)).get(record.id)
            if present is None:
                self.add(record)
            elif present != record:
                raise DuplicateId(f"{type(record).__name__} id {record.id!r} has two contents")
        for kind, parts in other.extra.items():
            self.extra[kind] = self.extra.get(kind, ()) + parts


def _group(records: Iterable[Any], field: str) -> dict[str, tuple[Any, ...]]:
    groups: dict[str, list[Any]] = {}
    for record in records:
        key = getattr(record, field)
        if key in groups:
            groups[key].append(record)
        else:
            groups[key] = [record]
    return {key: tuple(group) for key, group in groups.items()}
