"""`factbook queries`: the steps of a slot filling submission."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factbook.cli.main import main

CASE = Path(__file__).parents[1] / "golden" / "coldstart" / "pipeline" / "simpson"
EXPECTED = CASE / "expected"
STEPS = {
    "sf.xml": ["expand", str(CASE / "ldc.xml")],
    "index.tsv": ["ids", str(CASE / "ldc.xml"), "--base", "CSSF16"],
    "round1.xml": ["round1", str(EXPECTED / "sf.xml")],
    "round2.xml": ["round2", str(EXPECTED / "sf.xml"), str(EXPECTED / "round1.sf")],
    "packaged.sf": [
        "package",
        str(EXPECTED / "sf.xml"),
        str(EXPECTED / "round1.sf"),
        str(EXPECTED / "round2.sf"),
        "--docs",
        str(CASE / "docs.tsv"),
    ],
}


@pytest.mark.parametrize("name", STEPS)
def test_steps(name: str, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    assert main(["queries", *STEPS[name]]) == 0
    out, err = capfdbinary.readouterr()
    assert out == (EXPECTED / name).read_bytes()
    assert err == b""
    assert main(["queries", *STEPS[name], "-o", str(tmp_path / "out"), "--style", "official"]) == 0
    assert (tmp_path / "out").read_bytes() == out
    assert capfdbinary.readouterr() == (b"", b"No warnings encountered\n")


def test_resolve(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    call = ["queries", "resolve", str(EXPECTED / "sf.xml"), str(EXPECTED / "kb.valid"), "--profile", "cs2016"]
    assert main(call) == 0
    out, _ = capfdbinary.readouterr()
    assert sorted(out.splitlines()) == sorted((EXPECTED / "resolved.sf").read_bytes().splitlines())


def test_ids_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["queries", "ids", str(CASE / "ldc.xml"), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"id": "CSSF16_ENG_94516286d5", "ldc": "CS16_0002"} in rows


def test_errors_write_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bad.sf").write_text("x\n", encoding="utf-8")
    call = ["queries", "round2", str(EXPECTED / "sf.xml"), str(tmp_path / "bad.sf"), "-o", str(tmp_path / "out")]
    assert main(call) == 1
    assert "UNKNOWN_RESPONSE_FILE_TYPE" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["queries", "expand", "no/such/file.xml"]) == 1
    assert "NO_FILE" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["expand"], ["expand", "x", "--languages", "KLINGON"], ["other", "x"]])
def test_wrong_calls(words: list[str]) -> None:
    assert main(["queries", *words]) == 2
