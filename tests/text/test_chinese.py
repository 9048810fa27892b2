"""Traditional characters are read as simplified ones of the same place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbook.text.chinese import simplified


@pytest.mark.parametrize(
    ("traditional", "plain"),
    [("市長到醫院", "市长到医院"), ("17歲。", "17岁。"), ("plain text", "plain text"), ("", "")],
)
def test_simplified(traditional: str, plain: str) -> None:
    assert simplified(traditional) == plain


@given(st.text())
def test_offsets_stay(text: str) -> None:
    assert len(simplified(text)) == len(text)


@given(st.text(alphabet="國长医醫院市長0aé"))
def test_twice_is_once(text: str) -> None:
    assert simplified(simplified(text)) == simplified(text)
