"""The folder: left and taken up again, judgments in the official format, imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.assess.counts import assessments
from factbook.assess.folder import JUDGMENTS, PLAN, QUERIES, Folder, FolderError, Plan, letter_of
from factbook.assess.sampling import features, stratify
from factbook.formats import cssf_assessment, cssf_queries
from factbook.formats.format import Context
from tests.assess.simulated import RUNS, simulated


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    pool, _ = simulated()
    plan = Plan(sample=30, runs=dict.fromkeys(RUNS, "x.tac"), strata=stratify(features(pool), 30))
    found = Folder(str(tmp_path / "work"), plan, pool)
    found.save()
    return found


def test_it_opens_as_it_was_left(folder: Folder) -> None:
    first = next(folder.waiting())
    folder.judge(first.id, "C")
    again = Folder.open(str(folder.path))
    assert again.plan == folder.plan
    assert again.judgments == {first.id: "C"}
    assert list(again.pool.claims.values()) == list(folder.pool.claims.values())
    assert again.order() == folder.order()
    assert next(again.waiting()).id != first.id
    assert next(again.waiting()) == next(folder.waiting())


def test_judgments_are_official_assessments(folder: Folder) -> None:
    _, truth = simulated()
    for claim in list(folder.waiting()):
        folder.judge(claim.id, truth[claim.id])
    assert next(folder.waiting(), None) is None
    queries, _ = cssf_queries.read((folder.path / QUERIES).read_bytes(), file="q", context=Context())
    data = (folder.path / JUDGMENTS).read_bytes()
    problems = cssf_assessment.check(data, file=JUDGMENTS, context=Context(queries=queries))
    assert [str(problem) for problem in problems] == []
    assert all(len(line.split("\t")) == 10 for line in data.decode().splitlines())


def test_what_is_passed_comes_later(folder: Folder) -> None:
    first, second = [claim for claim, _ in zip(folder.waiting(), range(2), strict=False)]
    assert next(folder.waiting({first.id})) == second


def test_import_by_id_by_content_and_short(folder: Folder) -> None:
    claims = list(folder.pool.claims.values())[:3]
    rows = list(assessments(folder.pool, {claim.id: "X" for claim in claims}).values())
    data = cssf_assessment.write(rows, context=Context()).decode()
    renamed = data.replace(claims[1].id, "SOME_OTHER_ID")
    strange = renamed.replace(claims[2].id, "AND_ANOTHER").replace(f"\t{claims[2].value}\t", "\tnothing we know\t")
    assert folder.take(strange.encode(), file="x")[:2] == (2, 1)
    assert folder.judgments == {claims[0].id: "X", claims[1].id: "X"}
    short = f"# id, judgment\n{claims[2].id}\tw\nnobody\tC\n{claims[0].id}\tQ\n"
    assert folder.take(short.encode(), file="x")[:2] == (1, 2)
    assert folder.judgments[claims[2].id] == "W"


def test_bad_rows_of_an_import_are_named(folder: Folder) -> None:
    _, _, problems = folder.take(b"a\tb\tc\n", file="bad.tsv")
    assert [problem.code.name for problem in problems] == ["WRONG_NUM_ENTRIES"]


def test_damaged_folders_are_named(folder: Folder, tmp_path: Path) -> None:
    (folder.path / PLAN).write_text("{", encoding="utf-8")
    with pytest.raises(FolderError, match="make this one again"):
        Folder.open(str(folder.path))
    (folder.path / PLAN).write_text('{"version": 7}', encoding="utf-8")
    with pytest.raises(FolderError, match="version 7"):
        Folder.open(str(folder.path))
    (folder.path / PLAN).write_text('{"strata": {"x": "1"}}', encoding="utf-8")
    with pytest.raises(FolderError, match="do not belong together"):
        Folder.open(str(folder.path))


def test_keys() -> None:
    assert [letter_of(key) for key in ("c", " W\n", "x", "i")] == ["C", "W", "X", "I"]
    assert not any(map(letter_of, ("s", "q", "", "l")))
    with pytest.raises(ValueError, match="no judgment"):
        Folder("x", Plan(), simulated()[0]).judge("nobody", "C")
