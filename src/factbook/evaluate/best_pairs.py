"""Predicted and gold private state tuples of a document, paired in four rounds (seed 000, section 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

import msgspec


class Tuple(msgspec.Struct, frozen=True, kw_only=True):
    """A private state tuple; ids are gold's, or `?id` for a predicted item that maps to nothing."""

    kind: str  # belief sentiment
    source: str
    target: str
    target_kind: str  # entity relation event
    value: str  # in lower case
    provenance: tuple[str, ...]  # target mentions, in file order
    confidence: float | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What every match needs: attitude type and target."""
        return self.kind, self.target

    def __str__(self) -> str:
        return f"{self.kind} {self.value} of {self.source} about {self.target} {{{' '.join(self.provenance)}}}"


_KEY = ("kind", "target")
ROUNDS: tuple[tuple[str, float, Callable[[Tuple], tuple[str, ...]]], ...] = (
    ("b", 1.0, attrgetter(*_KEY, "source", "value")),
    ("c", 2 / 3, attrgetter(*_KEY, "source")),
    ("d", 2 / 3, attrgetter(*_KEY, "value")),
    ("e", 1 / 3, attrgetter(*_KEY)),
)


class Pair(msgspec.Struct, frozen=True):
    """A predicted tuple with the gold tuple it took, the round and the score after provenance."""

    gold: Tuple | None
    system: Tuple | None
    round: str = ""
    matching: float = 0.0
    shared: float = 0.0  # F of the provenance lists

    @property
    def kind(self) -> str:
        """belief or sentiment"""
        one = self.system if self.system is not None else self.gold
        return one.kind if one is not None else ""

    def score(self, provenance: str) -> float:
        """Matching score times provenance F; single provenance: all of it or nothing (seed 000, section 6, 3)."""
        if provenance == "full":
            return self.matching * self.shared
        return self.matching if self.shared else 0.0

    def is_false_positive(self, provenance: str) -> bool:
        """Left over, or (single provenance) without a common target mention."""
        return self.system is not None and (self.gold is None or (provenance == "single" and not self.shared))


def pair_tuples(gold: Sequence[Tuple], system: Sequence[Tuple]) -> list[Pair]:
    """Seed 000, scoring 2: rounds (b) to (e); then what is left over on either side."""
    free_gold, free_system = dict(enumerate(gold)), dict(enumerate(system))
    found: dict[int, Pair] = {}
    for name, matching, key in ROUNDS:
        if not free_gold or not free_system:
            break
        waiting: dict[tuple[str, ...], list[int]] = {}
        for index, one in free_gold.items():
            waiting.setdefault(key(one), []).append(index)
        for index, one in list(free_system.items()):
            candidates = waiting.get(key(one))
            if candidates:
                taken = free_gold.pop(candidates.pop(0))
                del free_system[index]
                found[index] = Pair(taken, one, name, matching, provenance_f(taken.provenance, one.provenance))
    left = [Pair(one, None) for one in free_gold.values()]
    return [found.get(index) or Pair(None, one) for index, one in enumerate(system)] + left


def provenance_f(gold: Sequence[str], system: Sequence[str]) -> float:
    """Seed 000, scoring 3a: F of the predicted target mentions against gold's."""
    if len(gold) == len(system) == 1:
        return 1.0 if gold[0] == system[0] else 0.0
    ours, theirs = set(gold), set(system)
    common = len(ours & theirs)
    return 2 * common / (len(ours) + len(theirs)) if common else 0.0
