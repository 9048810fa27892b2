"""Arabic grammar of mentions: leaning letters, genders, endings, names of institutions."""

from __future__ import annotations

from functools import cache

import pytest

from factbook.extract.document import Document
from factbook.extract.encoders.multilingual import FOLDER
from factbook.extract.glossary import bare_forms, gloss, leaning
from factbook.extract.layers import arabic
from factbook.extract.pipeline import pipeline
from factbook.text.source import Source

weights = pytest.mark.skipif(not (FOLDER / "encoder.onnx").is_file(), reason="the multilingual weights are not here")


@cache
def read(text: str) -> Document:
    return pipeline("ar").read(Source(id="d", text=text, language="ar", date="2014-03-12"))


def heads(document: Document, *levels: str) -> list[tuple[str, str]]:
    chosen = [m for m in document.mentions if m.level in levels]
    return [(document.source.at(document.head_of(m)), m.type) for m in chosen]


def one_thing(document: Document, *texts: str) -> bool:
    """Whether mentions with these heads are one entity."""
    entities = [
        {m.entity for m in document.mentions if document.source.at(document.head_of(m)) == text} for text in texts
    ]
    return all(len(found) == 1 for found in entities) and len(set.union(*entities)) == 1


@pytest.mark.parametrize(
    ("form", "english", "cut"),
    [
        ("الشركة", "company", 0),
        ("للشركة", "company", 1),
        ("وشركة", "company", 1),
        ("بالمحامي", "lawyer", 1),
        ("مفتشاً", "inspector", 0),
        ("كَتَبَ", "write", 0),
        ("بلبنان", "", 0),
        ("ولد", "bear", 0),  # "was born", not "and"
    ],
)
def test_leaning_letters(form: str, english: str, cut: int) -> None:
    assert gloss("ar", form, form, "NOUN") == english
    assert leaning(form) == cut


def test_bare_forms_are_never_too_short() -> None:
    assert all(len(stem) >= 3 for form in ("والد", "بال", "لل", "و", "") for stem, _ in bare_forms(form))


@weights
@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("نقل المصاب إلى مستشفى سانت جورج في بيروت.", "مستشفى سانت جورج", "ORG"),
        ("أعلنت شركة تويوتا للسيارات أرباحها.", "شركة تويوتا للسيارات", "ORG"),
    ],
)
def test_an_institution_begins_at_its_noun(text: str, name: str, kind: str) -> None:
    assert (name, kind) in heads(read(text), "NAM")


@weights
def test_the_government_of_a_country_is_no_name() -> None:
    assert all(not name.startswith("حكومة") for name, _ in heads(read("رفضت حكومة لبنان الاقتراح."), "NAM"))


@weights
def test_the_noun_with_the_article_is_the_institution_named_before() -> None:
    document = read("أعلنت شركة تويوتا للسيارات أرباحها. وقال متحدث إن الشركة لن تبيع مصانعها.")
    assert one_thing(document, "شركة تويوتا للسيارات", "الشركة")


@weights
def test_a_noun_and_the_pronoun_on_it_are_two() -> None:
    document = read("وصل محمود عباس وزوجته أمينة عباس إلى القاهرة.")
    pairs = arabic.carried(document)
    assert pairs
    assert all(document.mentions[a].entity != document.mentions[b].entity for a, b in pairs)


@weights
def test_genders() -> None:
    document = read("قال المدير إن ابنه في المستشفى. وقالت المديرة إن الشركة رفضت.")
    found = {m.text: arabic.gender(document, m) for m in document.mentions}
    assert found["المدير"] == {"m"}
    assert found["المديرة"] == {"f"}
    assert found["الشركة"] == {"n", "f"}
    assert found["ه"] == {"m"}


@weights
def test_plurals_that_no_ending_shows_are_groups() -> None:
    document = read("قال العمال إن المحامي وصل.")
    found = {m.text: m.subtype for m in document.mentions}
    assert found["العمال"] == "Group"
    assert found["المحامي"] == "Individual"


@weights
@pytest.mark.parametrize(
    ("text", "extent", "head"),
    [
        ("التقى كريم حداد ابنه وزوجته.", "ابنه", "ابن"),  # his son: the pronoun is part of the phrase
        ("لن أسامح هذه الشركة.", "هذه الشركة", "الشركة"),
    ],
)
def test_the_phrase_of_a_noun_is_longer_than_its_head(text: str, extent: str, head: str) -> None:
    assert (extent, head) in {(m.text, m.head_text) for m in read(text).to_kb(scheme="ere").mentions.values()}


@weights
@pytest.mark.parametrize(
    ("text", "trigger"),
    [
        ("وتوفي كريم حداد في بيروت.", "توفي"),
        ("وأوقفت الشرطة كريم حداد.", "أوقفت"),
        ("طالب العمال باستقالة كريم حداد.", "استقالة"),
    ],
)
def test_a_trigger_has_no_letters_that_lean_on_it(text: str, trigger: str) -> None:
    found = [m for m in read(text).to_kb(scheme="ere").event_mentions.values() if m.trigger is not None]
    assert trigger in {m.trigger_text for m in found}
    assert all(text[m.trigger.start : m.trigger.end] == m.trigger_text for m in found if m.trigger is not None)
