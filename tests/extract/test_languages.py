"""Spanish, Chinese and Arabic through the whole pipeline, and the parts of it that need no weights."""

from __future__ import annotations

from functools import cache

import pytest

from factbook.extract.document import Document, Word
from factbook.extract.encoders.multilingual import FOLDER
from factbook.extract.glossary import gloss, native_lemma
from factbook.extract.layers import classes
from factbook.extract.layers.dates import chinese_date
from factbook.extract.layers.harmony import harmonise
from factbook.extract.layers.tagged_names import _period
from factbook.extract.lexicon import capital, rows
from factbook.extract.pipeline import has_models, pipeline
from factbook.formats.format import Context
from factbook.formats.table import by_name
from factbook.text.markup import parse_source
from factbook.text.source import Source

LANGUAGES = ("es", "zh", "ar")
weights = pytest.mark.skipif(not (FOLDER / "encoder.onnx").is_file(), reason="the multilingual weights are not here")


@cache
def read(language: str, text: str) -> Document:
    return pipeline(language).read(Source(id="d", text=text, language=language, date="2014-03-12"))


# -- tables --


@pytest.mark.parametrize("language", LANGUAGES)
def test_glossary_has_three_columns_and_known_parts(language: str) -> None:
    parts = {"-", "NOUN", "VERB", "ADJ", "AUX", "DET", "PRON", "SCONJ", "ADV", "PROPN", "ADP"}
    for row in rows("glossary", language):
        assert len(row) == 3
        assert set(row[1].split()) <= parts


@pytest.mark.parametrize(
    ("language", "form", "upos", "english"),
    [
        ("es", "esposa", "NOUN", "wife"),
        ("es", "nació", "VERB", "bear"),
        ("es", "la", "DET", "the"),
        ("es", "la", "PRON", "her"),
        ("es", "xyzzy", "NOUN", ""),
        ("zh", "市长", "NOUN", "mayor"),
        ("zh", "他", "PRON", "he"),
        ("ar", "الشركة", "NOUN", "company"),
    ],
)
def test_gloss(language: str, form: str, upos: str, english: str) -> None:
    assert gloss(language, form, native_lemma(language, form), upos) == english


def test_a_table_without_a_version_in_the_language_is_the_english_one() -> None:
    assert rows("kin", "zh") == rows("kin")
    assert rows("name_words", "zh") != rows("name_words")


@pytest.mark.parametrize(
    ("word", "expected"), [("Ana", True), ("ana", False), ("中", True), ("حداد", True), ("9", False)]
)
def test_capital(word: str, expected: bool) -> None:
    assert capital(word) is expected


@pytest.mark.parametrize(
    ("name", "kind", "subtype"),
    [
        ("埃勒里港大学", "ORG", "Educational"),
        ("东屿市", "GPE", "Population-Center"),
        ("Universidad Obrera", "ORG", "Educational"),
        ("جامعة بيروت", "ORG", "Educational"),
        ("中国", "GPE", "Nation"),
    ],
)
def test_names_tell_their_kind(name: str, kind: str, subtype: str) -> None:
    assert classes.name_subtype(name, kind) == subtype


# -- rules without weights --


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2011年2月27日", (10, 2011, 2, 27)),
        ("2月27日电", (5, None, 2, 27)),
        ("2011年交付", (5, 2011, None, None)),
        ("27日", (3, None, None, 27)),
        ("13月", None),
        ("公司", None),
    ],
)
def test_chinese_dates(text: str, expected: tuple[int, int | None, int | None, int | None] | None) -> None:
    assert chinese_date(text, 0) == expected


def _document(language: str, rows_: list[tuple[str, str, int, str, str]]) -> Document:
    """Words with part of speech, head, relation and gloss."""
    text = " ".join(row[0] for row in rows_)
    document = Document(Source(id="d", text=text, language=language))
    at = 0
    for index, (form, upos, head, deprel, english) in enumerate(rows_):
        document.words.append(Word(index, form, at, at + len(form), 0, english, upos, "", head, deprel, english))
        at += len(form) + 1
    return document


def test_a_possessive_determiner_becomes_a_possessor() -> None:
    document = _document("es", [("su", "DET", 1, "det", "their"), ("esposa", "NOUN", 1, "root", "wife")])
    harmonise(document)
    assert (document.words[0].deprel, document.words[0].upos) == ("nmod:poss", "PRON")


def test_a_bare_chinese_noun_on_a_noun_is_a_compound() -> None:
    document = _document("zh", [("美国", "PROPN", 1, "nmod", ""), ("总统", "NOUN", 1, "root", "president")])
    harmonise(document)
    assert document.words[0].deprel == "compound"


def test_without_weights_a_language_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("factbook.extract.pipeline.has_models", lambda language: language == "en")
    outcome = pipeline("es").run([Document(Source(id="d", text="Hola.", language="es"))])[0]
    assert "no models for language 'es'; there are models for: en" in str(outcome.error)
    assert has_models("en")


# -- with weights --


