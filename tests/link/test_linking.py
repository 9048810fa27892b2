"""Entities across documents: what becomes one, what stays two, and decisions by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.link.decide import Settings
from factbook.link.merge import combine, compatible, value_key
from factbook.link.namesakes import Member, part
from factbook.query.find import Ambiguous, find
from factbook.store import manual
from factbook.store.errors import NotInKB
from factbook.store.store import Store
from tests.store.worlds import Writer, content


def entities(store: Store) -> dict[tuple[str, str], int]:
    rows = store.connection.execute(
        "SELECT d.name, l.key, l.entity FROM local_entity l JOIN document d ON d.id = l.document"
    )
    return {(name, key): entity for name, key, entity in rows}


def linked(tmp_path: Path, *writers: Writer, settings: Settings | None = None) -> Store:
    store = Store.open(str(tmp_path / "link.kb"), create=True)
    if settings:
        store.set_settings(settings)
    store.add([writer.done() for writer in writers])
    return store


def test_two_people_of_one_name_stay_two(tmp_path: Path) -> None:
    store = linked(
        tmp_path,
        Writer("D1").entity("a", "PER", "John Smith").fact("a", "per:date_of_birth", "1950-03-01"),
        Writer("D2").entity("a", "PER", "John Smith").fact("a", "per:date_of_birth", "1988-07-11"),
        Writer("D3").entity("a", "PER", "John Smith").fact("a", "per:date_of_birth", "1950-03-01"),
        Writer("D4", date="2015-01-01").entity("a", "PER", "John Smith").fact("a", "per:age", "26"),
    )
    found = entities(store)
    assert found["D1", "a"] == found["D3", "a"] != found["D2", "a"]
    assert found["D4", "a"] == found["D2", "a"]
    with pytest.raises(Ambiguous, match="names 2 entities"):
        find(store, "John Smith")


def test_a_senator_and_a_striker_stay_two_unless_something_connects_them() -> None:
    senator, striker = '{"field": ["politics"]}', '{"field": ["sport"]}'
    apart = part([Member(senator, 3, frozenset({1})), Member(striker, 2, frozenset({2}))])
    together = part([Member(senator, 3, frozenset({1})), Member(striker, 2, frozenset({1}))])
    assert apart == {senator: "", striker: striker}
    assert together == {senator: "", striker: ""}


def test_a_city_and_its_team_stay_two(tmp_path: Path) -> None:
    store = linked(
        tmp_path,
        Writer("D1").entity("team", "ORG", "Port Ellery Mariners", "Port Ellery").entity("city", "GPE", "Port Ellery"),
        Writer("D2").entity("team", "ORG", "Port Ellery").entity("city", "GPE", "Port Ellery"),
    )
    found = entities(store)
    assert found["D1", "team"] == found["D2", "team"] != found["D2", "city"] == found["D1", "city"]


def test_context_decides_a_short_name(tmp_path: Path) -> None:
    writers = (
        Writer("D1").entity("p", "PER", "Dorothy Price").entity("o", "ORG", "Green List"),
        Writer("D2").entity("p", "PER", "Kwame Price").entity("o", "ORG", "Kestrel Wanderers"),
        Writer("D3").entity("p", "PER", "Price").entity("o", "ORG", "Kestrel Wanderers"),
        Writer("D4").entity("p", "PER", "Price").entity("o", "ORG", "Green List"),
        Writer("D5").entity("p", "PER", "Price"),
    )
    store = linked(tmp_path, *writers)
    found = entities(store)
    assert found["D3", "p"] == found["D2", "p"]
    assert found["D4", "p"] == found["D1", "p"]
    assert found["D5", "p"] not in (found["D1", "p"], found["D2", "p"])
    store.set_settings(Settings(context=False))
    store.link_again()
    found = entities(store)
    assert found["D3", "p"] == found["D4", "p"] == found["D5", "p"]


def test_a_given_name_alone_needs_context(tmp_path: Path) -> None:
    store = linked(
        tmp_path,
        Writer("D1").entity("p", "PER", "Karim Haddad", "Karim").entity("o", "ORG", "Calder Dockworkers Union"),
        Writer("D2").entity("p", "PER", "Karim"),
        Writer("D3").entity("p", "PER", "Karim").entity("o", "ORG", "Calder Dockworkers Union"),
    )
    found = entities(store)
    assert found["D2", "p"] != found["D1", "p"]
    assert found["D3", "p"] == found["D1", "p"]


def test_an_alias_that_a_document_gives_joins_two_names(tmp_path: Path) -> None:
    store = linked(
        tmp_path,
        Writer("D1").entity("p", "PER", "Ottoline Marsh", "Ottoline Marsh", "Ottoline Fairweather"),
        Writer("D2").entity("p", "PER", "Ottoline Fairweather"),
        Writer("D3").entity("p", "PER", "Clementine Fairweather"),
    )
    found = entities(store)
    assert found["D1", "p"] == found["D2", "p"] != found["D3", "p"]
    rules = {merge.name: merge.rule for merge in manual.why(store, found["D1", "p"])}
    assert "alias" in rules.values()


def test_settings_switch_parts_off(tmp_path: Path) -> None:
    writers = (Writer("D1").entity("g", "GPE", "Lebanon"), Writer("D2").entity("g", "GPE", "黎巴嫩"))
    store = linked(tmp_path, *writers)
    assert len(set(entities(store).values())) == 1
    store.set_settings(Settings(outside=False))
    store.link_again()
    assert len(set(entities(store).values())) == 2


def test_unnamed_entities_are_never_merged(tmp_path: Path) -> None:
    store = linked(
        tmp_path,
        Writer("D1").entity("n", "PER", "a docker", level="NOM"),
        Writer("D2").entity("n", "PER", "a docker", level="NOM"),
    )
    assert len(set(entities(store).values())) == 2


def test_decisions_by_hand_are_remembered(tmp_path: Path) -> None:
    store = linked(
        tmp_path,
        Writer("D1").entity("p", "PER", "Helena Varga"),
        Writer("D2").entity("p", "PER", "Lena Varga"),
        Writer("D3").entity("p", "PER", "The Mariner Prince"),
        Writer("D4").entity("p", "PER", "Helena Varga"),
    )
    found = entities(store)
    assert found["D1", "p"] == found["D2", "p"] == found["D4", "p"]
    manual.split_name(store, found["D1", "p"], "Lena Varga")
    found = entities(store)
    assert found["D1", "p"] != found["D2", "p"]
    manual.merge(store, found["D3", "p"], found["D1", "p"])
    manual.split_documents(store, entities(store)["D1", "p"], ["D4"])
    found = entities(store)
    assert found["D3", "p"] == found["D1", "p"] != found["D4", "p"]
    before = content(store)
    store.link_again()
    assert content(store) == before
    store.add([Writer("D4").entity("p", "PER", "Helena Varga").entity("q", "GPE", "Velm").done()])
    again = entities(store)
    assert again["D4", "p"] == found["D4", "p"]
    assert [row[1] for row in manual.decisions(store)] == ["apart", "merge", "take"]
    for number, *_ in manual.decisions(store):
        manual.undo(store, number)
    found = entities(store)
    assert found["D1", "p"] == found["D2", "p"] == found["D4", "p"] != found["D3", "p"]


def test_wrong_decisions_are_refused(tmp_path: Path) -> None:
    store = linked(tmp_path, Writer("D1").entity("p", "PER", "Helena Varga"))
    number = entities(store)["D1", "p"]
    with pytest.raises(NotInKB, match="one entity already"):
        manual.merge(store, number, number)
    with pytest.raises(NotInKB, match="no name"):
        manual.split_name(store, number, "Nobody")
    with pytest.raises(NotInKB, match="no decision 7"):
        manual.undo(store, 7)


def test_confidences_combine() -> None:
    assert combine([0.5, 0.5]) == pytest.approx(0.75)
    assert combine([0.9] * 20) < 1.0
    assert combine([0.5, 1.0]) == 1.0
    assert combine([]) == 0.0


def test_values() -> None:
    assert value_key(" Chief  Executive ") == value_key("chief executive")
    assert compatible("1961-XX-XX", "1961-05-04")
    assert not compatible("1961-05-04", "1962-05-04")
    assert compatible("mayor", "Mayor of Velm")
    assert not compatible("heart attack", "stroke")


@pytest.mark.parametrize("written", ["3,400", "3.400", "3 400", "3400", "3400人", "٣٤٠٠"])
def test_a_number_is_the_same_in_every_language(written: str) -> None:
    assert value_key(written) == value_key("3400")
    assert compatible(written, "3,400")
    assert not compatible(written, "3,401")
    assert compatible("about 3,400", "3,400")


@pytest.mark.parametrize("written", ["3.4", "3,40", "34.00", "3400 ships", "-3400"])
def test_what_is_no_whole_number_stays_text(written: str) -> None:
    assert value_key(written) != value_key("3400")
