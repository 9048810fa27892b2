"""`factbook score`, `explain` and `measures` from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from factbook.cli.main import main
from factbook.evaluate.table import kinds

ROOT = Path(__file__).parents[2]
CALDER = ROOT / "examples" / "calder"
GOLDEN = ROOT / "tests" / "golden"
EDL = [str(GOLDEN / "edl" / "pair2_noisy" / f"{name}.tab") for name in ("gold", "system")]
BEST = GOLDEN / "best"

# What each family's gold is in the sample collection, and what it needs besides.
SAMPLE: dict[str, tuple[str, str, list[str]]] = {
    "edl": ("edl/gold.tab", "edl/gold.tab", ["--source", "source"]),
    "coref": ("coref", "coref", []),
    "best": ("best", "best", ["--ere", "ere", "--source", "source"]),
    "open_re": ("openre", "openre", []),
    "ace": ("apf", "apf", ["--source", "sgm"]),
    "coldstart": ("kb/gold.tac", "kb/gold.tac", ["--queries", "queries/ldc.xml"]),
}
ASSESSED = ("queries/assessment.tab", "kb/gold.tac", ["--queries", "queries/ldc.xml"])
# All entities of the sample are NIL: nothing to link, 0/0 is 0.
NOTHING_LINKED = {"strong_linked_mention_match", "strong_link_match", "strong_typed_link_match", "entity_match"}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def sample(family: str, inputs: str) -> list[str]:
    gold, system, needed = ASSESSED if inputs == "responses" else SAMPLE[family]
    if (family, inputs) == ("coldstart", "kb"):
        needed = []  # facts need no queries
    paths = [word if word.startswith("--") else str(CALDER / word) for word in needed]
    return [str(CALDER / gold), str(CALDER / system), *paths]


GROUPS = sorted({(kind.family, kind.inputs) for kind in kinds().values()})


@pytest.mark.parametrize(("family", "inputs"), GROUPS)
def test_gold_against_itself_is_perfect(family: str, inputs: str, capsys: pytest.CaptureFixture[str]) -> None:
    names = [kind.name for kind in kinds().values() if (kind.family, kind.inputs) == (family, inputs)]
    code, out, _ = run(capsys, "score", ",".join(names), *sample(family, inputs), "--names", "me", "--json")
    assert code == 0
    results = json.loads(out)["results"]
    assert len(results) == len(names)
    for row in results:
        assert row["system"] == "me"  # no figure of that name hides it
        kind = kinds()[row["measure"].partition("(")[0]]
        expected = 0.0 if kind.name.removeprefix("edl.") in NOTHING_LINKED else 1.0
        assert row[kind.main] == pytest.approx(expected), kind.name
        assert row["signature"].startswith(kind.name)


def test_official_columns(capsys: pytest.CaptureFixture[str]) -> None:
    excluded = GOLDEN / "edl" / "pair2_noisy" / "excluded_spans.tsv"
    code, out, _ = run(capsys, "score", "edl", *EDL, "--excluded", str(excluded), "--report")
    assert code == 0
    rows = [line for line in out.splitlines() if line.count("\t") == 7]
    expected = (GOLDEN / "edl" / "pair2_noisy" / "expected.overall.tsv").read_text().splitlines()
    assert sorted(rows) == sorted(expected)


def test_several_systems_with_intervals_and_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "score", "edl.b_cubed", EDL[0], EDL[1], EDL[0], "--ci", "--resamples", "20", "--names", "a,b", "--json"
    )
    found = json.loads(out)
    assert code == 0
    assert [row["system"] for row in found["results"]] == ["a", "b"]
    assert found["results"][0]["f_low"] <= found["results"][0]["f"] <= found["results"][0]["f_high"]
    assert found["comparisons"][0]["difference"] < 0


def test_systems_of_one_name_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "score", "edl.muc", EDL[0], EDL[1], EDL[1], "--json")
    assert [row["system"] for row in json.loads(out)["results"]] == ["system.tab", "system.tab~2"]


def test_breakdown_and_output_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "r.html"
    code, out, _ = run(
        capsys, "score", "edl.b_cubed", *EDL, "--by", "type", "--format", "html", "--output", str(target)
    )
    assert (code, out) == (0, "")
    assert "f by type" in target.read_text(encoding="utf-8")


def test_table_of_conditions_with_predicted_ere(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*sample("best", "best"), "--pred-ere", str(CALDER / "ere"), "--pred-system", str(CALDER / "best")]
    code, out, _ = run(capsys, "score", "best.belief,best.sentiment", *words, "--report")
    assert code == 0
    belief = next(line for line in out.splitlines() if line.startswith("belief\t"))
    assert belief.split("\t")[1:] == ["1.000"] * 12


def test_unknown_ids_are_errors_with_file_line_and_id_and_the_rest_is_scored(
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = BEST / "badsrc"
    words = [str(case / "gold"), str(case / "pred"), "--ere", str(case / "ere"), "--json"]
    code, out, err = run(capsys, "score", "best.belief", *words)
    assert code == 1
    assert "doc1.best.xml:8: error: UNKNOWN_ID: 'm-99'" in err
    assert json.loads(out)["results"][0]["ptp"] == 1


def test_a_missing_system_file_is_a_warning_and_counts_as_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = BEST / "same"
    (tmp_path / "doc1.best.xml").write_bytes((case / "pred" / "doc1.best.xml").read_bytes())
    words = [str(case / "gold"), str(tmp_path), "--ere", str(case / "ere"), "--json"]
    code, out, err = run(capsys, "score", "best.belief", *words)
    assert code == 0
    assert "doc2: no system file; it counts as empty" in err
    assert json.loads(out)["results"][0]["fn"] == 2


def test_a_missing_apf_file_is_a_warning_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ref = GOLDEN / "ace" / "corpora" / "c1_basic" / "ref"
    path = sorted(ref.glob("*.apf.xml"))[0]
    (tmp_path / path.name).write_bytes(path.read_bytes())
    code, out, err = run(capsys, "score", "ace.edr", str(ref), str(tmp_path), "--json")
    assert code == 0
    assert "warning: NO_SYSTEM_FILE" in err
    assert json.loads(out)["results"][0]["value"] < 1


def test_open_relation_files_that_do_not_belong_together_give_no_score(capsys: pytest.CaptureFixture[str]) -> None:
    case = GOLDEN / "openre" / "error_entity_pair_differs"
    code, out, err = run(capsys, "score", "open_re", str(case / "ground_truth.tsv"), str(case / "system.tsv"))
    assert (code, out) == (1, "")
    assert "(Bart, Paris) does not match (Bart, Rome)" in err


@pytest.mark.parametrize("case", sorted(path.name for path in (GOLDEN / "openre").glob("error_*")))
def test_every_open_relation_error_has_a_message_and_exit_1(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(GOLDEN / "openre" / case / name) for name in ("ground_truth.tsv", "system.tsv")]
    code, out, err = run(capsys, "score", "open_re", *files)
    assert (code, out) == (1, "")
    assert err.strip()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["edl.nothing", *EDL], "no measure 'edl.nothing'"),
        (["edl.muc,coref.muc", *EDL], "different inputs"),
        (["edl.muc", *EDL, "--by", "colour"], "no breakdown by 'colour'"),
        (["edl.muc", *EDL, "--names", "a,b"], "1 different names"),
        (["coref.muc", *EDL, "--report"], "no official report"),
        (["coldstart.max", *EDL], "--queries"),
        (["best.both", *EDL, "--pred-system", "x"], "--pred-ere"),
    ],
)
def test_wrong_calls(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "score", *words)
    assert (code, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("paths", [(EDL[0], "no/such/file.tab"), ("no/such/file.tab", EDL[1])], ids=["system", "gold"])
def test_a_path_that_is_not_there_is_an_error_and_gives_no_score(
    paths: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "score", "edl.muc", *paths)
    assert (code, out) == (1, "")
    assert "no/such/file.tab: error: NO_FILE" in err
    assert "no score: an input cannot be read" in err


def test_the_page_has_bars_by_type_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "score", "edl.b_cubed", *EDL, "--format", "html")
    assert code == 0
    assert "f by type" in out
    code, out, _ = run(capsys, "score", "ace.edr", *[str(CALDER / "apf")] * 2, "--format", "html")
    assert code == 0
    assert "value by type" in out
    assert "Types: apf" in out  # a confusion matrix


def test_explain_one_item(capsys: pytest.CaptureFixture[str]) -> None:
    case = BEST / "halfprov"
    words = [str(case / "gold"), str(case / "pred"), "m-4", "--ere", str(case / "ere"), "--json"]
    code, out, _ = run(capsys, "explain", "best.sentiment", *words)
    assert code == 0
    first, second = json.loads(out)["matches"]
    assert (first["outcome"], first["stage"], first["cost"]) == ("partial", "provenance", pytest.approx(1 / 3))
    assert second["outcome"] == "missed"


def test_explain_only_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain", "edl.strong_mention_match", *EDL, "--wrong")
    assert code == 0
    assert "missed [mention] in D" in out
    assert "\nright" not in out


def test_output_on_its_own_ere_gets_a_hint_and_no_flood(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for gold in sorted((CALDER / "best").glob("ENG_*.best.xml")):
        text = gold.read_text(encoding="utf-8").replace('ere_id="', 'ere_id="mine-')
        (tmp_path / gold.name).write_text(text, encoding="utf-8")
    given = [
        str(CALDER / "best" / "ENG_*"),
        str(tmp_path),
        "--ere",
        str(CALDER / "ere"),
        "--source",
        str(CALDER / "source"),
    ]
    code, _, err = run(capsys, "score", "best.belief", *given)
    assert code == 1
    assert "name that with --pred-ere" in err
    assert "more warnings; --json lists them" in err
    assert err.count("\n") < 60


def test_explain_an_unknown_item(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "explain", "edl.muc", *EDL, "--item", "nobody")
    assert code == 1
    assert "no item or document 'nobody'" in err


def test_explain_takes_one_measure(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "explain", "edl", *EDL)
    assert code == 2
    assert "one measure" in err


@pytest.mark.parametrize(
    ("measure", "told"),
    [
        ("ace.edr(min_overlap=7)", "min_overlap is a number from 0 to 1"),
        ("ace.edr(weights=entity.class.GEN:nan)", "0 or more"),
        ("ace.emd(profile=global_2008)", "profile is one of plan, local_2008"),
        ("ace.b_cubed(profile=global_2008)", "profile is one of plan, local_2008"),
    ],
)
@pytest.mark.parametrize("verb", ["score", "explain"])
def test_parameters_that_make_no_sense_are_refused(
    verb: str, measure: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, verb, measure, str(CALDER / "apf"), str(CALDER / "apf"))
    assert (code, out) == (2, "")
    assert told in err


def test_surgery(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain", "edl.typed_mention_ceaf", *EDL, "--surgery", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["in_turn"][-1] == ["split", 1.0]
    assert {loss["stage"] for loss in found["stages"]} >= {"mention", "spurious", "type", "merge", "split"}


def test_measures_lists_all_with_a_definition(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "measures")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(kinds())
    assert all(len(line.split(maxsplit=1)) == 2 for line in out.splitlines())


def test_measures_as_json_and_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "measures", "best", "--json")
    assert [row["name"] for row in json.loads(out)] == ["best.belief", "best.sentiment", "best.both"]
    _, out, _ = run(capsys, "measures", "edl.muc")
    assert "0/0: 0" in out
    assert "scope=collection (collection, document)" in out
    assert run(capsys, "measures", "nothing")[0] == 2


def test_many_warnings_of_one_code_are_counted_not_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.tab"
    rows = [f"r\tM{n}\tx\tD:{n}-{n + 1}\tNIL1\tPERSON\tNAM\t1.0\n" for n in range(10)]
    path.write_text("".join(rows), encoding="utf-8")
    _, _, err = run(capsys, "score", "edl.muc", EDL[0], str(path))
    assert err.count("BAD_TYPE:") == 3
    assert "… and 7 more of BAD_TYPE" in err


def test_official_columns_by_type(capsys: pytest.CaptureFixture[str]) -> None:
    excluded = GOLDEN / "edl" / "pair2_noisy" / "excluded_spans.tsv"
    _, out, _ = run(capsys, "score", "edl", *EDL, "--excluded", str(excluded), "--report", "--by", "type")
    rows = [line for line in out.splitlines() if ";type=" in line]
    expected = (GOLDEN / "edl" / "pair2_noisy" / "expected.by_type.tsv").read_text().splitlines()[1:]
    assert sorted(rows) == sorted(expected)


def test_explain_an_entity(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "explain", "edl.b_cubed", *EDL, "m.006", "--json")
    found = json.loads(out)["matches"]
    assert found
    assert all("m.006" in (match["labels"].get("gold_entity"), match["labels"].get("system_entity")) for match in found)


@pytest.mark.parametrize("measure", ["coref.bcub", "edl.strong_typed_mention_match"])
def test_other_formats_hold_mentions_too(measure: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rich ERE ids belong to their document: the golden cases repeat them in two documents."""
    ere = BEST / "same" / "ere"
    code, out, _ = run(capsys, "score", measure, str(ere), str(ere), "--json")
    (row,) = json.loads(out)["results"]
    assert (code, row["f"], row["rtp"]) == (0, 1.0, 12)


