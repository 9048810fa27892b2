"""The countries of extraction and those of linking are the same: one list of names in four languages."""

from __future__ import annotations

import pytest

from factbook.extract.lexicon import rows
from factbook.link.gazetteer import _countries, country_code
from factbook.link.names import fold


@pytest.mark.parametrize("language", ["es", "zh", "ar"])
def test_linking_knows_every_country_that_extraction_finds(language: str) -> None:
    unknown = [row[0] for row in rows("nations", language) if not country_code(row[0])]
    assert unknown == []


@pytest.mark.parametrize("language", ["zh", "ar"])
def test_extraction_knows_every_country_that_linking_does(language: str) -> None:
    """Spanish leaves out the names that are spelled as in English."""
    codes = {country_code(row[0]) for row in rows("nations", language)}
    assert set(_countries().values()) == codes


@pytest.mark.parametrize("language", ["es", "zh", "ar"])
def test_no_name_stands_for_two_countries(language: str) -> None:
    owners: dict[str, set[str]] = {}
    for country, adjectives, *others in rows("nations", language):
        names = [country, *(name for cell in others for name in cell.split(";"))]
        for name in [*names, *adjectives.split(";")]:
            if name != "-":
                owners.setdefault(fold(name), set()).add(country_code(country))
    assert {name: codes for name, codes in owners.items() if len(codes) > 1} == {}
