"""Open relation files: sentences, roles, round trips."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats import open_re
from factbook.formats.format import Context
from factbook.model.tasks import OpenItem

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("sentence", "allowed", "marked", "entities", "balanced"),
    [
        ("[[[PER A]]] --->was {{{born}}} in<--- [[[B]]]", ("was", "born", "in"), ("born",), 2, True),
        ("[[[A]]] ---> {{{of}}} the <--- [[[B]]]", ("of", "the"), ("of",), 2, True),
        ("[[[A]]] {{{met}}} [[[B]]] --->of<--- x --->on<---", ("of", "on"), ("met",), 2, True),
        ("[[[A]]] --> {{{met}}} <--- [[[B]]]", ("met",), ("met",), 2, True),  # a slip in real files
        ("[[[A]]] a-->b [[[B]]]", (), (), 2, True),  # part of a word is no arrow
        ("[[[A]]] ---> open [[[B]]]", (), (), 2, False),
        ("[[[A]]] -LRB- x -RRB- [[[B]]]", (), (), 2, True),
    ],
)
def test_sentence(
    sentence: str, allowed: tuple[str, ...], marked: tuple[str, ...], entities: int, balanced: bool
) -> None:
    assert open_re.parse_sentence(sentence) == (allowed, marked, entities, balanced)


def test_the_sample_comes_back_as_it_is() -> None:
    paths = sorted(ROOT.glob("examples/calder/openre/*.txt"))
    assert len(paths) == 43
    for path in paths:
        items, problems = open_re.read(path.read_bytes(), file=path.name, context=Context())
        assert not list(problems), path
        assert open_re.write(items, context=Context()) == path.read_bytes()


def test_system_output_with_and_without_the_fourth_column() -> None:
    items = [
        OpenItem(line=2, entity1="A", entity2="B", extraction=("works", "for")),
        OpenItem(line=3, entity1="C", entity2="D"),
    ]
    data = open_re.write(items, context=Context(options={"role": "system"}))
    assert data.decode() == "Entity1\tRelation\tEntity2\nA\tworks for\tB\nC\t---\tD\n"
    back, problems = open_re.read(data, file="f", context=Context())
    assert not list(problems)
    assert [item.extraction for item in back] == [("works", "for"), ()]


def test_the_role_decides_how_many_columns_are_needed() -> None:
    data = b"a\tb\tc\td\te\nA\tmet\tB\n"
    for role, errors in (("gold", 1), ("system", 0)):
        _, problems = open_re.read(data, file="f", context=Context(options={"role": role}))
        assert len(problems.errors) == errors


@pytest.mark.parametrize(
    ("role", "row"),
    [
        ("system", "A\tmet\tB\t[[[A]]] met [[[B]]]\tnote\t0.5"),
        ("system", "A\tmet\tB\t\tnote"),
        ("gold", "A\tmet\tB\tmet\t[[[A]]] --->{{{met}}}<--- [[[B]]]\tchecked\t"),
    ],
)
def test_columns_that_the_evaluation_knows_nothing_of_come_back(role: str, row: str) -> None:
    data = f"Entity1\tRelation\tEntity2\tx\ty\n{row}\nC\t---\tD\t---\t[[[C]]] [[[D]]]\n".encode()
    context = Context(options={"role": role})
    items, problems = open_re.read(data, file="x.tsv", context=context)
    assert not problems.errors
    assert row in open_re.write(items, context=context).decode().split("\n")
    assert open_re.read(open_re.write(items, context=context), file="x.tsv", context=context)[0] == items
