"""The tables of the official Cold Start scorer, letter for letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.evaluate.coldstart import ColdStartGold, count
from factbook.formats import cssf_assessment, cssf_queries, cssf_run
from factbook.formats.format import Context

PIPELINE = Path(__file__).parents[1] / "golden" / "coldstart" / "pipeline"
CASES = sorted(path.name for path in PIPELINE.iterdir())
TABLES = ("sf", "ldcmax", "ldcmean", "summary", "debug")


def file_lines(path: Path) -> dict[int, str]:
    return dict(enumerate(path.read_text(encoding="utf-8").splitlines(), start=1))


def tables(case: str) -> dict[str, str]:
    folder = PIPELINE / case
    context = Context()
    queries, _ = cssf_queries.read((folder / "ldc.xml").read_bytes(), file="ldc.xml", context=context)
    assessments, _ = cssf_assessment.read((folder / "qrel.tsv").read_bytes(), file="qrel.tsv", context=context)
    run = folder / "expected" / "validated.sf"
    responses, _ = cssf_run.read(run.read_bytes(), file=run.name, context=context)
    counted = count(ColdStartGold(queries=tuple(queries), assessments=tuple(assessments)), responses)
    return counted.detail.tables(file_lines(run), file_lines(folder / "qrel.tsv"))  # type: ignore[no-any-return]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("case", CASES)
def test_table_is_that_of_the_official_program(case: str, table: str) -> None:
    expected = (PIPELINE / case / "expected" / f"score.{table}").read_text(encoding="utf-8")
    assert tables(case)[table] == expected
