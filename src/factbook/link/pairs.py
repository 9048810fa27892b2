"""Blocking and pair scoring as portions of work that know nothing of the store: they run here or on other machines.

`blocking_keys` gives names their keys. `score_blocks` joins the readers of each key with the names found under it and
scores the pairs. Both take and give plain values, and give the same wherever they run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from factbook.link.decide import Candidate, Settings, full_match, short_match
from factbook.link.keys import emitted, read
from factbook.link.match import Match
from factbook.link.names import parse


class Naming(NamedTuple):
    """A name whose blocking keys are wanted."""

    type: str
    name: str
    aliases: tuple[str, ...]


class Keys(NamedTuple):
    """Keys under which a name is found, and under which it looks."""

    found: frozenset[int]
    looked: frozenset[int]


class Named(NamedTuple):
    """A name as pair scoring sees it."""

    type: str
    group: int
    name: str
    documents: int
    aliases: dict[str, int]


class Blocks(NamedTuple):
    """Some blocks: for each key who looks and who is found, by node."""

    settings: Settings
    names: dict[int, Named]
    blocks: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


class Hit(NamedTuple):
    """A pair of names that may be one entity."""

    reader: int
    candidate: int
    rule: str
    score: float


def blocking_keys(settings: Settings, names: Sequence[Naming]) -> list[Keys]:
    """The keys of each name."""
    found: list[Keys] = []
    for type, name, aliases in names:
        form = parse(name, type)
        if form.short:  # it looks for names and is not found itself
            found.append(Keys(frozenset(), frozenset(read(type, form, (), outside=settings.outside))))
        else:
            both = (keys(type, form, aliases, outside=settings.outside) for keys in (emitted, read))
            found.append(Keys(*map(frozenset, both)))
    return found


def score_pair(settings: Settings, reader: Named, candidate: Candidate) -> Match | None:
    """Why the one may be the other."""
    form = parse(reader.name, reader.type)
    if form.short:
        return short_match(reader.type, form, candidate, settings)
    return full_match(reader.type, form, reader.documents, reader.aliases, candidate, settings)


def score_blocks(portion: Blocks) -> list[Hit]:
    """All pairs of some blocks that may be one entity, each once."""
    names = portion.names
    pairs = {(reader, other) for readers, found in portion.blocks for reader in readers for other in found}
    hits: list[Hit] = []
    for reader, other in sorted(pairs):
        known = names[other]
        if reader == other or names[reader].group == known.group:
            continue
        candidate = Candidate(other, known.group, 0, parse(known.name, known.type), known.documents, known.aliases)
        hit = score_pair(portion.settings, names[reader], candidate)
        if hit is not None:
            hits.append(Hit(reader, other, *hit))
    return hits
