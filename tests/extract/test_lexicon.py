"""The word lists: well-formed, and what the layers expect of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.extract import lexicon
from factbook.extract.layers import classes, mentions
from factbook.schema import ace08

DATA = Path(lexicon.__file__).parent / "layers" / "data"


@pytest.mark.parametrize("path", sorted(DATA.glob("*.tsv")), ids=lambda path: path.stem)
def test_tables_read_and_have_no_empty_first_cell(path: Path) -> None:
    rows = lexicon.rows(path.stem)
    assert rows
    assert all(row[0] for row in rows)


def test_every_table_is_described() -> None:
    about = (DATA / "README.md").read_text(encoding="utf-8")
    missing = [path.stem for path in DATA.glob("*.tsv") if path.stem not in about]
    assert missing == []


def test_nouns_and_name_words_have_official_types_and_subtypes() -> None:
    known = ace08.SUBTYPES
    for kind, subtype, gender, _ in lexicon.rows("nouns"):
        assert subtype in known[kind]
        assert gender in ("m", "f", "-")
    for kind, subtype, _ in lexicon.rows("places"):
        assert subtype in known[kind]


def test_look_up() -> None:
    assert mentions.noun_types("company")[0] == "ORG"
    assert mentions.noun_entries("wife") == (("PER", "Individual", "f"),)
    assert classes.place("France") == ("GPE", "Nation")
    assert classes.name_subtype("Mount Auger", "LOC") == "Land-Region-Natural"
    assert lexicon.mapping("pronouns")["she"][2] == "f"
