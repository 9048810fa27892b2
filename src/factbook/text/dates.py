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

    In this order: a `<DATETIME>` element, a date attribute of the document or its first post, a `<POSTDATE>`, the id.
    """
    words: dict[str, str] = {}
    for region in source.regions:
        if region.kind in ("datetime", "postdate"):
            words.setdefault(region.kind, source.at(region.inner))
        elif region.attributes and region.kind in ("doc", "post"):
            found = region.attribute(*_ATTRIBUTES)
            if found is not None:
                words.setdefault("attribute", found[0])
    for place in ("datetime", "attribute", "postdate"):
        date_there = iso_date(words.get(place, ""))
        if date_there:
            return date_there
    return iso_date(source.id)


def iso_date(words: str) -> str:
    """The first calendar date written with digits in some words, as `YYYY-MM-DD`; "" without one."""
    for match in _DATE.finditer(words):
        year, month, day = int(match[1]), int(match[3]), int(match[4])
        try:
            return date(year, month, day).isoformat()
        except ValueError:
            continue
    return ""
