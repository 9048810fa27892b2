"""Attitudes about what the document itself was found to say: the default system on our own entities and events."""

from __future__ import annotations

from factbook.extract.attitudes.calibration import calibrated
from factbook.extract.attitudes.default import states
from factbook.extract.attitudes.scene import scene
from factbook.extract.document import Document, FoundAttitude
from factbook.extract.output import numbered


def apply(document: Document) -> None:
    """Add beliefs and sentiments about the document's own findings."""
    found = numbered(document, scheme="ere")
    for state in calibrated("default", states(scene(document, found.kb))):
        target = state.target
        index = found.mentions[target.id] if target.kind == "entity" else found.targets[target.id]
        document.attitudes.append(
            FoundAttitude(
                state.kind,
                state.value,
                target.kind,
                index,
                source=None if state.source is None else found.mentions[state.source],
                argument=None if state.argument is None else found.arguments[index, state.argument],
                polarity=state.polarity,
                sarcasm=state.sarcasm,
                probability=state.probability,
            )
        )
