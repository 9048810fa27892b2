"""The browser page, asked over a real connection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import HTTPServer
from pathlib import Path
from urllib.parse import urlencode

import pytest

from factbook.assess.folder import Folder
from factbook.assess.page import HOST
from tests.assess.simulated import serving, small_folder

TEXT = "<script>" + "Ann Lee, mayor of Ell, " * 100


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return small_folder(tmp_path, sample=5)


@pytest.fixture
def served(folder: Folder) -> Iterator[HTTPServer]:
    with serving(folder, TEXT) as found:
        yield found


def ask(served: HTTPServer, form: dict[str, str] | None = None, host: str = "") -> tuple[int, str]:
    connection = HTTPConnection(HOST, served.server_port)
    headers = {"Host": host or f"{HOST}:{served.server_port}"}
    if form is None:
        connection.request("GET", "/", headers=headers)
    else:
        connection.request("POST", "/", urlencode(form), headers)
    with connection.getresponse() as answer:
        text = answer.read().decode()
    connection.close()
    return answer.status, text


def fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(token|claim)" value="([^"]*)"', page))


def test_judging_and_skipping(served: HTTPServer, folder: Folder) -> None:
    first = next(folder.waiting()).id
    status, page = ask(served)
    assert status == 200
    assert fields(page)["claim"] == first
    assert "&lt;script&gt;" in page
    assert "<script>A" not in page
    assert "<mark>" in page
    assert ask(served, {**fields(page), "key": "w"})[0] == 303
    assert folder.judgments == {first: "W"}
    second = fields(ask(served)[1])
    assert second["claim"] != first
    assert ask(served, {**second, "key": "s"})[0] == 303
    assert second["claim"] not in folder.judgments
    assert fields(ask(served)[1])["claim"] not in (first, second["claim"])


def test_only_forms_of_this_page_count(served: HTTPServer, folder: Folder) -> None:
    form = fields(ask(served)[1])
    assert ask(served, {**form, "token": "x", "key": "c"})[0] == 403
    assert ask(served, {**form, "key": "c"}, host="evil.example:80")[0] == 403
    assert ask(served, {**form, "claim": "nobody", "key": "c"})[0] == 400
    assert ask(served, {**form, "key": "z"})[0] == 400
    assert ask(served, {"token": "x" * 20_000})[0] == 400
    assert folder.judgments == {}


def test_the_end_is_told(served: HTTPServer, folder: Folder) -> None:
    for claim in folder.waiting():
        folder.judge(claim.id, "C")
    assert "Nothing is left to judge" in ask(served)[1]


def test_the_last_answer_can_be_taken_back(served: HTTPServer, folder: Folder) -> None:
    first = fields(ask(served)[1])
    assert ask(served, {**first, "key": "u"})[0] == 400  # nothing to take back yet
    ask(served, {**first, "key": "c"})
    kept = folder.path / "judgments.qrel.tsv"
    assert kept.read_text().count("\n") == 1
    assert ask(served, {**first, "key": "u"})[0] == 303
    assert folder.judgments == {}
    assert kept.read_text() == ""
    assert fields(ask(served)[1])["claim"] == first["claim"]


def test_a_skipped_claim_can_be_taken_back(served: HTTPServer, folder: Folder) -> None:
    first = fields(ask(served)[1])
    ask(served, {**first, "key": "s"})
    ask(served, {**first, "key": "u"})
    assert fields(ask(served)[1])["claim"] == first["claim"]


def test_an_unknown_page_is_none(served: HTTPServer) -> None:
    connection = HTTPConnection(HOST, served.server_port)
    connection.request("GET", "/favicon.ico", headers={"Host": f"{HOST}:{served.server_port}"})
    with connection.getresponse() as answer:
        assert answer.status == 404
    connection.close()


def test_a_silent_connection_does_not_stop_the_page(served: HTTPServer) -> None:
    silent = HTTPConnection(HOST, served.server_port)
    silent.connect()
    assert ask(served)[0] == 200
    silent.close()
