"""Lines, comments, strings and confidences of Cold Start files."""

from __future__ import annotations

import pytest

from factbook.formats import coldstart_text
from factbook.formats.coldstart_codes import ALL, Log
from factbook.formats.coldstart_text import (
    MAX_LINE,
    is_legal_confidence,
    is_quoted,
    is_scientific,
    lines,
    plain_confidence,
    quote,
    split_columns,
    split_comment,
    unquote,
    write_confidence,
)
from factbook.formats.format import Context


def log() -> Log:
    return Log(ALL.values(), file="f", context=Context())


@pytest.mark.parametrize(
    ("line", "text", "comment"),
    [
        ("a # b", "a ", "# b"),
        ('"x # y"\t1 # z # w', '"x # y"\t1 ', "# z # w"),
        (r'"x \" # y" # z', r'"x \" # y" ', "# z"),
        ('it"s #1', 'it"s #1', ""),  # a quote that does not close hides the pound sign
        ("#all", "", "#all"),
        ("none", "none", ""),
        ("", "", ""),
    ],
)
def test_comments(line: str, text: str, comment: str) -> None:
    assert split_comment(line) == (text, comment)


def test_a_long_unbalanced_line_is_quick() -> None:
    assert split_comment('"' * 50_001 + "#")[1] == ""
    assert not is_quoted('"' + "\\" * 50_001 + '"')


def test_columns_at_the_end_that_are_empty_do_not_count() -> None:
    assert split_columns("a\t\tb\t\t") == ["a", "", "b"]
    assert split_columns("") == []


@pytest.mark.parametrize("text", ["", "x", 'say "hi"', "back\\slash", "\\", '"'])
def test_quote_and_unquote(text: str) -> None:
    assert is_quoted(quote(text))
    assert unquote(quote(text)) == text


@pytest.mark.parametrize("text", ["x", '"', '"x', '"a"b"', '"ends\\"', ""])
def test_not_quoted(text: str) -> None:
    assert not is_quoted(text)


@pytest.mark.parametrize(("text", "legal"), [("1.0", 1), ("1.", 1), (".5", 1), ("0.001", 1), ("0.0", 0), ("1.5", 0)])
def test_confidences(text: str, legal: int) -> None:
    assert is_legal_confidence(text) == bool(legal)


def test_scientific_confidences_get_twelve_decimals() -> None:
    assert is_scientific("1.2e-03")
    assert not is_scientific("1e-3")
    assert plain_confidence("1.2e-03") == "0.001200000000"


@pytest.mark.parametrize(
    ("value", "text"), [(None, "1.0"), (1.0, "1.0"), (1, "1.0"), (0.25, "0.25"), (1e-05, "0.00001"), (1e-300, None)]
)
def test_written_confidences_are_legal(value: float | None, text: str | None) -> None:
    written = write_confidence(value)
    assert is_legal_confidence(written)
    assert text is None or written == text


def test_lines_keep_their_numbers() -> None:
    found = log()
    data = b"\xef\xbb\xbfone\r\n\n\xff\nfour" + b"\n" + b"x" * (MAX_LINE + 1) + b"\nsix"
    assert list(lines(data, found)) == [(1, "one\r"), (2, ""), (4, "four"), (6, "six")]
    assert [(problem.code.name, problem.where.line) for problem in found.problems] == [
        ("BAD_ENCODING", 3),
        ("LINE_TOO_LONG", 5),
    ]


@pytest.mark.parametrize("size", [1, 7, 50])
def test_blocks_change_nothing(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    data = "".join(f"line {number} é\n" for number in range(100)).encode() + b"end"
    expected = list(lines(data, log()))
    monkeypatch.setattr(coldstart_text, "_BLOCK", size)
    assert list(lines(data, log())) == expected
    assert list(lines(data + b"\n", log())) == expected
    assert list(lines(data + b"\n\n", log())) == [*expected, (102, "")]


def test_a_line_much_too_long_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coldstart_text, "_BLOCK", 10)
    monkeypatch.setattr(coldstart_text, "MAX_LINE", 20)
    found = log()
    assert list(lines(b"a\nb\n" + b"x" * 99 + b"\nc\n", found)) == [(1, "a"), (2, "b"), (4, "c")]
    (problem,) = found.problems
    assert problem.where.line == 3
    assert problem.args["length"] == "99"
