"""`factbook relations` reads sentences with two marked entities and writes system output."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.cli.main import main

HEADER = "Entity1\tRelation\tEntity2\tRelational Word\tAnnotated Sentence\n"
FOUNDED = (
    "Anna Berg\tfounded\tBergtech\tfounded\t[[[PER Anna Berg]]] ---> {{{founded}}} <--- [[[ORG Bergtech]]] in 1990 .\n"
)
NONE = "Anna Berg\t---\tParis\t---\t[[[PER Anna Berg]]] slept while it rained in [[[GPE Paris]]] .\n"


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    path = tmp_path / "gold.tsv"
    path.write_text(HEADER + FOUNDED + NONE, encoding="utf-8")
    return path


def test_writes_a_row_for_each_sentence(sentences: Path, tmp_path: Path) -> None:
    out = tmp_path / "system.tsv"
    assert main(["relations", str(sentences), "-o", str(out)]) == 0
    rows = [line.split("\t") for line in out.read_text(encoding="utf-8").splitlines()[1:]]
    assert [row[:3] for row in rows] == [["Anna Berg", "founded", "Bergtech"], ["Anna Berg", "---", "Paris"]]


@pytest.mark.parametrize("system", ["reverb", "exemplar"])
def test_reference_systems(sentences: Path, tmp_path: Path, system: str) -> None:
    out = tmp_path / "system.tsv"
    assert main(["relations", str(sentences), "-o", str(out), "--system", system]) == 0
    assert out.read_text(encoding="utf-8").splitlines()[1].split("\t")[1] == "founded"


def test_marks_of_the_ground_truth_do_not_help(sentences: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.tsv"
    text = sentences.read_text(encoding="utf-8")
    for mark in ("---> ", " <---", "{{{", "}}}"):
        text = text.replace(mark, "")
    bare.write_text(text, encoding="utf-8")
    outs = []
    for path in (sentences, bare):
        main(["relations", str(path), "-o", str(tmp_path / "out")])
        outs.append([row.split("\t")[:3] for row in (tmp_path / "out").read_text(encoding="utf-8").splitlines()[1:]])
    assert outs[0] == outs[1]


def test_a_bad_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(HEADER + "only one column\n", encoding="utf-8")
    assert main(["relations", str(path), "-o", str(tmp_path / "out")]) == 1
    assert "bad.tsv:2" in capsys.readouterr().err


def test_several_files_need_a_folder(sentences: Path) -> None:
    assert main(["relations", str(sentences), str(sentences)]) == 2
