"""Spans of words that may be names."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """Words `first` to `end`, the tagged type ("" if only the capitals show it) and how sure that is."""

    first: int
    end: int
    type: str
    probability: float
