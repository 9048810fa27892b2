"""The command line: verbs, exit codes, start-up without heavy imports."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from errno import EACCES, EEXIST, EISDIR, ENOENT
from importlib import import_module
from pathlib import Path

import pytest

from factbook import __version__
from factbook.cli.main import VERBS, main, parser_of
from factbook.cli.parser import told

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


GOLDEN = Path(__file__).parents[1] / "golden"
SCORED = {
    "edl": ("edl/pair2_noisy/gold.tab", "edl/pair2_noisy/system.tab"),
    "coref": ("coref/c2_two_docs/key.conll", "coref/c2_two_docs/response.conll"),
    "best": ("best/wrongval/gold", "best/wrongval/pred", "--ere", "best/wrongval/ere"),
}
UNUSED = {
    "edl": ("scipy", "lxml", "zipfile"),
    "coref": ("scipy", "lxml", "zipfile"),
    "best": ("numpy", "scipy", "zipfile", "factbook.cli.validate", "factbook.formats.best_write"),
}


@pytest.mark.parametrize("family", SCORED)
def test_scoring_loads_only_what_it_uses(family: str) -> None:
    words = [word if word.startswith("-") else str(GOLDEN / word) for word in SCORED[family]]
    code = (
        f"import sys; from factbook.cli.main import main; main({['score', family, *words]!r})\n"
        f"print([name for name in {UNUSED[family]!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "signature" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("module", ["factbook", "factbook.cli.main"])
def test_the_module_runs_as_the_command_does(module: str, tmp_path: Path) -> None:
    """A wrong call is told, not traced: exceptions are those of the module that the verbs import."""
    words = [sys.executable, "-m", module, "convert", str(tmp_path / "a.strange"), "-o", str(tmp_path / "b.strange")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "name it with --to" in done.stderr
    assert "Traceback" not in done.stderr


def _parsers() -> list[tuple[str, argparse.ArgumentParser]]:
    """The parser of each verb, and of each action of a verb that has several."""
    found = []
    for verb in VERBS:
        parser = parser_of(verb)
        found.append((verb, parser))
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                found += [(f"{verb} {name}", inner) for name, inner in action.choices.items()]
    return found


@pytest.mark.parametrize(("name", "parser"), _parsers(), ids=[name for name, _ in _parsers()])
def test_every_argument_is_explained(name: str, parser: argparse.ArgumentParser) -> None:
    plain = [action for action in parser._actions if not isinstance(action, argparse._SubParsersAction)]
    assert [action.dest for action in plain if not action.help] == []
    assert [action.dest for action in plain if "" in (action.choices or ())] == []


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_help_shows_an_example(verb: str) -> None:
    lines = (parser_of(verb).description or "").splitlines()
    assert any(line.lstrip().startswith(f"factbook {verb}") for line in lines)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scor", "edl"], "no verb 'scor'; did you mean 'score'?"),
        (["Build", "x"], "did you mean 'build'?"),
        (["score", "edl.b_cubd", "a", "b"], "no measure 'edl.b_cubd'; did you mean 'edl.b_cubed'"),
        (["score", "edl", "a", "b", "--bye", "type"], "unrecognized arguments: --bye type; did you mean '--by'?"),
        (["export", "a.kb", "--as", "coldstart"], "did you mean 'coldstart-kb'?"),
        (["queries", "expnd", "x"], "did you mean 'expand'?"),
        (["annotate", "a.xml", "--as", "best", "--system", "colombia"], "did you mean 'columbia'?"),
        (["annotate", "a.xml", "--language", "de"], "argument --language: invalid choice: 'de'"),
        (["measures", "b_cubed"], "did you mean 'ace.b_cubed' or 'edl.b_cubed'?"),
        (["explain", "edl", "a", "b"], "explain takes one measure, such as edl."),
        (["assess"], "required: FOLDER\n"),
    ],
)
def test_a_word_that_is_nearly_right_is_named(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) <= 2  # no usage text in front of what matters


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (ENOENT, "f: there is no such file or folder: check the path"),
        (EACCES, "f: not allowed: look at the rights of the file and of its folder"),
        (EISDIR, "f: this is a folder: name a file"),
        (EEXIST, "f: a file is in the way: name another folder, or move the file"),
    ],
)
def test_an_error_of_the_system_comes_with_advice(number: int, said: str) -> None:
    assert told(OSError(number, os.strerror(number), "f")) == said


def test_words_of_our_own_stay() -> None:
    assert told(OSError(ENOENT, "no such knowledge base", "f.kb")) == "f.kb: no such knowledge base"


@pytest.mark.parametrize("words", [["build", "x", "-o", "k", "--workers"], ["attitudes", "k", "--limit"]])
@pytest.mark.parametrize("number", ["0", "-3", "two"])
def test_a_number_of_things_is_one_or_more(words: list[str], number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, number]) == 2
    assert f"argument {words[-1]}: {number!r} is no number of 1 or more" in capsys.readouterr().err
