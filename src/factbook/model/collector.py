"""The garbage collector at rest while many records are built.

Hundreds of thousands of records without a cycle: looking for cycles among them again and again costs a fifth of the
time. What was built meanwhile counts as long-lived afterwards: else the very next collection would look at all of it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MANY = 10_000  # new objects; fewer are left to the collector's own counting


@contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage collection in here; afterwards the collector is on if it was. For work on many records at once."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            if gc.get_count()[0] > _MANY and not gc.get_freeze_count():  # what somebody else has frozen stays so
                gc.freeze()  # from all generations to the permanent one, by moving list heads: nothing is looked at
                gc.unfreeze()  # and from there to the oldest
            gc.enable()
