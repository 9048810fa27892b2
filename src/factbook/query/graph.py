"""What answering a Cold Start query needs of a knowledge base: names by document, fills by slot, canonical mentions.

A graph is made for a given list of queries, so it holds only the documents and slots that they ask about.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from factbook.formats.coldstart_assertions import Assertions
from factbook.formats.coldstart_text import quote, unquote, write_confidence
from factbook.formats.provenance import EMPTY, Provenance, write_spans
from factbook.model.kb import KB
from factbook.model.records import Mention
from factbook.model.tasks import Query
from factbook.query.entry_points import Named
from factbook.schema.coldstart import SLOTS
from factbook.text.offsets import Span


class Fill(msgspec.Struct, frozen=True, gc=False):
    """One line that fills a slot of a node."""

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


class Graph:
    """Look-ups over one knowledge base. Positions are line numbers, or the order of the records."""

    def __init__(self, run_id: str, length: int) -> None:
        self.run_id = run_id
        self.length = length  # no position is higher
        self.types: dict[str, str] = {}
        self.names: dict[str, list[Named]] = {}  # by document
        self.fills: dict[tuple[str, str], list[Fill]] = {}  # by node and full slot name
        self.canonical: dict[tuple[str, str], list[Canonical]] = {}  # by node and document


def graph_of(kb: KB | Assertions, queries: Iterable[Query]) -> Graph:
    """The graph of a knowledge base, as far as these queries need it."""
    asked = list(queries)
    docs = {point.span.doc for query in asked for point in query.entry_points}
    slots = {slot for query in asked for slot in query.slots}
    return _of_kb(kb, docs, slots) if isinstance(kb, KB) else _of_assertions(kb, docs, slots)


def _of_assertions(table: Assertions, docs: set[str], slots: set[str]) -> Graph:
    graph = Graph(table.run_id, max((assertion.line for assertion in table.all), default=0))
    bare = {slot.partition(":")[2] for slot in slots}
    for assertion in table.all:
        kind = assertion.slot.kind
        if kind == "mention":
            name = assertion.slot.name
            if name == "mention":
                if assertion.provenance.doc in docs:
                    named = Named(assertion.provenance.spans[0], assertion.subject.name, assertion.line)
                    graph.names.setdefault(named.span.doc, []).append(named)
            elif name == "canonical_mention":
                held = graph.canonical.setdefault((assertion.subject.name, assertion.provenance.doc), [])
                held.append(Canonical(assertion.line, assertion.object, assertion.provenance))
        elif kind == "slot":
            if assertion.slot.name in bare and not assertion.omitted:
                target = assertion.target.name if assertion.target is not None else ""
                text = "" if target else assertion.object
                fill = Fill(assertion.line, target, text, assertion.provenance, assertion.confidence)
                key = (assertion.subject.name, f"{assertion.subject.type}:{assertion.slot.name}")
                graph.fills.setdefault(key, []).append(fill)
        elif kind == "type":
            graph.types[assertion.subject.name] = assertion.object
    return graph


def _of_kb(kb: KB, docs: set[str], slots: set[str]) -> Graph:
    graph = Graph(kb.name or "factbook", len(kb.mentions) + len(kb.relation_mentions))
    for entity in kb.entities.values():
        graph.types[entity.id] = entity.type
    for position, mention in enumerate(kb.mentions.values()):
        _add_mention(graph, mention, position, docs)
    position = len(kb.mentions)
    for relation in kb.relations.values():
        if relation.type not in slots or relation.type not in SLOTS or len(relation.arguments) < 2:
            continue
        subject, ref = relation.arguments[0].ref, relation.arguments[1].ref
        filler = kb.fillers.get(ref)
        text = quote(filler.value or filler.text) if filler is not None else ""
        for line in kb.mentions_of_relation.get(relation.id, ()):
            position += 1
            confidence = write_confidence(relation.confidence if line.confidence is None else line.confidence)
            fill = Fill(position, "" if filler else ref, text, _provenance(line.provenance), confidence)
            graph.fills.setdefault((subject, relation.type or ""), []).append(fill)
    return graph


def _add_mention(graph: Graph, mention: Mention, position: int, docs: set[str]) -> None:
    span = mention.head if mention.level == "NOM" and mention.head is not None else mention.extent
    if not isinstance(span, Span):
        return
    if mention.level == "NAM" and span.doc in docs:
        graph.names.setdefault(span.doc, []).append(Named(span, mention.entity, position))
    if mention.canonical:
        text = (mention.head_text if span is mention.head else "") or mention.text
        held = graph.canonical.setdefault((mention.entity, span.doc), [])
        held.append(Canonical(position, quote(text), _provenance((span,))))


def _provenance(spans: tuple[Span, ...]) -> Provenance:
    if not spans:
        return EMPTY
    return Provenance(write_spans(spans), spans[0].doc, spans[0].start, tuple(span.doc for span in spans))


def one_line(quoted: str) -> str:
    """The string of a fill as a submission has it: without quotes and escapes, white space as blanks."""
    text = unquote(quoted)
    return text if text.isprintable() else "".join(" " if c.isspace() else c for c in text)
