"""Feelings that the text tells, and whose voice a target stands in."""

from __future__ import annotations

import pytest

from factbook.extract.pipeline import pipeline
from factbook.text.markup import parse_source
from tests.extract.attitudes.test_systems import FORUM, attitudes


def sentiments(text: str, people: dict[str, str]) -> set[tuple[str | None, str, str]]:
    return {(x.source, x.value, x.target) for x in attitudes(text, people) if x.kind == "sentiment"}


PEOPLE = {"a": "anna", "b": "Bob Stone", "c": "Carla Diaz"}


@pytest.mark.parametrize(
    ("sentence", "polarity"),
    [
        ("Carla Diaz despises Bob Stone.", "neg"),
        ("Carla Diaz can't stand Bob Stone.", "neg"),
        ("Carla Diaz does not like Bob Stone.", "neg"),
        ("Carla Diaz is proud of Bob Stone.", "pos"),
        ("Carla Diaz praised Bob Stone.", "pos"),
        ("Carla Diaz is a fan of Bob Stone.", "pos"),
        ("Carla Diaz called Bob Stone a liar.", "neg"),
        ("Carla Diaz voted for Bob Stone.", "pos"),
    ],
)
def test_a_feeling_belongs_to_who_has_it(sentence: str, polarity: str) -> None:
    found = sentiments(FORUM.format(sentence), PEOPLE)
    assert ("c", polarity, "b") in found


def test_no_quarrel_is_not_yet_love() -> None:
    found = sentiments(FORUM.format("Carla Diaz does not hate Bob Stone."), PEOPLE)
    assert ("c", "pos", "b") not in found


def test_the_speaker_of_direct_speech_is_the_source() -> None:
    text = '"I hate Bob Stone and everything he stands for," said Carla Diaz.'
    assert ("c", "neg", "b") in sentiments(text, {"b": "Bob Stone", "c": "Carla Diaz"})


def test_nobody_has_feelings_about_himself() -> None:
    found = sentiments(FORUM.format("I love Bob Stone, and Bob Stone loves me."), {"a": "anna", "b": "Bob Stone"})
    assert found
    assert all(source != target for source, _, target in found)


def test_plain_news_have_no_feelings() -> None:
    assert sentiments("Bob Stone met Carla Diaz on Friday.", {"b": "Bob Stone", "c": "Carla Diaz"}) == set()


@pytest.mark.parametrize("sentence", ["Anna Berg despises Tom Hart.", "Anna Berg said she despises Tom Hart."])
def test_a_verb_of_feeling_is_one_whatever_the_tagger_says(sentence: str) -> None:
    document = pipeline("en").read(parse_source(sentence, id="d", language="en"))
    found = [a for a in document.attitudes if a.kind == "sentiment"]
    assert [(a.value, document.mentions[a.target].text) for a in found] == [("neg", "Tom Hart")]


@pytest.mark.parametrize(
    ("sentence", "polarity"),
    [
        ("Lena Moss odia a Pablo Haro.", "neg"),
        ("Lena Moss admira a Pablo Haro.", "pos"),
        ("Lena Moss está harta de Pablo Haro.", "neg"),
    ],
)
def test_a_person_as_object_has_a_preposition_in_spanish(sentence: str, polarity: str) -> None:
    document = pipeline("es").read(parse_source(sentence, id="d", language="es"))
    found = [a for a in document.attitudes if a.kind == "sentiment"]
    assert [(a.value, document.mentions[a.target].text) for a in found] == [(polarity, "Pablo Haro")]
