"""What answering Cold Start queries needs of a knowledge base: names in a document, fills of a slot, canonical names.

`graph_of` takes the assertions of a file or the records of a `KB`. Fills are looked up for many nodes at once, because
one pass over the lines serves all queries.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

import msgspec

from factbook.formats.coldstart_assertions import Assertion, Assertions
from factbook.formats.coldstart_text import quote, unquote, write_confidence
from factbook.formats.provenance import EMPTY, Provenance, write_spans
from factbook.model.kb import KB
from factbook.model.records import Mention
from factbook.query.entry_points import Named
from factbook.text.offsets import Span


class Fill(msgspec.Struct, frozen=True, gc=False):
    """One line that fills a slot of a node."""

    slot: str  # full name
    position: int
    node: str  # the node that fills the slot; "" for a string
    text: str  # the quoted string; "" for a node
    provenance: Provenance
    confidence: str


class Canonical(msgspec.Struct, frozen=True, gc=False):
    """The canonical mention of a node in a document."""

    position: int
    text: str  # quoted
    provenance: Provenance


class Graph(ABC):
    """Look-ups over one knowledge base. Positions are line numbers, or the order of the records."""

    run_id: str
    length: int  # no position is higher

    @abstractmethod
    def type_of(self, node: str) -> str:
        """The type of a node as written; "" where it has none."""

    @abstractmethod
    def names(self, docs: set[str]) -> dict[str, list[Named]]:
        """The named mentions in each of these documents."""

    @abstractmethod
    def fills(self, asked: set[tuple[str, str]]) -> dict[tuple[str, str], list[Fill]]:
        """The fills of a slot at a node, for each of these nodes and slots, in the order of the file."""

    @abstractmethod
    def canonical(self, node: str, doc: str) -> list[Canonical]:
        """The canonical mentions of a node in a document."""


def graph_of(kb: KB | Assertions) -> Graph:
    """The graph of a knowledge base."""
    return _Records(kb) if isinstance(kb, KB) else _Lines(kb)


class _Lines(Graph):
    """The assertions of a file."""

    def __init__(self, table: Assertions) -> None:
        self._nodes = table.nodes
        self.run_id = table.run_id
        self.length = table.all[-1].line if table.all else 0  # in the order of the file, nothing inferred

    def type_of(self, node: str) -> str:
        known = self._nodes.get(node)
        types = [line.object for line in known.lines if line.slot.kind == "type"] if known is not None else []
        return types[-1] if types else ""

    def names(self, docs: set[str]) -> dict[str, list[Named]]:
        found: dict[str, list[Named]] = {doc: [] for doc in docs}
        for node in self._nodes.values():
            if node.named.keys().isdisjoint(docs):
                continue
            for doc in node.named.keys() & docs:
                found[doc] += [Named(line.provenance.spans[0], node.name, line.line) for line in node.named[doc]]
        return found

    def fills(self, asked: set[tuple[str, str]]) -> dict[tuple[str, str], list[Fill]]:
        found: dict[tuple[str, str], list[Fill]] = {}
        for name, slot in asked:
            node, (type, _, predicate) = self._nodes.get(name), slot.partition(":")
            if node is not None and node.type == type:
                lines = [line for line in node.lines if line.slot.name == predicate and not line.omitted]
                found[name, slot] = [_fill(slot, line) for line in lines if line.slot.kind == "slot"]
        return found

    def canonical(self, node: str, doc: str) -> list[Canonical]:
        held = self._nodes[node].canonical.get(doc, ())
        return [Canonical(line.line, line.object, line.provenance) for line in held]


def _fill(slot: str, line: Assertion) -> Fill:
    target = line.target.name if line.target is not None else ""
    return Fill(slot, line.line, target, "" if target else line.object, line.provenance, line.confidence)


class _Records(Graph):
    """The records of a KB."""

    def __init__(self, kb: KB) -> None:
        self._kb = kb
        self.run_id = kb.name or "factbook"
        self.length = len(kb.mentions) + len(kb.relation_mentions)
        self._positions = {name: position for position, name in enumerate(kb.relation_mentions, len(kb.mentions) + 1)}
        self._canonical: dict[tuple[str, str], list[Canonical]] = {}
        for position, mention in enumerate(kb.mentions.values(), start=1):
            place = _place(mention)
            if mention.canonical and place is not None:
                text = (mention.head_text if place is mention.head else "") or mention.text
                held = self._canonical.setdefault((mention.entity, place.doc), [])
                held.append(Canonical(position, quote(text), _provenance((place,))))

    def type_of(self, node: str) -> str:
        return self._kb.entities[node].type if node in self._kb.entities else ""

    def names(self, docs: set[str]) -> dict[str, list[Named]]:
        found: dict[str, list[Named]] = {doc: [] for doc in docs}
        for position, mention in enumerate(self._kb.mentions.values(), start=1):
            place = _place(mention)
            if mention.level == "NAM" and place is not None and place.doc in docs:
                found[place.doc].append(Named(place, mention.entity, position))
        return found

    def fills(self, asked: set[tuple[str, str]]) -> dict[tuple[str, str], list[Fill]]:
        found: dict[tuple[str, str], list[Fill]] = {}
        for relation in self._kb.relations.values():
            key = (relation.arguments[0].ref, relation.type or "") if len(relation.arguments) > 1 else ("", "")
            if key not in asked:
                continue
            ref = relation.arguments[1].ref
            filler = self._kb.fillers.get(ref)
            text = quote(filler.value or filler.text) if filler is not None else ""
            for line in self._kb.mentions_of_relation.get(relation.id, ()):
                confidence = write_confidence(relation.confidence if line.confidence is None else line.confidence)
                place = _provenance(line.provenance)
                node = "" if filler else ref
                fill = Fill(key[1], self._positions[line.id], node, text, place, confidence)
                found.setdefault(key, []).append(fill)
        return found

    def canonical(self, node: str, doc: str) -> list[Canonical]:
        return self._canonical.get((node, doc), [])


def _place(mention: Mention) -> Span | None:
    """Where Cold Start puts a mention: a nominal one at its head."""
    place = mention.head if mention.level == "NOM" and mention.head is not None else mention.extent
    return place if isinstance(place, Span) else None


def _provenance(spans: Iterable[Span]) -> Provenance:
    places = tuple(spans)
    if not places:
        return EMPTY
    return Provenance(write_spans(places), places[0].doc, places[0].start, tuple(place.doc for place in places))


def one_line(quoted: str) -> str:
    """The string of a fill as a submission has it: without quotes and escapes, white space as blanks."""
    text = unquote(quoted)
    return text if text.isprintable() else "".join(" " if c.isspace() else c for c in text)
