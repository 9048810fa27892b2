"""Labels that other programs give to names and nodes, as entity types of ours. Case, `_` and `-` do not matter.

The labels of OntoNotes (spaCy, Stanza, Flair), CoNLL, and the words that people give to zero-shot models and graphs.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

# label | type, and what kind of a GPE it is where the label says so
_ROWS = """
person              PER
per                 PER
people              PER
human               PER
politician          PER
organization        ORG
organisation        ORG
org                 ORG
company             ORG
business            ORG
corporation         ORG
institution         ORG
agency              ORG
government agency   ORG
political party     ORG
university          ORG
school              ORG
newspaper           ORG
gpe                 GPE
geo                 GPE
norp                GPE
nationality         GPE
geopolitical entity GPE
location            GPE
place               GPE
country             GPE country
nation              GPE country
state               GPE stateorprovince
province            GPE stateorprovince
city                GPE city
town                GPE city
loc                 LOC
region              LOC
river               LOC
mountain            LOC
fac                 FAC
facility            FAC
building            FAC
airport             FAC
"""
_WORD = re.compile(r"[^\W_]+")
_JOINT = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Label(msgspec.Struct, frozen=True):
    """An entity type, and the level of a place: city, stateorprovince or country."""

    type: str
    place: str = ""


def plain(name: str) -> str:
    """A name as tables compare it: WORKS_FOR, worksFor and "works for" are one."""
    return " ".join(_WORD.findall(_JOINT.sub(" ", name).casefold()))


def _rows() -> dict[str, Label]:
    found = {}
    for line in _ROWS.strip().splitlines():
        name, type, *place = re.split(r" +(?=[A-Z]{3}\b)|(?<=[A-Z]{3}) ", line)
        found[plain(name)] = Label(type, *place)
    return found


LABELS: Final[dict[str, Label]] = _rows()


def entity_type(label: str) -> str | None:
    """The entity type of a label; None where it is none of ours. Marks of tag schemes (B-PER) are no part of it."""
    bare = label[2:] if label[1:2] == "-" and label[:1] in "BIESLU" else label
    known = LABELS.get(plain(bare))
    return known.type if known is not None else None
