"""Whose voice a target stands in: the author's, a speaker's between quotation marks, or of somebody reported."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import Final, NamedTuple

from factbook.extract.attitudes.quotations import Quotation
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.layers.modality import Holder, status
from factbook.extract.layers.standing import THEIRS
from factbook.extract.lexicon import word_set

FIRST_PERSON: Final = word_set("i me my we us our myself mine ourselves ours")


class Voice(NamedTuple):
    """The mention of who speaks (None: nobody is named) and how: author, speech or report."""

    source: str | None
    how: str


def speech_at(spoken: list[Quotation], word: int | None) -> Quotation | None:
    """The direct speech around a word; speeches stand in the order of the text and do not overlap."""
    if word is None:
        return None
    at = bisect_right(spoken, word, key=_first) - 1
    return spoken[at] if at >= 0 and word < spoken[at].end else None


_first = attrgetter("first")


def says_author(scene: Scene, holder: Holder) -> bool:
    """Whether "I" or "we" says it."""
    if holder.own:
        return True
    return holder.subject is not None and scene.document.words[holder.subject].lower in FIRST_PERSON


def voice(scene: Scene, target: Target, spoken: list[Quotation]) -> Voice:
    """Who, by the text, says something about a target."""
    speech = speech_at(spoken, target.word)
    if speech is not None and speech.speaker is not None:
        return Voice(scene.source_at(speech.speaker), "speech")
    if target.word is not None:
        holders = [h for h in status(scene.document, target.word).holders if h.kind in THEIRS]
        others = [h for h in holders if not says_author(scene, h)]
        source = scene.source_at(others[0].subject) if others else None
        if source is not None and scene.entity_of(source) != target.entity:
            return Voice(source, "report")
    return Voice(scene.author_of(target), "author")
