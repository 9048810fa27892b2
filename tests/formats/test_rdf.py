"""RDF: what a graph looks like, its provenance, and graphs of others."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from factbook.formats import rdf
from factbook.formats.format import Context
from factbook.model.kb import KB
from factbook.model.records import Argument, Entity, Filler, Mention, Name, Relation, RelationMention
from factbook.text.offsets import Span

PREFIXES = """
PREFIX fb: <urn:factbook:vocabulary#> PREFIX prov: <http://www.w3.org/ns/prov#> PREFIX slot: <urn:factbook:relation#>
PREFIX entity: <urn:factbook:entity:> PREFIX relation: <urn:factbook:relation:>
"""
KB_ = KB.of(
    [
        Entity(id="E2", type="PER", names=(Name(text="Bob"), Name(text="Rob"))),
        Entity(id="E1", type="PER", confidence=0.5),
        Mention(id="m1", entity="E1", level="NAM", extent=Span("d 1", 3, 6), text="Ann"),
        Filler(id="f1", type="STRING", text="mayor"),
        Relation(
            id="R1",
            type="per:spouse",
            arguments=(Argument(role="subject", ref="E1"), Argument(role="object", ref="E2")),
            inferred="inverse",
        ),
        RelationMention(id="r1", relation="R1", provenance=(Span("d 1", 9, 20), Span("d 1", 3, 6)), confidence=0.25),
    ]
)


def ask(pattern: str) -> list[dict[str, str]]:
    store = ox.Store()
    store.load(rdf.write(KB_), format=ox.RdfFormat.TURTLE)
    rows = store.query(f"{PREFIXES} SELECT * WHERE {{ {pattern} }}")
    assert isinstance(rows, ox.QuerySolutions)
    return [{name.value: row[name.value].value for name in rows.variables} for row in rows]


@pytest.mark.parametrize(("syntax", "suffix"), [("turtle", ".ttl"), ("nquads", ".nq"), ("jsonld", ".jsonld")])
def test_every_syntax_reads_back_equal_and_in_order(syntax: str, suffix: str) -> None:
    data = rdf.write(KB_, context=Context(options={"syntax": syntax}))
    kb, problems = rdf.read(data, file=f"kb{suffix}")
    assert not problems.items
    assert list(kb.records()) == list(KB_.records())
    assert list(kb.entities) == ["E2", "E1"]


def test_a_claim_leads_to_its_characters() -> None:
    rows = ask(
        "relation:R1 prov:wasDerivedFrom ?m . ?m prov:wasDerivedFrom ?span ; fb:confidence ?sure ."
        " ?span fb:start ?start ; fb:end ?end ; prov:wasQuotedFrom ?doc"
    )
    assert {(row["start"], row["end"], row["sure"], row["doc"]) for row in rows} == {
        ("9", "20", "0.25", "urn:factbook:document:d%201"),
        ("3", "6", "0.25", "urn:factbook:document:d%201"),
    }


def test_a_relation_is_also_one_direct_statement() -> None:
    assert ask("entity:E1 slot:per%3Aspouse ?who") == [{"who": "urn:factbook:entity:E2"}]


def test_an_inferred_relation_names_its_step() -> None:
    assert ask("relation:R1 prov:wasGeneratedBy ?step") == [{"step": "urn:factbook:step:inverse"}]


def test_names_keep_their_order() -> None:
    rows = ask("entity:E2 fb:names ?n . ?n fb:index ?i ; fb:text ?text")
    assert sorted((row["i"], row["text"]) for row in rows) == [("0", "Bob"), ("1", "Rob")]


def test_a_graph_written_by_hand() -> None:
    data = (
        b"@prefix fb: <urn:factbook:vocabulary#> . @prefix m: <urn:factbook:mention:> .\n"
        b'<urn:factbook:entity:E1> a fb:Entity ; fb:type "PER" .\n'
        b'm:m1 a fb:Mention ; fb:entity <urn:factbook:entity:E1> ; fb:level "NAM" ;\n'
        b"  fb:extent [ a fb:Span ; fb:doc <urn:factbook:document:d> ; fb:start 3 ; fb:end 6 ] .\n"
    )
    kb, problems = rdf.read(data, file="kb.ttl")
    assert not problems.items
    assert kb.mentions["m1"].extent == Span("d", 3, 6)


def test_what_stands_before_a_syntax_error_is_read() -> None:
    data = rdf.write(KB_, context=Context(options={"syntax": "nquads"})) + b"<a> <b"
    kb, problems = rdf.read(data, file="kb.nq")
    assert [problem.code.name for problem in problems] == ["RDF_SYNTAX"]
    assert problems.items[0].where.line == data.count(b"\n") + 1
    assert list(kb.records()) == list(KB_.records())


def test_no_context_is_fetched() -> None:
    (problem, empty) = rdf.read(b'{"@context":"http://example.com/x","a":1}', file="kb.jsonld")[1]
    assert problem.code.name == "RDF_SYNTAX"
    assert empty.code.name == "NO_KB"


def test_an_unknown_syntax_lists_the_choices() -> None:
    with pytest.raises(ValueError, match="turtle, nquads, jsonld"):
        rdf.write(KB_, context=Context(options={"syntax": "n3"}))


@pytest.mark.parametrize("syntax", ["turtle", "nquads", "jsonld"])
def test_a_byte_order_mark_is_no_part_of_the_graph(syntax: str) -> None:
    kb = KB(entities={"e": Entity(id="e", type="PER")})
    context = Context(options={"syntax": syntax})
    data = b"\xef\xbb\xbf" + rdf.write(kb, context=context)
    again, problems = rdf.read(data, file="x", context=context)
    assert not problems.errors
    assert again == kb
