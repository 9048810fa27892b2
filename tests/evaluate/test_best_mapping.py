"""Predicted ERE to gold ERE: each clause of the mapping (seed 004, section 7)."""

from __future__ import annotations

from factbook.evaluate.best_mapping import map_ere
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Entity,
    Event,
    EventMention,
    Filler,
    Mention,
    Record,
    Relation,
    RelationMention,
)
from factbook.text.offsets import Span


def mention(id: str, entity: str, start: int, *, length: int = 3) -> Mention:
    return Mention(id=id, entity=entity, level="NAM", extent=Span("d", start, start + length))


def kb(*records: Record) -> KB:
    return KB.of(records)


def test_entity_mentions_need_exact_span_and_type() -> None:
    gold = kb(Entity(id="e", type="PER"), mention("m1", "e", 0), mention("m2", "e", 10), mention("m3", "e", 20))
    predicted = kb(
        Entity(id="p", type="PER"),
        Entity(id="q", type="ORG"),
        mention("a", "p", 0),
        mention("b", "p", 10, length=4),
        mention("c", "q", 20),
    )
    assert map_ere(gold, predicted).mentions == {"a": "m1"}


def test_entities_map_one_to_one_by_the_largest_overlap() -> None:
    places = {"m1": ("e", 0), "m2": ("e", 10), "m3": ("f", 20)}
    gold = kb(Entity(id="e", type="PER"), Entity(id="f", type="PER"), *(mention(m, *at) for m, at in places.items()))
    # p has one mention of each, q the other two of e's … : the best total gives q to e and p to f.
    predicted = kb(
        Entity(id="p", type="PER"),
        Entity(id="q", type="PER"),
        mention("a", "p", 0),
        mention("c", "p", 20),
        mention("b", "q", 10),
    )
    assert map_ere(gold, predicted).objects == {"p": "f", "q": "e"}


def event(id: str, of: str, start: int, kind: str = "conflict") -> EventMention:
    return EventMention(id=id, event=of, type=kind, trigger=Span("d", start, start + 4))


def test_event_mentions_map_by_trigger_and_prefer_the_same_type() -> None:
    gold = kb(Event(id="h"), event("g1", "h", 0, "conflict"), event("g2", "h", 0, "life"), event("g3", "h", 9))
    predicted = kb(Event(id="x"), event("p1", "x", 0, "life"), event("p2", "x", 9, "justice"), event("p3", "x", 30))
    found = map_ere(gold, predicted)
    assert found.mentions == {"p1": "g2", "p2": "g3"}
    assert found.objects == {"x": "h"}


def relation(id: str, of: str, first: str, second: str) -> RelationMention:
    return RelationMention(
        id=id, relation=of, arguments=(Argument(role="a", ref=first), Argument(role="b", ref=second))
    )


def test_relation_mentions_need_type_and_both_mapped_arguments() -> None:
    gold = kb(
        Entity(id="e", type="PER"),
        mention("m1", "e", 0),
        mention("m2", "e", 10),
        Filler(id="t", type="TITLE", extent=Span("d", 50, 55)),
        Relation(id="r", type="orgaffiliation"),
        Relation(id="s", type="personalsocial"),
        relation("r1", "r", "m1", "m2"),
        relation("s1", "s", "m1", "t"),
    )
    predicted = kb(
        Entity(id="p", type="PER"),
        mention("a", "p", 0),
        mention("b", "p", 10),
        mention("c", "p", 99),
        Filler(id="u", type="TITLE", extent=Span("d", 50, 55)),
        Relation(id="x", type="orgaffiliation"),
        Relation(id="y", type="personalsocial"),
        relation("same", "x", "a", "b"),
        relation("turned", "x", "b", "a"),
        relation("unmapped", "x", "a", "c"),
        relation("type", "y", "a", "b"),
        relation("filler", "y", "a", "u"),
    )
    found = map_ere(gold, predicted)
    assert {id: found.mentions.get(id) for id in predicted.relation_mentions} == {
        "same": "r1",
        "turned": None,
        "unmapped": None,
        "type": None,
        "filler": "s1",
    }
    assert found.objects["x"] == "r"
