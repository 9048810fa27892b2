"""What the verbs share: reading inputs, writing outputs whole or not at all, printing problems."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from factbook.schema.coldstart import EDITIONS as COLDSTART_EDITIONS
from factbook.text.problems import WARNING, Problem, Problems

if TYPE_CHECKING:
    from factbook.text.source import Source

EDITIONS = tuple(COLDSTART_EDITIONS)  # of --edition: only Cold Start's rules differ by year
_WARNINGS, _ERRORS = 3, 20  # how many problems of one code are shown


def load_sources(paths: Sequence[str], problems: Problems, *, language: str = "") -> dict[str, Source]:
    """The documents of some paths by id; what cannot be read is added to `problems`."""
    from factbook.text.inputs import read_sources

    return {source.id: source for source in read_sources(paths, language=language, problems=problems)}


def is_stored(data: bytes) -> bool:
    """Whether this is the file of a knowledge base that `factbook build` made: no format that is read as text."""
    return data.startswith(b"SQLite format 3\0")


def read_map(path: str) -> str:
    """The text of a file of --map; empty where none is named."""
    return Path(path).read_bytes().decode("utf-8-sig", "replace") if path else ""


def write_output(path: str, data: bytes) -> None:
    """Write a file so that it is either whole or untouched; `-` is standard output."""
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from factbook.text.files import write_whole

    write_whole(Path(path), data)


def problem_rows(problems: Iterable[Problem], **more: str) -> list[dict[str, str | int]]:
    """Problems as data; `more` is said of all of them."""
    return [
        {
            "file": problem.where.file,
            **more,
            "line": problem.where.line,
            "column": problem.where.column,
            "severity": problem.severity,
            "code": problem.code.name,
            "message": problem.message,
            "advice": problem.code.advice,
        }
        for problem in problems
    ]


def print_problems(problems: Iterable[Problem], *, as_json: bool = False) -> None:
    """Problems as text on standard error, or as JSON on standard output."""
    if as_json:
        print(json.dumps(problem_rows(problems), indent=2, ensure_ascii=False))
        return
    for problem in problems:
        print(problem, file=sys.stderr)


def print_some_problems(problems: Problems) -> None:
    """Problems on standard error: of each code a few, then how many more there are."""
    shown: dict[str, int] = {}
    for problem in problems:
        name, most = problem.code.name, _WARNINGS if problem.severity == WARNING else _ERRORS
        shown[name] = shown.get(name, 0) + 1
        if shown[name] <= most:
            print(problem, file=sys.stderr)
        elif shown[name] == most + 1:
            total = sum(one.code.name == name for one in problems)
            print(f"… and {total - most} more of {name}; `factbook validate` lists them", file=sys.stderr)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any problem is worse than a warning."""
    return any(problem.severity != WARNING for problem in problems)
