"""Which mention a query means: the eliminations of seed 002, one by one."""

from __future__ import annotations

from factbook.query.entry_points import Named, choose
from factbook.text.offsets import Span

POINT = Span("D", 10, 20)


def named(start: int, end: int, node: str, position: int = 0, doc: str = "D") -> Named:
    return Named(Span(doc, start, end), node, position)


def test_at_least_one_character_in_common() -> None:
    assert choose(POINT, []) is None
    assert choose(POINT, [named(0, 10, "before"), named(20, 25, "after"), named(10, 20, "elsewhere", doc="E")]) is None
    touching = named(19, 25, "x")
    assert choose(POINT, [touching]) is touching


def test_most_characters_in_common() -> None:
    best = named(8, 30, "long")
    assert choose(POINT, [named(11, 20, "short"), best]) is best


def test_then_fewest_others() -> None:
    best = named(10, 21, "tight")
    assert choose(POINT, [named(8, 20, "loose"), best]) is best


def test_then_first_in_the_file() -> None:
    best = named(10, 20, "first", 3)
    assert choose(POINT, [named(10, 20, "second", 7), best]) is best
