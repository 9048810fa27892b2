"""Every problem code of every format has a folder that shows it (README.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import pytest

from factbook.formats.format import Code
from factbook.formats.table import FORMATS

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from reported import arguments, input_of, reported  # noqa: E402

FOLDERS = sorted(path.parent for path in HERE.glob("*/*/expected.txt"))


def codes(format: str) -> dict[str, Code]:
    table: Iterable[Code] | dict[str, Code] = import_module(FORMATS[format].module).CODES
    rows = table.values() if isinstance(table, dict) else table
    return {code.name: code for code in rows}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_exactly_the_expected_problems_are_reported(folder: Path) -> None:
    problems = reported(folder)
    expected = (folder / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert [str(problem) for problem in problems] == expected
    shown = [problem for problem in problems if problem.code.name == folder.name]
    assert shown, f"no problem has the code {folder.name}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_the_input_marks_the_bad_place(folder: Path) -> None:
    if "unmarked" in arguments(folder):
        return
    lines = input_of(folder).read_bytes().split(b"\n")
    marked = {number for number, line in enumerate(lines, start=1) if b"bad" in line.lower()}
    assert marked, "no line holds the word BAD"
    places = {problem.where.line for problem in reported(folder) if problem.code.name == folder.name}
    assert places <= marked, f"reported at {places}, marked at {marked}"


@pytest.mark.parametrize("format", FORMATS)
def test_every_code_has_a_folder(format: str) -> None:
    shown = {
        row for other in FORMATS for row in codes(other).values() if (HERE / other / row.name / "expected.txt").exists()
    }
    missing = [name for name, code in codes(format).items() if code not in shown]
    assert not missing


@pytest.mark.parametrize("format", FORMATS)
def test_every_folder_is_a_code(format: str) -> None:
    folders = {path.name for path in (HERE / format).glob("*") if path.is_dir()}
    assert folders <= set(codes(format))
