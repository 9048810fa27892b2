"""B-cubed scoring of entity mentions, unweighted and weighted by mention value (ACE08 plan, Appendix A).

0/0: recall over no reference mentions and precision over no system mentions are 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from factbook.evaluate.ace_items import EntityItem, MentionItem
from factbook.evaluate.ace_profiles import Profile
from factbook.evaluate.ace_value import Correspondence

# What one mention contributes: its type value, its precision or recall, and the same weighted by value.
BCubed: TypeAlias = tuple[MentionItem, float, float, float]

Best: TypeAlias = dict[tuple[MentionItem, EntityItem], float]  # best MMV of a mention with a mention of an entity
Totals: TypeAlias = dict[tuple[EntityItem, EntityItem], tuple[int, float]]  # mentions in correspondence, their MMV


def b_cubed(
    reference: Iterable[EntityItem], system: Iterable[EntityItem], found: Iterable[Correspondence], profile: Profile
) -> tuple[list[BCubed], list[BCubed]]:
    """Recall of each reference mention and precision of each system mention, in document order.

    The official program counts, for precision too, the *reference* mentions in correspondence; the plan counts the
    system mentions.
    """
    epsilon = profile.value_epsilon
    left: Best = {}
    right: Best = {}
    for mention, other, base, extra in found:
        score = base + epsilon * extra
        ours, theirs = (mention, other.occurrence.item), (other, mention.occurrence.item)
        if score > left.get(ours, -1.0):
            left[ours] = score
        if score > right.get(theirs, -1.0):
            right[theirs] = score
    recall = _totals(left)
    precision = {(b, a): total for (a, b), total in recall.items()} if profile.official else _totals(right)
    return (
        list(_scores(reference, _highest(left, recall), profile)),
        list(_scores(system, _highest(right, precision), profile)),
    )


def _totals(best: Best) -> Totals:
    """Over the mentions of one entity that correspond to a mention of another: how many, and the sum of their MMV."""
    totals: Totals = {}
    for (mention, other), score in best.items():
        key = (mention.occurrence.item, other)
        count, value = totals.get(key, (0, 0.0))
        totals[key] = (count + 1, value + score)
    return totals


def _highest(best: Best, totals: Totals) -> dict[MentionItem, tuple[int, float]]:
    """For each mention, the maximum over the entities it corresponds to, by count and value (Appendix A, B-cubed)."""
    highest: dict[MentionItem, tuple[int, float]] = {}
    for mention, other in best:
        count, value = totals[mention.occurrence.item, other]
        known = highest.get(mention)
        highest[mention] = (count, value) if known is None else (max(known[0], count), max(known[1], value))
    return highest


def _scores(
    entities: Iterable[EntityItem], highest: Mapping[MentionItem, tuple[int, float]], profile: Profile
) -> Iterator[BCubed]:
    """Each mention: share of its entity in common, by count and by value (Appendix A, B-cubed)."""
    epsilon = profile.value_epsilon
    none = (0, 0.0)
    for entity in entities:
        mentions = [mention for occurrence in entity.occurrences.values() for mention in occurrence.mentions]
        values = [mention.weight + epsilon for mention in mentions]
        size, total = len(mentions), sum(values)
        for mention, weight in zip(mentions, values, strict=True):
            count, value = highest.get(mention, none)
            yield mention, weight, count / size, value / total if total else 0.0
