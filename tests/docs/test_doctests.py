"""The examples of docstrings and pages run, in the folder of the sources."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.docs.test_pages import PAGES, ROOT, blocks

SOURCES = ROOT / "src"
MODULES = [path for path in sorted(SOURCES.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]
EXAMPLES = [page for page in PAGES if blocks(page.read_text(encoding="utf-8"), "pycon")]


def failures(test: doctest.DocTest) -> str:
    """What differs, in the words of doctest; empty where all examples hold."""
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append)
    return "".join(report)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_docstrings(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    module = import_module(".".join(path.relative_to(SOURCES).with_suffix("").parts))
    found = [test for test in doctest.DocTestFinder().find(module) if test.examples]
    assert found
    assert "".join(map(failures, found)) == ""


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.name)
def test_pages(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "\n".join(blocks(page.read_text(encoding="utf-8"), "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert test.examples
    assert failures(test) == ""


def test_a_wrong_example_is_found() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    assert "Got:\n    2" in failures(test)
