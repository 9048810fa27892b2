"""The kept word lists say what simplemma says."""

from __future__ import annotations

from pathlib import Path

import pytest
import simplemma
from hypothesis import given
from hypothesis import strategies as st
from simplemma.strategies.dictionaries import DefaultDictionaryFactory

from factbook.extract import lemmas
from factbook.extract.lemmas import FOLDER, Lists, Table, packed

FORMS = {"running": "run", "run": "run", "runs": "run", "corrió": "correr", "Äpfel": "Apfel", "r": "r"}


@given(st.dictionaries(st.text(st.characters(exclude_characters="\t", exclude_categories=["Cs"])), st.text("abñ")))
def test_a_packed_list_has_the_same_entries(forms: dict[str, str]) -> None:
    assert dict(Table(packed(forms))) == forms


def test_a_form_that_is_not_there_is_none() -> None:
    table = Table(packed(FORMS))
    assert [table.get(form) for form in ("ru", "runn", "", "zz", "running ")] == [None] * 5
    assert "corrió" in table


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_answers_are_those_of_simplemma(language: str) -> None:
    words = list(DefaultDictionaryFactory().get_dictionary(language))[::4999]
    words += [word[:-1] + "x" for word in words] + [word.capitalize() for word in words]
    for word in words:
        assert lemmas.lemmatize(word, language) == simplemma.lemmatize(word, lang=language)
        assert lemmas.is_known(word, language) == simplemma.is_known(word, lang=language)


def test_a_list_is_unpacked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    asked: list[str] = []

    def unpack(language: str) -> dict[str, str]:
        asked.append(language)
        return FORMS

    for _ in range(2):
        assert Lists(unpack, "1").get_dictionary("en")["runs"] == "run"
    assert asked == ["en"]
    assert Lists(unpack, "2").get_dictionary("en")["runs"] == "run"  # of another version of simplemma
    assert asked == ["en", "en"]


@pytest.mark.parametrize("damage", [b"", b"something else"])
def test_a_damaged_file_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    Lists(lambda _: FORMS, "1").get_dictionary("en")
    (kept,) = (tmp_path / "factbook").iterdir()
    kept.write_bytes(damage)
    assert Lists(lambda _: FORMS, "1").get_dictionary("en")["runs"] == "run"
    assert isinstance(Lists(lambda _: {}, "1").get_dictionary("en"), Table)


@pytest.mark.parametrize("folder", ["-", "/proc/none"])
def test_where_nothing_can_be_kept_it_still_answers(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, folder)
    assert Lists(lambda _: FORMS, "1").get_dictionary("en")["runs"] == "run"
