"""The generated pages say what the code says."""

from __future__ import annotations

import argparse
import re
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from factbook.cli.main import VERBS, parser_of
from factbook.evaluate.table import kinds
from factbook.extract.pipeline import TABLE
from factbook.formats.table import FORMATS

DOCS = Path(__file__).parents[2] / "docs"
GENERATE: dict[str, Any] = runpy.run_path(str(DOCS / "generate.py"))


@pytest.mark.parametrize("name", sorted(GENERATE["PAGES"]))
def test_page_is_up_to_date(name: str) -> None:
    committed = (DOCS / name).read_text(encoding="utf-8")
    assert committed == GENERATE["PAGES"][name](), f"docs/{name} is old; run: python docs/generate.py"


def page(name: str) -> str:
    text: str = GENERATE["PAGES"][name]()
    return text


def test_commands_name_every_verb_and_option() -> None:
    text = page("commands.md")
    for verb in VERBS:
        part = text.partition(f"\n## {verb}\n")[2].partition("\n## ")[0]
        options = {option for action in parser_of(verb)._actions for option in action.option_strings}
        missing = [option for option in options - {"-h", "--help"} if option not in part]
        assert part, f"no section for {verb}"
        assert not missing, f"{verb}: {missing}"


def test_every_problem_code_of_every_format_has_a_row() -> None:
    text = page("problems.md")
    for row in FORMATS.values():
        part = text.partition(f"\n## {row.name}\n")[2].partition("\n## ")[0]
        names = {code.name for code in import_module(row.module).CODES}
        assert names == {line.split("`")[1] for line in part.splitlines() if line.startswith("| `")}


def test_every_problem_code_of_the_source_is_listed() -> None:
    text = page("problems.md")
    sources = [path.read_text(encoding="utf-8") for path in (DOCS.parent / "src").rglob("*.py")]
    names = {name for source in sources for name in re.findall(r'\bCode\(\s*"([A-Z][A-Z0-9_]+)"', source)}
    assert len(names) > 50
    assert sorted(name for name in names if f"| `{name}` |" not in text) == []


def test_formats_measures_and_steps_are_complete() -> None:
    assert all(f"| [{name}](#{name}) |" in page("formats.md") for name in FORMATS)
    assert all(f"| `{name}` |" in page("measures.md") for name in kinds())
    assert [line.split("`")[1] for line in page("pipeline.md").splitlines() if line.startswith("| `")] == [
        step.name for step in TABLE
    ]


def test_rendering_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = page("commands.md")
    monkeypatch.setenv("COLUMNS", "30")
    assert page("commands.md") == wide


def test_arguments_are_spelled_as_they_are_typed() -> None:
    parser = argparse.ArgumentParser(prog="x")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a | b <c>")
    parser.add_argument("name", nargs="?")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="50%% more")
    parser.add_argument("--place", default="/of/this/machine")
    parser.add_argument("--style", choices=("plain", "official"), default="plain")
    parser.add_argument("--json", action="store_true")
    rows = [line for line in GENERATE["_parser"](parser) if line.startswith("| `")]
    assert rows == [
        "| `FILE …` | a \\| b &lt;c> |  |  |",
        "| `[name]` |  |  |  |",
        "| `-o, --output OUT` | 50% more; required |  |  |",
        "| `--place PLACE` |  |  |  |",
        "| `--style CHOICE` |  | `plain`, `official` | `plain` |",
        "| `--json` |  |  |  |",
    ]


def test_check_tells_which_page_is_old(tmp_path: Path) -> None:
    for name in GENERATE["PAGES"]:
        (tmp_path / name).write_text(page(name), encoding="utf-8")
    assert GENERATE["outdated"](tmp_path) == []
    (tmp_path / "formats.md").write_text("old", encoding="utf-8")
    (tmp_path / "pipeline.md").unlink()
    assert GENERATE["outdated"](tmp_path) == ["formats.md", "pipeline.md"]
