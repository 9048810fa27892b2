"""Slot-level P, R and F over all facts of a KB against a gold KB, without queries or assessments.

A fact is (subject, slot, object); the object is an entity or a normalised string. A fact and its inverse are one fact.
A system fact is right if its entities correspond to those of a gold fact (see `coldstart_align`) under the same slot;
a fact on an entity without mate is wrong, and so is a second string for one gold fact. With `provenance=exact` one line
of the system fact must have the provenance of a gold line, with `document` share a document. 0/0 is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

import msgspec

from factbook.evaluate.coldstart_align import Alignment, normalise_value
from factbook.evaluate.measure import Counted, Match, Unit, precision_recall_f, total
from factbook.model.kb import KB
from factbook.model.records import Relation
from factbook.schema.coldstart import inverse_of
from factbook.text.offsets import Span

PROVENANCE = ("anydoc", "document", "exact")


class Fact(msgspec.Struct, frozen=True):
    """One fact in its canonical direction. `entity` tells an object that is an entity from a string."""

    subject: str
    slot: str
    object: str
    entity: bool

    def __str__(self) -> str:
        shown = f":{self.object}" if self.entity else f'"{self.object}"'
        return f":{self.subject} {self.slot} {shown}"


Places = dict[Fact, list[frozenset[Span]]]


def facts(kb: KB) -> tuple[Places, dict[Fact, float]]:
    """All facts of a KB with the provenance of each line, in file order; and how sure its surest line is."""
    found: Places = {}
    sure: dict[Fact, float] = {}
    lines = kb.mentions_of_relation
    for relation in kb.relations.values():
        fact = fact_of(kb, relation)
        if fact is None:
            continue
        mentions = lines.get(relation.id, ())
        found.setdefault(fact, []).extend(frozenset(mention.provenance) for mention in mentions)
        said = [number for number in (relation.confidence, *(m.confidence for m in mentions)) if number is not None]
        if said:
            sure[fact] = max(sure.get(fact, 0.0), *said)
    return found, sure


def fact_of(kb: KB, relation: Relation) -> Fact | None:
    """The fact that a relation states; None where it is no slot of an entity."""
    ends = {argument.role: argument.ref for argument in relation.arguments}
    subject, object_ = ends.get("subject", ""), ends.get("object", "")
    if relation.type is None or subject not in kb.entities or not object_:
        return None
    return _canonical(kb, subject, relation.type, object_)


def _canonical(kb: KB, subject: str, slot: str, object_: str) -> Fact:
    """A fact in one of its two directions, always the same one."""
    target = kb.entities.get(object_)
    if target is None:
        filler = kb.fillers.get(object_)
        return Fact(subject, slot, normalise_value(filler.text if filler is not None else object_), entity=False)
    inverse = inverse_of(slot, target.type)
    if inverse and (inverse, object_, subject) < (slot, subject, object_):
        return Fact(object_, inverse, subject, entity=True)
    return Fact(subject, slot, object_, entity=True)


def count(gold: KB, system: KB, *, mentions: str = "exact", provenance: str = "anydoc") -> Counted:
    """Counts by subject and slot: gold facts, system facts, right ones."""
    alignment = Alignment(gold, system, mentions=mentions)
    (wanted, _), (given, sure) = facts(gold), facts(system)
    pairs = {(fact.subject, fact.object) for fact in wanted}
    found: dict[Fact, Fact] = {}  # system fact by the gold fact it is
    matches = []
    for fact, places in given.items():
        target = _target(fact, alignment)
        if target in wanted and target not in found and agree(wanted[target], places, provenance):
            found[target] = fact
            matches.append(_right(fact, target, sure.get(fact)))
        else:
            stage, reason = _fault(fact, target, found, alignment)
            if not stage:
                stage, reason = _unknown(fact, target, wanted, pairs)
            matches.append(_wrong(fact, target, stage, reason, sure.get(fact)))
    given_targets = {_target(fact, alignment) for fact in given}
    matches.extend(_missed(fact, alignment, fact in given_targets) for fact in wanted if fact not in found)
    return Counted(units=tuple(_units(matches)), matches=tuple(matches), detail=alignment)


def _target(fact: Fact, alignment: Alignment) -> Fact:
    """A system fact with gold ids, in its canonical direction; entities without mate keep a name no gold entity has."""
    subject = alignment.to_gold.get(fact.subject, f"system {fact.subject}")
    if not fact.entity:
        return Fact(subject, fact.slot, fact.object, entity=False)
    object_ = alignment.to_gold.get(fact.object, f"system {fact.object}")
    kb = alignment.system
    inverse = inverse_of(fact.slot, kb.entities[fact.object].type)
    if inverse and (inverse, object_, subject) < (fact.slot, subject, object_):
        return Fact(object_, inverse, subject, entity=True)
    return Fact(subject, fact.slot, object_, entity=True)


def agree(gold: Iterable[frozenset[Span]], system: Iterable[frozenset[Span]], how: str) -> bool:
    """Is there a line on both sides whose provenance agrees?"""
    if how == "anydoc":
        return True
    if how == "exact":
        return not set(gold).isdisjoint(system)
    documents = {span.doc for place in gold for span in place}
    return any(span.doc in documents for place in system for span in place)


def _labels(fact: Fact) -> dict[str, str]:
    return {"slot": fact.slot, "type": fact.slot.partition(":")[0]}


def _right(fact: Fact, target: Fact, confidence: float | None) -> Match:
    labels = _labels(target)
    unit, gold, system = target.subject, str(target), str(fact)
    return Match(unit=unit, gold=gold, system=system, credit=1.0, confidence=confidence, labels=labels)


def _fault(fact: Fact, target: Fact, found: dict[Fact, Fact], alignment: Alignment) -> tuple[str, str]:
    """Stage and reason of a wrong fact that an entity of it, or an earlier fact, explains; else nothing."""
    stage = alignment.system_stage(fact.subject) or (alignment.system_stage(fact.object) if fact.entity else "")
    if stage:
        return stage, "an entity of it has no mate in the gold KB"
    return ("redundant", f"same as {found[target]}") if target in found else ("", "")


def _unknown(fact: Fact, target: Fact, wanted: Places, pairs: Set[tuple[str, str]]) -> tuple[str, str]:
    """Stage and reason of a wrong fact whose entities the gold has; `pairs` are those that it relates."""
    if target in wanted:
        return "provenance", "the fact is right, its provenance is not that of the gold"
    if (target.subject, target.object) in pairs or (target.object, target.subject) in pairs:
        return "slot", "the gold KB has another slot between the two"
    return ("relation" if fact.entity else "value"), "the gold KB does not say so"


def _wrong(fact: Fact, target: Fact, stage: str, reason: str, confidence: float | None) -> Match:
    return Match(
        unit=target.subject,
        system=str(fact),
        outcome="spurious",
        stage=stage,
        reason=reason,
        cost=1.0,
        confidence=confidence,
        labels=_labels(target),
    )


def _missed(fact: Fact, alignment: Alignment, stated: bool) -> Match:
    stage = alignment.gold_stage(fact.subject) or (alignment.gold_stage(fact.object) if fact.entity else "")
    reason = "an entity of it has no mate in the system's KB" if stage else "the system's KB does not say so"
    if stated:
        stage, reason = "provenance", "the system's KB says so with other provenance"
    return Match(
        unit=fact.subject,
        gold=str(fact),
        outcome="missed",
        stage=stage or "relation",
        reason=reason,
        cost=1.0,
        labels=_labels(fact),
    )


def _units(matches: Iterable[Match]) -> Iterator[Unit]:
    sums: dict[tuple[str, str], dict[str, float]] = {}
    for match in matches:
        counts = sums.setdefault((match.unit, match.labels["slot"]), {"right": 0.0, "gold": 0.0, "system": 0.0})
        counts["right"] += match.outcome == "right"
        counts["gold"] += match.gold is not None
        counts["system"] += match.system is not None
    for (subject, slot), counts in sums.items():
        yield Unit(id=subject, counts=counts, labels={"slot": slot, "type": slot.partition(":")[0]})


def repair(gold: KB, system: KB, stage: str, **parameters: str) -> KB:
    """The system's KB with the facts lost to one stage put right (see `coldstart_repair`)."""
    from factbook.evaluate import coldstart_repair

    return coldstart_repair.repair(gold, system, stage, **parameters)


def summarise(units: Sequence[Unit], **_: str) -> dict[str, float]:
    """Micro P, R and F over all facts, as seed 002 has them over fills; macro: the mean over slots of the gold KB."""
    sums = total(units)
    figures = precision_recall_f(sums.get("right", 0.0), sums.get("system", 0.0), sums.get("gold", 0.0))
    by_slot: dict[str, list[Unit]] = {}
    for unit in units:
        by_slot.setdefault(unit.labels.get("slot", ""), []).append(unit)
    slots = [total(group) for group in by_slot.values()]
    slots = [counts for counts in slots if counts.get("gold")]  # a subject that one of two systems lacks has no counts
    means = [precision_recall_f(counts["right"], counts["system"], counts["gold"]) for counts in slots]
    for name in ("p", "r", "f"):
        figures[f"macro_{name}"] = sum(mean[name] for mean in means) / len(means) if means else 0.0
    return figures
