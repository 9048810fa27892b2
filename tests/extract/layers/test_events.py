"""Events end to end with the model that ships: triggers, types, realis, arguments, hoppers."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.layers import events
from factbook.extract.lexicon import rows
from factbook.extract.pipeline import pipeline
from factbook.schema import rich_ere
from factbook.text.markup import parse_source


def read(text: str) -> Document:
    return pipeline("en", upto="events").read(parse_source(text, id="d", language="en"))


def shown(document: Document) -> list[tuple[str, str, str, dict[str, str]]]:
    found = []
    for event in document.events:
        arguments = {}
        for argument in event.arguments:
            item = document.mentions if argument.kind == "mention" else document.fillers
            thing = item[argument.index]
            arguments[argument.role] = document.text_of(thing.first, thing.end)
        found.append((document.text_of(*event.trigger), f"{event.type}.{event.subtype}", event.realis, arguments))
    return found


def test_active_and_passive_give_the_same_roles() -> None:
    for text in ("Police arrested Maria Lopez.", "Maria Lopez was arrested by police."):
        (found,) = shown(read(text))
        assert found[1:3] == ("justice.arrestjail", "actual")
        assert found[3]["person"] == "Maria Lopez"
        assert found[3]["agent"].lower() == "police"


def test_a_negated_event_is_other() -> None:
    (found,) = shown(read("Police did not arrest Maria Lopez."))
    assert found[2] == "other"


def test_the_object_decides_the_type() -> None:
    types = [event[1] for event in shown(read("Anna Berg founded a company in 1990."))]
    assert types == ["business.startorg"]


def test_no_trigger_no_event() -> None:
    assert shown(read("The table is green.")) == []


def test_a_heart_attack_is_no_attack() -> None:
    types = [event[1] for event in shown(read("Lars Holm died of a heart attack after the attack on the bank."))]
    assert types.count("conflict.attack") == 1
    assert "life.die" in types


def test_two_mentions_of_one_death_are_one_event() -> None:
    document = read("John Miller died on Monday. Miller died in London.")
    assert len(document.events) == 2
    assert document.events[0].event == document.events[1].event


@pytest.mark.parametrize("kind", sorted({row[0] for row in rows("event_triggers")}))
def test_every_type_and_role_is_in_the_inventory(kind: str) -> None:
    main, _, sub = kind.partition(".")
    known = {role.role for role in events.roles(kind)}
    row = rich_ere.event(main, sub)
    assert row is not None
    assert known <= row.roles | rich_ere.COMMON_ROLES
