"""`factbook assess`, as a user calls it."""

from __future__ import annotations

import io
import json
import shutil
import socket
from pathlib import Path

import pytest

from factbook.cli.main import main
from tests.store.sample import CALDER, calder_kb

GOLD = str(CALDER / "kb" / "gold.tac")
DOCUMENTS = str(CALDER / "source")
SIMPSON = Path(__file__).parents[1] / "golden" / "coldstart" / "pipeline" / "simpson"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["assess", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def keys(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def without_some(path: Path) -> str:
    """The gold knowledge base without every third fact whose value is a string, as another run."""
    lines = Path(GOLD).read_text(encoding="utf-8").splitlines()
    facts = [line for line in lines if line.count("\t") == 4 and "mention" not in line and '\t"' in line]
    dropped = set(facts[::3])
    path.write_text("\n".join(line for line in lines if line not in dropped) + "\n", encoding="utf-8")
    return str(path)


def test_judging_stops_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = str(tmp_path / "work")
    keys(monkeypatch, "c\nnonsense\nw\ns\nq\n")
    code, out, err = run(capsys, work, GOLD, "--source", DOCUMENTS, "--sample", "12")
    assert code == 0
    assert err.count("⟨") + err.count("[") > 3
    assert "10 of 12 drawn facts are not judged" in err
    assert "a single run tells no recall" in err
    assert "precision" in out
    judged = (tmp_path / "work" / "judgments.qrel.tsv").read_text(encoding="utf-8").splitlines()
    assert sorted(line.split("\t")[5] for line in judged) == ["C", "W"]
    keys(monkeypatch, "c\n" * 60)
    code, out, err = run(capsys, work)
    assert "(2 judged)" in err
    assert "nothing is left to judge" in err
    assert "12 of" in out


def test_the_same_seed_draws_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lists = [
        run(capsys, str(tmp_path / name), GOLD, "--sample", "9", "--seed", seed, "--list")[1]
        for name, seed in (("a", "4"), ("b", "4"), ("c", "5"))
    ]
    assert lists[0] == lists[1] != lists[2]


def test_saved_files_are_validated_and_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With everything judged correct the official score of the run is that of the estimate: exact."""
    work, other = tmp_path / "work", without_some(tmp_path / "other.tac")
    code, out, _ = run(capsys, str(work), GOLD, other, "--sample", "5000", "--list", "--json")
    claims = json.loads(out)
    letters = "".join(f"{claim['id']}\t{'W' if n % 7 == 0 else 'C'}\n" for n, claim in enumerate(claims))
    (tmp_path / "letters.tsv").write_text(letters, encoding="utf-8")
    code, out, err = run(capsys, str(work), "--import", str(tmp_path / "letters.tsv"), "--json")
    assert code == 0
    assert f"{len(claims)} judgments taken, 0 are of no claim here" in err
    found = {row["run"]: row for row in json.loads(out)["runs"]}
    assert found["gold.tac"]["recall"]["value"] > found["other.tac"]["recall"]["value"] > 0.4
    judgments, queries = str(work / "judgments.qrel.tsv"), str(work / "pool.queries.xml")
    assert main(["validate", judgments, "--queries", queries]) == 0
    capsys.readouterr()
    assert main(["score", "coldstart.sf", judgments, GOLD, other, "--queries", queries, "--json"]) == 0
    scores = {row["system"]: row for row in _rows(json.loads(capsys.readouterr().out))}
    for name in ("gold.tac", "other.tac"):
        for ours, theirs in (("precision", "p"), ("recall", "r"), ("f", "f")):
            assert found[name][ours]["value"] == pytest.approx(scores[name][theirs], abs=1e-9)
            assert found[name][ours]["low"] == found[name][ours]["high"]


def _rows(table: object) -> list[dict[str, float]]:
    """The figures of `score --json`, a row a system."""
    assert isinstance(table, dict)
    return list(table["results"])


def test_a_run_joins_and_a_run_stays_outside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work, other = str(tmp_path / "work"), without_some(tmp_path / "other.tac")
    run(capsys, work, other, "--sample", "20", "--list")
    code, out, err = run(capsys, work, "--report", "--outside", GOLD, "--json")
    assert code == 0
    assert "gold.tac is not in the pool" in err
    rows = {row["run"]: row for row in json.loads(out)["runs"]}
    assert rows["gold.tac"]["unknown"] > 0
    code, out, err = run(capsys, work, GOLD, "--sample", "40", "--report", "--json")
    rows = {row["run"]: row for row in json.loads(out)["runs"]}
    assert rows["gold.tac"]["claims"] > rows["other.tac"]["claims"] > 0
    assert "a single run" not in err


def test_a_knowledge_base_brings_its_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "calder.kb"
    shutil.copy(calder_kb(), store)
    code, out, _ = run(capsys, str(tmp_path / "work"), str(store), "--sample", "3", "--list", "--json")
    assert code == 0
    assert all(passage["pieces"] for claim in json.loads(out) for passage in claim["passages"])


def test_slot_filling_runs_and_official_judgments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All judged, second hops and nominal values included: precision is that of the official scorer."""
    work, sf = str(tmp_path / "work"), str(SIMPSON / "expected" / "validated.sf")
    queries, qrel = str(SIMPSON / "ldc.xml"), str(SIMPSON / "qrel.tsv")
    code, _, _ = run(capsys, work, sf, "--queries", queries, "--list")
    assert code == 0
    code, out, err = run(capsys, work, "--import", qrel, "--json")
    assert code == 0
    assert "15 judgments taken, 1 are of no claim here" in err
    assert json.loads(out)["runs"][0]["precision"] == {"value": 9 / 13, "low": 9 / 13, "high": 9 / 13}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "holds no assessment: name the runs"),
        ([str(SIMPSON / "expected" / "validated.sf")], "name its queries with --queries"),
        ([GOLD, GOLD, "--names", "a,a"], "a name of its own"),
    ],
)
def test_wrong_calls(words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, str(tmp_path / "work"), *words)
    assert code == 2
    assert message in err
    assert not (tmp_path / "work").exists()


