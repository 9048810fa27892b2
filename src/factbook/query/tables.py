"""The knowledge base as tables and graphs for other programs: CSV, GraphML, Neo4j import files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from factbook.store.ids import public_id
from factbook.store.store import Store
from factbook.text.offsets import Span

# file: (header, query); columns named *_id hold public ids.
_CSV: dict[str, tuple[str, str]] = {
    "documents": (
        "id language kind date length",
        "SELECT name, language, kind, date, length FROM document ORDER BY name",
    ),
    "entities": (
        "entity_id type name documents mentions confidence",
        "SELECT id, type, name, documents, mentions, confidence FROM entity ORDER BY id",
    ),
    "mentions": (
        "document entity_id level start end text canonical",
        "SELECT d.name, l.entity, m.level, m.start, m.end, m.text, m.canonical FROM mention m "
        "JOIN local_entity l ON l.id = m.local JOIN document d ON d.id = m.document "
        "ORDER BY d.name, m.start, m.end, m.seq",
    ),
    "facts": (
        "document subject_id predicate object_id value confidence inferred spans",
        "SELECT d.name, f.subject, f.predicate, f.object, f.value, f.confidence, f.inferred, f.provenance FROM fact f "
        "JOIN document d ON d.id = f.document ORDER BY d.name, f.key",
    ),
    "attitudes": (
        "document kind value polarity sarcasm source_id author_id target_kind target_id start end",
        "SELECT d.name, a.kind, a.value, a.polarity, a.sarcasm, a.source, a.author, a.target_kind, a.target, a.start, "
        "a.end FROM attitude a JOIN document d ON d.id = a.document ORDER BY d.name, a.start, a.key",
    ),
    "merges": (
        "entity_id name of_entity rule score evidence",
        "SELECT n.root, n.name, r.name, n.rule, n.score, n.evidence FROM node n JOIN node r ON r.id = n.root "
        "WHERE n.parent IS NOT NULL ORDER BY n.root, n.name, n.id",
    ),
}  # fmt: skip


def csv_files(store: Store) -> Iterator[tuple[str, bytes]]:
    """File names and contents."""
    for name, (header, query) in _CSV.items():
        columns = header.split()
        yield f"{name}.csv", _csv(columns, (_public(columns, row) for row in store.connection.execute(query)))


def _public(columns: Sequence[str], row: Sequence[Any]) -> list[Any]:
    return [
        public_id(cell) if column.endswith("_id") and isinstance(cell, int) else "" if cell is None else cell
        for column, cell in zip(columns, row, strict=True)
    ]


def _csv(header: Sequence[str], rows: Iterator[Sequence[Any]]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue().encode("utf-8")


def _edges(store: Store) -> Iterator[tuple[str, str, str, float, int]]:
    """Entity to entity: subject, predicate, object, highest confidence, number of documents."""
    rows = store.connection.execute(
        "SELECT subject, predicate, object, max(confidence), count(DISTINCT document) FROM fact "
        "WHERE object IS NOT NULL GROUP BY subject, predicate, object ORDER BY subject, predicate, object"
    )
    for subject, predicate, other, confidence, documents in rows:
        yield public_id(subject), predicate, public_id(other), confidence, documents


def _nodes(store: Store) -> Iterator[tuple[str, str, str, int]]:
    for number, kind, name, documents in store.connection.execute(
        "SELECT id, type, name, documents FROM entity ORDER BY id"
    ):
        yield public_id(number), kind, name, documents


def graphml(store: Store) -> bytes:
    """Entities and the facts between them as GraphML."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(
            f'  <key id="{name}" for="{part}" attr.name="{name}" attr.type="{kind}"/>'
            for part, name, kind in (
                ("node", "name", "string"), ("node", "type", "string"), ("node", "documents", "int"),
                ("edge", "predicate", "string"), ("edge", "confidence", "double"), ("edge", "support", "int"),
            )
        ),
        '  <graph edgedefault="directed">',
    ]  # fmt: skip
    for identity, kind, name, documents in _nodes(store):
        lines.append(
            f"    <node id={quoteattr(identity)}>{_data('name', name)}{_data('type', kind)}"
            f"{_data('documents', documents)}</node>"
        )
    for subject, predicate, other, confidence, documents in _edges(store):
        lines.append(
            f"    <edge source={quoteattr(subject)} target={quoteattr(other)}>{_data('predicate', predicate)}"
            f"{_data('confidence', confidence)}{_data('support', documents)}</edge>"
        )
    lines += ["  </graph>", "</graphml>", ""]
    return "\n".join(lines).encode("utf-8")


