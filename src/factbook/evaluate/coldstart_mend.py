"""Error surgery for Cold Start answers: the scores of the nodes as they would be with one stage mended.

A wrong answer of the stage is taken out, a class that the stage missed counts as found; ground truth and all other
answers stay. Averages and the best entry point are then taken anew, so micro, macro, MAX and MEAN follow. That is the
score of the mended answers themselves: a node is scored from its counts of answers and classes alone, and an answer
that is taken out or found changes no other answer's judgment, which the assessments fix.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from factbook.evaluate.coldstart_score import IGNORE, WRONG, Judged, NodeScore
from factbook.evaluate.measure import Match

# In the order to try: a first hop carries its second hops with it.
STAGES = ("relation", "parent", "value", "inexact", "redundant")
GOLD_STAGES = ("mention", "type", "split", "merge", *STAGES)

Told = Iterable[tuple[Match, Judged | None]]  # how each answer fared, and the classes missed


class Mended(msgspec.Struct, frozen=True):
    """Scored answers with the errors of some stages mended: stands for a system's answers."""

    run: str
    points: tuple[Any, ...]  # scores of the entry points
    assessor: Any = None  # of answers that a gold KB judges


def mend(scores: Sequence[NodeScore], told: Told, stage: str) -> tuple[NodeScore, ...]:
    """The scores of one entry point with the errors of a stage mended."""
    dropped: set[int] = set()
    found: set[str] = set()
    for match, judged in told:
        if match.stage != stage:
            continue
        if judged is None:
            found.add(match.gold or "")
        elif match.outcome == "wrong":
            dropped.add(id(judged))
    return tuple(_mended(node, dropped, found) for node in scores)


def _mended(node: NodeScore, dropped: set[int], found: set[str]) -> NodeScore:
    """The counts of seed 002, Slot Filling Scoring, without the dropped answers and with the found classes right."""
    kept = [judged for judged in node.judged if id(judged) not in dropped]
    left = [name for name in node.missed if name not in found]
    gone = [judged for judged in node.judged if id(judged) in dropped]
    right = min(node.gt, node.right + len(node.missed) - len(left))
    return msgspec.structs.replace(
        node,
        judged=kept,
        missed=left if right < node.gt else [],
        right=right,
        submitted=node.submitted - len(gone) + right - node.right,
        wrong=node.wrong - sum(WRONG in judged.labels for judged in gone),
        ignored=node.ignored - sum(IGNORE in judged.labels for judged in gone),
    )
