"""Between formats: types by table, places found, losses counted."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from factbook.formats.convert import convert
from factbook.formats.format import CannotWrite, Context
from factbook.formats.table import FORMATS
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Document,
    Entity,
    Event,
    EventMention,
    Filler,
    Mention,
    Relation,
    RelationMention,
)
from factbook.schema import rich_ere
from factbook.text.inputs import read_sources
from factbook.text.markup import parse_source
from factbook.text.offsets import Span
from factbook.text.source import Source

CALDER = Path(__file__).parents[2] / "examples" / "calder"
DOC = "ENG_DF_20140228_203"
FILES = {
    "apf": f"apf/{DOC}.apf.xml",
    "rich-ere": f"ere/{DOC}.rich_ere.xml",
    "best": f"best/{DOC}.best.xml",
    "coldstart-kb": "kb/gold.tac",
    "edl": "edl/gold.tab",
    "conll": f"coref/{DOC}.conll",
}


@cache
def sources(folder: str) -> dict[str, Source]:
    return {source.id: source for source in read_sources([CALDER / folder])}


def around(origin: str) -> Context:
    return Context(sources=sources("sgm" if origin == "apf" else "source"), options={"level": "NAM", "type": "PER"})


def read(name: str) -> KB:
    path = CALDER / FILES[name]
    kb, problems = FORMATS[name].read(path.read_bytes(), file=path.name, context=around(name))
    assert not problems.errors
    assert isinstance(kb, KB)
    return kb


@pytest.mark.parametrize("target", [*FILES, "jsonl", "rdf"])
@pytest.mark.parametrize("origin", [name for name in FILES if name != "best"])
def test_every_pair_writes_a_file_without_errors(origin: str, target: str) -> None:
    context = around(origin)
    kb, _ = convert(read(origin), origin=origin, target=FORMATS[target], context=context)
    if target == "rich-ere" and len({mention.doc for mention in kb.mentions.values()}) > 1:
        return  # one document a file: the verb splits, see tests/cli
    data = FORMATS[target].write(kb, context=context)
    again, problems = FORMATS[target].read(data, file=f"x{FORMATS[target].suffixes[0]}", context=context)
    assert not problems.errors, [str(problem) for problem in problems.errors[:3]]
    assert target == "best" or len(again.mentions) > 10


@pytest.mark.parametrize(
    ("origin", "target"), [("rich-ere", "apf"), ("apf", "rich-ere"), ("jsonl", "rich-ere"), ("jsonl", "apf")]
)
def test_what_is_not_reported_comes_back(origin: str, target: str) -> None:
    """After a conversion, all that is left in the KB is read back equal from the target's file."""
    context = around("rich-ere" if origin == "jsonl" else origin)
    given = small()[0] if origin == "jsonl" else read(origin)
    context = small()[1] if origin == "jsonl" else context
    kb, losses = convert(given, origin=origin, target=FORMATS[target], context=context)
    assert losses
    again, _ = FORMATS[target].read(FORMATS[target].write(kb, context=context), file="x", context=context)
    tables = ["entities", "mentions", "relations", "relation_mentions", "events", "event_mentions"]
    for table in tables if target == "apf" else [*tables, "fillers"]:
        assert getattr(again, table) == getattr(kb, table)
    # An APF value and its mention are two fillers.
    assert {filler.text for filler in kb.fillers.values()} <= {filler.text for filler in again.fillers.values()}


