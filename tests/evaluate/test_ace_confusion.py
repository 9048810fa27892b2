"""Confusion matrices of the ACE report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from factbook.cli.main import main

CORPUS = Path(__file__).parents[1] / "golden" / "ace" / "corpora" / "c5_nested_noisy"


def shown(capsys: pytest.CaptureFixture[str], measure: str) -> str:
    assert main(["score", measure, str(CORPUS / "ref"), str(CORPUS / "sys"), "--report"]) == 0
    return capsys.readouterr().out


def numbers(text: str, name: str) -> list[int]:
    table = text.partition(f"{name} confusion matrix:\n")[2].partition("\n\n")[0]
    return [int(number) for line in table.splitlines()[1:] for number in re.findall(r"(?<= )\d+", line)]


@pytest.mark.parametrize(
    ("measure", "names"),
    [
        ("ace.edr", ("TYPE", "SUBTYPE", "CLASS", "LEVEL")),
        ("ace.rdr", ("TYPE", "SUBTYPE", "MODALITY", "TENSE")),
    ],
)
def test_every_matrix_counts_the_same_occurrences(
    measure: str, names: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, measure)
    sums = {sum(numbers(text, name)) for name in names}
    assert len(sums) == 1
    assert sums.pop() > 0


def test_counts_agree_with_the_table_of_types(capsys: pytest.CaptureFixture[str]) -> None:
    """The line of totals by type: occurrences in the reference, false alarms, misses (Appendix B, columns B to D)."""
    text = shown(capsys, "ace.edr")
    total = next(line for line in text.partition(" TYPE ")[2].splitlines() if line.strip().startswith("total"))
    occurrences, alarms, missed = (int(column) for column in (total.split()[n] for n in (4, 5, 6)))
    table = text.partition("TYPE confusion matrix:\n")[2].partition("\n\n")[0].splitlines()
    spurious = next(line for line in table if line.startswith("(spurious)"))
    assert sum(map(int, re.findall(r"(?<= )\d+", spurious))) == alarms
    assert sum(numbers(text, "TYPE")) == occurrences + alarms
    column = len(table[0])
    rows = [line for line in table[1:] if not line.startswith("(spurious)")]
    assert sum(int(line[column - 8 : column].strip() or 0) for line in rows) == missed
