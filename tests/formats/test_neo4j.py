"""Neo4j CSV, and the way there and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factbook.cli.main import main
from factbook.formats import neo4j
from factbook.formats.format import CannotWrite, Context
from factbook.formats.graph_tables import pack
from factbook.model.kb import KB
from factbook.query.coldstart import coldstart
from factbook.query.tables import neo4j_files
from factbook.store.store import Store
from factbook.text.files import File
from factbook.text.offsets import Span
from factbook.text.source import Source
from tests.store.sample import CALDER, calder_kb

NODES = """personId:ID(Person),name,age:int,:LABEL
1,Ann Lee,40,Person;Manager
2,Bo Lee,8,Person
"""
FIRMS = """:ID(Firm),name,:LABEL
1,Acme,Company
"""
EDGES = """:START_ID(Person),:END_ID(Person),:TYPE
1,2,PARENT_OF
"""
JOBS = """:START_ID(Person),:END_ID(Firm),:TYPE,confidence:float
1,1,WORKS_FOR,0.8
"""
TEXT = "Ann Lee of Acme has a son, Bo Lee."


def read(*tables: str, **given: object) -> tuple[KB, list[str]]:
    data = pack(File(f"t{number}.csv", table.encode()) for number, table in enumerate(tables))
    kb, problems = neo4j.read(data, file="x/graph.neo4j", context=Context(**given))  # type: ignore[arg-type]
    return kb, [str(problem) for problem in problems]


def triples(kb: KB) -> list[tuple[str, str | None, str]]:
    return [(r.arguments[0].ref, r.type, r.arguments[1].ref) for r in kb.relations.values()]


def test_groups_of_ids_labels_and_properties() -> None:
    kb, problems = read(NODES, FIRMS, EDGES, JOBS)
    assert problems == []
    assert {entity.id: entity.type for entity in kb.entities.values()} == {
        "Person/1": "PER",
        "Person/2": "PER",
        "Firm/1": "ORG",
    }
    assert triples(kb) == [
        ("Person/1", "per:children", "Person/2"),
        ("Person/1", "per:employee_or_member_of", "Firm/1"),
    ]
    assert [relation.confidence for relation in kb.relations.values()] == [None, 0.8]


def test_names_are_looked_up_in_the_documents_given() -> None:
    kb, _ = read(NODES, FIRMS, EDGES, JOBS, sources={"d": Source(id="d", text=TEXT)})
    assert [mention.extent for mention in kb.mentions_of["Person/1"]] == [Span("d", 0, 7)]
    lines = [line.provenance for line in kb.relation_mentions.values()]
    assert [TEXT[place.start : place.end] for (place,) in lines] == [TEXT[:-1], "Ann Lee of Acme"]


def test_the_one_file_of_apoc() -> None:
    text = (
        '"_id","_labels","name","_start","_end","_type","since"\n"0",":Person","Ann Lee",,,,\n'
        '"7",":Company:Firm","Acme",,,,\n,,,"0","7","WORKS_FOR","2001"\n'
    )
    kb, problems = read(text)
    assert problems == []
    assert triples(kb) == [("0", "per:employee_or_member_of", "7")]


def test_there_and_back(tmp_path: Path) -> None:
    """Entities, named mentions and slots between entities come back as the knowledge base has them."""
    with Store.open(calder_kb()) as store:
        data = pack(File(name, content) for name, content in neo4j_files(store))
        whole = coldstart(store)
        entities = {row[0] for row in store.connection.execute("SELECT count(*) FROM entity")}
        mentions = {row[0] for row in store.connection.execute("SELECT count(*) FROM mention WHERE level <> 'PRO'")}
    kb, problems = neo4j.read(data, file="graph.neo4j", context=Context())
    assert [str(problem) for problem in problems] == []
    assert {len(kb.entities)} == entities
    assert {len(kb.mentions)} == mentions
    placed = {(m.entity, m.level, m.extent) for m in whole.mentions.values()}
    assert placed <= {(m.entity, m.level, m.extent) for m in kb.mentions.values()}
    stated = {t for t in triples(whole) if t[2] in whole.entities}
    direct = {t for t, r in zip(triples(whole), whole.relations.values(), strict=True) if not r.inferred}
    back = set(triples(kb))
    turned = {(r.arguments[1].ref, r.arguments[0].ref) for r in kb.relations.values()}
    assert all(t in back or (t[0], t[2]) in turned for t in stated & direct)
    assert all(line.provenance for line in kb.relation_mentions.values())


def test_an_export_is_scored_like_the_knowledge_base(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "neo")
    assert main(["export", calder_kb(), "--as", "neo4j", "-o", folder]) == 0
    capsys.readouterr()
    gold = str(CALDER / "kb" / "gold.tac")
    assert main(["score", "coldstart.facts", gold, folder, calder_kb(), "--json", "--by", "slot"]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    recall = {(row["system"], row["group"]): row["r"] for row in rows}
    assert recall["neo", "per:children"] == recall["calder.kb", "per:children"] > 0.5
    assert recall["neo", "per:title"] == recall["calder.kb", "per:title"] > 0.5
    assert main(["score", "edl.b_cubed", str(CALDER / "edl" / "gold.tab"), folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["f"] > 0.85


def test_it_is_read_only() -> None:
    with pytest.raises(CannotWrite, match="export KB --as neo4j"):
        neo4j.write(KB(), context=Context())
