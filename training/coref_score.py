"""The CoNLL score of coreference (mean F of MUC, B-cubed and CEAF-e) over mention keys."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

Clusters = list[frozenset[Hashable]]


def clusters_of(labels: dict[Hashable, Hashable]) -> Clusters:
    """Groups of the keys that share a label."""
    groups: dict[Hashable, set[Hashable]] = defaultdict(set)
    for key, label in labels.items():
        groups[label].add(key)
    return [frozenset(group) for group in groups.values()]


def f_score(right_p: float, guessed: float, right_r: float, true: float) -> float:
    precision, recall = right_p / max(guessed, 1e-9), right_r / max(true, 1e-9)
    return 2 * precision * recall / max(precision + recall, 1e-9)


def _muc(ours: Clusters, theirs: Clusters) -> tuple[int, int]:
    where = {key: number for number, group in enumerate(theirs) for key in group}
    kept = total = 0
    for group in ours:
        parts = len({where[key] for key in group if key in where}) + sum(key not in where for key in group)
        kept += len(group) - parts
        total += len(group) - 1
    return kept, total


def _b_cubed(ours: Clusters, theirs: Clusters) -> tuple[float, int]:
    where = {key: group for group in theirs for key in group}
    kept = 0.0
    for group in ours:
        for key in group:
            if key in where:
                kept += len(where[key] & group) / len(group)
    return kept, sum(map(len, ours))


def _ceaf_e(gold: Clusters, system: Clusters) -> float:
    if not gold or not system:
        return 0.0
    table = np.array([[2 * len(a & b) / (len(a) + len(b)) for b in system] for a in gold])
    rows, columns = linear_sum_assignment(-table)
    return float(table[rows, columns].sum())


def conll(documents: Iterable[tuple[Clusters, Clusters]], singletons: bool = False) -> dict[str, float]:
    """Scores of (gold, system) documents in per cent."""
    sums: Counter[str] = Counter()
    for gold, system in documents:
        gold = [group for group in gold if singletons or len(group) > 1]
        system = [group for group in system if singletons or len(group) > 1]
        for name, measure in (("muc", _muc), ("b3", _b_cubed)):
            for side, pair in (("r", (gold, system)), ("p", (system, gold))):
                kept, total = measure(*pair)
                sums[f"{name}.{side}"] += kept
                sums[f"{name}.{side}.all"] += total
        sums["ceafe"] += _ceaf_e(gold, system)
        sums["ceafe.gold"] += len(gold)
        sums["ceafe.system"] += len(system)
    out = {
        name: f_score(sums[f"{name}.p"], sums[f"{name}.p.all"], sums[f"{name}.r"], sums[f"{name}.r.all"])
        for name in ("muc", "b3")
    }
    out["ceafe"] = f_score(sums["ceafe"], sums["ceafe.system"], sums["ceafe"], sums["ceafe.gold"])
    out["conll"] = sum(out.values()) / 3
    return {name: round(100 * value, 1) for name, value in out.items()}


def links_to_clusters(keys: Sequence[Hashable], best: Sequence[int]) -> Clusters:
    """Groups from each mention's antecedent (an index, -1 for none)."""
    label: list[int] = []
    for number, antecedent in enumerate(best):
        label.append(number if antecedent < 0 else label[antecedent])
    return clusters_of(dict(zip(keys, label, strict=True)))
