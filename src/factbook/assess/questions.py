"""Queries that ask for all that some knowledge bases say: an entry point a subject, one slot each.

Of a slot and its inverse one is asked: they are one fact. An entity of a later knowledge base that an entry point of an
earlier one leads to is asked there, so that the same fact of several knowledge bases is one claim. The queries are
official ones (seed 002, "Evaluation Queries"): `factbook score` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from factbook.model.kb import KB
from factbook.model.records import RelationMention
from factbook.model.tasks import EntryPoint, Query
from factbook.query.entry_points import Named, choose
from factbook.query.graph import Graph, graph_of
from factbook.schema.coldstart import SLOTS
from factbook.schema.cssf_ids import expand

BASE = "CSSF16"
_TYPES = ("PER", "ORG", "GPE")  # what a query may start from


def asked_slots() -> tuple[str, ...]:
    """Every slot that has no inverse, and of each pair the one that the table has first."""
    kept: list[str] = []
    for name, slot in SLOTS.items():
        inverses = {f"{kind}:{slot.inverse}" for kind in slot.range} if slot.to_entity else set()
        if name in inverses or not inverses.intersection(kept):
            kept.append(name)
    return tuple(kept)


def best_lines(kb: KB) -> KB:
    """The same facts, each with its line of highest confidence, the earlier of two: that one is assessed (seed 002)."""
    chosen: dict[str, RelationMention] = {}
    for line in kb.relation_mentions.values():
        known = chosen.get(line.relation)
        if known is None or (line.confidence or 0.0) > (known.confidence or 0.0):
            chosen[line.relation] = line
    copy = msgspec.structs.replace(kb, relation_mentions={line.id: line for line in chosen.values()})
    copy.forget_indexes()
    return copy


class Questions(msgspec.Struct, frozen=True):
    """The queries, and how many facts of each knowledge base no query can reach."""

    queries: tuple[Query, ...]
    unreached: Mapping[str, int]


def questions(kbs: Mapping[str, KB], known: Sequence[Query] = ()) -> Questions:
    """Queries for all knowledge bases, those `known` first."""
    wanted = frozenset(asked_slots())
    found: dict[str, Query] = {query.id: query for query in known}
    points: dict[EntryPoint, None] = {query.entry_points[0]: None for query in known}
    unreached: dict[str, int] = {}
    for name, kb in kbs.items():
        asked = _Asked(kb, points)
        for entity, slots in _stated(kb, wanted).items():
            point = asked.point(entity)
            if point is None:
                unreached[name] = unreached.get(name, 0) + sum(slots.values())
                continue
            points[point] = None
            for slot in slots:
                (query,) = expand(
                    Query(id="1", entry_points=(point,), slots=(slot,), entity_type=point.entity_type), BASE
                )
                found.setdefault(query.id, query)
    return Questions(tuple(found.values()), unreached)


def _stated(kb: KB, wanted: frozenset[str]) -> dict[str, dict[str, int]]:
    """Subjects, their slots and how many facts each has, in file order."""
    found: dict[str, dict[str, int]] = {}
    for relation in kb.relations.values():
        if relation.type in wanted and len(relation.arguments) > 1 and relation.arguments[0].ref in kb.entities:
            slots = found.setdefault(relation.arguments[0].ref, {})
            slots[relation.type] = slots.get(relation.type, 0) + 1
    return found


class _Asked:
    """Where one knowledge base is entered."""

    def __init__(self, kb: KB, points: Mapping[EntryPoint, None]) -> None:
        self.kb = kb
        graph = graph_of(kb)
        docs = {mention.extent.doc for mention in kb.mentions.values()} | {point.span.doc for point in points}
        self.names: dict[tuple[str, str], list[Named]] = {}
        self.of_node: dict[str, list[Named]] = {}
        for doc, names in graph.names(docs).items():
            for named in names:
                self.names.setdefault((doc, _type(graph, named.node)), []).append(named)
                self.of_node.setdefault(named.node, []).append(named)
        self.support: dict[tuple[str, str], int] = {}  # facts of an entity that a document supports
        for line in kb.relation_mentions.values():
            subject = kb.relations[line.relation].arguments[0].ref
            for doc in {span.doc for span in line.provenance}:
                self.support[subject, doc] = self.support.get((subject, doc), 0) + 1
        self.leads: dict[str, EntryPoint] = {}
        for point in points:
            node = self._node(point)
            if node is not None:
                self.leads.setdefault(node, point)

    def point(self, entity: str) -> EntryPoint | None:
        """A known entry point that leads to an entity, or a new one."""
        return self.leads.get(entity) or next(self._new(entity), None)

    def _new(self, entity: str) -> Iterator[EntryPoint]:
        kind = self.kb.entities[entity].type.upper()
        if kind not in _TYPES:
            return
        canonical = {mention.extent for mention in self.kb.mentions_of.get(entity, ()) if mention.canonical}

        def order(named: Named) -> tuple[int, bool, int]:
            # The document that supports most of its facts: an assessor then reads about one text.
            return -self.support.get((entity, named.span.doc), 0), named.span not in canonical, named.position

        mentions = sorted(self.of_node.get(entity, ()), key=order)
        texts = {mention.extent: mention.text for mention in self.kb.mentions_of.get(entity, ())}
        for named in mentions:
            name = " ".join((texts.get(named.span) or "").split())
            point = EntryPoint(name=name or str(named.span), span=named.span, entity_type=kind)
            if self._node(point) == entity:
                yield point

    def _node(self, point: EntryPoint) -> str | None:
        best = choose(point.span, self.names.get((point.span.doc, point.entity_type), ()))
        return best.node if best is not None else None


def _type(graph: Graph, node: str) -> str:
    return graph.type_of(node).upper()
