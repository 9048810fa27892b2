"""Lines of elements beyond line 65,534, where libxml2 counts no further.

The text of such a file is kept until the next file is parsed. Where a problem asks for a line, expat counts them, and
the elements of the tree are taken in the same order.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any
from xml.parsers import expat

LAST = 65_535  # what libxml2 says of all further lines

_held = threading.local()


def remember(text: bytes) -> None:
    """Keep the text of a file that has so many lines; forget the one before."""
    many = len(text) >= LAST - 1 and text.count(b"\n") >= LAST - 1  # most files are too short: no need to count
    _held.text = text if many else b""
    _held.lines = None


def beyond(element: Any) -> int:
    """The line of an element that libxml2 does not know; 0 where it cannot be told."""
    if not getattr(_held, "text", b""):
        return 0
    if _held.lines is None:
        root = element.getroottree().getroot()
        _held.lines = dict(zip(root.iter("*"), _starts(_held.text), strict=False))  # keeps the elements: they are keys
    line: int = _held.lines.get(element, 0)
    return line


def _starts(text: bytes) -> list[int]:
    """The lines where elements start, as far as the file is well formed."""
    lines: list[int] = []
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda name, attributes: lines.append(parser.CurrentLineNumber)
    with suppress(expat.ExpatError):
        parser.Parse(text, True)
    return lines
