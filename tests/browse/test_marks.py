"""Marks on text: every character is drawn once and escaped, whatever overlaps."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from factbook.browse.marks import Canvas, Mark, highlighted, window
from factbook.browse.scripts import language_of, tame

TEXT = st.text(alphabet="ab <>&\"'\n文ح\u202e", max_size=60)
SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=8)


def plain(drawn: str) -> str:
    return unescape(re.sub(r"<[^<>]*>", "", drawn))


@given(TEXT, SPANS, st.integers(0, 5))
def test_drawing_keeps_every_character(text: str, spans: list[tuple[int, int]], offset: int) -> None:
    marks = [Mark(offset + a, offset + min(a + n, len(text)), "m", "/x", "t") for a, n in spans if a < len(text)]
    drawn = Canvas(text, offset, marks, markup=False).draw(offset, offset + len(text))
    assert plain(drawn) == tame(text).strip("\n") or "\n" in text
    assert plain(drawn).replace("\n", "") == tame(text).replace("\n", "")


@given(TEXT, SPANS)
def test_parts_drawn_one_by_one_are_the_whole(text: str, spans: list[tuple[int, int]]) -> None:
    marks = [Mark(a, min(a + n, len(text)), "m") for a, n in spans if a < len(text)]
    middle = len(text) // 2
    canvas = Canvas(text, 0, marks, markup=False)
    parts = plain(canvas.draw(0, middle)) + plain(canvas.draw(middle, len(text)))
    assert parts.replace("\n", "") == tame(text).replace("\n", "")


def test_overlapping_marks_share_their_piece() -> None:
    drawn = Canvas("Karim Haddad spoke", 0, [Mark(0, 12, "m m-PER", "/e"), Mark(6, 18, "f")], markup=False).draw(0, 18)
    assert '<a class="k m m-PER f last" href="/e">Haddad</a>' in drawn or "m m-PER f" in drawn
    assert plain(drawn) == "Karim Haddad spoke"


def test_the_inner_mention_is_the_link() -> None:
    marks = [Mark(0, 20, "m", "/outer"), Mark(4, 9, "m", "/inner")]
    drawn = Canvas("the Union of workers", 0, marks, markup=False).draw(0, 20)
    assert re.search(r'href="/inner">Union</a>', drawn)
    assert drawn.count('href="/outer"') == 2


def test_tags_of_the_source_are_left_out() -> None:
    text = '<post author="x">a &amp; b</post>'
    assert Canvas(text, 0, []).draw(0, len(text)) == "a &amp; b"


def test_anchors_are_made_once() -> None:
    marks = [Mark(0, 3, "m"), Mark(0, 3, "f"), Mark(0, 2, "e")]
    drawn = Canvas("abc", 0, marks, markup=False).draw(0, 3)
    assert re.findall(r'id="([^"]+)"', drawn) == ["c0-3", "c0-2"]


def test_a_passage_leaves_out_what_is_far() -> None:
    text = "Kestrel Bay it was. " + "and so on. " * 80 + "She was born there."
    drawn = highlighted(text, 0, [(0, 11), (len(text) - 19, len(text))])
    assert 'class="k f first last">Kestrel Bay<' in drawn
    assert "born there" in drawn
    assert 'class="gap"' in drawn
    assert len(plain(drawn)) < 600


@given(st.text(alphabet="ab. \n<>", min_size=1, max_size=300), st.data())
def test_a_window_holds_its_place(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    first, last = window(text, [(start, end)], around=20, longest=400)
    assert 0 <= first <= start < end <= last <= len(text)


def test_languages_by_their_letters() -> None:
    assert [language_of(text) for text in ("Haddad", "حداد", "哈达德", "")] == ["", "ar", "zh", ""]
