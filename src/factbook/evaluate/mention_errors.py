"""Why mentions and clusters of mentions lost points, and what the output would be with one sort of error mended.

Gold and system clusters are mapped one to one by their common mentions. A mention found by both sides is then

* right if its two clusters are mapped to each other,
* a *merge* error if its system cluster is mapped to another gold entity,
* a *split* error otherwise: its system cluster is a stray piece of the entity.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np

from factbook.evaluate.clusters import WEIGHTS, Floats, Ints, Overlap, Side, mapped_cells, overlap, side
from factbook.evaluate.measure import Match
from factbook.evaluate.mention_table import Encoded, Table, encode, select
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.text.offsets import Span

# The clustering whose weights say what a mention costs; set measures cost one a side.
_CLUSTERING = {
    "bcub": "b_cubed",
    "ceafm": "mention_ceaf",
    "ceafe": "entity_ceaf",
    "conll": "b_cubed",
    "blanc": "pairwise",
}


class _Pairing(msgspec.Struct, frozen=True):
    """Hits of both sides with what became of each: parallel arrays by hit."""

    both: Encoded
    joined: Overlap
    gold_rows: Ints  # rows of the mention tables that count
    system_rows: Ints
    mapped: Ints  # 1 where the two clusters are mapped to each other
    taken: Ints  # 1 where the system cluster is mapped to another gold cluster


def _pair(gold: KB, system: KB, *, within: bool, types: str, levels: str, quotes: str, only: str = "") -> _Pairing:
    both = encode(gold, system)
    rows = [
        select(table, both, only=only, types=types, levels=levels, quotes=quotes) for table in (both.gold, both.system)
    ]
    sides = [_side(table, mask, both, within) for table, mask in zip((both.gold, both.system), rows, strict=True)]
    joined = overlap(*sides)
    cells = mapped_cells(joined, lambda n, gold_size, system_size: n)
    mates = np.full(max(len(joined.system.sizes), 1), -1)
    mates[joined.cell_system[cells]] = joined.cell_gold[cells]
    mate = mates[joined.system.clusters[joined.system_pair]]
    own = joined.gold.clusters[joined.gold_pair]
    return _Pairing(both, joined, rows[0], rows[1], (mate == own).astype(np.int64), ((mate >= 0) & (mate != own)) * 1)


def _side(table: Table, mask: Ints, both: Encoded, within: bool) -> Side:
    fields = {name: values[mask] for name, values in table.fields.items()}
    cluster = fields["cluster"] * both.sizes["doc"] + fields["doc"] if within else fields["cluster"]
    return side(fields["span"], cluster, fields["doc"])


def explain(gold: KB, system: KB, *, measure: str, **parameters: str) -> tuple[Match, ...]:
    """One match a gold mention, then one a system mention that has no gold span."""
    from factbook.evaluate.edl import RULES

    rule = RULES.get(measure)
    within = rule is None or parameters.get("scope") == "document"
    pairing = _pair(
        gold,
        system,
        within=within,
        types=parameters.get("types", "all"),
        levels=parameters.get("levels", "all"),
        quotes=parameters.get("quotes", "included"),
        only=rule.only if rule else "",
    )
    clustering = rule.cluster if rule else _CLUSTERING.get(measure, measure if measure in WEIGHTS else "")
    key = rule.key if rule else ("span",)
    return tuple(_Explained(gold, system, pairing, key, clustering).matches())


class _Explained:
    """Matches of one pairing under one measure."""

    def __init__(self, gold: KB, system: KB, pairing: _Pairing, key: tuple[str, ...], clustering: str) -> None:
        self.gold, self.system, self.pairing, self.key, self.clustering = gold, system, pairing, key, clustering
        joined = pairing.joined
        n = joined.n
        self.credit: tuple[Floats, Floats] | None = None
        if clustering:
            weights = WEIGHTS[clustering]
            sizes = (joined.gold.own[joined.gold_pair], joined.system.own[joined.system_pair])
            mapped: Floats = pairing.mapped.astype(np.float64) if weights.value is not None else np.ones(len(n))
            self.credit = (weights.hit(n, *sizes) * mapped, weights.hit(n, *reversed(sizes)) * mapped)

    def matches(self) -> Iterator[Match]:
        pairing = self.pairing
        hits = {int(row): hit for hit, row in enumerate(pairing.joined.gold_pair)}
        for row, index in enumerate(pairing.gold_rows.tolist()):
            mention = self.gold.mentions[pairing.both.gold.mentions[index]]
            if row in hits:
                yield self._hit(mention, hits[row], row)
            else:
                cost = 1.0 if not self.clustering else self._all(pairing.joined.gold, row)
                yield self._match(mention, None, "missed", "mention", "no system mention has this span", cost=cost)
        found = set(pairing.joined.system_pair.tolist())
        for row, index in enumerate(pairing.system_rows.tolist()):
            if row not in found:
                mention = self.system.mentions[pairing.both.system.mentions[index]]
                cost = 1.0 if not self.clustering else self._all(pairing.joined.system, row)
                reason = "no gold mention has this span"
                yield self._match(None, mention, "spurious", "spurious", reason, cost=cost)

    def _all(self, one: Side, row: int) -> float:
        return float(WEIGHTS[self.clustering].all(one.own[row : row + 1])[0])

    def _hit(self, mention: Mention, hit: int, row: int) -> Match:
        pairing = self.pairing
        system_row = int(pairing.joined.system_pair[hit])
        other = self.system.mentions[pairing.both.system.mentions[int(pairing.system_rows[system_row])]]
        differs = self._differs(int(pairing.gold_rows[row]), int(pairing.system_rows[system_row]))
        if differs:
            reason = f"same span, {differs} differs: gold {_shown(self.gold, mention)}, system "
            return self._match(mention, other, "wrong", differs, reason + _shown(self.system, other), cost=2.0)
        if not self.clustering or self.credit is None:
            return self._match(mention, other, "right", "", "same key on both sides", credit=1.0)
        recall, precision = float(self.credit[0][hit]), float(self.credit[1][hit])
        cost = self._all(pairing.joined.gold, row) - recall + self._all(pairing.joined.system, system_row) - precision
        stage, reason = self._stage(hit, mention, other, cost)
        outcome = "right" if not stage else "partial" if recall or precision else "wrong"
        return self._match(mention, other, outcome, stage, reason, credit=recall, cost=max(cost, 0.0))

    def _stage(self, hit: int, mention: Mention, other: Mention, cost: float) -> tuple[str, str]:
        names = f"gold entity {mention.entity}, system entity {other.entity}"
        if self.pairing.taken[hit]:
            return "merge", f"{names}: the system entity belongs mostly to another gold entity"
        if not self.pairing.mapped[hit]:
            return "split", f"{names}: a stray piece of the gold entity"
        if cost > 1e-9:
            return "cluster", f"{names}: mapped to each other; other mentions of the two differ"
        return "", f"{names}: mapped to each other"

    def _differs(self, gold_row: int, system_row: int) -> str:
        fields = (self.pairing.both.gold.fields, self.pairing.both.system.fields)
        for name, stage in (("type", "type"), ("kbid", "link")):
            if name in self.key and fields[0][name][gold_row] != fields[1][name][system_row]:
                return stage
        return ""

    def _match(
        self,
        gold: Mention | None,
        system: Mention | None,
        outcome: str,
        stage: str,
        reason: str,
        *,
        credit: float = 0.0,
        cost: float = 0.0,
    ) -> Match:
        one = gold or system
        assert one is not None
        labels = {"document": one.doc, "text": one.text}
        for name, kb, mention in (("gold_type", self.gold, gold), ("system_type", self.system, system)):
            if mention is not None:
                labels[name] = _type(kb, mention)
                labels[name.replace("type", "entity")] = mention.entity
        labels["type"] = labels.get("gold_type") or labels.get("system_type", "")
        return Match(
            unit=one.doc,
            gold=gold.id if gold else None,
            system=system.id if system else None,
            outcome=outcome,
            stage=stage,
            reason=reason,
            credit=credit,
            cost=cost,
            confidence=system.confidence if system else None,
            labels=labels,
        )


def _type(kb: KB, mention: Mention) -> str:
    entity = kb.entities.get(mention.entity)
    kind = mention.type or (entity.type if entity else "")
    return f"{kind}/{mention.level}" if mention.level else kind


def _shown(kb: KB, mention: Mention) -> str:
    return f"{_type(kb, mention)} {mention.entity}"


def repair(gold: KB, system: KB, stage: str) -> KB:
    """The system KB with the errors of one stage mended: spurious, mention, type, merge or split."""
    pairing = _pair(gold, system, within=False, types="all", levels="all", quotes="included")
    mended = msgspec.structs.replace(system)
    mended.entities, mended.mentions = dict(system.entities), dict(system.mentions)
    mended.forget_indexes()
    _REPAIRS[stage](gold, mended, pairing)
    return mended


def _hits(pairing: _Pairing) -> Iterator[tuple[int, str, str]]:
    """Hit, gold mention id, system mention id."""
    joined, both = pairing.joined, pairing.both
    for hit, (row, other) in enumerate(zip(joined.gold_pair.tolist(), joined.system_pair.tolist(), strict=True)):
        gold_id = both.gold.mentions[int(pairing.gold_rows[row])]
        yield hit, gold_id, both.system.mentions[int(pairing.system_rows[other])]


def _drop_spurious(gold: KB, system: KB, pairing: _Pairing) -> None:
    spans = {mention.extent for mention in gold.mentions.values()}
    for id in [id for id, mention in system.mentions.items() if mention.extent not in spans]:
        del system.mentions[id]


def _mates(gold: KB, system: KB, pairing: _Pairing) -> dict[str, str]:
    """System entity by gold entity, where they are mapped to each other."""
    return {
        gold.mentions[id].entity: system.mentions[other].entity
        for hit, id, other in _hits(pairing)
        if pairing.mapped[hit]
    }


def _add_missed(gold: KB, system: KB, pairing: _Pairing) -> None:
    mates = _mates(gold, system, pairing)
    spans = {mention.extent for mention in system.mentions.values()}
    for id, mention in gold.mentions.items():
        if mention.extent in spans or not isinstance(mention.extent, Span):
            continue
        entity = mates.get(mention.entity, f"gold {mention.entity}")
        known = gold.entities.get(mention.entity)
        if entity not in system.entities:
            links = known.links if known else ()
            system.entities[entity] = Entity(id=entity, type=known.type if known else "", links=links)
        kind = mention.type or (known.type if known else "")
        fresh = f"gold {id}"
        system.mentions[fresh] = msgspec.structs.replace(mention, id=fresh, entity=entity, type=kind)


def _mend_types(gold: KB, system: KB, pairing: _Pairing) -> None:
    for _, id, other in _hits(pairing):
        mention = gold.mentions[id]
        entity = gold.entities.get(mention.entity)
        kind = mention.type or (entity.type if entity else "")
        system.mentions[other] = msgspec.structs.replace(system.mentions[other], type=kind, level=mention.level)


def _part_merged(gold: KB, system: KB, pairing: _Pairing) -> None:
    for hit, id, other in _hits(pairing):
        if pairing.taken[hit]:
            mention = system.mentions[other]
            entity = f"{mention.entity} part {gold.mentions[id].entity}"
            known = gold.entities.get(gold.mentions[id].entity)
            links = known.links if known else ()
            system.entities.setdefault(entity, Entity(id=entity, type=known.type if known else "", links=links))
            system.mentions[other] = msgspec.structs.replace(mention, entity=entity)


def _join_split(gold: KB, system: KB, pairing: _Pairing) -> None:
    mates = _mates(gold, system, pairing)
    for hit, id, other in _hits(pairing):
        home = mates.get(gold.mentions[id].entity)
        if home is not None and not pairing.mapped[hit] and not pairing.taken[hit]:
            system.mentions[other] = msgspec.structs.replace(system.mentions[other], entity=home)


_REPAIRS = {
    "spurious": _drop_spurious,
    "mention": _add_missed,
    "type": _mend_types,
    "merge": _part_merged,
    "split": _join_split,
}
