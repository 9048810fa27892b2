"""The bundled gazetteer, and what it lets geography infer."""

from __future__ import annotations

import pytest

from factbook.link.gazetteer import country_code, places, region_countries
from factbook.link.geography import IMPLIED, LEVEL, in_country, in_region, level_of
from factbook.schema.coldstart import SLOTS


@pytest.mark.parametrize("name", ["Lebanon", "Líbano", "黎巴嫩", "لبنان"])
def test_a_country_in_four_languages(name: str) -> None:
    assert country_code(name) == "LB"


def test_what_is_no_country() -> None:
    assert country_code("Velandia") == ""
    assert places("Velandia") == ()
    assert region_countries("Velandia") == frozenset()


def test_a_city_lies_in_its_country_only_where_the_name_is_clear() -> None:
    assert in_country("Beirut", "Lebanon")
    assert in_country("Beirut", "Líbano")
    assert not in_country("Beirut", "Syria")
    assert not in_country("Springfield", "Narnia")
    assert len({code for _, code in places("Guadalajara")}) > 1
    assert not in_country("Guadalajara", "Mexico")
    assert in_region("Guadalupe", "Nuevo León") is False


def test_levels() -> None:
    assert level_of("Lebanon") == "country"
    assert level_of("Bavaria") == "state"
    assert level_of("Marseille") == "city"
    assert level_of("Velandia") == ""


def test_the_table_names_slots() -> None:
    assert set(LEVEL) <= set(SLOTS)
    assert set(IMPLIED) <= set(LEVEL)
