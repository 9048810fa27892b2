"""Entity discovery: the measures of the TAC EDL scorer (seed 002, "Entity Discovery Scoring"; spec of 2015 and later).

Match measures compare sets of keys, clustering measures compare clusters of keys. A linked mention's cluster is its
knowledge base id, a NIL mention's cluster its NIL id; as a key, all NILs are one and the same id.

Counts are kept by document. With `scope=collection`, clusters reach over documents and a document holds its share of
the collection's counts (`clusters.py`); with `scope=document`, clusters end at the document.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from factbook.evaluate.clusters import Floats, Ints, overlap, side, sides_by_unit
from factbook.evaluate.measure import Counted, Kind, Parameter, Unit, macro_figures, side_figures
from factbook.evaluate.scope import Regions, chosen, document_labels, excluded
from factbook.model.kb import KB
from factbook.text.offsets import Span


class Rule(msgspec.Struct, frozen=True):
    """A measure: the fields of its key, which mentions it looks at, and the clustering it applies (none: sets)."""

    key: tuple[str, ...]
    about: str
    only: str = ""  # linked, nil
    cluster: str = ""


RULES: dict[str, Rule] = {
    "strong_mention_match": Rule(("span",), "mentions with the same span"),
    "strong_typed_mention_match": Rule(("span", "type"), "mentions with the same span and type"),
    "strong_linked_mention_match": Rule(("span",), "linked mentions with the same span", "linked"),
    "strong_link_match": Rule(("span", "kbid"), "linked mentions with the same span and KB id", "linked"),
    "strong_typed_link_match": Rule(
        ("span", "type", "kbid"), "linked mentions with the same span, type and KB id", "linked"
    ),
    "strong_nil_match": Rule(("span",), "NIL mentions with the same span", "nil"),
    "strong_typed_nil_match": Rule(("span", "type"), "NIL mentions with the same span and type", "nil"),
    "strong_all_match": Rule(("span", "kbid"), "mentions with the same span and the same KB id or NIL"),
    "strong_typed_all_match": Rule(("span", "type", "kbid"), "mentions with the same span, type and KB id or NIL"),
    "entity_match": Rule(("doc", "kbid"), "KB ids found in a document, however often", "linked"),
    "mention_ceaf": Rule(("span",), "mentions common to clusters mapped one to one", cluster="mention_ceaf"),
    "mention_ceaf_plus": Rule(("span", "kbid"), "as mention_ceaf, KB id or NIL also equal", cluster="mention_ceaf"),
    "typed_mention_ceaf": Rule(("span", "type"), "as mention_ceaf, type also equal", cluster="mention_ceaf"),
    "typed_mention_ceaf_plus": Rule(
        ("span", "type", "kbid"), "as mention_ceaf, type and KB id or NIL also equal", cluster="mention_ceaf"
    ),
    "entity_ceaf": Rule(("span",), "Dice of clusters mapped one to one", cluster="entity_ceaf"),
    "b_cubed": Rule(("span",), "by mention, the share of its cluster that is right", cluster="b_cubed"),
    "b_cubed_plus": Rule(("span", "kbid"), "as b_cubed, KB id or NIL also equal", cluster="b_cubed"),
    "muc": Rule(("span",), "links of a spanning tree of each cluster", cluster="muc"),
    "pairwise": Rule(("span",), "pairs of mentions in one cluster", cluster="pairwise"),
}

# Measures whose counts are not whole numbers: the official columns show three decimals.
FRACTIONAL = frozenset({"b_cubed", "b_cubed_plus", "entity_ceaf"})

_PARAMETERS = (
    Parameter(name="scope", default="collection", choices=("collection", "document"), about="how far clusters reach"),
    Parameter(name="average", default="micro", choices=("micro", "macro"), about="pool counts, or mean over documents"),
    Parameter(name="types", default="all", about="entity types that count, such as PER+ORG"),
    Parameter(name="levels", default="all", about="mention levels that count, such as NAM+NOM"),
    Parameter(name="quotes", default="excluded", choices=("excluded", "included"), about="mentions in quote regions"),
)

KINDS = tuple(
    Kind(
        name=f"edl.{name}",
        about=rule.about,
        module="factbook.evaluate.edl",
        count="count",
        summarise="summarise",
        prepare="encode",
        matches="explain_matches",
        report="report",
        repair="repair",
        stages=("spurious", "mention", "type", "merge", "split"),
        main="f",
        inputs="kb",
        zero="0",
        ties="a span given twice counts once: highest confidence, then file order; mappings of equal value are equal",
        parameters=_PARAMETERS,
        fixed={"measure": name},
        edition="2016",
        splits=("type", "document"),
    )
    for name, rule in RULES.items()
)


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


def count(
    gold: KB,
    system: KB,
    *,
    measure: str,
    scope: str = "collection",
    types: str = "all",
    levels: str = "all",
    quotes: str = "excluded",
    shared: Encoded | None = None,
    split: str = "",
    **_: str,
) -> Counted:
    """Counts ptp, fp, rtp and fn by document (and by type with `split=type`).

    `split=type` restricts both sides to a type before counting, as the official program's --by-type does.
    """
    both = shared if shared is not None else encode(gold, system)
    rule = RULES[measure]
    masks = [_mask(table, both, rule, types, levels, quotes) for table in (both.gold, both.system)]
    groups = len(both.types) if split == "type" else 1
    within = scope == "document" or split == "document"
    sides = [
        _keys(table, mask, both, rule, groups > 1, within)
        for table, mask in zip((both.gold, both.system), masks, strict=True)
    ]
    number = len(both.docs) * groups
    counts = _clustered(sides, rule, number) if rule.cluster else _matched(sides, number)
    in_gold, present = both.present[quotes]
    detail = {"docs": {both.docs[doc] for doc, _ in in_gold}, "types": {both.types[kind] for _, kind in in_gold}}
    return Counted(units=_units(counts, both, groups, present), detail=detail)


def _mask(table: Table, both: Encoded, rule: Rule, types: str, levels: str, quotes: str) -> Ints:
    """Indices of the mentions that the measure looks at."""
    keep = np.ones(len(table.mentions), dtype=bool)
    if rule.only:
        keep &= (table.fields["kbid"] > 0) == (rule.only == "linked")
    if quotes == "excluded":
        keep &= ~table.quoted
    for wanted, part in ((chosen(types), 0), (chosen(levels), 1)):
        if wanted is not None:
            fits = np.array([(name + "/").split("/")[part] in wanted for name in both.types], dtype=bool)
            keep &= fits[table.fields["type"]]
    return np.flatnonzero(keep)


def _keys(
    table: Table, mask: Ints, both: Encoded, rule: Rule, by_type: bool, within: bool
) -> tuple[Ints, Ints, Ints]:
    """Key, cluster and unit of each mention, as numbers; a split or scope becomes part of key and cluster."""
    fields = {name: values[mask] for name, values in table.fields.items()}
    item = fields[rule.key[0]]
    for name in rule.key[1:]:
        item = item * both.sizes[name] + fields[name]
    cluster, unit = fields["cluster"], fields["doc"]
    if within:
        cluster = cluster * both.sizes["doc"] + fields["doc"]
    if by_type:
        size = len(both.types)
        item, cluster, unit = (values * size + fields["type"] for values in (item, cluster, unit))
    return item, cluster, unit


def _clustered(sides: Sequence[tuple[Ints, Ints, Ints]], rule: Rule, number: int) -> dict[str, Floats]:
    gold, system = (side(*parts) for parts in sides)
    return sides_by_unit(overlap(gold, system), rule.cluster, number)


def _matched(sides: Sequence[tuple[Ints, Ints, Ints]], number: int) -> dict[str, Floats]:
    """Set measures: keys on both sides are true positives. A key belongs to one document."""
    (gold, gold_units), (system, system_units) = (_distinct(item, unit) for item, _, unit in sides)
    right = np.bincount(gold_units[np.isin(gold, system, assume_unique=True)], minlength=number).astype(np.float64)
    return {
        "ptp": right,
        "fp": np.bincount(system_units, minlength=number) - right,
        "rtp": right,
        "fn": np.bincount(gold_units, minlength=number) - right,
    }


def _distinct(item: Ints, unit: Ints) -> tuple[Ints, Ints]:
    keys, first = np.unique(item, return_index=True)
    return keys, unit[first]


def _present(
    tables: Sequence[Table], types: int, quotes: str
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The (document, type) pairs that gold has, and that either side has, in order."""
    codes = []
    for table in tables:
        keep = slice(None) if quotes == "included" else ~table.quoted
        codes.append(np.unique(table.fields["doc"][keep] * types + table.fields["type"][keep]))
    return tuple([divmod(code, types) for code in found.tolist()] for found in (codes[0], np.union1d(*codes)))  # type: ignore[return-value]


def _units(
    counts: dict[str, Floats], both: Encoded, groups: int, present: list[tuple[int, int]]
) -> tuple[Unit, ...]:
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


def summarise(units: Sequence[Unit], *, average: str = "micro", **_: str) -> dict[str, float]:
    """P, R and F of the pooled counts; with `average=macro`, the mean over units of each. 0/0 is 0."""
    return macro_figures(units, mean_f=True) if average == "macro" else side_figures(units)


def report(counted: Counted, *, measure: str, **_: str) -> str:
    """The official line: ptp fp rtp fn precis recall fscore measure (see `edl_report`)."""
    from factbook.evaluate.edl_report import official_line

    return official_line(measure, side_figures(counted.units), fractional=measure in FRACTIONAL)


def explain_matches(gold: KB, system: KB, **parameters: str) -> tuple[object, ...]:
    """How each mention fared (see `mention_errors`)."""
    from factbook.evaluate.mention_errors import explain

    return explain(gold, system, **parameters)


def repair(gold: KB, system: KB, stage: str, **_: str) -> KB:
    """The system's mentions with one stage's errors mended (see `mention_errors`)."""
    from factbook.evaluate.mention_errors import repair as mend

    return mend(gold, system, stage)
