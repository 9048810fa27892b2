"""`factbook annotate`: formats, folders, given mentions, and what goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.cli.main import main
from factbook.formats.format import Context
from factbook.formats.table import by_name, by_suffix
from factbook.model.kb import KB
from factbook.text.markup import parse_source

CALDER = Path(__file__).parent.parent.parent / "examples" / "calder"
NEWS = "ENG_NW_20140320_104"
THREAD = "ENG_DF_20140320_204"


def test_one_file_a_document_in_a_folder(tmp_path: Path) -> None:
    files = [str(CALDER / "sgm" / f"{name}.sgm") for name in (NEWS, THREAD)]
    assert main(["annotate", *files, "-o", str(tmp_path / "out"), "--as", "apf"]) == 0
    for name in (NEWS, THREAD):
        source = parse_source((CALDER / "sgm" / f"{name}.sgm").read_bytes().decode(), id=name)
        data = (tmp_path / "out" / f"{name}.apf.xml").read_bytes()
        context = Context(sources={name: source})
        assert not by_name("apf").check(data, file=name, context=context).errors
        kb, _ = by_name("apf").read(data, file=name, context=context)
        assert len(kb.mentions) > 30


def test_rich_ere_leaves_quotes_out_and_is_valid(tmp_path: Path) -> None:
    path = CALDER / "source" / f"{THREAD}.xml"
    assert main(["annotate", str(path), "-o", str(tmp_path), "--as", "rich-ere"]) == 0
    source = parse_source(path.read_bytes().decode(), id=THREAD)
    data = (tmp_path / f"{THREAD}.rich_ere.xml").read_bytes()
    context = Context(sources={THREAD: source})
    assert not by_name("rich-ere").check(data, file=THREAD, context=context).errors
    kb, _ = by_name("rich-ere").read(data, file=THREAD, context=context)
    assert kb.mentions
    assert not any(source.in_quote(m.extent) for m in kb.mentions.values())


@pytest.mark.parametrize("name", ["jsonl", "edl", "conll", "rdf", "coldstart-kb"])
def test_many_documents_in_one_file(tmp_path: Path, name: str) -> None:
    story = tmp_path / "story.txt"
    story.write_text("Marla Quill met Tobias Denby in Paris. She likes him.", encoding="utf-8")
    other = tmp_path / "other.txt"
    other.write_text("Nobody came.", encoding="utf-8")
    out = tmp_path / "out.data"
    assert main(["annotate", str(story), str(other), "-o", str(out), "--as", name, "--language", "en"]) == 0
    assert b"Quill" in out.read_bytes()


def given_run(what: str, out: Path) -> tuple[KB, KB]:
    """Gold and what we write from it."""
    path = CALDER / "sgm" / f"{NEWS}.sgm"
    gold = CALDER / "apf" / f"{NEWS}.apf.xml"
    options = ["--as", "apf", "--given", str(gold), "--given-what", what]
    assert main(["annotate", str(path), "-o", str(out), *options]) == 0
    source = parse_source(path.read_bytes().decode(), id=NEWS)
    row = by_suffix(gold.name)
    assert row is not None
    context = Context(sources={NEWS: source})
    ours = row.read((out / f"{NEWS}.apf.xml").read_bytes(), file=NEWS, context=context)[0]
    return row.read(gold.read_bytes(), file=NEWS, context=context)[0], ours


def test_given_entities_are_kept(tmp_path: Path) -> None:
    gold, ours = given_run("entities", tmp_path)
    assert {m.id: (m.extent, m.entity) for m in ours.mentions.values()} == {
        m.id: (m.extent, m.entity) for m in gold.mentions.values()
    }
    assert {(e.id, e.type, e.subtype) for e in ours.entities.values()} == {
        (e.id, e.type, e.subtype) for e in gold.entities.values()
    }


def test_given_mentions_are_linked_anew(tmp_path: Path) -> None:
    gold, ours = given_run("mentions", tmp_path)
    assert {m.id for m in ours.mentions.values()} == {m.id for m in gold.mentions.values()}
    assert {m.extent for m in ours.mentions.values()} == {m.extent for m in gold.mentions.values()}
    assert 1 < len(ours.entities) < len(ours.mentions)


def test_a_document_without_given_mentions_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = tmp_path / "story.txt"
    story.write_text("Marla Quill left.", encoding="utf-8")
    folder = tmp_path / "given"
    folder.mkdir()
    assert main(["annotate", str(story), "--given", str(folder), "--language", "en"]) == 1
    assert "story: step given mentions: story: no mentions are given" in capsys.readouterr().err


@pytest.mark.parametrize("folder", [True, False])
def test_attitudes_need_the_given_annotation_of_their_document(
    folder: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another document's entities are no targets here, whether they come in a folder or as a file."""
    other = CALDER / "ere" / "ENG_DF_20141019_211.rich_ere.xml"
    (tmp_path / "ere").mkdir()
    (tmp_path / "ere" / other.name).write_bytes(other.read_bytes())
    given = tmp_path / "ere" if folder else other
    out = tmp_path / "out.best.xml"
    source = CALDER / "source" / "ENG_DF_20130611_201.xml"
    assert main(["annotate", str(source), "--given", str(given), "--as", "best", "-o", str(out)]) == 1
    assert "annotates no document of this name; left out" in capsys.readouterr().err


def test_errors_of_the_given_annotation_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story, given = tmp_path / "story.txt", tmp_path / "story.rich_ere.xml"
    story.write_text("Marla Quill left.", encoding="utf-8")
    given.write_text('<deft_ere doc_id="story"><entities><entity id="x"', encoding="utf-8")
    assert (
        main(["annotate", str(story), "--given", str(given), "--as", "best", "-o", str(tmp_path / "o.best.xml")]) == 1
    )
    assert "story.rich_ere.xml:1:" in capsys.readouterr().err


def test_a_bad_file_is_reported_and_the_rest_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("Marla Quill left.", encoding="utf-8")
    bad.write_bytes(b"Quill \xc3( left.")
    out = tmp_path / "out.kb.jsonl"
    assert main(["annotate", str(good), str(bad), "-o", str(out), "--language", "en"]) == 1
    assert b"Marla Quill" in out.read_bytes()
    assert "bad.txt" in capsys.readouterr().err


def test_wrong_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = tmp_path / "story.txt"
    story.write_text("x", encoding="utf-8")
    assert main(["annotate", str(story), "--upto", "nothing"]) == 2
    assert "the steps are: words" in capsys.readouterr().err
    assert main(["annotate", str(story), "--given", str(tmp_path / "no")]) == 2
    assert main(["annotate", str(tmp_path / "no")]) == 1
