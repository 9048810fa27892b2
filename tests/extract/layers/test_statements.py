"""Relations and slots end to end with the model that ships."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document, FoundArgument
from factbook.extract.encoders.labels import RELATIONS
from factbook.extract.layers import learned, slots, statements
from factbook.extract.lexicon import rows
from factbook.extract.pipeline import pipeline
from factbook.schema import ace08, coldstart, rich_ere
from factbook.text.markup import parse_source


def read(text: str) -> Document:
    return pipeline("en", upto="slots").read(parse_source(text, id="d", language="en"))


def shown(document: Document, argument: FoundArgument) -> str:
    things = document.mentions if argument.kind == "mention" else document.fillers
    thing = things[argument.index]
    if argument.kind == "mention":
        return document.text_of(thing.head_first, thing.head_end)  # type: ignore[union-attr]
    return document.text_of(thing.first, thing.end)


def facts(text: str) -> set[tuple[str, str, str]]:
    document = read(text)
    return {
        (shown(document, found.arguments[0]), found.type or "", shown(document, found.arguments[1]))
        for found in document.relations
        if found.scheme == "slot" and found.factual
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Anna Berg and her husband Karl Berg live in Oslo.", ("husband", "per:spouse", "her")),
        ("Maria Lopez, 43, is a teacher.", ("Maria Lopez", "per:age", "43")),
        ("Maria Lopez is a teacher.", ("Maria Lopez", "per:title", "teacher")),
        (
            "Anna Berg founded Microsoft Corporation in 1990.",
            ("Anna Berg", "per:organizations_founded", "Microsoft Corporation"),
        ),
        ("John Miller lives in London.", ("John Miller", "per:cities_of_residence", "London")),
    ],
)
def test_a_plain_statement_becomes_a_fact(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "John Miller does not live in London.",
        "John Miller may live in London.",
        "If John Miller lived in London, he would be happy.",
        "Does John Miller live in London?",
        "Peter said that John Miller lives in London.",
        "Peter denied that John Miller lives in London.",
    ],
)
def test_what_is_no_fact_becomes_none(text: str) -> None:
    assert not any(slot == "per:cities_of_residence" for _, slot, _ in facts(text))


def test_every_statement_is_in_the_inventories() -> None:
    for kind in statements.kinds().values():
        if kind.ere:
            assert rich_ere.relation(*kind.ere.split(".")) is not None, kind.ere
        if kind.ace:
            main, sub = kind.ace.split(".")
            assert sub in ace08.relation_subtypes(main), kind.ace
        names = slots.PLACES.get(kind.slot, (kind.slot,)) if kind.slot else ()
        for name in names:
            full = name if ":" in name else f"per:{name}" if "PER" in kind.arg1 else f"org:{name}"
            assert coldstart.slot_of(full) is not None, full


def test_the_tables_name_known_statements() -> None:
    known = set(statements.kinds())
    for table in ("kin", "role_nouns", "frames"):
        assert {row[0] for row in rows(table)} <= known
    assert {row.name for row in learned.table()} <= known
    assert all(0 <= row.column < len(RELATIONS) for row in learned.table())
