"""Silver names of news: which links become names, and what is left open."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import pytest

from training.example import IGNORE, NAME_ROWS
from training.gazetteer import Gazetteer
from training.wikinews import wikinews

TEXT = "President Maria Denby flew to France. Denby met Green officials of the Harbor University in Old Paris Road."
LINKS = [[10, 21, "Maria Denby"], [30, 36, "France"], [71, 88, "Harbor University"], [92, 101, "Paris"]]


def packed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode()))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    country = {"name": {"common": "France", "official": "French Republic"}, "demonyms": {"eng": {"m": "French"}}}
    packed(tmp_path / "names_countries" / "countries.json.gz", json.dumps([country]))
    cities = io.StringIO()
    csv.writer(cities).writerows([["name", "country", "subcountry"], ["Paris", "France", "Paris"]])
    packed(tmp_path / "names_world_cities" / "world-cities.csv.gz", cities.getvalue())
    packed(tmp_path / "names_smashew" / "first_names_all.txt.gz", "maria\n")
    packed(tmp_path / "names_organizations" / "sp500.tsv.gz", "symbol\tname\n")
    packed(tmp_path / "names_organizations" / "universities.tsv.gz", "name\tcountry\n")
    rows = [{"id": str(number), "text": TEXT, "links": LINKS} for number in range(20)]
    packed(tmp_path / "wikinews_en" / "wikinews_en_10k.jsonl.gz", "\n".join(map(json.dumps, rows)))
    return tmp_path


def test_links_are_names_and_other_capitals_teach_nothing(data: Path) -> None:
    examples = wikinews(data, Gazetteer(data))
    assert 0 < len(examples) < 20  # a share of the articles
    labels = dict(zip(examples[0].words, examples[0].names, strict=True))
    names = {word: row for word, row in labels.items() if row not in (IGNORE, NAME_ROWS["O"])}
    assert names == {
        "Maria": NAME_ROWS["B-PER"],
        "Denby": NAME_ROWS["B-PER"],  # said again, alone
        "France": NAME_ROWS["B-GPE"],
        "Harbor": NAME_ROWS["B-ORG"],
        "University": NAME_ROWS["I-ORG"],
    }
    assert labels["flew"] == NAME_ROWS["O"]
    assert labels["Green"] == labels["Paris"] == labels["President"] == IGNORE
