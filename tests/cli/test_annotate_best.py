"""`factbook annotate --as best`: attitudes to given or own entities, relations and events, and into a KB."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factbook.cli.main import main
from factbook.formats.format import Context
from factbook.formats.table import by_name
from factbook.model.kb import KB
from factbook.text.markup import parse_source

CALDER = Path(__file__).parent.parent.parent / "examples" / "calder"
THREAD, NEWS, SPANISH = "ENG_DF_20140320_204", "ENG_NW_20140320_104", "SPA_DF_20140225_506"


def gold_ere(name: str) -> KB:
    source = parse_source((CALDER / "source" / f"{name}.xml").read_bytes().decode(), id=name)
    data = (CALDER / "ere" / f"{name}.rich_ere.xml").read_bytes()
    kb, _ = by_name("rich-ere").read(data, file=name, context=Context(sources={name: source}))
    found: KB = kb
    return found


def read_best(path: Path, name: str, ere: KB) -> KB:
    """A best.xml without problems."""
    source = parse_source((CALDER / "source" / f"{name}.xml").read_bytes().decode(), id=name)
    context = Context(sources={name: source}, ere=ere)
    assert not by_name("best").check(path.read_bytes(), file=name, context=context).errors
    kb, _ = by_name("best").read(path.read_bytes(), file=name, context=context)
    found: KB = kb
    return found


def annotate(*words: str) -> int:
    return main(["annotate", *words, "--as", "best", "--quiet"])


def test_a_file_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "thread.best.xml"
    given = CALDER / "ere" / f"{THREAD}.rich_ere.xml"
    assert annotate(str(CALDER / "source" / f"{THREAD}.xml"), "--given", str(given), "-o", str(out)) == 0
    ere = gold_ere(THREAD)
    found = list(read_best(out, THREAD, ere).attitudes.values())
    assert {a.kind for a in found} == {"belief", "sentiment"}
    assert {a.value.lower() for a in found} <= {"cb", "ncb", "rob", "pos", "neg"}  # NA is not written
    assert any(a.argument is not None for a in found)
    assert all(a.confidence is not None and 0 < a.confidence < 1 for a in found)
    source = parse_source((CALDER / "source" / f"{THREAD}.xml").read_bytes().decode(), id=THREAD)
    targets = [ere.mentions[a.target] for a in found if a.target_kind == "entity"]
    assert targets
    assert not any(source.in_quote(mention.extent) for mention in targets)  # type: ignore[arg-type]


def test_a_folder_to_a_folder_in_several_languages(tmp_path: Path) -> None:
    documents = tmp_path / "source"
    documents.mkdir()
    for name in (NEWS, SPANISH):
        (documents / f"{name}.xml").write_bytes((CALDER / "source" / f"{name}.xml").read_bytes())
    assert annotate(str(documents), "--given", str(CALDER / "ere"), "-o", str(tmp_path / "out")) == 0
    news = read_best(tmp_path / "out" / f"{NEWS}.best.xml", NEWS, gold_ere(NEWS))
    assert any(a.source is None for a in news.attitudes.values())  # newswire names no author
    thread = read_best(tmp_path / "out" / f"{SPANISH}.best.xml", SPANISH, gold_ere(SPANISH))
    assert all(a.source is not None for a in thread.attitudes.values() if a.kind == "sentiment")


def test_systems_can_be_chosen(tmp_path: Path) -> None:
    given = ["--given", str(CALDER / "ere"), "--system", "baseline", "-o", str(tmp_path)]
    assert annotate(str(CALDER / "source" / f"{NEWS}.xml"), *given) == 0
    found = read_best(tmp_path / f"{NEWS}.best.xml", NEWS, gold_ere(NEWS)).attitudes.values()
    assert {(a.kind, a.value.lower()) for a in found} == {("belief", "cb"), ("sentiment", "neg")}


def test_one_file_holds_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(CALDER / "source" / f"{name}.xml") for name in (NEWS, THREAD)]
    out = str(tmp_path / "both.best.xml")
    assert annotate(*files, "--given", str(CALDER / "ere"), "-o", out) == 2
    assert "give a folder for several documents" in capsys.readouterr().err


POST = '<doc id="{0}">\n<post author="anna" datetime="2014-03-0{1}T10:00:00" id="p1">\n{2}\n</post>\n</doc>\n'


@pytest.fixture
def two_minds(tmp_path: Path) -> str:
    """A knowledge base from raw text, in which somebody changes her mind."""
    folder = tmp_path / "docs"
    folder.mkdir()
    texts = ("I hate Bob Stone. Police arrested Bob Stone.", "I love Bob Stone. Police did not arrest Bob Stone.")
    for number, text in enumerate(texts, 1):
        (folder / f"DF{number}.xml").write_text(POST.format(f"DF{number}", number, text), encoding="utf-8")
    kb = str(tmp_path / "minds.kb")
    assert main(["build", str(folder), "-o", kb, "--language", "en", "--quiet"]) == 0
    return kb


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    capsys.readouterr()
    assert main(["attitudes", *words, "--json"]) == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_contradictory_sentiments_stand_side_by_side(capsys: pytest.CaptureFixture[str], two_minds: str) -> None:
    """Who, about what, since which document, on what evidence."""
    found = asked(capsys, two_minds, "--source", "anna", "--target", "Bob Stone", "--kind", "sentiment", "--direct")
    first = {(one["source"], one["value"], one["target"], one["document"]) for one in found}
    assert ("anna", "neg", "Bob Stone", "DF1") in first
    assert ("anna", "pos", "Bob Stone", "DF2") in first
    assert [one["document"] for one in found] == sorted(str(one["document"]) for one in found)
    assert any("I hate Bob Stone" in str(one["quote"]) for one in found)


def test_contradictory_beliefs_stand_side_by_side(capsys: pytest.CaptureFixture[str], two_minds: str) -> None:
    found = asked(capsys, two_minds, "--source", "anna", "--target", "Bob Stone", "--target-type", "justice")
    beliefs = {(one["document"], one["value"], one["polarity"]) for one in found if one["kind"] == "belief"}
    assert {("DF1", "CB", "pos"), ("DF2", "CB", "neg")} <= beliefs
