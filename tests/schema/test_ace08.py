"""ACE inventories against the tables of the ACE 2008 plan."""

from __future__ import annotations

import pytest

from factbook.schema import ace08


def test_table_2_has_31_subtypes_of_the_five_evaluated_types() -> None:
    counts = {kind: len(ace08.SUBTYPES[kind]) for kind in ace08.EVALUATED["2008"]}
    assert counts == {"FAC": 5, "GPE": 7, "LOC": 7, "ORG": 9, "PER": 3}


@pytest.mark.parametrize(
    ("kind", "subtype", "expected"),
    [("PER", "Group", True), ("per", "GROUP", True), ("PER", "Sports", False), ("XXX", "Group", False)],
)
def test_subtypes_belong_to_one_type(kind: str, subtype: str, expected: bool) -> None:
    assert ace08.is_subtype(kind, subtype) is expected


def test_vehicles_and_weapons_left_in_2008() -> None:
    assert not ace08.is_evaluated("VEH")
    assert ace08.is_evaluated("VEH", "2007")
    assert ace08.is_evaluated("veh", "2005")


def test_table_4_symmetric_relations_carry_an_asterisk() -> None:
    assert {row.type for row in ace08.RELATIONS if row.symmetric} == {"METONYMY", "PER-SOC", "PHYS"}
    assert ace08.is_symmetric("phys")
    assert not ace08.is_symmetric("ORG-AFF")


def test_table_4_relation_types_and_subtypes() -> None:
    assert set(ace08.RELATION_TYPES) == {"ART", "GEN-AFF", "METONYMY", "ORG-AFF", "PART-WHOLE", "PER-SOC", "PHYS"}
    assert ace08.relation_subtypes("ORG-AFF") == (
        "Employment", "Founder", "Ownership", "Student-Alum", "Sports-Affiliation", "Investor-Shareholder", "Membership"
    )  # fmt: skip
    assert ace08.relation_subtypes("METONYMY") == ()


def test_a_relation_row_tells_its_argument_types() -> None:
    row = ace08.relation("org-aff", "student-alum")
    assert row is not None
    assert (row.arg1, row.arg2) == ({"PER"}, {"ORG"})
    assert ace08.relation("ORG-AFF", "Family") is None


def test_metonymy_has_no_subtype_and_may_say_unspecified() -> None:
    assert ace08.relation("METONYMY") == ace08.relation("METONYMY", "Unspecified") is not None
