"""Words and sentences of Spanish, Chinese and Arabic, with exact offsets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.extract import words
from factbook.extract.document import Document
from factbook.extract.splitting import split_words
from factbook.text.markup import parse_source


def forms(text: str, language: str) -> list[str]:
    return [word for word, _, _ in split_words(text, language)]


def sentences(text: str, language: str) -> list[str]:
    document = Document(parse_source(text, id="d", language=language))
    words.apply(document)
    return [document.text[s.start : s.stop] for s in document.sentences]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "¿Vino del puerto?", "¿ Vino del puerto ?"),
        ("es", "El Sr. Pérez viajó a EE.UU. al amanecer.", "El Sr. Pérez viajó a EE.UU. al amanecer ."),
        ("es", "Costó 1.234,50 euros (aprox.).", "Costó 1.234,50 euros ( aprox . ) ."),
        ("es", "Brandt-Okoye dijo «no».", "Brandt-Okoye dijo « no » ."),
        ("es", "Quiso dárselo a María José.", "Quiso dárselo a María José ."),
        ("zh", "我爱北京。", "我 爱 北京 。"),
        ("zh", "我愛醫院。", "我 愛 醫院 。"),
        ("zh", "见 https://a.example/x 。", "见 https://a.example/x 。"),
        ("ar", "والحكومة", "و الحكومة"),
        ("ar", "والده", "والده"),
        ("ar", "وقال حداد", "و قال حداد"),
        ("ar", "كَتَبَ الولد.", "كَتَبَ الولد ."),
    ],
)
def test_words(language: str, text: str, expected: str) -> None:
    assert forms(text, language) == expected.split()


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("es", "Llegó el Dr. Ruiz. ¿Quién es? Nadie lo sabe.", 3),
        ("es", "Vive en EE.UU. desde 2008.", 1),
        ("zh", "事故造成一人受伤。他说：“不公平。”公司没有回应！", 3),
        ("ar", "قال حداد إنه بخير. هل عاد؟ نعم.", 3),
    ],
)
def test_sentences(language: str, text: str, count: int) -> None:
    assert len(sentences(text, language)) == count


@pytest.mark.parametrize("language", ["es", "zh", "ar"])
@settings(max_examples=60, deadline=None)
@given(text=st.text(alphabet="aÉñ¿¡.,;!?«» \n-'’09中国人。！？·“”والحدبتَ،؟ \u0301@:/", max_size=60))
def test_no_character_is_lost(language: str, text: str) -> None:
    at = 0
    for word, start, end in split_words(text, language):
        assert text[at:start].strip() == ""
        assert text[start:end] == word
        assert word.strip()
        at = end
    assert text[at:].strip() == ""


def test_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match="no words for language 'xx'"):
        split_words("a", "xx")


def test_chinese_dictionary_is_silent(capfd: pytest.CaptureFixture[str]) -> None:
    split_words("海宏重工总部位于东屿市。", "zh")
    out = capfd.readouterr()
    assert (out.out, out.err) == ("", "")
