"""The score page: two systems side by side, and each error on its text."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from factbook.browse.score import Scores
from factbook.cli.browse import _scores
from factbook.cli.main import main, parser_of
from factbook.store.store import Store
from tests.browse.sites import client
from tests.store.sample import CALDER, calder_kb

pytestmark = pytest.mark.xdist_group("browse")


@cache
def folder() -> Path:
    """The sample collection exported, and a worse copy of it: every fifth mention and attitude is left out."""
    import tempfile

    found = Path(tempfile.mkdtemp(prefix="factbook-scores-"))
    assert main(["export", calder_kb(), "--as", "edl", "-o", str(found / "full.tab")]) == 0
    assert main(["export", calder_kb(), "--as", "coldstart-kb", "-o", str(found / "full.tac")]) == 0
    for name in ("tab", "tac"):
        lines = (found / f"full.{name}").read_text(encoding="utf-8").splitlines(keepends=True)
        drop = "\tmention\t" if name == "tac" else "\t"
        kept = [
            line for number, line in enumerate(lines) if number % 5 or (name == "tac" and drop in line) or number == 0
        ]
        (found / f"part.{name}").write_text("".join(kept), encoding="utf-8")
    return found


def _said(line: str) -> bool:
    """Whether a line of a knowledge base is needed by other lines: a type or a mention."""
    return "mention" in line or "\ttype\t" in line


def scores(measure: str, gold: Path | str, systems: dict[str, Path | str], *further: str) -> Scores:
    words = ["kb", "--measure", measure, "--gold", str(gold), *further]
    for name, path in systems.items():
        words += ["--system", f"{name}={path}"]
    found = _scores(parser_of("browse").parse_args(words))
    assert found is not None
    return found


@cache
def edl() -> TestClient:
    systems: dict[str, Path | str] = {"full": folder() / "full.tab", "part": folder() / "part.tab"}
    return client(calder_kb(), scores=scores("edl.strong_typed_mention_match", CALDER / "edl" / "gold.tab", systems))


def test_systems_stand_side_by_side() -> None:
    page = edl().get("/api/score").json()
    assert page["systems"] == ["full", "part"]
    side = page["sides"][0]
    whole = side["rows"][0]
    assert len(whole) == 1 + 2 * len(side["figures"])
    figures = {row["system"]: row["f"] for row in page["results"] if not row["by"]}
    assert figures["full"] > figures["part"]
    assert f"{figures['part']:.4f}" in " ".join(whole)
    html = edl().get("/score").text
    assert "<svg" in html
    assert "edl.strong_typed_mention_match" in html
    assert page["comparisons"]


def test_items_are_all_matches() -> None:
    """What is lost by stage is what the list of items shows."""
    lost = edl().get("/api/score").json()["lost"]
    assert {one["system"] for one in lost} == {"full", "part"}
    for one in lost:
        query = {name: one[name] for name in ("measure", "system", "outcome", "stage") if one[name]}
        assert edl().get("/api/score/items", params=query).json()["total"] == one["items"]


def test_each_error_is_on_its_text() -> None:
    found = edl().get("/api/score/items", params={"limit": 200}).json()
    assert found["items"]
    with Store.open(calder_kb()) as store:
        for placed in found["items"]:
            item = placed["item"]
            text = store.text(item["document"])
            assert placed["text"] == text[placed["offset"] : placed["offset"] + len(placed["text"])]
            spans = item["spans"] or item["verdicts"][0]["spans"]
            assert spans
            assert item["text"] == " ".join(text[spans[0][0] : spans[0][1]].split())
    html = edl().get("/score/items").text
    assert 'class="k gold first last"' in html
    assert html.count("<tr>") == 26


def test_only_what_differs() -> None:
    found = edl().get("/api/score/items", params={"only": "different", "limit": 200}).json()["items"]
    assert found
    for placed in found:
        assert len({verdict["outcome"] for verdict in placed["item"]["verdicts"]}) > 1


def test_pages_of_items() -> None:
    whole = [one["item"]["number"] for one in edl().get("/api/score/items", params={"limit": 200}).json()["items"]]
    first = edl().get("/api/score/items", params={"limit": 30}).json()
    second = edl().get("/api/score/items", params={"limit": 30, "after": first["more"]}).json()
    assert [one["item"]["number"] for one in (*first["items"], *second["items"])] == whole[:60]


def worse(source: Path, target: Path, step: int) -> Path:
    """A folder of files without every so-manieth."""
    target.mkdir(exist_ok=True)
    for number, path in enumerate(sorted(source.iterdir())):
        if number % step:
            shutil.copy(path, target / path.name)
    return target


@pytest.mark.parametrize("family", ["best", "ace", "coldstart"])
def test_items_of_every_family_have_places(family: str, tmp_path: Path) -> None:
    if family == "coldstart":
        found = scores("coldstart.facts", CALDER / "kb" / "gold.tac", {"part": folder() / "part.tac"})
    elif family == "ace":
        found = scores("ace.emd", CALDER / "apf", {"part": worse(CALDER / "apf", tmp_path / "apf", 4)})
    else:
        system = worse(CALDER / "best", tmp_path / "best", 4)
        found = scores("best.sentiment", CALDER / "best", {"part": system}, "--ere", str(CALDER / "ere"))
    wrong = [item for item in found.items if item.wrong]
    assert wrong
    placed = [item for item in wrong if item.spans or any(verdict.spans for verdict in item.verdicts)]
    assert len(placed) >= 0.9 * len(wrong), (
        f"{len(placed)} of {len(wrong)}: {[i.gold for i in wrong if i not in placed][:5]}"
    )
    site = client(calder_kb(), scores=found)
    assert site.get("/score").status_code == 200
    assert site.get("/score/items").status_code == 200


def test_without_scores_the_page_says_how() -> None:
    response = client(calder_kb()).get("/score")
    assert response.status_code == 404
    assert "--gold" in response.text


@pytest.mark.parametrize("words", [
    ["--measure", "edl.b_cubed"], ["--gold", "x"], ["--measure", "edl.b_cubed", "--gold", "x", "--system", "path"],
    ["--measure", "none", "--gold", "x", "--system", "a=b"],
    ["--measure", "edl.b_cubed", "--gold", "x", "--system", "a=b", "--system", "a=c"],
    ["--token", "x"], ["--port", "70000"],
])  # fmt: skip
def test_wrong_calls(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["browse", calder_kb(), *words]) == 2
    assert "factbook browse:" in capsys.readouterr().err


def test_browse_of_no_kb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["browse", str(tmp_path / "none.kb")]) == 1
    assert "no such knowledge base" in capsys.readouterr().err
