"""The JSON API: its description fits what it answers, and every list is to be had as CSV."""

from __future__ import annotations

import csv
import io
import re

import msgspec
import pytest

from factbook.browse.app import VIEWS
from factbook.browse.openapi import api_path
from tests.browse.sites import sample

pytestmark = pytest.mark.xdist_group("browse")


def addresses() -> dict[str, tuple[str, dict[str, str]]]:
    """An address of each view that has something to show."""
    hits = sample().get("/api/search", params={"q": "Karim Haddad"}).json()["entities"]
    number = hits[0]["entity"]["id"]
    fact = sample().get(f"/api/entity/{number}").json()["slots"][0]["facts"][0]
    queries = {
        "search": {"q": "haddad"},
        "complete": {"q": "kari"},
        "entity_facts": {"slot": "per:title"},
        "fact": {"subject": number, "slot": fact["slot"], "object": fact["entity"]["id"]},
        "query": {"entity": "Karim Haddad", "slot": "per:children"},
        "sparql": {"query": "SELECT ?s ?o WHERE { ?s fb:start ?o } LIMIT 3"},
    }
    return {
        view.name: (
            api_path(view).replace("{id}", number).replace("{name}", "ENG_DF_20140407_205"),
            queries.get(view.name, {}),
        )
        for view in VIEWS
        if not view.name.startswith("score")
    }


def test_description_names_every_path_and_record() -> None:
    found = sample().get("/api/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    assert {api_path(view) for view in VIEWS} <= set(found["paths"])
    assert {"/api/merge", "/api/split", "/api/undo"} <= set(found["paths"])
    schemas = found["components"]["schemas"]
    for reference in re.findall(r'"\$ref":\s*"#/components/schemas/([^"]+)"', msgspec.json.encode(found).decode()):
        assert reference in schemas
    for view in VIEWS:
        operation = found["paths"][api_path(view)]["get"]
        assert {p["name"] for p in operation["parameters"]} >= {parameter.name for parameter in view.parameters}


def test_answers_are_the_records_described() -> None:
    """Each answer decodes as the record that the description names."""
    by_name = {view.name: view for view in VIEWS}
    for name, (path, query) in addresses().items():
        response = sample().get(path, params=query)
        assert response.status_code == 200, path
        assert response.headers["content-type"] == "application/json"
        msgspec.json.decode(response.content, type=by_name[name].gives)


def test_every_table_as_csv() -> None:
    by_name = {view.name: view for view in VIEWS}
    filled = 0
    for name, (path, query) in addresses().items():
        whole = sample().get(path, params=query).json()
        for table in by_name[name].tables:
            response = sample().get(path, params={**query, "format": "csv", "table": table})
            assert response.status_code == 200, (path, table)
            assert response.headers["content-type"].startswith("text/csv")
            assert "attachment" in response.headers["content-disposition"]
            rows = list(csv.DictReader(io.StringIO(response.text)))
            items = whole
            for part in table.split("."):
                items = [inner for item in items for inner in item[part]] if isinstance(items, list) else items[part]
            assert len(rows) == len(items)
            filled += bool(rows)
    assert filled > 20


def test_csv_of_answers_has_a_column_a_hop() -> None:
    query = {"entity": "Karim Haddad", "slot": ["per:children", "per:age"], "format": "csv"}
    rows = list(csv.DictReader(io.StringIO(sample().get("/api/query", params=query).text)))
    assert rows[0]["hop1_value"] == "Nadir Haddad"
    assert rows[0]["hop2_slot"] == "per:age"


def test_errors_are_json() -> None:
    response = sample().get("/api/entity/none")
    assert response.status_code == 404
    assert "no entity" in response.json()["error"]
