"""Entity discovery figures equal the recorded answers of the official scorer, row by row."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.evaluate.edl_report import HEADER, official_table
from factbook.evaluate.mention_table import encode
from factbook.evaluate.scope import exclude
from factbook.formats import edl_tab
from factbook.formats.format import Context
from factbook.model.kb import KB
from factbook.text.offsets import Span

GOLDEN = Path(__file__).parents[1] / "golden" / "edl"
CASES = sorted(path.name for path in GOLDEN.iterdir())


def load(case: str, name: str) -> KB:
    kb, problems = edl_tab.read((GOLDEN / case / f"{name}.tab").read_bytes(), file=name, context=Context())
    assert not problems.errors
    return kb


def gold_of(case: str) -> KB:
    """Gold, with the excluded spans of the case where it has some."""
    gold, regions = load(case, "gold"), GOLDEN / case / "excluded_spans.tsv"
    if not regions.exists():
        return gold
    rows = [line.split("\t") for line in regions.read_text().splitlines()]
    return exclude(gold, [Span.from_inclusive(doc, int(first), int(last)) for doc, first, last in rows])


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("file", "by"), [("overall", ""), ("by_doc", "document"), ("by_type", "type")])
def test_table_equals_the_official_one(case: str, file: str, by: str) -> None:
    expected = (GOLDEN / case / f"expected.{file}.tsv").read_text(encoding="utf-8").splitlines()
    rows = official_table(gold_of(case), load(case, "system"), by=by)
    assert rows[0] == HEADER == expected[0]
    assert sorted(rows[1:]) == sorted(expected[1:])


def test_there_are_cases() -> None:
    assert len(CASES) == 4


@pytest.mark.parametrize("case", CASES)
def test_what_counts_equals_the_prepared_files(case: str) -> None:
    """Excluded spans gone, one annotation a span: the first candidate of each line of the official preparation."""
    gold, system = gold_of(case), load(case, "system")
    both = encode(gold, system)
    for name, kb, table in (("gold", gold, both.gold), ("system", system, both.system)):
        found = []
        for id, quoted in zip(table.mentions, table.quoted.tolist(), strict=True):
            mention = kb.mentions[id]
            assert isinstance(mention.extent, Span)
            first, last = mention.extent.inclusive
            if not quoted:
                kind = f"{mention.type}/{mention.level}"
                found.append([mention.doc, str(first), str(last), mention.entity, str(mention.confidence), kind])
        text = (GOLDEN / case / f"expected.{name}.neleval.tsv").read_text(encoding="utf-8")
        assert sorted(found) == sorted(line.split("\t")[:6] for line in text.splitlines() if line)
