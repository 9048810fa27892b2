"""Imports go one way: text < model < schema < formats < … < cli (ARCHITECTURE.md)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "factbook"

# What each room may import, besides itself.
GROUND = {"text", "model", "schema"}
MAY_IMPORT: dict[str, set[str]] = {
    "text": set(),
    "model": {"text"},
    "schema": {"text", "model"},
    "formats": GROUND,
    "extract": GROUND,
    "evaluate": GROUND,
    "link": GROUND | {"formats", "extract", "evaluate"},
    "store": GROUND | {"formats", "link"},
    "query": GROUND | {"formats", "link", "store"},
    "assess": GROUND | {"formats", "evaluate", "link", "store", "query"},
    "run": GROUND | {"formats", "extract", "link", "store", "query"},
    "browse": GROUND | {"formats", "evaluate", "link", "store", "query", "run"},
    "cli": GROUND | {"formats", "extract", "evaluate", "link", "store", "query", "run", "assess", "browse", "api"},
}


def imported_rooms(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write absolute imports"
            names = [node.module or ""]
        rooms |= {name.split(".")[1] for name in names if name.startswith("factbook.")}
    return rooms - {"_version", "_rich", "_threads"}


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_room_imports_only_what_lies_below(room: str) -> None:
    for path in sorted((PACKAGE / room).rglob("*.py")):
        wrong = imported_rooms(path) - MAY_IMPORT[room] - {room}
        assert not wrong, f"{path.relative_to(PACKAGE)} imports {sorted(wrong)}"


def test_every_room_is_listed() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms == set(MAY_IMPORT)
