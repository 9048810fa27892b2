"""Confidences from counts of right answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbook.extract.attitudes.calibration import ANY, Seen, calibrated, dumped, fit, judged, shipped
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.attitudes.systems import SYSTEMS
from factbook.extract.document import Document
from factbook.model.kb import KB
from factbook.model.records import Attitude, Entity, Mention
from factbook.text.offsets import Span
from factbook.text.source import Source


def seen(probability: float, right: bool, way: str = "w") -> Seen:
    return Seen("s", "belief", way, probability, right)


def state(probability: float, way: str = "w") -> State:
    target = Target("t", "event", "justice.arrestjail", Span("d", 0, 1), None, None)
    return State("belief", "CB", target, None, "pos", probability, way=way)


def test_a_confidence_is_the_share_of_right_answers() -> None:
    table = fit([seen(1.0, k < 80) for k in range(100)])
    assert [one.probability for one in calibrated("s", [state(1.0)], table)] == [pytest.approx(80.5 / 101)]


def test_a_higher_probability_is_never_less_sure() -> None:
    answers = [seen(0.2, k < 30) for k in range(40)] + [seen(0.9, k < 10) for k in range(40)]  # the wrong way round
    table = fit(answers)
    assert len(table["s", "belief", "w"]) == 1
    low, high = (one.probability for one in calibrated("s", [state(0.2), state(0.9)], table))
    assert low == high == pytest.approx(40.5 / 81)


def test_an_unseen_way_has_the_share_of_all() -> None:
    table = fit([seen(1.0, k < 50) for k in range(100)])
    assert [one.probability for one in calibrated("s", [state(1.0, "new")], table)] == [pytest.approx(0.5)]


def test_a_way_seen_too_seldom_has_no_row_of_its_own() -> None:
    table = fit([*(seen(1.0, k < 50) for k in range(100)), seen(1.0, True, "rare")])
    assert ("s", "belief", "rare") not in table
    assert [one.probability for one in calibrated("s", [state(1.0, "rare")], table)] == [pytest.approx(51.5 / 102)]


def test_without_a_table_the_probability_stays() -> None:
    assert [one.probability for one in calibrated("s", [state(0.3)], {})] == [0.3]


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=300))
def test_ranges_count_every_answer_once_and_rise(pairs: list[tuple[float, bool]]) -> None:
    ranges = fit([seen(p, right) for p, right in pairs])["s", "belief", ANY]
    assert sum(one.of for one in ranges) == len(pairs)
    assert sum(one.right for one in ranges) == sum(right for _, right in pairs)
    assert [one.share for one in ranges] == sorted(one.share for one in ranges)
    assert [one.least for one in ranges] == sorted({one.least for one in ranges})
    assert ranges[0].least == 0.0


def test_an_answer_is_right_where_gold_has_the_same_source_target_and_value() -> None:
    ere = KB()
    ere.add(Entity(id="e", type="PER"))
    for name in ("m", "n"):
        ere.add(Mention(id=name, entity="e", level="NAM", type="PER", extent=Span("d", 0, 1)))
    scene = Scene(Document(Source(id="d", text="x")), ere)
    gold = KB()
    gold.add(Attitude(id="a", doc="d", kind="belief", target="t", target_kind="event", value="CB", source="m"))
    target = state(1.0).target
    said = [State("belief", value, target, source) for value, source in (("CB", "n"), ("NCB", "m"), ("CB", None))]
    assert [one.right for one in judged("s", scene, gold, said)] == [True, False, False]


def test_the_shipped_table_is_readable_and_knows_every_system() -> None:
    table = shipped()
    assert {system for system, _, _ in table} == set(SYSTEMS)
    for system in SYSTEMS:
        assert (system, "belief", ANY) in table
    lines = dumped(table).splitlines()
    assert lines[0].startswith("#")
    assert all(len(line.split("\t")) == 7 for line in lines[1:])
    for ranges in table.values():
        assert all(0 <= one.right <= one.of and 0 < one.share < 1 for one in ranges)