@weights
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "El presidente nació el 4 de mayo de 1961.", ("4 de mayo de 1961", "1961-05-04")),
        ("es", "Murió el año pasado.", ("año pasado", "2013-XX-XX")),
        ("es", "Llegó el lunes.", ("lunes", "2014-03-10")),
        ("zh", "公司2011年2月27日成立。", ("2011年2月27日", "2011-02-27")),
        ("zh", "他27日到医院。", ("27日", "2014-02-27")),
        ("ar", "وصل في 6 مارس 2014 إلى بيروت.", ("6 مارس 2014", "2014-03-06")),
        ("ar", "عاد الثلاثاء.", ("الثلاثاء", "2014-03-11")),
    ],
)
def test_times(language: str, text: str, expected: tuple[str, str]) -> None:
    document = read(language, text)
    assert expected in [(document.text_of(f.first, f.end), f.value) for f in document.fillers if f.type == "TIME"]


@weights
@pytest.mark.parametrize(
    ("language", "text"),
    [("es", "La marcha llegó al mar."), ("zh", "赵磊可能出生在成都。"), ("ar", "قد يغادر أحمد المدينة.")],
)
def test_words_that_english_shares_with_months_are_no_times(language: str, text: str) -> None:
    assert not [found for found in read(language, text).fillers if found.type == "TIME"]


@weights
@pytest.mark.parametrize(
    ("language", "text", "age"),
    [
        ("es", "Lucía Armenteros, de 45 años, vive en Sevilla.", "45"),
        ("zh", "纳迪尔·哈达德现年17岁。", "17岁"),
        ("ar", "ليلى العطار خريجة الجامعة وتبلغ من العمر 38 عاماً.", "38 عاماً"),
    ],
)
def test_ages(language: str, text: str, age: str) -> None:
    document = read(language, text)
    assert age in [document.text_of(f.first, f.end) for f in document.fillers if f.type == "AGE"]


@weights
@pytest.mark.parametrize(
    ("language", "text", "name", "kind"),
    [
        ("es", "El presidente Felipe González llegó ayer a Madrid.", "Felipe González", "PER"),
        ("es", "El presidente Felipe González llegó ayer a Madrid.", "Madrid", "GPE"),
        ("zh", "中国总理昨天在北京会见了记者。", "北京", "GPE"),
        ("zh", "市长海伦娜·瓦尔加昨天到医院看望了工人。", "海伦娜·瓦尔加", "PER"),
        ("ar", "وصل الرئيس محمود عباس إلى القاهرة أمس.", "القاهرة", "GPE"),
    ],
)
def test_names(language: str, text: str, name: str, kind: str) -> None:
    document = read(language, text)
    found = {(document.source.at(document.head_of(m)), m.type) for m in document.mentions if m.level == "NAM"}
    assert (name, kind) in found


@weights
@pytest.mark.parametrize(
    ("language", "text", "head", "kind", "level"),
    [
        ("es", "La empresa despidió a su director.", "empresa", "ORG", "NOM"),
        ("es", "La empresa despidió a su director.", "director", "PER", "NOM"),
        ("zh", "公司说他是工程师。", "公司", "ORG", "NOM"),
        ("zh", "公司说他是工程师。", "他", "PER", "PRO"),
        ("ar", "رفضت الشركة التعليق.", "الشركة", "ORG", "NOM"),
    ],
)
def test_mentions(language: str, text: str, head: str, kind: str, level: str) -> None:
    assert (head, kind, level) in {(m.text, m.type, m.level) for m in read(language, text).mentions}


@weights
@pytest.mark.parametrize(
    ("language", "text", "title"),
    [
        ("es", "El secretario general Pedro Pérez dimitió ayer.", "secretario general"),
        ("zh", "市长海伦娜·瓦尔加昨天到医院看望了工人。", "市长"),
        ("ar", "وصل القاضي صامويل أدييمي إلى القاهرة.", "القاضي"),
    ],
)
def test_a_title_keeps_the_words_of_the_text(language: str, text: str, title: str) -> None:
    assert title in [filler.value for filler in read(language, text).fillers if filler.type == "TITLE"]


@weights
@pytest.mark.parametrize(
    ("language", "text", "time"),
    [("ar", "وتأسس الصندوق عام 2005 في المنامة.", "2005"), ("zh", "公司成立于1958年。", "1958年")],
)
def test_when_an_organisation_was_founded(language: str, text: str, time: str) -> None:
    assert ("org:date_founded", time) in {(name, value) for _, name, value in _slots(language, text)}


@weights
def test_words_that_look_english_are_not_read_as_english() -> None:
    document = read("es", "Ya he visto la casa mayor.")
    assert {m.text for m in document.mentions} <= {"casa"}


@weights
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_gives_nothing(language: str) -> None:
    assert read(language, "").mentions == []
    assert read(language, " \n ").words == []


