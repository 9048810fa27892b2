"""A real browser clicks through all pages of the sample collection and makes the screenshots of docs/.

Chromium is the system's (`apt-get install chromium`); without one these tests are skipped. Screenshots go to a
temporary folder, or to that which FACTBOOK_SCREENSHOTS names: with docs/screenshots the pictures of the docs are new.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from factbook.browse import notebook
from factbook.browse.app import create_app
from factbook.cli.main import main
from factbook.query.ask import values
from factbook.query.conflicts import conflicts
from factbook.query.find import find
from factbook.store.store import Store
from tests.browse.sites import HOST, TOKEN, copied, hostile_kb
from tests.browse.test_score import folder, scores
from tests.store.sample import CALDER, calder_kb

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.xdist_group("browse"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: apt-get install chromium"),
]
KARIM = "Karim Haddad"


class Running:
    """An application on a free port of this machine, in a thread."""

    def __init__(self, app: Any) -> None:
        import uvicorn

        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(64)
        self.address = f"{HOST}:{self.socket.getsockname()[1]}"
        config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off", ws="none")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]})

    def __enter__(self) -> str:
        self.thread.start()
        return self.address

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.socket.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The sample collection with scores, open to changes."""
    path = Path(copied(tmp_path_factory.mktemp("site"))).rename(tmp_path_factory.mktemp("kb") / "calder.kb")
    systems: dict[str, Path | str] = {"first": folder() / "full.tab", "second": folder() / "part.tab"}
    shown = scores("edl.strong_typed_mention_match", CALDER / "edl" / "gold.tab", systems)
    with Running(create_app(str(path), token=TOKEN, scores=shown)) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        found = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


