"""What the verbs share: reading inputs, writing outputs whole or not at all, printing problems."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from factbook.formats.format import WARNING, Problem, Problems
from factbook.text.inputs import read_sources
from factbook.text.source import Source


def load_sources(paths: Sequence[str], problems: Problems, *, language: str = "") -> dict[str, Source]:
    """The documents of some paths by id; what cannot be read is added to `problems`."""
    return {source.id: source for source in read_sources(paths, language=language, problems=problems)}


def write_output(path: str, data: bytes) -> None:
    """Write a file so that it is either whole or untouched; `-` is standard output."""
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists() and not target.is_file():  # a pipe or a device has nothing to keep
        target.write_bytes(data)
        return
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def problem_rows(problems: Iterable[Problem]) -> list[dict[str, str | int]]:
    """Problems as data."""
    return [
        {
            "file": problem.where.file,
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


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any problem is worse than a warning."""
    return any(problem.severity != WARNING for problem in problems)
