"""Scoring, reading and writing from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import factbook
from factbook.model.documents import join
from mention_rows import kb_of

ROOT = Path(__file__).parents[1]
CALDER = ROOT / "examples" / "calder"
EDL = ROOT / "tests" / "golden" / "edl" / "pair1"


def test_score_paths() -> None:
    result = factbook.score("edl.strong_mention_match", EDL / "gold.tab", EDL / "system.tab").one()
    assert result.main == pytest.approx(5 / 7)
    assert result.system == "system.tab"
    assert "edl.strong_mention_match" in result.signature


def test_a_table_of_scores_is_printed_as_the_command_prints_it() -> None:
    table = factbook.score("edl.strong_mention_match", EDL / "gold.tab", EDL / "system.tab")
    lines = str(table).splitlines()
    assert lines[0].split()[:3] == ["measure", "system", "f"]
    assert lines[1].split()[:3] == ["edl.strong_mention_match", "system.tab", "0.7143"]
    assert "signature:" in repr(table)


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
    assert repr(kb).startswith("<KB 'factbook': 1 documents, 3 entities, 3 mentions")


def test_annotate_takes_a_path_and_nothing_else() -> None:
    path = CALDER / "source" / "ENG_NW_20140228_103.xml"
    assert list(factbook.annotate(path, upto="words").documents) == ["ENG_NW_20140228_103"]
    with pytest.raises(ValueError, match="holds several documents, not one"):
        factbook.annotate(CALDER / "source")
    with pytest.raises(TypeError, match="not list; annotate one by one"):
        factbook.annotate(["one", "two"])  # type: ignore[arg-type]


def test_a_list_of_paths_is_several_systems() -> None:
    table = factbook.score("edl.muc", EDL / "gold.tab", [EDL / "system.tab", EDL / "gold.tab", EDL / "gold.tab"])
    assert [one.system for one in table.results] == ["system.tab", "gold.tab", "gold.tab~2"]


def test_a_path_that_leads_nowhere_is_no_score(tmp_path: Path) -> None:
    for gold, system in ((tmp_path / "no.tab", EDL / "system.tab"), (EDL / "gold.tab", tmp_path / "no.tab")):
        with pytest.raises(factbook.ScoringError, match="NO_FILE"):
            factbook.score("edl.muc", gold, system)
    with pytest.raises(factbook.ScoringError, match="no gold document has its ERE"):
        factbook.score("best.belief", CALDER / "best", CALDER / "best")


@pytest.mark.parametrize("measure", ["ace.edr", "best.belief", "best.sentiment", "edl.b_cubed"])
def test_a_kb_of_several_documents_is_scored(measure: str) -> None:
    parts = []
    for doc in ("ENG_NW_20140228_103", "ENG_DF_20140228_203"):
        ere, _ = factbook.read(CALDER / "ere" / f"{doc}.rich_ere.xml")
        attitudes, _ = factbook.read(CALDER / "best" / f"{doc}.best.xml", context=factbook.Context(ere=ere))
        for attitude in attitudes.attitudes.values():
            ere.add(attitude)
        parts.append(ere)
    kb = join(parts)
    score = factbook.score(measure, kb, kb).one()
    assert score.main == pytest.approx(1.0)
    assert len(score.counted.units) == 2


def test_things_that_a_measure_does_not_take() -> None:
    with pytest.raises(TypeError, match=r"edl\.muc takes a path or a KB, not NoneType"):
        factbook.score("edl.muc", None, factbook.KB())
    with pytest.raises(TypeError, match=r"ace\.edr takes a path or a KB, or KBs by document id, not int"):
        factbook.score("ace.edr", 1, 2)
    with pytest.raises(TypeError, match="no path is named 'sources'; there are: source, ere"):
        factbook.explain("edl.muc", EDL / "gold.tab", EDL / "system.tab", sources="x")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="coref is 8 measures; name one, such as coref"):
        factbook.explain("coref", EDL / "gold.tab", EDL / "system.tab")


def test_reading_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "a.kb").write_bytes(b"SQLite format 3\0")
    with pytest.raises(ValueError, match="is a knowledge base: open it"):
        factbook.read(tmp_path / "a.kb")
    with pytest.raises(IsADirectoryError, match="this is a folder"):
        factbook.read(tmp_path)


def test_writing_makes_folders_and_checks_the_content(tmp_path: Path) -> None:
    factbook.write(tmp_path / "new" / "a.jsonl", factbook.KB())
    assert (tmp_path / "new" / "a.jsonl").exists()
    with pytest.raises(TypeError, match="cssf-run holds a list of responses, not KB"):
        factbook.write(tmp_path / "run.sf", factbook.KB())
    with pytest.raises(TypeError, match="edl holds a KB, not list"):
        factbook.write(tmp_path / "run.tab", [])


def test_validate(tmp_path: Path) -> None:
    assert repr(factbook.validate(EDL / "gold.tab")) == "<Problems: 0 errors, 0 warnings>"
    (tmp_path / "s.tab").write_text("too few columns\n", encoding="utf-8")
    assert [problem.code.name for problem in factbook.validate(tmp_path / "s.tab")] == ["COLUMN_COUNT"]
    (tmp_path / "gold.xml").write_bytes((CALDER / "apf" / "ENG_NW_20140228_103.apf.xml").read_bytes())
    assert not factbook.validate(tmp_path / "gold.xml").errors  # known by its root element


def test_build_and_ask(tmp_path: Path) -> None:
    path = tmp_path / "calder.kb"
    given = [CALDER / "ere", CALDER / "best", CALDER / "kb" / "gold_perdoc.tac"]
    summary = factbook.build(CALDER / "source", path, given=given)
    assert (summary.documents, summary.new, summary.failed) == (43, 43, 0)
    assert factbook.build(CALDER / "source", path, given=given).unchanged == 43
    ((child, age),) = factbook.ask(path, "Karim Haddad", "per:children", "per:age")
    assert (child.value, age.value) == ("Nadir Haddad", "17")
    with factbook.Store.open(path) as store:
        assert repr(store) == f"<Store {str(path)!r}>"
        for evidence in child.evidence:
            start, end = evidence.spans[0]
            assert store.text(evidence.document)[start:end] in evidence.quote
        known = {answer.slot for (answer,) in factbook.ask(store, "Karim Haddad")}
        assert {"per:children", "per:employee_or_member_of"} <= known
        with pytest.raises(LookupError, match="near names: Karim Haddad"):
            factbook.ask(store, "Karim Hadad")
        with pytest.raises(LookupError, match="did you mean 'per:children'"):
            factbook.ask(store, "Karim Haddad", "per:childrn")
        with pytest.raises(LookupError, match="is PER; org:founded_by is asked of"):
            factbook.ask(store, "Karim Haddad", "org:founded_by")


def test_sources_of_one_path() -> None:
    path = str(CALDER / "source" / "ENG_NW_20140228_103.xml")
    assert [source.id for source in factbook.read_sources(path)] == ["ENG_NW_20140228_103"]
