"""Language by id, attribute and content; the date of a document."""

from __future__ import annotations

import pytest

from factbook.text import dates, language
from factbook.text.markup import parse_source


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("CMN_NW_1", "zh"),
        ("SPA_DF_1", "es"),
        ("ENG_NW_1", "en"),
        ("ARB_NW_1", "ar"),
        ("AFP_ENG_20030304.0250", "en"),
        ("XIN20030304CMN1", "zh"),
        ("ENGINE_1", ""),
        ("doc1", ""),
    ],
)
def test_by_id(id: str, expected: str) -> None:
    assert language.by_id(id) == expected


def test_by_attribute() -> None:
    assert parse_source('<doc lang="spa">the of and</doc>', id="x").language == "es"
    assert parse_source('<doc xml:lang="zh-Hans">the of and</doc>', id="x").language == "zh"
    assert parse_source('<doc lang="tlh">the of and</doc>', id="x").language == "en"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The mayor of the town said that she was not there.", "en"),
        ("La alcaldesa de la ciudad dijo que no estaba allí.", "es"),
        ("市长说她不在那里，记者 Smith 报道。", "zh"),
        ("قالت رئيسة البلدية إنها لم تكن هناك", "ar"),
        ("1234 %%", ""),
        ("", ""),
        ("hi", ""),  # too short to tell, but not Chinese
    ],
)
def test_by_content(text: str, expected: str) -> None:
    assert language.by_content(text) == expected


@pytest.mark.parametrize(
    ("text", "id", "expected"),
    [
        ("<doc><post datetime='2011-05-03T07:09:00'>x</post></doc>", "d", "2011-05-03"),
        ("<DOC><DATETIME>20030304-12:34:56</DATETIME></DOC>", "d_20010101", "2003-03-04"),
        ("<DOC><POST><POSTDATE> 2004-12-28T10:00:00 </POSTDATE></POST></DOC>", "d", "2004-12-28"),
        ("x", "AFP_ENG_20030304.0250", "2003-03-04"),
        ("x", "NYT_20031399.1", ""),
        ("x", "d", ""),
    ],
)
def test_document_date(text: str, id: str, expected: str) -> None:
    assert dates.document_date(parse_source(text, id=id)) == expected
