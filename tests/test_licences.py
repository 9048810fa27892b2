"""The licence check of the dependencies allows what it should, and knows every package that users get."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

CHECK: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[1] / ".ci" / "licences.py"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MIT License", True),
        ("BSD-3-Clause AND 0BSD AND Zlib", True),
        ("Apache-2.0 OR GPL-3.0", True),
        ("MIT AND GPL-3.0", False),
        ("GNU General Public License v3 (GPLv3)", False),
        ("permitted by nobody", False),
        ("", False),
    ],
)
def test_licences(text: str, expected: bool) -> None:
    assert CHECK["is_allowed"](text) is expected


def test_dependencies_of_dependencies_count() -> None:
    found = CHECK["needed"]("factbook", CHECK["EXTRAS"])
    assert {"numpy", "onnxruntime", "protobuf"} <= set(found)  # protobuf: of onnxruntime
    assert "mypy" not in found


def test_every_licence_is_allowed() -> None:
    assert CHECK["main"]() == 0
