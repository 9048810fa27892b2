"""The verbs on a knowledge base, as a user calls them: output, exit codes, messages for wrong calls."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from factbook.cli.main import main
from factbook.formats.format import Context
from factbook.formats.table import by_name
from tests.store.sample import CALDER, GIVEN, calder_kb

QUERIES = CALDER / "queries" / "cssf.xml"


@pytest.fixture
def kb(tmp_path: Path) -> str:
    """A copy that a test may change."""
    target = tmp_path / "calder.kb"
    shutil.copy(calder_kb(), target)
    return str(target)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_query_shows_value_confidence_document_and_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "query", calder_kb(), "Karim Haddad", "per:children", "per:age")
    assert code == 0
    assert out.splitlines()[0].startswith("Nadir Haddad → 17  1.000")
    assert "“" in out
    code, out, _ = run(capsys, "query", calder_kb(), "Karim Haddad", "per:children", "--json")
    answers = json.loads(out)
    assert answers[0]["hops"][0]["value"] == "Nadir Haddad"
    assert all(item["quote"] for item in answers[0]["hops"][0]["evidence"])


def test_query_without_slots_tells_everything(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "query", calder_kb(), "Karim Haddad")
    assert code == 0
    assert "卡里姆·哈达德" in out
    assert "per:employee_or_member_of" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["Karim Haddad", "per:shoe_size"], "no slot 'per:shoe_size'"),
        (["Karim Haddad", "org:website"], "Karim Haddad is PER; org:website is asked of org"),
        (["Karim Haddad", "per:title", "per:age"], "the values of per:title are strings: no slot can follow it"),
        (["Karim Haddad", "per:children", "org:website"], "the values of per:children are per; org:website is"),
        (["Nobody Atall"], "no entity named 'Nobody Atall'"),
        (["Price"], "give the id of one:"),
        (["Port Ellery"], "give the id of one, or --type:"),
        (["NODOC:1-5"], "no document 'NODOC'"),
        ([], "give a NAME"),
    ],
)
def test_wrong_questions_are_usage_errors(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    code, out, err = run(capsys, "query", calder_kb(), *words)
    assert (code, out) == (2, "")
    assert message in err


def test_a_file_that_is_no_knowledge_base(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = run(capsys, "query", str(tmp_path / "none.kb"), "x")
    assert code == 1
    assert "there is no such knowledge base" in err
    (tmp_path / "a.txt").write_text("no database, only some text " * 40)
    code, _, err = run(capsys, "conflicts", str(tmp_path / "a.txt"))
    assert code == 1
    assert "no factbook knowledge base" in err


def test_no_answer_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for words, message in (
        (["query", calder_kb(), "Karim Haddad", "per:siblings"], "nothing is known of per:siblings of Karim Haddad"),
        (["query", calder_kb(), "--search", "zzz"], "no entity and no document has the words 'zzz'"),
        (["attitudes", calder_kb(), "--target-type", "zzz"], "no document tells of such a belief or sentiment"),
    ):
        code, out, err = run(capsys, *words)
        assert (code, out) == (1, "")
        assert message in err
    assert "--type" not in run(capsys, "attitudes", calder_kb(), "--source", "Port Ellery")[2]


def test_an_export_that_does_not_fit_names_the_file_and_leaves_none(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); "
        "from factbook.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", program, "export", calder_kb(), "--as", "jsonl", "-o", str(target)]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr.startswith(f"factbook export: {target}: ")
    assert list(tmp_path.iterdir()) == []


def test_attitudes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["attitudes", calder_kb(), "--source", "bosun_bill", "--target", "Karim Haddad", "--kind", "sentiment"]
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "bosun_bill: sentiment neg → Karim Haddad" in out
    code, out, _ = run(capsys, *words, "--json")
    assert all(item["kind"] == "sentiment" for item in json.loads(out))
    code, _, err = run(capsys, "attitudes", calder_kb(), "--source", "Nobody")
    assert code == 2
    assert "no entity named" in err
    code, out, _ = run(capsys, "attitudes", calder_kb(), "--target", "Karim Haddad", "--value", "none")
    assert (code, out) == (1, "")


def test_link_by_hand(capsys: pytest.CaptureFixture[str], kb: str) -> None:
    code, out, _ = run(capsys, "link", kb, "--why", "Karim Haddad")
    assert code == 0
    assert "transliteration" in out
    assert run(capsys, "link", kb, "--split", "Karim Haddad", "--name", "卡里姆·哈达德")[0] == 0
    code, out, _ = run(capsys, "link", kb, "--decisions")
    assert "apart" in out
    assert run(capsys, "link", kb, "--again")[0] == 0
    code, out, _ = run(capsys, "query", kb, "卡里姆·哈达德")
    assert "Karim Haddad" not in out
    assert run(capsys, "link", kb, "--merge", "卡里姆·哈达德", "Karim Haddad")[0] == 0
    code, out, _ = run(capsys, "query", kb, "卡里姆·哈达德")
    assert "Karim Haddad" in out
    code, _, err = run(capsys, "link", kb, "--split", "Karim Haddad")
    assert code == 2
    assert "--name or --document" in err
    assert run(capsys, "link", kb, "--undo", "99")[0] == 2


def test_conflicts_describe_sparql(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "conflicts", calder_kb())
    assert code == 0
    assert "per:cause_of_death" in out
    code, out, _ = run(capsys, "describe", calder_kb())
    assert out.startswith("# System description")
    assert json.loads(run(capsys, "describe", calder_kb(), "--json")[1])["documents"] == 43
    keep = str(tmp_path / "rdf")
    query = "SELECT (COUNT(?e) AS ?n) WHERE { ?e a fb:Entity }"
    code, out, _ = run(capsys, "sparql", calder_kb(), query, "--keep", keep)
    assert (code, out.split()[0]) == (0, "n")
    assert run(capsys, "sparql", calder_kb(), "ASK { ?e a fb:Entity }", "--keep", keep)[1] == "yes\n"
    assert json.loads(run(capsys, "sparql", calder_kb(), query, "--keep", keep, "--json")[1])["results"]
    code, _, err = run(capsys, "sparql", calder_kb(), "SELEKT", "--keep", keep)
    assert code == 2
    assert "SPARQL query is wrong near “SELEKT”" in err
    code, _, err = run(capsys, "sparql", calder_kb(), "SELECT ?e WHERE {\n ?e a fb:Entity ; fb:", "--keep", keep)
    assert code == 2
    assert "SPARQL query is wrong near “ ?e a fb:Entity ; fb:”" in err
    assert len(err) < 300


@pytest.mark.parametrize("name", ["coldstart-kb", "edl", "jsonl", "rdf", "graphml"])
def test_export_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    target = tmp_path / "out"
    assert run(capsys, "export", calder_kb(), "--as", name, "-o", str(target))[0] == 0
    data = target.read_bytes()
    if name in ("jsonl", "rdf"):
        back, problems = by_name(name).read(data, file="out.kb.jsonl" if name == "jsonl" else "out.ttl")
        assert not problems.errors
        assert len(back.attitudes) > 3000
    assert len(data) > 100_000


@pytest.mark.parametrize("name", ["apf", "rich-ere", "best", "csv", "neo4j"])
def test_export_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    assert run(capsys, "export", calder_kb(), "--as", name, "-o", str(tmp_path / "out"))[0] == 0
    files = list((tmp_path / "out").iterdir())
    assert len(files) == {"csv": 6, "neo4j": 2}.get(name, 43)
    code, _, err = run(capsys, "export", calder_kb(), "--as", name)
    assert code == 2
    assert "name a folder" in err


def test_exported_files_pass_the_validator(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("apf", "rich-ere", "best"):
        assert run(capsys, "export", calder_kb(), "--as", name, "-o", str(tmp_path / name))[0] == 0
        needs = ("--ere", str(tmp_path / "rich-ere")) if name == "best" else ()
        code, _, err = run(capsys, "validate", str(tmp_path / name), "--source", str(CALDER / "source"), *needs)
        assert code == 0
        assert "0 errors" in err


def test_answer_passes_the_validator(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "run.sf"
    code, _, err = run(capsys, "answer", calder_kb(), str(QUERIES), "-o", str(target), "--run-id", "Test_KB_XLING_1")
    assert code == 0
    assert "answers to" in err
    queries, _ = by_name("cssf-queries").read(QUERIES.read_bytes(), file="q.xml")
    problems = by_name("cssf-run").check(target.read_bytes(), file="run.sf", context=Context(queries=queries))
    assert not problems.errors


def test_fill_answers_each_query_by_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two queries together give what each gives alone, and the submission is valid."""
    whole = QUERIES.read_text(encoding="utf-8")
    blocks = [block + "</query>" for block in whole.split("</query>")[:-1]]
    chosen = [b for b in blocks if "<docid>ENG_NW_20140228_103" in b and "slot1" in b][:1] + [
        b for b in blocks if "<docid>ENG_NW_20140228_103" in b and "slot1" not in b
    ][:2]
    chosen = [block[block.index("  <query ") :] for block in chosen]
    assert len(chosen) >= 2
    given = [word for part in GIVEN for word in ("--given", part)]
    outputs: list[str] = []
    for index, part in enumerate([*([block] for block in chosen), chosen]):
        file = tmp_path / f"{index}.xml"
        file.write_text('<?xml version="1.0"?>\n<query_set>\n' + "\n".join(part) + "\n</query_set>\n", encoding="utf-8")
        target = tmp_path / f"{index}.sf"
        code, _, _ = run(capsys, "fill", str(CALDER / "source"), str(file), "-o", str(target), *given)
        assert code == 0
        outputs.append(target.read_text(encoding="utf-8"))
    alone = sorted(line for text in outputs[:-1] for line in text.splitlines())
    assert sorted(outputs[-1].splitlines()) == alone
    assert alone


