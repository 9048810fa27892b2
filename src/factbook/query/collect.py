"""The whole knowledge base as one KB: entities of the collection, facts merged with all their provenance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec

from factbook.link.canonical import canonical_mentions
from factbook.link.keys import number
from factbook.link.merge import combine, value_key
from factbook.model.kb import KB
from factbook.model.records import Argument, Entity, Filler, Name, Relation
from factbook.schema.coldstart import SLOTS
from factbook.store.ids import public_id
from factbook.store.store import Annotated, Store

REJECTED = ("rejected", "a better value of this single-valued slot was chosen")


def documents(store: Store, names: Iterable[str] | None = None) -> Iterator[Annotated]:
    """The documents as they came in, one by one."""
    for name in store.names() if names is None else names:
        yield store.document(name)


def entity_ids(store: Store, document: str) -> dict[str, str]:
    """Collection entity by a document's entity id."""
    rows = store.connection.execute(
        "SELECT l.key, l.entity FROM local_entity l JOIN document d ON d.id = l.document WHERE d.name = ?", (document,)
    )
    return {key: public_id(entity) for key, entity in rows}


def collection(
    store: Store, *, name: str = "factbook", names: Iterable[str] | None = None, only: Collection[str] | None = None
) -> KB:
    """One KB of all documents, or of those named. `only`: relations of these types, no events and no attitudes."""
    return _Collector(store, name, only=only).collect(names)