@weights
def test_arabic_apf_counts_characters_outside_tags() -> None:
    text = (
        "<DOC>\n<DOCID> D </DOCID>\n<BODY>\n<TEXT>\nوصل الرئيس محمود عباس إلى القاهرة أمس.\n</TEXT>\n</BODY>\n</DOC>\n"
    )
    source = parse_source(text, id="D", language="ar")
    kb = pipeline("ar").read(source).to_kb(scheme="ace")
    context = Context(sources={"D": source})
    data = by_name("apf").write(kb, context=context)
    again, problems = by_name("apf").read(data, file="D", context=context)
    assert not problems
    assert kb.mentions
    assert {m.heads for m in again.mentions.values()} == {m.heads for m in kb.mentions.values()}
    assert "القاهرة" in {source.at(m.heads) for m in again.mentions.values()}


def _slots(language: str, text: str) -> set[tuple[str, str, str]]:
    document = read(language, text)
    found = set()
    for relation in document.relations:
        if relation.scheme == "slot":
            one, two = relation.arguments
            value = document.fillers[two.index] if two.kind == "filler" else None
            end = document.text_of(value.first, value.end) if value else document.mentions[two.index].text
            found.add((document.mentions[one.index].text, str(relation.type), end))
    return found


@weights
def test_chinese_order_of_words_shows_jobs_and_seats() -> None:
    found = _slots("zh", "海宏航运公司总部位于东屿市。市长海伦娜·瓦尔加昨天到医院看望了工人。")
    assert ("海宏航运公司", "org:city_of_headquarters", "东屿市") in found
    assert ("海伦娜·瓦尔加", "per:title", "市长") in found


@weights
def test_spanish_facts() -> None:
    found = _slots("es", "Lucía Armenteros, de 45 años, nació el 4 de mayo de 1961.")
    assert ("Lucía Armenteros", "per:age", "45") in found
    assert ("Lucía Armenteros", "per:date_of_birth", "4 de mayo de 1961") in found


@weights
def test_arabic_pronouns_are_endings() -> None:
    document = read("ar", "قال كريم حداد إن ابنه في المستشفى. وتحدثت الشركة عن مقرها.")
    heads = {(document.source.at(document.head_of(m)), m.level) for m in document.mentions}
    assert {("ه", "PRO"), ("ابن", "NOM"), ("ها", "PRO")} <= heads
    assert not any(text.endswith("ركة") and level == "PRO" for text, level in heads)


@weights
def test_leaning_letters_are_no_part_of_an_arabic_name() -> None:
    document = read("ar", "وصل الوزير إلى لبنان أمس. وقال إن الوضع بلبنان صعب.")
    names = [document.source.at(document.head_of(m)) for m in document.mentions if m.level == "NAM"]
    assert "بلبنان" not in names


@weights
def test_traditional_characters_are_read_as_simplified_ones_and_kept() -> None:
    traditional = read("zh", "市長海倫娜·瓦爾加昨天到醫院看望了工人。她現年52歲。")
    plain = read("zh", "市长海伦娜·瓦尔加昨天到医院看望了工人。她现年52岁。")
    places = [(m.first, m.end, m.type, m.level, m.entity) for m in traditional.mentions]
    assert places == [(m.first, m.end, m.type, m.level, m.entity) for m in plain.mentions]
    assert {"海倫娜·瓦爾加", "醫院"} <= {m.text for m in traditional.mentions}
    assert [f.value for f in traditional.fillers if f.type in ("TITLE", "AGE")] == ["市長", "52歲"]


@weights
def test_spanish_names_keep_their_particles() -> None:
    document = read("es", "María de los Ángeles Félix nació en México.")
    assert "María de los Ángeles Félix" in {m.text for m in document.mentions if m.level == "NAM"}


@weights
def test_a_dropped_spanish_subject_is_that_of_the_sentence_before() -> None:
    found = _slots("es", "Lucía Armenteros dirige la Federación de Estibadores. Nació en Sevilla.")
    assert ("Lucía Armenteros", "per:city_of_birth", "Sevilla") in found
    assert not any(slot.endswith("_of_birth") for _, slot, _ in _slots("es", "Lucía llegó tarde. Nací en Sevilla."))


@weights
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Según la Federación, Lucía Armenteros, de 45 años, quiso dárselo al presidente del club."),
        ("zh", "市長海倫娜·瓦爾加昨天到醫院看望了工人。她現年52歲。"),
        ("ar", "وصلت ليلى العطار، مديرة الشركة، إلى بيروت. وقالت إن ابنها يعمل للصندوق."),
    ],
)
def test_what_is_written_out_are_the_characters_of_the_text(language: str, text: str) -> None:
    """No accent, clitic, short vowel, traditional character or mark of direction is lost or added."""
    document = read(language, text)
    kb = document.to_kb()
    assert kb.mentions
    for mention in kb.mentions.values():
        assert document.source.at(mention.extent) == mention.text
        assert document.source.at(mention.heads) in mention.text
    for filler in kb.fillers.values():
        assert document.source.at(filler.extent) == filler.text


@pytest.mark.parametrize(
    ("words", "size"),
    [("魏晨 魏晨 魏晨", 1), ("海伦 · 瓦加 海伦 · 瓦加", 3), ("毛 毛", 2), ("魏 晨", 2), ("北京 上海 北京", 3)],
)
def test_a_name_called_several_times_is_as_many_names(words: str, size: int) -> None:
    assert _period(words.split()) == size
