"""The command line: verbs, exit codes, start-up without heavy imports."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from factbook import __version__
from factbook.cli.main import VERBS, main, parser_of

HEAVY = ("lxml", "numpy", "scipy", "onnxruntime", "pyoxigraph", "pandas", "tokenizers", "starlette", "sqlite3")


def test_help_lists_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(verb in out for verb in VERBS)


def test_no_verb_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2


def test_unknown_verb_names_the_choices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fly"]) == 2
    assert "validate" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"factbook {__version__}\n"


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser_of(verb).description
    assert main([verb, "--help"]) == 0


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_unknown_option_is_a_usage_error(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--no-such-option"]) == 2


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_verb_modules_offer_the_contract(verb: str) -> None:
    module = import_module(VERBS[verb][0])
    assert callable(module.arguments)
    assert callable(module.run)


def test_help_and_import_load_nothing_heavy() -> None:
    code = (
        "import sys, factbook; from factbook.cli.main import main; main(['--help'])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("module", ["factbook", "factbook.cli.main"])
def test_the_module_runs_as_the_command_does(module: str, tmp_path: Path) -> None:
    """A wrong call is told, not traced: exceptions are those of the module that the verbs import."""
    words = [sys.executable, "-m", module, "convert", str(tmp_path / "a.strange"), "-o", str(tmp_path / "b.strange")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "name it with --to" in done.stderr
    assert "Traceback" not in done.stderr
