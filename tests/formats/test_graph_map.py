"""What labels and relation names of graphs mean."""

from __future__ import annotations

import pytest

from factbook.formats.format import Problems
from factbook.formats.graph_codes import CODES
from factbook.formats.graph_map import Found, GraphMap, graph_map, shipped
from factbook.schema.coldstart import SLOTS
from factbook.schema.labels import Label, plain

PER, ORG, GPE, NONE = Label("PER"), Label("ORG"), Label("GPE"), Label("")


@pytest.fixture
def found() -> GraphMap:
    return graph_map("", Problems(CODES), "x")


def test_the_table_that_ships_is_right() -> None:
    problems = Problems(CODES)
    graph_map(shipped(), problems, "graph_map.tsv")
    assert [str(problem) for problem in problems] == []


@pytest.mark.parametrize("name", ["WORKS_FOR", "worksFor", "works for", "Works-For"])
def test_spelling_does_not_matter(name: str, found: GraphMap) -> None:
    assert plain(name) == "works for"
    assert found.slot(name, PER, ORG) == (Found("per:employee_or_member_of"), "")


@pytest.mark.parametrize("name", sorted(SLOTS))
def test_every_slot_has_its_own_name(name: str, found: GraphMap) -> None:
    slot = SLOTS[name]
    subject = Label(name.partition(":")[0].upper())
    other = Label(slot.range[0].upper()) if slot.to_entity else NONE
    for spelled in (name, name.replace(":", "_").upper()):
        assert found.slot(spelled, subject, other) == (Found(name), "")


def test_types_choose_among_rows_and_turn_them(found: GraphMap) -> None:
    assert found.slot("member of", PER, ORG)[0] == Found("per:employee_or_member_of")
    assert found.slot("member of", ORG, ORG)[0] == Found("org:member_of")
    assert found.slot("founder of", PER, ORG)[0] == Found("org:founded_by", turned=True)
    assert found.slot("founder of", ORG, PER) == (None, "org:founded_by")
    assert found.slot("admires", PER, PER) == (None, "")


def test_places_have_levels(found: GraphMap) -> None:
    country = found.type_of("Country")
    assert country == Label("GPE", "country")
    assert found.slot("born in", PER, GPE)[0] == Found("per:city_of_birth")
    assert found.slot("born in", PER, Label("GPE", "country"))[0] == Found("per:country_of_birth")
    assert found.slot("lives in", PER, Label("GPE", "country"))[0] == Found("per:countries_of_residence")
    assert found.slot("lives in", PER, Label("GPE", "stateorprovince"))[0] == Found(
        "per:statesorprovinces_of_residence"
    )


def test_a_string_slot_takes_what_is_no_entity(found: GraphMap) -> None:
    assert found.slot("has title", PER, NONE)[0] == Found("per:title")
    assert found.slot("has title", PER, ORG) == (None, "per:title")


def test_rows_of_the_user_come_first() -> None:
    text = "# mine\ntype\tPolitician\tPER\nrelation\tadmires\tper:other_family\nrelation\tworks for\t^org:founded_by\n"
    problems = Problems(CODES)
    mine = graph_map(text, problems, "x")
    assert not problems.items
    assert mine.type_of("politician") == PER
    assert mine.slot("ADMIRES", PER, PER)[0] == Found("per:other_family")
    assert mine.slot("works for", PER, ORG)[0] == Found("org:founded_by", turned=True)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("type\tx", "2 columns, not 3"),
        ("kind\tx\tPER", "neither type nor relation"),
        ("type\tx\tPERSON", "PERSON is no entity type"),
        ("relation\tx\tper:shoe_size", "per:shoe_size is no slot"),
    ],
)
def test_wrong_rows_are_named(line: str, reason: str) -> None:
    problems = Problems(CODES)
    graph_map(f"# first\n{line}\n", problems, "x")
    (problem,) = problems
    assert problem.code.name == "BAD_MAP"
    assert f"line 2 of the map: {reason}" in problem.message or reason in problem.message


def test_words_of_a_description(found: GraphMap) -> None:
    text = "Ann Lee is the chief executive of Acme and was married to Bo."
    assert [name for _, name in found.in_words(text)] == ["chief executive of", "married to"]
