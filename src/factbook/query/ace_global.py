"""ACE global output (seed 001, 2.6 and 2.14): one id for an entity or relation in every document, without mentions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from factbook.model.kb import KB
from factbook.model.records import Argument, Document, Name, Relation
from factbook.query.collect import collection
from factbook.schema import ace08
from factbook.schema.mapping import inventory_of, mapped
from factbook.store.store import Store
from factbook.text.offsets import Span

GLOBAL_TYPES = ("PER", "ORG")


def global_documents(store: Store) -> dict[str, KB]:
    """A KB a document: its PER and ORG entities with the names used there, and the relations it states between them."""
    whole = collection(store)
    parts = {name: KB(documents={name: whole.documents.get(name, Document(id=name))}) for name in store.names()}
    for identity, mentions in whole.mentions_of.items():
        entity = whole.entities[identity]
        if entity.type not in GLOBAL_TYPES:
            continue
        by_document: dict[str, dict[str, Name]] = {}
        for mention in mentions:
            if mention.level == "NAM" and not mention.metonymy:  # a metonymic name is no name (2.6, note)
                text = mention.head_text or mention.text
                by_document.setdefault(mention.doc, {}).setdefault(text, Name(text=text, extent=mention.heads))
        for document, names in by_document.items():
            parts[document].add(msgspec.structs.replace(entity, names=tuple(names.values()), confidence=None))
    _relations(whole, parts)
    return parts


def _relations(whole: KB, parts: dict[str, KB]) -> None:
    for relation in _of_ace(whole):
        for mention in whole.mentions_of_relation.get(relation.id, ()):
            document = _document(whole, mention.arguments[0].ref, mention.extent)
            part = parts.get(document)
            ends = [argument.ref in part.entities for argument in relation.arguments] if part else []
            if part is not None and all(ends) and relation.id not in part.relations:
                part.add(relation)


def _of_ace(whole: KB) -> Iterator[Relation]:
    """The relations of ACE; where the documents were annotated as Rich ERE alone, what these are there."""
    pairs = [relation for relation in whole.relations.values() if len(relation.arguments) == 2]
    own = [relation for relation in pairs if inventory_of(relation) == "ace"]
    if own:
        yield from own
        return
    for relation in pairs:
        types = [getattr(whole.entities.get(argument.ref), "type", "") for argument in relation.arguments]
        found = mapped(f"{relation.type}.{relation.subtype}", types, "ere", "ace")
        if inventory_of(relation) == "ere" and found is not None:
            name, swap = found
            kind, _, subtype = name.partition(".")
            ends = [argument.ref for argument in relation.arguments]
            refs = zip(ace08.ARGUMENT_ROLES, reversed(ends) if swap else ends, strict=True)
            arguments = tuple(Argument(role=role, ref=ref) for role, ref in refs)
            yield msgspec.structs.replace(relation, type=kind, subtype=subtype, arguments=arguments)


def _document(whole: KB, ref: str, extent: object) -> str:
    if isinstance(extent, Span):
        return extent.doc
    mention = whole.mentions.get(ref)
    return mention.doc if mention else ""
