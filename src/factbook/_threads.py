"""One thread a process for the small matrices of a document: more threads wait for each other longer than they work."""

from __future__ import annotations

import os
from typing import Final

# What the libraries behind numpy read when numpy is loaded.
VARIABLES: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def one_thread() -> None:
    """Ask for one thread, unless the user asked for another number; before numpy is loaded."""
    for name in VARIABLES:
        os.environ.setdefault(name, "1")
