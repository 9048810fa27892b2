"""The page on differences names tests and cases that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "differences.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("file", "name"), re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE))
def test_named_tests_exist(file: str, name: str) -> None:
    path = ROOT / file if "/" in file else ROOT / "tests" / "evaluate" / file
    assert f"def {name}(" in path.read_text(encoding="utf-8")


def test_named_cases_and_files_exist() -> None:
    section = PAGE.partition("## BeSt")[2].partition("\n## ")[0]
    cells = [line.rsplit("|", 2)[1] for line in section.splitlines() if line.startswith("| ") and "::" not in line]
    cases = [case for cell in cells for case in re.findall(r"`(\w+)`", cell)]
    assert len(cases) > 5
    assert all((ROOT / "tests" / "golden" / "best" / case).is_dir() for case in cases)
    assert all((ROOT / path).exists() for path in re.findall(r"`(tests/[\w/]+(?:\.py)?)/?`", PAGE))
