"""The report of Appendix B: statistics by type, level, class, source and so on, as rows and as the official text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from factbook.evaluate.ace_items import RelationItem
from factbook.evaluate.ace_profiles import MODALITIES, Profile, ordered
from factbook.evaluate.ace_rows import Item, Occurrence, Row, Scored
from factbook.evaluate.ace_value import NOTHING as _NOTHING
from factbook.evaluate.b_cubed import BCubed

_LANGUAGES = ("Arabic", "Chinese", "English", "MIXED", "UNKNOWN")


class Buckets:
    """Ranges of numbers by their labels. A number belongs to the label whose upper end it does not exceed."""

    __slots__ = ("_ends", "labels")

    def __init__(self, *labels: str) -> None:
        self.labels = labels
        # All but the last have an end, which a number may pass by 0.000005.
        self._ends = [float(label.removeprefix("<=").rpartition("-")[2]) + 0.000005 for label in labels[:-1]]

    def label(self, number: float | None) -> str:
        """The label of a number; no number falls into the first."""
        return self.labels[0] if number is None else self.labels[bisect_right(self._ends, number)]


_VALUES = Buckets("<=0.2", "0.2-0.5", "0.5-1.0", "1-2", "2-4", ">4")
_MENTIONS = Buckets("1", "2", "3-4", "5-8", ">8")
_DOCUMENTS = Buckets("1", ">1")
_ENTROPIES = Buckets("<=0.3", "0.3-0.6", "0.6-1.0", ">1.0")
_ERRORS = Buckets("0", "1", ">1")
_ARGUMENTS = Buckets("0", "1", "2", "3", "4", ">4")

# Condition, the two words of its heading, whether B-cubed fills the P/R/F columns.
ENTITY_CONDITIONS = (
    ("LANGUAGE", "source", "language", False),
    ("TYPE", "entity", "type", True),
    ("LEVEL", "entity", "level", True),
    ("VALUE", "entity", "value", True),
    ("MENTION COUNT", "mention", "count", True),
    ("CLASS", "entity", "class", True),
    ("SOURCE", "document", "source", True),
    ("CROSS-DOC", "entity", "num-docs", True),
    ("NAME_ENTROPY", "entity", "name-ent", False),
    ("SUBTYPE", "entity", "subtype", True),
)
RELATION_CONDITIONS = (
    ("LANGUAGE", "source", "language", False),
    ("TYPE", "relation", "type", False),
    ("MODALITY", "modality", "type", False),
    ("VALUE", "relation", "value", False),
    ("SOURCE", "source", "type", False),
    ("ARGUMENT ERRORS", "argument", "errors", False),
    ("NUM ARGUMENTS", "num", "args", False),
    ("SUBTYPE", "relation", "subtype", False),
)

# Sums: element mapped, miss, fa; then occurrences correct, error, miss, fa; costs of the same four;
# own value; parts attributes, missed, errors, spurious.
_MAPPED, _MISSED, _ALARMS = 0, 1, 2
_OUTCOME = {"correct": 3, "error": 4, "miss": 5, "fa": 6}
_COST, _VALUE, _PARTS, _WIDTH = 4, 11, 12, 16

_LEVEL, _SOURCE = 2, 6  # places among the conditions of entities

Sums: TypeAlias = list[float]
Conditions: TypeAlias = tuple[str, ...]


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the report; the fields are columns A to ZZ of Appendix B. Percentages are not capped."""

    task: str
    condition: str
    label: str
    elements: int
    element_fa: int
    element_miss: int
    occurrences: int
    fa: int
    miss: int
    errors: int
    fa_percent: float
    miss_percent: float
    error_percent: float
    precision: float
    recall: float
    f: float
    cost_fa: float
    cost_miss: float
    cost_attributes: float
    cost_sub_fa: float
    cost_sub_miss: float
    cost_sub_error: float
    value: float
    value_precision: float
    value_recall: float
    value_f: float
    share: float
    all_fa: float
    all_miss: float
    all_attributes: float
    all_sub_fa: float
    all_sub_miss: float
    all_sub_error: float


class Figures(NamedTuple):
    """B-cubed sums of one label: recall over reference mentions, precision over system mentions."""

    recall: list[float]
    precision: list[float]


