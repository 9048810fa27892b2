"""Each page of the sample collection shows what the store says, and links to the pages around it."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from factbook.browse.app import VIEWS
from factbook.query.ask import confidence_of, follow, values
from factbook.schema.coldstart import SLOTS
from factbook.store.ids import internal_id, public_id
from factbook.store.store import Store
from tests.browse.sites import sample
from tests.store.sample import calder_kb

pytestmark = pytest.mark.xdist_group("browse")


def get(path: str, **query: object) -> str:
    response = sample().get(path, params={k: v for k, v in query.items() if v is not None} or None)
    assert response.status_code == 200, response.text[-800:]
    return response.text


def data(path: str, **query: object) -> dict:
    response = sample().get(f"/api{path}", params=query or None)
    assert response.status_code == 200, response.text
    return response.json()


def entity(name: str) -> str:
    hits = data("/search", q=name)["entities"]
    return next(hit["entity"]["id"] for hit in hits if hit["entity"]["name"] == name)


def test_first_page_counts_and_lists() -> None:
    page = get("/")
    with Store.open(calder_kb()) as store:
        assert f"{store.count('document')} documents" in page
        assert f"{store.count('attitude'):,} beliefs and sentiments" in page
    assert "Ellery Shipping" in page


def test_search_finds_names_and_text() -> None:
    page = get("/search", q="lantern bridge")
    assert "Lantern Bridge" in page
    assert "ENG_DF_20140407_205" in page
    found = data("/search", q="lantern bridge")
    texts = [line["quote"].lower() for line in found["documents"]]
    assert texts
    assert all("lantern bridge" in text for text in texts)


def test_search_finds_chinese_and_arabic() -> None:
    assert any(line["id"].startswith("CMN") for line in data("/search", q="卡里姆")["documents"])
    assert any(line["id"].startswith("ARB") for line in data("/search", q="حداد")["documents"])


def test_search_by_type() -> None:
    found = data("/search", q="haddad", type="PER")["entities"]
    assert found
    assert {hit["entity"]["type"] for hit in found} == {"PER"}


@pytest.mark.parametrize(("path", "query", "rows"), [
    ("/entities", {}, "entities"),
    ("/entities", {"type": "ORG"}, "entities"),
    ("/documents", {}, "documents"),
    ("/thoughts/passages", {"kind": "sentiment"}, "thoughts"),
    ("/thoughts/passages", {}, "thoughts"),
])  # fmt: skip
def test_pages_of_a_list_are_the_list(path: str, query: dict[str, str], rows: str) -> None:
    """Small pages one after the other hold the same rows in the same order as large ones, none twice."""

    def all_rows(limit: int) -> list[object]:
        found: list[object] = []
        after = ""
        while True:
            page = data(path, **query, limit=limit, **({"after": after} if after else {}))
            found += page[rows]
            after = page["more"]
            if not after:
                return found

    small, large = all_rows(37), all_rows(200)
    assert small == large
    assert len({str(row) for row in small}) == len(small)
    assert len(small) > 37


def test_search_pages_go_on() -> None:
    whole = [line["id"] for line in data("/search", q="the", limit=200)["documents"]]
    first = data("/search", q="the", limit=4)
    second = data("/search", q="the", limit=4, list="documents", after=first["more_documents"])
    ids = [line["id"] for line in (*first["documents"], *second["documents"])]
    assert ids == whole[:8]
    assert second["entities"] == []


def test_facts_are_those_of_the_query_verb() -> None:
    """For every person and organisation the page gives the values that `factbook query` gives."""
    seen = 0
    with Store.open(calder_kb()) as store:
        rows = store.connection.execute("SELECT id, type FROM entity WHERE mentions > 12 ORDER BY id").fetchall()
        for number, kind in rows:
            page = data(f"/entity/{public_id(number)}")
            shown = {slot["name"]: slot for slot in page["slots"] if slot["kind"] == "slot"}
            for name, slot in SLOTS.items():
                if kind.lower() not in slot.domain or not name.startswith(kind.lower()):
                    continue
                expected = values(store, number, name, quotes=0, every=True)
                found = shown.get(name, {"facts": [], "total": 0})
                assert found["total"] == len(expected)
                seen += len(expected)
                for fact, answer in zip(found["facts"], expected, strict=False):
                    assert fact["value"] == answer.value
                    assert fact["confidence"] == pytest.approx(answer.confidence, abs=1e-4)
                    assert fact["rejected"] == answer.rejected
    assert seen > 200


def test_entity_page_has_every_part() -> None:
    page = get(f"/entity/{entity('Karim Haddad')}")
    for part in ("facts", "timeline", "graph", "about", "by", "documents", "merges"):
        assert f'id="{part}"' in page
    assert "卡里姆" in page
    assert 'dir="rtl"' in page
    assert "Nadir Haddad" in page
    assert "other script" in page or "transliteration" in page


def test_entity_names_by_language() -> None:
    names = data(f"/entity/{entity('National Unity Party')}")["names"]
    assert {name["language"] for name in names} >= {"en", "es", "zh", "ar"}


def test_timeline_is_in_order() -> None:
    moments = data(f"/entity/{entity('Karim Haddad')}")["timeline"]
    dates = [moment["date"] for moment in moments]
    assert dates == sorted(dates)
    assert len(dates) > 3
    assert all(re.match(r"^\d{4}", date) for date in dates)


def test_graph_has_the_entity_in_its_centre() -> None:
    number = entity("Karim Haddad")
    graph = data(f"/entity/{number}/graph")
    assert [node["id"] for node in graph["nodes"] if node["centre"]] == [number]
    ids = {node["id"] for node in graph["nodes"]}
    assert graph["edges"]
    assert all(edge["source"] in ids and edge["target"] in ids for edge in graph["edges"])


def test_attitudes_about_and_by() -> None:
    number = entity("Dorothy Price")
    about = data(f"/entity/{number}/attitudes", side="about", limit=200)["thoughts"]
    by = data(f"/entity/{number}/attitudes", side="by", limit=200)["thoughts"]
    assert about
    assert by
    assert {one["source"]["id"] for one in by} == {number}
    with Store.open(calder_kb()) as store:
        from factbook.query.attitudes import Question, ask

        wanted = internal_id(number)
        assert wanted is not None
        assert len(ask(store, Question(source=wanted), quotes=False)) == len(by)
        assert len(ask(store, Question(targets=(wanted,)), quotes=False, limit=200)) == min(len(about), 200)


def test_fact_page_shows_each_passage_highlighted() -> None:
    page = data(f"/entity/{entity('Karim Haddad')}")
    fact = page["slots"][0]["facts"][0]
    query = {"subject": fact["subject"]["id"], "slot": fact["slot"], "object": fact["entity"]["id"]}
    found = data("/fact", **query)
    assert len({passage["document"] for passage in found["passages"]}) == fact["documents"]
    with Store.open(calder_kb()) as store:
        for passage in found["passages"]:
            text = store.text(passage["document"])
            assert text[passage["offset"] : passage["offset"] + len(passage["text"])] == passage["text"]
            start, end = passage["spans"][0]
            assert passage["offset"] <= start < end <= passage["offset"] + len(passage["text"])
    html = get("/fact", **query)
    assert html.count('class="passage"') == len(found["passages"])
    assert '<span class="k f first last">' in html


def test_contradicting_passages_stand_beside() -> None:
    """The conflicts that `factbook conflicts` lists are on the pages of the facts."""
    from factbook.query.conflicts import conflicts

    with Store.open(calder_kb()) as store:
        found = list(conflicts(store))
    assert found
    for conflict in found:
        query = {"subject": conflict.entity, "slot": conflict.slot}
        query |= {"object": conflict.chosen.entity} if conflict.chosen.entity else {"value": conflict.chosen.value}
        rivals = data("/fact", **query)["rivals"]
        assert {rival["fact"]["value"] for rival in rivals} >= {other.value for other in conflict.others}
        assert all(rival["passages"] for rival in rivals)


def test_document_page_draws_all_layers() -> None:
    page = get("/document/ENG_DF_20140407_205")
    for layer in ("m m-PER", "f", "e", "t"):
        assert re.search(rf'class="k [^"]*\b{layer}\b', page), layer
    assert page.count('class="b-post"') == 6
    assert page.count('class="b-quote"') == 4
    assert "gullwatcher</bdi> wrote" in page
    found = data("/document/ENG_DF_20140407_205")
    for mention in found["mentions"]:
        inside_a_tag = f'author="{mention["text"]}"' in found["text"] and mention["level"] == "NAM"
        anchor = f'id="c{mention["start"]}-{mention["end"]}"'
        assert anchor in page or inside_a_tag


def test_drawing_keeps_every_character() -> None:
    """Without tags and marks the drawn text is the text of the document."""
    with Store.open(calder_kb()) as store:
        for name in store.names():
            source = store.document(name).source
            page = get(f"/document/{name}")
            article = page[page.index('<article class="text"') : page.index('<aside class="notes"')]
            article = re.sub(r"<header>.*?</header>", "", article, flags=re.DOTALL)
            drawn = unescape(re.sub(r"<[^>]*>", " ", article))
            assert "".join(drawn.split()) == "".join(unescape(source.masked).split())


def test_arabic_document_reads_from_the_right() -> None:
    page = get("/document/ARB_NW_20140306_701")
    assert '<article class="text" id="text" lang="ar" dir="rtl">' in page


def test_matrix_counts_what_its_cells_open() -> None:
    matrix = data("/thoughts", kind="sentiment")
    assert matrix["cells"]
    assert not matrix["limited"]
    for cell in matrix["cells"][:8]:
        shown = data("/thoughts/passages", kind="sentiment", targets="entity", limit=200, source=cell["source"],
                     target=cell["target"])["thoughts"]  # fmt: skip
        assert len(shown) == cell["total"]
        assert all(one["quote"] for one in shown)


@pytest.mark.parametrize(("name", "value"), [
    ("kind", "belief"), ("value", "neg"), ("genre", "forum"), ("until", "2014-03-31"), ("since", "2014-06-01"),
])  # fmt: skip
def test_filters_of_attitudes(name: str, value: str) -> None:
    found = data("/thoughts/passages", limit=200, **{name: value})["thoughts"]
    assert found
    field = {"until": "date", "since": "date"}.get(name, name)
    if name == "until":
        assert all(one[field][:10] <= value for one in found)
    elif name == "since":
        assert all(one[field] >= value for one in found)
    else:
        assert {one[field] for one in found} == {value}


@pytest.mark.parametrize("targets", ["relation", "event"])
def test_matrix_of_relations_and_events(targets: str) -> None:
    cells = data("/thoughts", targets=targets)["cells"]
    assert cells
    for cell in cells[:12]:
        query = {"targets": targets, "source": cell["source"], "column": cell["target"], "limit": 200}
        assert len(data("/thoughts/passages", **query)["thoughts"]) == cell["total"]
    assert "column=" in get("/thoughts", targets=targets)


def test_query_follows_hops() -> None:
    page = get("/query", entity="Karim Haddad", slot=["per:children", "per:age"])
    assert "Nadir Haddad" in page
    found = data("/query", entity="Karim Haddad", slot=["per:children", "per:age"])
    assert all(len(path["steps"]) == 2 for path in found["paths"])
    assert found["paths"][0]["steps"][1]["quote"]


@pytest.mark.parametrize("slots", [
    ("per:children", "per:age"), ("per:employee_or_member_of", "org:city_of_headquarters"), ("per:spouse",),
    ("per:employee_or_member_of", "org:employees_or_members", "per:title"), ("per:city_of_birth",), ("per:title",),
    ("per:cities_of_residence", "gpe:residents_of_city"),
])  # fmt: skip
def test_query_gives_what_the_verb_gives(slots: tuple[str, ...]) -> None:
    """The paths of the page are those of `factbook query`, in its order."""
    seen = 0
    with Store.open(calder_kb()) as store:
        people = store.connection.execute("SELECT id FROM entity WHERE type = 'PER' AND mentions > 20").fetchall()
        for (number,) in people:
            if len(slots) == 1:
                expected = [(answer,) for answer in values(store, number, slots[0], every=True)]
            else:
                expected = follow(store, number, slots)
            found = data("/query", entity=public_id(number), slot=list(slots), limit=200)
            assert [[step["value"] for step in path["steps"]] for path in found["paths"]][: len(expected)] == [
                [answer.value for answer in path] for path in expected
            ][:200]
            for path, answers in zip(found["paths"], expected, strict=False):
                assert path["confidence"] == pytest.approx(confidence_of(answers), abs=1e-4)
                for step, answer in zip(path["steps"], answers, strict=True):
                    assert step["support"] == len(answer.evidence)
                    assert step["quote"] == answer.evidence[0].quote
            seen += len(expected)
    assert seen > 0


def test_query_says_what_is_wrong() -> None:
    assert "there is no slot" in unescape(get("/query", entity="Karim Haddad", slot="per:wrong"))
    assert "no entity named" in unescape(get("/query", entity="Nobody Atall", slot="per:age"))
    assert "is asked of per" in unescape(get("/query", entity="Port Ellery", type="GPE", slot="per:age"))


def test_completion() -> None:
    found = data("/complete", q="karim ha")["entities"]
    assert found[0]["entity"]["name"] == "Karim Haddad"
    assert data("/slots", prefix="per:chi")["slots"][0]["name"] == "per:children"


def test_sparql() -> None:
    found = data("/sparql", query="SELECT ?who WHERE { ?a fb:names [fb:text ?who] } ORDER BY ?who LIMIT 3")
    assert found["columns"] == ["who"]
    assert len(found["rows"]) == 3
    assert data("/sparql", query="ASK { ?a fb:start ?b }")["rows"] == [["yes"]]
    assert "wrong" in data("/sparql", query="SELECT nonsense")["problem"]
    assert data("/sparql", query="CONSTRUCT { ?a ?b ?c } WHERE { ?a ?b ?c } LIMIT 2")["columns"][0] == "subject"


def test_every_page_is_there() -> None:
    """No view is missing from the tests of this folder: each path answers."""
    number = entity("Karim Haddad")
    fact = data(f"/entity/{number}")["slots"][0]["facts"][0]
    fact_query = {"subject": number, "slot": fact["slot"], "object": fact["entity"]["id"]}
    for view in VIEWS:
        if view.name.startswith("score"):  # test_score.py
            continue
        path = view.path.replace("{id}", number).replace("{name:path}", "ENG_DF_20140407_205")
        query = {"fact": fact_query, "entity_facts": {"slot": "per:title"}}.get(view.name, {})
        if view.template:
            assert "<html" in get(path, **query) or view.name == "complete"
        data(path if path != "/" else "/home", **query)


def test_links_of_pages_lead_somewhere() -> None:
    number = entity("Karim Haddad")
    for path in ("/", f"/entity/{number}", "/document/ENG_DF_20140407_205", "/thoughts", "/decisions"):
        page = get(path)
        for address in sorted(set(re.findall(r'href="(/[^"#]*)', page)))[:60]:
            response = sample().get(unescape(address))
            assert response.status_code == 200, address


@pytest.mark.parametrize("address", [
    "/entity/E000000000", "/entity/nonsense", "/document/none", "/nothing", "/api/nothing", "/api/entity/x/graph",
    f"/fact?{urlencode({'subject': 'E1u01d3mq5rkga', 'slot': 'per:children', 'value': 'nobody'})}",
])  # fmt: skip
def test_what_is_not_there_is_said(address: str) -> None:
    response = sample().get(address)
    assert response.status_code == 404
    assert "Traceback" not in response.text


@pytest.mark.parametrize("address", [
    "/entities?after=nonsense", "/entities?after=WzFd", "/documents?limit=0", "/documents?limit=99999",
    "/api/thoughts?kind=other", "/fact?slot=per:age", "/document/ENG_DF_20140407_205?part=7",
    "/thoughts?since=yesterday", "/entities?limit=ten", f"/search?q={'x' * 3000}", "/api/entities?format=xml",
    "/api/entities?format=csv&table=passwords",
])  # fmt: skip
def test_wrong_parameters_are_refused(address: str) -> None:
    response = sample().get(address)
    assert response.status_code == 400
    assert "Traceback" not in response.text
