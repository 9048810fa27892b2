"""Asking the sample knowledge base: facts, paths, attitudes, conflicts, geography, SPARQL, exports."""

from __future__ import annotations

import csv
import io
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from factbook.cli import sparql as cli_sparql
from factbook.formats.format import Context
from factbook.formats.table import by_name
from factbook.query import attitudes, closure, tables
from factbook.query.ace_global import global_documents
from factbook.query.ask import confidence_of, follow, values
from factbook.query.coldstart import coldstart
from factbook.query.collect import collection
from factbook.query.conflicts import conflicts
from factbook.query.find import Ambiguous, at_place, find
from factbook.query.quote import sentence
from factbook.query.sparql import SparqlError, ask, oxigraph, with_prefixes
from factbook.store.errors import NotInKB
from factbook.store.store import Store
from tests.store.sample import CALDER, calder_kb
from tests.store.worlds import Writer


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(calder_kb()) as opened:
        yield opened


def test_a_fact_with_its_evidence(store: Store) -> None:
    haddad = find(store, "Karim Haddad")
    best = values(store, haddad.number, "per:children")[0]
    assert best.value == "Nadir Haddad"
    assert len({item.document for item in best.evidence}) >= 6
    for item in best.evidence:
        text = store.text(item.document)
        assert all(0 <= start < end <= len(text) for start, end in item.spans)
    shown = best.evidence[0]
    assert shown.quote in " ".join(store.text(shown.document).split())


def test_two_hops_and_the_inverse_direction(store: Store) -> None:
    haddad = find(store, "Karim Haddad")
    paths = follow(store, haddad.number, ["per:children", "per:age"])
    assert ("Nadir Haddad", "17") in {tuple(answer.value for answer in path) for path in paths}
    assert all(0 < confidence_of(path) <= 1 for path in paths)
    nadir = find(store, "Nadir Haddad")
    assert "Karim Haddad" in {answer.value for answer in values(store, nadir.number, "per:parents")}


def test_entry_by_place_follows_the_seed(store: Store) -> None:
    assert at_place(store, "ENG_DF_20130611_201", 1395, 1407).name == "Karim Haddad"
    assert find(store, "ENG_DF_20130611_201:1395-1406").name == "Karim Haddad"
    with pytest.raises(NotInKB, match="no named mention"):
        at_place(store, "ENG_DF_20130611_201", 0, 3)


def test_names_that_are_not_there_or_not_clear(store: Store) -> None:
    with pytest.raises(NotInKB, match=r"near names: .*Karim Haddad"):
        find(store, "Karim Hadad")
    with pytest.raises(Ambiguous) as caught:
        find(store, "Price")
    assert {"Dorothy Price", "Kwame Price"} <= {choice.name for choice in caught.value.choices}
    with pytest.raises(Ambiguous) as caught:
        find(store, "Port Ellery")
    assert {choice.type for choice in caught.value.choices} == {"GPE", "ORG"}
    assert find(store, "Port Ellery", entity_type="GPE").documents > 20
    with pytest.raises(NotInKB, match="no slot"):
        values(store, find(store, "Karim Haddad").number, "per:shoe_size")


