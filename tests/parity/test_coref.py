"""Coreference figures equal the recorded answers of the reference CoNLL scorer and of CoVal."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from factbook.evaluate import coref
from factbook.evaluate.measure import Measure, Unit
from factbook.formats import conll
from factbook.formats.format import Context
from factbook.model.kb import KB

GOLDEN = Path(__file__).parents[1] / "golden" / "coref"
CASES = sorted(path.name for path in GOLDEN.iterdir())
KINDS = {kind.name: kind for kind in coref.KINDS}
FIGURES = re.compile(r"Recall: \((\S+) / (\S+)\) (\S+)%\tPrecision: \((\S+) / (\S+)\) (\S+)%\tF1: (\S+)%")
COVAL = re.compile(r"(\w+)\s+Recall: (\S+)\s+Precision: (\S+)\s+F1: (\S+)")


def load(case: str, name: str) -> KB:
    kb, problems = conll.read((GOLDEN / case / f"{name}.conll").read_bytes(), file=name, context=Context())
    assert not problems.errors
    return kb


def score(case: str, name: str, **parameters: str) -> tuple[dict[str, float], tuple[Unit, ...]]:
    measure = Measure(KINDS[f"coref.{name}"], parameters)
    counted = measure.count(load(case, "key"), load(case, "response"))
    return measure.summarise(counted.units), counted.units


def cut(share: float) -> float:
    """The reference scorer cuts percentages after two digits."""
    return math.floor(share * 10_000 + 1e-6) / 100


def assert_line(line: str, figures: dict[str, float]) -> None:
    found = FIGURES.search(line)
    assert found is not None, line
    recall, precision, f = (float(found.group(index)) for index in (3, 6, 7))
    assert (cut(figures["r"]), cut(figures["p"]), cut(figures["f"])) == (recall, precision, f)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", ["muc", "bcub", "ceafm", "ceafe", "blanc"])
def test_total_equals_the_reference_scorer(case: str, name: str) -> None:
    lines = (GOLDEN / case / f"expected.{name}.txt").read_text().splitlines()
    prefix = "BLANC:" if name == "blanc" else "Coreference: Recall"
    (line,) = [line for line in lines if line.startswith(prefix)]
    figures, _ = score(case, name)
    assert_line(line, figures)
    (mentions,) = [line for line in lines if line.startswith("Identification of Mentions")]
    assert_line(mentions, score(case, "mentions")[0])


@pytest.mark.parametrize("case", [case for case in CASES if (GOLDEN / case / "expected.muc.per_document.txt").exists()])
@pytest.mark.parametrize("name", ["muc", "bcub", "ceafm", "ceafe"])
def test_each_document_equals_the_reference_scorer(case: str, name: str) -> None:
    text = (GOLDEN / case / f"expected.{name}.per_document.txt").read_text()
    expected = re.findall(r"^\((\S+)\); part \d+:\nTotal.*?(^Recall.*?)$", text, re.MULTILINE | re.DOTALL)
    _, units = score(case, name)
    by_doc = {unit.id: unit for unit in units}
    assert expected
    for doc, line in expected:
        measure = Measure(KINDS[f"coref.{name}"], {})
        assert_line(line, measure.summarise([by_doc[doc]] if doc in by_doc else []))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("singletons", ["keep", "remove"])
def test_equals_coval(case: str, singletons: str) -> None:
    text = (GOLDEN / case / f"expected.coval.{singletons}_singletons.txt").read_text()
    rows = COVAL.findall(text)
    assert [name for name, *_ in rows] == ["muc", "bcub", "ceafe", "lea"]
    for name, *expected in rows:
        figures, _ = score(case, name, singletons=singletons)
        for key, value in zip("rpf", expected, strict=True):
            assert 100 * figures[key] == pytest.approx(float(value), abs=0.0051), (name, key)
    average = float(text.rsplit(" ", 1)[1])
    assert 100 * score(case, "conll", singletons=singletons)[0]["f"] == pytest.approx(average, abs=0.0051)


@pytest.mark.parametrize("case", CASES)
def test_blanc_links_equal_the_reference_scorer(case: str) -> None:
    text = (GOLDEN / case / "expected.blanc.txt").read_text()
    figures, _ = score(case, "blanc")
    for sort, title in (("c", "Coreference links"), ("n", "Non-coreference links")):
        found = FIGURES.search(next(line for line in text.splitlines() if line.startswith(title)))
        assert found is not None
        numbers = [figures.get(f"{name}_{sort}", 0.0) for name in ("right", "gold", "right", "system")]
        assert numbers == [float(found.group(index)) for index in (1, 2, 4, 5)]
