"""ACE08 scoring: value of entities (EDR), relations (RDR), and their mentions (EMD, RMD), local and global; B-cubed.

Gold and system are one KB for each document. Documents that the gold lacks are skipped, documents that the system lacks
are missed. 0/0: a document or label without reference value scores 1 if the system has no cost there, else -99.9999.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from factbook.evaluate import ace_explain, ace_given, ace_repair
from factbook.evaluate.ace_confusion import confusion_tables
from factbook.evaluate.ace_items import EntityOccurrence, RelationItem
from factbook.evaluate.ace_mapping import Evaluation
from factbook.evaluate.ace_profiles import GLOBAL_PLAN, PROFILES, Profile, parameters_text, with_weights
from factbook.evaluate.ace_repair_global import GlobalRepair
from factbook.evaluate.ace_repair_mentions import MentionRepair
from factbook.evaluate.ace_report import Report, ReportRow
from factbook.evaluate.ace_rows import TASKS, Row, Scored
from factbook.evaluate.ace_text import document_score, text
from factbook.evaluate.b_cubed import BCubed, b_cubed
from factbook.evaluate.measure import Counted, Match, Unit, harmonic, total
from factbook.model.collector import collector_paused
from factbook.model.kb import KB

SPLITS = ("type", "subtype", "level", "class", "modality", "source", "language")
_AS_IN_PROFILE = "profile"
_COUNTS = {"correct": "n_correct", "error": "n_error", "miss": "n_missed", "fa": "n_spurious"}
_COSTS = {"correct": "cost_error", "error": "cost_error", "miss": "cost_missed", "fa": "cost_spurious"}


class AceDetail:
    """What the full report needs: the tables of one task, made when they are asked for."""

    def __init__(self, profile: Profile, scored: Scored, b3: tuple[list[BCubed], list[BCubed]] | None = None) -> None:
        self.profile = profile
        self._scored, self._b3 = scored, b3

    @cached_property
    def report(self) -> Report:
        with collector_paused():
            return Report(self._scored, self.profile, self._b3)

    def rows(self) -> list[ReportRow]:
        """The report of Appendix B as data."""
        return self.report.rows()

    def text(self) -> str:
        """The report of Appendix B as the official program prints it."""
        return text([self.report])


def profile_for(
    profile: str = "plan",
    *,
    scope: str = "local",
    min_overlap: str = _AS_IN_PROFILE,
    min_text_match: str = _AS_IN_PROFILE,
    min_name_similarity: str = _AS_IN_PROFILE,
    correspondence: str = _AS_IN_PROFILE,
    arguments_required: str = _AS_IN_PROFILE,
    mapped_arguments: str = _AS_IN_PROFILE,
    map_weighting: str = _AS_IN_PROFILE,
    eval_weighting: str = _AS_IN_PROFILE,
    weights: str = _AS_IN_PROFILE,
) -> Profile:
    """A named profile with single parameters changed."""
    base = GLOBAL_PLAN if (profile, scope) == ("plan", "global") else PROFILES[profile]
    changes: dict[str, Any] = {}
    for name, number in (
        ("min_overlap", min_overlap),
        ("min_text_match", min_text_match),
        ("min_name_similarity", min_name_similarity),
    ):
        if number != _AS_IN_PROFILE:
            changes[name] = _fraction(name, number)
    for name, word in (
        ("correspondence", correspondence),
        ("map_weighting", map_weighting.upper()),
        ("eval_weighting", eval_weighting.upper()),
    ):
        if word.lower() != _AS_IN_PROFILE:
            changes[name] = word
    if mapped_arguments != _AS_IN_PROFILE:
        changes["mapped_arguments"] = mapped_arguments == "yes"
    if arguments_required != _AS_IN_PROFILE:
        changes["arguments_required"] = int(arguments_required)
    elif correspondence in ("extents", "either"):
        changes["arguments_required"] = 0  # Table 5: the extents alone may suffice
    changed = msgspec.structs.replace(base, **changes)
    return changed if weights == _AS_IN_PROFILE else with_weights(changed, weights)


def _fraction(name: str, text: str) -> float:
    """The number that a parameter names, between 0 and 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ValueError(f"{name} is a number from 0 to 1, not {text!r}")
    return number


