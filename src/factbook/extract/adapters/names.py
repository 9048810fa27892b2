"""What the adapters share: names with a label and their characters, as a KB of one document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

import msgspec

from factbook.extract.adapters.dicts import kb_from_dicts
from factbook.model.kb import KB
from factbook.schema.labels import entity_type

_POSSESSIVES: Final = ("'s", "’s")


class Found(Protocol):
    """A name as spaCy (`Doc.ents`) and Stanza (`Document.entities`) give it."""

    @property
    def text(self) -> str: ...
    @property
    def start_char(self) -> int: ...
    @property
    def end_char(self) -> int: ...


class Characters(msgspec.Struct, frozen=True):
    """A `Found` of our own, for formats that give tags instead of names."""

    text: str
    start_char: int
    end_char: int


class Labelled(msgspec.Struct, frozen=True):
    """A name, its label, and what it refers to where that is known."""

    name: Found
    label: str
    entity: str = ""


def kb_from_names(
    names: Iterable[Labelled], *, id: str, text: str, system: str, types: Mapping[str, str] | None = None
) -> KB:
    """Names with type. A label that is no type of ours is left out, as are a leading article and a possessive.

    `types` says what labels mean where they are not the usual ones (`factbook.schema.labels`).
    """
    found = []
    for one in names:
        kind = types.get(one.label) if types is not None else entity_type(one.label)
        start, end = trimmed(one.name.text, one.name.start_char, one.name.end_char)
        if kind is not None and start < end:
            found.append({"start": start, "end": end, "type": kind, "level": "NAM", "entity": one.entity})
    kb = kb_from_dicts(found, id=id, text=text)
    kb.name = system
    return kb


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The characters of a name without leading article and trailing possessive."""
    if text.lower().startswith("the "):
        start += len("the ")
    if text.endswith(_POSSESSIVES):
        end -= len("'s")
    return start, end
