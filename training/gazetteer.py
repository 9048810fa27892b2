"""Which names of places are geo-political, and which words are nationalities."""

from __future__ import annotations

import csv
import gzip
import json
from functools import cache
from pathlib import Path

from factbook.extract.lexicon import word_set

_LOCATION_WORDS = word_set(
    "river lake mount mountain mountains sea ocean island islands valley desert bay gulf peninsula strait creek "
    "canyon forest coast hills cape glacier volcano basin plateau beach africa europe asia america antarctica "
    "oceania earth mars moon atlantic pacific mediterranean"
)
_FACILITY_WORDS = word_set(
    "street airport bridge hall building stadium hotel church palace road avenue museum hospital cathedral castle "
    "tower station highway prison arena house temple plaza square theatre theater park dam mall abbey monastery "
    "barracks cemetery boulevard"
)


class Gazetteer:
    """Names of countries, regions and cities, and nationality words, in lower case."""

    def __init__(self, data: Path) -> None:
        self.places: set[str] = set()
        self.nationalities: set[str] = set()
        with gzip.open(data / "names_countries" / "countries.json.gz", "rt") as file:
            for country in json.load(file):
                names = country["name"]
                self.places.update((names["common"].lower(), names["official"].lower()))
                demonyms = country.get("demonyms", {}).get("eng", {})
                self.nationalities.update(word.lower() for word in demonyms.values() if word)
                if isinstance(country.get("demonym"), str):
                    self.nationalities.add(country["demonym"].lower())
        with gzip.open(data / "names_world_cities" / "world-cities.csv.gz", "rt") as file:
            for row in csv.DictReader(file):
                for key in ("name", "country", "subcountry"):
                    if row.get(key):
                        self.places.add(row[key].lower())
        self.places |= word_set("us u.s. usa u.s.a. uk u.k. america britain england scotland wales")
        self.places |= {"soviet union", "ussr", "yugoslavia", "czechoslovakia", "palestine", "gaza"}
        more = "english scottish welsh british soviet arab european african asian palestinian kurdish"
        self.nationalities |= set(more.split())
        self.nationalities |= {word + "s" for word in self.nationalities if word.endswith("n")}
        self.nationalities.discard("")

    def kind(self, words: list[str]) -> str:
        """GPE, LOC or FAC where the words tell, else PLACE."""
        text = " ".join(words).lower()
        bare = text.removeprefix("the ")
        last = bare.split(" ")[-1] if bare else ""
        first = bare.split(" ")[0] if bare else ""
        if bare in self.nationalities or (bare in self.places and bare not in _LOCATION_WORDS):
            return "GPE"
        if last in _LOCATION_WORDS or first in ("lake", "mount", "river", "cape", "gulf"):
            return "LOC"
        return "FAC" if last in _FACILITY_WORDS else "PLACE"

    def is_nationality(self, word: str) -> bool:
        return word.lower() in self.nationalities


@cache
def gazetteer(data: Path) -> Gazetteer:
    return Gazetteer(data)
