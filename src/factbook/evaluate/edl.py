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

from factbook.evaluate.clusters import Floats, Ints, matched_by_unit, overlap, side, sides_by_unit
from factbook.evaluate.measure import Counted, Kind, Match, Parameter, Unit, macro_figures, side_figures
from factbook.evaluate.mention_table import Encoded, Table, encode, select, units_of
from factbook.model.kb import KB


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
        prepare="prepare",
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


prepare = encode


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
    masks = [
        select(table, both, only=rule.only, types=types, levels=levels, quotes=quotes)
        for table in (both.gold, both.system)
    ]
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
    return Counted(units=units_of(counts, both, groups, present), detail=detail)


def _keys(table: Table, mask: Ints, both: Encoded, rule: Rule, by_type: bool, within: bool) -> tuple[Ints, Ints, Ints]:
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
    right = gold_units[np.isin(gold, system, assume_unique=True)]
    return matched_by_unit(right, system_units, gold_units, number)


def _distinct(item: Ints, unit: Ints) -> tuple[Ints, Ints]:
    keys, first = np.unique(item, return_index=True)
    return keys, unit[first]


def summarise(units: Sequence[Unit], *, average: str = "micro", **_: str) -> dict[str, float]:
    """P, R and F of the pooled counts; with `average=macro`, the mean over units of each. 0/0 is 0."""
    return macro_figures(units, mean_f=True) if average == "macro" else side_figures(units)


def report(counted: Counted, *, measure: str, **_: str) -> str:
    """The official line: ptp fp rtp fn precis recall fscore measure (see `edl_report`)."""
    from factbook.evaluate.edl_report import official_line

    return official_line(measure, side_figures(counted.units), fractional=measure in FRACTIONAL)


def explain_matches(gold: KB, system: KB, **parameters: str) -> tuple[Match, ...]:
    """How each mention fared (see `mention_errors`)."""
    from factbook.evaluate.mention_errors import explain

    return explain(gold, system, **parameters)


def repair(gold: KB, system: KB, stage: str, **_: str) -> KB:
    """The system's mentions with one stage's errors mended (see `mention_errors`)."""
    from factbook.evaluate.mention_errors import repair as mend

    return mend(gold, system, stage)
