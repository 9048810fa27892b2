"""Hostile text stays text, other sites stay out, nothing changes without the token, no request reaches the disk."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from factbook.browse.app import VIEWS
from factbook.browse.guard import LARGEST_BODY
from tests.browse.sites import (
    ATTRIBUTE,
    FORMULA,
    HOST,
    NAME,
    OVERRIDE,
    SCRIPT,
    TOKEN,
    client,
    copied,
    hostile_kb,
    sample,
)

pytestmark = pytest.mark.xdist_group("browse")


class Seen(HTMLParser):
    """What a browser would see in a page: elements with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def hostile_addresses(site: TestClient) -> list[str]:
    """Every page of the hostile knowledge base."""
    hits = site.get("/api/entities", params={"limit": 50}).json()["entities"]
    numbers = [hit["entity"]["id"] for hit in hits]
    documents = [line["id"] for line in site.get("/api/documents").json()["documents"]]
    from urllib.parse import quote, urlencode

    addresses = ["/", "/entities", "/documents", "/thoughts", "/thoughts/passages", "/decisions", "/query", "/sparql"]
    addresses += [f"/document/{quote(name, safe='')}" for name in documents]
    for number in numbers:
        addresses += [
            f"/entity/{number}",
            *(f"/entity/{number}/{part}" for part in ("attitudes", "documents", "merges")),
        ]
        for slot in site.get(f"/api/entity/{number}").json()["slots"]:
            query = {"slot": slot["name"], "side": "object" if slot["inverse"] else "subject"}
            addresses.append(f"/entity/{number}/facts?{urlencode(query)}")
            for fact in slot["facts"] if not slot["inverse"] else []:
                value = {"object": fact["entity"]["id"]} if fact["entity"] else {"value": fact["value"]}
                addresses.append(f"/fact?{urlencode({'subject': number, 'slot': fact['slot'], **value})}")
    for text in (SCRIPT, ATTRIBUTE, OVERRIDE, NAME, FORMULA):
        addresses += [f"/search?{urlencode({'q': text})}", f"/query?{urlencode({'entity': text, 'slot': text})}",
                      f"/sparql?{urlencode({'query': text})}", f"/complete?{urlencode({'q': text})}",
                      f"/entity/{quote(text, safe='')}", f"/{quote(text, safe='')}",
                      f"/thoughts/passages?{urlencode({'source': text})}"]  # fmt: skip
    return addresses


def test_hostile_text_is_never_markup() -> None:
    """No page of a knowledge base of attacks has an element, handler, style or address that the texts ask for."""
    site = client(hostile_kb(), token=TOKEN)
    addresses = hostile_addresses(site)
    assert len(addresses) > 60
    shown = 0
    for address in addresses:
        page = site.get(address).text
        for tag, attributes in Seen(page).tags:
            assert tag not in ("img", "style", "iframe", "object", "embed", "base"), address
            assert not [name for name in attributes if name.startswith("on") or name == "style"], address
            if tag == "script":
                assert (attributes.get("src") or "").startswith("/static/"), address
            for name in ("href", "src", "action", "hx-get"):
                value = attributes.get(name)
                assert value is None or value.startswith(("/", "#")), (address, value)
                assert value is None or not value.startswith("//"), (address, value)
        # What a field holds stays in the field.
        outside = re.sub(r' value="[^"]*"|<textarea.*?</textarea>', "", page, flags=re.DOTALL)
        assert "\u202e" not in outside, address
        shown += "&lt;script&gt;" in page
    assert shown > 10


def test_overrides_are_shown() -> None:
    site = client(hostile_kb())
    assert "abc⟨U+202E⟩gnp.exe" in site.get("/entities").text


def test_csv_has_no_formula() -> None:
    site = client(hostile_kb())
    text = site.get("/api/entities", params={"format": "csv"}).text
    assert "'=HYPERLINK" in text
    assert not re.search(r"(^|,)\"?=", text, re.MULTILINE)


@pytest.mark.parametrize("path", ["/", "/entities", "/static/app.js", "/nothing", "/api/home", "/api/openapi.json"])
def test_security_headers(path: str) -> None:
    headers = sample().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


