"""Coreference within documents: MUC, B-cubed, CEAF-m, CEAF-e, BLANC, LEA and the CoNLL average.

Clusters end at the document (or CoNLL part); mentions match by exact span. Figures are those of the reference CoNLL
scorer 8.01, LEA those of CoVal; both print two decimals (one cuts, one rounds), here numbers are whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from factbook.evaluate.clusters import Floats, Ints, Overlap, Side, matched_by_unit, overlap, side, sides_by_unit
from factbook.evaluate.measure import (
    Counted,
    Kind,
    Match,
    Parameter,
    Unit,
    harmonic,
    macro_figures,
    side_figures,
    total,
)
from factbook.evaluate.mention_table import Encoded, Table, encode, select, units_of
from factbook.model.kb import KB

_WEIGHTS = {"muc": "muc", "bcub": "b_cubed", "ceafm": "mention_ceaf", "ceafe": "entity_ceaf", "lea": "lea"}
_ABOUT = {
    "muc": "links of a spanning tree of each chain (Vilain et al. 1995)",
    "bcub": "by mention, the share of its chain that is right (Bagga and Baldwin 1998)",
    "ceafm": "mentions common to chains mapped one to one (Luo 2005, φ3)",
    "ceafe": "Dice of chains mapped one to one (Luo 2005, φ4)",
    "blanc": "mean of coreference and non-coreference links (Luo et al. 2014)",
    "lea": "links resolved, weighted by the size of the chain (Moosavi and Strube 2016)",
    "conll": "mean F of muc, bcub and ceafe (CoNLL-2011 and 2012)",
    "mentions": "mentions found, whatever their chain",
}
_AVERAGED = ("muc", "bcub", "ceafe")

_PARAMETERS = (
    Parameter(name="singletons", default="keep", choices=("keep", "remove"), about="chains of one mention"),
    Parameter(name="average", default="micro", choices=("micro", "macro"), about="pool counts, or mean over documents"),
    Parameter(name="types", default="all", about="entity types that count, such as PER+ORG"),
    Parameter(name="levels", default="all", about="mention levels that count, such as NAM+NOM"),
    Parameter(name="quotes", default="included", choices=("excluded", "included"), about="mentions in quote regions"),
)

KINDS = tuple(
    Kind(
        name=f"coref.{name}",
        about=about,
        module="factbook.evaluate.coref",
        count="count",
        summarise="summarise",
        prepare="prepare",
        matches="explain_matches",
        repair="repair",
        stages=("spurious", "mention", "merge", "split"),
        main="f",
        inputs="kb",
        zero="0; blanc without links of one sort on either side is the other sort's figure",
        ties="a span given twice counts once: highest confidence, then file order; mappings of equal value are equal",
        parameters=_PARAMETERS,
        fixed={"measure": name},
    )
    for name, about in _ABOUT.items()
)

prepare = encode


def count(
    gold: KB,
    system: KB,
    *,
    measure: str,
    singletons: str = "keep",
    types: str = "all",
    levels: str = "all",
    quotes: str = "included",
    shared: Encoded | None = None,
    **_: str,
) -> Counted:
    """Counts by document. `coref.conll` keeps those of its three measures under their names."""
    both = shared if shared is not None else encode(gold, system)
    sides = [
        _side(table, select(table, both, only="", types=types, levels=levels, quotes=quotes), both, singletons)
        for table in (both.gold, both.system)
    ]
    joined = overlap(*sides)
    number = len(both.docs)
    if measure == "blanc":
        counts = _blanc(joined, number)
    elif measure == "mentions":
        counts = _mentions(joined, number)
    elif measure == "conll":
        counts = {
            f"{name}_{key}": values
            for name in _AVERAGED
            for key, values in sides_by_unit(joined, _WEIGHTS[name], number).items()
        }
    else:
        counts = sides_by_unit(joined, _WEIGHTS[measure], number)
    return Counted(units=units_of(counts, both, 1, both.present[quotes][1]))


def _side(table: Table, mask: Ints, both: Encoded, singletons: str) -> Side:
    fields = {name: values[mask] for name, values in table.fields.items()}
    cluster = fields["cluster"] * both.sizes["doc"] + fields["doc"]
    if singletons == "remove":
        _, label, size = np.unique(cluster, return_inverse=True, return_counts=True)
        keep = size[label] > 1
        return side(fields["span"][keep], cluster[keep], fields["doc"][keep])
    return side(fields["span"], cluster, fields["doc"])


def _mentions(joined: Overlap, number: int) -> dict[str, Floats]:
    gold, system = joined.gold.units, joined.system.units
    return matched_by_unit(gold[joined.gold_pair], system, gold, number)


def _blanc(joined: Overlap, number: int) -> dict[str, Floats]:
    """Links of two mentions of a document, coreferent (c) and not (n): in gold, in the system, in both.

    A link is right if both of its mentions are on both sides and it is of the same sort there.
    """
    gold, system = joined.gold, joined.system
    units = gold.units[joined.gold_pair]
    common = _pairs(np.bincount(units, minlength=number))
    together_gold = _linked(gold.clusters[joined.gold_pair], units, number)
    together_system = _linked(system.clusters[joined.system_pair], units, number)
    together = _linked(joined.cell, units, number)
    gold_c, system_c = _linked(gold.clusters, gold.units, number), _linked(system.clusters, system.units, number)
    gold_n = _pairs(np.bincount(gold.units, minlength=number)) - gold_c
    system_n = _pairs(np.bincount(system.units, minlength=number)) - system_c
    apart = common - together_gold - together_system + together
    return {
        "right_c": together,
        "gold_c": gold_c,
        "system_c": system_c,
        "right_n": apart,
        "gold_n": gold_n,
        "system_n": system_n,
    }


def _pairs(n: Ints) -> Floats:
    """Number of pairs among n mentions (BLANC)."""
    pairs: Floats = n * (n - 1) / 2.0
    return pairs


def _linked(labels: Ints, units: Ints, number: int) -> Floats:
    """Pairs with the same label, by unit; a label belongs to one unit."""
    distinct, first, sizes = np.unique(labels, return_index=True, return_counts=True)
    if not len(distinct):
        return np.zeros(number)
    return np.bincount(units[first], weights=_pairs(sizes), minlength=number).astype(np.float64)


def summarise(units: Sequence[Unit], *, measure: str, average: str = "micro", **_: str) -> dict[str, float]:
    """P, R and F. 0/0 is 0. Macro: the mean over documents of each."""
    if measure == "blanc":
        return _mean(units, _blanc_figures) if average == "macro" else _blanc_figures(units)
    if measure == "conll":
        return _mean(units, _conll_figures) if average == "macro" else _conll_figures(units)
    return macro_figures(units, mean_f=True) if average == "macro" else side_figures(units)


def _mean(units: Sequence[Unit], figures_of: object) -> dict[str, float]:
    """Macro average, as CoVal gives it for each document: the mean of each figure over units; 0 over none."""
    each = [figures_of([unit]) for unit in units]  # type: ignore[operator]
    keys = each[0] if each else figures_of([])  # type: ignore[operator]
    return {key: sum(figures[key] for figures in each) / len(each) if each else 0.0 for key in keys}


def _conll_figures(units: Sequence[Unit]) -> dict[str, float]:
    """CoNLL score: the mean of MUC, B-cubed and CEAF-e F."""
    found: dict[str, float] = {}
    sums = total(units)
    for name in _AVERAGED:
        counts = {key: sums.get(f"{name}_{key}", 0.0) for key in ("ptp", "fp", "rtp", "fn")}
        figures = side_figures([Unit(id="", counts=counts)])
        found.update({f"{name}_{key}": figures[key] for key in ("p", "r", "f")})
    mean = {key: sum(found[f"{name}_{key}"] for name in _AVERAGED) / len(_AVERAGED) for key in ("p", "r", "f")}
    return {**mean, **found}


def _blanc_figures(units: Sequence[Unit]) -> dict[str, float]:
    """BLANC (Recasens and Hovy 2011; Luo et al. 2014): the mean of the figures for both sorts of link.

    Of one sort alone if neither side has links of the other; 0/0 is 0.
    """
    sums = total(units)
    sorts = []
    for sort in ("c", "n"):
        right, gold, system = (sums.get(f"{name}_{sort}", 0.0) for name in ("right", "gold", "system"))
        p, r = (right / system if system else 0.0), (right / gold if gold else 0.0)
        if gold or system:
            sorts.append({"p": p, "r": r, "f": harmonic(p, r)})
    number = len(sorts)
    mean = {key: sum(figures[key] for figures in sorts) / number if number else 0.0 for key in ("p", "r", "f")}
    return {**mean, **{key: sums.get(key, 0.0) for key in sums}}


def explain_matches(gold: KB, system: KB, **parameters: str) -> tuple[Match, ...]:
    """How each mention fared (see `mention_errors`)."""
    from factbook.evaluate.mention_errors import explain

    return explain(gold, system, **parameters)


def repair(gold: KB, system: KB, stage: str, **_: str) -> KB:
    """The system's mentions with one stage's errors mended (see `mention_errors`)."""
    from factbook.evaluate.mention_errors import repair as mend

    return mend(gold, system, stage)
