"""min_overlap over characters, time and area; min_text_match."""

from __future__ import annotations

import pytest

from factbook.evaluate.ace_overlap import hull, mutual_overlap, text_match
from factbook.model.records import Box, ImageArea, TimeSpan
from factbook.text.offsets import Span


def test_characters_in_common_over_the_longer_span() -> None:
    assert mutual_overlap(Span("d", 0, 10), Span("d", 5, 10)) == pytest.approx(0.5)
    assert mutual_overlap(Span("d", 0, 5), Span("d", 5, 10)) == 0.0
    assert mutual_overlap(Span("d", 0, 5), Span("e", 0, 5)) == 0.0


def test_seconds_in_common_over_the_longer_stretch() -> None:
    assert mutual_overlap(TimeSpan("d", 1.0, 3.0), TimeSpan("d", 2.0, 6.0)) == pytest.approx(0.25)


def test_area_in_common_over_the_larger_area_with_boxes_paired_best() -> None:
    left = ImageArea("d", "1", (Box(0, 0, 10, 10), Box(20, 0, 30, 10)))
    right = ImageArea("d", "1", (Box(20, 0, 30, 5), Box(0, 0, 10, 10)))
    assert mutual_overlap(left, right) == pytest.approx(150 / 200)
    assert mutual_overlap(left, ImageArea("d", "2", left.boxes)) == 0.0


def test_places_of_different_kinds_do_not_overlap() -> None:
    assert mutual_overlap(Span("d", 0, 5), TimeSpan("d", 0, 5)) == 0.0


def test_longest_common_run_over_the_longer_text() -> None:
    assert text_match("Tony Blair", "tony  blair") == 1.0
    assert text_match("Blair", "Blare") == pytest.approx(3 / 5)
    assert text_match("abcdef", "defabc") == pytest.approx(0.5)
    assert text_match("Blair", "") == 0.0
    assert text_match("北京市", "北京") == pytest.approx(2 / 3)


def test_stretch_from_first_to_last() -> None:
    assert hull([Span("d", 4, 6), Span("d", 0, 2)]) == Span("d", 0, 6)
    assert hull([TimeSpan("d", 4, 6), TimeSpan("d", 1, 2)]) == TimeSpan("d", 1, 6)
    assert hull([]) is None
