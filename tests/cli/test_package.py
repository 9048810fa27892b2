"""`factbook package`."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from factbook.cli.main import main

CALDER = Path(__file__).parents[2] / "examples" / "calder"
DOC = "ENG_NW_20140228_103"
PLAIN = ["--language", "english", "--task", "ledr,lrdr", "--system", "ACME1_primary"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir()
    shutil.copy(CALDER / "apf" / f"{DOC}.apf.xml", tmp_path / "run")
    return tmp_path / "run"


def test_a_plain_folder_goes_to_each_task(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.tgz"
    assert (
        main(["package", "ace", str(folder), *PLAIN, "--source", str(CALDER / "sgm" / f"{DOC}.sgm"), "-o", str(out)])
        == 0
    )
    with tarfile.open(out) as tar:
        assert tar.getnames() == [f"english/{task}/ACME1_primary/{DOC}.apf.xml" for task in ("ledr", "lrdr")]
    assert capsys.readouterr().out == ""


def test_a_tree_is_packed_as_it_is(folder: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree" / "arabic" / "ledr" / "S_primary"
    shutil.copytree(folder, tree)
    assert main(["package", "ace", str(tmp_path / "tree"), "-o", str(tmp_path / "out.tgz")]) == 0
    with tarfile.open(tmp_path / "out.tgz") as tar:
        assert tar.getnames() == [f"arabic/ledr/S_primary/{DOC}.apf.xml"]


def test_with_errors_nothing_is_written(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.apf.xml").write_text("<source_file>")
    assert main(["package", "ace", str(folder), *PLAIN, "-o", str(tmp_path / "out.tgz")]) == 1
    assert not (tmp_path / "out.tgz").exists()
    assert "english/ledr/ACME1_primary/bad.apf.xml" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--task", "ledr"], []])
def test_a_plain_folder_needs_all_three_names(folder: Path, words: list[str], tmp_path: Path) -> None:
    assert main(["package", "ace", str(folder), *words, "-o", str(tmp_path / "out.tgz")]) == 2


def coldstart(tmp_path: Path, name: str, run_id: str) -> str:
    _, _, rest = (CALDER / "kb" / "gold.tac").read_text(encoding="utf-8").partition("\n")
    path = tmp_path / name
    path.write_text(f"{run_id}\n{rest}", encoding="utf-8")
    return str(path)


def test_cold_start_runs(tmp_path: Path) -> None:
    runs = [coldstart(tmp_path, "a.tac", "Acme_KB_ENG_1"), coldstart(tmp_path, "b.tac", "Acme_KB_ENG_2")]
    assert main(["package", "coldstart", *runs, "-o", str(tmp_path / "out.tgz")]) == 0
    with tarfile.open(tmp_path / "out.tgz") as tar:
        assert tar.getnames() == ["a.tac", "b.tac"]


@pytest.mark.parametrize(
    ("ids", "code"),
    [
        (("GOLD",), "RUN_ID_NAME"),
        (("Acme_SF_ENG_1",), "RUN_ID_NAME"),
        (("Acme_KB_ENG_6",), "RUN_ID_NAME"),
        (("Acme_KB_ENG_1", "Acme_KB_ENG_1"), "RUN_ID_TWICE"),
        (("Acme_KB_ENG_1", "Bcme_KB_ENG_2"), "TEAM_DIFFERS"),
    ],
)
def test_cold_start_run_ids(
    ids: tuple[str, ...], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [coldstart(tmp_path, f"{number}.tac", run_id) for number, run_id in enumerate(ids)]
    assert main(["package", "coldstart", *runs, "-o", str(tmp_path / "out.tgz")]) == 1
    assert f"error: {code}:" in capsys.readouterr().out


def test_other_files_are_no_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    assert main(["package", "coldstart", str(tmp_path / "notes.txt"), "-o", str(tmp_path / "out.tgz")]) == 1
    assert "NO_RUN" in capsys.readouterr().out


def test_a_folder_takes_the_tree_itself(folder: Path, tmp_path: Path) -> None:
    words = ["--language", "english", "--task", "ledr", "--task", "lrdr", "--system", "ACME1_primary"]
    assert main(["package", "ace", str(folder), *words, "-o", f"{tmp_path / 'out'}/"]) == 0
    found = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.xml"))
    assert found == [f"english/{task}/ACME1_primary/{DOC}.apf.xml" for task in ("ledr", "lrdr")]


def test_no_file_takes_the_place_of_another(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "more").mkdir()
    shutil.copy(folder / f"{DOC}.apf.xml", folder / "more")
    assert main(["package", "ace", str(folder), *PLAIN, "-o", str(tmp_path / "out.tgz")]) == 1
    assert "FILE_TWICE" in capsys.readouterr().out
    for name, run in (("a", "Acme_KB_ENG_1"), ("b", "Acme_KB_ENG_2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.tac").write_text(f"{run}\n")
    runs = [str(tmp_path / name / "run.tac") for name in ("a", "b")]
    assert main(["package", "coldstart", *runs, "-o", str(tmp_path / "out.tgz")]) == 1
    assert f"{runs[1]}: error: FILE_TWICE: {runs[0]} has the same place" in capsys.readouterr().out
    assert not (tmp_path / "out.tgz").exists()
