"""CoNLL coreference files: reading, writing, and writing from source text."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats import conll
from factbook.formats.format import Context
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.text.markup import parse_source
from factbook.text.offsets import Span

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("examples/calder/coref/*.conll"), *ROOT.glob("tests/golden/coref/*/*.conll")])


def test_there_are_files() -> None:
    assert len(FILES) > 50


def test_all_files_come_back_as_they_are() -> None:
    for path in FILES:
        data = path.read_bytes()
        kb, problems = conll.read(data, file=path.name, context=Context())
        assert not list(problems), path
        assert conll.write(kb, context=Context()) == data, path


def test_parts_are_documents_of_their_own() -> None:
    text = (ROOT / "tests/golden/coref/c7_two_parts/key.conll").read_bytes()
    kb, _ = conll.read(text, file="f", context=Context())
    assert list(kb.documents) == ["d1", "d1#1"]
    assert {mention.entity for mention in kb.mentions.values()} == {"d1:0", "d1#1:0"}
    assert all(document.offsets == "token" for document in kb.documents.values())


def test_nested_mentions_and_their_words() -> None:
    text = "#begin document (d); part 000\nd 0 0 my (0|(1)\nd 0 1 old -\nd 0 2 dog 0)\n#end document\n"
    kb, problems = conll.read(text.encode(), file="f", context=Context())
    assert not list(problems)
    assert {(str(mention.extent), mention.text) for mention in kb.mentions.values()} == {
        ("d:0-2", "my old dog"),
        ("d:0-0", "my"),
    }


def test_crossing_mentions_of_one_chain_close_the_last_opened() -> None:
    text = "#begin document (d)\na b (0\na c (0\na d 0)\na e 0)\n#end document\n"
    kb, _ = conll.read(text.encode(), file="f", context=Context())
    assert [str(mention.extent) for mention in kb.mentions.values()] == ["d:0-3", "d:1-2"]


SOURCE = '<doc id="D1"><post author="Zoë" id="p1">Zoë met 李明. She left.\n</post></doc>'


@pytest.fixture
def annotated() -> KB:
    places = {
        "zoe": ("Zoë", SOURCE.index("Zoë met")),
        "li": ("李明", SOURCE.index("李")),
        "she": ("She", SOURCE.index("She")),
    }
    kb = KB.of([Entity(id="z", type="PER"), Entity(id="l", type="PER")])
    author = SOURCE.index("Zoë")
    kb.add(Mention(id="author", entity="z", level="NAM", extent=Span("D1", author, author + 3), text="Zoë"))
    for id, (text, start) in places.items():
        entity = "l" if id == "li" else "z"
        kb.add(Mention(id=id, entity=entity, level="NAM", extent=Span("D1", start, start + len(text)), text=text))
    return kb


def test_writing_from_source_text_and_reading_back(annotated: KB) -> None:
    source = parse_source(SOURCE, id="D1")
    data = conll.write(annotated, context=Context(sources={"D1": source}))
    rows = [line.split("\t")[3:] for line in data.decode().splitlines() if line.startswith("D1")]
    assert rows == [
        ["Zoë", "(0)"],
        ["Zoë", "(0)"],
        ["met", "-"],
        ["李", "(1"],
        ["明", "1)"],
        [".", "-"],
        ["She", "(0)"],
        ["left", "-"],
        [".", "-"],
    ]
    kb, problems = conll.read(data, file="f", context=Context())
    assert not list(problems)
    assert len(kb.mentions) == 4


def test_a_part_of_thousands_of_digits_is_no_part() -> None:
    data = f"#begin document (d); part {'9' * 6000}\nd 0 0 x (1)\n#end document\n".encode()
    _, problems = conll.read(data, file="f", context=Context())
    assert [problem.code.name for problem in problems] == ["BAD_BEGIN"]
