"""Calendar dates in the shapes of Spanish, Chinese and Arabic; other expressions of time are those of `times`.

4 de mayo de 1961, mayo de 1961 -> 1961-05-04, 1961-05-XX      2011年2月27日, 2月27日, 2011年 -> 2011-02-27 …
6 مارس 2014 -> 2014-03-06      el año pasado, la próxima semana -> as "last year", "next week"
"""

from __future__ import annotations

import re
from typing import Final

_CHINESE: Final = re.compile(
    r"(?:(?P<year>(?:1[5-9]|20)\d\d)\s?年)?\s?(?:(?P<month>1[0-2]|0?[1-9])\s?月(?:份)?)?\s?"
    r"(?:(?P<day>3[01]|[12]\d|0?[1-9])\s?[日号])?"
)
RELATIVE_CHINESE: Final = {
    "今年": ("Y", 0),
    "去年": ("Y", -1),
    "明年": ("Y", 1),
    "前年": ("Y", -2),
    "本月": ("M", 0),
    "上月": ("M", -1),
    "上个月": ("M", -1),
    "下月": ("M", 1),
    "本周": ("W", 0),
    "上周": ("W", -1),
    "下周": ("W", 1),
    "前天": ("D", -2),
    "后天": ("D", 2),
}


def chinese_date(text: str, at: int) -> tuple[int, int | None, int | None, int | None] | None:
    """A date that begins at a character: where it ends, and its year, month and day as far as they are written."""
    match = _CHINESE.match(text, at)
    if match is None or match.end() == at or text[at].isspace():
        return None
    if at and text[at - 1].isdigit():
        return None
    year, month, day = (int(part) if part else None for part in match.group("year", "month", "day"))
    if year is not None and day is not None and month is None:
        return None
    return len(text[: match.end()].rstrip()), year, month, day
