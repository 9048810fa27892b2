"""What judged units say: the counts of each run, as the official scorer makes them (`evaluate.coldstart_score`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from factbook.assess.pool import Claim, Pool
from factbook.evaluate.coldstart_score import NodeScore, QueryScorer, first_round
from factbook.model.tasks import Assessment, Response

CORRECT = "C"
WITH_CLASS = frozenset("CXSL")
_OF_PROVENANCE = {"X": "C", "S": "C", "L": "C"}  # the place is right where only the value is inexact


class UnitCounts(msgspec.Struct, frozen=True):
    """One unit: is it ground truth, and by run what was submitted (without what is ignored) and what is right."""

    truth: float
    submitted: Mapping[str, float]
    right: Mapping[str, float]
    claims: float = 0.0  # different claims, and those of them that are correct
    correct: float = 0.0


def assessments(pool: Pool, judgments: Mapping[str, str]) -> dict[str, Assessment]:
    """Judgments by claim id as rows of an assessment file, in the order of the pool."""
    named = {
        claim.group
        for claim in pool.claims.values()
        if judgments.get(claim.id, "") in WITH_CLASS and claim.mention_type == "NAM"
    }
    return {
        claim.id: _assessment(claim, judgments[claim.id], "NAM" if claim.group in named else claim.mention_type)
        for claim in pool.claims.values()
        if claim.id in judgments
    }


def _assessment(claim: Claim, judgment: str, class_mention_type: str) -> Assessment:
    return Assessment(
        id=claim.id,
        query=claim.query,
        slot=claim.slot,
        provenance=claim.provenance,
        value=claim.value,
        value_provenance=claim.value_provenance,
        judgment=judgment,
        mention_type=claim.mention_type,
        provenance_judgment=_OF_PROVENANCE.get(judgment, judgment),
        equivalence_class=claim.group if judgment in WITH_CLASS else "0",
        class_mention_type=claim.class_mention_type or class_mention_type,
    )


def path(pool: Pool, claim: Claim) -> list[Claim]:
    """The claims that a claim builds on, the first hop first, and the claim itself."""
    parent = pool.parent(claim)
    return [*(path(pool, parent) if parent is not None else ()), claim]


def is_judged(pool: Pool, unit: str, judgments: Mapping[str, str]) -> bool:
    """Whether all claims of a unit are judged, or stand below a judged one that is not correct."""
    return all(next(missing(pool, claim, judgments), None) is None for claim in pool.units[unit])


def missing(pool: Pool, claim: Claim, judgments: Mapping[str, str]) -> Iterator[Claim]:
    """The claims to judge for this one. Below a wrong answer nothing is judged: it is wrong (seed 002)."""
    for step in path(pool, claim):
        if step.id not in judgments:
            yield step
        elif judgments[step.id] != CORRECT:
            return


def below_wrong(pool: Pool, judgments: Mapping[str, str]) -> dict[str, str]:
    """Judgments with those that follow: what stands below an answer that is not correct is wrong."""
    found = dict(judgments)
    for claim in pool.claims.values():
        above = path(pool, claim)[:-1]
        if claim.id not in found and any(found.get(step.id, CORRECT) != CORRECT for step in above):
            found[claim.id] = "W"
    return found


Outside = Mapping[str, Mapping[str, Sequence[Response]]]  # runs that are not of the pool: responses by claim id


def count(pool: Pool, unit: str, judged: Mapping[str, Assessment], outside: Outside) -> UnitCounts:
    """The counts of a unit all of whose claims are judged."""
    claims = pool.units[unit]
    steps = {step.id: step for claim in claims for step in path(pool, claim)}
    rows = [judged[id] for id in steps if id in judged]
    runs = dict.fromkeys(run for claim in claims for run in claim.runs)
    submitted, right = {}, {}
    for run in (*runs, *outside):
        said = {id: outside[run].get(id, ()) if run in outside else step.responses(run) for id, step in steps.items()}
        if any(said[claim.id] for claim in claims):
            answers = [response for responses in said.values() for response in responses]
            submitted[run], right[run] = _of_run(pool, claims[0], rows, answers)
    correct = sum(all(judged[step.id].judgment == CORRECT for step in path(pool, claim)) for claim in claims)
    return UnitCounts(_truth(pool, claims[0], rows), submitted, right, float(len(claims)), float(correct))


def _scores(pool: Pool, claim: Claim, rows: Iterable[Assessment], answers: Iterable[Response]) -> list[NodeScore]:
    """The official scores of the hop that a claim answers."""
    query = pool.queries[first_round(claim.query)]
    scores = QueryScorer(query.id, query.slots, rows, answers).scores()
    return [score for score in scores if score.level == claim.level]


def _of_run(pool: Pool, claim: Claim, rows: Sequence[Assessment], answers: Sequence[Response]) -> tuple[float, float]:
    """Submitted without ignored, and right."""
    scores = _scores(pool, claim, rows, answers)
    return float(sum(s.submitted - s.ignored for s in scores)), float(sum(s.right for s in scores))


def _truth(pool: Pool, claim: Claim, rows: Sequence[Assessment]) -> float:
    return float(sum(score.gt for score in _scores(pool, claim, rows, ())))
