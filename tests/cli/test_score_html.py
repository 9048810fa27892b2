"""The HTML reports of all families in a real browser: no network, nothing on top of each other, readable on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from factbook.cli.main import main
from tests.browse.test_browser import browser, pytestmark
from tests.store.sample import CALDER

__all__ = ["browser", "pytestmark"]
GOLDEN = Path(__file__).parents[1] / "golden"
SIMPSON = GOLDEN / "coldstart" / "pipeline" / "simpson"
MIXED = GOLDEN / "openre" / "mixed"
EDL = CALDER / "edl" / "gold.tab"
# measures, gold, system, further words, plots at least, statements have confidences
REPORTS: dict[str, tuple[str, Path, Path, list[str], int, bool]] = {
    "ace": ("ace.edr,ace.rdr", CALDER / "apf", CALDER / "apf", [], 6, False),
    "best": (
        "best.belief,best.sentiment", CALDER / "best", CALDER / "best",
        ["--ere", str(CALDER / "ere"), "--source", str(CALDER / "source")], 6, False,
    ),
    "coldstart": (
        "coldstart.sf", SIMPSON / "qrel.tsv", SIMPSON / "expected" / "validated.sf",
        ["--queries", str(SIMPSON / "ldc.xml")], 4, True,
    ),
    "facts": ("coldstart.facts", CALDER / "kb" / "gold.tac", CALDER / "kb" / "gold.tac", [], 4, True),
    "edl": ("edl.strong_typed_mention_match,edl.b_cubed", EDL, EDL, [], 10, True),
    "open_re": ("open_re", MIXED / "ground_truth.tsv", MIXED / "system.tsv", [], 1, False),
}  # fmt: skip
# Pairs of words in a row of a plot that touch. Slanted words lie in a row of their own direction.
TOUCHING = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const words = [...svg.querySelectorAll('text:not([transform])')];
  const row = words.map(t => ({text: t.textContent, box: t.getBoundingClientRect()}));
  return row.flatMap((a, i) => row.slice(i + 1).filter(b => a.box.left < b.box.right && b.box.left < a.box.right
    && a.box.top + 3 < b.box.bottom && b.box.top + 3 < a.box.bottom).map(b => `${a.text} / ${b.text}`));
})"""


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_opens_without_a_network_and_is_readable(browser: Any, tmp_path: Path, name: str) -> None:
    measures, gold, system, words, plots, confidences = REPORTS[name]
    target = tmp_path / "report.html"
    assert main(["score", measures, str(gold), str(system), *words, "--format", "html", "-o", str(target)]) == 0
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if request.url != target.as_uri() else None)
    page.goto(target.as_uri())
    assert complaints == []
    assert page.locator("svg").count() >= plots
    assert page.evaluate(TOUCHING) == []
    text = page.inner_text("body")
    assert "Signatures" in text
    assert ("Reliability: share right by confidence" in text) == confidences
    page.set_viewport_size({"width": 390, "height": 800})
    ends = page.locator("figure").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    assert max(ends) <= 390
    context.close()