def test_pages_have_no_inline_script_or_style() -> None:
    for view in VIEWS:
        if view.template and "{" not in view.path and not any(p.required for p in view.parameters):
            page = sample().get(view.path).text
            assert not re.search(r"<script(?![^>]*\bsrc=)", page)
            assert "<style" not in page
            assert not re.search(r"\sstyle=", page)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "", "[::2]"])
def test_other_host_names_are_refused(host: str) -> None:
    response = sample().get("/", headers={"host": host})
    assert response.status_code == 421
    assert "Haddad" not in response.text


@pytest.mark.parametrize("host", ["127.0.0.1:8400", "localhost", "LOCALHOST:1", "[::1]:8400"])
def test_own_host_names_are_answered(host: str) -> None:
    assert sample().get("/", headers={"host": host}).status_code == 200


def test_a_further_host_name() -> None:
    site = client(hostile_kb(), hosts=("kb.example",))
    assert site.get("/", headers={"host": "kb.example:80"}).status_code == 200
    assert site.get("/", headers={"host": "127.0.0.1"}).status_code == 421


def entity(site: TestClient, name: str) -> str:
    hits = site.get("/api/search", params={"q": name}).json()["entities"]
    return next(hit["entity"]["id"] for hit in hits if hit["entity"]["name"] == name)


def names(site: TestClient, number: str) -> set[str]:
    return {name["text"] for name in site.get(f"/api/entity/{number}").json()["names"]}


@pytest.mark.parametrize("token", ["", "wrong", TOKEN + "x", "right-toke"])
def test_nothing_changes_without_the_token(tmp_path: Path, token: str) -> None:
    site = client(copied(tmp_path), token=TOKEN)
    number, other = entity(site, "Karim Haddad"), entity(site, "Dorothy Price")
    before = site.get("/api/home").json()
    for path, order in (
        ("/merge", {"entity": number, "into": other}),
        ("/split", {"entity": number, "name": "Haddad"}),
        ("/undo", {"decision": 1}),
    ):
        assert site.post(f"/api{path}", json=order, headers={"authorization": f"Bearer {token}"}).status_code == 403
        assert site.post(path, data={**{k: str(v) for k, v in order.items()}, "token": token}).status_code == 403
    assert site.get("/api/home").json() == before
    assert site.get("/api/decisions").json()["decisions"] == []


def test_a_site_without_token_is_read_only(tmp_path: Path) -> None:
    site = client(copied(tmp_path))
    number = entity(site, "Karim Haddad")
    response = site.post("/api/split", json={"entity": number, "name": "Haddad"}, headers={"authorization": "Bearer "})
    assert response.status_code == 403
    assert "--edit" in response.json()["error"]
    assert "read-only" in site.get(f"/entity/{number}").text