class Report:
    """All tables of one scored task."""

    def __init__(self, scored: Scored, profile: Profile, b3: tuple[list[BCubed], list[BCubed]] | None = None) -> None:
        self.scored = scored
        self.relations = scored.task in ("rdr", "rmd")
        self.profile = profile
        self.conditions = RELATION_CONDITIONS if self.relations else ENTITY_CONDITIONS
        self._totals: dict[Conditions, Sums] = {}
        self._keys: dict[Item, Conditions] = {}
        self._b3 = self._b3_sums(b3) if b3 is not None else {}
        for row in (*scored.rows, *scored.alarms):
            self._add_row(row)
        for item in scored.reference:
            self._sums(self._item_key(item))[_MAPPED if item.mate is not None else _MISSED] += 1
        for item in scored.system:
            if item.mate is None:
                self._sums(self._item_key(item))[_ALARMS] += 1

    # Adding up

    def _sums(self, key: Conditions) -> Sums:
        sums = self._totals.get(key)
        if sums is None:
            sums = self._totals[key] = [0.0] * _WIDTH
        return sums

    def _add_row(self, row: Row) -> None:
        item = row.item
        if len(item.occurrences) == 1:
            sums = self._sums(self._item_key(item))
        else:
            sums = self._sums(self._key(item, [row.occurrence], self.scored.values[row.occurrence]))
        outcome = _OUTCOME[row.outcome]
        sums[outcome] += 1
        sums[outcome + _COST] += row.cost
        sums[_VALUE] += row.value
        parts = row.parts
        if parts is not _NOTHING:
            sums[_PARTS] += parts.attributes
            sums[_PARTS + 1] += parts.missed
            sums[_PARTS + 2] += parts.errors
            sums[_PARTS + 3] += parts.spurious

    def _item_key(self, item: Item) -> Conditions:
        key = self._keys.get(item)
        if key is None:
            occurrences: list[Occurrence] = list(item.occurrences.values())
            values = self.scored.values
            value = sum([values[occurrence] for occurrence in occurrences])
            key = self._keys[item] = self._key(item, occurrences, value)
        return key

    def _key(self, item: Item, occurrences: list[Occurrence], value: float) -> Conditions:
        """The labels of an item, or of one occurrence of it, in the order of the conditions."""
        one = occurrences[0]
        if len(occurrences) == 1:
            language, source = one.language or "<null>", one.source
        else:
            language = _common(occurrences, "language", "MIXED") or "<null>"
            source = _common(occurrences, "source", "(multi)")
        size = _VALUES.label(value)
        if isinstance(item, RelationItem):
            errors = self.scored.argument_errors.get(item, 0 if item.mate is None else len(item.arguments))
            counts = _ERRORS.label(errors), _ARGUMENTS.label(len(item.arguments))
            return (language, item.type, item.modality, size, source, *counts, item.subtype or "<null>")
        first, documents = item.first, len(item.occurrences)
        mentions = len(first.mentions) if documents == 1 else sum([len(one.mentions) for one in occurrences])
        return (
            language,
            first.type,
            first.level if documents == 1 else _common(occurrences, "level", "(multi)"),
            size,
            _MENTIONS.label(mentions),
            first.class_,
            source,
            _DOCUMENTS.label(documents),
            _ENTROPIES.label(item.entropy),
            first.subtype,
        )

    # B-cubed

    def _b3_sums(self, b3: tuple[list[BCubed], list[BCubed]]) -> dict[Conditions, Figures]:
        """B-cubed sums by the labels of the entity, with the level of the mention and the source of its document."""
        found: dict[tuple[Conditions, str, str], Figures] = {}
        for side, entries in enumerate(b3):
            item: Item | None = None
            for mention, weight, plain, weighted in entries:
                occurrence = mention.occurrence
                if occurrence.item is not item:  # the mentions of an item follow each other
                    item = occurrence.item
                    labels = self._item_key(item)
                key = (labels, mention.level, occurrence.source)
                figures = found.get(key)
                if figures is None:
                    figures = found[key] = Figures([0.0] * 4, [0.0] * 4)
                sums = figures[side]
                sums[0] += plain
                sums[1] += 1.0
                sums[2] += weight * weighted
                sums[3] += weight
        by_labels: dict[Conditions, Figures] = {}
        for (labels, level, source), figures in found.items():
            key_ = (*labels[:_LEVEL], level, *labels[_LEVEL + 1 : _SOURCE], source, *labels[_SOURCE + 1 :])
            into = by_labels.setdefault(key_, Figures([0.0] * 4, [0.0] * 4))
            _add(into.recall, figures.recall)
            _add(into.precision, figures.precision)
        return by_labels

    def _b_cubed(self, place: int, within: tuple[int, str] | None) -> dict[str, Figures]:
        """B-cubed sums by label of one condition."""
        figures: dict[str, Figures] = {}
        for key, sums in self._b3.items():
            if within is not None and key[within[0]] != within[1]:
                continue
            for label in (key[place], "total"):
                into = figures.setdefault(label, Figures([0.0] * 4, [0.0] * 4))
                _add(into.recall, sums.recall)
                _add(into.precision, sums.precision)
        return figures

    # Rows

    def rows(self) -> list[ReportRow]:
        """All lines of all conditions, the total of each last."""
        return [row for place in range(len(self.conditions)) for row in self.condition_rows(place)]

    def condition_rows(self, place: int, within: tuple[int, str] | None = None) -> list[ReportRow]:
        """The lines of one condition; `within` (place, label) looks only at one label of another condition."""
        name, _, _, uses_b3 = self.conditions[place]
        by_label: dict[str, Sums] = {}
        total = [0.0] * _WIDTH
        everything = 0.0
        for key, sums in self._totals.items():
            everything += sums[_VALUE]
            if within is not None and key[within[0]] != within[1]:
                continue
            into = by_label.setdefault(key[place], [0.0] * _WIDTH)
            for column, number in enumerate(sums):
                into[column] += number
                total[column] += number
        figures = self._b_cubed(place, within) if uses_b3 else {}
        labels = [label for label in (*self._labels(name, by_label), "(multi)") if label in by_label]
        by_label["total"] = total
        return [
            _row(self.scored.task, name, label, by_label[label], everything, figures.get(label))
            for label in (*labels, "total")
            if any(by_label[label][: _OUTCOME["fa"] + 1])
        ]

    def _labels(self, name: str, present: Iterable[str]) -> Sequence[str]:
        """The labels of a condition in the order of the official report."""
        profile = self.profile
        if name in ("SOURCE", "SUBTYPE"):
            return sorted(label for label in present if label != "(multi)")
        fixed: dict[str, Callable[[], Sequence[str]]] = {
            "LANGUAGE": lambda: _LANGUAGES,
            "TYPE": lambda: ordered(profile.relation_type if self.relations else profile.entity_type),
            "LEVEL": lambda: ordered(profile.mention_type),
            "CLASS": lambda: ordered(profile.entity_class),
            "MODALITY": lambda: MODALITIES,
            "VALUE": lambda: _VALUES.labels,
            "MENTION COUNT": lambda: _MENTIONS.labels,
            "CROSS-DOC": lambda: _DOCUMENTS.labels,
            "NAME_ENTROPY": lambda: _ENTROPIES.labels,
            "ARGUMENT ERRORS": lambda: _ERRORS.labels,
            "NUM ARGUMENTS": lambda: _ARGUMENTS.labels,
        }
        known = fixed[name]()
        return [*known, *sorted(label for label in present if label not in known and label not in _HIDDEN)]


