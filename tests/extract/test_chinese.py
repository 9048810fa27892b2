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


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "画家郭文清昨日在南京病逝。郭文清1941年生于江苏无锡，毕业于中央大学，妻子李兰是复旦大学教授。",
            {
                ("per:city_of_death", "郭文清", "南京"),
                ("per:schools_attended", "郭文清", "中央大学"),
                ("per:spouse", "李兰", "郭文清"),
                ("per:employee_or_member_of", "李兰", "复旦大学"),
            },
        ),
        (
            "金桥科技有限公司成立于2009年，总部设在青岛，创始人是徐志远。公司现有员工900人。",
            {
                ("org:city_of_headquarters", "金桥科技有限公司", "青岛"),
                ("per:organizations_founded", "徐志远", "金桥科技有限公司"),
                ("org:number_of_employees_members", "金桥科技有限公司", "900"),
            },
        ),
        (
            "金桥集团由徐海涛于1997年创办。",
            {
                ("per:organizations_founded", "徐海涛", "金桥集团"),
                ("org:date_founded", "金桥集团", "1997年"),
            },
        ),
        (
            "金桥集团创始人兼首席执行官徐晓峰宣布辞职。",
            {
                ("per:organizations_founded", "徐晓峰", "金桥集团"),
                ("per:top_member_employee_of", "徐晓峰", "金桥集团"),
            },
        ),
        ("徐建军，男，1960年5月生，现任局长。", {("per:date_of_birth", "徐建军", "1960年5月")}),
        ("作家沈文（1881年－1936年）是浙江人。", {("per:date_of_death", "沈文", "1936年")}),
        ("蓝天地产去年被金桥集团收购。", {("org:parents", "蓝天地产", "金桥集团")}),
        ("歌手吴晓彤和演员梁志强上月在大理结婚。", {("per:spouse", "吴晓彤", "梁志强")}),
        ("高大伟曾任东方银行副行长。", {("per:top_member_employee_of", "高大伟", "东方银行")}),
        ("高慧敏是律师。1966年生于澳门，现居台北。", {("per:date_of_birth", "高慧敏", "1966年")}),
        ("高慧敏是律师，现居台北。", {("per:cities_of_residence", "高慧敏", "台北")}),
    ],
)
def test_facts(text: str, facts: set[tuple[str, str, str]]) -> None:
    assert facts <= slots("zh", text)


def test_an_owner_is_not_whom_the_clause_speaks_of() -> None:
    found = slots("zh", "陈静的丈夫徐刚毕业于武汉大学。")
    assert ("per:schools_attended", "徐刚", "武汉大学") in found
    assert ("per:schools_attended", "陈静", "武汉大学") not in found


def test_a_film_director_leads_no_country() -> None:
    found = slots("zh", "台湾导演高明宏获奖。")
    assert ("per:title", "高明宏", "导演") in found
    assert ("per:employee_or_member_of", "高明宏", "台湾") not in found


def test_a_town_employs_nobody() -> None:
    found = slots("zh", "何静的儿子何明在上海工作。")
    assert not any(slot == "per:employee_or_member_of" for slot, _, _ in found)


def test_who_owns_and_who_is_spoken_of_are_others() -> None:
    document = read("zh", "我老婆在远洋航空工作，她说老板郑国强是个骗子。")
    entity = {mention.text: mention.entity for mention in document.mentions}
    assert len({entity["我"], entity["老婆"], entity["郑国强"]}) == 3


def test_what_stands_before_the_copula_is_its_subject() -> None:
    found = slots("zh", "新远汽车是黄河集团的子公司。")
    assert not any(slot == "org:parents" and parent == "新远汽车" for slot, _, parent in found)


def test_cities_are_no_provinces() -> None:
    document = read("zh", "警察在苏州和贵州都有发现。")
    assert [(m.text, m.subtype) for m in document.mentions if m.level == "NAM"] == [
        ("苏州", "Population-Center"),
        ("贵州", "State-or-Province"),
    ]


def test_the_word_before_a_deputy_is_no_part_of_the_noun() -> None:
    document = read("zh", "他宣布辞职，由副总裁孙丽接任。")
    assert "副总裁" in {m.text for m in document.mentions if m.level == "NOM"}


def test_a_clause_with_de_speaks_of_what_follows() -> None:
    found = slots("zh", "记者采访了毕业于南开大学的工程师刘洋的妻子。")
    assert ("per:schools_attended", "刘洋", "南开大学") in found
    assert ("per:schools_attended", "记者", "南开大学") not in found
    assert not any(slot == "per:employee_or_member_of" for slot, _, _ in found)


def test_a_seat_to_come_is_none_yet() -> None:
    found = slots("zh", "明光电子的总部将迁往天津。")
    assert not any(slot == "org:city_of_headquarters" for slot, _, _ in found)
