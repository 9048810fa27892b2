"""Scoring, reading and writing from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import factbook
from mention_rows import kb_of

ROOT = Path(__file__).parents[1]
CALDER = ROOT / "examples" / "calder"
EDL = ROOT / "tests" / "golden" / "edl" / "pair1"


def test_score_paths() -> None:
    result = factbook.score("edl.strong_mention_match", EDL / "gold.tab", EDL / "system.tab").one()
    assert result.main == pytest.approx(5 / 7)
    assert result.system == "system.tab"
    assert "edl.strong_mention_match" in result.signature


def test_score_objects_and_several_systems() -> None:
    gold = kb_of([("D1", 0, "A", "PER", "NAM")])
    table = factbook.score("edl.muc,edl.b_cubed", gold, {"a": gold, "b": factbook.KB()})
    assert [(one.measure.kind.name, one.system) for one in table.results] == [
        ("edl.muc", "a"),
        ("edl.muc", "b"),
        ("edl.b_cubed", "a"),
        ("edl.b_cubed", "b"),
    ]
    with pytest.raises(ValueError, match="4 results"):
        table.one()


def test_documents_by_name_are_one_system() -> None:
    gold = {"D1": kb_of([("D1", 0, "A", "PER", "NAM")])}
    assert factbook.score("ace.edr", gold, gold).one().main == pytest.approx(1.0)


def test_frame_has_a_row_a_group() -> None:
    frame = factbook.score(
        "best.belief", CALDER / "best", CALDER / "best", ere=CALDER / "ere", by="language"
    ).to_frame()
    assert set(frame["group"]) == {"", "en", "es", "zh", "ar"}


def test_problems_of_files_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.tab"
    path.write_text("too few columns\n", encoding="utf-8")
    table = factbook.score("edl.muc", EDL / "gold.tab", path)
    assert "COLUMN_COUNT" in table.problems[0]


def test_what_cannot_be_read_raises(tmp_path: Path) -> None:
    path = tmp_path / "s.tab"
    path.write_bytes(b"\xff")
    with pytest.raises(factbook.ScoringError, match="NOT_UTF8"):
        factbook.score("edl.muc", EDL / "gold.tab", path)


def test_explain_and_surgery() -> None:
    found = factbook.explain("edl.strong_mention_match", EDL / "gold.tab", EDL / "system.tab")
    assert sum(match.outcome == "right" for match in found) == 5
    assert factbook.surgery("edl.b_cubed", EDL / "gold.tab", EDL / "system.tab").in_turn[-1][1] == pytest.approx(1.0)


def test_measures() -> None:
    assert {measure.kind.family for measure in factbook.measures("coref")} == {"coref"}
    assert len(factbook.measures()) > 40


def test_read_and_write(tmp_path: Path) -> None:
    content, problems = factbook.read(EDL / "gold.tab")
    assert not problems.errors
    factbook.write(tmp_path / "copy.tab", content)
    assert (tmp_path / "copy.tab").read_bytes() == (EDL / "gold.tab").read_bytes()
    with pytest.raises(ValueError, match="the suffix tells no format"):
        factbook.write(tmp_path / "copy.unknown", content)
    with pytest.raises(FileNotFoundError):
        factbook.read(tmp_path / "nothing.tab")


def test_annotate() -> None:
    text = "Angela Merkel met Barack Obama in Berlin on Monday."
    kb = factbook.annotate(text, id="D1", upto="coref")
    found = {mention.text for mention in kb.mentions.values()}
    assert {"Angela Merkel", "Barack Obama", "Berlin"} <= found
    for mention in kb.mentions.values():
        assert isinstance(mention.extent, factbook.Span)
        assert text[mention.extent.start : mention.extent.end] == mention.text
