"""A knowledge base as one file: it holds everything, needs nothing, and runs nothing but its own script."""

from __future__ import annotations

import base64
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from factbook.browse import export
from factbook.cli.main import main
from factbook.store.store import Store
from tests.browse.sites import SCRIPT, hostile_kb
from tests.browse.test_security import Seen
from tests.store.sample import calder_kb

pytestmark = pytest.mark.xdist_group("browse")


@cache
def calder_file() -> str:
    with Store.open(calder_kb()) as store:
        return export.html_file(store).decode()


def test_every_link_has_its_place() -> None:
    """Entities, documents and spans that are linked to are parts of the file."""
    page = calder_file()
    places = set(re.findall(r'\bid="([^"]+)"', page))
    links = set(re.findall(r'href="#([^"]*)"', page))
    assert len(links) > 1000
    missing = {link for link in links - places if not re.search(r"-c\d+-\d+$", link)}
    assert missing == set()
    spans = [link for link in links if re.search(r"-c\d+-\d+$", link)]
    assert sum(link in places for link in spans) > 0.97 * len(spans)  # names of authors stand in tags, not in the text


def test_it_holds_entities_documents_and_passages() -> None:
    page = calder_file()
    with Store.open(calder_kb()) as store:
        for name in store.names():
            assert name in page
        assert page.count('class="kicker"') >= store.count("entity")
    assert 'class="passage"' in page
    assert 'dir="rtl"' in page


def test_nothing_comes_from_outside() -> None:
    values = re.findall(r"""\b(?:src|href|action|srcset|poster|data)=["']?([^"'\s>]+)""", calder_file())
    assert len(values) > 1000
    assert [value for value in values if not value.startswith("#")] == []


def test_its_policy_allows_its_own_style_and_script_only() -> None:
    page = calder_file()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    for tag in ("style", "script"):
        inside = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert len(inside) == 1
        mark = base64.b64encode(sha256(inside[0].encode()).digest()).decode()
        assert f"{tag}-src &#39;sha256-{mark}&#39;" in policy.group(1)
    assert "default-src &#39;none&#39;" in policy.group(1)


def test_hostile_text_stays_text() -> None:
    with Store.open(hostile_kb()) as store:
        page = export.html_file(store).decode()
    assert SCRIPT not in page
    assert page.count("<script") == 1
    for tag, attributes in Seen(page).tags:
        assert tag not in ("img", "iframe", "object", "base")
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
    assert "\u202e" not in page


def test_export_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "kb.html"
    assert main(["export", hostile_kb(), "--html", str(target)]) == 0
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main(["export", hostile_kb()]) == 2
    assert main(["export", hostile_kb(), "--html", str(target), "--as", "csv"]) == 2
    assert "--html" in capsys.readouterr().err


def test_a_large_kb_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(export, "DOCUMENTS", 1)
    assert main(["export", hostile_kb(), "--html", str(tmp_path / "kb.html")]) == 2
    assert "use `factbook browse`" in capsys.readouterr().err
    assert not (tmp_path / "kb.html").exists()
