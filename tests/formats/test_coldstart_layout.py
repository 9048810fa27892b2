"""A file that is not in official order keeps its own order and comments when it is written again."""

from __future__ import annotations

import msgspec

from factbook.formats.coldstart_kb import read, write
from factbook.formats.coldstart_layout import LAYOUT
from factbook.formats.format import Context

LINES = (
    "run1\n# first the firm\n"
    ":E2\ttype\tORG\t# of the North\n"
    ':E1\tper:title\t"boss"\tdoc1:10-13\t0.5\n'
    ":E1\ttype\tPER\t\n"
    "\n"
    ':E1\tmention\t"Bob"\tdoc1:0-2\t1.0\n'
    ':E2\tmention\t"Acme"\tdoc1:5-8\t1.0\n'
    "# last\n"
)
OFFICIAL = (
    "run1\n\n"
    ":E1\ttype\tPER\t\n"
    ':E1\tmention\t"Bob"\tdoc1:0-2\t1.0\n'
    ':E1\tper:title\t"boss"\tdoc1:10-13\t0.5\n'
    ":E2\ttype\tORG\t# of the North\n"
    ':E2\tmention\t"Acme"\tdoc1:5-8\t1.0\n'
)


def written_again(text: str) -> str:
    kb, _ = read(text.encode(), file="f", context=Context())
    return write(kb, context=Context()).decode()


def test_order_comments_and_blank_lines_come_back() -> None:
    assert written_again(LINES) == LINES


def test_a_file_in_official_order_needs_no_layout() -> None:
    kb, _ = read(OFFICIAL.encode(), file="f", context=Context())
    assert LAYOUT not in kb.extra
    assert written_again(OFFICIAL) == OFFICIAL


def test_without_the_layout_the_order_is_official() -> None:
    kb, _ = read(LINES.encode(), file="f", context=Context())
    del kb.extra[LAYOUT]
    assert write(kb, context=Context()).decode() == OFFICIAL


def test_what_is_gone_leaves_no_trace_and_what_is_new_stands_behind() -> None:
    kb, _ = read(LINES.encode(), file="f", context=Context())
    (bob,) = [mention for mention in kb.mentions.values() if mention.text == "Bob"]
    kb.mentions[bob.id] = msgspec.structs.replace(bob, text="Rob")
    lines = write(kb, context=Context()).decode().splitlines()
    assert lines[-1] == ':E1\tmention\t"Rob"\tdoc1:0-2\t1.0'
    assert "Bob" not in "".join(lines)
    assert lines[:3] == LINES.splitlines()[:3]


def test_a_line_that_is_written_otherwise_does_not_move_again() -> None:
    once = written_again(LINES.replace("doc1:0-2", "doc1:00-2"))
    assert written_again(once) == once
