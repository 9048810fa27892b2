"""A negated, hedged, asked, conditional or reported statement never becomes a fact of the author, in any language.

It becomes an attitude with its source. The plain statement beside each does become a fact.
"""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline
from factbook.text.markup import parse_source

# language: the plain statement, and the slots that it fills
PLAIN = {
    "en": ("Steve Jobs founded Apple in 1976.", {"per:organizations_founded", "org:founded_by"}),
    "es": ("Pablo Neruda nació en Parral en 1904.", {"per:city_of_birth"}),
    "zh": ("鲁迅1881年出生在绍兴。", {"per:city_of_birth"}),
    "ar": ("ولد نجيب محفوظ في القاهرة عام 1911.", {"per:city_of_birth"}),
}
Belief = tuple[str | None, str, str]  # source, value, polarity
DENIED: list[Belief] = [(None, "CB", "neg")]
UNSURE: list[Belief] = [(None, "NCB", "pos")]
RUMOUR: list[Belief] = [(None, "ROB", "pos")]


def said(source: str, value: str = "CB", polarity: str = "pos") -> list[Belief]:
    """The author reports; somebody else holds the belief."""
    return [(None, "ROB", "pos"), (source, value, polarity)]


# language, kind, statement, what the text shows that its author and others believe
LESS: list[tuple[str, str, str, list[Belief]]] = [
    ("en", "negated", "Steve Jobs did not found Microsoft Corporation.", DENIED),
    ("en", "negated", "Steve Jobs never founded Microsoft Corporation.", DENIED),
    ("en", "hedged", "Steve Jobs may have founded Apple.", UNSURE),
    ("en", "hedged", "Perhaps Steve Jobs founded Apple.", UNSURE),
    ("en", "asked", "Did Steve Jobs found Apple?", UNSURE),
    ("en", "conditional", "If Steve Jobs had founded Apple alone, he would have owned it all.", UNSURE),
    ("en", "conditional", "Unless Steve Jobs founded Apple, the story makes no sense.", UNSURE),
    ("en", "reported", "Ronald Wayne said that Steve Jobs founded Apple.", said("Ronald Wayne")),
    ("en", "reported", "According to Ronald Wayne, Steve Jobs founded Apple.", said("Ronald Wayne")),
    ("en", "reported", '"Steve Jobs founded Apple in Los Altos," Ronald Wayne said.', said("Ronald Wayne")),
    ("en", "reported", "Ronald Wayne denied that Steve Jobs founded Apple.", said("Ronald Wayne", polarity="neg")),
    ("en", "reported", "Steve Jobs reportedly founded Apple.", RUMOUR),
    ("es", "negated", "Pablo Neruda no nació en Santiago.", DENIED),
    ("es", "hedged", "Quizás Pablo Neruda nació en Santiago.", UNSURE),
    ("es", "hedged", "A lo mejor Pablo Neruda nació en Santiago.", UNSURE),
    ("es", "asked", "¿Nació Pablo Neruda en Santiago?", UNSURE),
    ("es", "conditional", "Si Pablo Neruda nació en Santiago, el libro miente.", UNSURE),
    ("es", "reported", "Pedro Ruiz dijo que Pablo Neruda nació en Santiago.", said("Pedro Ruiz")),
    ("es", "reported", "Según Pedro Ruiz, Pablo Neruda nació en Santiago.", said("Pedro Ruiz")),
    ("es", "reported", "«Pablo Neruda nació en Santiago en 1904», dijo Pedro Ruiz.", said("Pedro Ruiz")),
    ("es", "reported", "Pablo Neruda habría nacido en Santiago.", RUMOUR),
    ("es", "reported", "Al parecer, Pablo Neruda nació en Santiago.", RUMOUR),
    ("zh", "negated", "鲁迅没有出生在北京。", DENIED),
    ("zh", "negated", "鲁迅不是1881年出生在北京。", DENIED),
    ("zh", "hedged", "鲁迅可能出生在北京。", UNSURE),
    ("zh", "hedged", "也许鲁迅出生在北京。", UNSURE),
    ("zh", "asked", "鲁迅出生在北京吗？", UNSURE),
    ("zh", "conditional", "如果鲁迅出生在北京，书上就写错了。", UNSURE),
    ("zh", "reported", "王芳说鲁迅出生在北京。", said("王芳")),
    ("zh", "reported", "王芳表示，鲁迅出生在北京。", said("王芳")),
    ("zh", "reported", "据王芳报道，鲁迅出生在北京。", said("王芳")),
    ("zh", "reported", "王芳否认鲁迅出生在北京。", said("王芳", polarity="neg")),
    ("zh", "reported", "据说鲁迅出生在北京。", RUMOUR),
    ("ar", "negated", "لم يولد نجيب محفوظ في بيروت.", DENIED),
    ("ar", "hedged", "ربما ولد نجيب محفوظ في بيروت.", UNSURE),
    ("ar", "hedged", "من المحتمل أن نجيب محفوظ ولد في بيروت.", UNSURE),
    ("ar", "asked", "هل ولد نجيب محفوظ في بيروت؟", UNSURE),
    ("ar", "conditional", "إذا ولد نجيب محفوظ في بيروت فالكتاب مخطئ.", UNSURE),
    ("ar", "reported", "قال محمد علي إن نجيب محفوظ ولد في بيروت.", said("محمد")),
    ("ar", "reported", "نفى محمد علي أن نجيب محفوظ ولد في بيروت.", said("محمد", polarity="neg")),
    ("ar", "reported", "يقال إن نجيب محفوظ ولد في بيروت.", RUMOUR),
]
KINDS = ("negated", "hedged", "asked", "conditional", "reported")
EVENTS = ("startorg", "beborn")


