"""Calibrated confidences: how often a system was right on the sample collection when it spoke as it does here.

`weights/calibration.tsv` has a row for each system, kind of attitude, way of finding it and range of the system's own
probability: how many answers of five-fold runs were right, of how many. `training/attitudes.py` writes it. An answer
is right where gold has the same source, target mention and value. A reader can check a confidence by the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from factbook.extract.attitudes.scene import Scene
from factbook.extract.attitudes.state import State
from factbook.model.kb import KB

RANGES: Final = 6  # of one way, at most
SMALLEST: Final = 25  # answers in a range
FEWEST: Final = 5  # answers of a way that has a row of its own
DOUBT: Final = 0.5  # added to right and wrong answers each
ANY: Final = "any"  # row for a way that the table has not seen
Key = tuple[str, str, str]


class Seen(NamedTuple):
    """One answer of a system and whether it was right."""

    system: str
    kind: str
    way: str
    probability: float
    right: bool


class Range(NamedTuple):
    """Answers of one way whose probability is at least `least` (and below that of the next range)."""

    least: float
    right: int
    of: int

    @property
    def share(self) -> float:
        return (self.right + DOUBT) / (self.of + 2 * DOUBT)


Table = Mapping[Key, Sequence[Range]]


def judged(system: str, scene: Scene, gold: KB, states: Iterable[State]) -> Iterator[Seen]:
    """Each answer with gold's verdict."""
    right = {
        (one.kind, one.target, one.argument, scene.entity_of(one.source), one.value.lower())
        for one in gold.attitudes.values()
    }
    for state in states:
        entity = scene.entity_of(state.source)
        same = (state.kind, state.target.id, state.argument, entity, state.value.lower()) in right
        yield Seen(system, state.kind, state.way, state.probability, same)


def fit(answers: Iterable[Seen]) -> dict[Key, list[Range]]:
    """The table: ranges of equal size, joined until a higher probability means more right answers."""
    groups: dict[Key, list[Seen]] = {}
    for one in answers:
        for way in (one.way, ANY):
            groups.setdefault((one.system, one.kind, way), []).append(one)
    return {
        key: _ranges(sorted(group, key=lambda one: one.probability))
        for key, group in sorted(groups.items())
        if len(group) >= FEWEST or key[2] == ANY
    }


def _ranges(answers: Sequence[Seen]) -> list[Range]:
    size = max(SMALLEST, -(-len(answers) // RANGES))
    found: list[Range] = []
    start = 0
    while start < len(answers):
        end = start + size if len(answers) - start >= size + SMALLEST else len(answers)
        while end < len(answers) and answers[end].probability == answers[end - 1].probability:
            end += 1
        part = answers[start:end]
        one = Range(round(part[0].probability, 3) if start else 0.0, sum(a.right for a in part), len(part))
        while found and found[-1].share >= one.share:
            one = Range(found[-1].least, found[-1].right + one.right, found[-1].of + one.of)
            found.pop()
        found.append(one)
        start = end
    return found


def calibrated(system: str, states: Iterable[State], table: Table | None = None) -> Iterator[State]:
    """The same answers with the share of right ones as their probability; as they are where the table has no row."""
    rows = shipped() if table is None else table
    for state in states:
        ranges = rows.get((system, state.kind, state.way)) or rows.get((system, state.kind, ANY), ())
        found = [one.share for one in ranges if one.least <= state.probability]
        yield replace(state, probability=found[-1]) if found else state


HEAD: Final = "# system, kind, way, least probability, right answers, answers, share"


def dumped(table: Table) -> str:
    """The table as text."""
    lines = [
        "\t".join((*key, f"{one.least:g}", str(one.right), str(one.of), f"{one.share:.2f}"))
        for key, ranges in table.items()
        for one in ranges
    ]
    return "\n".join([HEAD, *lines]) + "\n"


@cache
def shipped() -> dict[Key, list[Range]]:
    """The table that comes with the package."""
    text = (files("factbook.extract.attitudes") / "weights" / "calibration.tsv").read_text(encoding="utf-8")
    found: dict[Key, list[Range]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            system, kind, way, least, right, of, _ = line.split("\t")
            found.setdefault((system, kind, way), []).append(Range(float(least), int(right), int(of)))
    return found
