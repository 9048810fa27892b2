"""Names and facts of Chinese sentences through the whole pipeline."""

from __future__ import annotations

import pytest

from factbook.extract.encoders.multilingual import FOLDER
from slots_of import names, read, slots

pytestmark = pytest.mark.skipif(not (FOLDER / "encoder.onnx").is_file(), reason="the multilingual weights are not here")


# -- words and names --


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("法国总理昨天发言。", ["法国", "总理"]),
        ("著名作家沈丽华获奖。", ["著名", "作家"]),
        ("弟弟高大勇是医生。", ["勇", "是", "医生"]),
        ("董事长为林志远。", ["为", "林"]),
        ("演员梁志强上月结婚。", ["上月", "结婚"]),
        ("她出生于一九六〇年。", ["出生", "于"]),
    ],
)
def test_words_that_are_glued_together(text: str, words: list[str]) -> None:
    found = [word.text for word in read("zh", text).words]
    assert any(found[i : i + len(words)] == words for i in range(len(found)))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("本报沈阳4月9日电 金桥集团董事长魏立新今天辞职。", ("金桥集团", "ORG")),
        ("财政部发言人孟雪周四表示，税率不变。", ("孟雪", "PER")),
        ("歌手吴晓彤和演员梁志强上月在大理结婚。", ("梁志强", "PER")),
        ("意大利总理科斯塔昨天抵达东京。", ("科斯塔", "PER")),
    ],
)
def test_names_end_where_they_end(text: str, name: tuple[str, str]) -> None:
    assert name in names("zh", text)


# -- facts --


def test_a_founder_needs_a_word_that_says_so() -> None:
    found = slots("zh", "明光集团总裁秦伟说，收购价为30亿元。")
    assert ("per:top_member_employee_of", "秦伟", "明光集团") in found
    assert not any(slot == "per:organizations_founded" for slot, _, _ in found)
