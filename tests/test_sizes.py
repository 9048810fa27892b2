"""Modules and functions stay small enough to be read at once."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULE_LINES, FUNCTION_LINES = 450, 60
FILES = [path for folder in ("src", "training", "benchmarks", "docs") for path in sorted((ROOT / folder).rglob("*.py"))]


def lengths(text: str) -> dict[str, int]:
    """The lines of each function, without its docstring."""
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            words = ast.get_docstring(node, clean=False)
            found[node.name] = (node.end_lineno or 0) - node.lineno + 1 - (words.count("\n") + 1 if words else 0)
    return found


def test_modules_are_not_long() -> None:
    long = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert {name: lines for name, lines in long.items() if lines > MODULE_LINES} == {}


def test_functions_are_not_long() -> None:
    long = {
        f"{path.relative_to(ROOT)}:{name}": lines
        for path in FILES
        for name, lines in lengths(path.read_text(encoding="utf-8")).items()
        if lines > FUNCTION_LINES
    }
    assert long == {}


def test_docstrings_do_not_count() -> None:
    assert lengths('def f():\n    """One.\n\n    Two.\n    """\n    return 1\n') == {"f": 2}
