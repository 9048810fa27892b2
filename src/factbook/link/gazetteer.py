"""The bundled gazetteer: countries by their names in four languages, cities with region and country.

Knowledge from outside the documents: `--closed` does without it. Sources and licences: data/README.md.
"""

from __future__ import annotations

import gzip
from bisect import bisect_left
from functools import lru_cache
from importlib import resources

from factbook.link.names import fold


def _lines(name: str) -> list[str]:
    data = (resources.files("factbook.link") / "data" / name).read_bytes()
    text = gzip.decompress(data).decode("utf-8") if name.endswith(".gz") else data.decode("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@lru_cache(maxsize=1)
def _countries() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in _lines("countries.tsv"):
        code, *names = line.split("\t")
        for name in names:
            table.setdefault(fold(name), code)
    return table


@lru_cache(maxsize=1)
def _cities() -> list[str]:
    """City, region and country code with tabs between them, sorted. The names are folded in the file already."""
    return _lines("cities.tsv.gz")


@lru_cache(maxsize=1)
def _regions() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for place in {line.partition("\t")[2] for line in _cities()}:
        region, _, code = place.partition("\t")
        if region:
            table.setdefault(region, set()).add(code)
    return {name: frozenset(codes) for name, codes in table.items()}


@lru_cache(maxsize=65536)
def country_code(name: str) -> str:
    """ISO code of a country by any of its names; "" if it is none."""
    return _countries().get(fold(name), "")


@lru_cache(maxsize=65536)
def places(city: str) -> tuple[tuple[str, str], ...]:
    """(folded region, country code) of every city of that name."""
    start, lines = f"{fold(city)}\t", _cities()
    found: list[tuple[str, str]] = []
    for index in range(bisect_left(lines, start), len(lines)):
        if not lines[index].startswith(start):
            break
        region, _, code = lines[index][len(start) :].partition("\t")
        found.append((region, code))
    return tuple(found)


def region_countries(region: str) -> frozenset[str]:
    """Codes of the countries that have a region of that name."""
    return _regions().get(fold(region), frozenset())
