"""GraphRAG-style tables: entities, relations, places from text units."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from factbook.cli.main import main
from factbook.formats import graphrag
from factbook.formats.format import CannotWrite, Context
from factbook.formats.graph_tables import MissingPackage, pack, packed, tables
from factbook.model.kb import KB
from factbook.text.files import File
from factbook.text.source import Source

TEXT = "Karim Haddad works for the Port Union.\nHis son, Nadir Haddad, lives in Port Ellery. Karim Haddad is 48."
DOC = "ENG_1"
UNITS = [
    {"id": "u1", "text": TEXT[:38], "document_ids": ["d1"]},
    {"id": "u2", "text": TEXT[39:], "document_ids": ["d1"]},
]
GRAPH: dict[str, list[dict[str, Any]]] = {
    "entities": [
        {"id": "e1", "title": "KARIM HADDAD", "type": "PERSON", "text_unit_ids": ["u1", "u2"]},
        {"id": "e2", "title": "NADIR HADDAD", "type": "PERSON", "text_unit_ids": ["u2"]},
        {"id": "e3", "title": "PORT UNION", "type": "ORGANIZATION", "text_unit_ids": ["u1"]},
        {"id": "e4", "title": "PORT ELLERY", "type": "CITY", "text_unit_ids": ["u2"]},
        {"id": "e5", "title": "48", "type": "CONCEPT", "text_unit_ids": ["u2"]},
    ],
    "relationships": [
        {"source": "KARIM HADDAD", "target": "PORT UNION", "type": "works for", "text_unit_ids": ["u1"]},
        {
            "source": "KARIM HADDAD",
            "target": "NADIR HADDAD",
            "description": "Nadir Haddad is the son of Karim Haddad",
            "text_unit_ids": ["u2"],
        },
        {"source": "NADIR HADDAD", "target": "PORT ELLERY", "type": "LIVES_IN", "text_unit_ids": ["u2"]},
        {"source": "KARIM HADDAD", "target": "48", "type": "age", "text_unit_ids": ["u2"]},
        {"source": "PORT UNION", "target": "PORT ELLERY", "type": "admires", "text_unit_ids": []},
    ],
    "text_units": UNITS,
    "documents": [{"id": "d1", "title": f"{DOC}.txt", "text": TEXT}],
}


def read(graph: dict[str, list[dict[str, Any]]], **given: Any) -> tuple[KB, list[str]]:
    kb, problems = graphrag.read(json.dumps(graph).encode(), file="x.graph.json", context=Context(**given))
    return kb, [problem.code.name for problem in problems]


def facts(kb: KB) -> dict[tuple[str, str | None, str], list[str]]:
    """Facts in names, with the text of their provenance."""
    found = {}
    for relation in kb.relations.values():
        ends = [_name(kb, argument.ref) for argument in relation.arguments]
        (line,) = kb.mentions_of_relation[relation.id]
        found[ends[0], relation.type, ends[1]] = [TEXT[span.start : span.end] for span in line.provenance]
    return found


def _name(kb: KB, ref: str) -> str:
    return kb.entities[ref].names[0].text if ref in kb.entities else kb.fillers[ref].text


def test_entities_relations_and_their_places() -> None:
    kb, problems = read(GRAPH)
    assert problems == ["UNMAPPED_RELATION"]
    assert facts(kb) == {
        ("KARIM HADDAD", "per:employee_or_member_of", "PORT UNION"): ["Karim Haddad works for the Port Union"],
        ("NADIR HADDAD", "per:parents", "KARIM HADDAD"): ["Nadir Haddad, lives in Port Ellery. Karim Haddad"],
        ("NADIR HADDAD", "per:cities_of_residence", "PORT ELLERY"): ["Nadir Haddad, lives in Port Ellery"],
        ("KARIM HADDAD", "per:age", "48"): ["48", "Karim Haddad is 48"],
        ("PORT UNION", None, "PORT ELLERY"): [],
    }
    assert [mention.text for mention in kb.mentions_of["e1"]] == ["Karim Haddad", "Karim Haddad"]
    assert [mention.canonical for mention in kb.mentions_of["e1"]] == [True, False]
    assert {mention.doc for mention in kb.mentions.values()} == {DOC}


def test_documents_given_count_before_those_of_the_table() -> None:
    tagged = Source(id=DOC, text=f"<DOC>\n{TEXT}")
    kb, _ = read(GRAPH, sources={DOC: tagged})
    first = next(iter(kb.mentions.values()))
    assert tagged.text[first.extent.start : first.extent.end] == "Karim Haddad"  # type: ignore[union-attr]


def test_without_text_units_names_are_looked_up_in_the_documents() -> None:
    graph = {name: GRAPH[name] for name in ("entities", "relationships")}
    kb, _ = read(graph, sources={DOC: Source(id=DOC, text=TEXT)})
    assert len(kb.mentions_of["e1"]) == 2
    assert facts(kb)["KARIM HADDAD", "per:employee_or_member_of", "PORT UNION"]
    bare, _ = read(graph)
    assert not bare.mentions
    assert len(bare.relations) == 5


def test_a_longer_name_keeps_its_characters() -> None:
    text = "Calder Bank is in Calder."
    graph = {
        "entities": [{"title": "Calder", "type": "city"}, {"title": "Calder Bank", "type": "company"}],
        "relationships": [{"source": "Calder Bank", "target": "Calder", "type": "based in"}],
    }
    kb, _ = graphrag.read(
        json.dumps(graph).encode(), file="x.json", context=Context(sources={"d": Source(id="d", text=text)})
    )
    assert [mention.extent.start for mention in kb.mentions_of["Calder"]] == [18]  # type: ignore[union-attr]


def csv_of(rows: list[dict[str, Any]]) -> bytes:
    import csv

    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(dict.fromkeys(key for row in rows for key in row)))
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().encode()


def test_csv_tables_of_a_folder_are_one_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, rows in GRAPH.items():
        (tmp_path / f"create_final_{name}.csv").write_bytes(csv_of(rows))
    assert main(["convert", str(tmp_path), "--to", "jsonl", "-o", str(tmp_path / "out.kb.jsonl")]) == 0
    assert main(["validate", str(tmp_path / "out.kb.jsonl")]) == 0
    assert main(["convert", str(tmp_path), "--from", "graphrag", "--to", "coldstart-kb"]) == 0
    out = capsys.readouterr().out
    assert "per:employee_or_member_of" in out
    assert f"{DOC}:0-36" in out


def test_a_graph_is_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Against itself as a Cold Start file: all facts and mentions are right."""
    folder, gold = tmp_path / "graph", tmp_path / "gold.tac"
    folder.mkdir()
    for name, rows in GRAPH.items():
        (folder / f"{name}.csv").write_bytes(csv_of(rows[:4] if name == "relationships" else rows))
    assert main(["convert", str(folder), "--to", "coldstart-kb", "-o", str(gold)]) == 0
    for measure in ("coldstart.facts", "edl.b_cubed"):
        capsys.readouterr()
        assert main(["score", measure, str(gold), str(folder), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["results"][0]["f"] == 1.0


def test_the_map_of_a_call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, rows in GRAPH.items():
        (tmp_path / f"{name}.csv").write_bytes(csv_of(rows))
    own = tmp_path / "own.tsv"
    own.write_text("relation\tadmires\torg:city_of_headquarters\n", encoding="utf-8")
    assert main(["validate", str(tmp_path), "--map", str(own)]) == 0
    assert "UNMAPPED_RELATION" not in capsys.readouterr().out
    assert main(["validate", str(tmp_path)]) == 0
    assert "no slot for relation admires" in capsys.readouterr().out
    assert main(["validate", str(tmp_path), "--map", str(tmp_path / "none.tsv")]) == 1
    assert "none.tsv" in capsys.readouterr().err


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'factbook[data]'")
    import pyarrow

    for name, rows in GRAPH.items():
        columns = dict.fromkeys(column for row in rows for column in row)
        full = [{column: row.get(column) for column in columns} for row in rows]
        parquet.write_table(pyarrow.Table.from_pylist(full), tmp_path / f"{name}.parquet")
    (file,) = packed(File(str(path), path.read_bytes()) for path in sorted(tmp_path.iterdir()))
    assert file.name.endswith("graph.graphrag")
    kb, _ = graphrag.read(file.data, file=file.name, context=Context())
    assert facts(kb) == facts(read(GRAPH)[0])
    damaged = b"PAR1" + b"\0" * 50 + b"PAR1"
    _, problems = graphrag.read(damaged, file="entities.parquet", context=Context())
    assert next(problem.code.name for problem in problems) == "BAD_TABLE"


def test_without_pyarrow_the_message_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "entities.parquet"
    path.write_bytes(b"PAR1 PAR1")
    with pytest.raises(MissingPackage):
        graphrag.read(path.read_bytes(), file="entities.parquet", context=Context())
    assert main(["validate", str(path)]) == 1
    assert "pip install 'factbook[data]'" in capsys.readouterr().err


@pytest.mark.parametrize("cell", [["u1", "u2"], "['u1', 'u2']", "['u1' 'u2']", '["u1", "u2"]', "u1;u2", "u1, u2"])
def test_lists_in_cells(cell: object) -> None:
    from factbook.formats.graph_tables import Row

    assert Row({"a": cell}).many("a") == ["u1", "u2"]
    assert Row({}).many("a") == []


def test_packing_gives_the_files_back() -> None:
    from factbook.formats.graph_tables import unpack

    files = [File("a/nodes.csv", b"x,y\n"), File("a/relationships.csv", b"\n\n")]
    assert unpack(pack(files), "a/graph.neo4j") == files


def test_files_that_are_no_tables_pass() -> None:
    files = [File("a.tac", b"x"), File("facts.csv", b"a,b\n"), File("z/entities.csv", b"title\n")]
    assert [file.name for file in packed(files)] == ["a.tac", "facts.csv", "z/graph.graphrag"]


def test_other_separators_and_lines() -> None:
    from factbook.formats.format import Problems
    from factbook.formats.graph_codes import CODES

    (table,) = tables(b'a;b\n"two\nlines";1\n;\nx;2\n', file="entities.csv", problems=Problems(CODES))
    assert [(row.cells, row.line) for row in table.rows] == [
        ({"a": "two\nlines", "b": "1"}, 2),
        ({"a": "x", "b": "2"}, 5),
    ]


def test_it_is_read_only() -> None:
    with pytest.raises(CannotWrite, match="read only"):
        graphrag.write(KB(), context=Context())


def test_json_without_end_is_a_problem_and_no_crash() -> None:
    _, problems = graphrag.read(b"[" * 100_000, file="x.graph.json", context=Context())
    assert [problem.code.name for problem in problems][:1] == ["BAD_TABLE"]
