"""Values of relations (ACE08 plan, Appendix A, RDR scoring)."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from factbook.evaluate.ace_items import EntityItem, MentionItem, RelationItem, RelationMentionItem, RelationOccurrence
from factbook.evaluate.ace_overlap import hull, mutual_overlap
from factbook.evaluate.ace_profiles import Profile
from factbook.evaluate.ace_value import EntityValues, Pair, Parts
from factbook.evaluate.align import optimal
from factbook.model.records import Locator

Argument: TypeAlias = tuple[str, EntityItem]
ArgumentMap: TypeAlias = dict[Argument, Argument]  # reference argument by system argument


class RelationOwn(msgspec.Struct, frozen=True, gc=False):
    """Values of a relation in one document by itself."""

    value: float
    false_alarm: float


class RelationValues:
    """Values of relations over the entity values given. `mentions`: relation mentions as relations (RMD)."""

    def __init__(self, profile: Profile, entities: EntityValues, *, mentions: bool = False) -> None:
        self.profile = profile
        self.entities = entities
        self.mentions = mentions
        self._alone: dict[RelationItem, float] = {}
        self._own: dict[RelationOccurrence, RelationOwn] = {}
        self._ones = mentions and not profile.official  # 4.4: "argument values are defined to be 1 if … mappable"

    def argument(self, entity: EntityItem, doc: str) -> float:
        """MAV(arg_sys): value of an argument by itself in a document."""
        occurrence = entity.occurrences.get(doc)
        if occurrence is None:
            return 0.0
        return 1.0 if self._ones else self.entities.own(occurrence).value

    def alone(self, item: RelationItem) -> float:
        """Element_Value(sys) of a relation (Appendix A, RDR scoring)."""
        value = self._alone.get(item)
        if value is None:
            weights = self.profile.relation_type, self.profile.relation_modality
            value = self._alone[item] = weights[0].get(item.type, 1.0) * weights[1].get(item.modality, 1.0)
        return value

    def element(self, reference: RelationItem, system: RelationItem) -> float:
        """Element_Value(sys, ref) of relations (Appendix A, RDR scoring; weights of Table 7)."""
        profile = self.profile
        types, modalities, errors = profile.relation_type, profile.relation_modality, profile.relation_error
        value = min(types.get(reference.type, 1.0), types.get(system.type, 1.0)) * min(
            modalities.get(reference.modality, 1.0), modalities.get(system.modality, 1.0)
        )
        if reference.type != system.type:
            value *= errors["TYPE"]
        if reference.subtype != system.subtype:
            value *= errors["SUBTYPE"]
        if reference.modality != system.modality:
            value *= errors["MODALITY"]
        if reference.tense != system.tense and not profile.official:  # the program does not read the tense
            value *= errors["TENSE"]
        return value

    def own(self, occurrence: RelationOccurrence) -> RelationOwn:
        """Value(ref, ref) in one document, and -W_FA times it as a false alarm (Appendix A, RDR scoring; Table 7)."""
        own = self._own.get(occurrence)
        if own is None:
            item, doc = occurrence.item, occurrence.doc
            arguments = sum([self.argument(entity, doc) for _, entity in item.arguments])
            value = self.alone(item) * (arguments + self.entities.epsilon * len(occurrence.mentions))
            own = self._own[occurrence] = RelationOwn(value, -self.profile.relation_false_alarm * value)
        return own

    def mappable(self, reference: EntityItem, system: EntityItem, doc: str) -> float | None:
        """MAV(arg_sys, arg_ref) in a document without role errors; None where the two have nothing in accord there."""
        left, right = reference.occurrences.get(doc), system.occurrences.get(doc)
        if left is None or right is None:
            return None
        if self.profile.use_mentions and right not in self.entities.links.get(left, {}):
            return None
        pair = self.entities.pair(left, right)
        if pair is None or (self.profile.official and not pair.value):
            return None
        return pair.value

    def argument_map(self, reference: RelationItem, system: RelationItem) -> ArgumentMap:
        """The one-to-one correspondence of arguments that gives the pair the highest value (Table 6)."""
        accord, alone = self.element(reference, system), self.alone(system)
        free = self.mentions or not self.profile.mapped_arguments
        gains: dict[tuple[int, int], float] = {}
        for i, (role, entity) in enumerate(reference.arguments):
            for j, (other_role, other) in enumerate(system.arguments):
                if not free and entity.mate is not other:
                    continue  # Table 6, "mapped": the two must be mapped to each other as entities
                values = [self.mappable(entity, other, doc) for doc in system.occurrences]
                known = [value for value in values if value is not None]
                if not known:
                    continue
                by_itself = sum([self.argument(other, doc) for doc in system.occurrences])
                score = (float(len(known)) if self._ones else sum(known)) * self._role(role, other_role)
                gains[i, j] = score * accord + by_itself * self.profile.relation_false_alarm * alone
        return {system.arguments[j]: reference.arguments[i] for i, j in optimal(gains).items()}

    def _role(self, reference: str, system: str) -> float:
        if reference == system:
            return 1.0
        return self.profile.asymmetry_error if reference in ("Arg-1", "Arg-2") else self.profile.role_error

    def enough(self, reference: RelationItem, arguments: ArgumentMap) -> bool:
        """Table 5 and Table 7, as far as arguments decide: are enough of them in correspondence?"""
        profile = self.profile
        if profile.argument_score_required and reference.arguments and not arguments:
            return False
        if profile.all_arguments_required and len(arguments) != len(reference.arguments):
            return False
        return len(arguments) >= min(profile.arguments_required, len(reference.arguments) or 2)

    def pair(self, reference: RelationItem, system: RelationItem, doc: str, arguments: ArgumentMap) -> Pair | None:
        """Value(sys, ref) in one document (Appendix A, RDR scoring); None where they may not correspond (Table 5)."""
        left, right = reference.occurrences.get(doc), system.occurrences.get(doc)
        if right is None or (left is None and not self.profile.official):
            return None
        overlap = self._extents(left if left is not None else right, right)
        if (not arguments or self.profile.extents_required) and not overlap:
            return None
        if self.mentions and not self.profile.official and not _heads_overlap(left, right):
            return None
        accord = self.element(reference, system)
        if left is None:
            arguments = {}  # the reference relation is not in this document: all arguments are spurious
        matched, used, spurious = self._sums(system, doc, arguments)
        if not accord or not (matched or overlap or not self.profile.official):
            return None
        total = sum([self.argument(entity, doc) for _, entity in reference.arguments])
        gained = accord * (matched + self.entities.epsilon * overlap)
        lost = self.profile.relation_false_alarm * self.alone(system) * spurious
        parts = Parts(
            max(0.0, self.alone(reference) * total - accord * total),
            max(0.0, accord * (total - used)),
            max(0.0, accord * used - gained),
            max(0.0, lost),
        )
        return Pair(gained - lost, parts)

    def _sums(self, system: RelationItem, doc: str, arguments: ArgumentMap) -> tuple[float, float, float]:
        """Appendix A: Arguments_Value in accord, reference arguments used, and Arguments_Value not in accord."""
        matched = used = spurious = 0.0
        for argument in system.arguments:
            role, entity = argument
            target = arguments.get(argument)
            value = None if target is None else self.mappable(target[1], entity, doc)
            if target is None or value is None:
                spurious += self.argument(entity, doc)
                continue
            reference_value = self.argument(target[1], doc)
            if self.mentions:
                value = reference_value
            matched += value * self._role(target[0], role)
            used += reference_value
        return matched, used, spurious

    def _extents(self, reference: RelationOccurrence, system: RelationOccurrence) -> float:
        """Total overlap of mention extents under the best one-to-one mapping of mentions."""
        if reference is system:
            return float(len(system.mentions))
        overlaps = {
            (i, j): overlap
            for i, left in enumerate(reference.mentions)
            for j, right in enumerate(system.mentions)
            if (overlap := _overlap(left, right)) > 0
        }
        if len(overlaps) < 2:
            return sum(overlaps.values())
        return sum([overlaps[pair] for pair in optimal(overlaps).items()])


def _overlap(left: RelationMentionItem, right: RelationMentionItem) -> float:
    """Mutual overlap of two extents (Table 5)."""
    return mutual_overlap(left.extent, right.extent) if left.extent is not None and right.extent is not None else 0.0


def _heads_overlap(reference: RelationOccurrence | None, system: RelationOccurrence) -> bool:
    """4.4: positive overlap of the stretches that the heads of Arg-1 and Arg-2 span."""
    if reference is None:
        return False
    left, right = (_heads(occurrence.mentions[0].arguments) for occurrence in (reference, system))
    if left is None or right is None:
        return True
    return mutual_overlap(left, right) > 0


def _heads(arguments: tuple[tuple[str, MentionItem], ...]) -> Locator | None:
    return hull([mention.head for role, mention in arguments if role.startswith("Arg")])
