"""The official program's tables, parameters and document lines, letter for letter."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from factbook.evaluate.ace import evaluate, profile_for, tables
from factbook.evaluate.ace_profiles import PROFILES, parameters_text
from factbook.formats.apf import read
from factbook.formats.format import Context
from factbook.model.kb import KB

GOLDEN = Path(__file__).parent.parent / "golden" / "ace"
CORPORA = sorted(path.name for path in (GOLDEN / "corpora").iterdir())
OFFICIAL = [name for name in PROFILES if name != "plan"]


@cache
def corpus(name: str, side: str) -> dict[str, KB]:
    kbs = {}
    for path in sorted((GOLDEN / "corpora" / name / side).glob("*.apf.xml")):
        kb, problems = read(path.read_bytes(), file=path.name, context=Context())
        assert not [problem for problem in problems if problem.severity == "fatal"]
        kbs[next(iter(kb.documents))] = kb
    return kbs


@pytest.mark.parametrize("profile", OFFICIAL)
@pytest.mark.parametrize("name", CORPORA)
def test_tables_are_those_of_the_official_program(name: str, profile: str) -> None:
    expected = (GOLDEN / profile / f"{name}.tables.txt").read_text(encoding="utf-8")
    assert tables(corpus(name, "ref"), corpus(name, "sys"), PROFILES[profile]) == expected


@pytest.mark.parametrize("profile", OFFICIAL)
@pytest.mark.parametrize("name", CORPORA)
def test_document_lines_are_those_of_the_official_program(name: str, profile: str) -> None:
    expected = (GOLDEN / profile / f"{name}.docs.txt").read_text(encoding="utf-8")
    text = tables(corpus(name, "ref"), corpus(name, "sys"), PROFILES[profile])
    lines = [line for line in text.splitlines() if " score for " in line]
    assert "".join(f"{line}\n" for line in lines) == expected.lstrip("\n")


@pytest.mark.parametrize("profile", OFFICIAL)
def test_parameters_are_printed_as_the_official_program_prints_them(profile: str) -> None:
    assert parameters_text(PROFILES[profile]) == (GOLDEN / profile / "PARAMETERS.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("profile", OFFICIAL)
@pytest.mark.parametrize("name", CORPORA)
def test_warnings_about_documents_and_metonymic_names(name: str, profile: str) -> None:
    path = GOLDEN / profile / f"{name}.stderr.txt"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    expected = [line.removeprefix("WARNING:  ") for line in text.splitlines() if line.startswith("WARNING:  ")]
    wanted = sorted(line for line in expected if not line.startswith("INPUT ERROR"))
    found = evaluate(corpus(name, "ref"), corpus(name, "sys"), profile_for(profile)).warnings
    assert sorted(found) == wanted


@pytest.mark.parametrize("seed", ["1", "2"])
def test_nothing_depends_on_hash_order(seed: str) -> None:
    code = f"""
import runpy
names = runpy.run_path({str(Path(__file__))!r})
for corpus in ("c5_nested_noisy", "c7_global_noisy"):
    for profile in ("plan", "local_2008", "global_2008"):
        from factbook.evaluate.ace import profile_for
        print(names["tables"](names["corpus"](corpus, "ref"), names["corpus"](corpus, "sys"), profile_for(profile)))
"""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    expected = "".join(
        tables(corpus(name, "ref"), corpus(name, "sys"), profile_for(profile)) + "\n"
        for name in ("c5_nested_noisy", "c7_global_noisy")
        for profile in ("plan", "local_2008", "global_2008")
    )
    assert done.stdout == expected
