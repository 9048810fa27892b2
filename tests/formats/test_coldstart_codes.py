"""The table of Cold Start codes and the official report."""

from __future__ import annotations

import re
import string

from factbook.formats.coldstart_codes import ALL, Log, report
from factbook.formats.format import Context


def log(**options: object) -> Log:
    return Log(ALL.values(), file="f.tac", context=Context(**options))  # type: ignore[arg-type]


def test_rows_are_well_formed() -> None:
    for code in ALL.values():
        assert re.fullmatch(r"[A-Z_]+", code.name)
        assert code.severity in ("fatal", "error", "warning")
        assert code.message.strip()
        list(string.Formatter().parse(code.message))


def test_no_problems() -> None:
    assert report([]) == "No warnings encountered\n"


def test_order_places_and_total() -> None:
    found = log()
    found.add("UNQUOTED_STRING", 9, text="b")
    found.add("UNQUOTED_STRING", 3, text="a")
    found.add("UNQUOTED_STRING", 4, text="a")
    found.add("UNQUOTED_STRING", 4, text="a")
    found.add("UNQUOTED_STRING", 5, text="a")
    found.add("NO_MENTIONS", 2, name=":e", place="NO_SOURCE")
    assert report(found.problems) == (
        "WARNING: Entity :e has no mentions\n"
        "WARNING: String a not surrounded by double quotes (f.tac line 3 and 2 other places)\n"
        "WARNING: String b not surrounded by double quotes (f.tac line 9)\n"
        "6 warnings encountered\n"
    )


def test_errors_are_counted_alone() -> None:
    found = log()
    found.add("UNQUOTED_STRING", 9, text="b")
    found.add("ILLEGAL_ENTITY_NAME", 1, name="x-y")
    assert report(found.problems).endswith("\n1 error encountered\n")


def test_a_fatal_problem_is_all_that_is_told() -> None:
    found = log()
    found.add("UNQUOTED_STRING", 9, text="b")
    found.add("QUERY_NOT_LOADED", 9, query="Q")
    assert report(found.problems) == "Query Q not loaded\n"


def test_what_to_ignore_is_in_any_case_and_a_warning() -> None:
    found = log(ignore=frozenset({"unquoted_string", "ILLEGAL_ENTITY_NAME"}))
    found.add("UNQUOTED_STRING", 1, text="x")
    found.add("ILLEGAL_ENTITY_NAME", 2, name="y")
    assert [problem.code.name for problem in found.problems] == ["ILLEGAL_ENTITY_NAME"]


def test_braces_in_a_file_are_no_fields() -> None:
    found = log()
    found.add("UNQUOTED_STRING", 1, text="{x} {0}")
    assert "String {x} {0} not" in report(found.problems)