def test_what_was_drawn_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work = str(tmp_path / "work")
    run(capsys, work, GOLD, "--sample", "4", "--list")
    assert "another seed needs another folder" in run(capsys, work, "--seed", "9")[2]
    assert "has its queries already" in run(capsys, work, "--queries", str(SIMPSON / "ldc.xml"))[2]
    assert "a name of its own" in run(capsys, work, GOLD)[2]
    assert run(capsys, str(tmp_path / "none"), str(tmp_path / "none.tac"))[0] == 2


def test_it_goes_on_from_another_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = str(tmp_path / "work")
    monkeypatch.chdir(CALDER)
    assert run(capsys, work, "kb/gold.tac", "--source", "source", "--sample", "3", "--list")[0] == 0
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, work, "--sample", "6", "--list", "--json")
    assert code == 0
    claims = json.loads(out)
    assert len(claims) >= 6
    assert all(passage["pieces"] for claim in claims for passage in claim["passages"])


def test_a_knowledge_base_that_is_gone_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, work = tmp_path / "calder.kb", str(tmp_path / "work")
    shutil.copy(calder_kb(), store)
    run(capsys, work, str(store), "--sample", "3", "--list")
    store.unlink()
    code, _, err = run(capsys, work, "--report")
    assert code == 0
    assert "calder.kb is gone" in err


def test_a_port_that_cannot_be_had(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = str(tmp_path / "work")
    assert run(capsys, folder, GOLD, "--list")[0] == 0
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, _, err = run(capsys, folder, "--browser", "--port", port)
    assert code == 2
    assert f"--port {port}" in err
    assert run(capsys, folder, "--browser", "--port", "99999999")[0] == 2


def test_the_last_answer_is_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys(monkeypatch, "u\nc\nu\nw\nq\n")
    assert run(capsys, str(tmp_path), GOLD, "--sample", "12")[0] == 0
    (judged,) = (tmp_path / "judgments.qrel.tsv").read_text(encoding="utf-8").splitlines()
    assert judged.split("\t")[5] == "W"
