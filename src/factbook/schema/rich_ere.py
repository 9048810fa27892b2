"""Rich ERE inventories: entities, fillers, relations and events with their roles (seed: BeSt 2017, appendix A)."""

from __future__ import annotations

import msgspec

ENTITY_TYPES = ("PER", "ORG", "GPE", "LOC", "FAC")
SPECIFICITIES = {"specific": "SPC", "nonspecific": "NSP"}  # as the file says it: as the record says it
LEVELS = ("NAM", "NOM", "PRO")
EVENT_REALIS = ("actual", "generic", "other")
ARGUMENT_REALIS = ("true", "false")  # also of a relation mention
SOURCE_GENRES = {"multi_post": "df", "newswire": "nw"}  # source_type: genre

# The last six hold the values of Cold Start slots.
FILLER_TYPES = (
    "time",
    "title",
    "age",
    "crime",
    "sentence",
    "money",
    "url",
    "weapon",
    "vehicle",
    "commodity",
    "number",
    "cause",
    "religion",
    "origin",
    "affiliation",
    "string",
)


class RelationType(msgspec.Struct, frozen=True):
    """A relation subtype: the roles of its arguments and the entity or filler types they may have."""

    type: str
    subtype: str
    roles: tuple[str, str]
    arg1: frozenset[str]
    arg2: frozenset[str]
    symmetric: bool = False


class EventType(msgspec.Struct, frozen=True):
    """An event subtype with its roles."""

    type: str
    subtype: str
    roles: frozenset[str]


# type.subtype: role 1, types > role 2, types. Fillers in lower case.
_RELATIONS = """
physical.locatednear: entity FAC GPE LOC PER > place FAC GPE LOC
physical.resident: resident PER > place FAC GPE LOC
physical.orgheadquarter: org ORG > place FAC GPE LOC
physical.orglocationorigin: org ORG > place FAC GPE LOC
partwhole.subsidiary: subsidiary ORG > org GPE ORG
partwhole.membership: member GPE ORG > org GPE ORG
personalsocial.business: per PER > per PER
personalsocial.family: per PER > per PER
personalsocial.unspecified: per PER > per PER
personalsocial.role: per PER > title title
orgaffiliation.employmentmembership: employee PER > org GPE ORG
orgaffiliation.leadership: leader PER > org GPE ORG
orgaffiliation.investorshareholder: investor GPE ORG PER > org GPE ORG
orgaffiliation.studentalum: student PER > org ORG
orgaffiliation.ownership: owner GPE ORG PER > org FAC ORG
orgaffiliation.founder: founder GPE ORG PER > org GPE ORG
generalaffiliation.more: person PER > entity GPE LOC ORG PER affiliation origin religion
generalaffiliation.opra: org ORG > entity GPE LOC ORG PER affiliation origin religion
generalaffiliation.personage: person PER > age age
generalaffiliation.orgwebsite: org ORG > url url
"""
_SYMMETRIC = frozenset({"business", "family", "unspecified"})

# `time` and `place` are always possible.
_EVENTS = """
life.beborn: person
life.marry: person
life.divorce: person
life.injure: agent instrument victim
life.die: agent instrument victim
movement.transportperson: agent destination instrument money origin person
movement.transportartifact: agent artifact destination instrument money origin
business.startorg: agent org
business.mergeorg: org
business.declarebankruptcy: org
business.endorg: org
conflict.attack: attacker instrument target
conflict.demonstrate: entity
contact.meet: entity
contact.correspondence: entity
contact.broadcast: audience entity
contact.contact: entity
manufacture.artifact: agent artifact instrument
personnel.startposition: entity person position
personnel.endposition: entity person position
personnel.nominate: agent person position
personnel.elect: agent person position
transaction.transferownership: beneficiary giver money recipient thing
transaction.transfermoney: beneficiary giver money recipient
transaction.transaction: beneficiary giver recipient
justice.arrestjail: agent crime person
justice.releaseparole: agent crime person
justice.trialhearing: adjudicator crime defendant prosecutor
justice.chargeindict: adjudicator crime defendant prosecutor
justice.sue: adjudicator crime defendant plaintiff
justice.convict: adjudicator crime defendant
justice.sentence: adjudicator crime defendant sentence
justice.fine: adjudicator crime entity money
justice.execute: agent crime person
justice.extradite: agent crime destination origin person
justice.acquit: adjudicator crime defendant
justice.appeal: adjudicator crime defendant prosecutor
justice.pardon: adjudicator crime defendant
"""
COMMON_ROLES = frozenset({"time", "place"})


def _relations() -> tuple[RelationType, ...]:
    rows = []
    for line in _RELATIONS.strip().splitlines():
        name, _, arguments = line.partition(": ")
        kind, _, subtype = name.partition(".")
        first, second = (part.split() for part in arguments.split(" > "))
        roles = (first[0], second[0])
        symmetric = kind == "personalsocial" and subtype in _SYMMETRIC
        rows.append(RelationType(kind, subtype, roles, frozenset(first[1:]), frozenset(second[1:]), symmetric))
    return tuple(rows)


def _events() -> tuple[EventType, ...]:
    rows = []
    for line in _EVENTS.strip().splitlines():
        name, _, roles = line.partition(": ")
        kind, _, subtype = name.partition(".")
        rows.append(EventType(kind, subtype, frozenset(roles.split()) | COMMON_ROLES))
    return tuple(rows)


RELATIONS = _relations()
EVENTS = _events()
_RELATION = {(row.type, row.subtype): row for row in RELATIONS}
_EVENT = {(row.type, row.subtype): row for row in EVENTS}
_NOT_SPECIFIC = dict.fromkeys(("GEN", "NEG", "USP"), "nonspecific")
_TO_FILE = {record: word for word, record in SPECIFICITIES.items()} | _NOT_SPECIFIC


def relation(kind: str, subtype: str) -> RelationType | None:
    """The row of a relation type and subtype."""
    return _RELATION.get((kind.lower(), subtype.lower()))


def event(kind: str, subtype: str) -> EventType | None:
    """The row of an event type and subtype."""
    return _EVENT.get((kind.lower(), subtype.lower()))


def specificity_word(specificity: str) -> str:
    """How Rich ERE writes a specificity; ACE classes other than SPC are "nonspecific"."""
    return _TO_FILE.get(specificity, specificity)
