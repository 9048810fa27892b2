"""Links of the documents resolve, their commands exist, and every page is in the index."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from factbook.cli.main import VERBS, parser_of

ROOT = Path(__file__).parents[2]
PAGES = sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/*.md")) + [ROOT / "benchmarks" / "README.md"]
pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`[^`\n]*`")
_CELL = re.compile(r"`(factbook [^`]+)`")
_OTHERS = re.compile(r"[a-z]+:")  # http:, mailto:


def blocks(text: str, *languages: str) -> list[str]:
    return [found[2] for found in _FENCE.finditer(text) if not languages or found[1] in languages]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    prose = _FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ +(.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}


def broken_links(page: Path) -> list[str]:
    prose = _CODE.sub("", _FENCE.sub("", page.read_text(encoding="utf-8")))
    broken = []
    for link in _LINK.findall(prose):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if _OTHERS.match(link):
            continue
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            broken.append(link)
    return broken


def commands(text: str) -> list[str]:
    """The `factbook …` commands of fenced blocks and of tables, lines joined where a backslash ends them."""
    found = []
    for block in blocks(text):
        lines = block.replace("\\\n", " ").split("\n")
        found += [line.strip().removeprefix("$ ") for line in lines]
    found += _CELL.findall(_FENCE.sub("", text))
    return [line for line in found if line.startswith("factbook ")]


def fault(command: str) -> str:
    """What is wrong with a command's verb or options; empty where nothing is."""
    try:
        words = shlex.split(command, comments=True)
    except ValueError:  # prose with an apostrophe
        words = command.split()
    if len(words) < 2 or words[1] in ("VERB", "--help", "--version", "…"):
        return ""
    if words[1] not in VERBS:
        return f"no verb {words[1]!r}"
    known = {option for parser in all_parsers(words[1]) for option in parser}
    given = {word.partition("=")[0] for word in words[2:] if re.match(r"--?[a-z]", word)}
    strange = sorted(given - known)
    return f"{words[1]} has no {', '.join(strange)}" if strange else ""


def all_parsers(verb: str) -> list[set[str]]:
    """The options of a verb, and of its actions."""
    parsers = [parser_of(verb)]
    for action in parsers[0]._actions:
        if isinstance(action.choices, dict):
            parsers += action.choices.values()
    return [{option for action in parser._actions for option in action.option_strings} for parser in parsers]


@pages
def test_links_resolve(page: Path) -> None:
    assert broken_links(page) == []


@pages
def test_commands_exist(page: Path) -> None:
    faults = {command: fault(command) for command in commands(page.read_text(encoding="utf-8"))}
    assert {command: why for command, why in faults.items() if why} == {}


@pages
def test_targets_of_make_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^ {4}|\$ )make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= targets


@pages
def test_modules_that_are_run_exist(page: Path) -> None:
    """`python -m benchmarks.x`, `python -m benchmarks x y`, `python -m training.x`, `python docs/x.py`."""
    text = page.read_text(encoding="utf-8").replace("\n", " ").replace("NAME", "text")
    modules = re.findall(r"python -m ((?:benchmarks|training)[.\w]*\w)", text)
    modules += [
        f"benchmarks.{name}"
        for names in re.findall(r"`python -m benchmarks((?: \w+)+)`", text)
        for name in names.split()
    ]
    files = [f"{module.replace('.', '/')}" for module in modules] + re.findall(r"python (docs/\w+)\.py", text)
    assert [name for name in files if not (ROOT / f"{name}.py").exists() and not (ROOT / name).is_dir()] == []


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    names = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert names == {name for name in names if f"({name})" in index}


def test_faults_are_found(tmp_path: Path) -> None:
    assert fault("factbook guess x") == "no verb 'guess'"
    assert fault("factbook score edl a b --guess --by type") == "score has no --guess"
    assert fault("factbook queries expand ldc.xml --base CSSF16 -o x") == ""
    page = tmp_path / "page.md"
    page.write_text("# A b\n\n[x](none.md) [y](#a-b) [z](#c) `[q](no)` [w](https://x.org)\n", encoding="utf-8")
    assert broken_links(page) == ["none.md", "#c"]
