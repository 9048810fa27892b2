"""Time expressions: extent and TIMEX2 value against the date of the document."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from factbook.extract.document import Document

Reader = Callable[..., Document]
THURSDAY = "2014-03-20"


def times(document: Document) -> list[tuple[str, str]]:
    return [(document.text_of(f.first, f.end), f.value) for f in document.fillers if f.type == "TIME"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He was arrested on March 2, 2011.", ("March 2, 2011", "2011-03-02")),
        ("He was arrested on March 2.", ("March 2", "2014-03-02")),
        ("She was born on 4 May 1961.", ("4 May 1961", "1961-05-04")),
        ("It was dissolved in December.", ("December", "2013-12-XX")),
        ("It was founded in 1989.", ("1989", "1989-XX-XX")),
        ("He sang in the 1990s.", ("1990s", "199X-XX-XX")),
        ("They met on Tuesday.", ("Tuesday", "2014-03-18")),
        ("They will meet on Tuesday.", ("Tuesday", "2014-03-25")),
        ("They met last Sunday.", ("last Sunday", "2014-03-16")),
        ("He left yesterday.", ("yesterday", "2014-03-19")),
        ("He left last night.", ("last night", "2014-03-19")),
        ("He left this afternoon.", ("this afternoon", "2014-03-20")),
        ("She was charged this week.", ("this week", "2014-W12")),
        ("It grew last year.", ("last year", "2013-XX-XX")),
        ("It will open next month.", ("next month", "2014-04-XX")),
        ("He left two years ago.", ("two years ago", "2012-XX-XX")),
        ("He left three days ago.", ("three days ago", "2014-03-17")),
        ("The lease ran to April 2.", ("April 2", "2014-04-02")),
        ("It must be ready by Christmas.", ("Christmas", "2014-12-25")),
        ("They won last summer.", ("last summer", "2013-SU")),
        ("The date was 2012-06-30 there.", ("2012-06-30", "2012-06-30")),
    ],
)
def test_extent_and_value(read: Reader, text: str, expected: tuple[str, str]) -> None:
    assert times(read(text, date=THURSDAY)) == [expected]


def test_the_following_year_follows_the_last_year_named(read: Reader) -> None:
    found = times(read("He was extradited in 2012 and sentenced the following year.", date=THURSDAY))
    assert found[-1] == ("the following year", "2013-XX-XX")


def test_without_a_date_what_is_unknown_is_x(read: Reader) -> None:
    assert times(read("He left yesterday.")) == [("yesterday", "XXXX-XX-XX")]
    assert times(read("He left on March 2.")) == [("March 2", "XXXX-03-02")]


def test_a_post_has_its_own_date(read: Reader) -> None:
    text = (
        '<doc id="d"><post author="a" datetime="2014-02-28T06:40:00" id="p1">\nHe left yesterday.\n</post>\n'
        '<post author="b" datetime="2014-03-05T06:40:00" id="p2">\nHe left yesterday.\n</post></doc>'
    )
    assert [value for _, value in times(read(text))] == ["2014-02-27", "2014-03-04"]


@pytest.mark.parametrize("text", ["He may go.", "They march on.", "It cost 1990 crowns.", "Route $2014 is odd."])
def test_other_words_are_no_times(read: Reader, text: str) -> None:
    assert times(read(text, date=THURSDAY)) == []


def test_a_dateline_dates_a_document_without_a_date(read: Reader) -> None:
    found = times(read("LISBON, March 3, 2015 (Reuters) - He was charged on Tuesday."))
    assert found == [("March 3, 2015", "2015-03-03"), ("Tuesday", "2015-03-03")]
