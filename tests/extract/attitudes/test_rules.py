"""A negated, hedged, asked, conditional, wished or reported statement never becomes a fact of the author."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline
from factbook.text.markup import parse_source

NO_FACTS = {
    "en": [
        "Anna Berg did not found Microsoft Corporation.",
        "Anna Berg may have founded Microsoft Corporation.",
        "Did Anna Berg found Microsoft Corporation?",
        "If Anna Berg had founded Microsoft Corporation, she would be rich.",
        "Peter said that Anna Berg founded Microsoft Corporation.",
        '"Anna Berg founded Microsoft Corporation in 1990," Peter said.',
        "According to Peter, Anna Berg founded Microsoft Corporation.",
        "Anna Berg reportedly founded Microsoft Corporation.",
        "Peter denied that Anna Berg founded Microsoft Corporation.",
        "Anna Berg wants to found Microsoft Corporation.",
    ],
    "es": [
        "Ana Berg no fundó la empresa Cemex.",
        "¿Fundó Ana Berg la empresa Cemex?",
        "Pedro dijo que Ana Berg fundó la empresa Cemex.",
        "Según Pedro, Ana Berg fundó la empresa Cemex.",
    ],
    "zh": [
        "张伟没有创办联想公司。",
        "张伟可能创办了联想公司。",
        "如果张伟创办了联想公司，他会很高兴。",
        "李明说张伟创办了联想公司。",
    ],
}


def read(text: str, language: str = "en") -> Document:
    return pipeline(language).read(parse_source(text, id="d", language=language))


def founders(document: Document) -> list[str | None]:
    slots = ("per:organizations_founded", "org:founded_by")
    return [found.type for found in document.relations if found.scheme == "slot" and found.type in slots]


def test_the_plain_statement_is_a_fact() -> None:
    assert founders(read("Anna Berg founded Microsoft Corporation in 1990."))


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language in NO_FACTS for text in NO_FACTS[language]]
)
def test_anything_less_is_none(language: str, text: str) -> None:
    assert founders(read(text, language)) == []


def own_beliefs(text: str) -> set[tuple[str, str]]:
    """Values and polarities of what the nameless author of news believes about events."""
    found = read(text).attitudes
    return {
        (a.value, a.polarity) for a in found if a.kind == "belief" and a.target_kind == "event" and a.source is None
    }


@pytest.mark.parametrize(
    ("text", "beliefs"),
    [
        ("Police arrested Bob Stone.", {("CB", "pos")}),
        ("Police did not arrest Bob Stone.", {("CB", "neg")}),
        ("Police may have arrested Bob Stone.", {("NCB", "pos")}),
        ("Did police arrest Bob Stone?", {("NCB", "pos")}),
        ("Peter said police arrested Bob Stone.", {("ROB", "pos")}),
        ("According to Peter, police arrested Bob Stone.", {("ROB", "pos")}),
        ("Police allegedly arrested Bob Stone.", {("ROB", "pos")}),
    ],
)
def test_it_becomes_an_attitude(text: str, beliefs: set[tuple[str, str]]) -> None:
    assert own_beliefs(text) == beliefs


def test_a_relative_clause_is_the_writers_own() -> None:
    text = "Peter said that Carla, who was arrested on Friday, had left."
    assert ("CB", "pos") in own_beliefs(text)
