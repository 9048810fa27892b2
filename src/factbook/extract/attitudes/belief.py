"""Beliefs of the default system: whose they are, and how sure they are, from how the text presents its clauses.

The author vouches for what stands as a fact (CB), weakens what may be (NCB) and reports what others say (ROB); then
the one who says it holds the belief. What a noun takes for granted ("his wife") stays a fact inside reported speech.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.attitudes.quotations import Quotation, quotations
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.layers.modality import Holder, Status, own_status, status
from factbook.extract.lexicon import word_set

FIRST_PERSON: Final = word_set("i we me us my our")
THEIRS: Final = ("report", "believe", "guess", "deny", "according")
# Confidence of each outcome: its share of right answers on the development half of the sample collection.
SURE: Final = {"CB": 0.93, "NCB": 0.6, "ROB": 0.7, "holder": 0.6}


def states(scene: Scene) -> Iterator[State]:
    """Beliefs about all relations and events."""
    spoken = quotations(scene.document)
    for target in scene.targets:
        if target.kind != "entity":
            yield from _beliefs(scene, target, spoken)


def _beliefs(scene: Scene, target: Target, spoken: list[Quotation]) -> Iterator[State]:
    author = scene.author_of(target)
    if target.word is None:
        yield State("belief", "CB", target, author, "pos", SURE["CB"])
        return
    shown = presented(scene, target)
    polarity = "neg" if shown.negated else "pos"
    holders = [holder for holder in shown.holders if holder.kind in THEIRS]
    speech = next((q for q in spoken if q.first <= target.word < q.end and q.speaker is not None), None)
    if speech is not None:
        holders.append(Holder(speech.verb if speech.verb is not None else target.word, "report", speech.speaker))
    others = [holder for holder in holders if not _is_author(scene, holder)]
    if others:
        yield from _reported(scene, target, author, others[-1], shown, polarity)
    elif shown.rumoured:
        yield State("belief", "ROB", target, author, polarity, SURE["ROB"])
    elif shown.possible or shown.conditional or any(holder.kind in ("guess", "believe") for holder in holders):
        yield State("belief", "NCB", target, author, polarity, SURE["NCB"])
    else:
        yield State("belief", "CB", target, author, polarity, SURE["CB"])


def presented(scene: Scene, target: Target) -> Status:
    """How the text presents a target. A relation that a noun states is presupposed, not asserted."""
    assert target.word is not None
    nominal = scene.document.words[target.word].upos in ("NOUN", "PROPN", "PRON", "ADJ", "NUM")
    if target.kind == "relation" and nominal:
        return own_status(scene.document, target.word)
    return status(scene.document, target.word)


def _is_author(scene: Scene, holder: Holder) -> bool:
    """Whether "I" or "we" says it, outside of direct speech."""
    return holder.subject is not None and scene.document.words[holder.subject].lower in FIRST_PERSON


def _reported(
    scene: Scene, target: Target, author: str | None, holder: Holder, shown: Status, polarity: str
) -> Iterator[State]:
    yield State("belief", "ROB", target, author, polarity, SURE["ROB"])
    source = scene.source_at(holder.subject)
    if source is None or shown.wished or shown.asked:
        return
    unsure = shown.possible or shown.conditional or holder.kind == "guess" or holder.possible
    denied = (holder.kind == "deny") != holder.negated
    if denied:
        polarity = "neg" if polarity == "pos" else "pos"
    yield State("belief", "NCB" if unsure else "CB", target, source, polarity, SURE["holder"])
