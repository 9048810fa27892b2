"""The lines of a text file, for the formats that are tables: one way to decode, number and complain."""

from __future__ import annotations

from collections.abc import Iterator

from factbook.text.problems import ERROR, Code, Problems, Where

MAX_LINE = 100_000  # characters
LONG = Code(
    "LINE_TOO_LONG", ERROR, "the line has {length} characters, more than {limit}; skipped", "is this the right file?"
)


def decoded(data: bytes, *, file: str, problems: Problems) -> str | None:
    """The text, without a byte order mark; nothing, and a problem, where it is not UTF-8 text (code NOT_UTF8)."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.add("NOT_UTF8", Where(file, data.count(b"\n", 0, error.start) + 1), reason=error.reason)
        return None
    nul = data.find(b"\0")
    if nul < 0:
        return text
    problems.add("NOT_UTF8", Where(file, data.count(b"\n", 0, nul) + 1), reason="NUL characters: UTF-16, or no text")
    return None


def numbered_lines(data: bytes, *, file: str, problems: Problems) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without line ends (LF or CRLF); an empty file is a problem (code EMPTY_FILE).

    A line that is far too long is left out (code LINE_TOO_LONG).
    """
    text = decoded(data, file=file, problems=problems)
    if text is None:
        return
    if not text.strip():
        problems.add("EMPTY_FILE", Where(file))
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            problems.add("LINE_TOO_LONG", Where(file, number), length=len(line), limit=MAX_LINE)
        else:
            yield number, line.removesuffix("\r")
