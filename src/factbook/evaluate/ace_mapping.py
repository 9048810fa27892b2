"""Mapping of reference and system items, and what each of them costs: the four tasks EDR, RDR, EMD and RMD."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from factbook.evaluate.ace_items import (
    EntityItem,
    EntityOccurrence,
    MentionItem,
    RelationItem,
    RelationOccurrence,
    Side,
    promote,
    promote_relations,
)
from factbook.evaluate.ace_profiles import EPSILON, Profile
from factbook.evaluate.ace_relations import ArgumentMap, RelationValues
from factbook.evaluate.ace_value import NOTHING, Correspondence, EntityValues, Link, Links, Pair, Parts, correspondences
from factbook.evaluate.align import optimal
from factbook.evaluate.names import normalise_name
from factbook.model.kb import KB

Item: TypeAlias = EntityItem | RelationItem
Occurrence: TypeAlias = EntityOccurrence | RelationOccurrence

TASKS = ("edr", "rdr", "emd", "rmd")


@contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage collection: what is built here stays, and the collector would look at all of it again and again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


class Row(NamedTuple):
    """One occurrence of a reference item (outcome correct, error or miss) or of an unmapped system item (fa)."""

    item: Item
    occurrence: Occurrence
    outcome: str
    cost: float
    value: float  # its own value; 0 for a false alarm
    parts: Parts
    mate: Occurrence | None = None


class Scored:
    """One task after mapping."""

    def __init__(
        self, task: str, reference: list[Item], system: list[Item], rows: list[Row], alarms: list[Row]
    ) -> None:
        self.task = task
        self.reference = reference
        self.system = system
        self.rows = rows  # of the reference, in document order
        self.alarms = alarms  # of the system
        self.values: dict[Occurrence, float] = {}  # own value of each occurrence
        self.argument_errors: dict[Item, int] = {}
        self.links: Links = {}

    def value(self, item: Item) -> float:
        """Own value of an item over all its documents."""
        return sum([self.values[occurrence] for occurrence in item.occurrences.values()])


class Evaluation:
    """Reference against system under one profile. Tasks are scored when asked for, each once."""

    def __init__(
        self, gold: Mapping[str, KB], system: Mapping[str, KB], profile: Profile, *, local: bool = False
    ) -> None:
        self.profile = profile
        documents = sorted(gold)
        with collector_paused():
            self.reference = Side(gold, documents, profile, local=local)
            self.system = Side(system, documents, profile, local=local)
        self.documents = documents
        self.warnings = [*_document_warnings(gold, system), *_metonymy_warnings(self.reference, "REF")]
        self.warnings += [*_metonymy_warnings(self.system, "SYS"), *self.reference.warnings, *self.system.warnings]
        self._scored: dict[str, Scored] = {}
        self._values: dict[tuple[str, str, float], EntityValues] = {}
        self._promoted: dict[MentionItem, EntityItem] | None = None
        self.correspondences = list(self._correspondences()) if profile.use_mentions else []

    def _correspondences(self) -> Iterator[Correspondence]:
        sides: list[dict[str, list[MentionItem]]] = [{}, {}]
        for side, by_document in zip((self.reference, self.system), sides, strict=True):
            for (doc, _), mention in side.mentions.items():
                by_document.setdefault(doc, []).append(mention)
        for doc, mentions in sides[0].items():
            if doc in sides[1]:
                yield from correspondences(mentions, sides[1][doc], self.profile)

    def task(self, name: str) -> Scored:
        """The scored task: edr, rdr, emd or rmd."""
        if name not in self._scored:
            if name in ("rdr", "rmd"):
                self.task("edr")  # arguments are judged by the mapping of entities
            work = {"edr": self._edr, "rdr": self._rdr, "emd": self._emd, "rmd": self._rmd}[name]
            with collector_paused():
                self._scored[name] = work()
        return self._scored[name]

    # Entities

    def _edr(self) -> Scored:
        reference, system = list(self.reference.entities.values()), list(self.system.entities.values())
        links = _links(self.correspondences, None, None)
        return self._score_entities("edr", reference, system, links)

    def _emd(self) -> Scored:
        left = promote(self.reference)
        right = self._promoted_system()
        links = _links(self.correspondences, left, right)
        return self._score_entities("emd", list(left.values()), list(right.values()), links)

    def _promoted_system(self) -> dict[MentionItem, EntityItem]:
        if self._promoted is None:
            self._promoted = promote(self.system)
        return self._promoted

    def _score_entities(self, task: str, reference: list[EntityItem], system: list[EntityItem], links: Links) -> Scored:
        profile = self.profile
        _map_entities(reference, system, self._entity_values(task, links, profile.map_weighting, profile.epsilon))
        values = self._entity_values(task, links, profile.eval_weighting, profile.value_epsilon)
        rows = [row for item in reference for row in _entity_rows(item, values)]
        alarms = [
            Row(item, occurrence, "fa", -values.own(occurrence).false_alarm, 0.0, NOTHING)
            for item, occurrence in _unmapped(system)
        ]
        scored = Scored(task, [*reference], [*system], rows, alarms)
        scored.links = links
        for item in (*reference, *system):
            for occurrence in item.occurrences.values():
                scored.values[occurrence] = values.own(occurrence).value
        return scored

    def _entity_values(self, name: str, links: Links, weighting: str, epsilon: float) -> EntityValues:
        """Values of the entities that `links` joins; relations ask for those of their arguments again."""
        key = (name, weighting, epsilon)
        if key not in self._values:
            self._values[key] = EntityValues(self.profile, links, weighting, epsilon, name=name)
        return self._values[key]

    # Relations

    def _rdr(self) -> Scored:
        reference, system = list(self.reference.relations.values()), list(self.system.relations.values())
        return self._score_relations("rdr", reference, system, self._scored["edr"].links)

    def _rmd(self) -> Scored:
        right = self._promoted_system()
        reference, system = promote_relations(self.reference, None), promote_relations(self.system, right)
        return self._score_relations("rmd", reference, system, _links(self.correspondences, None, right))

    def _score_relations(
        self, task: str, reference: list[RelationItem], system: list[RelationItem], links: Links
    ) -> Scored:
        profile, mentions = self.profile, task == "rmd"
        entities = self._entity_values("rmd" if mentions else "edr", links, profile.eval_weighting, profile.epsilon)
        mapping = RelationValues(profile, entities, mentions=mentions)
        maps = _map_relations(reference, system, mapping)
        values = mapping
        if profile.value_epsilon != profile.epsilon:
            entities = self._entity_values(entities.name, links, profile.eval_weighting, profile.value_epsilon)
            values = RelationValues(profile, entities, mentions=mentions)
        errors = {item: _argument_errors(item, maps.get(item)) for item in reference if item.mate is not None}
        rows = [row for item in reference for row in _relation_rows(item, values, maps, errors)]
        alarms = [
            Row(item, occurrence, "fa", -values.own(occurrence).false_alarm, 0.0, NOTHING)
            for item, occurrence in _unmapped(system)
        ]
        scored = Scored(task, [*reference], [*system], rows, alarms)
        scored.argument_errors = {**errors}
        for item in (*reference, *system):
            for occurrence in item.occurrences.values():
                scored.values[occurrence] = values.own(occurrence).value
        if profile.official:
            self._misread_values(scored, system, values)
        return scored

    def _misread_values(self, scored: Scored, system: list[RelationItem], values: RelationValues) -> None:
        """The program looks the arguments of system relations up among the reference entities, by id.

        Mostly there is none, so its table by VALUE puts false alarms into the lowest row. No score depends on it.
        """
        entities = {item.id: item for item in self.reference.entities.values()}
        for item in system:
            known = [entities[entity.id] for _, entity in item.arguments if entity.id in entities]
            for doc, occurrence in item.occurrences.items():
                arguments = sum([values.argument(entity, doc) for entity in known])
                scored.values[occurrence] = values.element(item, item) * arguments


def _links(
    found: Iterable[Correspondence],
    left: Mapping[MentionItem, EntityItem] | None,
    right: Mapping[MentionItem, EntityItem] | None,
) -> Links:
    """Correspondences by the occurrences they join; `left` and `right` give promoted mentions."""
    links: Links = {}
    for reference, system, base, extra in found:
        first, i = (reference.occurrence, reference.place) if left is None else (left[reference].first, 0)
        second, j = (system.occurrence, system.place) if right is None else (right[system].first, 0)
        links.setdefault(first, {}).setdefault(second, []).append(Link(i, j, base, extra))
    return links


def _map_entities(reference: list[EntityItem], system: list[EntityItem], values: EntityValues) -> None:
    """Entities may correspond if they have a mention in correspondence, or (without mentions) a document in common."""
    if values.profile.use_mentions:
        edges: dict[tuple[int, int], float] = {}
        for left, rights in values.links.items():
            for right in rights:
                edges[left.item.order, right.item.order] = 0.0
    else:
        edges = _document_gains(reference, system, values)
    rows: dict[int, int] = {}
    columns: dict[int, int] = {}
    for i, j in edges:
        rows[i] = rows.get(i, 0) + 1
        columns[j] = columns.get(j, 0) + 1
    # Under name similarity a pair with mentions in common may still have no value in accord.
    certain = not (values.profile.use_mentions and values.profile.name_similarity)
    gains: dict[tuple[int, int], float] = {}
    for (i, j), gain in edges.items():
        if rows[i] == columns[j] == 1 and certain:  # nothing else to choose
            _mate(reference[i], system[j])
        else:
            known = _gain(reference[i], system[j], values) if values.profile.use_mentions else gain
            if known is not None:
                gains[i, j] = known
    for i, j in optimal(gains).items():
        _mate(reference[i], system[j])


def _mate(reference: EntityItem, system: EntityItem) -> None:
    reference.mate, system.mate = system, reference


def _gain(reference: EntityItem, system: EntityItem, values: EntityValues) -> float | None:
    """What mapping the two gains over leaving the system entity a false alarm."""
    gain, known = 0.0, False
    for doc, occurrence in reference.occurrences.items():
        other = system.occurrences.get(doc)
        if other is not None and (pair := values.pair(occurrence, other)) is not None:
            gain += pair.value - values.own(other).false_alarm
            known = True
    return gain if known else None


def _document_gains(
    reference: list[EntityItem], system: list[EntityItem], values: EntityValues
) -> dict[tuple[int, int], float]:
    """Gains of all pairs with a document and some value in common, for scoring without mentions."""
    by_document: dict[str, list[EntityOccurrence]] = {}
    for item in system:
        for doc, occurrence in item.occurrences.items():
            by_document.setdefault(doc, []).append(occurrence)
    gains: dict[tuple[int, int], float] = {}
    for item in reference:
        for doc, occurrence in item.occurrences.items():
            for other in by_document.get(doc, ()):
                pair = values._compute_pair(occurrence, other)
                if pair is not None:
                    key = (item.order, other.item.order)
                    gains[key] = gains.get(key, 0.0) + pair.value - values.own(other).false_alarm
    return gains


def _entity_rows(item: EntityItem, values: EntityValues) -> Iterator[Row]:
    for doc, occurrence in item.occurrences.items():
        own = values.own(occurrence).value
        other = item.mate.occurrences.get(doc) if item.mate is not None else None
        pair = values.pair(occurrence, other) if other is not None else None
        if pair is None:
            cost = own
            if other is not None and not values.profile.official:
                cost -= values.own(other).false_alarm
            yield Row(item, occurrence, "miss", cost, own, NOTHING, other)
        else:
            right = other is not None and _alike(occurrence, other)
            yield Row(item, occurrence, "correct" if right else "error", _cost(own, pair), own, pair.parts, other)


def _alike(left: EntityOccurrence, right: EntityOccurrence) -> bool:
    return (
        left.type == right.type
        and left.subtype == right.subtype
        and left.class_ == right.class_
        and left.level == right.level
    )


def _cost(own: float, pair: Pair) -> float:
    cost = own - pair.value
    return cost if cost >= EPSILON else 0.0


def _unmapped(system: list[EntityItem] | list[RelationItem]) -> Iterator[tuple[Item, Occurrence]]:
    """Occurrences of system items without a mate in that document."""
    for item in system:
        for doc, occurrence in item.occurrences.items():
            if item.mate is None or doc not in item.mate.occurrences:
                yield item, occurrence


def _map_relations(
    reference: list[RelationItem], system: list[RelationItem], values: RelationValues
) -> dict[RelationItem, ArgumentMap]:
    """Maps relations; gives the argument correspondence of each mapped reference relation."""
    gains: dict[tuple[int, int], float] = {}
    maps: dict[tuple[int, int], ArgumentMap] = {}
    for left, right in _candidates(reference, system, values):
        arguments = values.argument_map(left, right)
        if not values.enough(left, arguments):
            continue
        gain = _relation_gain(left, right, values, arguments)
        if gain is not None:
            gains[left.order, right.order] = gain
            maps[left.order, right.order] = arguments
    chosen: dict[RelationItem, ArgumentMap] = {}
    for i, j in optimal(gains).items():
        reference[i].mate, system[j].mate = system[j], reference[i]
        chosen[reference[i]] = maps[i, j]
    return chosen


def _candidates(
    reference: list[RelationItem], system: list[RelationItem], values: RelationValues
) -> Iterator[tuple[RelationItem, RelationItem]]:
    """Pairs with a common document and, where arguments decide, an argument in common."""
    by_argument: dict[tuple[str, EntityItem], list[RelationItem]] = {}
    by_document: dict[str, list[RelationItem]] = {}
    for item in system:
        for doc in item.occurrences:
            by_document.setdefault(doc, []).append(item)
            for _, entity in item.arguments:
                by_argument.setdefault((doc, entity), []).append(item)
    strict = values.profile.argument_score_required or values.profile.arguments_required > 0
    for item in reference:
        found: dict[RelationItem, None] = {}
        for doc in item.occurrences:
            if not strict or not values.profile.use_mentions:
                found.update(dict.fromkeys(by_document.get(doc, ())))
                continue
            for _, entity in item.arguments:
                occurrence = entity.occurrences.get(doc)
                for other in values.entities.links.get(occurrence, ()) if occurrence is not None else ():
                    found.update(dict.fromkeys(by_argument.get((doc, other.item), ())))
        for other_item in sorted(found, key=lambda candidate: candidate.order):
            yield item, other_item


def _relation_gain(
    reference: RelationItem, system: RelationItem, values: RelationValues, arguments: ArgumentMap
) -> float | None:
    gain, known = 0.0, False
    for doc, occurrence in system.occurrences.items():
        pair = values.pair(reference, system, doc, arguments)
        if pair is not None:
            gain += pair.value - values.own(occurrence).false_alarm
            known = known or doc in reference.occurrences
        elif values.profile.official:
            gain -= values.own(occurrence).false_alarm  # the program forgets this document's false alarm
    return gain if known else None


def _relation_rows(
    item: RelationItem,
    values: RelationValues,
    maps: Mapping[RelationItem, ArgumentMap],
    errors: Mapping[RelationItem, int],
) -> Iterator[Row]:
    for doc, occurrence in item.occurrences.items():
        own = values.own(occurrence).value
        mate = item.mate
        other = mate.occurrences.get(doc) if mate is not None else None
        pair = values.pair(item, mate, doc, maps[item]) if mate is not None and other is not None else None
        if pair is None or mate is None:
            cost = own
            if other is not None and not values.profile.official:
                cost -= values.own(other).false_alarm
            yield Row(item, occurrence, "miss", cost, own, NOTHING, other)
        else:
            same = (item.type, item.subtype, item.modality) == (mate.type, mate.subtype, mate.modality)
            outcome = "correct" if same and not errors[item] else "error"
            yield Row(item, occurrence, outcome, _cost(own, pair), own, pair.parts, other)


def _argument_errors(item: RelationItem, arguments: ArgumentMap | None) -> int:
    """Arguments of both relations that are not mapped to each other in the same role."""
    if item.mate is None or not arguments:
        return len(item.arguments)
    mapped = right = 0
    for (role, entity), (other_role, other) in arguments.items():
        if other.mate is None:
            continue
        mapped += 1
        right += other.mate is entity.host and role == other_role
    return len(item.arguments) + len(item.mate.arguments) - mapped - right


def _document_warnings(gold: Mapping[str, KB], system: Mapping[str, KB]) -> Iterator[str]:
    for doc in sorted(gold):
        if doc not in system:
            yield f"ref doc '{doc}' has no corresponding tst doc"
    for doc in sorted(system):
        if doc not in gold:
            yield f"system output for unevaluated document '{doc}' is skipped"


def _metonymy_warnings(side: Side, label: str) -> Iterator[str]:
    for item in side.entities.values():
        names = {name for occurrence in item.occurrences.values() for name in occurrence.names}
        for doc, occurrence in item.occurrences.items():
            for mention in occurrence.mentions if names else ():
                if mention.style == "METONYMIC" and (name := normalise_name(mention.text)) in names:
                    names.discard(name)
                    where = f"in {label} document '{doc}'"
                    yield f"metonymic mention ({name}) {where} is the same as a name for entity '{item.id}'"