def _data(key: str, value: object) -> str:
    text = "".join(c for c in str(value) if c >= " ")  # XML has no control characters
    return f'<data key="{key}">{escape(text)}</data>'


def neo4j_files(store: Store) -> Iterator[tuple[str, bytes]]:
    """Files for `neo4j-admin database import`. A value that is no entity is a node labelled Value.

    Mentions and provenance are lists of DOCUMENT:FIRST-LAST; `formats.neo4j` reads all of it again.
    """
    named, nominal, provenance = _mentions(store, "NAM"), _mentions(store, "NOM"), _provenance(store)
    nodes = [
        (i, name, kind, n, _list(named.get(i, ())), _list(nominal.get(i, ()))) for i, kind, name, n in _nodes(store)
    ]
    values = list(_values(store))
    nodes += [(id, id.removeprefix(_VALUE), "Value", n, "", "") for id, n in _counted(values).items()]
    columns = ["id:ID", "name", ":LABEL", "documents:int", "mentions:string[]", "nominal_mentions:string[]"]
    yield "nodes.csv", _csv(columns, iter(nodes))
    facts = chain(_edges(store), values)
    edges = ((s, o, _label(p), p, c, n, _list(provenance.get((s, p, o), ()))) for s, p, o, c, n in facts)
    header = [":START_ID", ":END_ID", ":TYPE", "predicate", "confidence:float", "documents:int", "provenance:string[]"]
    yield "relationships.csv", _csv(header, edges)


_VALUE = "value:"


def _values(store: Store) -> Iterator[tuple[str, str, str, float, int]]:
    """Entity to value, as `_edges` gives entity to entity."""
    rows = store.connection.execute(
        "SELECT subject, predicate, value, max(confidence), count(DISTINCT document) FROM fact "
        "WHERE object IS NULL AND value <> '' GROUP BY subject, predicate, value ORDER BY subject, predicate, value"
    )
    for subject, predicate, value, confidence, documents in rows:
        yield public_id(subject), predicate, _VALUE + value, confidence, documents


def _counted(values: Iterable[tuple[str, str, str, float, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for _, _, value, _, documents in values:
        found[value] = found.get(value, 0) + documents
    return found


def _list(spans: Iterable[Span]) -> str:
    return ";".join(map(str, dict.fromkeys(spans)))


def _mentions(store: Store, level: str) -> dict[str, list[Span]]:
    """The mentions of each entity, of one level."""
    found: dict[str, list[Span]] = {}
    rows = store.connection.execute(
        "SELECT l.entity, d.name, m.start, m.end FROM mention m JOIN local_entity l ON l.id = m.local "
        "JOIN document d ON d.id = m.document WHERE m.level = ? ORDER BY d.name, m.start, m.end, m.seq",
        (level,),
    )
    for entity, doc, start, end in rows:
        found.setdefault(public_id(entity), []).append(Span(doc, start, end))
    return found


def _provenance(store: Store) -> dict[tuple[str, str, str], list[Span]]:
    """The places that support each fact."""
    found: dict[tuple[str, str, str], list[Span]] = {}
    rows = store.connection.execute(
        "SELECT f.subject, f.predicate, f.object, f.value, d.name, f.provenance FROM fact f JOIN document d "
        "ON d.id = f.document ORDER BY d.name, f.key"
    )
    for subject, predicate, other, value, doc, places in rows:
        key = public_id(subject), predicate, _VALUE + value if other is None else public_id(other)
        # Start and end, and the document where it is another one.
        spans = [Span(place[2] if len(place) > 2 else doc, place[0], place[1]) for place in json.loads(places)]
        found.setdefault(key, []).extend(spans)
    return found


def _label(predicate: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in predicate).upper()
