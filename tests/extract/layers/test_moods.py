"""Forms of Spanish verbs that tell no fact: conditional, future, subjunctive."""

from __future__ import annotations

import pytest

from factbook.extract.glossary import gloss, native_lemma
from factbook.extract.layers.modality import Status, status
from factbook.extract.layers.moods import is_conditional, is_future
from factbook.extract.pipeline import pipeline
from factbook.text.markup import parse_source


@pytest.mark.parametrize("form", ["viviría", "sería", "tendrían", "habría", "querría", "comeríamos"])
def test_the_conditional(form: str) -> None:
    assert is_conditional(form)


@pytest.mark.parametrize(
    "form", ["quería", "moría", "corrían", "abría", "descubría", "prefería", "hería", "tía", "policía"]
)
def test_a_past_that_ends_like_the_conditional_is_none(form: str) -> None:
    assert not is_conditional(form)


@pytest.mark.parametrize(("form", "future"), [("vivirá", True), ("habrá", True), ("está", False), ("compré", False)])
def test_the_future(form: str, future: bool) -> None:
    assert is_future(form) == future


def shown(text: str, predicate: str) -> Status:
    document = pipeline("es", upto="syntax").read(parse_source(text, id="d", language="es"))
    return status(document, next(w.index for w in document.words if w.text == predicate))


@pytest.mark.parametrize(
    ("text", "predicate", "mark"),
    [
        ("Bruno Salas se casará con Marta Lago.", "casará", "future"),
        ("Bruno Salas va a vender la casa.", "vender", "future"),
        ("Cuando Bruno Salas se case con Marta Lago, habrá fiesta.", "case", "future"),
        ("Aunque Bruno Salas se casara con ella, no sería feliz.", "casara", "conditional"),
        ("Es raro que Bruno Salas muriera en Lima.", "muriera", "conditional"),
        ("Ni Ana Ríos ni Bruno Salas fundaron la empresa.", "fundaron", "negated"),
        ("Bruno Salas debe de vivir en Lima.", "vivir", "possible"),
        ("Bruno Salas murió en Lima, o eso dicen.", "murió", "rumoured"),
    ],
)
def test_what_a_form_says(text: str, predicate: str, mark: str) -> None:
    assert getattr(shown(text, predicate), mark)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Después de que Bruno Salas muriera en Lima, Ana vendió la casa.", "muriera"),
        ("Bruno Salas prepara un libro.", "prepara"),
        ("Cuando Bruno Salas murió en Lima, Ana vendió la casa.", "murió"),
    ],
)
def test_what_happened_stays_a_fact(text: str, predicate: str) -> None:
    assert shown(text, predicate).factual


@pytest.mark.parametrize(("form", "english"), [("sospecha", "suspect"), ("dudan", "doubt"), ("denuncia", "denounce")])
def test_a_verb_that_looks_like_a_noun_is_a_verb_where_it_is_one(form: str, english: str) -> None:
    assert gloss("es", form, native_lemma("es", form), "VERB") == english
