"""Inventories to inventories: which ACE, Rich ERE and Cold Start types mean the same.

A row maps one type to another where the two mean the same or the target is wider. What has no row cannot be said in
the other inventory; a conversion reports it. Rich ERE is the hub: ACE and Cold Start meet there.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from factbook.model.records import Relation
from factbook.schema import ace08, coldstart, rich_ere


class Row(msgspec.Struct, frozen=True):
    """One row of a table of relation types. `types` are the types that the two arguments must have; empty: any."""

    source: str
    target: str
    swap: bool = False
    types: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    def fits(self, types: Sequence[str]) -> bool:
        """Whether the row is for arguments of these types. A type may carry a subtype: `GPE.Nation`."""
        return all(
            not wanted or given in wanted or given.partition(".")[0] in wanted
            for wanted, given in zip(self.types, types, strict=False)
        )


# source > target, `swap` if the arguments change places, 1= and 2= for the types of the arguments; first fit wins.
_ACE_TO_ERE = """
PHYS.Located > physical.locatednear
PHYS.Near > physical.locatednear
PART-WHOLE.Subsidiary > partwhole.subsidiary
PER-SOC.Business > personalsocial.business
PER-SOC.Family > personalsocial.family
PER-SOC.Lasting-Personal > personalsocial.unspecified
ORG-AFF.Employment > orgaffiliation.employmentmembership
ORG-AFF.Founder > orgaffiliation.founder
ORG-AFF.Ownership > orgaffiliation.ownership
ORG-AFF.Student-Alum > orgaffiliation.studentalum
ORG-AFF.Sports-Affiliation > orgaffiliation.employmentmembership
ORG-AFF.Investor-Shareholder > orgaffiliation.investorshareholder
ORG-AFF.Membership > orgaffiliation.employmentmembership 1=PER
ORG-AFF.Membership > partwhole.membership
GEN-AFF.Citizen-Resident-Religion-Ethnicity > generalaffiliation.more
GEN-AFF.Org-Location > physical.orglocationorigin
"""
_ERE_TO_ACE = """
physical.locatednear > PHYS.Located 1=PER
physical.locatednear > PHYS.Near
physical.resident > GEN-AFF.Citizen-Resident-Religion-Ethnicity 2=GPE,LOC
physical.orgheadquarter > GEN-AFF.Org-Location 2=GPE,LOC
physical.orglocationorigin > GEN-AFF.Org-Location 2=GPE,LOC
partwhole.subsidiary > PART-WHOLE.Subsidiary
partwhole.membership > ORG-AFF.Membership 2=ORG
personalsocial.business > PER-SOC.Business
personalsocial.family > PER-SOC.Family
personalsocial.unspecified > PER-SOC.Lasting-Personal
orgaffiliation.employmentmembership > ORG-AFF.Employment
orgaffiliation.leadership > ORG-AFF.Employment
orgaffiliation.investorshareholder > ORG-AFF.Investor-Shareholder
orgaffiliation.studentalum > ORG-AFF.Student-Alum
orgaffiliation.ownership > ORG-AFF.Ownership 1=PER 2=ORG
orgaffiliation.founder > ORG-AFF.Founder 1=PER,ORG
generalaffiliation.more > GEN-AFF.Citizen-Resident-Religion-Ethnicity 2=GPE,LOC,ORG,PER
generalaffiliation.opra > GEN-AFF.Org-Location 2=GPE,LOC
"""
# A place slot needs to know what the place is: only ACE subtypes tell.
_ERE_TO_SLOT = """
physical.resident > per:cities_of_residence 2=GPE.Population-Center
physical.resident > per:statesorprovinces_of_residence 2=GPE.State-or-Province
physical.resident > per:countries_of_residence 2=GPE.Nation
physical.orgheadquarter > org:city_of_headquarters 2=GPE.Population-Center
physical.orgheadquarter > org:stateorprovince_of_headquarters 2=GPE.State-or-Province
physical.orgheadquarter > org:country_of_headquarters 2=GPE.Nation
partwhole.subsidiary > org:parents 1=ORG
partwhole.membership > org:member_of 1=ORG 2=ORG
partwhole.membership > gpe:member_of 1=GPE 2=ORG
personalsocial.role > per:title
orgaffiliation.employmentmembership > per:employee_or_member_of
orgaffiliation.leadership > org:top_members_employees swap 2=ORG
orgaffiliation.leadership > per:employee_or_member_of 2=GPE
orgaffiliation.investorshareholder > org:shareholders swap 2=ORG
orgaffiliation.studentalum > per:schools_attended
orgaffiliation.ownership > org:parents swap 1=ORG,GPE 2=ORG
orgaffiliation.founder > org:founded_by swap 2=ORG
generalaffiliation.more > per:religion 2=RELIGION
generalaffiliation.more > per:origin 2=ORIGIN
generalaffiliation.opra > org:political_religious_affiliation 2=RELIGION,AFFILIATION
generalaffiliation.personage > per:age
generalaffiliation.orgwebsite > org:website
"""
_SLOT_TO_ERE = """
per:spouse > personalsocial.family
per:children > personalsocial.family
per:parents > personalsocial.family
per:siblings > personalsocial.family
per:other_family > personalsocial.family
per:employee_or_member_of > orgaffiliation.employmentmembership
per:schools_attended > orgaffiliation.studentalum
per:cities_of_residence > physical.resident
per:statesorprovinces_of_residence > physical.resident
per:countries_of_residence > physical.resident
per:title > personalsocial.role
per:religion > generalaffiliation.more
per:origin > generalaffiliation.more
per:age > generalaffiliation.personage
org:shareholders > orgaffiliation.investorshareholder swap
org:founded_by > orgaffiliation.founder swap
org:top_members_employees > orgaffiliation.leadership swap
org:member_of > partwhole.membership
gpe:member_of > partwhole.membership
org:parents > partwhole.subsidiary
org:city_of_headquarters > physical.orgheadquarter
org:stateorprovince_of_headquarters > physical.orgheadquarter
org:country_of_headquarters > physical.orgheadquarter
org:website > generalaffiliation.orgwebsite
org:political_religious_affiliation > generalaffiliation.opra
"""

# Rich ERE filler types and the values of older ACE files: type, subtype.
FILLER_TO_ACE = {
    "TIME": ("TIME", ""),
    "TITLE": ("Job-Title", ""),
    "CRIME": ("Crime", ""),
    "SENTENCE": ("Sentence", ""),
    "MONEY": ("Numeric", "Money"),
    "NUMBER": ("Numeric", ""),
    "URL": ("Contact-Info", "URL"),
}
FILLER_TO_ERE = {names: word for word, names in FILLER_TO_ACE.items()} | {("Numeric", "Percent"): "NUMBER"}
# The fillers of slots.
SLOT_FILLERS = {"per:title": "TITLE", "per:age": "AGE", "per:religion": "RELIGION", "per:origin": "ORIGIN",
                "org:website": "URL", "org:political_religious_affiliation": "AFFILIATION"}  # fmt: skip

CLASS_TO_ACE = {"NSP": "USP", "": "SPC"}  # Rich ERE says only "nonspecific", which ACE splits in three

# Rich ERE event subtypes that ACE 2005 has, with their names there.
_EVENTS = """
life.beborn Life.Be-Born · life.marry Life.Marry · life.divorce Life.Divorce · life.injure Life.Injure
life.die Life.Die · movement.transportperson Movement.Transport · movement.transportartifact Movement.Transport
business.startorg Business.Start-Org · business.mergeorg Business.Merge-Org
business.declarebankruptcy Business.Declare-Bankruptcy · business.endorg Business.End-Org
conflict.attack Conflict.Attack · conflict.demonstrate Conflict.Demonstrate · contact.meet Contact.Meet
contact.correspondence Contact.Phone-Write · personnel.startposition Personnel.Start-Position
personnel.endposition Personnel.End-Position · personnel.nominate Personnel.Nominate
personnel.elect Personnel.Elect · transaction.transferownership Transaction.Transfer-Ownership
transaction.transfermoney Transaction.Transfer-Money · justice.arrestjail Justice.Arrest-Jail
justice.releaseparole Justice.Release-Parole · justice.trialhearing Justice.Trial-Hearing
justice.chargeindict Justice.Charge-Indict · justice.sue Justice.Sue · justice.convict Justice.Convict
justice.sentence Justice.Sentence · justice.fine Justice.Fine · justice.execute Justice.Execute
justice.extradite Justice.Extradite · justice.acquit Justice.Acquit · justice.appeal Justice.Appeal
justice.pardon Justice.Pardon
"""
# Roles whose names differ by more than capitals: Rich ERE, ACE.
_ROLES = (("time", "Time-Within"), ("thing", "Artifact"), ("money", "Money"))


def _rows(table: str) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for line in table.strip().splitlines():
        source, _, target, *words = line.split()
        conditions = dict(word.split("=") for word in words if "=" in word)
        first, second = (frozenset(filter(None, conditions.get(place, "").split(","))) for place in "12")
        row = Row(source, target, "swap" in words, (first, second))
        found[source.lower()] = (*found.get(source.lower(), ()), row)
    return found


TABLES: dict[tuple[str, str], dict[str, tuple[Row, ...]]] = {
    ("ace", "ere"): _rows(_ACE_TO_ERE),
    ("ere", "ace"): _rows(_ERE_TO_ACE),
    ("ere", "slots"): _rows(_ERE_TO_SLOT),
    ("slots", "ere"): _rows(_SLOT_TO_ERE),
}
_EVENT_PAIRS = [
    (pair.split()[0], pair.split()[1]) for line in _EVENTS.strip().splitlines() for pair in line.split(" · ")
]
EVENT_TO_ACE: dict[str, str] = dict(_EVENT_PAIRS)
EVENT_TO_ERE = {ace.lower(): ere for ere, ace in reversed(_EVENT_PAIRS)}


def role_to_ace(role: str) -> str:
    """How ACE writes a role of Rich ERE."""
    return dict(_ROLES).get(role.lower(), role.capitalize())


def role_to_ere(role: str) -> str:
    """How Rich ERE writes a role of ACE; all time roles are `time`."""
    known = {ace.lower(): ere for ere, ace in _ROLES}
    low = role.lower()
    return "time" if low.startswith("time-") else known.get(low, low)


def inventory_of(relation: Relation) -> str:
    """Which inventory a relation's type is of: ace, ere, slots; "" for an open or unknown type."""
    kind = relation.type or ""
    if coldstart.slot_of(kind) is not None:
        return "slots"
    if rich_ere.relation(kind, relation.subtype) is not None:
        return "ere"
    return "ace" if ace08.relation(kind, relation.subtype) is not None else ""


def steps(source: str, target: str) -> tuple[tuple[str, str], ...]:
    """The tables to go through from one inventory to another."""
    if source == target:
        return ()
    return ((source, target),) if "ere" in (source, target) else ((source, "ere"), ("ere", target))


def mapped(name: str, types: Sequence[str], source: str, target: str) -> tuple[str, bool] | None:
    """A relation type's name in another inventory, and whether the arguments change places; None if it has none."""
    swapped, current = False, list(types)
    for step in steps(source, target):
        row = next((row for row in TABLES[step].get(name.lower(), ()) if row.fits(current)), None)
        if row is None:
            return None
        name = row.target
        if row.swap:
            swapped, current = not swapped, current[::-1]
    return name, swapped