@pytest.mark.parametrize("headers", [
    {"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
])  # fmt: skip
def test_changes_from_other_sites_are_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    site = client(copied(tmp_path), token=TOKEN)
    number = entity(site, "Karim Haddad")
    response = site.post("/split", data={"entity": number, "name": "Haddad", "token": TOKEN}, headers=headers)
    assert response.status_code == 403
    assert site.get("/api/decisions").json()["decisions"] == []


def test_split_merge_and_undo(tmp_path: Path) -> None:
    """With the token a name is taken out, put back by a merge, and everything is undone."""
    site = client(copied(tmp_path), token=TOKEN)
    number = entity(site, "Karim Haddad")
    before = names(site, number)
    assert "卡里姆·哈达德" in before
    done = site.post("/split", data={"entity": number, "name": "卡里姆·哈达德", "token": TOKEN},
                     headers={"origin": HOST}, follow_redirects=False)  # fmt: skip
    assert done.status_code == 303
    assert done.headers["location"] == f"/entity/{number}"
    assert "卡里姆·哈达德" not in names(site, number)
    apart = entity(site, "卡里姆·哈达德")
    headers = {"authorization": f"Bearer {TOKEN}"}
    merged = site.post("/api/merge", json={"entity": apart, "into": number}, headers=headers)
    assert merged.status_code == 200
    assert merged.json()["entity"]["id"] == number
    assert names(site, number) == before
    decisions = site.get("/api/decisions").json()["decisions"]
    assert [one["act"] for one in decisions] == ["merge"]
    assert site.post("/api/undo", json={"decision": decisions[0]["number"]}, headers=headers).status_code == 200
    assert site.get("/api/decisions").json()["decisions"] == []
    assert names(site, number) == before


def test_split_of_a_document(tmp_path: Path) -> None:
    site = client(copied(tmp_path), token=TOKEN)
    number = entity(site, "Karim Haddad")
    document = site.get(f"/api/entity/{number}").json()["documents"][0]["id"]
    fields = {"entity": number, "documents": document, "token": TOKEN}
    assert site.post("/split", data=fields, follow_redirects=False).status_code == 303
    left = site.get(f"/api/entity/{number}/documents").json()["documents"]
    assert document not in [line["id"] for line in left]


@pytest.mark.parametrize(("path", "order"), [
    ("/merge", {}), ("/merge", {"entity": "E000000000", "into": "Karim Haddad"}), ("/split", {"entity": "none"}),
    ("/split", {"entity": 7, "name": []}), ("/undo", {"decision": "x"}), ("/undo", {"decision": 99}), ("/undo", []),
])  # fmt: skip
def test_wrong_changes_say_why(path: str, order: object) -> None:
    site = client(hostile_kb(), token=TOKEN)
    response = site.post(f"/api{path}", json=order, headers={"authorization": f"Bearer {TOKEN}"})
    assert response.status_code in (400, 404)
    assert response.json()["error"]


def test_large_requests_are_refused() -> None:
    response = sample().post("/merge", content=b"x" * (LARGEST_BODY + 1))
    assert response.status_code == 413
    assert sample().request("DELETE", "/entities").status_code == 405
    assert sample().request("PUT", "/merge").status_code == 405


@pytest.mark.parametrize("path", [
    "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2f..%2fstore%2fschema.sql", "/static//etc/passwd",
    "/document/..%2F..%2F..%2Fetc%2Fpasswd", "/document/%2Fetc%2Fpasswd", "/document/../../etc/passwd",
    "/static/README.md", "/static/", "/templates/base.html", "/entity/..%2f..%2f", "/api/document/%00",
])  # fmt: skip
def test_no_path_reaches_the_disk(path: str) -> None:
    response = sample().get(path)
    assert response.status_code == 404
    assert "root:" not in response.text
    assert "CREATE TABLE" not in response.text


def test_requests_open_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """While pages are made no file is opened: templates and bundled files are in memory, the rest is SQLite's."""
    import io

    site = sample()
    addresses = ["/", "/entities", "/document/ENG_DF_20140407_205", "/thoughts", "/static/app.js", "/document/none"]
    for address in addresses:
        site.get(address)

    def refused(*arguments: object, **_: object) -> None:
        raise AssertionError(f"opened {arguments[0]!r}")

    monkeypatch.setattr("builtins.open", refused)
    monkeypatch.setattr(io, "open", refused)
    monkeypatch.setattr(Path, "read_bytes", refused)
    monkeypatch.setattr(Path, "read_text", refused)
    for address in addresses:
        assert site.get(address).status_code in (200, 404)


@pytest.mark.parametrize("query", [
    "SELECT * WHERE { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
    "SELECT * WHERE { service SILENT <http://127.0.0.1:1/> { ?s ?p ?o } }",
    "SELECT * { SERVICE ?x { ?s ?p ?o } }",
    "SELECT * # '\n { SERVICE ?x { ?s ?p ?o } } # '",
])  # fmt: skip
def test_sparql_asks_no_other_server(query: str) -> None:
    assert "not allowed" in sample().get("/api/sparql", params={"query": query}).json()["problem"]


def test_sparql_changes_nothing() -> None:
    found = sample().get("/api/sparql", params={"query": "DELETE WHERE { ?s ?p ?o }"}).json()
    assert found["problem"]
    found = sample().get("/api/sparql", params={"query": "LOAD <file:///etc/passwd>"}).json()
    assert found["problem"]


def test_sparql_may_speak_of_a_service() -> None:
    query = 'SELECT ?s WHERE { ?s fb:text "service" } LIMIT 1'
    assert sample().get("/api/sparql", params={"query": query}).json()["problem"] == ""