def read(text: str, language: str = "en") -> Document:
    return pipeline(language).read(parse_source(text, id="d", language=language))


def facts(document: Document) -> set[str | None]:
    return {found.type for found in document.relations if found.scheme == "slot" and found.factual}


def beliefs(document: Document) -> list[Belief]:
    """Who believes what of the event that the statement tells of."""
    return [
        (None if a.source is None else document.mentions[a.source].text, a.value, a.polarity)
        for a in document.attitudes
        if a.kind == "belief"
        and a.target_kind == "event"
        and a.argument is None
        and document.events[a.target].subtype in EVENTS
    ]


@pytest.mark.parametrize("language", PLAIN)
def test_the_plain_statement_is_a_fact(language: str) -> None:
    text, slots = PLAIN[language]
    document = read(text, language)
    assert facts(document) & slots
    assert beliefs(document) == [(None, "CB", "pos")]


@pytest.mark.parametrize(("language", "kind", "text", "expected"), LESS)
def test_anything_less_is_an_attitude_and_no_fact(language: str, kind: str, text: str, expected: list[Belief]) -> None:
    document = read(text, language)
    assert facts(document) == set()
    found = beliefs(document)
    assert [(bool(source), *rest) for source, *rest in found] == [(bool(source), *rest) for source, *rest in expected]
    for (source, *_), (wanted, *_) in zip(found, expected, strict=True):
        assert (source or "").startswith(wanted or "")


def test_every_language_has_an_example_of_every_kind() -> None:
    assert {(language, kind) for language, kind, _, _ in LESS} == {(a, b) for a in PLAIN for b in KINDS}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Anna Berg wants to found Microsoft Corporation.", set()),
        ("es", "Ojalá Ana Berg funde la empresa Cemex.", set()),
        ("zh", "但愿鲁迅出生在北京。", set()),
    ],
)
def test_a_wish_is_no_fact(language: str, text: str, expected: set[str]) -> None:
    assert facts(read(text, language)) == expected


def own_beliefs(text: str, language: str = "en") -> set[tuple[str, str]]:
    """Values and polarities of what the nameless author of news believes about events."""
    return {
        (a.value, a.polarity)
        for a in read(text, language).attitudes
        if a.kind == "belief" and a.target_kind == "event" and a.source is None and a.argument is None
    }


def test_a_relative_clause_is_the_writers_own() -> None:
    text = "Peter said that Carla, who was arrested on Friday, had left."
    assert ("CB", "pos") in own_beliefs(text)


@pytest.mark.parametrize(
    ("language", "text"),
    [("es", "¿Acaso la policía detuvo a Pedro Ruiz?"), ("zh", "难道警方逮捕了张伟吗？")],
)
def test_a_rhetorical_question_is_a_belief_in_the_opposite(language: str, text: str) -> None:
    assert own_beliefs(text, language) == {("CB", "neg")}


def test_a_guess_without_a_subject_is_the_writers_own() -> None:
    assert own_beliefs("Creo que la policía detuvo a Pedro Ruiz.", "es") == {("NCB", "pos")}
