"""Mentions of gold and system as arrays of numbers: what entity discovery and coreference measures count on."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from factbook.evaluate.clusters import Floats, Ints
from factbook.evaluate.measure import Unit
from factbook.evaluate.scope import Regions, chosen, document_labels, excluded
from factbook.model.kb import KB
from factbook.text.offsets import Span


class Table(msgspec.Struct, frozen=True):
    """One side as parallel arrays of codes that both sides share; one row a span."""

    fields: dict[str, Ints]  # span doc type kbid cluster; kbid 0 is NIL
    quoted: NDArray[np.bool_]
    mentions: list[str]


class Encoded(msgspec.Struct, frozen=True):
    """Both sides. `docs` and `types` name the codes."""

    gold: Table
    system: Table
    docs: list[str]
    labels: list[dict[str, str]]
    types: list[str]
    sizes: dict[str, int]  # number of codes by field
    present: dict[str, tuple[list[tuple[int, int]], list[tuple[int, int]]]]  # (document, type) in gold, in either side


_FIELDS = ("span", "doc", "type", "kbid", "cluster")


class _Codes:
    """Running numbers for values, shared by both sides, in the order of the files."""

    def __init__(self) -> None:
        self.doc: dict[str, int] = {}
        self.type: dict[tuple[str, str], int] = {}
        self.kbid: dict[str, int] = {"NIL": 0}
        self.cluster: dict[str, int] = {}


class _Rows(msgspec.Struct, frozen=True):
    columns: dict[str, Ints]  # doc type kbid cluster start end
    confidence: Floats
    mentions: list[str]


def encode(gold: KB, system: KB) -> Encoded:
    """Arrays of both sides, the work that all measures share."""
    codes = _Codes()
    regions = Regions(excluded(gold))
    sides = [_rows(kb, codes) for kb in (gold, system)]
    spans = _span_codes(sides)
    docs = list(codes.doc)
    tables = [_table(rows, span, docs, regions) for rows, span in zip(sides, spans, strict=True)]
    labels = [document_labels(doc, gold.documents.get(doc) or system.documents.get(doc)) for doc in docs]
    sizes = {name: max(len(getattr(codes, name)), 1) for name in _FIELDS[1:]}
    types = [f"{kind}/{level}" if level else kind for kind, level in codes.type]
    present = {quotes: _present(tables, len(types), quotes) for quotes in ("excluded", "included")}
    return Encoded(tables[0], tables[1], docs, labels, types, sizes, present)


def _rows(kb: KB, codes: _Codes) -> _Rows:
    # Sound and images are no part of entity discovery.
    mentions = [mention for mention in kb.mentions.values() if type(mention.extent) is Span]
    entities = {id: (_link(entity.links), entity.type) for id, entity in kb.entities.items()}
    of_entity = {
        id: (
            codes.kbid.setdefault(link, len(codes.kbid)) if link else 0,
            codes.cluster.setdefault(link or id, len(codes.cluster)),
            kind,
        )
        for id, (link, kind) in entities.items()
    }
    docs, types, clusters = codes.doc, codes.type, codes.cluster
    found = []
    for mention in mentions:
        place, entity = mention.extent, of_entity.get(mention.entity)
        if entity is None:  # an entity that is not declared
            entity = (0, clusters.setdefault(mention.entity, len(clusters)), "")
        kind = types.setdefault((mention.type or entity[2], mention.level), len(types))
        found.append((docs.setdefault(place.doc, len(docs)), kind, entity[0], entity[1], place.start, place.end))  # type: ignore[union-attr]
    table = np.array(found, dtype=np.int64).reshape(-1, 6).T
    names = (*_FIELDS[1:], "start", "end")
    confidence = np.array([1.0 if mention.confidence is None else mention.confidence for mention in mentions])
    columns = {name: np.ascontiguousarray(column) for name, column in zip(names, table, strict=True)}
    return _Rows(columns, confidence, [mention.id for mention in mentions])


def _span_codes(sides: Sequence[_Rows]) -> list[Ints]:
    """A number for each span (document, start, end), the same on both sides."""
    doc, start, end = (np.concatenate([rows.columns[name] for rows in sides]) for name in ("doc", "start", "end"))
    width = int(end.max()) + 1 if len(end) else 1
    _, code = np.unique((doc * width + start) * width + end, return_inverse=True)
    cut = len(sides[0].mentions)
    return [code[:cut].astype(np.int64), code[cut:].astype(np.int64)]


def _table(rows: _Rows, span: Ints, docs: list[str], regions: Regions) -> Table:
    """Of several annotations of a span the one with the highest confidence counts, then the first of the file: the
    official program takes them for ranked candidates."""
    order = np.lexsort((-rows.confidence, span))
    first = np.ones(len(order), dtype=bool)
    first[1:] = np.diff(span[order]) != 0
    keep = np.sort(order[first])
    fields = {name: rows.columns[name][keep] for name in _FIELDS[1:]} | {"span": span[keep]}
    quoted = np.zeros(len(keep), dtype=bool)
    if regions:
        places = zip(*(rows.columns[name][keep].tolist() for name in ("doc", "start", "end")), strict=True)
        quoted[:] = [regions.has(docs[doc], start, end) for doc, start, end in places]
    return Table(fields, quoted, [rows.mentions[index] for index in keep.tolist()])


def _link(links: tuple[tuple[str, str], ...]) -> str:
    """The id in an outside knowledge base; empty for NIL."""
    return links[0][1] if links and not links[0][1].startswith("NIL") else ""


def _present(tables: Sequence[Table], types: int, quotes: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The (document, type) pairs that gold has, and that either side has, in order."""
    codes = []
    for table in tables:
        keep = slice(None) if quotes == "included" else ~table.quoted
        codes.append(np.unique(table.fields["doc"][keep] * types + table.fields["type"][keep]))
    return tuple([divmod(code, types) for code in found.tolist()] for found in (codes[0], np.union1d(*codes)))  # type: ignore[return-value]


def select(table: Table, both: Encoded, *, only: str, types: str, levels: str, quotes: str) -> Ints:
    """Indices of the mentions that count; `only` is linked, nil or nothing."""
    keep = np.ones(len(table.mentions), dtype=bool)
    if only:
        keep &= (table.fields["kbid"] > 0) == (only == "linked")
    if quotes == "excluded":
        keep &= ~table.quoted
    for wanted, part in ((chosen(types), 0), (chosen(levels), 1)):
        if wanted is not None:
            fits = np.array([(name + "/").split("/")[part] in wanted for name in both.types], dtype=bool)
            keep &= fits[table.fields["type"]]
    return np.flatnonzero(keep)


def units_of(counts: dict[str, Floats], both: Encoded, groups: int, present: list[tuple[int, int]]) -> tuple[Unit, ...]:
    """Units from counts by document, or by document and type (`groups` types)."""
    columns = {key: values.tolist() for key, values in counts.items()}
    places: list[tuple[int, int, dict[str, str]]]
    if groups == 1:
        places = [(doc, doc, {}) for doc in dict.fromkeys(doc for doc, _ in present)]
    else:
        places = [(doc * groups + kind, doc, {"type": both.types[kind]}) for doc, kind in present]
    return tuple(
        Unit(
            id=both.docs[doc],
            counts={key: values[place] for key, values in columns.items()},
            labels={**both.labels[doc], **labels},
        )
        for place, doc, labels in places
    )
