"""KB: tables in order, look-up, duplicates, merging."""

from __future__ import annotations

import pytest

from factbook.model.kb import KB, KINDS, TABLES, DuplicateId
from factbook.model.records import Entity, Mention
from factbook.text.offsets import Span


def mention(id: str, entity: str) -> Mention:
    return Mention(id=id, entity=entity, level="NAM", extent=Span("d", 0, 1))


def test_order_of_the_file_is_kept() -> None:
    kb = KB.of([Entity(id="b", type="PER"), Entity(id="a", type="ORG")])
    assert list(kb.entities) == ["b", "a"]


def test_an_id_is_used_once_a_table() -> None:
    kb = KB.of([Entity(id="a", type="PER"), mention("a", "a")])
    with pytest.raises(DuplicateId, match="Entity id 'a' is used twice"):
        kb.add(Entity(id="a", type="ORG"))
    kb.add(Entity(id="a", type="ORG"), replace=True)
    assert kb.entities["a"].type == "ORG"


def test_indexes_follow_changes() -> None:
    kb = KB.of([Entity(id="a", type="PER"), mention("m", "a")])
    assert [one.id for one in kb.mentions_of["a"]] == ["m"]
    kb.add(mention("n", "a"))
    assert [one.id for one in kb.mentions_of["a"]] == ["m", "n"]


def test_merge_takes_equal_records_once_and_refuses_two_contents() -> None:
    kb = KB.of([Entity(id="a", type="PER")])
    kb.merge(KB.of([Entity(id="a", type="PER"), Entity(id="b", type="PER")]))
    assert list(kb.entities) == ["a", "b"]
    with pytest.raises(DuplicateId, match="two contents"):
        kb.merge(KB.of([Entity(id="a", type="ORG")]))


def test_every_record_type_has_one_table_and_one_word() -> None:
    assert set(KINDS.values()) == set(TABLES)
    assert all(hasattr(KB(), table) for table in TABLES.values())
