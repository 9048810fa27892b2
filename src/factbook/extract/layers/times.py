"""Time expressions and their normal form (TIMEX2 values, partial dates with X) against the date of the document.

March 2 -> 2014-03-02      June -> 2014-06-XX      last year -> 2013-XX-XX      this week -> 2014-W12
the 1990s -> 199X-XX-XX    Friday -> the last Friday, or the next one where the clause speaks of the future
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache
from typing import Final, NamedTuple

from factbook.extract.document import Document, Word
from factbook.extract.layers.dates import RELATIVE_CHINESE, chinese_date
from factbook.extract.lexicon import rows, word_set
from factbook.text.dates import iso_date

_YEAR: Final = re.compile(r"1[5-9]\d\d|20\d\d")
_DECADE: Final = re.compile(r"(1[5-9]\d|20\d)0s")
_DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:]+)?")
_DATE_CASES: Final = word_set(
    "in since from until till by of before after during for between around about through to late early"
)
_LAST: Final = word_set("last past previous")
_NEXT: Final = word_set("next coming")
_THIS: Final = word_set("this current")
_FUTURE: Final = word_set("will shall 'll ’ll would may might should must")
_DEADLINE: Final = word_set("by until till before")
_SOON: Final = 45  # days: a day of the month this near ahead is meant, unless the clause is about the past
_COMING: Final = word_set("expect plan due schedule set hope aim start begin open face await")
_NAMED_DAYS: Final = {"christmas": (12, 25), "halloween": (10, 31)}
_RELATIVE_DAYS: Final = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1}
_NOT_MONTHS: Final = word_set("may march mar sun sat mon wed dec jan")  # also other words: only as names


class Time(NamedTuple):
    """Words `first` to `end`, and the value."""

    first: int
    end: int
    value: str


@cache
def _values(kind: str) -> dict[str, str]:
    return {word: value for name, value, words in rows("units") if name == kind for word in words.split()}


def number(word: str) -> int | None:
    """The number that a word writes: "14", "3,400", "five"."""
    bare = word.replace(",", "")
    if bare.isdigit() and len(bare) < 16:
        return int(bare)
    found = _values("number").get(word.lower())
    return int(found) if found else None


def written(day: date | None, *, precision: str = "day") -> str:
    """A value with X for what is not known."""
    if day is None:
        return "XXXX-XX-XX"
    if precision == "year":
        return f"{day.year:04d}-XX-XX"
    return f"{day.year:04d}-{day.month:02d}-XX" if precision == "month" else day.isoformat()


class Times:
    """Finds the time expressions of a document, sentence by sentence."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.anchors = _anchors(document)
        self.year: int | None = None  # the last year spoken of, for "the following year"

    def find(self) -> list[Time]:
        """All time expressions in order."""
        out: list[Time] = []
        for sentence in self.document.sentences:
            at = sentence.first
            while at < sentence.end:
                found = self._at(at, sentence.end, self.anchors.get(sentence.post, self.anchors[-1]))
                if found is None:
                    at += 1
                    continue
                out.append(found)
                year = found.value[:4]
                self.year = int(year) if year.isdigit() else self.year
                at = found.end
        return out

    def _at(self, at: int, stop: int, today: date | None) -> Time | None:
        """The longest expression that begins with a word."""
        if self.document.language == "zh":
            found = self._chinese(at, stop, today)
            if found is not None:
                return found
        for rule in (self._numeric, self._month, self._day_month, self._day, self._relative, self._year_or_decade):
            found = rule(at, stop, today)
            if found is not None:
                return found
        return None

    def _chinese(self, at: int, stop: int, today: date | None) -> Time | None:
        """2011年2月27日; 2月27日; 27日; 去年."""
        words = self.document.words
        relative = RELATIVE_CHINESE.get(words[at].text)
        if relative is not None:
            unit, step = relative
            name = {"Y": "year", "M": "month", "W": "week", "D": "day"}[unit]
            return Time(at, at + 1, self._unit(name, step, today))
        found = chinese_date(self.document.text, words[at].start)
        if found is None:
            return None
        last, year, month, day = found
        end = at
        while end < stop and words[end].start < last:
            end += 1
        if year is not None and month is None:
            return Time(at, end, f"{year:04d}-XX-XX")
        if month is None and today is not None and day is not None:  # "27日": the last such day
            back = 1 if day > today.day and not self._future(at) else 0
            months = today.year * 12 + today.month - 1 - back
            year, month = months // 12, months % 12 + 1
        if month is None or (day is not None and day > 31):
            return None
        return Time(at, end, self._calendar(at, year, month, day or 0, today))

    def _lower(self, at: int, stop: int) -> str:
        return self.document.words[at].lower if at < stop else ""

    # -- calendar dates --

    def _numeric(self, at: int, stop: int, today: date | None) -> Time | None:
        text = self.document.words[at].text
        value = iso_date(text) if _ISO.fullmatch(text) else ""
        return Time(at, at + 1, value) if value else None

    def _is_month(self, at: int, stop: int, *, dated: bool = False) -> int | None:
        """The number of a month; `dated`: a day stands beside it, so that "May" can be nothing else."""
        lower = self._lower(at, stop)
        value = _values("month").get(lower)
        if value is None:
            return None
        word = self.document.words[at]
        foreign = self.document.language != "en" and lower in _NOT_MONTHS  # "可能", "marcha"; "mayo" is "may_month"
        if foreign or not self._cased(word) or (self._doubtful(word) and not dated):
            return None
        return int(value)

    def _cased(self, word: Word) -> bool:
        """English writes months and days with a capital; others do not."""
        return word.text[0].isupper() or self.document.language != "en"

    def _doubtful(self, word: Word) -> bool:
        """ "may", "march", "sun" are English words of other kinds too."""
        return self.document.language == "en" and word.lower in _NOT_MONTHS and word.upos != "PROPN"

    def _month(self, at: int, stop: int, today: date | None) -> Time | None:
        """March 2, 2014; March 2; March 2014; March."""
        month = self._is_month(at, stop, dated=self._lower(at + 1, stop).isdigit())
        if month is None:
            return None
        day = _DAY.fullmatch(self._lower(at + 1, stop))
        end, numeral = at + 1, 0
        if day and 1 <= int(day.group(1)) <= 31:
            end, numeral = at + 2, int(day.group(1))
        year, end = self._trailing_year(end, stop)
        return Time(at, end, self._calendar(at, year, month, numeral, today))

    def _day_month(self, at: int, stop: int, today: date | None) -> Time | None:
        """4 May 1961; the 4th of May."""
        day = _DAY.fullmatch(self._lower(at, stop))
        if day is None or not 1 <= int(day.group(1)) <= 31:
            return None
        middle = at + 2 if self._lower(at + 1, stop) == "of" else at + 1
        month = self._is_month(middle, stop, dated=True)
        if month is None:
            return None
        year, end = self._trailing_year(middle + 1, stop)
        return Time(at, end, self._calendar(at, year, month, int(day.group(1)), today))

    def _trailing_year(self, end: int, stop: int) -> tuple[int | None, int]:
        joining = (",",) if self.document.language == "en" else (",", "of")
        comma = end + 1 if self._lower(end, stop) in joining else end
        text = self._lower(comma, stop)
        if _YEAR.fullmatch(text):
            return int(text), comma + 1
        return None, end

    def _calendar(self, at: int, year: int | None, month: int, day: int, today: date | None) -> str:
        """A date without its year is the last such date, or the next one in a clause about the future."""
        if year is None:
            if today is None:
                return f"XXXX-{month:02d}-{day:02d}" if day else f"XXXX-{month:02d}-XX"
            year = today.year
            if day and self._soon(month, day, today):
                return f"{year:04d}-{month:02d}-{day:02d}"
            ahead = (month, day or 1) > (today.month, today.day if day else 31)
            if ahead and not self._future(at):
                year -= 1
            elif (month, day or 31) < (today.month, today.day) and self._future(at):
                year += 1
        return f"{year:04d}-{month:02d}-{day:02d}" if day else f"{year:04d}-{month:02d}-XX"

    @staticmethod
    def _soon(month: int, day: int, today: date) -> bool:
        try:
            ahead = (date(today.year, month, day) - today).days
        except ValueError:  # February 30
            return False
        return 0 <= ahead <= _SOON

    def _year_or_decade(self, at: int, stop: int, today: date | None) -> Time | None:
        text = self.document.words[at].text
        decade = _DECADE.fullmatch(text)
        if decade:
            return Time(at, at + 1, f"{decade.group(1)}X-XX-XX")
        if not _YEAR.fullmatch(text):
            return None
        before = self._lower(at - 1, stop) if at else ""
        after = self.document.words[at + 1] if at + 1 < stop else None
        counted = after is not None and after.upos == "NOUN" and after.xpos == "NNS" and before not in _DATE_CASES
        if before in ("$", "£", "€", "no.", "#") or counted or (after is not None and after.text == "%"):
            return None
        return Time(at, at + 1, f"{text}-XX-XX")

    # -- days and periods near the document's date --

    def _weekday(self, at: int, stop: int) -> int | None:
        lower = self._lower(at, stop)
        value = _values("day").get(lower)
        if value is None or not self._cased(self.document.words[at]):
            return None
        if self._doubtful(self.document.words[at]):
            return None
        return int(value)

    def _day(self, at: int, stop: int, today: date | None) -> Time | None:
        """Friday; Friday, March 2; Christmas; today; tomorrow."""
        lower = self._lower(at, stop)
        if lower in _RELATIVE_DAYS:
            day = today + timedelta(days=_RELATIVE_DAYS[lower]) if today else None
            end = at + 2 if self._lower(at + 1, stop) in _values("part") else at + 1
            return Time(at, end, written(day))
        if lower in _NAMED_DAYS:
            month, numeral = _NAMED_DAYS[lower]
            return Time(at, at + 1, self._calendar(at, None, month, numeral, today))
        weekday = self._weekday(at, stop)
        if weekday is None:
            return None
        comma = at + 2 if self._lower(at + 1, stop) == "," else at + 1
        exact = self._month(comma, stop, today) or self._day_month(comma, stop, today)
        if exact is not None and "XX" not in exact.value:
            return Time(at, exact.end, exact.value)
        end = at + 2 if self._lower(at + 1, stop) in _values("part") else at + 1
        return Time(at, end, written(self._near(weekday, today, future=self._future(at))))

    @staticmethod
    def _near(weekday: int, today: date | None, *, future: bool) -> date | None:
        if today is None:
            return None
        if future:
            return today + timedelta(days=(weekday - today.isoweekday()) % 7 or 7)
        return today - timedelta(days=(today.isoweekday() - weekday) % 7)

    def _relative(self, at: int, stop: int, today: date | None) -> Time | None:
        """last year, this week, next Monday, the following year, two years ago, last night."""
        lower, after = self._lower(at, stop), self._lower(at + 1, stop)
        if lower == "the" and after in ("following", "next", "previous") and self._lower(at + 2, stop) == "year":
            turn = -1 if after == "previous" else 1
            value = f"{self.year + turn:04d}-XX-XX" if self.year else "XXXX-XX-XX"
            return Time(at, at + 3, value)
        if self.document.language in ("es", "ar") and after in _LAST | _NEXT:  # "el año pasado", "الشهر الماضي"
            value = self._stepped(at, stop, -1 if after in _LAST else 1, today)
            return Time(at, at + 2, value) if value else None
        step = 0 if lower in _THIS else -1 if lower in _LAST else 1 if lower in _NEXT else None
        if step is not None:
            value = self._stepped(at + 1, stop, step, today)
            return Time(at, at + 2, value) if value else None
        return self._ago(at, stop, today)

    def _stepped(self, at: int, stop: int, step: int, today: date | None) -> str:
        lower = self._lower(at, stop)
        if lower in _values("part"):
            day = today + timedelta(days=step if lower == "night" or step > 0 else 0) if today else None
            return written(day)
        weekday = self._weekday(at, stop)
        if weekday is not None:
            return written(self._stepped_weekday(weekday, step, today))
        month = self._is_month(at, stop)
        if month is not None and today is not None:
            back = step < 0 and month >= today.month
            year = today.year + (-1 if back else 1 if step > 0 and month <= today.month else 0)
            return f"{year:04d}-{month:02d}-XX"
        season = _values("season").get(lower)
        if season and today is not None:
            return f"{today.year + step:04d}-{season}"
        return self._unit(lower, step, today)

    def _stepped_weekday(self, weekday: int, step: int, today: date | None) -> date | None:
        if today is None:
            return None
        if step < 0:
            return today - timedelta(days=(today.isoweekday() - weekday) % 7 or 7)
        if step > 0:
            return today + timedelta(days=(weekday - today.isoweekday()) % 7 or 7)
        return today + timedelta(days=weekday - today.isoweekday())

    @staticmethod
    def _unit(lower: str, step: int, today: date | None) -> str:
        unit = _values("unit").get(lower)
        if unit is None or lower.endswith("s"):
            return ""
        if today is None:
            return "XXXX-XX-XX"
        if unit == "W":
            year, week, _ = (today + timedelta(weeks=step)).isocalendar()
            return f"{year:04d}-W{week:02d}"
        if unit == "Y":
            return f"{today.year + step:04d}-XX-XX"
        if unit == "M":
            months = today.year * 12 + today.month - 1 + step
            return f"{months // 12:04d}-{months % 12 + 1:02d}-XX"
        return written(today + timedelta(days=step)) if unit == "D" else ""

    def _ago(self, at: int, stop: int, today: date | None) -> Time | None:
        """two years ago; a week earlier."""
        count = number(self._lower(at, stop))
        unit = _values("unit").get(self._lower(at + 1, stop))
        if count is None or unit is None or self._lower(at + 2, stop) != "ago":
            return None
        if today is None:
            return Time(at, at + 3, "XXXX-XX-XX")
        return Time(at, at + 3, _back(today, count, unit))

    def _future(self, at: int) -> bool:
        """Whether the clause around a word speaks of what is to come."""
        document = self.document
        if any(document.words[i].lower in _DEADLINE for i in document.dependents(at, "case")):
            return True
        for index in document.ancestors(at):
            word = document.words[index]
            if word.upos not in ("VERB", "AUX", "ADJ"):
                continue
            helpers = {document.words[i].lower for i in document.dependents(index, "aux")}
            if helpers & _FUTURE or word.lemma in _COMING or (word.xpos == "VB" and not helpers):
                return True
            if word.xpos in ("VBD", "VBN"):
                above = document.words[word.head]
                return above.lemma in _COMING and word.deprel in ("xcomp", "ccomp")
        return False


