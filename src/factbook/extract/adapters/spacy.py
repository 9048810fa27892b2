"""Names that a spaCy pipeline found (a model, an entity ruler, a linker), as a KB of one document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from factbook.extract.adapters.names import Found, Labelled, kb_from_names
from factbook.model.kb import KB

_RESOURCE = "spacy"  # whose ids `Entity.links` are


class Ent(Found, Protocol):
    """A span in `Doc.ents`."""

    @property
    def label_(self) -> str: ...
    @property
    def kb_id_(self) -> str: ...


class Doc(Protocol):
    """What is used of a spaCy `Doc`."""

    @property
    def text(self) -> str: ...
    @property
    def ents(self) -> Iterable[Ent]: ...


def kb_from_spacy(doc: Doc, *, id: str, types: Mapping[str, str] | None = None) -> KB:
    """Names with type; those that a linker gave the same id are one entity, with that id as its link."""
    names = [Labelled(ent, ent.label_, _entity(ent)) for ent in doc.ents]
    kb = kb_from_names(names, id=id, text=doc.text, system="spacy", types=types)
    linked = {_entity(ent): ent.kb_id_ for ent in doc.ents if _entity(ent)}
    for entity in list(kb.entities.values()):
        if entity.id in linked:
            link = (_RESOURCE, linked[entity.id])
            kb.add(msgspec.structs.replace(entity, links=(link,)), replace=True)
    return kb


def _entity(ent: Ent) -> str:
    return "" if ent.kb_id_ in ("", "NIL") else f"linked-{ent.kb_id_}"