def evaluate(
    gold: Mapping[str, KB], system: Mapping[str, KB], profile: Profile, *, scope: str = "local", given: str = "none"
) -> Evaluation:
    """Both sides under a profile. A local task of the plan keeps documents apart; everything else goes by id."""
    seen, warnings = ace_given.apply(gold, system, given)
    evaluation = Evaluation(gold, seen, profile, local=scope == "local" and not profile.official)
    evaluation.warnings.extend(warnings)
    return evaluation


def report_for(evaluation: Evaluation, task: str) -> Report:
    """The tables of one task."""
    scored = evaluation.task(task)
    with collector_paused():
        return Report(scored, evaluation.profile, _b3(evaluation, task))


def _b3(evaluation: Evaluation, task: str) -> tuple[list[BCubed], list[BCubed]] | None:
    if task != "edr" or not evaluation.profile.use_mentions:
        return None
    entities = evaluation.reference.entities.values(), evaluation.system.entities.values()
    return b_cubed(*entities, evaluation.correspondences, evaluation.profile)


def full_report(
    gold: Mapping[str, KB], system: Mapping[str, KB], profile: Profile | str = "plan", *, scope: str = "local"
) -> str:
    """All tasks that the profile knows, with parameters first, as the official program prints them."""
    if isinstance(profile, str):
        profile = profile_for(profile, scope=scope)
    return f"{parameters_text(profile)}\n{tables(gold, system, profile, scope=scope)}"


def tables(gold: Mapping[str, KB], system: Mapping[str, KB], profile: Profile, *, scope: str = "local") -> str:
    """The tables and document lines of all tasks that the profile knows."""
    evaluation = evaluate(gold, system, profile, scope=scope)
    tasks = TASKS if profile.use_mentions else TASKS[:2]
    return text(report_for(evaluation, task) for task in tasks)


def count(
    gold: Mapping[str, KB],
    system: Mapping[str, KB],
    *,
    task: str = "edr",
    scope: str = "local",
    given: str = "none",
    split: str = "",
    **parameters: str,
) -> Counted:
    """Values, costs and B-cubed sums by document; with `split`, by document and label."""
    profile = profile_for(parameters.pop("profile", "plan"), scope=scope, **parameters)
    evaluation = evaluate(gold, system, profile, scope=scope, given=given)
    scored = evaluation.task(task)
    b3 = _b3(evaluation, task)
    return Counted(
        units=tuple(_units(evaluation, scored, b3, split)),
        warnings=tuple(evaluation.warnings),
        detail=AceDetail(profile, scored, b3),
    )


def matches(
    gold: Mapping[str, KB],
    system: Mapping[str, KB],
    *,
    task: str = "edr",
    scope: str = "local",
    given: str = "none",
    **parameters: str,
) -> tuple[Match, ...]:
    """How each entity or relation of both sides fared."""
    profile = profile_for(parameters.pop("profile", "plan"), scope=scope, **parameters)
    return tuple(ace_explain.matches(evaluate(gold, system, profile, scope=scope, given=given).task(task)))


def repair(
    gold: Mapping[str, KB],
    system: Mapping[str, KB],
    stage: str,
    *,
    task: str = "edr",
    scope: str = "local",
    given: str = "none",
    **parameters: str,
) -> dict[str, KB]:
    """The system output with the errors of one stage mended (see `ace_repair` and its neighbours)."""
    profile = profile_for(parameters.pop("profile", "plan"), scope=scope, **parameters)
    seen, _ = ace_given.apply(gold, system, given)
    evaluation = evaluate(gold, system, profile, scope=scope, given=given)
    work: ace_repair.Repair | MentionRepair
    if task in ("emd", "rmd"):
        work = MentionRepair(gold, seen, evaluation)
    else:
        work = (ace_repair.Repair if evaluation.local else GlobalRepair)(gold, seen, evaluation)
    return work.relations(stage) if task in ("rdr", "rmd") else work.entities(stage)


def report(counted: Counted, **_: str) -> str:
    """The tables of Appendix B with the weights that were used, and the confusion matrices."""
    detail: AceDetail = counted.detail
    return f"{parameters_text(detail.profile)}\n{detail.text()}{''.join(confusion_tables(detail.report))}"


