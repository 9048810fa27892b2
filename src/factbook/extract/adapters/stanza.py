"""Names that Stanza found, as a KB of one document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from factbook.extract.adapters.dicts import kb_from_dicts
from factbook.extract.adapters.spacy import TYPES, trimmed
from factbook.model.kb import KB

# Stanza's models for other languages use the labels of CoNLL.
_CONLL: Final[Mapping[str, str]] = {
    "PER": "PER",
    "ORG": "ORG",
    "LOC": "LOC",
    "S-PER": "PER",
    "S-ORG": "ORG",
    "S-LOC": "LOC",
}


class Entity(Protocol):
    """A span in `Document.entities`."""

    @property
    def text(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def start_char(self) -> int: ...
    @property
    def end_char(self) -> int: ...


class Doc(Protocol):
    """What is used of a Stanza `Document`."""

    @property
    def text(self) -> str: ...
    @property
    def entities(self) -> Iterable[Entity]: ...


def kb_from_stanza(doc: Doc, *, id: str, types: Mapping[str, str] | None = None) -> KB:
    """Names with type; a leading article and a possessive are no part of a name here."""
    known = types if types is not None else {**_CONLL, **TYPES}
    found = []
    for entity in doc.entities:
        kind = known.get(entity.type)
        start, end = trimmed(entity.text, entity.start_char, entity.end_char)
        if kind is not None and start < end:
            found.append({"start": start, "end": end, "type": kind, "level": "NAM"})
    kb = kb_from_dicts(found, id=id, text=doc.text)
    kb.name = "stanza"
    return kb
