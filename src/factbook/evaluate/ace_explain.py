"""Why each ACE item gained or lost value: one `Match` for each occurrence, with the stage that lost most."""

from __future__ import annotations

from collections.abc import Iterator

from factbook.evaluate.ace_items import EntityOccurrence, RelationItem
from factbook.evaluate.ace_profiles import EPSILON
from factbook.evaluate.ace_rows import Occurrence, Row, Scored
from factbook.evaluate.measure import Match

STAGES = ("missed", "spurious", "split", "merge", "type", "mention", "argument", "entity", "relation")


def matches(scored: Scored) -> Iterator[Match]:
    """Reference items in document order, then spurious system items."""
    partners = _partners(scored)
    for row in scored.rows:
        yield _entity(row, partners) if isinstance(row.occurrence, EntityOccurrence) else _relation(row)
    for row in scored.alarms:
        yield _alarm(row, partners)


def _partners(scored: Scored) -> dict[EntityOccurrence, EntityOccurrence]:
    """For each occurrence one of the other side that shares a mention with it."""
    found: dict[EntityOccurrence, EntityOccurrence] = {}
    for left, rights in scored.links.items():
        for right in rights:
            found.setdefault(left, right)
            found.setdefault(right, left)
    return found


def _labels(row: Row) -> dict[str, str]:
    if isinstance(row.item, RelationItem):
        return {"type": row.item.type, "subtype": row.item.subtype}
    first = row.item.first
    return {"type": first.type, "subtype": first.subtype, "class": first.class_}


def _match(row: Row, *, stage: str, reason: str) -> Match:
    outcome = "missed" if row.outcome == "miss" else "right" if row.cost < EPSILON else "partial"
    return Match(
        unit=row.occurrence.doc,
        gold=row.item.id,
        system=row.mate.item.id if row.mate is not None else None,
        outcome=outcome,
        stage=stage if row.cost >= EPSILON else "",
        reason=reason,
        credit=row.value - row.cost,
        cost=row.cost,
        confidence=row.mate.item.confidence if row.mate is not None else None,
        labels=_labels(row) | _types(row),
    )


def _types(row: Row) -> dict[str, str]:
    """What a confusion matrix is made from."""
    mate = row.mate
    if mate is None:
        return {}
    return {"gold_type": _type_of(row.occurrence), "system_type": _type_of(mate)}


def _type_of(occurrence: Occurrence) -> str:
    return occurrence.type if isinstance(occurrence, EntityOccurrence) else occurrence.item.type


def _entity(row: Row, partners: dict[EntityOccurrence, EntityOccurrence]) -> Match:
    occurrence = row.occurrence
    assert isinstance(occurrence, EntityOccurrence)
    if row.outcome == "miss":
        partner = partners.get(occurrence)
        if partner is None:
            return _match(row, stage="missed", reason="no system entity has a mention in correspondence")
        taken = partner.item.mate
        reason = f"its mentions are in system entity {partner.item.id}"
        if taken is not None:
            reason += f", which is mapped to {taken.id}"
        return _match(row, stage="merge", reason=reason)
    mate = row.mate
    assert isinstance(mate, EntityOccurrence)
    wrong = [
        f"{name} is {theirs}, not {ours}"
        for name, ours, theirs in (
            ("type", occurrence.type, mate.type),
            ("subtype", occurrence.subtype, mate.subtype),
            ("class", occurrence.class_, mate.class_),
            ("level", occurrence.level, mate.level),
        )
        if ours != theirs
    ]
    parts = row.parts
    if parts.missed >= EPSILON:
        wrong.append(f"missed mentions cost {parts.missed:.3f}")
    if parts.errors >= EPSILON:
        wrong.append(f"mention type, role or style errors cost {parts.errors:.3f}")
    if parts.spurious >= EPSILON:
        wrong.append(f"spurious mentions cost {parts.spurious:.3f}")
    mentions = parts.missed + parts.errors + parts.spurious
    return _match(row, stage="type" if parts.attributes >= mentions else "mention", reason="; ".join(wrong) or "same")


def _relation(row: Row) -> Match:
    item = row.item
    assert isinstance(item, RelationItem)
    if row.outcome == "miss":
        lost = [entity.id for _, entity in item.arguments if entity.mate is None]
        if lost:
            return _match(row, stage="entity", reason=f"argument {', '.join(lost)} is not mapped to a system entity")
        return _match(row, stage="relation", reason="no system relation joins the two entities")
    mate = item.mate
    assert mate is not None
    wrong = [
        f"{name} is {theirs}, not {ours}"
        for name, ours, theirs in (
            ("type", item.type, mate.type),
            ("subtype", item.subtype, mate.subtype),
            ("modality", item.modality, mate.modality),
        )
        if ours != theirs
    ]
    parts = row.parts
    arguments = parts.missed + parts.errors + parts.spurious
    if arguments >= EPSILON:
        wrong.append(f"arguments cost {arguments:.3f}")
    return _match(row, stage="type" if parts.attributes >= arguments else "argument", reason="; ".join(wrong) or "same")


def _alarm(row: Row, partners: dict[EntityOccurrence, EntityOccurrence]) -> Match:
    stage, reason = "spurious", "no reference item corresponds"
    occurrence = row.occurrence
    if isinstance(occurrence, EntityOccurrence) and occurrence in partners:
        partner = partners[occurrence].item
        stage, reason = "split", f"its mentions are in reference entity {partner.id}"
        if partner.mate is not None:
            reason += f", which is mapped to {partner.mate.id}"
    return Match(
        unit=occurrence.doc,
        system=row.item.id,
        outcome="spurious",
        stage=stage,
        reason=reason,
        credit=-row.cost,
        cost=row.cost,
        confidence=row.item.confidence,
        labels=_labels(row),
    )
