"""BeSt values."""

from __future__ import annotations

import pytest

from factbook.schema import best


@pytest.mark.parametrize(
    ("kind", "said", "normal"),
    [("belief", "cb", "CB"), ("belief", " Rob ", "ROB"), ("sentiment", "POS", "pos"), ("sentiment", "cb", None)],
)
def test_values_have_one_spelling(kind: str, said: str, normal: str | None) -> None:
    assert best.normal_value(kind, said) == normal


def test_na_and_none_are_no_attitudes() -> None:
    assert [value for value in (*best.BELIEFS, *best.SENTIMENTS) if not best.is_attitude(value)] == ["NA", "none"]


def test_only_sentiments_are_about_entities() -> None:
    assert "entity" in best.TARGETS["sentiment"]
    assert "entity" not in best.TARGETS["belief"]
