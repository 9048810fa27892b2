"""The garbage collector at rest while many records are built.

Hundreds of thousands of records without a cycle: looking for cycles among them again and again costs a fifth of the
time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage collection in here."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
