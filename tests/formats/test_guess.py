"""The format of a file by its content: one example of every format, under names that tell nothing or too little."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.cli.main import main
from factbook.formats.format import Context
from factbook.formats.guess import by_content, format_of
from factbook.formats.table import FORMATS, by_name, by_suffix
from factbook.model.kb import KB

ROOT = Path(__file__).parents[2]
CALDER, GOLDEN = ROOT / "examples" / "calder", ROOT / "tests" / "golden"
EXAMPLES = {
    "apf": CALDER / "apf" / "ENG_NW_20140228_103.apf.xml",
    "rich-ere": CALDER / "ere" / "ENG_DF_20140228_203.rich_ere.xml",
    "best": CALDER / "best" / "ENG_DF_20140228_203.best.xml",
    "coldstart-kb": CALDER / "kb" / "gold.tac",
    "cssf-queries": CALDER / "queries" / "cssf.xml",
    "cssf-run": GOLDEN / "coldstart" / "validate-sf" / "CLEAN" / "input.sf",
    "cssf-assessment": CALDER / "queries" / "assessment.tab",
    "edl": CALDER / "edl" / "gold.tab",
    "conll": CALDER / "coref" / "ENG_NW_20140228_103.conll",
    "open-re": CALDER / "openre" / "ENG_NW_20140228_103.txt",
    "graphrag": ROOT / "examples" / "graph" / "output" / "relationships.csv",
    "neo4j": ROOT / "tests" / "problems" / "neo4j" / "EMPTY_ID" / "input.neo4j",
}
NAMES = ("x.txt", "x.tab", "x.xml", "x.tsv", "x", "x.tab.gz")


def example(name: str) -> bytes:
    if name in EXAMPLES:
        return EXAMPLES[name].read_bytes()
    kb, _ = by_name("rich-ere").read(example("rich-ere"), file="x")
    return by_name(name).write(kb)


def test_every_format_has_an_example() -> None:
    assert {*EXAMPLES, "rdf", "jsonl"} == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("file", NAMES)
def test_content_tells_the_format_under_a_name_that_does_not(file: str, name: str) -> None:
    found = format_of(file, example(name))
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("syntax", ["turtle", "nquads", "jsonld"])
def test_every_syntax_of_rdf_is_known_and_read(syntax: str) -> None:
    kb, _ = by_name("rich-ere").read(example("rich-ere"), file="x")
    data = by_name("rdf").write(kb, context=Context(options={"syntax": syntax}))
    found = format_of("x.txt", data)
    assert found is not None
    assert found.name == "rdf"
    read, problems = found.read(data, file="x.txt")
    assert not problems.errors
    assert len(read.mentions) == len(kb.mentions)


@pytest.mark.parametrize("suffix", [suffix for row in FORMATS.values() for suffix in row.suffixes])
def test_a_suffix_of_its_own_decides(suffix: str) -> None:
    """A broken file is one of the format that its name says. (`.tab` is a suffix of many.)"""
    expected = by_suffix(f"x{suffix}") if suffix != ".tab" else None
    assert format_of(f"x{suffix}", b"what is this?\n") == expected


@pytest.mark.parametrize(("data", "edl"), [(b"", True), (b"a\tb\tc\td\te\tf\tg\n", True), (b"a\tb\n", False)])
def test_a_tab_file_that_nothing_tells_is_entity_discovery_if_it_has_the_columns(data: bytes, edl: bool) -> None:
    assert format_of("x.tab", data) == (by_name("edl") if edl else None)


@pytest.mark.parametrize("data", [b"", b"\n \n", b"Some words.\n", b"a\tb\n1\t2\n", b"<html/>", b"\0\1", b"{}"])
def test_what_tells_nothing_is_not_guessed(data: bytes) -> None:
    assert by_content(data) is None
    assert format_of("x.txt", data) is None


def test_lines_that_are_wrong_do_not_hide_the_rest() -> None:
    lines = example("edl").splitlines(keepends=True)
    assert by_content(b"oops\n" + b"".join(lines[:5])) == by_name("edl")


def test_wide_characters_and_a_byte_order_mark() -> None:
    text = example("edl").decode()
    assert by_content(text.encode("utf-16")) == by_content(text.encode("utf-8-sig")) == by_name("edl")


def test_validate_takes_a_slot_filling_run_for_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.tab"
    path.write_bytes(example("cssf-run"))
    main(["validate", str(path)])
    err = capsys.readouterr().err
    assert "a full check needs --docs and --queries" in err


def test_validate_asks_where_nothing_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.txt"
    path.write_text("Some words.\n")
    assert main(["validate", str(path)]) == 1
    assert "neither name nor content tells the format (name it with --format)" in capsys.readouterr().out


def test_convert_reads_by_content_and_refuses_what_is_no_knowledge_base(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "x.txt", tmp_path / "out.kb.jsonl"
    path.write_bytes(example("edl"))
    assert main(["convert", str(path), "-o", str(out)]) == 0
    kb, _ = by_name("jsonl").read(out.read_bytes(), file="out")
    assert isinstance(kb, KB)
    assert kb.mentions
    path.write_bytes(example("cssf-run"))
    assert main(["convert", str(path), "-o", str(out)]) == 2
    assert "is cssf-run, which holds no knowledge base" in capsys.readouterr().err