def test_a_rare_full_name_does_not_hide_who_is_mostly_called_so(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.kb"), create=True) as kb:
        kb.add([Writer(f"D{n}").entity("p", "PER", "Helena Varga", "Varga", "Varga").done() for n in range(3)])
        kb.add([Writer("D9").entity("g", "GPE", "Varga").done()])
        with pytest.raises(Ambiguous) as caught:
            find(kb, "Varga")
        assert [choice.name for choice in caught.value.choices] == ["Helena Varga", "Varga"]
        assert find(kb, "Varga", entity_type="GPE").type == "GPE"
        kb.add([Writer(f"E{n}").entity("g", "GPE", "Varga", "Varga", "Varga", "Varga").done() for n in range(4)])
        assert find(kb, "Varga").type == "GPE"


def test_single_valued_slots_choose_and_keep_the_losers(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.kb"), create=True) as store:
        for index, (birth, confidence) in enumerate((("1950-01-01", 0.6), ("1950-01-01", 0.6), ("1951-01-01", 0.7))):
            writer = Writer(f"D{index}").entity("p", "PER", "Ann Bee")
            store.add([writer.fact("p", "per:date_of_birth", birth, confidence=confidence).done()])
        number = find(store, "Ann Bee").number
        chosen = values(store, number, "per:date_of_birth")
        assert [(a.value, round(a.confidence, 3)) for a in chosen] == [("1950-01-01", 0.84)]
        every = values(store, number, "per:date_of_birth", every=True)
        assert [(a.value, a.rejected) for a in every] == [("1950-01-01", False), ("1951-01-01", True)]
        (conflict,) = conflicts(store)
        assert (conflict.slot, conflict.chosen.value) == ("per:date_of_birth", "1950-01-01")
        lines = by_name("coldstart-kb").write(coldstart(store)).decode()
        assert "1950-01-01" in lines
        assert "1951-01-01" not in lines


def test_the_winner_is_the_first_of_all_values(store: Store, tmp_path: Path) -> None:
    """Evidence is read for the winner alone, also where values are tied."""
    with Store.open(str(tmp_path / "tied.kb"), create=True) as tied:
        for number, place in enumerate(("Ash", "Birch", "Cedar")):
            writer = Writer(f"D{2 - number}").entity("org", "ORG", "Calder Bank").entity("gpe", "GPE", place)
            tied.add([writer.fact("org", "org:country_of_headquarters", "gpe", confidence=0.5).done()])
        bank = find(tied, "Calder Bank").number
        assert [answer.value for answer in values(tied, bank, "org:country_of_headquarters")] == ["Ash"]
        for kb in (tied, store):
            facts = kb.connection.execute("SELECT DISTINCT subject, predicate FROM fact WHERE kind = 'slot'").fetchall()
            for subject, slot in facts:
                best = [answer for answer in values(kb, subject, slot, every=True) if not answer.rejected]
                assert values(kb, subject, slot) == best


def test_conflicts_of_the_sample(store: Store) -> None:
    found = {(conflict.name, conflict.slot) for conflict in conflicts(store)}
    assert ("Gordon Price", "per:cause_of_death") in found
    # 3,400 in English, 3.400 in Spanish, 3400人 in Chinese: no contradiction.
    assert ("Ellery Shipping", "org:number_of_employees_members") not in found


def test_geography_is_inferred_and_marked(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.kb"), create=True) as store:
        person = (
            Writer("D1").entity("p", "PER", "Ann Bee").entity("c", "GPE", "Guadalajara").entity("b", "GPE", "Beirut")
        )
        store.add([person.fact("p", "per:cities_of_residence", "b", confidence=0.8).done()])
        store.add([Writer("D2").entity("g", "GPE", "Lebanon").done()])
        ann = find(store, "Ann Bee")
        stated = values(store, ann.number, "per:countries_of_residence")
        assert stated == []
        (found,) = closure.with_geography(store, ann, "per:countries_of_residence", stated, outside=True)
        assert (found.value, found.confidence) == ("Lebanon", pytest.approx(0.72))
        assert "gazetteer" in found.inferred
        assert closure.with_geography(store, ann, "per:countries_of_residence", stated, outside=False) == []
        assert [a.value for a in closure.inferred(store, outside=True)] == ["Lebanon"]
        closed = coldstart(store, closed=True)
        assert not any("countries" in (r.type or "") for r in closed.relations.values())


def test_geography_from_documents_needs_no_gazetteer(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.kb"), create=True) as store:
        writer = Writer("D1").entity("p", "PER", "Ann Bee").entity("c", "GPE", "Velm").entity("g", "GPE", "Ostravia")
        writer.entity("q", "PER", "Cy Dee").fact("q", "per:country_of_birth", "g")
        writer.fact("p", "per:city_of_birth", "c").fact("c", "PART-WHOLE.Geographical", "g")
        store.add([writer.done()])
        ann = find(store, "Ann Bee")
        (found,) = closure.with_geography(store, ann, "per:country_of_birth", [], outside=False)
        assert found.value == "Ostravia"
        assert "documents" in found.inferred


def test_attitudes(store: Store) -> None:
    haddad = find(store, "Karim Haddad").number
    bill = find(store, "bosun_bill").number
    held = attitudes.ask(store, attitudes.Question(source=bill, targets=(haddad,), kind="sentiment", direct=True))
    assert {item.value for item in held} == {"neg", "pos"}
    assert all(item.source == "bosun_bill" for item in held)
    own = attitudes.ask(store, attitudes.Question(source=bill, self_reported=True))
    others = attitudes.ask(store, attitudes.Question(by=bill, of_others=True))
    assert own
    assert not any(item.reported_by for item in own)
    assert all(item.source != "bosun_bill" for item in others)
    events = attitudes.ask(store, attitudes.Question(targets=(haddad,), kind="belief"))
    assert all(item.target_kind in ("relation", "event") for item in events)
    assert len(events) > 10


def test_quotes_are_whole_sentences() -> None:
    text = "First one. The second, with 3.5 percent! <post>Third</post>"
    assert sentence(text, 15, 21) == "The second, with 3.5 percent!"
    assert sentence(text, 47, 52) == "Third"
    assert sentence("", 0, 0) == ""
    assert sentence("They took J. Smith to St. Brannoc. He lives.", 0, 4) == "They took J. Smith to St. Brannoc."


def test_collection_links_everything(store: Store) -> None:
    kb = collection(store)
    assert len(kb.entities) == store.count("entity")
    assert len(kb.mentions) == store.count("mention")
    assert len(kb.attitudes) == store.count("attitude")
    for mention in kb.mentions.values():
        assert mention.entity in kb.entities
    for attitude in kb.attitudes.values():
        assert attitude.source is None or attitude.source in kb.mentions


def test_cold_start_export_passes_the_validator(store: Store) -> None:
    data = by_name("coldstart-kb").write(coldstart(store, name="Test_KB_XLING_1"))
    lengths = {name: len(store.text(name)) for name in store.names()}
    problems = by_name("coldstart-kb").check(data, file="x.tac", context=Context(lengths=lengths))
    assert [str(problem) for problem in problems] == []


@pytest.mark.parametrize(("condition", "language"), [("ENG", "en"), ("SPA", "es"), ("CMN", "zh")])
def test_a_monolingual_run_has_one_language(store: Store, condition: str, language: str) -> None:
    """Seed 002, "Submissions": mentions, fills and provenance come only from documents of the language."""
    kb = coldstart(store, name=f"Test_KB_{condition}_1")
    prefix = {"en": "ENG_", "es": "SPA_", "zh": "CMN_"}[language]
    spans = [span for mention in kb.relation_mentions.values() for span in mention.provenance]
    spans += [filler.extent for filler in kb.fillers.values() if filler.extent]
    assert spans
    assert all(span.doc.startswith(prefix) for span in spans)
    assert all(mention.doc.startswith(prefix) for mention in kb.mentions.values())
    assert len(kb.mentions) < len(coldstart(store, name="Test_KB_XLING_1").mentions)
    problems = by_name("coldstart-kb").check(by_name("coldstart-kb").write(kb), file="x.tac", context=Context())
    assert [str(problem) for problem in problems] == []


def test_edl_is_the_same_without_facts(store: Store) -> None:
    row = by_name("edl")
    assert row.write(coldstart(store, facts=False)) == row.write(coldstart(store))


def test_edl_export_scores_well_against_the_gold(store: Store) -> None:
    """B-cubed over named mentions, computed here from the definition."""
    gold: dict[str, str] = {}
    for line in (CALDER / "edl" / "gold.tab").read_text(encoding="utf-8").splitlines():
        columns = line.split("\t")
        gold[columns[3]] = columns[4]
    data = by_name("edl").write(coldstart(store)).decode()
    system = {columns[3]: columns[4] for columns in (line.split("\t") for line in data.splitlines())}
    places = sorted(gold.keys() & system.keys())
    assert len(places) > 0.95 * len(gold)
    groups = [defaultdict(set), defaultdict(set)]
    for place in places:
        groups[0][gold[place]].add(place)
        groups[1][system[place]].add(place)
    common = {p: len(groups[0][gold[p]] & groups[1][system[p]]) for p in places}
    precision = sum(common[p] / len(groups[1][system[p]]) for p in places) / len(places)
    recall = sum(common[p] / len(groups[0][gold[p]]) for p in places) / len(places)
    assert precision > 0.95
    assert recall > 0.85


def test_global_ace_uses_one_id_across_documents(store: Store) -> None:
    parts = global_documents(store)
    haddad = find(store, "Karim Haddad").id
    having = [name for name, kb in parts.items() if haddad in kb.entities]
    assert len(having) >= 10
    for kb in parts.values():
        assert not kb.mentions
        assert {entity.type for entity in kb.entities.values()} <= {"PER", "ORG"}
        assert all(entity.names for entity in kb.entities.values())
        for relation in kb.relations.values():
            assert all(argument.ref in kb.entities for argument in relation.arguments)
    shared = Counter(relation for kb in parts.values() for relation in kb.relations)
    assert max(shared.values()) > 1
    source = store.document(having[0]).source
    data = by_name("apf").write(parts[having[0]], context=Context(sources={source.id: source}))
    assert haddad.encode() in data
    assert b"entity_mention" not in data


def test_tables_and_graphs(store: Store) -> None:
    files = dict(tables.csv_files(store))
    rows = list(csv.DictReader(io.StringIO(files["entities.csv"].decode())))
    assert len(rows) == store.count("entity")
    assert {"Karim Haddad"} <= {row["name"] for row in rows}
    merges = list(csv.DictReader(io.StringIO(files["merges.csv"].decode())))
    assert all(0 < float(row["score"]) <= 1 and row["rule"] for row in merges)
    graph = etree.fromstring(tables.graphml(store))
    names = {"g": "http://graphml.graphdrawing.org/xmlns"}
    ids = {node.get("id") for node in graph.findall(".//g:node", names)}
    edges = graph.findall(".//g:edge", names)
    assert edges
    assert all(edge.get("source") in ids and edge.get("target") in ids for edge in edges)
    neo = dict(tables.neo4j_files(store))
    header = b"id:ID,name,:LABEL,documents:int,mentions:string[],nominal_mentions:string[]"
    assert neo["nodes.csv"].splitlines()[0] == header
    related = list(csv.DictReader(io.StringIO(neo["relationships.csv"].decode())))
    assert sum(not row[":END_ID"].startswith("value:") for row in related) == len(edges)
    nodes = {row["id:ID"] for row in csv.DictReader(io.StringIO(neo["nodes.csv"].decode()))}
    assert all({row[":START_ID"], row[":END_ID"]} <= nodes and row["provenance:string[]"] for row in related)


def test_sparql(store: Store, tmp_path: Path) -> None:
    folder = str(tmp_path / "rdf")
    graph = oxigraph(store, folder)
    found = ask(graph, with_prefixes("SELECT (COUNT(?e) AS ?n) WHERE { ?e a fb:Entity }"))
    assert [int(row["n"].value) for row in found] == [store.count("entity")]
    slots = ask(graph, with_prefixes("SELECT ?r ?c WHERE { ?r a fb:Relation ; fb:confidence ?c } LIMIT 3"))
    assert len(list(slots)) == 3
    places = ask(graph, with_prefixes(textwrap.dedent(cli_sparql.__doc__ or "").rpartition("\n\n    ")[2]))
    rows = {(row["document"].value, int(row["start"].value), int(row["end"].value)) for row in places}
    haddad = values(store, find(store, "Karim Haddad").number, "per:children")[0]
    told = {(f"urn:factbook:document:{e.document}", *span) for e in haddad.evidence for span in e.spans}
    assert told <= rows, "the query in the help finds the places that `factbook query` shows"
    del graph, found, slots, places
    again = oxigraph(store, folder)
    assert [
        int(row["n"].value) for row in ask(again, with_prefixes("SELECT (COUNT(?e) AS ?n) WHERE { ?e a fb:Entity }"))
    ]
    with pytest.raises(SparqlError, match="wrong"):
        ask(again, "SELECT WHERE {{")


def test_a_value_is_exported_as_most_documents_write_it(tmp_path: Path) -> None:
    """And its first justification is a document that writes it so (seed 002, "Provenance")."""
    with Store.open(str(tmp_path / "a.kb"), create=True) as store:
        for index, age in enumerate(("17岁", "17", "17")):
            writer = Writer(f"D{index}").entity("p", "PER", "Ann Bee")
            store.add([writer.fact("p", "per:age", age, confidence=0.9 - index / 10).done()])
        (fact,) = (r for r in coldstart(store).relations.values() if r.type == "per:age")
        lines = [
            line for line in by_name("coldstart-kb").write(coldstart(store)).decode().splitlines() if "age" in line
        ]
        assert fact.confidence == pytest.approx(1 - 0.1 * 0.2 * 0.3)
        assert len(lines) == 1
        assert lines[0].split("\t")[2:4] == ['"17"', "D1:14-15,D1:0-17,D2:0-17,D0:0-18"]
        assert [answer.value for answer in values(store, find(store, "Ann Bee").number, "per:age")] == ["17"]