def small() -> tuple[KB, Context]:
    text = '<DOC id="d">\n<TEXT>\nAnn Lee, mayor, founded Acme in Ostravia. She left.\n</TEXT>\n</DOC>'
    source = parse_source(text, id="d")

    def span(words: str) -> Span:
        start = text.index(words)
        return Span("d", start, start + len(words))

    def relation(id: str, kind: str, subtype: str, first: str, second: str) -> list[Relation | RelationMention]:
        roles = rich_ere.relation(kind, subtype)
        assert roles is not None
        arguments = (Argument(role=roles.roles[0], ref=first), Argument(role=roles.roles[1], ref=second))
        objects_of = {"m1": "E1", "m2": "E2", "m3": "E3", "m4": "E1", "f1": "f1"}
        objects = tuple(Argument(role=one.role, ref=objects_of[one.ref]) for one in arguments)
        return [
            Relation(id=id, type=kind, subtype=subtype, arguments=objects),
            RelationMention(id=f"{id}-1", relation=id, arguments=arguments, realis="true"),
        ]

    kb = KB.of(
        [
            Document(id="d"),
            Entity(id="E1", type="PER", specificity="SPC"),
            Entity(id="E2", type="ORG", specificity="NSP"),
            Entity(id="E3", type="GPE", subtype="Nation"),
            Mention(id="m1", entity="E1", level="NAM", extent=span("Ann Lee"), text="Ann Lee"),
            Mention(id="m2", entity="E2", level="NAM", extent=span("Acme"), text="Acme"),
            Mention(id="m3", entity="E3", level="NAM", extent=span("Ostravia"), text="Ostravia"),
            Mention(id="m4", entity="E1", level="PRO", extent=span("She"), text="She"),
            Filler(id="f1", type="TITLE", text="mayor", extent=span("mayor")),
            *relation("R1", "orgaffiliation", "founder", "m1", "m2"),
            *relation("R2", "personalsocial", "role", "m1", "f1"),
            *relation("R3", "physical", "resident", "m4", "m3"),
            *relation("R4", "physical", "locatednear", "m1", "m3"),
            Event(id="V1", type="business", subtype="startorg", arguments=(Argument(role="agent", ref="E1"),)),
            EventMention(id="v1", event="V1", type="business", subtype="startorg", realis="actual",
                         trigger=span("founded"), trigger_text="founded",
                         arguments=(Argument(role="agent", ref="m1", realis="true"),)),
        ]
    )  # fmt: skip
    return kb, Context(sources={"d": source})


def test_rich_ere_to_slots() -> None:
    kb, context = small()
    new, losses = convert(kb, origin="rich-ere", target=FORMATS["coldstart-kb"], context=context)
    triples = {
        (relation.arguments[0].ref, relation.type, relation.arguments[1].ref) for relation in new.relations.values()
    }
    assert triples == {
        ("E2", "org:founded_by", "E1"),
        ("E1", "per:title", "f1"),
        ("E1", "per:countries_of_residence", "E3"),
    }
    assert losses.counts["relation", "of type physical.locatednear"] == 1
    assert losses.counts["mention", "of level PRO"] == 1
    assert losses.counts["event", ""] == 1
    assert new.relation_mentions["R1-1"].provenance == (Span("d", 20, 48),)
    assert [mention.id for mention in new.mentions.values() if mention.canonical] == ["m1", "m2", "m3"]


def test_rich_ere_to_ace() -> None:
    kb, context = small()
    new, losses = convert(kb, origin="rich-ere", target=FORMATS["apf"], context=context)
    assert {(one.type, one.subtype) for one in new.relations.values()} == {
        ("ORG-AFF", "Founder"),
        ("GEN-AFF", "Citizen-Resident-Religion-Ethnicity"),
        ("PHYS", "Located"),
    }
    founder = new.relation_mentions["R1-1"]
    assert [argument.role for argument in founder.arguments] == ["Arg-1", "Arg-2"]
    assert founder.text == "Ann Lee, mayor, founded Acme"
    assert new.entities["E2"].specificity == "USP"
    assert new.fillers["f1"].type == "Job-Title"
    event = new.event_mentions["v1"]
    assert (event.type, event.subtype, event.arguments[0].role) == ("Business", "Start-Org", "Agent")
    assert losses.counts["relation", "of type personalsocial.role"] == 1
    assert losses.counts["event_mention", "realis"] == 1


def test_ace_to_rich_ere_and_back_keeps_shared_types() -> None:
    kb, context = small()
    ace, _ = convert(kb, origin="rich-ere", target=FORMATS["apf"], context=context)
    ere, _ = convert(ace, origin="apf", target=FORMATS["rich-ere"], context=context)
    assert (ere.relations["R1"].type, ere.relations["R1"].subtype) == ("orgaffiliation", "founder")
    assert [argument.role for argument in ere.relation_mentions["R1-1"].arguments] == ["founder", "org"]
    (argument,) = ere.event_mentions["v1"].arguments
    assert (argument.role, argument.ref, argument.text, argument.realis) == ("agent", "m1", "Ann Lee", "true")


