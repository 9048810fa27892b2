"""Beliefs about single arguments of an event (seed 000, section 4.2).

Whoever believes in an event believes so of its arguments, unless only who or what takes part is uncertain: "Trump may
win the election" is sure of the winning and unsure of the winner; so is "killed, possibly by the Front".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.layers.modality import Status, own_status
from factbook.extract.lexicon import word_set

# Events that take place in any case: somebody wins an election. Type, words that tell of it, the open role.
CERTAIN: Final = {"personnel.elect": (word_set("win winner elect reelect re-elect triumph victory prevail"), "person")}


def open_role(scene: Scene, target: Target, shown: Status) -> str:
    """The role that alone is uncertain where an event is sure to happen; "" where the event itself is."""
    words, role = CERTAIN.get(target.type.lower(), (frozenset(), ""))
    if target.word is None or shown.negated or shown.conditional or shown.asked or shown.wished:
        return ""
    return role if scene.document.words[target.word].lemma in words and role in target.roles else ""


def about_arguments(scene: Scene, state: State, role: str = "") -> Iterator[State]:
    """A belief about an event as beliefs about its arguments; of the argument in `role` the holder is not sure."""
    target = state.target
    for ref, named, word in zip(target.arguments, target.roles, target.places, strict=True):
        value = "NCB" if named == role else state.value
        if word is not None and value == "CB":
            own = own_status(scene.document, word)
            value = "NCB" if own.possible else "ROB" if own.rumoured else value
        yield replace(state, value=value, argument=ref, way=f"{value} of an argument")
