"""Slots followed hop by hop for a page: the answers of `factbook.query.ask.follow`, with bounds on what is looked at.

From a person that thousands of documents speak of, hundreds of values lead to hundreds more. A page shows the surest
first: of each hop the `FRONTIER` surest values are followed, and of each value `STATEMENTS` statements counted.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from factbook.browse import sql
from factbook.browse.refs import Refs
from factbook.browse.shown import Path, Step
from factbook.link.merge import combine, value_key
from factbook.query.ask import predicates
from factbook.query.quote import sentence
from factbook.schema.coldstart import SLOTS

FRONTIER = 40
STATEMENTS = 60
SHOWN = 30  # statements of a value among which its passage is chosen


class Hop(NamedTuple):
    """A value of a slot of an entity."""

    subject: int
    slot: str
    other: int | None
    value: str
    confidence: float
    support: int
    inferred: str
    stated: tuple[tuple[float, int, str], ...]  # confidence, document, provenance; the surest
    rejected: bool = False


class Found(NamedTuple):
    """Paths, the surest first; `cut` where a hop had more values than were followed."""

    paths: list[tuple[Hop, ...]]
    cut: bool


def follow(db: sqlite3.Connection, entity: int, slots: Sequence[str]) -> Found:
    """Paths along the slots. A path of one slot also has the losers of a single-valued one."""
    refs = Refs(db)
    hops, cut = _values(db, refs, entity, slots[0], sql.MOST, every=len(slots) == 1)
    paths: list[tuple[Hop, ...]] = [(hop,) for hop in hops]
    for slot in slots[1:]:
        kept = sorted(paths, key=confidence_of, reverse=True)[:FRONTIER]
        cut = cut or len(kept) < len(paths)
        refs.add(path[-1].other for path in kept)
        paths = []
        for path in kept:
            other = path[-1].other
            if other is not None and refs.sure(other).type.lower() in SLOTS[slot].domain:
                found, more = _values(db, refs, other, slot, STATEMENTS)
                cut = cut or more
                paths += [(*path, hop) for hop in found]
    if len(slots) > 1:
        paths.sort(key=lambda path: (-confidence_of(path), tuple(_written(hop, refs) for hop in path)))
    return Found(paths, cut)


def confidence_of(path: Sequence[Hop]) -> float:
    """Product of the confidences of a path."""
    product = 1.0
    for hop in path:
        product *= hop.confidence
    return product


def _values(
    db: sqlite3.Connection, refs: Refs, entity: int, slot: str, limit: int, *, every: bool = False
) -> tuple[list[Hop], bool]:
    """The values of a slot of one entity, the surest first, and whether there were more statements."""
    direct, inverses = predicates(slot)
    rows = sql.slot_rows(db, entity, direct, inverses, limit)
    groups: dict[int | str, list[tuple[Any, ...]]] = {}
    for row in rows:
        groups.setdefault(row[0] if row[0] is not None else value_key(row[1]), []).append(row)
    single = SLOTS[slot].single
    kept = _surest(groups.values(), 1 if single else FRONTIER) if not every else map(_measured, groups.values())
    hops = [_hop(entity, slot, *measured) for measured in kept]
    refs.add(hop.other for hop in hops)
    hops.sort(key=lambda hop: (-hop.confidence, -hop.support, _written(hop, refs), hop.other or 0))
    if single and len(hops) > 1:
        hops = [hops[0], *(hop._replace(rejected=True) for hop in hops[1:] if every)]
    return hops, len(rows) >= limit


Group = tuple[float, int, list[tuple[Any, ...]]]  # confidence, support, rows


def _surest(groups: Iterable[list[tuple[Any, ...]]], few: int) -> list[Group]:
    """The groups that can be among the first few; only these need a name."""
    ranked = sorted(map(_measured, groups), key=lambda group: (-group[0], -group[1]))
    edge = ranked[few - 1][:2] if len(ranked) > few else (0.0, 0)
    return [group for group in ranked if group[:2] >= edge]


def _measured(rows: list[tuple[Any, ...]]) -> Group:
    if len(rows) == 1:
        return combine((rows[0][3],)), 1, rows
    best: dict[int, float] = {}
    for row in rows:
        best[row[2]] = max(best.get(row[2], 0.0), row[3])
    return combine(best.values()), len({(row[2], row[5]) for row in rows}), rows


def _hop(entity: int, slot: str, confidence: float, support: int, rows: Sequence[tuple[Any, ...]]) -> Hop:
    texts = [row[1] for row in rows]
    value = min(set(texts), key=lambda text: (-texts.count(text), text))
    inferred = "" if any(not row[4] for row in rows) else rows[0][4]
    surest = max(row[3] for row in rows)
    stated = dict.fromkeys((row[3], row[2], row[5]) for row in rows if row[3] == surest)
    return Hop(entity, slot, rows[0][0], value, confidence, support, inferred, tuple(stated)[:SHOWN])


def _written(hop: Hop, refs: Refs) -> str:
    return refs.sure(hop.other).name if hop.other is not None else hop.value


def shown(db: sqlite3.Connection, paths: Sequence[tuple[Hop, ...]]) -> tuple[Path, ...]:
    """Paths as a page shows them, each hop with its surest passage."""
    refs = Refs(db).add(hop.other for path in paths for hop in path)
    return tuple(
        Path(confidence=round(confidence_of(path), 4), steps=tuple(_step(db, hop, refs) for hop in path))
        for path in paths
    )


def _step(db: sqlite3.Connection, hop: Hop, refs: Refs) -> Step:
    documents = sql.documents_dates(db, [document for _, document, _ in hop.stated])
    _, number, provenance = min(hop.stated, key=lambda one: documents[one[1]][0])
    spans = [span for span in json.loads(provenance) if len(span) == 2]
    start, end = spans[0] if spans else (-1, -1)
    return Step(
        slot=hop.slot,
        value=_written(hop, refs),
        entity=refs(hop.other),
        confidence=round(hop.confidence, 4),
        inferred=hop.inferred or ("rejected: another value is surer" if hop.rejected else ""),
        document=documents[number][0],
        start=start,
        end=end,
        quote=sentence(sql.text(db, number), start, end) if spans else "",
        support=hop.support,
    )
