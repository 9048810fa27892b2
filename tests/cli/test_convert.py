"""`factbook convert`: files, folders, suffixes, reports and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factbook.cli.main import main

CALDER = Path(__file__).parents[2] / "examples" / "calder"
DOCS = ("ENG_DF_20140228_203", "SPA_NW_20140312_503")


@pytest.fixture
def ere(tmp_path: Path) -> Path:
    folder = tmp_path / "ere"
    folder.mkdir()
    for doc in DOCS:
        (folder / f"{doc}.rich_ere.xml").write_bytes((CALDER / "ere" / f"{doc}.rich_ere.xml").read_bytes())
        (folder / f"{doc}.best.xml").write_bytes((CALDER / "best" / f"{doc}.best.xml").read_bytes())
    return folder


def test_many_files_to_one_and_back(ere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = tmp_path / "all.ttl"
    assert main(["convert", str(ere), "-o", str(whole)]) == 0
    assert capsys.readouterr().err == "files: 4 read, 1 written\n"
    for target, suffix in (("rich-ere", ".rich_ere.xml"), ("best", ".best.xml")):
        assert main(["convert", str(whole), "--to", target, "-o", f"{tmp_path}/{target}/"]) == 0
        for doc in DOCS:
            name = f"{doc}{suffix}"
            assert (tmp_path / target / name).read_bytes() == (ere / name).read_bytes()
    assert "rich-ere cannot hold:\n" in capsys.readouterr().err


def test_losses_are_counted(ere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["convert", str(ere), "--to", "edl", "-o", str(tmp_path / "x.edl.tab")]
    assert main(words) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "edl cannot hold:"
    assert any(line.endswith("× mention of level PRO") for line in lines)
    assert any(line.endswith("× attitude") for line in lines)
    assert main([*words, "--strict"]) == 1
    assert main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {"kind": "attitude", "what": "", "count": report["losses"][0]["count"]} == report["losses"][0]


def test_standard_output(ere: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["convert", str(ere / f"{DOCS[0]}.rich_ere.xml"), "--to", "jsonl"]) == 0
    assert capfdbinary.readouterr().out.startswith(b'{"record":"kb","version":1,')


def test_wrong_calls_say_what_to_do(ere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(ere / f"{DOCS[0]}.rich_ere.xml")
    assert main(["convert", file, "-o", str(tmp_path / "x.dat")]) == 2
    assert "name it with --to" in capsys.readouterr().err
    (tmp_path / "x.dat").write_bytes(b"x")
    assert main(["convert", str(tmp_path / "x.dat"), "--to", "jsonl"]) == 2
    assert "name it with --from" in capsys.readouterr().err
    assert main(["convert", file, "--to", "apf", "-o", str(tmp_path / "x.apf.xml")]) == 2
    assert "give it with --source" in capsys.readouterr().err
    assert main(["convert", str(ere), "--to", "rich-ere", "-o", str(tmp_path / "x.xml")]) == 2
    assert "give a folder, -o FOLDER/" in capsys.readouterr().err
    assert main(["convert", file, "--to", "jsonl", "--edition", "2017"]) == 2
    assert "neither rich-ere nor jsonl has editions" in capsys.readouterr().err
    assert main(["convert", file, "--to", "coldstart-kb", "--from-edition", "2017"]) == 2
    assert "rich-ere has no editions" in capsys.readouterr().err


def test_bad_input_is_reported_and_the_rest_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "a.kb.jsonl"
    bad.write_bytes(b'{"record":"kb","version":1}\nnonsense\n{"record":"entity","id":"E","type":"PER"}\n')
    out = tmp_path / "out.nq"
    assert main(["convert", str(bad), str(tmp_path / "no.kb.jsonl"), "-o", str(out)]) == 1
    err = capsys.readouterr().err
    assert f"{bad}:2: error: BAD_JSON" in err
    assert "NO_FILE" in err
    assert b"urn:factbook:entity:E" in out.read_bytes()


def test_a_file_that_cannot_be_read_leaves_the_output_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, out = tmp_path / "a.apf.xml", tmp_path / "out.kb.jsonl"
    bad.write_bytes(b"")
    out.write_bytes(b"precious")
    assert main(["convert", str(bad), "-o", str(out)]) == 1
    assert "XML_EMPTY" in capsys.readouterr().err
    assert out.read_bytes() == b"precious"


def test_from_one_edition_to_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out.tac")
    words = ["convert", str(CALDER / "kb" / "gold.tac"), "-o", out, "--edition", "2017"]
    assert main([*words, "--from-edition", "2016"]) == 0
    capsys.readouterr()
    assert main(["validate", out, "--edition", "2017", "--docs", str(CALDER / "kb" / "docs.tsv")]) == 0
    assert "0 errors" in capsys.readouterr().err
    assert main([*words[:-1], "1999"]) == 2
    assert "1999" in capsys.readouterr().err


def test_an_id_from_a_file_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    lines = b"".join(
        b'{"record":"mention","id":"%d","entity":"E","level":"NAM","extent":'
        b'{"type":"span","doc":"../../up%d","start":0,"end":1}}\n' % (number, number)
        for number in (1, 2)
    )
    (tmp_path / "a.kb.jsonl").write_bytes(
        b'{"record":"kb","version":1}\n{"record":"entity","id":"E","type":"PER"}\n' + lines
    )
    assert main(["convert", str(tmp_path / "a.kb.jsonl"), "--to", "rich-ere", "-o", f"{tmp_path}/out/"]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "_.._up1.rich_ere.xml",
        "_.._up2.rich_ere.xml",
    ]


def test_a_knowledge_base_is_exported_not_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.kb").write_bytes(b"SQLite format 3\0")
    assert main(["convert", str(tmp_path / "a.kb"), "--to", "edl"]) == 2
    assert "write it with `factbook export" in capsys.readouterr().err
