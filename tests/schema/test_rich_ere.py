"""Rich ERE inventories: they cover the sample collection, which was checked against the same lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats.format import Context
from factbook.formats.rich_ere import read
from factbook.schema import rich_ere

CALDER = Path(__file__).parents[2] / "examples" / "calder"


def test_sizes_of_the_inventories() -> None:
    assert len(rich_ere.RELATIONS) == 20
    assert len(rich_ere.EVENTS) == 38


def test_time_and_place_are_roles_of_every_event() -> None:
    assert all(row.roles >= {"time", "place"} for row in rich_ere.EVENTS)


def test_a_relation_row_has_roles_and_types() -> None:
    row = rich_ere.relation("orgaffiliation", "Leadership")
    assert row is not None
    assert (row.roles, row.arg1, row.arg2) == (("leader", "org"), {"PER"}, {"GPE", "ORG"})
    assert rich_ere.relation("orgaffiliation", "none") is None


def test_fillers_may_be_arguments() -> None:
    row = rich_ere.relation("personalsocial", "role")
    assert row is not None
    assert row.arg2 == {"title"}


def test_symmetric_relations_are_between_persons() -> None:
    found = {row.subtype for row in rich_ere.RELATIONS if row.symmetric}
    assert found == {"business", "family", "unspecified"}


@pytest.mark.parametrize(("record", "word"), [("SPC", "specific"), ("NSP", "nonspecific"), ("GEN", "nonspecific")])
def test_specificity_as_rich_ere_writes_it(record: str, word: str) -> None:
    assert rich_ere.specificity_word(record) == word


def test_the_sample_collection_uses_known_types_and_roles_only() -> None:
    for path in sorted((CALDER / "ere").glob("ENG_NW*.xml")):
        kb, _ = read(path.read_bytes(), file=path.name, context=Context())
        for relation in kb.relations.values():
            assert rich_ere.relation(relation.type or "", relation.subtype) is not None
        for event in kb.event_mentions.values():
            row = rich_ere.event(event.type, event.subtype)
            assert row is not None
            assert {argument.role for argument in event.arguments} <= row.roles
