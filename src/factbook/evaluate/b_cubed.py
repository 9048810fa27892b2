"""B-cubed scoring of entity mentions, unweighted and weighted by mention value (ACE08 plan, Appendix A).

0/0: recall over no reference mentions and precision over no system mentions are 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from factbook.evaluate.ace_items import EntityItem, MentionItem
from factbook.evaluate.ace_profiles import Profile
from factbook.evaluate.ace_value import Correspondence


class BCubed(NamedTuple):
    """What one mention contributes. `weight` is its type value; `count` and `value` are its precision or recall."""

    mention: MentionItem
    weight: float
    count: float
    value: float


class _Table:
    """Coreference between entities of two sides: how many mentions correspond, and their summed MMV."""

    def __init__(self) -> None:
        self.count: dict[tuple[EntityItem, EntityItem], int] = {}
        self.value: dict[tuple[EntityItem, EntityItem], float] = {}
        self.partners: dict[MentionItem, dict[EntityItem, None]] = {}

    def add(self, mention: MentionItem, best: Mapping[EntityItem, float]) -> None:
        entity = mention.occurrence.item
        for other, score in best.items():
            key = (entity, other)
            self.count[key] = self.count.get(key, 0) + 1
            self.value[key] = self.value.get(key, 0.0) + score
        self.partners[mention] = dict.fromkeys(best)


def b_cubed(
    reference: Iterable[EntityItem], system: Iterable[EntityItem], found: Iterable[Correspondence], profile: Profile
) -> tuple[list[BCubed], list[BCubed]]:
    """Recall of each reference mention and precision of each system mention, in document order.

    The official program counts, for precision too, the *reference* mentions in correspondence; the plan counts the
    system mentions.
    """
    epsilon = profile.value_epsilon
    left: dict[MentionItem, dict[EntityItem, float]] = {}
    right: dict[MentionItem, dict[EntityItem, float]] = {}
    for mention, other, base, extra in found:
        score = base + epsilon * extra
        for one, entity, best in ((mention, other.occurrence.item, left), (other, mention.occurrence.item, right)):
            known = best.setdefault(one, {})
            known[entity] = max(known.get(entity, 0.0), score)
    recall, precision = _Table(), _Table()
    for mention, best in left.items():
        recall.add(mention, best)
    for mention, best in right.items():
        precision.add(mention, best)
    if profile.official:
        precision.count = {(b, a): count for (a, b), count in recall.count.items()}
        precision.value = {(b, a): value for (a, b), value in recall.value.items()}
    return list(_scores(reference, recall, profile)), list(_scores(system, precision, profile))


def _scores(entities: Iterable[EntityItem], table: _Table, profile: Profile) -> Iterable[BCubed]:
    weights, epsilon = profile.mention_type, profile.value_epsilon
    for entity in entities:
        mentions = [mention for occurrence in entity.occurrences.values() for mention in occurrence.mentions]
        total = sum([weights.get(mention.level, 0.0) + epsilon for mention in mentions])
        for mention in mentions:
            partners = table.partners.get(mention, {})
            count = max((table.count[entity, other] for other in partners), default=0)
            value = max((table.value[entity, other] for other in partners), default=0.0)
            weight = weights.get(mention.level, 0.0) + epsilon
            yield BCubed(mention, weight, count / len(mentions), value / total if total else 0.0)
