"""Objects of a program to what a measure compares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from factbook.cli.score_merge import by_document
from factbook.evaluate.best_tuples import BestDocument
from factbook.evaluate.measure import Kind
from factbook.model.kb import KB
from factbook.model.tasks import OpenItem


def as_taken(kind: Kind, thing: Any) -> Any:
    """A thing as the measure takes it; a KB of several documents is taken apart where the measure looks at each."""
    if isinstance(thing, KB) and kind.inputs == "kb-by-document":
        return by_document([thing])
    if isinstance(thing, KB) and kind.inputs == "best":
        return {id: BestDocument(id=id, attitudes=part, ere=part) for id, part in by_document([thing]).items()}
    if not _fits(kind.inputs, thing):
        raise TypeError(f"{kind.name} takes a path or {_TAKEN[kind.inputs]}, not {type(thing).__name__}")
    return thing


_TAKEN = {
    "kb": "a KB",
    "kb-by-document": "a KB, or KBs by document id",
    "best": "a KB, or BestDocuments by document id",
    "open": "a list of OpenItems",
}


def _fits(inputs: str, thing: Any) -> bool:
    if inputs == "kb":
        return isinstance(thing, KB)
    if inputs == "open":
        return isinstance(thing, (list, tuple)) and all(isinstance(one, OpenItem) for one in thing)
    if inputs in _TAKEN:
        wanted = KB if inputs == "kb-by-document" else BestDocument
        return isinstance(thing, Mapping) and all(isinstance(one, wanted) for one in thing.values())
    return True  # Cold Start's queries and answers are made of files
