"""Time what an installed package does: measured processes may keep compiled modules, in a folder of their own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")


@contextmanager
def compiled() -> Iterator[None]:
    """Processes started in here write compiled modules to a temporary folder and find them again."""
    before = {name: os.environ.get(name) for name in _NAMES}
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
