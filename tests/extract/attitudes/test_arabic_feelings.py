"""Feelings in Arabic: verbs in all persons, pronouns at the end of words, nouns, adjectives, names, demands."""

from __future__ import annotations

from functools import cache

import pytest

from factbook.extract.attitudes.arabic_forms import noun_form, verb_form
from factbook.extract.document import Document
from factbook.extract.encoders.multilingual import FOLDER
from factbook.extract.layers.holders import holder_of
from factbook.extract.lexicon import rows
from factbook.extract.pipeline import pipeline
from factbook.text.markup import parse_source

weights = pytest.mark.skipif(not (FOLDER / "encoder.onnx").is_file(), reason="the multilingual weights are not here")
FORUM = '<doc id="d">\n<post author="karim" id="p1">\n{}\n</post>\n</doc>\n'


@cache
def read(text: str) -> Document:
    return pipeline("ar").read(parse_source(text, id="d", language="ar"))


def feelings(text: str) -> set[tuple[str, str, str]]:
    """Holder, polarity and target of each sentiment, the article and what leans on it left out."""
    document = read(text)
    return {
        (_bare(document.mentions[a.source].text), a.value, _bare(document.mentions[a.target].text))
        for a in document.attitudes
        if a.kind == "sentiment" and a.target_kind == "entity" and a.source is not None
    }


def _bare(text: str) -> str:
    return text.removeprefix("ل").removeprefix("ال")


def test_the_table_has_four_columns_and_known_kinds() -> None:
    kinds = {"verb", "unbearable", "burden", "moves", "naming", "noun", "show", "adjective"}
    for kind, polarity, _, words in rows("feelings", "ar"):
        assert kind in kinds | {"demand", "demanding", "removal"}
        assert polarity in ("pos", "neg", "both")
        assert words.split()
        for pair in words.split() if kind in ("verb", "unbearable", "moves", "naming", "show", "demand") else ():
            done, does = pair.split("/")
            assert does.startswith("ي"), pair
            assert len(done) > 1


@pytest.mark.parametrize(
    ("form", "person", "ending"),
    [
        ("انتقد", "he", ""),
        ("وانتقدت", "she", ""),
        ("انتقدوه", "they", "ه"),
        ("ينتقدون", "they", ""),
        ("سأنتقدها", "i", "ها"),
        ("نحبهم", "i", "هم"),
        ("أحب", "both", ""),
        ("اشتكت", "she", ""),
        ("يَكرَهُ", "he", ""),
    ],
)
def test_forms_of_a_verb(form: str, person: str, ending: str) -> None:
    found = verb_form(form)
    assert found is not None
    assert (found.person, found.ending) == (person, ending)


@pytest.mark.parametrize("form", ["كتاب", "شركة", "قال", "محبة", "و", "", "كرة", "سينتقدت"])
def test_no_forms_of_a_verb_of_feeling(form: str) -> None:
    assert verb_form(form) is None


def test_nouns_with_their_owner() -> None:
    angry, trust, proud = noun_form("غضبه", "noun"), noun_form("ثقتنا", "noun"), noun_form("فخورة", "adjective")
    assert angry is not None
    assert trust is not None
    assert proud is not None
    assert (angry.ending, trust.ending, proud.ending) == ("ه", "نا", "")
    assert noun_form("غضبه", "adjective") is None