def test_an_archive_and_a_pattern(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import zipfile

    paths = sorted((GOLDEN / "coref" / "c2_two_docs").glob("*.conll"))
    with zipfile.ZipFile(tmp_path / "keys.zip", "w") as archive:
        archive.write(paths[0], "key.conll")
    pattern = str(GOLDEN / "coref" / "c2_two_docs" / "k*.conll")
    code, out, _ = run(capsys, "score", "coref.muc", pattern, str(tmp_path / "keys.zip"), "--json")
    assert (code, json.loads(out)["results"][0]["f"]) == (0, 1.0)


def test_predicted_ere_alone_fills_the_predicted_columns(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*sample("best", "best"), "--pred-ere", str(CALDER / "ere"), "--report"]
    _, out, _ = run(capsys, "score", "best.belief", *words)
    belief = next(line for line in out.splitlines() if line.startswith("belief\t"))
    assert belief.split("\t")[1:5] == ["-", "-", "1.000", "1.000"]


def test_quotes_need_their_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = BEST / "same"
    (tmp_path / "other.txt").write_text("text", encoding="utf-8")
    words = [str(case / "gold"), str(case / "pred"), "--ere", str(case / "ere"), "--source", str(tmp_path)]
    _, _, err = run(capsys, "score", "best.belief", *words)
    assert "NO_SOURCE: document doc1" in err
    _, _, err = run(capsys, "score", "best.belief", *words[:-2])
    assert "quotes are left out only where --source tells them" in err


def test_a_document_without_its_ere_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = BEST / "same"
    (tmp_path / "doc1.rich_ere.xml").write_bytes((case / "ere" / "doc1.rich_ere.xml").read_bytes())
    words = [str(case / "gold"), str(case / "pred"), "--ere", str(tmp_path), "--json"]
    code, out, err = run(capsys, "score", "best.belief", *words)
    assert code == 1
    assert "NO_ERE: no ERE for document doc2" in err
    assert json.loads(out)["results"][0]["f"] == 1.0


def test_a_bad_line_of_excluded_regions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.tsv"
    path.write_text("D1\t0\t12\nD2 20 30\n", encoding="utf-8")
    code, _, err = run(capsys, "score", "edl.muc", *EDL, "--excluded", str(path))
    assert code == 1
    assert "x.tsv:2: error: BAD_REGION" in err


def test_the_tables_people_read(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "explain", "coref.bcub", *COREF, "--surgery")
    assert out.splitlines()[0].startswith("f 0.67")
    assert [line.split()[0] for line in out.splitlines()[3:7]] == ["spurious", "mention", "merge", "split"]
    _, out, _ = run(capsys, "explain", "coref.blanc", *COREF, "--item", "d2")
    assert "in d2" in out
    assert "in d1" not in out


def test_a_format_that_the_suffix_does_not_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "key.txt"
    path.write_bytes(Path(COREF[0]).read_bytes())
    code, out, _ = run(capsys, "score", "coref.muc", COREF[0], str(path), "--input", "conll", "--json")
    assert (code, json.loads(out)["results"][0]["f"]) == (0, 1.0)


COREF = [str(GOLDEN / "coref" / "c2_two_docs" / f"{name}.conll") for name in ("key", "response")]


def test_a_built_knowledge_base_scores_like_its_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("ENG_NW_20130612_101", "SPA_NW_20140312_503"):
        (source / f"{name}.xml").write_bytes((CALDER / "source" / f"{name}.xml").read_bytes())
    kb, export = str(tmp_path / "x.kb"), str(tmp_path / "x.tac")
    given = ["--given", str(CALDER / "ere"), "--given", str(CALDER / "kb" / "gold_perdoc.tac")]
    assert main(["build", str(source), "-o", kb, *given, "--workers", "1"]) == 0
    assert main(["export", kb, "--as", "coldstart-kb", "-o", export]) == 0
    capsys.readouterr()
    gold = str(CALDER / "kb" / "gold.tac")
    for words in (
        ["coldstart.facts", gold],
        ["coldstart.max", str(CALDER / "queries" / "assessment.tab"), "--queries", str(CALDER / "queries" / "ldc.xml")],
    ):
        both = [json.loads(run(capsys, "score", *words[:2], one, *words[2:], "--json")[1]) for one in (kb, export)]
        first, second = (found["results"][0] for found in both)
        assert first["f"] == second["f"] > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["coldstart.facts", "kb/gold.tac", "kb/gold.tac", "--edition", "1999"], "choose of 2016, 2017"),
        (["edl.b_cubed", "edl/gold.tab", "edl/gold.tab", "--edition", "2016"], "does not use it"),
        (["coldstart.facts", "kb/gold.tac", "kb/gold.tac", "--queries", "queries/ldc.xml"], "does not use it"),
        (["ace.edr", "apf", "apf", "--ere", "ere"], "does not use it"),
        (["coldstart.facts", "kb/gold.tac", "kb/gold.tac", "--by", "colour"], "no breakdown by 'colour'"),
        (["coldstart.facts", "kb/gold.tac", "kb/gold.tac", "--input", "paper"], "no format 'paper'"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    measure, gold, system, *rest = words
    code, out, err = run(capsys, "score", measure, str(CALDER / gold), str(CALDER / system), *rest)
    assert code == 2
    assert not out
    assert told in err


def test_spans_that_count_different_things_are_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "score", "edl.muc", EDL[0], str(GOLDEN / "coref" / "c1_simple" / "key.conll"))
    assert (code, out) == (1, "")
    assert "its spans count words, those of gold all characters; `factbook convert` one of them" in err
    code, out, err = run(capsys, "score", "ace.edr", str(CALDER / "apf"), str(CALDER / "ere"))
    assert (code, out) == (1, "")
    assert "its spans count all characters, those of gold characters outside tags" in err