class _Collector:
    def __init__(self, store: Store, name: str, *, only: Collection[str] | None) -> None:
        self.store, self.only = store, only
        self.kb = KB(name=name)
        self.confidences: dict[str, dict[str, float]] = {}  # relation id -> document -> confidence
        self.written: dict[str, dict[str, list[tuple[float, str]]]] = {}  # relation id -> value -> confidence, filler
        self.mapping: dict[str, str] = {}
        self.document = ""

    def collect(self, names: Iterable[str] | None) -> KB:
        for document in self.store.names() if names is None else names:
            self.document = document
            kb = self.store.annotation(document)
            self.mapping = entity_ids(self.store, document)
            self._objects(kb)
            self._relations(kb)
            if self.only is None:
                self._events(kb)
        self._finish()
        return self.kb

    def _id(self, text: str) -> str:
        """An id that is unique in the collection."""
        return text if self.document in text else f"{self.document}-{text}"

    def _ref(self, ref: str) -> str:
        return self.mapping.get(ref) or self._id(ref)

    def _objects(self, kb: KB) -> None:
        for record in kb.documents.values():
            self.kb.documents.setdefault(record.id, record)
        for entity in kb.entities.values():
            identity = self.mapping.get(entity.id)
            if identity is not None and identity not in self.kb.entities:
                self.kb.entities[identity] = self._entity(identity, entity)
        canonical = canonical_mentions(kb)
        for mention in kb.mentions.values():
            if mention.entity in self.mapping:
                moved = msgspec.structs.replace(
                    mention,
                    id=self._id(mention.id),
                    entity=self.mapping[mention.entity],
                    canonical=mention.id in canonical,
                )
                self.kb.mentions[moved.id] = moved
        for filler in kb.fillers.values():
            self.kb.fillers[self._id(filler.id)] = msgspec.structs.replace(filler, id=self._id(filler.id))

    def _entity(self, identity: str, entity: Entity) -> Entity:
        from factbook.store.ids import internal_id

        known = internal_id(identity)
        row = self.store.connection.execute("SELECT name, confidence FROM entity WHERE id = ?", (known,)).fetchone()
        texts = self.store.connection.execute(
            "SELECT DISTINCT t.text FROM node n JOIN name t ON t.grp = n.grp WHERE n.root = ? AND t.main = 1 "
            "ORDER BY t.text <> ?, t.text",
            (known, row[0] if row else ""),
        )
        names = tuple(Name(text=text[0]) for text in texts)
        confidence = row[1] if row else None
        return msgspec.structs.replace(entity, id=identity, names=names, confidence=confidence, extra=())

    def _relations(self, kb: KB) -> None:
        for relation in kb.relations.values():
            if self.only is not None and relation.type not in self.only:
                continue
            identity = self._relation_id(kb, relation)
            mentions = kb.mentions_of_relation.get(relation.id, ())
            known = [m.confidence for m in mentions if m.confidence is not None]
            confidence = relation.confidence if relation.confidence is not None else max(known, default=1.0)
            by_document = self.confidences.setdefault(identity, {})
            by_document[self.document] = max(by_document.get(self.document, 0.0), confidence)
            filler = kb.fillers.get(relation.arguments[1].ref) if len(relation.arguments) == 2 else None
            if filler is not None:
                forms = self.written.setdefault(identity, {}).setdefault(filler.value or filler.text, [])
                forms.append((confidence, self._id(filler.id)))
            if identity not in self.kb.relations:
                arguments = tuple(self._argument(argument) for argument in relation.arguments)
                self.kb.relations[identity] = msgspec.structs.replace(relation, id=identity, arguments=arguments)
            for mention in mentions:
                arguments = tuple(self._mention_argument(argument) for argument in mention.arguments)
                if not arguments:
                    arguments = tuple(self._argument(argument) for argument in relation.arguments)
                moved = msgspec.structs.replace(
                    mention, id=self._id(mention.id), relation=identity, arguments=arguments, confidence=confidence
                )
                self.kb.relation_mentions[moved.id] = moved

    def _relation_id(self, kb: KB, relation: Relation) -> str:
        """The same for one relation between the same objects in all documents (seed 001, 2.14)."""
        if relation.type is None or len(relation.arguments) != 2:
            return self._id(relation.id)
        parts = [relation.type, relation.subtype]
        for argument in relation.arguments:
            filler = kb.fillers.get(argument.ref)
            value = value_key(filler.value or filler.text) if filler else self._ref(argument.ref)
            parts.append(f"{argument.role}={value}")
        return "R" + public_id(number("relation", *parts))[1:]

    def _argument(self, argument: Argument) -> Argument:
        return msgspec.structs.replace(argument, ref=self._ref(argument.ref))

    def _mention_argument(self, argument: Argument) -> Argument:
        return msgspec.structs.replace(argument, ref=self._id(argument.ref))

    def _events(self, kb: KB) -> None:
        for event in kb.events.values():
            arguments = tuple(self._argument(argument) for argument in event.arguments)
            self._add(event, id=self._id(event.id), arguments=arguments)
        for mention in kb.event_mentions.values():
            arguments = tuple(self._mention_argument(argument) for argument in mention.arguments)
            self._add(mention, id=self._id(mention.id), event=self._id(mention.event), arguments=arguments)
        for attitude in kb.attitudes.values():
            self._add(
                attitude,
                id=self._id(attitude.id),
                source=None if attitude.source is None else self._id(attitude.source),
                target=self._id(attitude.target),
                argument=None if attitude.argument is None else self._id(attitude.argument),
            )

    def _add(self, record: Any, **changes: Any) -> None:
        self.kb.add(msgspec.structs.replace(record, **changes), replace=True)

    def _finish(self) -> None:
        """Combine the confidences of documents; mark the losers of single-valued slots."""
        for identity, by_document in self.confidences.items():
            relation = self.kb.relations[identity]
            self.kb.relations[identity] = msgspec.structs.replace(
                relation,
                confidence=round(combine(by_document.values()), 6),
                arguments=self._best_written(identity, relation.arguments),
            )
        self.kb.forget_indexes()
        for identity in rejected(self.kb, {name for name, slot in SLOTS.items() if slot.single}):
            relation = self.kb.relations[identity]
            self.kb.relations[identity] = msgspec.structs.replace(relation, extra=(*relation.extra, REJECTED))

    def _best_written(self, identity: str, arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
        """A value that documents write differently is written as most of them do: 17, not 17岁."""
        forms = self.written.get(identity, {})
        if len(forms) < 2:
            return arguments
        text = min(forms, key=lambda text: (-len(forms[text]), text))
        filler = max(forms[text], key=lambda one: one[0])[1]
        return (arguments[0], msgspec.structs.replace(arguments[1], ref=filler))


def rejected(kb: KB, single: set[str]) -> set[str]:
    """Relations that lost against a better value of a single-valued slot."""
    best: dict[tuple[str, str], list[tuple[float, int, str, str]]] = {}
    for relation in kb.relations.values():
        if relation.type in single and len(relation.arguments) == 2:
            support = len(kb.mentions_of_relation.get(relation.id, ()))
            key = (relation.type, relation.arguments[0].ref)
            value = _value(kb, relation.arguments[1].ref)
            best.setdefault(key, []).append((-(relation.confidence or 0.0), -support, value, relation.id))
    return {entry[3] for entries in best.values() for entry in sorted(entries)[1:]}


def _value(kb: KB, ref: str) -> str:
    filler: Filler | None = kb.fillers.get(ref)
    if filler is not None:
        return filler.value or filler.text
    entity = kb.entities.get(ref)
    return entity.names[0].text if entity and entity.names else ref
