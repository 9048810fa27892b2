"""The bundled gazetteer, and what it lets geography infer."""

from __future__ import annotations

import pytest

from factbook.link import gazetteer
from factbook.link.gazetteer import country_code, places, region_countries
from factbook.link.geography import IMPLIED, LEVEL, country_of, level_of, region_of
from factbook.link.names import fold
from factbook.schema.coldstart import SLOTS


@pytest.mark.parametrize("name", ["Lebanon", "Líbano", "黎巴嫩", "لبنان"])
def test_a_country_in_four_languages(name: str) -> None:
    assert country_code(name) == "LB"


def test_what_is_no_country() -> None:
    assert country_code("Velandia") == ""
    assert places("Velandia") == ()
    assert region_countries("Velandia") == frozenset()


def test_a_city_lies_in_its_country_only_where_the_name_is_clear() -> None:
    assert country_of("Beirut") == country_code("Líbano") == "LB"
    assert len({code for _, code in places("Guadalajara")}) > 1
    assert country_of("Guadalajara") == ""
    assert region_of("Guadalupe") == ""


def test_levels() -> None:
    assert level_of("Lebanon") == "country"
    assert level_of("Bavaria") == "state"
    assert level_of("Marseille") == "city"
    assert level_of("Velandia") == ""


def test_the_table_names_slots() -> None:
    assert set(LEVEL) <= set(SLOTS)
    assert set(IMPLIED) <= set(LEVEL)


def test_names_of_the_gazetteer_are_folded_and_sorted_in_their_file() -> None:
    """The gazetteer looks them up as they are: a change of `fold` needs `python -m training.link_data`."""
    lines = gazetteer._cities()
    assert lines == sorted(set(lines))
    for line in lines[::7]:
        city, region, code = line.split("\t")
        assert (fold(city), fold(region), len(code)) == (city, region, 2)


def test_regions_and_countries_by_city() -> None:
    assert (country_of("Lyon"), country_of("Guadalajara"), country_of("Velandia")) == ("FR", "", "")
    assert country_of("Bavaria") == "DE"
    assert (region_of("Marseille"), region_of("Guadalupe")) == ("provence-alpes-cote d'azur", "")