def test_build_says_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kb = str(tmp_path / "a.kb")
    assert run(capsys, "build", "-o", kb)[0] == 2
    code, _, err = run(capsys, "build", str(CALDER / "source"), "-o", kb, "--workers", "0")
    assert code == 2
    code, _, err = run(capsys, "build", str(CALDER / "source"), "-o", kb, "--given", str(tmp_path / "none"))
    assert code == 1
    assert "no such file or folder with annotation" in err
    code, _, err = run(capsys, "build", "-o", kb, "--remove", "X")
    assert code == 2
    assert "no document 'X'" in err
    code, _, err = run(capsys, "build", str(CALDER / "source"), "-o", str(tmp_path / "no" / "folder" / "a.kb"))
    assert code == 1
    assert "cannot open or create the file" in err


def test_build_remove_and_summary(capsys: pytest.CaptureFixture[str], kb: str) -> None:
    code, out, _ = run(capsys, "build", "-o", kb, "--remove", "ENG_DF_20140228_203", "--json")
    summary = json.loads(out)
    assert (code, summary["documents"]) == (0, 42)
    assert summary["cost"]["cpu_seconds"] >= 0


def test_demo_with_given_annotation(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["demo", "--given", "--workers", "1", "--examples", str(CALDER), "--keep", str(tmp_path / "demo")]
    code, out, err = run(capsys, *words)
    assert code == 0, err
    assert "Nadir Haddad → 17" in out
    assert "coldstart.facts" in out
    code, _, err = run(capsys, "demo", "--examples", str(tmp_path))
    assert code == 2
    assert "--examples" in err
