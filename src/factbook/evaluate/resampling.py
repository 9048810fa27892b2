"""What tests by resampling take and give; the tests themselves, which need numpy, are in `significance`."""

from __future__ import annotations

import msgspec

RESAMPLES, SEED, LEVEL = 1000, 1, 0.95


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two systems on one figure: first minus second."""

    measure: str
    figure: str
    first: str
    second: str
    difference: float
    low: float  # paired bootstrap interval of the difference
    high: float
    p_value: float  # paired permutation test, two-sided
    units: int
    resamples: int
