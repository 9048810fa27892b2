"""The sample collection as a knowledge base, built once from its gold annotation."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from factbook.run.build import Build
from factbook.run.work import Task
from factbook.store.store import Store

CALDER = Path(__file__).parents[2] / "examples" / "calder"
GIVEN = tuple(str(CALDER / part) for part in ("ere", "best", "kb/gold_perdoc.tac"))
_FOLDER = tempfile.TemporaryDirectory(prefix="factbook-sample-")


@cache
def calder_kb() -> str:
    """Path of the knowledge base. Tests only read it."""
    path = str(Path(_FOLDER.name) / "calder.kb")
    with Store.open(path, create=True) as store:
        Build(store, Task(given=GIVEN), quiet=True).run([str(CALDER / "source")])
    return path
