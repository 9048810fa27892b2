"""Values of entities (ACE08 plan, Appendix A, EDR scoring)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import msgspec

from factbook.evaluate.ace_items import EntityOccurrence, MentionItem
from factbook.evaluate.ace_overlap import mutual_overlap, text_match
from factbook.evaluate.ace_profiles import Profile
from factbook.evaluate.align import optimal
from factbook.evaluate.names import names_similarity
from factbook.text.offsets import Span


class Correspondence(NamedTuple):
    """Two mentions whose heads overlap enough. MMV = `base` (+ epsilon × `extra` where the profile adds epsilons)."""

    reference: MentionItem
    system: MentionItem
    base: float
    extra: float


class Parts(msgspec.Struct, frozen=True, gc=False):
    """What a mapped pair lost: attribute errors, missed, wrong and spurious mentions (or arguments)."""

    attributes: float = 0.0
    missed: float = 0.0
    errors: float = 0.0
    spurious: float = 0.0


class Pair(msgspec.Struct, frozen=True, gc=False):
    """Value(sys, ref) of one pair in one document."""

    value: float
    parts: Parts


Links: TypeAlias = dict[EntityOccurrence, dict[EntityOccurrence, list[Correspondence]]]

NOTHING = Parts()


def correspondences(
    reference: Iterable[MentionItem], system: Iterable[MentionItem], profile: Profile
) -> list[Correspondence]:
    """Mentions of one document that may correspond: heads overlap by `min_overlap`, texts match by `min_text_match`."""
    places: list[tuple[int, int, MentionItem]] = []
    others: list[MentionItem] = []
    for other in system:
        if isinstance(other.head, Span):
            places.append((other.head.start, other.head.end, other))
        else:
            others.append(other)
    places.sort(key=lambda place: place[0])
    starts = [start for start, _, _ in places]
    longest = max((end - start for start, end, _ in places), default=0)
    found: list[Correspondence] = []
    for mention in reference:
        head = mention.head
        if isinstance(head, Span):
            first, end = bisect_left(starts, head.start - longest), head.end
            for place in range(first, len(places)):
                start, other_end, other = places[place]
                if start >= end:
                    break
                common = min(end, other_end) - max(start, head.start)
                if common <= 0:
                    continue
                overlap = common / max(end - head.start, other_end - start)
                if overlap >= profile.min_overlap:
                    _append(found, mention, other, overlap, profile)
            continue
        for other in others:
            overlap = mutual_overlap(head, other.head)
            if overlap > 0 and overlap >= profile.min_overlap:
                _append(found, mention, other, overlap, profile)
    return found


def _append(
    found: list[Correspondence], reference: MentionItem, system: MentionItem, overlap: float, profile: Profile
) -> None:
    """MMV(sys, ref): the lower type value, reduced for errors of type, role and style."""
    if profile.min_text_match > 0 and text_match(reference.text, system.text) < profile.min_text_match:
        return
    errors = profile.mention_error
    factor = 1.0
    if reference.level != system.level:
        factor *= errors["TYPE"]
    if reference.role != system.role:
        factor *= errors["ROLE"]
    if reference.style != system.style:
        factor *= errors["STYLE"]
    base = min(reference.weight, system.weight) * factor
    found.append(Correspondence(reference, system, base, overlap * factor))


class Own(msgspec.Struct, frozen=True, gc=False):
    """Values of an occurrence by itself."""

    element: float  # Element_Value(sys)
    mentions: float  # sum of MMV(sys)
    norm: float  # level value over `mentions` if valuation is level-weighted
    value: float
    false_alarm: float


class EntityValues:
    """Values under one weighting (`MENTION` or `LEVEL`) with one epsilon; remembers what it has computed."""

    def __init__(self, profile: Profile, links: Links, weighting: str, epsilon: float, *, name: str = "") -> None:
        self.name = name
        self.profile = profile
        self.links = links
        self.epsilon = epsilon
        self.strict = profile.official or profile.name_similarity  # a pair without value in accord is none
        self._by_level = weighting == "LEVEL"
        self._own: dict[EntityOccurrence, Own] = {}
        self._pairs: dict[tuple[EntityOccurrence, EntityOccurrence], Pair | None] = {}

    def own(self, occurrence: EntityOccurrence) -> Own:
        """Value of an occurrence against itself, and as a false alarm."""
        own = self._own.get(occurrence)
        if own is None:
            own = self._own[occurrence] = self._compute_own(occurrence)
        return own

    def _compute_own(self, occurrence: EntityOccurrence) -> Own:
        """Value(sys, sys) = Element_Value × Mentions_Value, and as a false alarm W_E-FA times it (Appendix A)."""
        profile, epsilon = self.profile, self.epsilon
        element = epsilon + self._type(occurrence.type) * self._class(occurrence.class_)
        if profile.name_similarity and profile.official and occurrence.level == "NAM" and not occurrence.names:
            element = 0.0  # the program: a NAM entity without a name has similarity 0, even with itself
        if profile.use_mentions:
            mentions = sum([mention.weight + epsilon for mention in occurrence.mentions])
        else:
            mentions = 1.0  # "for GEDR … Mentions_Value is assigned a value of 1" (section 4.5)
        norm = 1.0
        if self._by_level:
            norm = profile.mention_type.get(occurrence.level, 0.0) / mentions if mentions else 0.0
        value = norm * element * mentions
        return Own(element, mentions, norm, value, -profile.entity_false_alarm * value)

    def _type(self, name: str) -> float:
        """ETypeValue (Appendix A, Table of entity types); 1 for a type without weight."""
        return self.profile.entity_type.get(name, 1.0)

    def _class(self, name: str) -> float:
        """EClassValue (Appendix A); a class without weight has the lowest."""
        weights = self.profile.entity_class
        return weights[name] if name in weights else min(weights.values())

    def element(self, reference: EntityOccurrence, system: EntityOccurrence) -> float:
        """Element_Value(sys, ref): the lower attribute values, reduced for each attribute error."""
        profile, similarity = self.profile, 1.0
        if profile.name_similarity:
            similarity = self._names(reference, system)
            if not similarity:
                return 0.0
        errors = profile.entity_error
        type, class_ = self._type(reference.type), self._class(reference.class_)
        if reference.type != system.type:
            type = min(type, self._type(system.type))
        if reference.class_ != system.class_:
            class_ = min(class_, self._class(system.class_))
        value = self.epsilon + type * class_
        if reference.type != system.type:
            value *= errors["TYPE"]
        if reference.subtype != system.subtype:
            value *= errors["SUBTYPE"]
        if reference.class_ != system.class_:
            value *= errors["CLASS"]
        if reference.level != system.level:
            value *= errors.get("LEVEL", 1.0)
        return value * similarity

    def _names(self, reference: EntityOccurrence, system: EntityOccurrence) -> float:
        """W_err-names. Only named entities have names: two unnamed ones agree, a named and an unnamed one do not."""
        if reference.level != "NAM" or system.level != "NAM":
            return 0.0 if reference.level == "NAM" or system.level == "NAM" else 1.0
        if not (reference.names or system.names or self.profile.official):
            return 1.0
        return names_similarity(reference.names, system.names, self.profile.min_name_similarity)

    def pair(self, reference: EntityOccurrence, system: EntityOccurrence) -> Pair | None:
        """Value(sys, ref) in the document of the two; None where they have no value in accord."""
        key = (reference, system)
        try:
            return self._pairs[key]
        except KeyError:
            pair = self._pairs[key] = self.unkept_pair(reference, system)
            return pair

    def unkept_pair(self, reference: EntityOccurrence, system: EntityOccurrence) -> Pair | None:
        """The same, not remembered: for pairs that are looked at once."""
        profile = self.profile
        element = self.element(reference, system)
        if not element and self.strict:
            return None
        if not profile.use_mentions:
            own = self.own(reference)
            lost = own.element - element  # the program does not weight this by level
            return Pair(own.norm * element, Parts(lost if profile.official else own.norm * lost))
        links = self.links.get(reference, {}).get(system)
        if not links and profile.official:
            return Pair(0.0, NOTHING)
        return self._mentions_pair(reference, system, element, links or [])

    def _mentions_pair(
        self, reference: EntityOccurrence, system: EntityOccurrence, element: float, links: list[Correspondence]
    ) -> Pair:
        """Value(sys, ref): MMV of mapped mentions, less W_M-FA times that of unmapped ones (Appendix A)."""
        own, other = self.own(reference), self.own(system)
        accord, false_alarm = element * own.norm, other.element * other.norm * self.profile.entity_false_alarm
        chosen = self._map_mentions(links, false_alarm / accord if accord > 0 else 1.0)
        epsilon = self.epsilon
        matched = used = 0.0
        left = other.mentions
        for ours, theirs, base, extra in chosen:
            matched += base + epsilon * extra
            used += ours.weight + epsilon
            left -= theirs.weight + epsilon
        if len(chosen) == len(system.mentions):
            left = 0.0
        spurious = false_alarm * self._discounted(system, chosen, left)
        parts = Parts(
            max(0.0, own.norm * (own.element - element) * own.mentions),
            max(0.0, accord * (own.mentions - used)),
            max(0.0, accord * (used - matched)),
            max(0.0, spurious),
        )
        return Pair(accord * matched - spurious, parts)

    def _discounted(self, system: EntityOccurrence, chosen: list[Correspondence], left: float) -> float:
        """Value of unmatched system mentions; those that correspond to a mention elsewhere may be discounted."""
        discount = self.profile.coreference_false_alarm
        if discount == 1.0 or not left:
            return left
        taken = {id(link.system) for link in chosen}
        shared = {
            id(link.system): link.system.weight + self.epsilon
            for systems in self.links.values()
            for link in systems.get(system, ())
            if id(link.system) not in taken
        }
        return left - (1 - discount) * sum(shared.values())

    def _map_mentions(self, links: list[Correspondence], ratio: float) -> list[Correspondence]:
        """The one-to-one mapping of mentions that gives the pair the highest value."""
        if len(links) < 2 or len({link[0] for link in links}) == len({link[1] for link in links}) == len(links):
            return links
        epsilon = self.profile.epsilon
        gains = {
            (ours.place, theirs.place): base + epsilon * extra + ratio * (theirs.weight + epsilon)
            for ours, theirs, base, extra in links
        }
        chosen = set(optimal(gains).items())
        return [link for link in links if (link.reference.place, link.system.place) in chosen]
