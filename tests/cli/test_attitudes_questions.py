"""The eight questions of the task description, as docs/attitudes-questions.md shows them: the output is real."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from factbook.cli.main import main
from tests.store.sample import calder_kb

PAGE = Path(__file__).parents[2] / "docs" / "attitudes-questions.md"
BLOCK = re.compile(r"```console\n\$ factbook attitudes calder\.kb (.*)\n([\s\S]*?)\n```")


def test_the_page_has_all_eight() -> None:
    assert len(BLOCK.findall(PAGE.read_text(encoding="utf-8"))) == 8


@pytest.mark.parametrize(("words", "output"), BLOCK.findall(PAGE.read_text(encoding="utf-8")))
def test_the_output_is_real(capsys: pytest.CaptureFixture[str], words: str, output: str) -> None:
    assert main(["attitudes", calder_kb(), *shlex.split(words)]) == 0
    assert capsys.readouterr().out.rstrip() == output
