"""ACE inventories: entity types, classes, mention levels, relation types, roles (seed: ACE 2008 plan, tables 1 to 5
and appendix C). Names are spelled as there; look-up is without regard to case, as the evaluation program does.
"""

from __future__ import annotations

import msgspec

EDITIONS = ("2008", "2007", "2005")

# Table 2. VEH and WEA were left out of the 2008 evaluation; its DTD still has them.
SUBTYPES: dict[str, tuple[str, ...]] = {
    "FAC": ("Airport", "Building-Grounds", "Path", "Plant", "Subarea-Facility"),
    "GPE": (
        "Continent",
        "County-or-District",
        "GPE-Cluster",
        "Nation",
        "Population-Center",
        "Special",
        "State-or-Province",
    ),
    "LOC": (
        "Address",
        "Boundary",
        "Celestial",
        "Land-Region-Natural",
        "Region-General",
        "Region-International",
        "Water-Body",
    ),
    "ORG": (
        "Commercial",
        "Educational",
        "Entertainment",
        "Government",
        "Media",
        "Medical-Science",
        "Non-Governmental",
        "Religious",
        "Sports",
    ),
    "PER": ("Group", "Indeterminate", "Individual"),
    "VEH": ("Air", "Land", "Subarea-Vehicle", "Underspecified", "Water"),
    "WEA": (
        "Biological",
        "Blunt",
        "Chemical",
        "Exploding",
        "Nuclear",
        "Projectile",
        "Sharp",
        "Shooting",
        "Underspecified",
    ),
}
EVALUATED: dict[str, frozenset[str]] = {
    "2008": frozenset({"FAC", "GPE", "LOC", "ORG", "PER"}),
    "2007": frozenset(SUBTYPES),
    "2005": frozenset(SUBTYPES),
}
GLOBAL_TYPES = frozenset({"PER", "ORG"})  # section 2.6: cross-document entities

CLASSES = ("SPC", "GEN", "NEG", "USP")  # table 1
LEVELS = ("NAM", "NOM", "PRO")  # table 3, most valued first
LDC_TYPES = (
    "NAM",
    "NOM",
    "BAR",
    "PRO",
    "WHQ",
    "HLS",
    "PTV",
    "APP",
    "ARC",
    "EAP",
    "NAMPRE",
    "NOMPRE",
    "NOMPOST",
    "NAMPOST",
)
MENTION_ROLES = ("PER", "ORG", "LOC", "GPE")  # of a GPE mention
SOURCE_TYPES = ("text", "audio", "image")
MODALITIES = ("Asserted", "Other")
TENSES = ("Past", "Present", "Future", "Unspecified")
LEXICAL_CONDITIONS = (
    "Possessive",
    "Preposition",
    "PreMod",
    "Formulaic",
    "Verbal",
    "Participial",
    "Other",
    "Coordination",
)
ARGUMENT_ROLES = ("Arg-1", "Arg-2")  # table 5
TIME_ROLES = (
    "Time-Within",
    "Time-Starting",
    "Time-Ending",
    "Time-Before",
    "Time-After",
    "Time-Holds",
    "Time-At-Beginning",
    "Time-At-End",
)
VALUE_TYPES = ("Contact-Info", "Crime", "Job-Title", "Numeric", "Sentence")  # `value` elements, until 2007


class RelationType(msgspec.Struct, frozen=True):
    """A relation subtype (table 4), and the entity types its two arguments may have."""

    type: str
    subtype: str
    arg1: frozenset[str]
    arg2: frozenset[str]
    symmetric: bool = False


# type: subtype: arguments 1 > arguments 2. PER-SOC, PHYS and METONYMY are marked symmetric in table 4.
_RELATIONS = """
ART User-Owner-Inventor-Manufacturer: GPE ORG PER > FAC VEH WEA
GEN-AFF Citizen-Resident-Religion-Ethnicity: PER > GPE LOC ORG PER
GEN-AFF Org-Location: ORG > GPE LOC
METONYMY: FAC GPE ORG > FAC GPE ORG
ORG-AFF Employment: PER > GPE ORG
ORG-AFF Founder: ORG PER > GPE ORG
ORG-AFF Ownership: PER > ORG
ORG-AFF Student-Alum: PER > ORG
ORG-AFF Sports-Affiliation: PER > ORG
ORG-AFF Investor-Shareholder: GPE ORG PER > GPE ORG
ORG-AFF Membership: GPE ORG PER > ORG
PART-WHOLE Artifact: FAC VEH WEA > FAC VEH WEA
PART-WHOLE Geographical: FAC GPE LOC > FAC GPE LOC
PART-WHOLE Subsidiary: ORG > GPE ORG
PER-SOC Business: PER > PER
PER-SOC Family: PER > PER
PER-SOC Lasting-Personal: PER > PER
PHYS Located: PER > FAC GPE LOC
PHYS Near: FAC GPE LOC PER > FAC GPE LOC
"""
SYMMETRIC = frozenset({"METONYMY", "PER-SOC", "PHYS"})


def _relations() -> tuple[RelationType, ...]:
    rows = []
    for line in _RELATIONS.strip().splitlines():
        name, _, arguments = line.partition(":")
        kind, _, subtype = name.partition(" ")
        arg1, _, arg2 = arguments.partition(">")
        rows.append(RelationType(kind, subtype, frozenset(arg1.split()), frozenset(arg2.split()), kind in SYMMETRIC))
    return tuple(rows)


RELATIONS = _relations()
RELATION_TYPES = tuple(dict.fromkeys(row.type for row in RELATIONS))
_BY_NAME = {(row.type.upper(), row.subtype.upper()): row for row in RELATIONS}
_SUBTYPES = {kind: frozenset(name.upper() for name in names) for kind, names in SUBTYPES.items()}


def is_subtype(entity_type: str, subtype: str) -> bool:
    """Whether the entity type has this subtype."""
    return subtype.upper() in _SUBTYPES.get(entity_type.upper(), frozenset())


def is_evaluated(entity_type: str, edition: str = "2008") -> bool:
    """Whether entities of this type are scored in an edition."""
    return entity_type.upper() in EVALUATED[edition]


def is_symmetric(relation_type: str) -> bool:
    """Whether the order of the two arguments has no meaning."""
    return relation_type.upper() in SYMMETRIC


def relation_subtypes(relation_type: str) -> tuple[str, ...]:
    """Subtypes of a relation type; METONYMY has none."""
    return tuple(row.subtype for row in RELATIONS if row.type == relation_type.upper() and row.subtype)


def relation(relation_type: str, subtype: str = "") -> RelationType | None:
    """The row of a relation type and subtype. A METONYMY relation may say "Unspecified" for its missing subtype."""
    kind = relation_type.upper()
    return _BY_NAME.get((kind, "" if kind == "METONYMY" else subtype.upper()))