def test_slots_to_rich_ere_finds_mentions_and_fillers() -> None:
    kb, context = small()
    slots, _ = convert(kb, origin="rich-ere", target=FORMATS["coldstart-kb"], context=context)
    data = FORMATS["coldstart-kb"].write(slots, context=context)
    again, _ = FORMATS["coldstart-kb"].read(data, file="x.tac", context=context)
    ere, _ = convert(again, origin="coldstart-kb", target=FORMATS["rich-ere"], context=context)
    found = {
        (relation.type, relation.subtype): [
            ere.mentions[one.ref].text if one.ref in ere.mentions else ere.fillers[one.ref].text
            for one in ere.mentions_of_relation[relation.id][0].arguments
        ]
        for relation in ere.relations.values()
    }
    assert found == {
        ("orgaffiliation", "founder"): ["Ann Lee", "Acme"],
        ("personalsocial", "role"): ["Ann Lee", "mayor"],
        ("physical", "resident"): ["Ann Lee", "Ostravia"],
    }
    assert [(filler.type, filler.text) for filler in ere.fillers.values()] == [("TITLE", "mayor")]


def test_a_slot_and_its_inverse_are_one_relation() -> None:
    kb, context = small()
    pairs = (("org:founded_by", "E2", "E1"), ("per:organizations_founded", "E1", "E2"))
    kb.relations, kb.relation_mentions = {}, {}
    for slot, first, second in pairs:
        arguments = (Argument(role="subject", ref=first), Argument(role="object", ref=second))
        kb.add(Relation(id=slot, type=slot, arguments=arguments))
        kb.add(RelationMention(id=f"{slot}-1", relation=slot, provenance=(Span("d", 20, 48),)))
    ere, losses = convert(kb, origin="coldstart-kb", target=FORMATS["rich-ere"], context=context)
    assert [relation.subtype for relation in ere.relations.values()] == ["founder"]
    assert [argument.ref for argument in next(iter(ere.relations.values())).arguments] == ["E1", "E2"]
    assert not [key for key in losses.counts if key[0] == "relation"]


def test_tokens_become_raw_characters() -> None:
    context = around("conll")
    kb, losses = convert(read("conll"), origin="conll", target=FORMATS["edl"], context=context)
    gold = {mention.extent for mention in read("rich-ere").mentions.values()}
    assert {mention.extent for mention in kb.mentions.values()} == gold
    assert ("mention", "without its tokens in the text") not in losses.counts


def test_a_lossless_file_remembers_whose_words_it_holds() -> None:
    kb = read("apf")
    context = around("apf")
    stored, losses = convert(kb, origin="apf", target=FORMATS["jsonl"], context=context)
    assert not losses
    back, losses = convert(stored, origin="jsonl", target=FORMATS["apf"], context=context)
    assert not losses
    assert FORMATS["apf"].write(back, context=context) == (CALDER / FILES["apf"]).read_bytes()


def test_offsets_that_need_the_text_say_so() -> None:
    kb, _ = FORMATS["apf"].read((CALDER / FILES["apf"]).read_bytes(), file="x")
    with pytest.raises(CannotWrite, match=rf"need the text of {DOC}: give it with --source"):
        convert(kb, origin="apf", target=FORMATS["rich-ere"], context=Context())


def test_links_that_edl_has_no_place_for_are_told() -> None:
    entity = Entity(id="e", type="PER", links=(("FB", "m.1"), ("wiki", "Q1")))
    mention = Mention(id="m", entity="e", level="NAM", type="PER", extent=Span("d", 0, 3), text="Ann")
    kb = KB(entities={"e": entity}, mentions={"m": mention})
    _, losses = convert(kb, origin="coldstart-kb", target=FORMATS["edl"], context=Context())
    assert [*losses.lines()] == ["1 × entity.links", "1 × entity.links.resource"]