def test_without_any_ere_there_is_no_score(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing against nothing would be perfect."""
    code, out, err = run(capsys, "score", "best", str(BEST / "halfprov" / "gold"), str(BEST / "halfprov" / "pred"))
    assert (code, out) == (1, "")
    assert "no score: no gold document has its ERE; name the folder with --ere" in err


def test_the_folder_of_the_output_is_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "new" / "scores.txt"
    assert run(capsys, "score", "edl.muc", *EDL, "-o", str(path))[0] == 0
    assert path.read_text().startswith("measure")


@pytest.mark.parametrize(
    ("measure", "words", "found"),
    [
        ("edl", ["edl/gold.tab", "run.tab"], "cssf-run"),
        ("edl", ["run.tab", "edl/gold.tab"], "cssf-run"),
        ("ace.edr", ["edl/gold.tab", "edl/gold.tab"], "edl"),
        ("coldstart.facts", ["kb/gold.tac", "run.tab"], "cssf-run"),
        ("coldstart.sf", ["run.tab", "queries/assessment.tab", "--queries", "queries/cssf.xml"], "cssf-run"),
        ("coldstart.sf", ["queries/assessment.tab", "edl/gold.tab", "--queries", "queries/cssf.xml"], "edl"),
    ],
)
def test_a_file_of_another_format_is_named_and_not_scored(
    measure: str, words: list[str], found: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = GOLDEN / "coldstart" / "validate-sf" / "CLEAN" / "input.sf"
    (tmp_path / "run.tab").write_bytes(run.read_bytes())
    paths = [
        word if word.startswith("-") else str((tmp_path if word == "run.tab" else CALDER) / word) for word in words
    ]
    assert main(["score", measure, *paths]) == 1
    out, err = capsys.readouterr()
    assert f"error: WRONG_FORMAT: this is {found} (" in err
    assert "no score" in err
    assert not out


def test_a_run_is_scored_whatever_its_suffix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = GOLDEN / "coldstart" / "pipeline" / "simpson"
    (tmp_path / "run.tab").write_bytes((case / "expected" / "packaged.sf").read_bytes())
    words = [str(case / "qrel.tsv"), "{}", "--queries", str(case / "ldc.xml"), "--names", "run"]
    for path in (case / "expected" / "packaged.sf", tmp_path / "run.tab"):
        assert main(["score", "coldstart.sf", *(word.format(path) for word in words)]) == 0
    first, second = capsys.readouterr().out.split("measure")[1:]
    assert first == second


def test_an_input_format_that_the_measure_does_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    gold = str(CALDER / "edl" / "gold.tab")
    assert main(["score", "edl", gold, gold, "--input", "best"]) == 2
    assert "edl measures do not read best; choose one of: edl, " in capsys.readouterr().err


@pytest.mark.parametrize("measure", ["edl", "coref", "ace.edr", "best", "open_re", "coldstart.facts", "coldstart.sf"])
@pytest.mark.parametrize("side", ["gold", "system"])
def test_a_folder_without_a_file_to_score_is_no_score(
    measure: str, side: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.md").write_text("nothing to score")
    words = sample(measure.partition(".")[0], {"coldstart.sf": "responses", "coldstart.facts": "kb"}.get(measure, ""))
    words[0 if side == "gold" else 1] = str(tmp_path)
    code, out, err = run(capsys, "score", measure, *words)
    assert (code, out) == (1, "")
    assert re.search("no score: |no (system|ground truth) file", err)


def test_only_files_of_other_formats_are_no_assessments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gold.tab").write_bytes((CALDER / "edl" / "gold.tab").read_bytes())
    words = sample("coldstart", "responses")
    code, out, err = run(capsys, "score", "coldstart.sf", str(tmp_path), *words[1:])
    assert (code, out) == (1, "")
    assert "NOTHING_TO_READ: no file of cssf-assessment is here" in err


def test_sentences_are_not_read_from_files_of_another_format(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "score", "open_re", EDL[0], EDL[1])
    assert (code, out) == (1, "")
    assert "WRONG_FORMAT: this is edl (" in err


@pytest.mark.parametrize(
    ("measure", "words", "told", "expected"),
    [
        ("coldstart.sf", ["kb/gold.tac", "kb/gold.tac", "--queries", "edl/gold.tab"], "no query was read", 2),
        ("coldstart.gold", ["kb/gold.tac", "kb/gold.tac", "--queries", "nowhere"], "no query was read", 2),
        ("best", ["best", "best", "--ere", "ere", "--pred-ere", "edl"], "no score: no Rich ERE file in --pred-ere", 1),
    ],
)
def test_without_what_a_measure_needs_there_is_no_score(
    measure: str, words: list[str], told: str, expected: int, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [word if word.startswith("-") else str(CALDER / word) for word in words]
    code, out, err = run(capsys, "score", measure, *paths)
    assert (code, out) == (expected, "")
    assert told in err


def test_a_bracket_that_is_not_closed(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "score", "edl(types=PER", *EDL)
    assert code == 2
    assert "cannot read measure 'edl(types=PER'" in err
