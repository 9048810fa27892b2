"""Open relation extraction (seed 003): an extraction is right if it holds the trigger and allowed words only.

Precision = right / extractions other than `---`, recall = right / gold relations other than `---`. Line i of the
system belongs to line i of the ground truth; a different entity pair is an error, and then there is no score.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from factbook.evaluate.measure import Counted, Kind, Match, Parameter, ScoringError, Unit, side_figures
from factbook.model.tasks import OpenItem

KINDS = (
    Kind(
        name="open_re",
        about="extractions that hold the trigger and allowed words only (seed 003)",
        module="factbook.evaluate.open_re",
        count="count",
        summarise="summarise",
        main="f",
        inputs="open",
        zero="0",
        ties="none arise: one extraction a line",
        parameters=(
            Parameter(name="case", default="exact", choices=("exact", "ignore"), about="whether case matters"),
        ),
        repair="repair",
        stages=("spurious", "missed", "trigger", "not_allowed"),
    ),
)

RIGHT, AGREED = "trigger and allowed tokens only", "no relation, as annotated"
MISSED, SPURIOUS, NO_TRIGGER = "relation missed", "no relation annotated", "trigger missing"


def pairing_errors(gold: Sequence[OpenItem], system: Sequence[OpenItem]) -> list[str]:
    """Why two files do not belong together, both lines shown. Seed 003: the pair must match its respective line."""
    header = dict(system[0].extra).get("header", "").split("\t") if system else []
    if gold and len(header) > 2 and (header[0].strip(), header[2].strip()) == (gold[0].entity1, gold[0].entity2):
        return [f"system output: the header is missing; line 1 is the first pair ({header[0]}, {header[2]})"]
    if len(gold) != len(system):
        return [f"ground truth has {len(gold)} lines, system output has {len(system)}"]
    return [
        f"{_place(theirs)}: entity pair ({theirs.entity1}, {theirs.entity2}) does not match "
        f"({ours.entity1}, {ours.entity2}) of ground truth line {ours.line}"
        for ours, theirs in zip(gold, system, strict=True)
        if (ours.entity1, ours.entity2) != (theirs.entity1, theirs.entity2)
    ]


def _place(item: OpenItem) -> str:
    file = dict(item.extra).get("file", "")
    return f"{file}:{item.line}" if file else f"line {item.line}"


def judge(gold: OpenItem, system: OpenItem, *, case: str = "exact") -> tuple[str, str, str]:
    """Outcome, stage and reason for one line.

    "Contains the trigger": each of the trigger's words is among the extraction's, in any order and place.
    """
    triggers, allowed, words = (_words(part, case) for part in (gold.triggers, gold.allowed, system.extraction))
    if not words:
        return ("missed", "missed", MISSED) if triggers else ("right", "", AGREED)
    if not triggers:
        return "spurious", "spurious", SPURIOUS
    if not set(triggers) <= set(words):
        return "wrong", "trigger", NO_TRIGGER
    permitted = {*triggers, *allowed}
    strange = [word for word, kept in zip(system.extraction, words, strict=True) if kept not in permitted]
    if strange:
        return "wrong", "not_allowed", f"not allowed: {' '.join(strange)}"
    return "right", "", RIGHT


def _words(words: Sequence[str], case: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words) if case == "ignore" else tuple(words)


def count(gold: Sequence[OpenItem], system: Sequence[OpenItem], *, case: str = "exact", **_: str) -> Counted:
    """One unit a line. A `ScoringError` tells why two files do not belong together."""
    errors = pairing_errors(gold, system)
    if errors:
        raise ScoringError(errors)
    units, matches = [], []
    for ours, theirs in zip(gold, system, strict=True):
        outcome, stage, reason = judge(ours, theirs, case=case)
        extracted, relation = bool(theirs.extraction), bool(ours.triggers)
        right = outcome == "right" and extracted
        id = _place(ours)
        counts = {
            "ptp": float(right),
            "fp": float(extracted and not right),
            "rtp": float(right),
            "fn": float(relation and not right),
        }
        labels = {"reason": reason.partition(":")[0], "words": str(len(ours.triggers))}
        units.append(Unit(id=id, counts=counts, labels=labels))
        matches.append(_match(id, ours, theirs, outcome, stage, reason, counts))
    return Counted(units=tuple(units), matches=tuple(matches))


def _match(
    id: str, gold: OpenItem, system: OpenItem, outcome: str, stage: str, reason: str, counts: dict[str, float]
) -> Match:
    pair = f"({gold.entity1}, {gold.entity2})"
    return Match(
        unit=id,
        gold=f"{pair} {' '.join(gold.triggers)}" if gold.triggers else None,
        system=f"{pair} {' '.join(system.extraction)}" if system.extraction else None,
        outcome=outcome,
        stage=stage,
        reason=reason,
        credit=counts["ptp"],
        cost=counts["fp"] + counts["fn"],
        labels={"reason": reason.partition(":")[0]},
    )


def summarise(units: Sequence[Unit], **_: str) -> dict[str, float]:
    """P, R and F; 0/0 is 0."""
    return side_figures(units)


def repair(gold: Sequence[OpenItem], system: Sequence[OpenItem], stage: str, *, case: str = "exact") -> list[OpenItem]:
    """The system output with the lines of one stage set right."""
    return [
        msgspec.structs.replace(theirs, extraction=ours.triggers)
        if judge(ours, theirs, case=case)[1] == stage
        else theirs
        for ours, theirs in zip(gold, system, strict=True)
    ]
