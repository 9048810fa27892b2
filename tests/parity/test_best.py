"""BeSt: every case worked out by hand from the task description (seed 000, section 6)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from factbook.evaluate import best
from factbook.evaluate.best_tuples import BestDocument
from factbook.evaluate.measure import Measure
from factbook.formats import best as best_format
from factbook.formats import rich_ere
from factbook.formats.format import Context

GOLDEN = Path(__file__).parents[1] / "golden" / "best"
CASES = sorted(path.name for path in GOLDEN.iterdir())
KINDS = {kind.name: kind for kind in best.KINDS}
CONDITIONS = [f"{attitude}-{provenance}" for attitude in ("belief", "sentiment") for provenance in ("full", "single")]


def load(case: str, side: str) -> dict[str, BestDocument]:
    found = {}
    for path in sorted((GOLDEN / case / "ere").glob("*.rich_ere.xml")):
        id = path.name.removesuffix(".rich_ere.xml")
        ere, problems = rich_ere.read(path.read_bytes(), file=path.name, context=Context())
        assert not problems.errors
        file = GOLDEN / case / side / f"{id}.best.xml"
        attitudes, _ = best_format.read(file.read_bytes(), file=file.name, context=Context(ere=ere))
        found[id] = BestDocument(id=id, attitudes=attitudes, ere=ere if side == "gold" else None, file=file.name)
    return found


def expected(case: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / case / "expected.json").read_text())
    return found


@pytest.mark.parametrize("case", [case for case in CASES if "error" not in expected(case)])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_case(case: str, condition: str) -> None:
    attitude, provenance = condition.split("-")
    wanted = expected(case)[condition]
    measure = Measure(KINDS[f"best.{attitude}"], {"provenance": provenance, "average": "micro"})
    counted = measure.count(load(case, "gold"), load(case, "pred"))
    micro = measure.summarise(counted.units)
    macro = best.summarise(counted.units, average="macro")
    for figures, name in ((micro, "micro"), (macro, "macro")):
        shown = [figures[key] for key in "prf"]
        assert shown == pytest.approx([wanted[name][key] for key in "PRF"], abs=1e-6), name
    assert micro["ptp"] == micro["rtp"] == pytest.approx(float(Fraction(wanted["tp"])))
    assert (micro["fp"], micro["fn"]) == (wanted["fp"], wanted["fn"])
    for unit in counted.units:
        figures, file = measure.summarise([unit]), wanted["files"][unit.id]
        assert [figures[key] for key in "prf"] == pytest.approx([file[key] for key in "PRF"], abs=1e-6)


def test_unknown_source_is_named_and_the_rest_is_scored() -> None:
    counted = Measure(KINDS["best.sentiment"], {}).count(load("badsrc", "gold"), load("badsrc", "pred"))
    assert any("m-99" in warning and "doc1" in warning for warning in counted.warnings)
    assert {unit.id: unit.counts["ptp"] for unit in counted.units} == {"doc1": 0.0, "doc2": 1.0}


@pytest.mark.parametrize("case", [case for case in CASES if "error" not in expected(case)])
def test_gold_as_its_own_predicted_ere_gives_the_same_score(case: str) -> None:
    """Every mention maps to itself, so predicted ERE equal to gold ERE changes nothing."""
    gold, plain = load(case, "gold"), load(case, "pred")
    with_ere = {
        id: BestDocument(id=id, attitudes=document.attitudes, ere=gold[id].ere) for id, document in plain.items()
    }
    for kind in KINDS.values():
        measure = Measure(kind, {})
        assert measure.count(gold, with_ere).units == measure.count(gold, plain).units
