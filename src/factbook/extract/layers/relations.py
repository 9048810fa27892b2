"""Relations of ACE and Rich ERE, translated from statements."""

from __future__ import annotations

from typing import Final

from factbook.extract.document import Document, FoundArgument, FoundRelation
from factbook.extract.layers.learned import by_arcs
from factbook.extract.layers.modality import Status
from factbook.extract.layers.statements import MENTION, Item, Statement, by_rules, kinds
from factbook.extract.lexicon import word_set
from factbook.schema import rich_ere

ACE_ROLES: Final = ("Arg-1", "Arg-2")
TENSES: Final = {"VBD": "Past", "VBN": "Past", "VBZ": "Present", "VBP": "Present", "VBG": "Present"}


def apply(document: Document) -> None:
    """Find all statements and add their relations; `document.statements` keeps them for the slots."""
    document.statements = best_of(document, [*by_rules(document), *by_arcs(document)])
    for found in document.statements:
        document.relations.extend(_relations(document, found))


# Relations that hold of both arguments alike: their entities stand in text order, so that one fact is one relation.
SYMMETRIC: Final = word_set("PER-SOC personalsocial")
NEAR: Final = "Near"
MOST_SURE: Final = 0.93  # rule and model err together too often for more
OWNING: Final = word_set("subsidiary owner org_member")  # not of something of which only a share is held


def best_of(document: Document, found: list[Statement]) -> list[Statement]:
    """One statement for each name and pair of mentions; agreement of rule and model makes it surer."""
    kept: dict[tuple[str, Item, Item], Statement] = {}
    for statement in found:
        key = (statement.name, statement.arg1, statement.arg2)
        before = kept.get(key)
        if before is None:
            kept[key] = statement
            continue
        surer = 1 - (1 - before.probability) * (1 - statement.probability)
        better = before if before.trigger is not None else statement
        kept[key] = better._replace(probability=min(MOST_SURE, surer))
    wed = {s.sentence for s in kept.values() if s.name == "spouse" and s.rule}
    kept = {key: s for key, s in kept.items() if s.name != "spouse" or s.rule or s.sentence not in wed}
    taught = {_entities(document, s) for s in kept.values() if s.name == "student" and s.rule}
    kept = {key: s for key, s in kept.items() if s.rule or s.name != "employee" or _entities(document, s) not in taught}
    held = {_entities(document, s) for s in kept.values() if s.name == "shareholder"}
    return [s for s in kept.values() if s.name not in OWNING or _entities(document, s) not in held]


def _entities(document: Document, found: Statement) -> frozenset[int]:
    """The things that a statement is about."""
    return frozenset(document.mentions[item.at].entity for item in (found.arg1, found.arg2) if item.kind == MENTION)


def _relations(document: Document, found: Statement) -> list[FoundRelation]:
    kind = kinds()[found.name]
    out = []
    if kind.ace and asserted(found.status):
        out.append(_relation(document, found, "ace", kind.ace, ACE_ROLES))
    if kind.ere:
        main, _, sub = kind.ere.partition(".")
        row = rich_ere.relation(main, sub)
        if row is not None:
            out.append(_relation(document, found, "ere", kind.ere, row.roles))
    return out


def _relation(document: Document, found: Statement, scheme: str, name: str, roles: tuple[str, str]) -> FoundRelation:
    main, _, sub = name.partition(".")
    items = [found.arg1, found.arg2]
    if (main in SYMMETRIC or sub == NEAR) and all(item.kind == MENTION for item in items):
        items.sort(key=lambda item: document.mentions[item.at].entity)
    arguments = tuple(FoundArgument(role, item.kind, item.at) for role, item in zip(roles, items, strict=True))
    trigger = None if found.trigger is None else (found.trigger, found.trigger + 1)
    return FoundRelation(
        scheme,
        main,
        arguments,
        found.sentence,
        subtype=sub,
        probability=found.probability,
        modality="Asserted" if asserted(found.status) else "Other",
        tense=_tense(document, found),
        realis="true" if asserted(found.status) else "false",
        trigger=trigger,
        factual=found.status.factual,
    )


def asserted(shown: Status) -> bool:
    """The text presents it as holding, whoever says so."""
    return not (shown.negated or shown.possible or shown.conditional or shown.asked or shown.wished)


def _tense(document: Document, found: Statement) -> str:
    if found.status.future:
        return "Future"
    if found.trigger is None:
        return "Unspecified"
    return TENSES.get(document.words[found.trigger].xpos, "Unspecified")
