"""The Cold Start inventory against the tables of seed 002."""

from __future__ import annotations

import pytest

from factbook.schema.coldstart import (
    ALIASES,
    EDITIONS,
    ENTITY_SLOTS,
    ENTITY_TYPE_SET,
    PREDICATES,
    SLOTS,
    STRING_SLOTS,
    edition_of,
    inverse_of,
    lookup,
    run_id_fault,
    run_language,
    slot_of,
)

# Table 1, as printed: relation and inverses.
TABLE_1 = """
per:children per:parents
per:other_family per:other_family
per:parents per:children
per:siblings per:siblings
per:spouse per:spouse
per:employee_or_member_of org:employees_or_members gpe:employees_or_members
per:schools_attended org:students
per:city_of_birth gpe:births_in_city
per:stateorprovince_of_birth gpe:births_in_stateorprovince
per:country_of_birth gpe:births_in_country
per:cities_of_residence gpe:residents_of_city
per:statesorprovinces_of_residence gpe:residents_of_stateorprovince
per:countries_of_residence gpe:residents_of_country
per:city_of_death gpe:deaths_in_city
per:stateorprovince_of_death gpe:deaths_in_stateorprovince
per:country_of_death gpe:deaths_in_country
org:shareholders per:holds_shares_in org:holds_shares_in gpe:holds_shares_in
org:founded_by per:organizations_founded org:organizations_founded gpe:organizations_founded
org:top_members_employees per:top_member_employee_of
org:member_of org:members
gpe:member_of org:members
org:members org:member_of gpe:member_of
org:parents org:subsidiaries gpe:subsidiaries
org:subsidiaries org:parents
org:city_of_headquarters gpe:headquarters_in_city
org:stateorprovince_of_headquarters gpe:headquarters_in_stateorprovince
org:country_of_headquarters gpe:headquarters_in_country
"""

TABLE_2 = """
per:alternate_names per:date_of_birth per:age per:origin per:date_of_death per:cause_of_death per:title per:religion
per:charges org:alternate_names org:political_religious_affiliation org:number_of_employees_members org:date_founded
org:date_dissolved org:website
"""


@pytest.mark.parametrize("row", TABLE_1.strip().splitlines())
def test_table_1(row: str) -> None:
    name, *inverses = row.split()
    assert {inverse_of(name, inverse.partition(":")[0]) for inverse in inverses} == set(inverses)
    for inverse in inverses:
        assert inverse_of(inverse, name.partition(":")[0]) == name


def test_table_1_has_26_rows_and_table_2_has_15_slots() -> None:
    forms = {row.split()[0].partition(":")[2] for row in TABLE_1.strip().splitlines()}
    rows = TABLE_1.strip().splitlines()
    assert len(rows) - 1 == 26  # {org,gpe}:member_of is one row there
    assert len(TABLE_2.split()) == 15
    assert forms <= {slot.name for slot in ENTITY_SLOTS}


@pytest.mark.parametrize("name", TABLE_2.split())
def test_table_2(name: str) -> None:
    slot = SLOTS[name]
    assert slot in STRING_SLOTS
    assert slot.range == ("string",)
    assert inverse_of(name, "PER") == ""


def test_every_inverse_leads_back() -> None:
    for name, slot in SLOTS.items():
        for object_type in slot.range if slot.to_entity else ():
            inverse = inverse_of(name, object_type)
            assert inverse_of(inverse, name.partition(":")[0]) == name


def test_inverses_that_were_no_slots_before_take_lists() -> None:
    assert not SLOTS["gpe:births_in_city"].single
    assert SLOTS["per:city_of_birth"].single
    assert {name for name, slot in SLOTS.items() if slot.single and not slot.to_entity} == {
        "per:age",
        "per:cause_of_death",
        "per:date_of_birth",
        "per:date_of_death",
        "per:religion",
        "org:date_dissolved",
        "org:date_founded",
        "org:number_of_employees_members",
        "org:website",
    }


def test_parents_is_two_predicates() -> None:
    assert [slot.domain for slot in PREDICATES["parents"]] == [("per",), ("org",)]
    assert len(lookup("parents", None)) == 2
    assert lookup("parents", "gpe") == ()


def test_types_of_slots_are_types_of_entities() -> None:
    for slot in (*ENTITY_SLOTS, *STRING_SLOTS):
        assert set(slot.domain) <= ENTITY_TYPE_SET
        assert set(slot.range) <= ENTITY_TYPE_SET | {"string"}


def test_aliases_name_slots_of_their_type() -> None:
    for (domain, _), (reason, name) in ALIASES.items():
        assert reason in ("deprecated", "misspelled")
        assert lookup(name, None if domain == "any" else domain)
    assert slot_of("per:employee_of") is SLOTS["per:employee_or_member_of"]
    assert slot_of("per:hats") is None


def test_ranks_put_type_link_and_names_first() -> None:
    ranks = {name: slots[0].rank for name, slots in PREDICATES.items()}
    assert sorted(ranks, key=ranks.__getitem__)[:5] == ["type", "link", "canonical_mention", "mention", "age"]
    assert sorted(ranks.values()) == list(range(len(PREDICATES)))


def test_editions() -> None:
    first, second = EDITIONS["2016"], EDITIONS["2017"]
    assert (first.max_span, first.max_total, first.max_spans) == (150, 600, 4)
    assert (second.max_span, second.max_total, second.max_spans) == (200, 800, 3)
    assert edition_of("") is first
    with pytest.raises(ValueError, match="2016, 2017"):
        edition_of("1999")


@pytest.mark.parametrize("run_id", ["Acme_KB_XLING_1", "two_words_SF_ENG_5"])
def test_run_ids_that_follow_the_rule(run_id: str) -> None:
    assert run_id_fault(run_id) == ""


@pytest.mark.parametrize(
    ("run_id", "task", "fault"),
    [
        ("Acme1", "", "TEAM_TASK_LANGUAGE_RANK"),
        ("_KB_ENG_1", "", "TEAM_TASK_LANGUAGE_RANK"),
        ("Acme_EDL_ENG_1", "", "not KB or SF"),
        ("Acme_KB_ENG_1", "SF", "not SF"),
        ("Acme_KB_FRA_1", "", "FRA"),
        ("Acme_KB_ENG_6", "", "rank is 6"),
    ],
)
def test_run_ids_that_do_not(run_id: str, task: str, fault: str) -> None:
    assert fault in run_id_fault(run_id, task=task)


@pytest.mark.parametrize(
    ("run_id", "language"),
    [("Acme_KB_SPA_1", "es"), ("Acme_SF_CMN_2", "zh"), ("A_B_KB_ENG_5", "en"), ("Acme_KB_XLING_1", ""), ("x", "")],
)
def test_the_language_of_a_run(run_id: str, language: str) -> None:
    assert run_language(run_id) == language
