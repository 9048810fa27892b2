"""Sarcasm, polarity, quotes, authors and arguments: what the task description says of each attitude."""

from __future__ import annotations

import pytest

from factbook.extract.attitudes.systems import SYSTEMS, find
from factbook.extract.pipeline import pipeline
from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Entity, Event, EventMention, Mention
from factbook.text.markup import parse_source
from tests.extract.attitudes.test_systems import FORUM, attitudes, beliefs, place

PEOPLE = {"a": "anna", "b": "Bob Stone", "c": "Carla Diaz"}


def election(text: str, *, event: str, person: str, when: str = "") -> list[Attitude]:
    """Beliefs about an election with a person and perhaps another argument."""
    source = parse_source(text, id="d", language="en")
    kb = KB()
    arguments = []
    for name, role, words in (("p", "person", person), ("w", "time", when)):
        if words:
            kb.add(Entity(id=f"e-{name}", type="PER"))
            kb.add(Mention(id=name, entity=f"e-{name}", level="NAM", type="PER", extent=place(source, words)))
            arguments.append(Argument(role=role, ref=name))
    kb.add(Event(id="h", type="personnel", subtype="elect"))
    trigger = place(source, event)
    kb.add(
        EventMention(id="em", event="h", type="personnel", subtype="elect", trigger=trigger, arguments=tuple(arguments))
    )
    found = find(pipeline("en", upto="syntax").read(source), kb).attitudes.values()
    return [one for one in found if one.kind == "belief"]


def test_only_the_winner_is_uncertain() -> None:
    """Seed 000, section 4.2: the winning is a committed belief, who wins a non-committed one."""
    found = election("Trump may win the presidential election in 2020.", event="win", person="Trump", when="2020")
    assert {(a.argument, a.value) for a in found} == {(None, "CB"), ("p", "NCB"), ("w", "CB")}


def test_arguments_share_the_belief_in_their_event() -> None:
    found = election("Varga did not win the election in 2012.", event="win", person="Varga", when="2012")
    assert {(a.argument, a.value, a.polarity) for a in found} == {
        (None, "CB", "neg"),
        ("p", "CB", "neg"),
        ("w", "CB", "neg"),
    }


def test_a_condition_leaves_the_election_open() -> None:
    found = election("If Varga wins, the port will grow.", event="wins", person="Varga")
    assert {(a.argument, a.value) for a in found} == {(None, "NCB"), ("p", "NCB")}


def test_a_hedge_on_one_argument_is_about_that_argument() -> None:
    text = "The mayor was elected in March, perhaps by Varga."
    found = {(a.argument, a.value) for a in election(text, event="elected", person="Varga", when="March")}
    assert {(None, "CB"), ("p", "NCB"), ("w", "CB")} == found


def test_the_baseline_says_nothing_of_arguments() -> None:
    text = FORUM.format("Police arrested Bob Stone.")
    assert all(a.argument is None for a in attitudes(text, PEOPLE | {"c": "Police"}, "arrested", "baseline"))


@pytest.mark.parametrize(
    ("sentence", "polarity"),
    [("Police arrested Bob Stone.", "pos"), ("Police did not arrest Bob Stone.", "neg")],
)
def test_polarity_is_that_of_the_proposition(sentence: str, polarity: str) -> None:
    event = "arrested" if "arrested" in sentence else "arrest"
    assert beliefs(FORUM.format(sentence), {"a": "anna", "b": "Bob Stone"}, event) == {("a", "CB", polarity)}


def test_a_denial_turns_the_polarity_of_its_holder() -> None:
    found = beliefs(FORUM.format("Carla Diaz denied that police arrested Bob Stone."), PEOPLE, "arrested")
    assert found == {("a", "ROB", "pos"), ("c", "CB", "neg")}


def test_who_admits_it_believes_it_too() -> None:
    found = beliefs(FORUM.format("Carla Diaz admitted that police arrested Bob Stone."), PEOPLE, "arrested")
    assert found == {("a", "CB", "pos"), ("c", "CB", "pos")}


def test_a_doubt_of_the_writer_is_no_committed_belief() -> None:
    found = beliefs(
        FORUM.format("I doubt that police arrested Bob Stone."), {"a": "anna", "b": "Bob Stone"}, "arrested"
    )
    assert found == {("a", "NCB", "neg")}


def test_the_nearest_possible_source_speaks_where_the_subject_is_none() -> None:
    """A leaflet holds no belief; whose leaflet it is does."""
    people = {"a": "anna", "b": "Bob Stone", "c": "Her"}
    found = beliefs(FORUM.format("Her leaflet claims that police arrested Bob Stone."), people, "arrested")
    assert found == {("a", "ROB", "pos"), ("c", "CB", "pos")}


@pytest.mark.parametrize(("opening", "polarity", "sarcasm"), [("Yeah right", "neg", True), ("Well", "pos", False)])
def test_sarcasm_is_a_belief_in_the_opposite(opening: str, polarity: str, sarcasm: bool) -> None:
    text = FORUM.format(f"{opening}, police arrested Bob Stone.")
    found = attitudes(text, {"a": "anna", "b": "Bob Stone"}, "arrested")
    belief = next(a for a in found if a.kind == "belief")
    assert (belief.value, belief.polarity, belief.sarcasm) == ("CB", polarity, sarcasm)


def test_sarcastic_praise_is_marked() -> None:
    text = FORUM.format("Thanks for nothing, you useless crook Bob Stone.")
    found = [a for a in attitudes(text, {"a": "anna", "b": "Bob Stone"}) if a.kind == "sentiment"]
    assert [(a.value, a.sarcasm) for a in found] == [("neg", True)]


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_quoted_text_gives_no_target(system: str) -> None:
    quoted = '<quote orig_author="bob">Police arrested Bob Stone, that useless crook.</quote>\nReally?'
    found = attitudes(FORUM.format(quoted), {"a": "anna", "b": "Bob Stone"}, "arrested", system)
    assert not {a.target for a in found} & {"b", "em"}
    said = attitudes(FORUM.format("Police arrested Bob Stone, that useless crook."), {"a": "anna"}, "arrested", system)
    assert "em" in {a.target for a in said}


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_newswire_without_author_has_no_source(system: str) -> None:
    found = attitudes("Police arrested Bob Stone on Friday.", {"b": "Bob Stone"}, "arrested", system)
    own = [a for a in found if a.kind == "belief" and a.argument is None]
    assert [a.source for a in own] == [None]


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_the_author_is_the_name_in_the_post_tag(system: str) -> None:
    """Seed 000, appendix B: the standard place, not the nearest mention ("I")."""
    text = FORUM.format("I say it again: police arrested Bob Stone.")
    source = parse_source(text, id="d", language="en")
    kb = KB()
    kb.add(Entity(id="e-a", type="PER"))
    for name, words in (("tag", "anna"), ("i", "I say")):
        extent = place(source, words)
        if words == "I say":
            extent = type(extent)(extent.doc, extent.start, extent.start + 1)
        kb.add(Mention(id=name, entity="e-a", level="NAM", type="PER", extent=extent, text=words))
    kb.add(Event(id="h", type="justice", subtype="arrestjail"))
    trigger = place(source, "arrested")
    kb.add(EventMention(id="em", event="h", type="justice", subtype="arrestjail", trigger=trigger))
    found = find(pipeline("en", upto="syntax").read(source), kb, system).attitudes.values()
    assert {a.source for a in found if a.kind == "belief" and a.target == "em"} == {"tag"}
