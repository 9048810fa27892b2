"""A measure is a value: it parses, prints, and its figures follow from the counts by unit."""

from __future__ import annotations

import pytest

from factbook.evaluate.measure import Unit, macro_figures, side_figures
from factbook.evaluate.table import families, kinds, measures


def unit(id: str, ptp: float, fp: float, rtp: float, fn: float) -> Unit:
    return Unit(id=id, counts={"ptp": ptp, "fp": fp, "rtp": rtp, "fn": fn})


def test_a_measure_prints_what_it_parses_from() -> None:
    (measure,) = measures("best.belief(provenance=single)")
    assert str(measure) == "best.belief(provenance=single, average=micro, profile=seed)"
    assert measures(str(measure)) == [measure]
    assert measure.short == "best.belief(provenance=single)"


def test_the_signature_has_all_parameters_edition_and_version() -> None:
    (measure,) = measures("edl.muc")
    assert measure.signature.startswith("edl.muc(scope=collection, average=micro, types=all")
    assert "|edition:2016|version:factbook-" in measure.signature


def test_a_family_and_a_list() -> None:
    assert [measure.kind.name for measure in measures("best")] == ["best.belief", "best.sentiment", "best.both"]
    both = measures("best.belief(provenance=single, average=macro),best.both")
    assert [measure.kind.name for measure in both] == ["best.belief", "best.both"]
    assert both[0].parameters["average"] == "macro"


def test_parameters_of_a_family_go_to_those_that_have_them() -> None:
    assert {measure.parameters["types"] for measure in measures("edl(types=PER)")} == {"PER"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("edl.nothing", "no measure 'edl.nothing'; choose one of"),
        ("", "no measure is named"),
        ("edl(color=red)", "no parameter|has a parameter 'color'"),
        ("best.belief(provenance=some)", "provenance is one of full, single"),
        ("best.belief(sauce=hot)", "has no parameter 'sauce'; it takes: provenance"),
    ],
)
def test_wrong_texts_say_cause_and_choices(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        measures(text)


def test_every_kind_states_its_zero_and_ties_and_has_its_functions() -> None:
    assert set(families()) >= {"ace", "coldstart", "edl", "coref", "best", "open_re"}
    for kind in kinds().values():
        assert kind.about, kind.name
        assert kind.zero, kind.name
        assert kind.ties, kind.name
        (measure,) = measures(kind.name)
        for name in filter(None, (kind.count, kind.summarise, kind.prepare, kind.matches, kind.report, kind.repair)):
            assert callable(measure._function(name)), (kind.name, name)
        assert bool(kind.repair) == bool(kind.stages), kind.name


def test_pooled_and_mean_figures() -> None:
    units = [unit("a", 1, 1, 1, 0), unit("b", 0, 0, 0, 3)]
    assert side_figures(units) == {"p": 0.5, "r": 0.25, "f": pytest.approx(1 / 3), "ptp": 1, "fp": 1, "rtp": 1, "fn": 3}
    assert macro_figures(units, mean_f=True)["f"] == pytest.approx((2 / 3 + 0) / 2)
    assert macro_figures(units, mean_f=False)["f"] == pytest.approx(2 * 0.25 * 0.5 / 0.75)
    assert macro_figures(units, mean_f=True, empty=1.0)["p"] == 0.75
    assert macro_figures([], mean_f=True)["f"] == 0.0
