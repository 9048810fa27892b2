"""A real browser judges claims on the page: by key, by button, back again, to the figures."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import HTTPServer
from pathlib import Path
from typing import Any

import pytest

from factbook.assess.folder import Folder
from factbook.assess.page import HOST
from tests.assess.simulated import serving, small_folder
from tests.browse.test_browser import Tab, browser, pytestmark, shoot

__all__ = ["browser", "pytestmark"]
TEXT = "<DOC>\n<P>\n" + "Ann Lee &amp; Bo, mayors of Ell,\n" * 100 + "</P></DOC>"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return small_folder(tmp_path, sample=4)


@pytest.fixture
def served(folder: Folder) -> Iterator[HTTPServer]:
    with serving(folder, TEXT) as found:
        yield found


@pytest.fixture
def tab(browser: Any, served: HTTPServer) -> Iterator[Tab]:
    found = Tab(browser, f"http://{HOST}:{served.server_port}")
    yield found
    found.context.close()
    assert found.complaints == []


def press(page: Any, key: str) -> None:
    with page.expect_navigation():
        page.keyboard.press(key)


def test_keys_buttons_and_the_way_back(tab: Tab, folder: Folder, tmp_path: Path) -> None:
    page = tab.go("/")
    first = next(folder.waiting()).id
    assert "<P>" not in page.inner_text("blockquote >> nth=0")
    assert "Lee & Bo" in page.inner_text("main")
    assert page.locator("button[value=u]").count() == 0
    shoot(page, "assess", tmp_path)
    press(page, "c")
    assert folder.judgments == {first: "C"}
    assert "of 4 facts judged" in page.inner_text("header")
    press(page, "u")
    assert folder.judgments == {}
    assert page.input_value("[name=claim]") == first
    with page.expect_navigation():
        page.click("button:has-text('inexact')")
    assert folder.judgments == {first: "X"}
    press(page, "s")
    assert folder.judgments == {first: "X"}


def test_a_key_pressed_twice_answers_once(tab: Tab, folder: Folder) -> None:
    page = tab.go("/")
    with page.expect_navigation():
        page.evaluate("for (const _ of [1, 2]) dispatchEvent(new KeyboardEvent('keydown', {key: 'w'}))")
    page.wait_for_selector("button[value=u]")
    assert list(folder.judgments.values()) == ["W"]


def test_other_keys_do_nothing(tab: Tab, folder: Folder) -> None:
    page = tab.go("/")
    for key in ("z", "'", "]", "Escape", "Control+c"):
        page.keyboard.press(key)
    page.reload()
    assert folder.judgments == {}


def test_figures_and_the_end(tab: Tab, folder: Folder) -> None:
    page = tab.go("/figures")
    assert "No fact is judged yet" in page.inner_text("main")
    page.click("text=Go on judging")
    while page.locator("button[value=c]").count():
        press(page, "c")
    assert "Nothing is left to judge" in page.inner_text("h1")
    assert page.locator("table tr").count() == 1 + 3 + 1  # heads, runs, all
    assert page.locator("svg .at").count() >= 3
    assert next(folder.waiting(), None) is None


def test_it_fits_on_a_phone_and_in_the_dark(browser: Any, served: HTTPServer) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark")
    page = context.new_page()
    page.goto(f"http://{HOST}:{served.server_port}/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"
    context.close()
