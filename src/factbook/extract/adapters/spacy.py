"""Names that spaCy found, as a KB of one document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from factbook.extract.adapters.dicts import kb_from_dicts
from factbook.model.kb import KB

# Entity labels of spaCy's English models; labels that are not here are no names of ours.
TYPES: Final[Mapping[str, str]] = {
    "PERSON": "PER",
    "PER": "PER",
    "ORG": "ORG",
    "GPE": "GPE",
    "NORP": "GPE",
    "LOC": "LOC",
    "FAC": "FAC",
}
_POSSESSIVES: Final = ("'s", "’s")


class Entity(Protocol):
    """A span in `Doc.ents`."""

    @property
    def text(self) -> str: ...
    @property
    def label_(self) -> str: ...
    @property
    def start_char(self) -> int: ...
    @property
    def end_char(self) -> int: ...


class Doc(Protocol):
    """What is used of a spaCy `Doc`."""

    @property
    def text(self) -> str: ...
    @property
    def ents(self) -> Iterable[Entity]: ...


def kb_from_spacy(doc: Doc, *, id: str, types: Mapping[str, str] = TYPES) -> KB:
    """Names with type; a leading article and a possessive are no part of a name here."""
    found = []
    for entity in doc.ents:
        kind = types.get(entity.label_)
        start, end = trimmed(entity.text, entity.start_char, entity.end_char)
        if kind is not None and start < end:
            found.append({"start": start, "end": end, "type": kind, "level": "NAM"})
    kb = kb_from_dicts(found, id=id, text=doc.text)
    kb.name = "spacy"
    return kb


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The characters of a name without leading article and trailing possessive."""
    if text.lower().startswith("the "):
        start += len("the ")
    if text.endswith(_POSSESSIVES):
        end -= len("'s")
    return start, end