class Tab:
    """A page of the browser; whatever it complains of is a failure."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(120_000)  # a busy machine is slow, not wrong
        self.address = address
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._said(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)

    def _said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(self.address):
            self.complaints.append(f"asked for {request.url}")

    def go(self, path: str) -> Any:
        self.page.goto(self.address + path)
        return self.page

    def still(self) -> Any:
        self.page.wait_for_load_state("networkidle")
        return self.page


@pytest.fixture
def tab(browser: Any, site: str) -> Iterator[Tab]:
    found = Tab(browser, site)
    yield found
    found.context.close()
    assert found.complaints == []


def shoot(page: Any, name: str, tmp_path: Path) -> None:
    """A screenshot; small enough to be committed."""
    page.wait_for_load_state("networkidle")
    target = Path(os.environ.get("FACTBOOK_SCREENSHOTS") or tmp_path) / f"{name}.jpg"
    target.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(target), type="jpeg", quality=70)
    assert target.stat().st_size > 5000


def to_karim(tab: Tab) -> Any:
    """From the first page over the search to the page of an entity."""
    page = tab.go("/")
    page.fill("#find", KARIM)
    page.press("#find", "Enter")
    page.click(f"#entities a:has-text('{KARIM}')")
    page.wait_for_selector("#merges")
    assert page.inner_text("h1") == KARIM
    return page


def test_first_page_searches_while_typing(tab: Tab, tmp_path: Path) -> None:
    page = tab.go("/")
    shoot(page, "home", tmp_path)
    page.type(".big input", "lantern")
    page.wait_for_selector("#results a:has-text('Lantern Bridge')")
    assert "Lantern Bridge" in page.inner_text("#results")


def test_search_and_entity(tab: Tab, tmp_path: Path) -> None:
    tab.go("/search?q=haddad")
    shoot(tab.page, "search", tmp_path)
    page = to_karim(tab)
    page.wait_for_selector(".graph[data-drawn]")
    assert int(page.get_attribute(".graph", "data-drawn")) > 3
    assert page.locator(".names dd[dir=rtl]").count() == 1
    shoot(page, "entity", tmp_path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_graph_leads_to_neighbours(tab: Tab) -> None:
    page = to_karim(tab)
    page.wait_for_selector(".graph[data-drawn]")
    page.click("#graph summary")
    page.click("#graph details a:has-text('Nadir Haddad')")
    page.wait_for_url("**/entity/*")
    page.wait_for_selector("h1:has-text('Nadir Haddad')")


def test_fact_with_its_passages(tab: Tab, tmp_path: Path) -> None:
    page = to_karim(tab)
    page.click(".facts tr:has(th:has-text('children')) .why >> nth=0")
    page.wait_for_selector(".passage")
    assert page.locator(".passage .k.f").count() >= 8
    page.click(".passages .place >> nth=0")
    page.wait_for_selector("#text .at:target", state="attached")
    assert page.locator("#text .k.aim").count() >= 1
    assert re.search(r"#c\d+-\d+$", page.url)


def test_contradiction_stands_beside(tab: Tab, tmp_path: Path) -> None:
    """The page of a fact that documents disagree on."""
    with Store.open(calder_kb()) as store:
        found = max(conflicts(store), key=lambda one: len(one.chosen.evidence))
    tab.go(f"/entity/{found.entity}")
    label = found.slot.partition(":")[2].replace("_", " ")
    tab.page.click(f".facts tr:has(th:text-is('{label}')) .why >> nth=0")
    tab.page.wait_for_selector(".against .passage .k.x")
    shoot(tab.page, "fact", tmp_path)


def test_document_layers(tab: Tab, tmp_path: Path) -> None:
    page = tab.go("/document/ENG_DF_20140407_205")
    shoot(page, "document", tmp_path)
    assert page.locator(".b-post").count() == 6

    def style(selector: str, name: str) -> str:
        script = "([selector, name]) => getComputedStyle(document.querySelector(selector)).getPropertyValue(name)"
        return str(page.evaluate(script, [selector, name]))

    for layer, selector, name, off in (
        ("m", "#text .k.m", "border-bottom-style", "none"),
        ("f", "#text .k.f", "background-color", "rgba(0, 0, 0, 0)"),
        ("e", "#text .k.e", "background-image", "none"),
        ("t", "#text .k.t", "box-shadow", "none"),
    ):
        assert style(selector, name) != off
        page.uncheck(f".layer-{layer}")
        assert style(selector, name) == off
    page.reload()
    assert not page.is_checked(".layer-m"), "layers stay as they were"
    for layer in "mfet":
        page.check(f".layer-{layer}")


def test_notes_light_their_places(tab: Tab) -> None:
    page = tab.go("/document/ENG_DF_20140407_205")
    page.hover(".notes li[data-spans] >> nth=0")
    assert page.locator("#text .k.lit").count() >= 1
    page.click(".b-quote header a >> nth=0")
    assert "#post-" in page.url
    page.click("#text a.k.m-PER >> nth=0")
    page.wait_for_url("**/entity/*")


def test_arabic_and_chinese_documents(tab: Tab, tmp_path: Path) -> None:
    page = tab.go("/document/ARB_NW_20140306_701")
    shoot(page, "arabic", tmp_path)
    assert page.evaluate("getComputedStyle(document.getElementById('text')).direction") == "rtl"
    page = tab.go("/document/CMN_DF_20140303_605")
    assert "Noto Sans CJK SC" in page.evaluate("getComputedStyle(document.getElementById('text')).fontFamily")
    shoot(page, "chinese", tmp_path)


def test_who_thinks_what(tab: Tab, tmp_path: Path) -> None:
    page = tab.go("/thoughts")
    page.select_option("select[name=kind]", "sentiment")
    page.select_option("select[name=genre]", "forum")
    page.click(".filters button")
    page.wait_for_selector(".graph[data-drawn]")
    assert "genre=forum" in page.url
    shoot(page, "thoughts", tmp_path)
    page.locator(".graph").scroll_into_view_if_needed()
    shoot(page, "thoughts-graph", tmp_path)
    cell = page.locator("td.cell a").first
    counted = sum(map(int, re.findall(r"\d+", cell.inner_text())))
    cell.click()
    page.wait_for_selector(".thoughts .quote")
    assert page.locator(".thoughts > li").count() == counted
    shoot(page, "passages", tmp_path)


def test_query_with_completion(tab: Tab, tmp_path: Path) -> None:
    page = tab.go("/query")
    page.type("input[name=entity]", "karim had")
    page.wait_for_selector("#names option", state="attached")
    page.fill("input[name=entity]", str(page.get_attribute("#names option >> nth=0", "value")))
    page.fill("input[name=slot] >> nth=0", "per:children")
    page.fill("input[name=slot] >> nth=1", "per:age")
    page.click(".ask button")
    page.wait_for_selector(".answers tbody tr")
    assert "Nadir Haddad" in page.inner_text(".answers")
    shoot(page, "query", tmp_path)
    with page.expect_download() as waiting:
        page.click(".down a:has-text('CSV')")
    assert waiting.value.suggested_filename.endswith(".csv")


def test_sparql(tab: Tab, tmp_path: Path) -> None:
    page = tab.go("/sparql")
    page.click("a:has-text('Run this')")
    page.wait_for_selector("table.plain tbody tr")
    assert "Dorothy Price" in page.inner_text("table.plain")
    shoot(page, "sparql", tmp_path)


def test_scores(tab: Tab, tmp_path: Path) -> None:
    page = tab.go("/score")
    shoot(page, "score", tmp_path)
    assert page.locator("svg[role=img]").count() >= 2
    page.click("a:has-text('Where systems differ')")
    page.wait_for_selector(".errors .k")
    shoot(page, "score-items", tmp_path)


def test_long_lists_go_on(tab: Tab) -> None:
    page = tab.go("/entities")
    before = page.locator("#list > li").count()
    page.click("#more-list a")
    page.wait_for_function("n => document.querySelectorAll('main li').length > n", arg=before)
    names = page.locator("main li .n").all_inner_texts()
    assert len(names) == 2 * before


def test_split_and_undo_with_the_token(tab: Tab, tmp_path: Path) -> None:
    page = to_karim(tab)
    page.click(".change summary")
    form = page.locator("form[action='/split']").first
    form.locator("select").select_option("卡里姆·哈达德")
    form.locator(".token").fill(TOKEN)
    shoot(page, "split", tmp_path)
    form.locator("button").click()
    page.wait_for_selector("h1")
    assert "卡里姆" not in page.inner_text(".names")
    page.goto(f"{tab.address}/decisions")
    assert page.input_value(".token") == TOKEN, "the token is kept for the tab"
    page.click("button:has-text('Undo')")
    page.wait_for_selector("text=Nothing was split or merged by hand")
    assert "卡里姆" in to_karim(tab).inner_text(".names")


def test_theme_switch(tab: Tab) -> None:
    page = tab.go("/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert light != dark
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(browser: Any, site: str, scheme: str) -> None:
    """Every text has a contrast of at least 4.5 to its ground (large text 3)."""
    tab = Tab(browser, site, color_scheme=scheme)
    for path in ("/", "/search?q=haddad", "/document/ENG_DF_20140407_205", "/thoughts", "/score/items", "/query"):
        page = tab.go(path)
        poor = page.evaluate(_CONTRAST)
        assert poor == [], f"{path}: {poor[:5]}"
    tab.context.close()


_CONTRAST = """() => {
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const numbers = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      const image = style.backgroundImage.match(/rgba?\\([^)]*\\)/);
      if (image && e.classList.contains("k")) return numbers(image[0]);
      const colour = numbers(style.backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (element.closest("svg, option, .skip")) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(numbers(style.color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) {
      poor.push([element.className, walker.currentNode.data.trim().slice(0, 20), ratio.toFixed(2)]);
    }
  }
  return poor;
}"""


def test_dark(browser: Any, site: str, tmp_path: Path) -> None:
    tab = Tab(browser, site, color_scheme="dark")
    page = to_karim(tab)
    page.wait_for_selector(".graph[data-drawn]")
    shoot(page, "dark", tmp_path)
    tab.go("/document/ENG_DF_20140407_205")
    shoot(tab.page, "dark-document", tmp_path)
    tab.context.close()
    assert tab.complaints == []


@pytest.mark.parametrize("path", [
    "/", "/search?q=haddad", "/entities", "/thoughts", "/query?entity=Karim+Haddad&slot=per:children", "/score",
    "/score/items", "/document/ENG_DF_20140407_205", "/document/ARB_NW_20140306_701", "/decisions",
])  # fmt: skip
def test_phone_pages_are_not_wider_than_the_phone(browser: Any, site: str, path: str) -> None:
    tab = Tab(browser, site, screen={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    tab.page.set_viewport_size({"width": 390, "height": 844})
    page = tab.go(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    tab.context.close()


def test_phone(browser: Any, site: str, tmp_path: Path) -> None:
    tab = Tab(browser, site, is_mobile=True, has_touch=True)
    tab.page.set_viewport_size({"width": 390, "height": 844})
    page = to_karim(tab)
    shoot(page, "phone", tmp_path)
    tab.go("/document/ENG_DF_20140407_205")
    shoot(tab.page, "phone-document", tmp_path)
    tab.context.close()


def test_keyboard(tab: Tab) -> None:
    """The first stop skips to the content, `/` goes to the search, focus is visible."""
    page = tab.go("/entities")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "find"


def test_exported_file(browser: Any, tmp_path: Path) -> None:
    """One file, opened from the disk: from a name to a fact, its passage, and the place in its document."""
    target = tmp_path / "calder.html"
    assert main(["export", calder_kb(), "--html", str(target)]) == 0
    tab = Tab(browser, target.as_uri())
    page = tab.go("")
    page.fill("#filter", "karim haddad")
    page.click(f".filtered li:not([hidden]) a:has-text('{KARIM}')")
    page.click("section:target .cited summary .why >> nth=0")
    shoot(page, "export", tmp_path)
    page.click("section:target .cited[open] .place >> nth=0")
    page.wait_for_selector(".reader .text:visible")
    assert page.locator(".book > section:visible").count() == 1
    page.click("#theme")
    tab.context.close()
    assert tab.complaints == []


def test_notebook_html(browser: Any, tmp_path: Path) -> None:
    """What a notebook shows stands by itself."""
    with Store.open(calder_kb()) as store:
        number = find(store, KARIM).number
        shown = [store, find(store, KARIM), notebook.entity(store, KARIM), values(store, number, "per:children")[0]]
        target = tmp_path / "notebook.html"
        target.write_text("<hr>".join(one._repr_html_() for one in shown), encoding="utf-8")
    tab = Tab(browser, target.as_uri())
    assert "Nadir Haddad" in tab.go("").inner_text("body")
    shoot(tab.page, "notebook", tmp_path)
    tab.context.close()


def test_hostile_texts_do_nothing(browser: Any) -> None:
    """No dialog opens, no script runs, nothing is fetched from elsewhere."""
    with Running(create_app(hostile_kb())) as address:
        tab = Tab(browser, address)
        dialogs: list[str] = []
        tab.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        tab.go("/entities")
        links = tab.page.locator("#list a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
        for link in [*links, "/documents", "/thoughts", "/thoughts/passages"]:
            tab.go(link)
            tab.still()
        for document in tab.go("/documents").locator("#list a").evaluate_all("all => all.map(a => a.href)"):
            tab.page.goto(document)
            tab.page.hover("#text .k >> nth=0")
        tab.context.close()
        assert dialogs == []
        assert tab.complaints == []
