"""`factbook validate`: every format, the context options, repair, styles, exit codes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from factbook.cli.main import main

TESTS = Path(__file__).parents[1]
CALDER = TESTS.parent / "examples" / "calder"
PROBLEMS = TESTS / "problems"
KB_CASE = TESTS / "golden" / "coldstart" / "validate-kb" / "MISSING_INVERSE"


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["validate", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    "words",
    [
        ["apf/ENG_NW_20140228_103.apf.xml", "--source", "sgm/ENG_NW_20140228_103.sgm"],
        ["ere/ENG_DF_20140228_203.rich_ere.xml", "--source", "source/ENG_DF_20140228_203.xml"],
        ["best/ENG_DF_20140228_203.best.xml", "--ere", "ere", "--source", "source/ENG_DF_20140228_203.xml"],
        ["kb/gold.tac", "--docs", "kb/docs.tsv"],
        ["edl/gold.tab"],
        ["coref/ENG_NW_20140228_103.conll"],
        ["openre/ENG_NW_20140228_103.txt", "--format", "open-re"],
    ],
    ids=lambda words: words[0],
)
def test_the_sample_collection_is_valid(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    paths = [word if word.startswith("--") or word == "open-re" else str(CALDER / word) for word in words]
    code, out, err = run(capsys, *paths)
    assert (code, out) == (0, "")
    assert "1 file: 0 errors, 0 warnings" in err


def test_problems_go_to_standard_output_and_errors_make_the_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, PROBLEMS / "apf" / "BAD_VALUE" / "input.apf.xml")
    assert code == 1
    assert out.endswith(": fatal: BAD_VALUE: CLASS='BAD' of <entity> is not one of: GEN NEG SPC USP\n")
    assert "a full check needs --source" in err


def test_warnings_alone_are_fine(capsys: pytest.CaptureFixture[str]) -> None:
    path = PROBLEMS / "rich-ere" / "NO_TRIGGER" / "input.rich_ere.xml"
    code, out, err = run(capsys, path)
    assert code == 0
    assert "NO_TRIGGER" in out
    assert "0 errors, 1 warning" in err
    assert run(capsys, path, "--ignore", "NO_TRIGGER")[1] == ""


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    path = PROBLEMS / "rich-ere" / "NO_TRIGGER" / "input.rich_ere.xml"
    (row,) = json.loads(run(capsys, path, "--json")[1])
    assert row == {
        "file": str(path), "format": "rich-ere", "line": 44, "column": 0, "severity": "warning", "code": "NO_TRIGGER",
        "message": "event mention em-1 has no trigger", "advice": "allowed in predicted files",
    }  # fmt: skip


def test_a_folder_gives_the_files_of_the_wanted_format(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = CALDER / "apf" / "ENG_NW_20140228_103.apf.xml"
    (tmp_path / "a.apf.xml").write_bytes(good.read_bytes())
    (tmp_path / "b.apf.xml.gz").write_bytes(gzip.compress(good.read_bytes()))
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "c.rich_ere.xml").write_text("<nothing/>")
    code, out, err = run(capsys, tmp_path, "--format", "apf")
    assert (code, out) == (0, "")
    assert "2 files" in err
    assert "XML_ROOT" in run(capsys, tmp_path)[1]


def test_a_best_file_without_its_ere_among_several(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "other.best.xml"
    path.write_bytes((CALDER / "best" / "ENG_DF_20140228_203.best.xml").read_bytes())
    code, out, _ = run(capsys, path, "--ere", CALDER / "ere")
    assert code == 0
    assert "ERE_MISSING: no ERE for other" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["x.tac", "--as", "edl"], "--as needs --repair"),
        (["x.tac", "y.tac", "--repair", "z"], "takes one file"),
        (["x.tac", "--option", "many"], "write NAME=VALUE"),
        ([str(KB_CASE / "input.tac"), "--option", "colour=red"], "coldstart-kb has profile"),
        ([str(KB_CASE / "input.tac"), "--option", "profile=cs1999"], "choose of cs2016, seed"),
        ([str(KB_CASE / "input.tac"), "--ignore", "NO_SUCH"], "has no such code"),
        ([str(KB_CASE / "input.tac"), "--ignore", "ILLEGAL_PREDICATE"], "only warnings can be left out"),
        ([str(KB_CASE / "input.tac"), "--edition", "1999"], "choose from '2016', '2017'"),
        ([str(PROBLEMS / "apf" / "BAD_VALUE" / "input.apf.xml"), "--repair", "z"], "apf has no repair"),
        ([str(PROBLEMS / "apf" / "BAD_VALUE" / "input.apf.xml"), "--edition", "2016"], "apf has no editions"),
        ([str(KB_CASE / "input.tac"), "--repair", str(KB_CASE / "input.tac")], "overwrite the file itself"),
    ],
)
def test_wrong_calls(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *words)
    assert code == 2
    assert message in err


def test_missing_and_unknown_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.strange").write_text("hello")
    assert run(capsys, tmp_path / "none.tac")[:2] == (
        1,
        f"{tmp_path}/none.tac: error: NO_FILE: there is no such file or folder (check the path)\n",
    )
    code, out, _ = run(capsys, tmp_path / "a.strange")
    assert code == 1
    assert "FORMAT_UNKNOWN" in out
    (tmp_path / "a.kb").write_bytes(b"SQLite format 3\0")
    code, out, _ = run(capsys, tmp_path / "a.kb")
    assert code == 1
    assert "KNOWLEDGE_BASE: this is a knowledge base" in out
    assert "`factbook export`" in out


def test_an_xml_file_is_known_by_its_root_element(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "gold.xml").write_bytes((CALDER / "apf" / "ENG_NW_20140228_103.apf.xml").read_bytes())
    code, out, _ = run(capsys, tmp_path / "gold.xml", CALDER / "queries" / "ldc.xml")
    assert (code, out) == (0, "")


def test_repair_in_the_official_style(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [KB_CASE / "input.tac", "--docs", KB_CASE / "docs.tsv", "--option", "profile=cs2016"]
    code, out, _ = run(capsys, *words, "--repair", tmp_path / "out.tac", "--style", "official")
    assert code == 0
    assert out.replace(str(KB_CASE) + "/", "") == (KB_CASE / "expected.err").read_text(encoding="utf-8")
    assert (tmp_path / "out.tac").read_bytes() == (KB_CASE / "expected.tac").read_bytes()


def test_repair_to_standard_output_and_to_edl(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    words = ["validate", str(KB_CASE / "input.tac"), "--docs", str(KB_CASE / "docs.tsv")]
    assert main([*words, "--repair", "-", "--option", "profile=cs2016"]) == 0
    assert capsysbinary.readouterr().out == (KB_CASE / "expected.tac").read_bytes()
    assert main([*words, "--as", "edl", "--repair", str(tmp_path / "out.tab")]) == 0
    assert (tmp_path / "out.tab").read_text(encoding="utf-8").count("\t") > 0


def test_errors_forbid_a_repair(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bad.tac").write_text("RUN\n:e1\ttype\tNOTHING\n")
    code, _, err = run(capsys, tmp_path / "bad.tac", "--repair", tmp_path / "out.tac")
    assert code == 1
    assert "not written" in err
    assert not (tmp_path / "out.tac").exists()


def test_the_naming_rule_of_a_submission(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "run.tac").write_text("our run\n")
    code, out, _ = run(capsys, CALDER / "kb" / "gold.tac", "--docs", CALDER / "kb" / "docs.tsv", "--submission")
    assert code == 0
    assert "RUN_ID_NAME" in out


def test_bad_lines_in_the_table_of_lengths(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "docs.tsv").write_text("d1\t12\nd2 twelve\n")
    code, out, _ = run(capsys, CALDER / "edl" / "gold.tab", "--docs", tmp_path / "docs.tsv")
    assert code == 1
    assert f"{tmp_path}/docs.tsv:2: error: BAD_LENGTH" in out


def test_nothing_checked_is_not_nothing_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.md").write_text("no format")
    code, out, err = run(capsys, tmp_path)
    assert code == 1
    assert "EMPTY_FOLDER" in out
    assert "0 files: 0 errors, 1 warning" in err
