"""Two clusterings of mentions compared: the arithmetic under every coreference and entity discovery measure.

Every measure here is a sum over mentions. A mention that stands in gold cluster K and system cluster S is a *hit*;
with n = |K ∩ S| the hits of that cell each carry the weight that `WEIGHTS` gives. So a document's share of a
collection's counts is the sum over its mentions, and the shares of all documents add up to the official figure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from factbook.evaluate.assignment import assign

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


class Side(msgspec.Struct, frozen=True):
    """One side: mentions, the cluster of each, and the unit it belongs to. No mention stands in two clusters."""

    items: Ints
    clusters: Ints  # 0 … number - 1
    units: Ints
    sizes: Ints  # mentions by cluster

    @property
    def own(self) -> Floats:
        """The size of its cluster, for each mention."""
        sizes: Floats = self.sizes[self.clusters].astype(np.float64)
        return sizes


class Overlap(msgspec.Struct, frozen=True):
    """Hits of two sides. `n`, `gold_size` and `system_size` are given for each hit."""

    gold: Side
    system: Side
    gold_pair: Ints  # index into gold's mentions, by hit
    system_pair: Ints
    cell: Ints  # by hit
    cell_gold: Ints  # by cell
    cell_system: Ints
    cell_n: Ints

    @property
    def n(self) -> Floats:
        counts: Floats = self.cell_n[self.cell].astype(np.float64)
        return counts


def side(items: Ints, clusters: Ints, units: Ints) -> Side:
    """A side from parallel arrays; each mention stands in one cluster."""
    _, labels = np.unique(clusters, return_inverse=True)
    labels = labels.astype(np.int64)
    return Side(items, labels, units, np.bincount(labels).astype(np.int64))


def overlap(gold: Side, system: Side) -> Overlap:
    """All hits, by a join on the mention."""
    _, gold_pair, system_pair = np.intersect1d(gold.items, system.items, assume_unique=True, return_indices=True)
    width = max(len(system.sizes), 1)
    code = gold.clusters[gold_pair] * width + system.clusters[system_pair]
    cells, cell, counts = np.unique(code, return_inverse=True, return_counts=True)
    return Overlap(gold, system, gold_pair, system_pair, cell, cells // width, cells % width, counts.astype(np.int64))


Weight: TypeAlias = Callable[[Floats, Floats, Floats], Floats]


class Weights(msgspec.Struct, frozen=True):
    """A measure as weights. `hit(n, own, other)` by hit, `all(own)` by mention of the side; `own` is its cluster's
    size on that side. `align`: only hits in cells of the best one-to-one mapping count; the value of a cell there
    is `value(n, gold size, system size)`."""

    hit: Weight
    all: Callable[[Floats], Floats]
    value: Weight | None = None


def _ones(own: Floats) -> Floats:
    """Every mention of a cluster counts 1."""
    return np.ones(len(own))


def _one_a_hit(n: Floats, own: Floats, other: Floats) -> Floats:
    """Each mention in common counts 1: over all of them φ = |g ∩ s| (CEAF-m)."""
    return np.ones(len(n))


def _dice(n: Floats, own: Floats, other: Floats) -> Floats:
    """Shared out over the mentions in common: φ4 = 2|g ∩ s|/(|g| + |s|) (CEAF-e)."""
    share: Floats = 2.0 * n / (own + other)
    return share


def _lea(n: Floats, own: Floats, other: Floats) -> Floats:
    """LEA: the share of a mention's links that the other cluster has; of a singleton, whether both are one."""
    single: Floats = ((own == 1) & (other == 1)).astype(np.float64)
    linked: Floats = (n - 1.0) / np.maximum(own - 1.0, 1.0)
    found: Floats = np.where(own == 1, single, linked)
    return found


WEIGHTS: dict[str, Weights] = {
    # Vilain et al. 1995: links of a spanning tree kept. A cell keeps n - 1 of them, a cluster has |K| - 1.
    "muc": Weights(lambda n, own, other: (n - 1.0) / n, lambda own: (own - 1.0) / own),
    # Bagga and Baldwin 1998: by mention, the share of its own cluster that the other side has with it.
    "b_cubed": Weights(lambda n, own, other: n / own, _ones),
    # Luo 2005, φ3: mentions common to mapped clusters.
    "mention_ceaf": Weights(_one_a_hit, _ones, lambda n, gold, system: n),
    # Luo 2005, φ4: Dice of mapped clusters, over the number of clusters.
    "entity_ceaf": Weights(lambda n, own, other: _dice(n, own, other) / n, lambda own: 1.0 / own, _dice),
    # Pairs of mentions in one cluster.
    "pairwise": Weights(lambda n, own, other: (n - 1.0) / 2.0, lambda own: (own - 1.0) / 2.0),
    # Moosavi and Strube 2016: by cluster, importance |K| times the share of its links that are resolved; a cluster of
    # one is resolved if the same mention is alone on the other side.
    "lea": Weights(_lea, _ones),
}


def matched_by_unit(right: Ints, system: Ints, gold: Ints, number: int) -> dict[str, Floats]:
    """Counts ptp, fp, rtp and fn by unit where an item is right or not; given are the units of the items."""
    found = np.bincount(right, minlength=number).astype(np.float64)
    return {
        "ptp": found,
        "fp": np.bincount(system, minlength=number) - found,
        "rtp": found,
        "fn": np.bincount(gold, minlength=number) - found,
    }


def sides_by_unit(joined: Overlap, name: str, number: int) -> dict[str, Floats]:
    """Counts ptp, fp, rtp and fn of a measure, by unit (`number` units)."""
    weights = WEIGHTS[name]
    n = joined.n
    gold_size = joined.gold.own[joined.gold_pair]
    system_size = joined.system.own[joined.system_pair]
    mapped: Any = 1.0 if weights.value is None else _mapped_hits(joined, weights.value)
    right_p = _sum(joined.system.units[joined.system_pair], weights.hit(n, system_size, gold_size) * mapped, number)
    right_r = _sum(joined.gold.units[joined.gold_pair], weights.hit(n, gold_size, system_size) * mapped, number)
    all_p = _sum(joined.system.units, weights.all(joined.system.own), number)
    all_r = _sum(joined.gold.units, weights.all(joined.gold.own), number)
    return {"ptp": right_p, "fp": all_p - right_p, "rtp": right_r, "fn": all_r - right_r}


def _sum(units: Ints, values: Floats, number: int) -> Floats:
    """Values summed up by unit."""
    return np.bincount(units, weights=values, minlength=number).astype(np.float64)


def _mapped_hits(joined: Overlap, value: Weight) -> Floats:
    return mapped_cells(joined, value)[joined.cell].astype(np.float64)


def mapped_cells(joined: Overlap, value: Weight) -> NDArray[np.bool_]:
    """Which cells belong to the one-to-one mapping of gold to system clusters with the largest total value.

    Mappings of equal value give equal counts by measure; which of them is chosen follows the order of the files.
    """
    values = value(
        joined.cell_n.astype(np.float64),
        joined.gold.sizes[joined.cell_gold].astype(np.float64),
        joined.system.sizes[joined.cell_system].astype(np.float64),
    )
    return assign(joined.cell_gold, joined.cell_system, values)