_HIDDEN = ("(multi)", "<null>")


def _add(into: list[float], numbers: Sequence[float]) -> None:
    for place, number in enumerate(numbers):
        into[place] += number


def _common(occurrences: Sequence[Occurrence], field: str, mixed: str) -> str:
    first: str = getattr(occurrences[0], field)
    if len(occurrences) == 1:
        return first
    return first if all(getattr(occurrence, field) == first for occurrence in occurrences) else mixed


def _row(task: str, condition: str, label: str, sums: Sums, everything: float, figures: Figures | None) -> ReportRow:
    """One line from its sums: columns A to ZZ of Appendix B. A denominator of 0 counts as 1e-30, so 0/0 is 0."""
    correct, error, miss, fa = sums[3:7]
    cost_correct, cost_error, cost_miss, cost_fa = sums[7:11]
    value = sums[_VALUE]
    attributes, sub_miss, sub_error, sub_fa = sums[_PARTS:]
    reference, system = correct + error + miss, correct + error + fa
    right = value - cost_miss - cost_error - cost_correct
    count, cost, share = (100 / max(1e-30, number) for number in (reference, value, everything))
    if figures is None:
        recall, precision = correct / max(reference, 1e-30), correct / max(system, 1e-30)
        value_recall = max(right, 0) / max(1e-30, value)
        value_precision = max(right, 0) / max(1e-30, value - cost_miss + cost_fa)
    else:
        recall, value_recall = _means(figures.recall)
        precision, value_precision = _means(figures.precision)
    return ReportRow(
        task=task,
        condition=condition,
        label=label,
        elements=int(sums[_MAPPED] + sums[_MISSED]),
        element_fa=int(sums[_ALARMS]),
        element_miss=int(sums[_MISSED]),
        occurrences=int(reference),
        fa=int(fa),
        miss=int(miss),
        errors=int(error),
        fa_percent=count * fa,
        miss_percent=count * miss,
        error_percent=count * error,
        precision=100 * precision,
        recall=100 * recall,
        f=100 * _f(precision, recall),
        cost_fa=cost * cost_fa,
        cost_miss=cost * cost_miss,
        cost_attributes=cost * attributes,
        cost_sub_fa=cost * sub_fa,
        cost_sub_miss=cost * sub_miss,
        cost_sub_error=cost * sub_error,
        value=cost * (right - cost_fa),
        value_precision=100 * value_precision,
        value_recall=100 * value_recall,
        value_f=100 * _f(value_precision, value_recall),
        share=share * value,
        all_fa=share * cost_fa,
        all_miss=share * cost_miss,
        all_attributes=share * attributes,
        all_sub_fa=share * sub_fa,
        all_sub_miss=share * sub_miss,
        all_sub_error=share * sub_error,
    )


def _means(sums: list[float]) -> tuple[float, float]:
    return (sums[0] / sums[1] if sums[1] else 0.0), (sums[2] / sums[3] if sums[3] else 0.0)


def _f(precision: float, recall: float) -> float:
    """F of two percentages; 0 over nothing (Appendix B)."""
    return 2 * precision * recall / max(precision + recall, 1e-30)
