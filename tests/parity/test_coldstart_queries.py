"""The query validator writes and reports what the official one does."""

from __future__ import annotations

import pytest

from factbook.formats import cssf_queries
from factbook.formats.format import Context
from factbook.schema.cssf_ids import expand
from tests.parity.coldstart_cases import GOLDEN, cases, context, same_report, text


@pytest.mark.parametrize("name", cases("validate-queries"))
def test_query_file(name: str) -> None:
    case = GOLDEN / "validate-queries" / name
    data = (case / "ldc.xml").read_bytes()
    written, problems = cssf_queries.repair(data, file="ldc.xml", context=context(case))
    expected = text(case / "expected.err") or text(case / "expected.stderr.txt")
    assert same_report(cssf_queries.report(problems), expected)
    assert (written is None) == (text(case / "rc").strip() == "255")
    if written is not None:
        assert written.decode() == text(case / "expected.xml")


@pytest.mark.parametrize("name", cases("validate-queries"))
def test_index_of_ids(name: str) -> None:
    case = GOLDEN / "validate-queries" / name
    settings = context(case)
    if "expand" not in settings.options or text(case / "rc").strip() == "255":
        return
    queries, _ = cssf_queries.read((case / "ldc.xml").read_bytes(), file="ldc.xml", context=Context())
    wanted = set(text(case / "expected.index.tsv").splitlines())
    ours = {f"{new.id}\t{query.id}" for query in queries for new in expand(query, settings.options["expand"])}
    assert wanted <= ours
    if not settings.options.get("languages"):
        assert wanted == ours
