"""Pages show what their commands print."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
OUTPUTS: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "outputs.py"))
BLOCK = "```console\n$ factbook {}\n{}```\n"


@pytest.mark.parametrize("name", OUTPUTS["PAGES"])
def test_outputs_are_up_to_date(name: str) -> None:
    _, old = OUTPUTS["renewed"]((ROOT / name).read_text(encoding="utf-8"))
    assert old == [], f"{name} shows an old output; run: python docs/outputs.py {name}"


def test_every_page_shows_a_command() -> None:
    empty = [name for name in OUTPUTS["PAGES"] if not list(OUTPUTS["shown"]((ROOT / name).read_text("utf-8")))]
    assert empty == []


def test_an_old_output_is_found_and_renewed() -> None:
    page = "before\n\n" + BLOCK.format("--version", "factbook 0\n") + "\nafter\n"
    text, old = OUTPUTS["renewed"](page)
    assert old == ["factbook --version"]
    assert text.startswith("before\n\n```console\n$ factbook --version\nfactbook 0.")
    assert text.endswith("```\n\nafter\n")
    assert OUTPUTS["renewed"](text) == (text, [])


def test_the_beginning_keeps_its_number_of_lines() -> None:
    text, _ = OUTPUTS["renewed"](BLOCK.format("measures", "x\nx\n…\n"))
    assert text.count("\n") == 6
    assert text.endswith("…\n```\n")


def test_lines_joined_by_a_backslash_are_one_command() -> None:
    (one,) = OUTPUTS["shown"]("```console\n$ factbook measures \\\n    --json\nout\n```\n")
    assert one.command.split() == ["factbook", "measures", "--json"]
    assert one.output == "out\n"


def test_commands_that_the_demo_prints_are_its_output() -> None:
    (one,) = OUTPUTS["shown"]("```console\n$ make demo\n# One\n$ factbook build x\nbuilt\n```\n")
    assert one.output == "# One\n$ factbook build x\nbuilt\n"


def test_parts_of_the_demo_are_chosen_by_title() -> None:
    now = "\n# One\n$ a\n1\n\n# Two\n$ b\n2\n\n# Three\n$ c\n3\n"
    assert OUTPUTS["fitted"]("# One\nold\n\n# Three\nold\n", now, "make demo") == "# One\n$ a\n1\n\n# Three\n$ c\n3\n"
    with pytest.raises(ValueError, match="no part '# Four'"):
        OUTPUTS["fitted"]("# Four\n", now, "make demo")


@pytest.mark.parametrize(
    ("command", "before", "now", "expected"),
    [
        ("factbook score a b", "f 0.50", "f 0.51", False),
        ("factbook score a b", "version:factbook-0.1", "version:factbook-0.2", True),
        ("factbook query calder.kb x", "1,200 mentions  0.50", "900 mentions 0.5", True),
        ("factbook query calder.kb x", "Nadir Haddad 1", "Karim Haddad 1", False),
    ],
)
def test_figures_of_models_may_differ(command: str, before: str, now: str, expected: bool) -> None:
    assert OUTPUTS["same"](command, before, now) is expected


def test_a_wrong_call_is_an_error() -> None:
    with pytest.raises(ValueError, match="no verb"):
        OUTPUTS["renewed"](BLOCK.format("no-such-verb", ""))
    with pytest.raises(ValueError, match="commands of factbook only"):
        OUTPUTS["printed"]("ls")
