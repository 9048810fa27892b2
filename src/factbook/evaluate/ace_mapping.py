"""Mapping of reference and system items, and what each of them costs: the four tasks EDR, RDR, EMD and RMD."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from factbook.evaluate.ace_items import (
    EntityItem,
    EntityOccurrence,
    MentionItem,
    RelationItem,
    Side,
    promote,
    promote_relations,
)
from factbook.evaluate.ace_profiles import Profile
from factbook.evaluate.ace_relation_mapping import argument_errors, map_relations, relation_rows
from factbook.evaluate.ace_relations import RelationValues
from factbook.evaluate.ace_rows import Row, Scored, cost_of, unmapped
from factbook.evaluate.ace_value import NOTHING, Correspondence, EntityValues, Links, correspondences
from factbook.evaluate.ace_warnings import document_warnings, metonymy_warnings
from factbook.evaluate.align import optimal
from factbook.model.collector import collector_paused
from factbook.model.kb import KB


class Evaluation:
    """Reference against system under one profile. Tasks are scored when asked for, each once."""

    def __init__(
        self, gold: Mapping[str, KB], system: Mapping[str, KB], profile: Profile, *, local: bool = False
    ) -> None:
        self.profile, self.local = profile, local
        documents = sorted(gold)
        with collector_paused():
            self.reference = Side(gold, documents, profile, local=local)
            self.system = Side(system, documents, profile, local=local)
            self.correspondences = list(self._correspondences()) if profile.use_mentions else []
        self.documents = documents
        self.warnings = [*document_warnings(gold, system), *metonymy_warnings(self.reference, "REF")]
        self.warnings += [*metonymy_warnings(self.system, "SYS"), *self.reference.warnings, *self.system.warnings]
        self._scored: dict[str, Scored] = {}
        self._values: dict[tuple[str, str, float], EntityValues] = {}
        self._promoted: dict[MentionItem, EntityItem] | None = None

    def _correspondences(self) -> Iterator[Correspondence]:
        others = self.system.mentions
        for doc, mentions in self.reference.mentions.items():
            if doc in others:
                yield from correspondences(mentions.values(), others[doc].values(), self.profile)

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
            for item, occurrence in unmapped(system)
        ]
        scored = Scored(task, [*reference], [*system], rows, alarms)
        scored.links, scored.uses_mentions = links, profile.use_mentions
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

    def nearest(self, system: EntityOccurrence) -> EntityOccurrence | None:
        """The reference entity in the document that a system entity has most value in accord with; ties: the first."""
        best, most = None, 0.0
        for item in self.reference.entities.values():
            other = item.occurrences.get(system.doc)
            value = self.accord(other, system) if other is not None else None
            if value is not None and (best is None or value > most):
                best, most = other, value
        return best

    def accord(self, reference: EntityOccurrence, system: EntityOccurrence) -> float | None:
        """Value(sys, ref) of two entities of a document, mapped or not (Appendix A); None: nothing in accord."""
        links = self.task("edr").links
        if self.profile.use_mentions and system not in links.get(reference, ()):
            return None
        values = self._entity_values("edr", links, self.profile.eval_weighting, self.profile.epsilon)
        pair = values.unkept_pair(reference, system)
        return None if pair is None else pair.value

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
        maps = map_relations(reference, system, mapping)
        values = mapping
        if profile.value_epsilon != profile.epsilon:
            entities = self._entity_values(entities.name, links, profile.eval_weighting, profile.value_epsilon)
            values = RelationValues(profile, entities, mentions=mentions)
        errors = {item: argument_errors(item, maps.get(item)) for item in reference if item.mate is not None}
        rows = [row for item in reference for row in relation_rows(item, values, maps, errors)]
        alarms = [
            Row(item, occurrence, "fa", -values.own(occurrence).false_alarm, 0.0, NOTHING)
            for item, occurrence in unmapped(system)
        ]
        scored = Scored(task, [*reference], [*system], rows, alarms)
        scored.links = links
        for item, wrong in errors.items():
            scored.argument_errors[item] = wrong
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
                scored.values[occurrence] = values.alone(item) * arguments


def _links(
    found: Iterable[Correspondence],
    left: Mapping[MentionItem, EntityItem] | None,
    right: Mapping[MentionItem, EntityItem] | None,
) -> Links:
    """Correspondences by the occurrences they join; `left` and `right` give promoted mentions."""
    links: Links = {}
    for link in found:
        first = link[0].occurrence if left is None else left[link[0]].first
        second = link[1].occurrence if right is None else right[link[1]].first
        known = links.get(first)
        if known is None:
            links[first] = {second: [link]}
        elif second in known:
            known[second].append(link)
        else:
            known[second] = [link]
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
    # Where names count, a named and an unnamed entity have no value in accord (W_err-names): they are not compared.
    split = values.profile.name_similarity
    by_document: dict[tuple[str, bool], list[tuple[int, EntityOccurrence, float]]] = {}
    for item in system:
        for doc, occurrence in item.occurrences.items():
            key = (doc, split and occurrence.level == "NAM")
            by_document.setdefault(key, []).append((item.order, occurrence, values.own(occurrence).false_alarm))
    gains: dict[tuple[int, int], float] = {}
    element = values.element
    for item in reference:
        order = item.order
        for doc, occurrence in item.occurrences.items():
            norm = values.own(occurrence).norm
            for other_order, other, false_alarm in by_document.get((doc, split and occurrence.level == "NAM"), ()):
                value = element(occurrence, other)
                if value or not values.strict:
                    orders = (order, other_order)
                    gains[orders] = gains.get(orders, 0.0) + (norm * value - false_alarm)
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
            yield Row(item, occurrence, "correct" if right else "error", cost_of(own, pair), own, pair.parts, other)


def _alike(left: EntityOccurrence, right: EntityOccurrence) -> bool:
    return (
        left.type == right.type
        and left.subtype == right.subtype
        and left.class_ == right.class_
        and left.level == right.level
    )
