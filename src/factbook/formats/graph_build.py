"""Nodes and edges of a graph as a KB: types and slots by the map, mentions and provenance by the texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from factbook.formats.format import Context, Problems, Where
from factbook.formats.graph_map import Found, GraphMap, graph_map
from factbook.formats.graph_places import Names, Unit, support
from factbook.formats.graph_tables import Row, Table
from factbook.formats.provenance import read_span
from factbook.model.kb import KB
from factbook.model.records import Argument, Document, Entity, Filler, Mention, Name, Relation, RelationMention
from factbook.schema import rich_ere
from factbook.schema.labels import Label, plain
from factbook.text.offsets import Span

SUBJECT, OBJECT = "subject", "object"
_PLACE = re.compile(r".+:[0-9]{1,15}-[0-9]{1,15}")


class Node(msgspec.Struct, kw_only=True):
    """A node before it is an entity. `places` are mentions that the file gives."""

    id: str
    name: str
    labels: tuple[str, ...]
    where: Where
    units: tuple[Unit, ...] = ()
    places: tuple[Span, ...] = ()
    nominal: tuple[Span, ...] = ()
    end: Label = Label("")


class Edge(msgspec.Struct, kw_only=True):
    """An edge before it is a relation. `name` is empty where only a description tells."""

    start: str
    end: str
    name: str
    where: Where
    description: str = ""
    confidence: float | None = None
    units: tuple[Unit, ...] = ()
    places: tuple[Span, ...] = ()


class _Kind(msgspec.Struct, frozen=True):
    """What an edge is: a slot, a Rich ERE relation, or (type None) an open relation."""

    type: str | None
    subtype: str = ""
    roles: tuple[str, str] = (SUBJECT, OBJECT)


class Graph:
    """Collects nodes and edges, then builds the KB."""

    def __init__(self, name: str, context: Context, problems: Problems, file: str) -> None:
        self.problems = problems
        self.map: GraphMap = graph_map(context.options.get("map", ""), problems, file)
        self.texts = {doc: source.text for doc, source in context.sources.items()}
        self.nodes: dict[str, Node] = {}
        self.edges: list[Edge] = []
        self.kb = KB(name=name)
        self.places: dict[str, list[Span]] = {}

    def add_node(self, node: Node) -> None:
        if node.id in self.nodes:
            self.problems.add("DUPLICATE_NODE", node.where, id=node.id)
            return
        for label in node.labels:
            known = self.map.type_of(label)
            if known is not None:
                node.end = known
                break
        else:
            self.problems.add("UNMAPPED_TYPE", node.where, label=";".join(node.labels) or "(none)")
        self.nodes[node.id] = node

    def confidence(self, row: Row, table: Table) -> float | None:
        """The confidence of a row, if it is one."""
        text = row.text("confidence")
        if not text:
            return None
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1:
            self.problems.add("BAD_CONFIDENCE", table.where(row), value=text)
            return None
        return number

    def spans(self, texts: Sequence[str], where: Where) -> tuple[Span, ...]:
        """Places written as DOCUMENT:FIRST-LAST."""
        found = []
        for text in texts:
            place = read_span(text) if _PLACE.fullmatch(text) else None
            if place is None or place.length < 1:
                self.problems.add("BAD_PLACE", where, text=text)
            else:
                found.append(place)
        return tuple(found)

    def build(self) -> KB:
        """The KB of all that was added."""
        self._places()
        for node in self.nodes.values():
            if node.end.type:
                self._entity(node)
        for number, edge in enumerate(self.edges, 1):
            self._relation(edge, number)
        for span in (place for places in self.places.values() for place in places):
            if span.doc not in self.kb.documents:
                self.kb.add(Document(id=span.doc))
        return self.kb

    def _places(self) -> None:
        searched = {n.id: (n.name, n.units) for n in self.nodes.values() if not (n.places or n.nominal) and n.units}
        found = Names(self.texts).find(searched)
        for node in self.nodes.values():
            self.places[node.id] = [*node.places, *node.nominal] or found.get(node.id, [])
            if node.id in searched and not self.places[node.id] and node.end.type:
                self.problems.add("NO_MENTION", node.where, name=node.name)

    def _entity(self, node: Node) -> None:
        self.kb.add(Entity(id=node.id, type=node.end.type, names=(Name(text=node.name),)))
        met: set[str] = set()
        for number, span in enumerate(self.places[node.id], 1):
            text = self.texts[span.doc][span.start : span.end] if span.doc in self.texts else node.name
            mention = Mention(
                id=f"{node.id}-m{number}",
                entity=node.id,
                level="NOM" if span in node.nominal else "NAM",
                type=node.end.type,
                extent=span,
                text=text,
                canonical=span.doc not in met,
            )
            met.add(span.doc)
            self.kb.add(mention)

    def _relation(self, edge: Edge, number: int) -> None:
        ends = [self.nodes.get(edge.start), self.nodes.get(edge.end)]
        for word, id, node in (("start", edge.start, ends[0]), ("end", edge.end, ends[1])):
            if node is None:
                self.problems.add("UNKNOWN_NODE", edge.where, end=word, id=id)
        start, end = ends
        if start is None or end is None:
            return
        ere = rich_ere.relation(*edge.name.partition(".")[::2])  # as `factbook export` writes what is no slot
        if ere is not None:
            kind = _Kind(ere.type, ere.subtype, ere.roles)
        else:
            found = self._slot(edge, start, end)
            kind = _Kind(found.slot if found is not None else None)
            if found is not None and found.turned:
                start, end = end, start
        self._add(f"r{number}", kind, start, end, edge)

    def _slot(self, edge: Edge, start: Node, end: Node) -> Found | None:
        """The slot of an edge: by its name, or by words of its description between the two names."""
        names = [(edge.name, False)] if edge.name else self._described(edge, start, end)
        forbidden = ""
        for name, swapped in names:
            ends = (end.end, start.end) if swapped else (start.end, end.end)
            found, wrong = self.map.slot(name, *ends)
            if found is not None:
                return Found(found.slot, found.turned != swapped)
            forbidden = forbidden or wrong
        if forbidden:
            types = {"subject": start.end.type or start.name, "object": end.end.type or end.name}
            self.problems.add("RELATION_TYPES", edge.where, slot=forbidden, **types)
        else:
            self.problems.add("UNMAPPED_RELATION", edge.where, name=edge.name or edge.description or "(none)")
        return None

    def _described(self, edge: Edge, start: Node, end: Node) -> list[tuple[str, bool]]:
        """Names of relations in the description, and whether its sentence begins with the end of the edge."""
        text = plain(edge.description)
        here = {node.id: text.find(plain(node.name)) for node in (start, end)}
        swapped = 0 <= here[end.id] < here[start.id]
        return [(name, swapped) for _, name in self.map.in_words(edge.description)]

    def _add(self, id: str, kind: _Kind, subject: Node, other: Node, edge: Edge) -> None:
        refs, extent = self._refs(id, subject, other)
        places = edge.places or support(self.places[subject.id], self.places[other.id], edge.units)
        if extent is not None and extent not in places:
            places = (extent, *places)  # seed 002, "Provenance": a string comes first
        arguments = tuple(Argument(role=role, ref=ref) for role, ref in zip(kind.roles, refs, strict=True))
        self.kb.add(
            Relation(id=id, type=kind.type, subtype=kind.subtype, arguments=arguments, confidence=edge.confidence)
        )
        words = "" if kind.type else edge.name or edge.description
        self.kb.add(
            RelationMention(id=f"{id}m", relation=id, provenance=places, confidence=edge.confidence, trigger_text=words)
        )

    def _refs(self, id: str, subject: Node, other: Node) -> tuple[list[str], Span | None]:
        """What the ends of a relation refer to: entities, or a filler for what is none. And the place of the object."""
        refs, extent = [], None
        for node, role in ((subject, "s"), (other, "v")):
            if node.id in self.kb.entities:
                refs.append(node.id)
                continue
            place = next(iter(self.places[node.id]), None)
            self.kb.add(Filler(id=f"{id}{role}", type="STRING", text=node.name, extent=place))
            refs.append(f"{id}{role}")
            extent = place if role == "v" else extent
        return refs, extent


def units_of(
    ids: Sequence[str], known: Mapping[str, Unit | None], where: Where, problems: Problems
) -> tuple[Unit, ...]:
    """The text units of a row; unknown ones are problems."""
    found = []
    for id in ids:
        if id not in known:
            problems.add("UNKNOWN_TEXT_UNIT", where, id=id)
        elif (unit := known[id]) is not None:
            found.append(unit)
    return tuple(found)
