"""The checks a DTD gives, on a small grammar."""

from __future__ import annotations

import pytest
from lxml import etree

from factbook.formats.format import Problems
from factbook.formats.structure import (
    ANY,
    CONFIDENCE,
    INTEGER,
    MAYBE,
    NEEDED,
    NUMBER,
    OFFSET,
    ONE,
    Attribute,
    Rule,
    check,
    integer,
    number,
    tidy,
    values,
)
from factbook.formats.xml import CODES

GRAMMAR = {
    "book": Rule(attributes={"id": NEEDED, "kind": values("Novel", "Poem")}, children={"page": ANY, "cover": ONE}),
    "cover": Rule(text=True, open=True),
    "page": Rule(
        attributes={"n": Attribute(number=OFFSET)}, children={"note": MAYBE}, one_of=frozenset({"text", "image"})
    ),
}


def codes(xml: str) -> list[str]:
    problems = Problems(CODES)
    check(etree.fromstring(xml), GRAMMAR, file="f", problems=problems)
    return [problem.code.name for problem in problems]


def test_a_good_file() -> None:
    assert codes('<book id="1" kind="novel"><page n="0"><text/></page><cover x="y">words</cover></book>') == []


@pytest.mark.parametrize(
    ("xml", "code"),
    [
        ("<book><cover/></book>", "MISSING_ATTRIBUTE"),
        ('<book id=" "><cover/></book>', "MISSING_ATTRIBUTE"),
        ('<book id="1" kind="prose"><cover/></book>', "BAD_VALUE"),
        ('<book id="1" colour="red"><cover/></book>', "UNKNOWN_ATTRIBUTE"),
        ('<book id="1"/>', "MISSING_ELEMENT"),
        ('<book id="1"><cover/><page/></book>', "MISSING_ELEMENT"),
        ('<book id="1"><cover/><cover/></book>', "TOO_MANY_ELEMENTS"),
        ('<book id="1"><cover/><leaf/></book>', "UNKNOWN_ELEMENT"),
        ('<book id="1"><cover/>words</book>', "STRAY_TEXT"),
        ('<book id="1"><cover/><page n="-1"><text/></page></book>', "BAD_NUMBER"),
    ],
)
def test_each_departure(xml: str, code: str) -> None:
    assert codes(xml) == [code]


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (INTEGER, ["0", "-3", " 12 "], ["1.0", "", "one", "1_000", "٣", "9" * 20]),
        (NUMBER, ["1", "-2.5", "1e3"], ["nan", "inf", "1e400", "x", ""]),
        (OFFSET, ["0", "7"], ["-1", "+1", "1.5"]),
        (CONFIDENCE, ["0", "1", "0.5", "1e-3"], ["-0.1", "1.01", "nan"]),
    ],
)
def test_numbers(kind: str, good: list[str], bad: list[str]) -> None:
    grammar = {"a": Rule(attributes={"n": Attribute(number=kind)})}
    for value in good + bad:
        problems = Problems(CODES)
        check(etree.Element("a", n=value), grammar, file="f", problems=problems)
        assert [problem.code.name for problem in problems] == (["BAD_NUMBER"] if value in bad and value else [])


def test_numbers_as_readers_take_them() -> None:
    assert (integer(" 12 "), integer("-3"), integer("x"), integer(None)) == (12, -3, None, None)
    assert (number("1e-3"), number("nan"), number(None)) == (0.001, None, None)


def test_tidy_sorts_by_place_and_tells_each_problem_once() -> None:
    problems = Problems(CODES)
    for line in (5, 2, 5):
        element = etree.fromstring("\n" * (line - 1) + "<book id='1'/>")
        check(element, GRAMMAR, file="f", problems=problems)
    assert [problem.where.line for problem in tidy(problems)] == [2, 5]
