"""Lines of table formats: numbers, line ends, and what cannot be read."""

from __future__ import annotations

import pytest

from factbook.formats.format import FATAL, WARNING, Code, Context, Problems
from factbook.formats.lines import decoded, numbered_lines
from factbook.formats.table import FORMATS

CODES = (
    Code("NOT_UTF8", FATAL, "{reason}", "x"),
    Code("EMPTY_FILE", WARNING, "x", "x"),
)


def lines(data: bytes) -> tuple[list[tuple[int, str]], list[tuple[str, int]]]:
    problems = Problems(CODES)
    found = list(numbered_lines(data, file="f", problems=problems))
    return found, [(problem.code.name, problem.where.line) for problem in problems]


def test_lines_are_numbered_and_lose_their_ends() -> None:
    assert lines(b"\xef\xbb\xbfa\tb\r\n\nc") == ([(1, "a\tb"), (2, ""), (3, "c")], [])


def test_only_line_feeds_end_a_line() -> None:
    assert lines("a\x0bb\u2028c\n".encode())[0] == [(1, "a\x0bb\u2028c"), (2, "")]


def test_an_empty_file_is_told() -> None:
    assert lines(b" \n")[1] == [("EMPTY_FILE", 0)]


def test_the_line_that_is_not_utf8_is_told() -> None:
    assert lines(b"a\nb\n\xff\n") == ([], [("NOT_UTF8", 3)])
    assert decoded(b"\xff", file="f", problems=Problems(CODES)) is None


@pytest.mark.parametrize(
    "name", ["conll", "edl", "open-re", "coldstart-kb", "cssf-run", "cssf-queries", "cssf-assessment"]
)
@pytest.mark.parametrize("data", [b"\0\0\0\0", "run\tx\ty\n".encode("utf-16"), b"RUN\n\n:e\ttype\tPER\0\n"])
def test_a_file_with_nul_characters_is_no_text(name: str, data: bytes) -> None:
    """UTF-16 without a mark, and binary files."""
    problems = FORMATS[name].check(data, file="x", context=Context())
    told = [problem for problem in problems if problem.code.name in ("NOT_UTF8", "BAD_ENCODING")]
    assert told
    assert all(problem.where.line for problem in told)


@pytest.mark.parametrize("name", ["conll", "edl", "open-re"])
def test_a_line_that_is_far_too_long_is_left_out(name: str) -> None:
    data = b"a\tb\tc\n" + b"x\t" * 60_000 + b"\n"
    problems = FORMATS[name].check(data, file="x", context=Context())
    assert ("LINE_TOO_LONG", 2) in [(problem.code.name, problem.where.line) for problem in problems]
