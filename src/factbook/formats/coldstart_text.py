"""Lines of Cold Start files: white space, comments, strings and confidences as the official programs read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from factbook.formats.coldstart_codes import Log

# What counts as white space there; `str.strip` would also take the separators U+001C to U+001F.
WHITE = " \t\n\r\f\v\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
MAX_LINE = 100_000  # bytes; a longer line is no line of these formats
_BLOCK = 100_000  # bytes to decode at a time: what a processor's cache holds

# Everything up to a pound sign that is not inside double quotes.
_BEFORE_COMMENT = re.compile(r'(?:[^#"]++|"(?:[^"\\]++|\\.)*+")*+(?=#)')
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"')
_ESCAPED = re.compile(r"\\(.)")
_TO_ESCAPE = re.compile(r'(["\\])')
_LEGAL_CONFIDENCE = re.compile(r"1\.0*|0?\.[0-9]*[1-9][0-9]*")
_SCIENTIFIC = re.compile(r"[0-9]+\.[0-9]+e[-+]?[0-9][0-9]")


def lines(data: bytes, log: Log) -> Iterator[tuple[int, str]]:
    """Number and text of each line, without its line feed; one that is not UTF-8 or too long is reported instead."""
    number = 1
    for block in blocks(data):
        for text in block_lines(block, number, log):
            if text is not None:
                yield number, text
            number += 1


def blocks(data: bytes) -> Iterator[bytes | int]:
    """The file in blocks of whole lines, each without its last line feed, so that only one is decoded at a time.

    A line that is far too long is not copied: its length stands for it.
    """
    start, end = 3 if data.startswith(b"\xef\xbb\xbf") else 0, len(data)
    while start < end:
        stop = data.find(b"\n", start + _BLOCK)
        stop = end if stop < 0 else stop
        if stop - start > _BLOCK + MAX_LINE:
            last = data.rfind(b"\n", start, start + _BLOCK) + 1
            if last <= start:
                yield stop - start
            else:
                stop = last - 1
        if stop - start <= _BLOCK + MAX_LINE:
            block = data[start:stop]
            yield block[:-1] if stop == end and block.endswith(b"\n") else block
        start = stop + 1


def block_lines(block: bytes | int, number: int, log: Log) -> list[str | None]:
    """The lines of a block that begins with line `number`; None where a line is not UTF-8 text or too long."""
    if isinstance(block, int):
        log.add("LINE_TOO_LONG", number, length=block, limit=MAX_LINE)
        return [None]
    try:
        lines = block.decode().split("\n")
    except UnicodeDecodeError:
        lines = []
    long = len(block) > MAX_LINE and lines and len(max(lines, key=len)) * 4 > MAX_LINE
    if lines and not long and b"\0" not in block:
        return [*lines]
    return [_line(raw, place, log) for place, raw in enumerate(block.split(b"\n"), start=number)]


def _line(raw: bytes, number: int, log: Log) -> str | None:
    if len(raw) > MAX_LINE:
        log.add("LINE_TOO_LONG", number, length=len(raw), limit=MAX_LINE)
        return None
    try:
        line = raw.decode()
    except UnicodeDecodeError:
        line = "\0"
    if "\0" not in line:
        return line
    log.add("BAD_ENCODING", number)
    return None


def split_comment(line: str) -> tuple[str, str]:
    """The line before its comment, and the comment with its pound sign. A pound sign in double quotes is none."""
    match = _BEFORE_COMMENT.match(line)
    return (line[: match.end()], line[match.end() :]) if match else (line, "")


def split_columns(line: str) -> list[str]:
    """The columns; empty ones at the end do not count."""
    columns = line.split("\t")
    while columns and not columns[-1]:
        columns.pop()
    return columns


def is_quoted(text: str) -> bool:
    """Is this a string in double quotes, with quotes and backslashes inside escaped?"""
    if text[:1] == '"' == text[-1:] and text.count('"') == 2 and "\\" not in text:
        return True
    return _QUOTED.fullmatch(text) is not None


def quote(text: str) -> str:
    """The text in double quotes, quotes and backslashes escaped."""
    return '"' + _TO_ESCAPE.sub(r"\\\1", text) + '"'


def unquote(text: str) -> str:
    """The text of a quoted string; other text as it is."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _ESCAPED.sub(r"\1", text[1:-1]) if "\\" in text else text[1:-1]
    return text


def is_legal_confidence(text: str) -> bool:
    """Above 0.0, up to 1.0, with a decimal point."""
    return _LEGAL_CONFIDENCE.fullmatch(text) is not None


def is_scientific(text: str) -> bool:
    return _SCIENTIFIC.fullmatch(text) is not None


def plain_confidence(text: str) -> str:
    """Scientific notation as the official programs rewrite it."""
    return f"{float(text):.12f}"


def write_confidence(value: float | None) -> str:
    """A confidence with a decimal point and without an exponent."""
    if value is None:
        return "1.0"
    text = f"{Decimal(repr(float(value))):f}"
    return text if "." in text else f"{text}.0"
