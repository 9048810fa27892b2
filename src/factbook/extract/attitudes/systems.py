"""The table of attitude systems, and how one is run on a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from factbook.extract.attitudes.calibration import Table, calibrated
from factbook.extract.attitudes.scene import Scene, scene
from factbook.extract.attitudes.state import State, records
from factbook.extract.document import Document
from factbook.model.kb import KB

# name: (module, one line)
SYSTEMS: dict[str, tuple[str, str]] = {
    "default": ("factbook.extract.attitudes.default", "the best we have"),
    "baseline": ("factbook.extract.attitudes.baseline", "the official baseline of the 2016 evaluation"),
    "redes": ("factbook.extract.attitudes.redes", "naive Bayes over types and triggers; belief only"),
    "cubism": ("factbook.extract.attitudes.cubism", "affect calculus; belief over the graph of entities and posts"),
    "columbia": ("factbook.extract.attitudes.columbia", "targets of the author, then pairs of source and target"),
    "cornell": ("factbook.extract.attitudes.cornell", "links by rules, then classification"),
}


def find(document: Document, ere: KB, system: str = "default") -> KB:
    """Attitudes about the entities, relations and events of `ere`, as a KB of its own."""
    if system not in SYSTEMS:
        raise ValueError(f"no system {system!r}; choose one of: {', '.join(SYSTEMS)}")
    states: Callable[[Scene], Iterable[State]] = import_module(SYSTEMS[system][0]).states
    around = scene(document, ere)
    return stated(around, states(around), system)


def stated(scene: Scene, states: Iterable[State], system: str, table: Table | None = None) -> KB:
    """What a system says of a scene, as a KB; its confidences are those of `table`, or of the shipped one."""
    found = KB(name=system)
    for document_record in scene.ere.documents.values():
        found.add(document_record)
    for attitude in records(scene.document.id, calibrated(system, states, table)):
        found.add(attitude)
    return found
