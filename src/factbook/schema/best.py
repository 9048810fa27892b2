"""BeSt: what a belief or sentiment may say, who may hold it and what about (seed: BeSt 2017, sections 1 to 4)."""

from __future__ import annotations

BELIEFS = ("CB", "NCB", "ROB", "NA")  # section 4.2
SENTIMENTS = ("pos", "neg", "none")  # section 4.3
NO_ATTITUDE = frozenset({"na", "none"})  # the same as no annotation, in gold and prediction
POLARITIES = ("pos", "neg")  # of the proposition a belief is about
SARCASM = ("yes", "no")
SOURCE_TYPES = frozenset({"PER", "ORG", "GPE"})  # section 1
TARGETS: dict[str, tuple[str, ...]] = {  # section 1: for sentiment only, the target can be an entity
    "belief": ("relation", "event"),
    "sentiment": ("entity", "relation", "event"),
}
_VALUES = {
    "belief": {value.lower(): value for value in BELIEFS},
    "sentiment": {value.lower(): value for value in SENTIMENTS},
}


def normal_value(kind: str, value: str) -> str | None:
    """The usual spelling of a belief type or sentiment polarity; None if there is no such value."""
    return _VALUES[kind].get(value.strip().lower())


def is_attitude(value: str) -> bool:
    """False for NA and none: they say that there is no belief or sentiment."""
    return value.lower() not in NO_ATTITUDE
