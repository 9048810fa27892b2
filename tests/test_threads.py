"""Commands and their workers load numpy with one thread, unless the user wants more."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from factbook._threads import VARIABLES, one_thread
from factbook.run.local import Pool
from factbook.run.work import Result, Task
from factbook.text.source import Source


def test_a_number_that_the_user_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLES[0], "3")
    monkeypatch.delenv(VARIABLES[1], raising=False)
    one_thread()
    assert (os.environ[VARIABLES[0]], os.environ[VARIABLES[1]]) == ("3", "1")


def test_a_command_sets_it_before_numpy_is_loaded() -> None:
    code = """
import os, sys
from factbook.cli import main as cli
cli._guarded = lambda verb, words: print(os.environ["OPENBLAS_NUM_THREADS"], "numpy" in sys.modules) or 0
cli.main(["formats"])
"""
    clean = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    done = subprocess.run([sys.executable, "-c", code], env=clean, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]


def told(task: Task, chunk: Sequence[Source]) -> list[Result]:
    """Work that tells how many threads its process asked for."""
    return [Result(source.id, os.environ.get(VARIABLES[0], "").encode()) for source in chunk]


def test_workers_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    pool = Pool(1, work=told)
    ((_, results),) = pool.run(Task(), [[Source(id="d", text="")]])
    assert results[0].annotation == b"1"
