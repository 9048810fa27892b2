"""Which statements become facts of a knowledge base, and how sure they are."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document, FoundEntity, FoundFiller
from factbook.extract.layers.modality import Status
from factbook.extract.layers.slots import apply, slots_of
from factbook.extract.layers.statements import FILLER, MENTION, Item, Statement, share
from factbook.extract.lexicon import rows
from parsed import mention, parsed


def statement(name: str, arg1: Item, arg2: Item, *, rule: str = "value") -> Statement:
    return Statement(name, arg1, arg2, 0, 0.8, None, Status(), rule)


def with_title(noun: str, *, named: bool) -> Document:
    """A noun that is its own title, and the name of the same person where there is one."""
    document = parsed(f"the/DET/2/det {noun}/3/nsubj spoke/VERB/0/root Anna/PROPN/3/vocative")
    mention(document, 0, 2, level="NOM")
    mention(document, 3, 4, level="NAM")
    for index, found in enumerate(document.mentions):
        found.entity = 0 if named else index
    groups = [[0, 1]] if named else [[0], [1]]
    document.entities = [FoundEntity(group, "PER") for group in groups]
    document.fillers.append(FoundFiller("TITLE", 1, 2, 1, value="captain", sentence=0))
    return document


@pytest.mark.parametrize(
    ("noun", "named", "expected"),
    [
        ("captain/NOUN-NN", True, ["per:title"]),
        ("captain/NOUN-NN", False, []),
        ("captain/NOUN-NNS", True, []),
    ],
)
def test_a_mere_noun_is_no_title(noun: str, named: bool, expected: list[str]) -> None:
    document = with_title(noun, named=named)
    document.statements = [statement("own_title", Item(MENTION, 0), Item(FILLER, 0))]
    apply(document)
    assert [relation.type for relation in document.relations] == expected


def test_groups_and_kinds_of_people_have_no_slots() -> None:
    document = parsed("lawyer/NOUN-NNS/0/root at/ADP/3/case Acme/PROPN/1/nmod")
    mention(document, 0, 1, level="NOM")
    mention(document, 2, 3, level="NAM", type="ORG")
    document.entities = [FoundEntity([0], "PER"), FoundEntity([1], "ORG")]
    document.mentions[0].entity, document.mentions[1].entity = 0, 1
    found = statement("employee", Item(MENTION, 0), Item(MENTION, 1))
    assert list(slots_of(document, found)) == []
    document.words[0].xpos = "NN"
    assert [relation.type for relation in slots_of(document, found)] == ["per:employee_or_member_of"]
    document.entities[0].specificity = "GEN"
    assert list(slots_of(document, found)) == []


def test_the_head_of_a_place_works_for_it_and_is_no_top_member() -> None:
    document = parsed("Varga/PROPN/0/root of/ADP/3/case Lisk/PROPN/1/nmod")
    mention(document, 0, 1, level="NAM")
    mention(document, 2, 3, level="NAM", type="GPE")
    document.entities = [FoundEntity([0], "PER"), FoundEntity([1], "GPE")]
    document.mentions[0].entity, document.mentions[1].entity = 0, 1
    found = slots_of(document, statement("leader", Item(MENTION, 0), Item(MENTION, 1)))
    assert [relation.type for relation in found] == ["per:employee_or_member_of"]


@pytest.mark.parametrize(("value", "expected"), [("2013-XX-XX", ["per:date_of_death"]), ("XXXX-XX-XX", [])])
def test_a_time_of_which_nothing_is_known_fills_no_slot(value: str, expected: list[str]) -> None:
    document = parsed("Varga/PROPN/2/nsubj died/VERB/0/root then/ADV/2/advmod")
    mention(document, 0, 1, level="NAM")
    document.entities = [FoundEntity([0], "PER")]
    document.mentions[0].entity = 0
    document.fillers.append(FoundFiller("TIME", 2, 3, 2, value=value, sentence=0))
    found = statement("death_date", Item(MENTION, 0), Item(FILLER, 0))
    assert [relation.type for relation in slots_of(document, found)] == expected


def test_what_is_no_fact_fills_no_slot() -> None:
    document = parsed("Varga/PROPN/0/root of/ADP/3/case Acme/PROPN/1/nmod")
    mention(document, 0, 1, level="NAM")
    mention(document, 2, 3, level="NAM", type="ORG")
    document.entities = [FoundEntity([0], "PER"), FoundEntity([1], "ORG")]
    document.mentions[0].entity, document.mentions[1].entity = 0, 1
    found = statement("employee", Item(MENTION, 0), Item(MENTION, 1))
    assert list(slots_of(document, found._replace(status=Status(possible=True)))) == []


def test_confidences_come_from_the_table() -> None:
    table = {(row[0], row[1]): float(row[2]) for row in rows("confidence")}
    assert all(0 < value < 1 for value in table.values())
    assert share("value", "title") == table["value", "title"]
    assert share("value", "no such statement") == table["value", "*"]
