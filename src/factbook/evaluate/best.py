"""BeSt: beliefs and sentiments as private state tuples (seed 000, section 6; seed 004, section 4).

Tuples of one document are matched on attitude type and target in four rounds, each over what is left:

    (b) source, target and value    1
    (c) source and target           2/3
    (d) value and target            2/3
    (e) target                      1/3

Within a round the pairs that compete share all that the round asks for, so pairing them in document order gives as
many pairs as possible. A predicted tuple left over is a false positive, a gold tuple left over a false negative.
Precision = ΣTP / (ΣTP + FP), recall = ΣTP / (ΣTP + FN), ΣTP the sum of matching scores after provenance.

`profile=seed` is the task description. The only public program (31 May 2016) deviates from it and is not followed:
it takes the union of the two provenance lists for their intersection, so that provenance never lowers a score; it
skips annotations without a source; it makes tuples of polarity "none" and belief "na"; it does not read `<sentiment>`
inside `<sentiments>`; it tries only the first candidate of a round; it never looks for quotes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from factbook.evaluate.best_pairs import Pair, Tuple
from factbook.evaluate.best_tuples import BestDocument, DocumentTuples, TupleSet, tuples_of
from factbook.evaluate.measure import Counted, Kind, Match, Parameter, Unit, harmonic, total

_STAGE = {"b": "", "c": "value", "d": "source", "e": "source and value"}
_REASON = {
    "b": "source, target and value match",
    "c": "source and target match, the value does not",
    "d": "target and value match, the source does not",
    "e": "only the target matches",
}
_SPLITS = {"target": "target_kind", "value": "value", "attitude": "kind"}

_PARAMETERS = (
    Parameter(name="provenance", default="full", choices=("full", "single"), about="F of the lists, or one is enough"),
    Parameter(name="average", default="micro", choices=("micro", "macro"), about="pool counts, or mean over documents"),
    Parameter(name="profile", default="seed", choices=("seed",), about="the reading of the task description"),
)

KINDS = tuple(
    Kind(
        name=f"best.{attitudes}",
        about=about,
        module="factbook.evaluate.best",
        count="count",
        summarise="summarise",
        prepare="tuples_of",
        matches="matches",
        report="report",
        repair="repair",
        stages=("mapping", "spurious", "missed", "source", "value", "provenance"),
        main="f",
        inputs="best",
        zero="no gold tuple: recall 1; no predicted tuple: precision 1; otherwise 0",
        ties="document order within a round",
        parameters=_PARAMETERS,
        fixed={"attitudes": attitudes},
        edition="2017",
        splits=tuple(_SPLITS),
    )
    for attitudes, about in (
        ("belief", "beliefs: source, target, value (CB NCB ROB) and provenance"),
        ("sentiment", "sentiments: source, target, value (pos neg) and provenance"),
        ("both", "beliefs and sentiments together; a belief never matches a sentiment"),
    )
)


def count(
    gold: Mapping[str, BestDocument],
    system: Mapping[str, BestDocument] | TupleSet,
    *,
    attitudes: str,
    provenance: str = "full",
    shared: TupleSet | None = None,
    split: str = "",
    **_: str,
) -> Counted:
    """Counts by document; with `split`, precision by the predicted tuple's label and recall by the gold tuple's."""
    made = system if isinstance(system, TupleSet) else shared if shared is not None else tuples_of(gold, system)
    units = [
        unit for document in made.documents for unit in _units(document, _pairs(document, attitudes), provenance, split)
    ]
    return Counted(units=tuple(units), warnings=made.warnings)


def matches(
    gold: Mapping[str, BestDocument],
    system: Mapping[str, BestDocument] | TupleSet,
    *,
    attitudes: str,
    provenance: str = "full",
    **_: str,
) -> tuple[Match, ...]:
    """One match a predicted tuple, and one a gold tuple that none took."""
    made = system if isinstance(system, TupleSet) else tuples_of(gold, system)
    return tuple(
        _match(document, pair, provenance) for document in made.documents for pair in _pairs(document, attitudes)
    )


def _pairs(document: DocumentTuples, attitudes: str) -> list[Pair]:
    return document.pairs if attitudes == "both" else [pair for pair in document.pairs if pair.kind == attitudes]


def _units(document: DocumentTuples, pairs: Sequence[Pair], provenance: str, split: str) -> Iterator[Unit]:
    groups: dict[str, dict[str, float]] = {} if split else {"": _zero()}
    for pair in pairs:
        score = pair.score(provenance)
        if pair.system is not None:
            mine = _counts(groups, pair.system, split)
            mine["system"] += 1
            mine["ptp"] += score
            mine["fp"] += pair.is_false_positive(provenance)
        if pair.gold is not None:
            mine = _counts(groups, pair.gold, split)
            mine["gold"] += 1
            mine["rtp"] += score
            mine["fn"] += pair.system is None
    for label, sums in groups.items():
        labels = {**document.labels, split: label} if split else document.labels
        yield Unit(id=document.id, counts=sums, labels=labels)


def _counts(groups: dict[str, dict[str, float]], one: Tuple, split: str) -> dict[str, float]:
    """The counts of the group that a tuple belongs to."""
    label = getattr(one, _SPLITS[split]) if split else ""
    if label not in groups:
        groups[label] = _zero()
    return groups[label]


def _zero() -> dict[str, float]:
    return dict.fromkeys(("ptp", "fp", "rtp", "fn", "gold", "system"), 0.0)


def _match(document: DocumentTuples, pair: Pair, provenance: str) -> Match:
    one = pair.system or pair.gold
    assert one is not None
    score = pair.score(provenance)
    labels = {**document.labels, "attitude": one.kind, "target": one.target_kind, "value": (pair.gold or one).value}
    if pair.gold is not None:
        labels["gold_value"] = pair.gold.value
    if pair.system is not None:
        labels["system_value"] = pair.system.value
    outcome, stage, reason = _verdict(pair, provenance)
    return Match(
        unit=document.id,
        gold=str(pair.gold) if pair.gold else None,
        system=str(pair.system) if pair.system else None,
        outcome=outcome,
        stage=stage,
        reason=reason,
        credit=score,
        cost=1.0 if pair.gold is None or pair.system is None else 1.0 - score,
        confidence=pair.system.confidence if pair.system else None,
        labels=labels,
    )


def _verdict(pair: Pair, provenance: str) -> tuple[str, str, str]:
    if pair.gold is None:
        reason = "no free gold tuple has this target and attitude (a)"
        if pair.system is not None and pair.system.target.startswith("?"):
            return "spurious", "mapping", "the predicted target maps to nothing in the gold ERE"
        return "spurious", "spurious", reason
    if pair.system is None:
        return "missed", "missed", "no predicted tuple took it (f)"
    reason = f"({pair.round}) {_REASON[pair.round]}, matching score {_fraction(pair.matching)}"
    if pair.shared == 1.0:
        return ("partial" if pair.round != "b" else "right"), _STAGE[pair.round], reason
    reason += f"; provenance F {pair.shared:.3f}"
    if provenance == "single" and pair.shared:
        return ("partial" if pair.round != "b" else "right"), _STAGE[pair.round], reason
    if not pair.shared:
        return "wrong", "provenance", f"{reason}: no common target mention"
    return "partial", _STAGE[pair.round] or "provenance", reason


def _fraction(score: float) -> str:
    return "1" if score == 1.0 else f"{round(score * 3)}/3"


def summarise(units: Sequence[Unit], *, average: str = "micro", **_: str) -> dict[str, float]:
    """Micro: pooled counts. Macro: mean P and mean R over documents, then F (seed 000, section 6)."""
    if average == "micro" or not units:
        return _figures(total(units))
    by_doc: dict[str, list[Unit]] = {}
    for unit in units:
        by_doc.setdefault(unit.id, []).append(unit)
    each = [_figures(total(group)) for group in by_doc.values()]
    p, r = (sum(figures[key] for figures in each) / len(each) for key in ("p", "r"))
    return {**_figures(total(units)), "p": p, "r": r, "f": harmonic(p, r)}


def _figures(sums: Mapping[str, float]) -> dict[str, float]:
    """P, R and F of the sums (seed 000, section 6); without a predicted (gold) tuple P (R) is 1, any other 0/0 is 0."""
    counts = {key: sums.get(key, 0.0) for key in _zero()}
    p = _share(counts["ptp"], counts["fp"], counts["system"])
    r = _share(counts["rtp"], counts["fn"], counts["gold"])
    tuples = {"gold_tuples": counts.pop("gold"), "system_tuples": counts.pop("system")}
    return {"p": p, "r": r, "f": harmonic(p, r), **counts, **tuples}


def _share(right: float, wrong: float, tuples: float) -> float:
    """ΣTP/(ΣTP + wrong); 1 without tuples, 0 where only provenance failed (seed 000, section 6, 4)."""
    if not tuples:
        return 1.0
    return right / (right + wrong) if right + wrong else 0.0


def report(counted: Counted, *, attitudes: str, **_: str) -> str:
    """F by language and genre, as in tables 2 and 4 of seed 004 (see `best_report`)."""
    from factbook.evaluate.best_report import condition_table

    return condition_table({attitudes: counted}, {})


def repair(
    gold: Mapping[str, BestDocument], system: Mapping[str, BestDocument] | TupleSet, stage: str, **parameters: Any
) -> TupleSet:
    """The tuples with the errors of one stage mended."""
    made = system if isinstance(system, TupleSet) else tuples_of(gold, system)
    return TupleSet(
        tuple(msgspec.structs.replace(one, system=_mended(one, stage)) for one in made.documents), made.warnings
    )


def _mended(document: DocumentTuples, stage: str) -> tuple[Tuple, ...]:
    """The predicted tuples: what the stage left over is taken out, what it missed put in, what it got wrong mended."""
    kept = []
    for pair in document.pairs:
        if pair.system is None:
            kept += [pair.gold] if pair.gold is not None and stage == "missed" else []
        elif pair.gold is None:
            kept += [pair.system] if _verdict(pair, "full")[1] != stage else []
        else:
            change = {stage: getattr(pair.gold, stage)} if stage in ("source", "value", "provenance") else {}
            kept.append(msgspec.structs.replace(pair.system, **change))
    return tuple(kept)
