"""What notebooks show: knowledge bases, entities, facts and scores, with the templates of the pages."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

import factbook
from factbook.browse import notebook
from factbook.query.ask import values
from factbook.query.conflicts import conflicts
from factbook.query.find import find
from factbook.store.store import Store
from tests.browse.sites import hostile_kb
from tests.browse.test_security import Seen
from tests.store.sample import CALDER, calder_kb

pytestmark = pytest.mark.xdist_group("browse")


def shown(thing: Any) -> str:
    text: str = thing._repr_html_()
    assert text.strip().startswith('<div class="factbook">')
    assert "href" not in text, "a notebook has no pages to go to"
    return text


def test_store_and_entity() -> None:
    with Store.open(calder_kb()) as store:
        assert "43 documents" in shown(store)
        assert "15 documents" in shown(find(store, "Karim Haddad"))
        page = shown(notebook.entity(store, "Karim Haddad"))
    assert "Nadir Haddad" in page
    assert "卡里姆" in page


def test_fact_with_its_evidence() -> None:
    with Store.open(calder_kb()) as store:
        answer = values(store, find(store, "Karim Haddad").number, "per:children", quotes=8)[0]
        page = unescape(shown(answer))
        assert all(one.quote in page for one in answer.evidence)
        whole = shown(notebook.fact(store, answer))
        assert whole.count('class="passage"') == len(answer.evidence)
        conflict = next(iter(conflicts(store)))
        assert "Against it" in shown(notebook.fact(store, conflict.chosen))


def test_kb_and_records() -> None:
    with Store.open(calder_kb()) as store:
        kb = store.document("ENG_DF_20140407_205").kb
    page = shown(kb)
    assert "mentions" in page
    assert "KestrelKate" in page
    for record in (*kb.entities.values(), *kb.relations.values()):
        assert record.id in unescape(shown(record))


def test_score() -> None:
    gold = str(CALDER / "edl" / "gold.tab")
    table = factbook.score("edl.b_cubed", gold, gold)
    assert "1.0000" in shown(table)
    assert "edl.b_cubed" in shown(table.results[0])


def test_hostile_text_stays_text() -> None:
    with Store.open(hostile_kb()) as store:
        kb = store.document("forum").kb
        number = store.connection.execute("SELECT id FROM entity ORDER BY mentions DESC, id").fetchall()
        from factbook.store.ids import public_id

        things: list[Any] = [store, kb, *kb.entities.values(), *kb.relations.values()]
        things += [notebook.entity(store, public_id(row[0])) for row in number]
        for thing in things:
            text = shown(thing)
            for tag, attributes in Seen(text).tags:
                assert tag not in ("script", "img", "iframe")
                assert not [name for name in attributes if name.startswith("on")]
            assert "\u202e" not in text


def test_what_has_no_form_says_so() -> None:
    with pytest.raises(TypeError, match="int"):
        notebook.html(7)
