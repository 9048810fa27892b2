"""The garbage collector at rest while many records are built.

Hundreds of thousands of records without a cycle: looking for cycles among them again and again costs a fifth of the
time. What was built meanwhile counts as long-lived afterwards: else the very next collection would look at all of it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage collection in here. Afterwards the collector is as it was, and its youngest generation is empty."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            if not gc.get_freeze_count():  # what somebody else has frozen stays so
                gc.freeze()  # from all generations to the permanent one, by moving list heads: nothing is looked at
                gc.unfreeze()  # and from there to the oldest
            gc.enable()