def _units(
    evaluation: Evaluation, scored: Scored, b3: tuple[list[BCubed], list[BCubed]] | None, split: str
) -> Iterable[Unit]:
    """Sums by document (section 4.7.1), in the order of document ids; a document without any item is a unit too."""
    sums: dict[tuple[str, str], dict[str, float]] = {}
    if not split:
        for doc in evaluation.documents:
            sums[doc, ""] = dict.fromkeys(("reference", "system"), 0.0)
    for row in (*scored.rows, *scored.alarms):
        _add_row(sums.setdefault((row.occurrence.doc, _label(row, split)), {}), row)
    sides = (("b3_recall", "b3_reference"), ("b3_precision", "b3_system"))
    for (score, size), entries in zip(sides, b3 or ((), ()), strict=True):
        for mention, weight, plain, weighted in entries:
            occurrence = mention.occurrence
            label = mention.level if split == "level" else _entity_label(occurrence, split)
            counts = sums.setdefault((occurrence.doc, label), {})
            for name, number in ((score, plain), (size, 1.0)):
                counts[name] = counts.get(name, 0.0) + number
            for name, number in ((score, weight * weighted), (size, weight)):
                counts[f"{name}_value"] = counts.get(f"{name}_value", 0.0) + number
    for (doc, label), counts in sorted(sums.items()):
        labels = {"source": evaluation.reference.sources.get(doc, "")}
        yield Unit(id=doc, counts=counts, labels={**labels, split: label} if split else labels)


def _add_row(counts: dict[str, float], row: Row) -> None:
    for name, number in (
        ("reference", row.value),
        ("system", row.value - row.cost),
        (_COSTS[row.outcome], row.cost),
        (_COUNTS[row.outcome], 1.0),
    ):
        counts[name] = counts.get(name, 0.0) + number


def _label(row: Row, split: str) -> str:
    if not split:
        return ""
    item = row.item
    if isinstance(item, RelationItem):
        known = {"type": item.type, "subtype": item.subtype, "modality": item.modality}
        return known.get(split) or str(getattr(row.occurrence, split, ""))
    assert isinstance(row.occurrence, EntityOccurrence)
    return _entity_label(row.occurrence, split)


def _entity_label(occurrence: EntityOccurrence, split: str) -> str:
    return str(getattr(occurrence, "class_" if split == "class" else split, "")) if split else ""


def summarise(units: Sequence[Unit], **_: str) -> dict[str, float]:
    """Value (system over reference value), value-based and unweighted P, R and F, B-cubed, and costs in % of value.

    Value-based precision divides what is right by the value of what the system gave, recall by the reference value.
    """
    sums = total(units)
    reference = sums.get("reference", 0.0)
    missed, spurious = sums.get("cost_missed", 0.0), sums.get("cost_spurious", 0.0)
    right = max(0.0, reference - missed - sums.get("cost_error", 0.0))
    correct, wrong = sums.get("n_correct", 0.0), sums.get("n_error", 0.0)
    figures = {"value": document_score(reference, sums.get("system", 0.0))}
    figures |= _prf("", _share(right, reference - missed + spurious), _share(right, reference))
    figures |= _prf(
        "count_",
        _share(correct, correct + wrong + sums.get("n_spurious", 0.0)),
        _share(correct, correct + wrong + sums.get("n_missed", 0.0)),
    )
    if "b3_reference" in sums or "b3_system" in sums:
        figures |= _b_cubed_figures(sums, "b3_")
    costs = {"missed": missed, "spurious": spurious, "error": sums.get("cost_error", 0.0)}
    return figures | {f"cost_{name}": _share(cost, reference) for name, cost in costs.items()}


def summarise_b_cubed(units: Sequence[Unit], **_: str) -> dict[str, float]:
    """B-cubed P, R and F, and the same weighted by mention value."""
    return _b_cubed_figures(total(units), "")


def _b_cubed_figures(sums: dict[str, float], prefix: str) -> dict[str, float]:
    """P, R and F of B-cubed, plain and weighted by value (Appendix A; section 4.7.2)."""
    figures: dict[str, float] = {}
    for suffix, name in (("", prefix), ("_value", f"{prefix}value_")):
        precision = _share(sums.get(f"b3_precision{suffix}", 0.0), sums.get(f"b3_system{suffix}", 0.0))
        recall = _share(sums.get(f"b3_recall{suffix}", 0.0), sums.get(f"b3_reference{suffix}", 0.0))
        figures |= _prf(name, precision, recall)
    return figures


def _prf(prefix: str, precision: float, recall: float) -> dict[str, float]:
    """P, R and F of sums (section 4.7.2); 0/0 is 0."""
    return {f"{prefix}p": precision, f"{prefix}r": recall, f"{prefix}f": harmonic(precision, recall)}


def _share(part: float, whole: float) -> float:
    """A part of a whole, as Appendix B shows shares; 0 of nothing."""
    return part / whole if whole else 0.0
