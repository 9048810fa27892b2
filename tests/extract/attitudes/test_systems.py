"""Attitude systems on short texts with hand-made entities and events."""

from __future__ import annotations

import pytest

from factbook.extract.attitudes.systems import SYSTEMS, find
from factbook.extract.pipeline import pipeline
from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Entity, Event, EventMention, Mention, Relation, RelationMention
from factbook.text.markup import parse_source
from factbook.text.offsets import Span
from factbook.text.source import Source


def place(source: Source, words: str, occurrence: int = 0) -> Span:
    at = -1
    for _ in range(occurrence + 1):
        at = source.text.index(words, at + 1)
    return Span(source.id, at, at + len(words))


def world(source: Source, people: dict[str, str], event: str = "", kind: str = "justice.arrestjail") -> KB:
    """An ERE of these mentions (id: words, each first occurrence) and perhaps one event by its trigger."""
    kb = KB()
    for name, words in people.items():
        kb.add(Entity(id=f"e-{name}", type="PER"))
        kb.add(Mention(id=name, entity=f"e-{name}", level="NAM", type="PER", extent=place(source, words), text=words))
    if event:
        main, sub = kind.split(".")
        kb.add(Event(id="h", type=main, subtype=sub))
        trigger = place(source, event)
        kb.add(EventMention(id="em", event="h", type=main, subtype=sub, trigger=trigger, trigger_text=event))
    return kb


def attitudes(text: str, people: dict[str, str], event: str = "", system: str = "default") -> list[Attitude]:
    source = parse_source(text, id="d", language="en")
    document = pipeline("en", upto="syntax").read(source)
    return list(find(document, world(source, people, event), system).attitudes.values())


def beliefs(text: str, people: dict[str, str], event: str) -> set[tuple[str | None, str, str]]:
    return {(a.source, a.value, a.polarity) for a in attitudes(text, people, event) if a.kind == "belief"}


FORUM = '<doc id="d">\n<post author="anna" id="p1">\n{}\n</post>\n</doc>\n'


def test_the_author_is_sure_of_a_fact() -> None:
    text = FORUM.format("Police arrested Bob Stone on Friday.")
    assert beliefs(text, {"a": "anna", "b": "Bob Stone"}, "arrested") == {("a", "CB", "pos")}


def test_news_have_no_source() -> None:
    assert beliefs("Police arrested Bob Stone on Friday.", {"b": "Bob Stone"}, "arrested") == {(None, "CB", "pos")}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Police did not arrest Bob Stone.", {("a", "CB", "neg")}),
        ("Police may arrest Bob Stone.", {("a", "NCB", "pos")}),
        ("I think police arrested Bob Stone.", {("a", "NCB", "pos")}),
        ("Bob Stone was allegedly arrested.", {("a", "ROB", "pos")}),
    ],
)
def test_how_sure_the_author_is(sentence: str, expected: set[tuple[str, str, str]]) -> None:
    event = "arrested" if "arrested" in sentence else "arrest"
    assert beliefs(FORUM.format(sentence), {"a": "anna", "b": "Bob Stone"}, event) == expected


def test_a_report_belongs_to_who_makes_it() -> None:
    text = FORUM.format("Carla Diaz said that police arrested Bob Stone.")
    people = {"a": "anna", "b": "Bob Stone", "c": "Carla Diaz"}
    assert beliefs(text, people, "arrested") == {("a", "ROB", "pos"), ("c", "CB", "pos")}


def test_a_denial_is_a_belief_in_the_opposite() -> None:
    text = FORUM.format("Carla Diaz denied that police arrested Bob Stone.")
    people = {"a": "anna", "b": "Bob Stone", "c": "Carla Diaz"}
    assert ("c", "CB", "neg") in beliefs(text, people, "arrested")


def test_direct_speech() -> None:
    text = '"The police arrested Bob Stone last night," said Carla Diaz.'
    assert beliefs(text, {"b": "Bob Stone", "c": "Carla Diaz"}, "arrested") == {
        (None, "ROB", "pos"),
        ("c", "CB", "pos"),
    }


def test_quoted_posts_give_no_target() -> None:
    quoted = '<quote orig_author="bob">Police arrested Bob Stone.</quote>\nReally?'
    assert attitudes(FORUM.format(quoted), {"a": "anna"}, "arrested") == []


def test_feelings_of_the_author_and_of_others() -> None:
    text = FORUM.format("I hate Bob Stone. Carla Diaz admires Dan Moss.")
    people = {"a": "anna", "b": "Bob Stone", "c": "Carla Diaz", "d": "Dan Moss"}
    found = {(x.source, x.value, x.target) for x in attitudes(text, people) if x.kind == "sentiment"}
    assert ("a", "neg", "b") in found
    assert ("c", "pos", "d") in found


def test_the_baseline_is_sure_and_negative() -> None:
    text = FORUM.format("Maybe police arrested Bob Stone.")
    found = {
        (x.kind, x.source, x.value, x.target)
        for x in attitudes(text, {"a": "anna", "b": "Bob Stone"}, "arrested", "baseline")
    }
    assert found == {
        ("belief", "a", "CB", "em"),
        ("sentiment", "a", "neg", "em"),
        ("sentiment", "a", "neg", "a"),
        ("sentiment", "a", "neg", "b"),
    }


def test_a_relation_that_a_noun_states_is_taken_for_granted() -> None:
    source = parse_source("Carla Diaz said that her brother Bob left.", id="d", language="en")
    document = pipeline("en", upto="syntax").read(source)
    kb = world(source, {"b": "brother", "c": "her"})
    kb.add(Relation(id="r", type="personalsocial", subtype="family"))
    arguments = (Argument(role="per", ref="b"), Argument(role="per", ref="c"))
    kb.add(RelationMention(id="rm", relation="r", arguments=arguments, trigger=place(source, "brother")))
    found = [a for a in find(document, kb).attitudes.values() if a.kind == "belief"]
    assert [(a.target, a.value) for a in found] == [("rm", "CB")]


def test_unknown_system_names_the_choices() -> None:
    with pytest.raises(ValueError, match="baseline"):
        attitudes("x", {}, system="oracle")


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_nothing_to_say_about_nothing(system: str) -> None:
    assert attitudes("", {}, system=system) == []


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_confidences_are_probabilities(system: str) -> None:
    text = FORUM.format("Carla Diaz said that police arrested Bob Stone. I hate Bob Stone.")
    for attitude in attitudes(text, {"a": "anna", "b": "Bob Stone", "c": "Carla Diaz"}, "arrested", system):
        assert attitude.confidence is not None
        assert 0 < attitude.confidence <= 1
