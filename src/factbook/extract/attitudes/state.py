"""A private state: what a system says of one source and one target, before it becomes a record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from factbook.extract.attitudes.scene import Target
from factbook.extract.output import confidence
from factbook.model.records import Attitude


@dataclass(slots=True)
class State:
    """`source` is a mention id, or None where nobody is named. `argument` is an argument of an event target.

    `probability` is the system's own; `calibration.py` turns it into a confidence.
    """

    kind: str  # belief sentiment
    value: str  # CB NCB ROB; pos neg
    target: Target
    source: str | None
    polarity: str = ""
    probability: float = 1.0
    sarcasm: bool = False
    argument: str | None = None
    way: str = ""  # how it was found: a row of the table of confidences


def records(doc: str, states: Iterable[State]) -> list[Attitude]:
    """Attitudes with ids; of equal ones the surest is kept."""
    kept: dict[tuple[str, str, str, str | None, str | None], State] = {}
    for state in states:
        key = (state.kind, state.value, state.target.id, state.source, state.argument)
        if key not in kept or kept[key].probability < state.probability:
            kept[key] = state
    return [
        Attitude(
            id=f"att-{doc}-{number}",
            doc=doc,
            kind=state.kind,
            target=state.target.id,
            target_kind=state.target.kind,
            value=state.value,
            source=state.source,
            argument=state.argument,
            polarity=state.polarity,
            sarcasm=state.sarcasm,
            confidence=confidence(state.probability),
        )
        for number, state in enumerate(kept.values(), 1)
    ]
