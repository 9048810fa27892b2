"""Mentions of gold and system as arrays of numbers: what entity discovery and coreference measures count on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

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
    """Column by column, because a collection has 100,000s of mentions."""
    # Sound and images are no part of entity discovery.
    found = [(mention, mention.extent) for mention in kb.mentions.values() if isinstance(mention.extent, Span)]
    mentions, places = [mention for mention, _ in found], [place for _, place in found]
    entities = {name: _Entity(name, kb) for name in dict.fromkeys([mention.entity for mention in mentions])}
    order = {name: index for index, name in enumerate(entities)}
    of_entity = _ints([order[mention.entity] for mention in mentions])
    links = [entity.link for entity in entities.values()]
    kbids = _ints([codes.kbid.setdefault(link, len(codes.kbid)) if link else 0 for link in links])
    clusters = _ints([_number(codes.cluster, entity.cluster) for entity in entities.values()])
    kinds = [(mention.type or entities[mention.entity].type, mention.level) for mention in mentions]
    columns = {
        "doc": _ints([_number(codes.doc, doc) for doc in [place.doc for place in places]]),
        "type": _ints([_number(codes.type, kind) for kind in kinds]),
        "kbid": kbids[of_entity],
        "cluster": clusters[of_entity],
        "start": _ints([place.start for place in places]),
        "end": _ints([place.end for place in places]),
    }
    confidence = np.array([1.0 if mention.confidence is None else mention.confidence for mention in mentions])
    return _Rows(columns, confidence, [mention.id for mention in mentions])


class _Entity:
    """What counts of an entity: its id in an outside KB (empty for NIL), its cluster, its type."""

    __slots__ = ("cluster", "link", "type")

    def __init__(self, name: str, kb: KB) -> None:
        known = kb.entities.get(name)
        self.link = _link(known.links) if known is not None else ""
        self.cluster = self.link or name
        self.type = known.type if known is not None else ""


def _number(codes: dict[Any, int], value: Hashable) -> int:
    """The running number of a value."""
    known = codes.get(value)
    if known is None:
        known = codes[value] = len(codes)
    return known


def _ints(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int64)


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
