"""Why each ACE item gained or lost value: one `Match` for each occurrence, with the stage that lost most."""

from __future__ import annotations

from collections.abc import Iterator

from factbook.evaluate.ace_items import EntityItem, EntityOccurrence, RelationItem
from factbook.evaluate.ace_profiles import EPSILON
from factbook.evaluate.ace_rows import Occurrence, Row, Scored
from factbook.evaluate.measure import Match
from factbook.evaluate.names import names_similarity

STAGES = ("missed", "spurious", "split", "merge", "type", "name", "mention", "argument", "entity", "relation")
Beside = dict[EntityOccurrence, EntityOccurrence]
_ALIKE = 0.5  # less similar names belong to different entities; the official program's limit


def matches(scored: Scored) -> Iterator[Match]:
    """Reference items in document order, then spurious system items."""
    beside = partners(scored)
    for row in scored.rows:
        yield _entity(row, beside, scored) if isinstance(row.occurrence, EntityOccurrence) else _relation(row, scored)
    for row in scored.alarms:
        yield _alarm(row, beside, scored)


def partners(scored: Scored) -> Beside:
    """For each occurrence one of the other side that shares a mention with it; without mentions, one of like names."""
    found: Beside = {}
    for left, rights in scored.links.items():
        for right in rights:
            found.setdefault(left, right)
            found.setdefault(right, left)
    return found if scored.uses_mentions else _namesakes(scored)


def _namesakes(scored: Scored) -> Beside:
    """For each occurrence that is not mapped the one of the other side in its document whose names are most alike."""
    lost = [row.occurrence for row in scored.rows if row.mate is None]
    found: Beside = {}
    for side, others in ((lost, scored.system), ([row.occurrence for row in scored.alarms], scored.reference)):
        there: dict[str, list[EntityOccurrence]] = {}
        for item in others:
            for doc, other in item.occurrences.items():
                if isinstance(other, EntityOccurrence):
                    there.setdefault(doc, []).append(other)
        for occurrence in side:
            if isinstance(occurrence, EntityOccurrence):
                best = max(there.get(occurrence.doc, ()), key=lambda other: _likeness(occurrence, other), default=None)
                if best is not None and _likeness(occurrence, best) > 0:
                    found[occurrence] = best
    return found


def _likeness(left: EntityOccurrence, right: EntityOccurrence) -> float:
    """W_err-names (Appendix A) of two occurrences with names, else 0."""
    return names_similarity(left.names, right.names, _ALIKE) if left.names and right.names else 0.0


def stage_of(row: Row, beside: Beside) -> str:
    """What lost an occurrence that is not mapped: which side has it elsewhere, or nothing.

    A partner in a system entity that is mapped to nothing is a split, in one that is mapped to another a merge.
    """
    assert isinstance(row.occurrence, EntityOccurrence)
    partner = beside.get(row.occurrence)
    alarm = row.outcome == "fa"
    if partner is None:
        return "spurious" if alarm else "missed"
    system = row.item if alarm else partner.item
    return "split" if system.mate is None else "merge"


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


def _entity(row: Row, beside: Beside, scored: Scored) -> Match:
    occurrence = row.occurrence
    assert isinstance(occurrence, EntityOccurrence)
    if row.outcome == "miss" and row.mate is None:
        partner = beside.get(occurrence)
        if partner is None:
            what = "a mention in correspondence" if scored.uses_mentions else "a like name there"
            return _match(row, stage="missed", reason=f"no system entity has {what}")
        taken = partner.item.mate
        reason = f"{_held(scored)} in system entity {partner.item.id}"
        if taken is not None:
            reason += f", which is mapped to {taken.id}"
        return _match(row, stage=stage_of(row, beside), reason=reason)
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
    if row.outcome == "miss":  # mapped, but nothing in accord in this document
        named = sorted(occurrence.names) != sorted(mate.names)
        return _match(row, stage="name" if named else "mention", reason="; ".join([*wrong, "nothing in accord here"]))
    parts = row.parts
    if parts.missed >= EPSILON:
        wrong.append(f"missed mentions cost {parts.missed:.3f}")
    if parts.errors >= EPSILON:
        wrong.append(f"mention type, role or style errors cost {parts.errors:.3f}")
    if parts.spurious >= EPSILON:
        wrong.append(f"spurious mentions cost {parts.spurious:.3f}")
    mentions = parts.missed + parts.errors + parts.spurious
    if parts.attributes < mentions:
        return _match(row, stage="mention", reason="; ".join(wrong))
    same = (occurrence.type, occurrence.subtype, occurrence.class_) == (mate.type, mate.subtype, mate.class_)
    if same and parts.attributes >= EPSILON:
        wrong.append(f"names {', '.join(mate.names)} for {', '.join(occurrence.names)}")
        return _match(row, stage="name", reason="; ".join(wrong))
    return _match(row, stage="type", reason="; ".join(wrong) or "same")


def _relation(row: Row, scored: Scored) -> Match:
    item = row.item
    assert isinstance(item, RelationItem)
    if row.outcome == "miss":
        lost = [entity.id for _, entity in item.arguments if not _findable(entity, row.occurrence.doc, scored)]
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


def _findable(entity: EntityItem, doc: str, scored: Scored) -> bool:
    """Whether an argument can be mappable: mapped (RDR), or with a mention in correspondence in the document (RMD)."""
    return entity.occurrences.get(doc) in scored.links if scored.task == "rmd" else entity.mate is not None


def _held(scored: Scored) -> str:
    return "its mentions are" if scored.uses_mentions else "its name is"


def _alarm(row: Row, beside: Beside, scored: Scored) -> Match:
    stage, reason = "spurious", "no reference item corresponds"
    occurrence = row.occurrence
    if isinstance(occurrence, EntityOccurrence) and occurrence in beside:
        partner = beside[occurrence].item
        stage = stage_of(row, beside)
        reason = f"{_held(scored)} in reference entity {partner.id}"
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
