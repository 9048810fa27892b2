"""factbook: documents to a knowledge base with evidence, and the official scores for any such output.

The names below are the public surface. Each is loaded when it is first used, so that `import factbook` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from factbook._version import __version__

if TYPE_CHECKING:
    from factbook.api import annotate, explain, measures, read, score, surgery, validate, write
    from factbook.evaluate.best_tuples import BestDocument
    from factbook.evaluate.measure import Match, Measure, ScoringError
    from factbook.evaluate.scoring import Scored, ScoreTable
    from factbook.extract.pipeline import Pipeline
    from factbook.formats.format import Context, Problem, Problems
    from factbook.kb_api import ask, build
    from factbook.model.kb import KB
    from factbook.model.records import (
        Argument,
        Attitude,
        Document,
        Entity,
        Event,
        EventMention,
        Filler,
        Mention,
        Relation,
        RelationMention,
    )
    from factbook.model.tasks import Assessment, OpenItem, Query, Response
    from factbook.query.ask import Answer, Evidence
    from factbook.run.build import Summary
    from factbook.store.store import Store
    from factbook.text.inputs import read_sources
    from factbook.text.offsets import Span
    from factbook.text.source import Source

# module: the public names in it
_NAMES: dict[str, tuple[str, ...]] = {
    "factbook.api": ("annotate", "explain", "measures", "read", "score", "surgery", "validate", "write"),
    "factbook.evaluate.best_tuples": ("BestDocument",),
    "factbook.evaluate.measure": ("Match", "Measure", "ScoringError"),
    "factbook.evaluate.scoring": ("ScoreTable", "Scored"),
    "factbook.extract.pipeline": ("Pipeline",),
    "factbook.formats.format": ("Context", "Problem", "Problems"),
    "factbook.kb_api": ("ask", "build"),
    "factbook.model.kb": ("KB",),
    "factbook.model.records": (
        "Argument",
        "Attitude",
        "Document",
        "Entity",
        "Event",
        "EventMention",
        "Filler",
        "Mention",
        "Relation",
        "RelationMention",
    ),
    "factbook.model.tasks": ("Assessment", "OpenItem", "Query", "Response"),
    "factbook.query.ask": ("Answer", "Evidence"),
    "factbook.run.build": ("Summary",),
    "factbook.store.store": ("Store",),
    "factbook.text.inputs": ("read_sources",),
    "factbook.text.offsets": ("Span",),
    "factbook.text.source": ("Source",),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "KB",
    "Answer",
    "Argument",
    "Assessment",
    "Attitude",
    "BestDocument",
    "Context",
    "Document",
    "Entity",
    "Event",
    "EventMention",
    "Evidence",
    "Filler",
    "Match",
    "Measure",
    "Mention",
    "OpenItem",
    "Pipeline",
    "Problem",
    "Problems",
    "Query",
    "Relation",
    "RelationMention",
    "Response",
    "ScoreTable",
    "Scored",
    "ScoringError",
    "Source",
    "Span",
    "Store",
    "Summary",
    "__version__",
    "annotate",
    "ask",
    "build",
    "explain",
    "measures",
    "read",
    "read_sources",
    "score",
    "surgery",
    "validate",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    raise AttributeError(f"module 'factbook' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
