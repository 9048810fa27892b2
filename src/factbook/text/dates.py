"""The date of a document: from its markup, or from the digits of its id."""

from __future__ import annotations

import re
from datetime import date

from factbook.text.source import Source

# 2014-02-28T06:40:00, 2003/04/10, 20030304-12:34:56
_DATE = re.compile(r"(?<!\d)((?:1[89]|20)\d\d)([-/.]?)(\d\d)\2(\d\d)(?!\d)")
_ATTRIBUTES = ("datetime", "date", "date_time")


def document_date(source: Source) -> str:
    """`YYYY-MM-DD`; "" if nothing tells it.

    In this order: a `<DATETIME>` element, a date attribute of the document element, the first post, the id.
    """
    elements = (source.at(region.inner) for region in source.regions if region.kind == "datetime")
    for words in (*elements, *_attribute_values(source), *_post_dates(source), source.id):
        found = iso_date(words)
        if found:
            return found
    return ""


def _attribute_values(source: Source) -> list[str]:
    """Date attributes; document elements come before posts, which lie in them."""
    found = (region.attribute(*_ATTRIBUTES) for region in source.regions if region.kind in ("doc", "post"))
    return [value for value, _ in filter(None, found)][:1]


def _post_dates(source: Source) -> list[str]:
    return [source.at(region.inner) for region in source.regions if region.kind == "postdate"][:1]


def iso_date(words: str) -> str:
    """The first calendar date written with digits in some words, as `YYYY-MM-DD`; "" without one."""
    for match in _DATE.finditer(words):
        year, month, day = int(match[1]), int(match[3]), int(match[4])
        try:
            return date(year, month, day).isoformat()
        except ValueError:
            continue
    return ""
