"""What the words in front of a predicate say of it, and who says it, in Spanish, Chinese and Arabic."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.layers.holders import holder_of, stretches
from factbook.extract.layers.modality import Status, status
from factbook.extract.layers.standing import phrases
from factbook.extract.pipeline import pipeline
from factbook.text.markup import parse_source


def read(text: str, language: str) -> Document:
    return pipeline(language, upto="syntax").read(parse_source(text, id="d", language=language))


def shown(text: str, language: str, predicate: str) -> tuple[Document, Status]:
    document = read(text, language)
    word = next(w.index for w in document.words if w.text == predicate)
    return document, status(document, word)


@pytest.mark.parametrize(
    ("language", "text", "predicate", "mark"),
    [
        ("es", "Pedro no se lo ha vendido.", "vendido", "negated"),
        ("es", "A lo mejor llega mañana.", "llega", "possible"),
        ("es", "Está previsto que llegue en abril.", "llegue", "possible"),
        ("es", "Ojalá gane Ana López.", "gane", "wished"),
        ("es", "Por lo visto murió en Madrid.", "murió", "rumoured"),
        ("zh", "没有中国公民在事故中受伤。", "受伤", "negated"),
        ("zh", "公司要是倒闭，我就搬家。", "倒闭", "conditional"),
        ("zh", "那个保安应该辞职。", "辞职", "wished"),
        ("zh", "据悉，张伟去世了。", "去世", "rumoured"),
        ("ar", "ربما توفي أحمد حسن في القاهرة.", "توفي", "possible"),
    ],
)
def test_marks_in_front(language: str, text: str, predicate: str, mark: str) -> None:
    assert getattr(shown(text, language, predicate)[1], mark)


@pytest.mark.parametrize(
    ("language", "text", "predicate", "kind", "who"),
    [
        ("es", "Ana López aseguró que Pedro murió.", "murió", "report", "Ana"),
        ("es", "El partido niega haber recibido dinero.", "recibido", "deny", "partido"),
        ("zh", "市长对媒体说，公司将聘请专家。", "聘请", "report", "市长"),
        ("zh", "大使馆27日表示，张伟已经去世。", "去世", "report", "大使馆"),
        ("zh", "我室友说警察逮捕了两个人。", "逮捕", "report", "室友"),
        ("zh", "律师发表声明，否认张伟去世。", "去世", "deny", "律师"),
        ("ar", "قال المتحدث إن أحمد حسن توفي.", "توفي", "report", "المتحدث"),
    ],
)
def test_who_says_it(language: str, text: str, predicate: str, kind: str, who: str) -> None:
    document, found = shown(text, language, predicate)
    holder = found.holders[-1]
    assert holder.kind == kind
    assert holder.subject is not None
    assert document.words[holder.subject].text == who


@pytest.mark.parametrize(
    ("language", "text", "predicate"),
    [("es", "Creo que Pedro murió.", "murió"), ("zh", "估计他已经去世。", "去世")],
)
def test_a_belief_without_a_subject_is_the_writers(language: str, text: str, predicate: str) -> None:
    assert [holder.own for holder in shown(text, language, predicate)[1].holders] == [True]


@pytest.mark.parametrize(
    ("language", "text", "predicate"),
    [
        ("es", "El informe que leyó Ana es largo. Pedro murió.", "murió"),
        ("zh", "他很高兴，张伟去世了。", "去世"),
        ("es", "Ana llegó y Pedro murió.", "murió"),
    ],
)
def test_a_plain_statement_has_no_holder(language: str, text: str, predicate: str) -> None:
    found = shown(text, language, predicate)[1]
    assert found.holders == []
    assert found.factual


def test_stretches_end_at_commas_and_cover_the_sentence() -> None:
    document = read("Ayer, según Ana, llegó Pedro.", "es")
    parts = stretches(document, 0)
    assert [document.words[part.stop - 1].text for part in parts] == [",", ",", "."]
    assert [word for part in parts for word in part] == list(range(len(document.words)))


def test_the_subject_behind_a_verb_that_opens_its_stretch() -> None:
    document = read("Si se votara hoy, calcula el diario, Varga ganaría.", "es")
    verb = next(w.index for w in document.words if w.text == "calcula")
    subject = holder_of(document, verb)
    assert subject is not None
    assert document.words[subject].text == "diario"


@pytest.mark.parametrize("language", ["es", "zh", "ar"])
def test_every_language_has_turns_of_phrase_of_each_kind(language: str) -> None:
    assert {"possible", "rumoured", "wish", "first", "sarcasm", "rhetorical", "laughter"} <= set(phrases(language))


@pytest.mark.parametrize("language", ["en", "es", "zh", "ar"])
def test_every_language_has_turns_of_phrase_that_deny_and_that_suppose(language: str) -> None:
    assert {"possible", "rumoured", "negated", "conditional"} <= set(phrases(language))


def test_what_a_possessive_stands_before_is_a_noun() -> None:
    document = read("Mi primo trabaja en las oficinas del club y me dice que Rafa ya está firmado.", "es")
    assert next(word.upos for word in document.words if word.text == "primo") == "NOUN"


def test_the_noun_behind_a_pronoun_speaks() -> None:
    document, found = shown("还有，我同学说他老婆要跟他离婚，真的假的？", "zh", "离婚")
    assert [document.words[holder.subject or 0].text for holder in found.holders] == ["同学"]


def test_a_verb_of_saying_reaches_over_commas_past_its_particles() -> None:
    _, found = shown("她上课说过，她不是党员，从来没当选。", "zh", "当选")
    assert [holder.kind for holder in found.holders] == ["report"]