def _back(today: date, count: int, unit: str) -> str:
    if unit in ("D", "W"):
        days = min(count * (7 if unit == "W" else 1), 365_000)
        return written(today - timedelta(days=min(days, today.toordinal() - 1)))
    if unit == "M":
        months = max(today.year * 12 + today.month - 1 - count, 12)
        return f"{months // 12:04d}-{months % 12 + 1:02d}-XX"
    years = today.year - count * (10 if unit == "DE" else 1)
    return f"{years:04d}-XX-XX" if years > 0 else "XXXX-XX-XX"


def _anchors(document: Document) -> dict[int, date | None]:
    """The date that "today" means: of each post (by number), and of the document (-1)."""
    source = document.source
    anchors: dict[int, date | None] = {-1: _parsed(source.date) or _dated(document)}
    starts = {post.outer.start: number for number, post in enumerate(source.posts)}
    for post_number, post in enumerate(source.posts):
        stamp = post.attribute("datetime", "date", "postdate")
        anchors[post_number] = _parsed(iso_date(stamp[0])) if stamp else anchors[-1]
    for region in source.regions:
        if region.kind in ("postdate", "datetime") and region.parent is not None:
            post_number = starts.get(source.regions[region.parent].outer.start, -1)
            day = _parsed(iso_date(source.at(region.inner)))
            if post_number >= 0 and day is not None:
                anchors[post_number] = day
    return anchors


def _dated(document: Document) -> date | None:
    """The day that a dateline gives: "LISBON, March 3, 2015"."""
    for sentence in document.sentences[:8]:
        if sentence.region == "dateline":
            found = _FULL.search(document.text[sentence.start : sentence.stop])
            month = _month_number(found[1]) if found is not None else None
            if found is not None and month is not None:
                return _parsed(f"{found[3]}-{month:02}-{int(found[2]):02}")
    return None


_FULL: Final = re.compile(r"([A-Z][a-z]{2,8})\.? (\d{1,2}), ((?:19|20)\d\d)\b")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def _month_number(name: str) -> int | None:
    start = name[:3].lower()
    return _MONTHS.index(start) + 1 if start in _MONTHS else None


def _parsed(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def is_time_word(word: Word) -> bool:
    """Whether a word is a month, a day or a unit of time."""
    lower = word.lower
    return any(lower in _values(kind) for kind in ("month", "day", "unit", "part"))