# what the sentence shows, sentence, holder, polarity, target
TOLD = [
    ("subject, object", "انتقد رئيس الوزراء البنك المركزي بشدة.", "رئيس", "neg", "بنك المركزي"),
    ("subject, object", "اتهمت المعارضة الحكومة بالفساد.", "معارضة", "neg", "حكومة"),
    ("subject with adjective", "انتقدت المعارضة السورية الرئيس.", "معارضة", "neg", "رئيس"),
    ("noun for a tag", "كره العمال المدير.", "عمال", "neg", "مدير"),
    ("noun for a tag", "يخشى السكان الجيش.", "سكان", "neg", "جيش"),
    ("preposition on the noun", "وأشاد الوزير بالعمال.", "وزير", "pos", "عمال"),
    ("preposition", "سخر الصحفي من الوزير.", "صحفي", "neg", "وزير"),
    ("preposition", "أثنى المدرب على اللاعب.", "مدرب", "pos", "لاعب"),
    ("preposition", "تضامن الأطباء مع الممرضة.", "أطباء", "pos", "ممرضة"),
    ("against", "تظاهر الطلاب ضد الوزير.", "طلاب", "neg", "وزير"),
    ("subject in front", "قال الوزير إن الحكومة تدعم المزارعين.", "حكومة", "pos", "مزارعين"),
    ("pronoun on that", "أعلن الرئيس أنه يعارض الحزب.", "رئيس", "neg", "حزب"),
    ("no subject", "زار الوزير المصنع وانتقد الإدارة.", "وزير", "neg", "إدارة"),
    ("no subject", "زار الوزير السفينة، وشكر البحارة.", "وزير", "pos", "بحارة"),
    ("speaker, denied", "قال سامي خليل: «لا أحترم هذه الحكومة ولن أدعم الوزير».", "سامي خليل", "neg", "حكومة"),
    ("speaker, denied", "قال السائق: «سوف أقاضيهم. لن أسامح الشرطة أبداً».", "سائق", "neg", "شرطة"),
    ("speaker, no longer", "قال السائق: «لم نعد نثق بالبلدية ولا نحترمها».", "سائق", "neg", "بلدية"),
    ("speaker", "قال المدير: «نشكر الأطباء على كل ما فعلوه».", "مدير", "pos", "أطباء"),
    ("unbearable", "قال اللاعب: «لا أطيق المدرب ولا أريد العمل معه».", "لاعب", "neg", "مدرب"),
    ("moves the speaker", "قال الطبيب: «يعجبني هذا الفريق كثيراً».", "طبيب", "pos", "فريق"),
    ("moves", "أغضب الوزير الصحفيين.", "صحفيين", "neg", "وزير"),
    ("noun with owner", "أعرب سامي خليل عن غضبه من الشركة.", "سامي خليل", "neg", "شركة"),
    ("noun with owner", "أبدى السفير إعجابه بالمدينة.", "سفير", "pos", "مدينة"),
    ("noun with owner behind", "أكد الوزير دعم الحكومة للجيش.", "حكومة", "pos", "جيش"),
    ("noun felt", "شعرت الممرضة بالفخر بالفريق.", "ممرضة", "pos", "فريق"),
    ("adjective", "السكان غاضبون من البلدية.", "سكان", "neg", "بلدية"),
    ("adjective", "كان المدير فخوراً بالموظفين.", "مدير", "pos", "موظفين"),
    ("adjective, denied", "المدير ليس راضيا عن العمال.", "مدير", "neg", "عمال"),
    ("adjective, pronoun on that", "قال النائب إنه غاضب من الحكومة.", "نائب", "neg", "حكومة"),
    ("adjective of the speaker", "قال الوزير: «أنا فخور جداً بهذا الجيش».", "وزير", "pos", "جيش"),
    ("naming", "وصف النائب الوزير بأنه كاذب.", "نائب", "neg", "وزير"),
    ("naming", "وصفت الصحيفة المدرب بالبطل.", "صحيفة", "pos", "مدرب"),
    ("naming", "اعتبرت النقابة المدير فاسدا.", "نقابة", "neg", "مدير"),
    ("blame", "حملت النقابة الشركة مسؤولية الحادث.", "نقابة", "neg", "شركة"),
    ("demand", "دعا النواب إلى محاكمة الوزير.", "نواب", "neg", "وزير"),
    ("subject of several nouns", "اتهم محامي المتهم الشرطة بتزوير الأدلة.", "محامي", "neg", "شرطة"),
    ("subject of several nouns", "ندد الأمين العام للحزب بالشرطة.", "أمين", "neg", "شرطة"),
    ("demanding", "تظاهر مئات الطلاب أمام الجامعة مطالبين بإقالة المدير.", "طلاب", "neg", "مدير"),
    ("forum", FORUM.format("أحب هذه المدينة كثيراً."), "karim", "pos", "مدينة"),
    ("forum", FORUM.format("لا أثق بالشرطة في هذا البلد."), "karim", "neg", "شرطة"),
    ("forum, pronoun", FORUM.format("جاء الوزير أمس. لا أحترمه."), "karim", "neg", "ه"),
]


@weights
@pytest.mark.parametrize(("text", "holder", "polarity", "target"), [row[1:] for row in TOLD])
def test_a_feeling_belongs_to_who_has_it(text: str, holder: str, polarity: str, target: str) -> None:
    assert (holder, polarity, target) in feelings(text)


@weights
@pytest.mark.parametrize(
    "text",
    [
        "لم ينتقد الوزير الشركة.",  # not criticised is not praised
        "هل تكره المعارضة الحكومة؟",
        "إذا انتقد الوزير الشركة فسيستقيل.",
        "ربما يكره الوزير الصحفيين.",
        "وصف الشاهد السيارة بأنها زرقاء.",
        "حمل الجندي الطفل إلى المستشفى.",
        "تحمل السفينة العمال إلى الميناء.",
        "وصل الدعم للجيش أمس.",
        "خرج من السجن بدعم من الحكومة.",
        "رفضت ليلى منصور الاستقالة.",
        "التقى سامي خليل ليلى منصور في القاهرة.",
        "قتل الجنود الطفل في القرية.",
        "طلب الوزير من الشرطة التحقيق.",
        "عين الرئيس السفير وزيرا.",
        "عبر أهالي الضحايا عن غضبهم من الشركة.",  # the families, whom no mention has; not the victims
    ],
)
def test_no_feeling_where_none_is_told(text: str) -> None:
    assert feelings(text) == set()


@weights
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("المتظاهر يتهم إيران بتدمير سوريا.", ("إيران", "neg", "سوريا")),  # the charge is behind the object
        ("قال الطبيب: «نشكر المدينة ونحب سكانها كثيراً».", ("طبيب", "pos", "ها")),  # its people, not the town
    ],
)
def test_what_stands_further_on_is_not_the_object(text: str, wrong: tuple[str, str, str]) -> None:
    assert wrong not in feelings(text)


@weights
def test_who_is_spoken_to_does_not_speak() -> None:
    text = "قال الوزير إن الميناء مغلق. وأضاف للصحفيين: «لا نثق بهذه الشركة ولن نحترمها أبداً»."
    found = feelings(text)
    assert ("وزير", "neg", "شركة") in found
    assert all("صحفيين" not in holder for holder, _, _ in found)


@weights
@pytest.mark.parametrize(("verb", "who"), [("وأضاف", "الوزير"), ("وأضافت", None)])
def test_who_goes_on_speaking_is_who_spoke_last_if_the_verb_agrees(verb: str, who: str | None) -> None:
    document = read(f"قال الوزير إن الميناء مغلق. الطريق طويل. {verb}: «لا نثق بهذه الشركة ولن نحترمها أبداً».")
    added = next(word for word in document.words if word.text == verb.removeprefix("و"))
    holder = holder_of(document, added.index)
    assert (None if holder is None else document.words[holder].text) == who


@weights
def test_a_long_row_of_speeches_without_a_name_is_read() -> None:
    document = read("وأضاف: «الطريق طويل». " * 400)
    assert len(document.sentences) >= 400
