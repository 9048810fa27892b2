"""The output that pages show is that of their commands: run the commands again, and write or compare what they print.

    python docs/outputs.py [PAGE …]            write the outputs into the pages
    python docs/outputs.py --check [PAGE …]    exit 1 where a page is not up to date
    python docs/outputs.py --tests             also run `make test` for the line that the README shows

A block that begins with ```console holds `$ factbook …` commands, each with what it prints on standard output. Where
the output shown ends with a line `…`, the page shows that many lines of the beginning. A block of `$ make demo` shows
the parts of the demo whose titles it names. The blocks of a page run one after another in one empty folder, in which
`examples` and `tests` are those of the sources.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    *(
        f"docs/{name}.md"
        for name in ("tutorial", "scaling", "assess", "adapters", "ace", "best", "coldstart", "edl", "openre")
    ),
)
MORE = "…\n"
DEMO, TESTS = "make demo", "make test"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n", re.MULTILINE)
_VERSION = re.compile(r"version:factbook-[\w.+]+")
_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
_OWN_PROCESS = ("build", "demo")  # they print what they cost
# What models print depends a little on the processor, and times and memory on the machine: there, figures may differ.
_VARIES = re.compile(r"\bcalder\.|\b(annotate|demo|doctor|make)\b")


class Shown(NamedTuple):
    """A command of a page, and the output that the page shows."""

    command: str
    output: str
    start: int  # of the output, in characters of the page
    end: int


def shown(text: str) -> Iterator[Shown]:
    """All commands of a page's console blocks, in order."""
    for block in _BLOCK.finditer(text):
        found = list(_COMMAND.finditer(block[1]))
        if found and found[0][1] == DEMO:  # it prints commands itself
            found = found[:1]
        ends = [one.start() for one in found[1:]] + [len(block[1])]
        for one, end in zip(found, ends, strict=True):
            command = one[1].replace("\\\n", " ")
            yield Shown(command, block[1][one.end() : end], block.start(1) + one.end(), block.start(1) + end)


def printed(command: str, *, tests: bool = False) -> str | None:
    """What a command prints, here; nothing where it is not to be run."""
    if command == TESTS:
        return _tests() if tests else None
    words = shlex.split(command)
    if command == DEMO:
        words = ["factbook", "demo", "--keep", "demo"]
    if words[0] != "factbook":
        raise ValueError(f"pages show commands of factbook only: {command}")
    return _apart(words) if words[1] in _OWN_PROCESS else _here(words)


def _apart(words: Sequence[str]) -> str:
    """In a process of its own."""
    done = subprocess.run([sys.executable, "-m", "factbook.cli.main", *words[1:]], capture_output=True, text=True)
    if done.returncode == 2:
        raise ValueError(f"{shlex.join(words)}: {done.stderr}")
    return done.stdout


def _here(words: Sequence[str]) -> str:
    """In this process: start-up is paid once."""
    from factbook.cli.main import main

    data, messages = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(data, encoding="utf-8", newline="", write_through=True)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(messages):
        code = main(words[1:])
    if code == 2:
        raise ValueError(f"{shlex.join(words)}: {messages.getvalue()}")
    return data.getvalue().decode()


def _tests() -> str:
    """The last line of all tests."""
    done = subprocess.run(["make", "-C", str(ROOT), "--silent", "test"], capture_output=True, text=True)
    return done.stdout.rstrip("\n").rpartition("\n")[2].strip("= ") + "\n"


def fitted(before: str, output: str, command: str) -> str:
    """The part of an output that a page shows: all, its beginning, or some parts of the demo."""
    if command == DEMO and before:
        parts = {_title(part): part for part in re.split(r"\n(?=# )", output)}
        missing = [_title(part) for part in re.split(r"\n(?=# )", before) if _title(part) not in parts]
        if missing:
            raise ValueError(f"the demo has no part {missing[0]!r}")
        return "\n".join(parts[_title(part)] for part in re.split(r"\n(?=# )", before))
    if before.endswith(MORE):
        return "".join(output.splitlines(keepends=True)[: before.count("\n") - 1]) + MORE
    return output.rstrip("\n") + "\n" if output.strip() else ""


def _title(part: str) -> str:
    return part.partition("\n")[0]


def same(command: str, before: str, now: str) -> bool:
    """Whether a page still shows what the command prints; figures that vary are left out of account."""
    before, now = (_VERSION.sub("version", text) for text in (before, now))
    if _VARIES.search(command):
        before, now = (" ".join(_NUMBER.sub("0", text).split()) for text in (before, now))
    return before == now


@contextlib.contextmanager
def working_folder() -> Iterator[None]:
    """An empty folder with `examples` and `tests` in it, as the working folder."""
    old = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("examples", "tests"):
            os.symlink(ROOT / name, os.path.join(folder, name))
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(old)


def renewed(text: str, *, tests: bool = False) -> tuple[str, list[str]]:
    """The page with the outputs of now, and the commands whose output is not the one shown."""
    parts, position, old = [], 0, []
    with working_folder():
        for one in shown(text):
            output = printed(one.command, tests=tests)
            now = one.output if output is None else fitted(one.output, output, one.command)
            if not same(one.command, one.output, now):
                old.append(one.command)
            parts += [text[position : one.start], now]
            position = one.end
    return "".join([*parts, text[position:]]), old


def main(words: Sequence[str] | None = None) -> int:
    """Write the outputs, or with `--check` say which are not up to date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"some of: {', '.join(PAGES)}")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where an output is not up to date")
    parser.add_argument("--tests", action="store_true", help="run `make test` too, where a page shows it")
    options = parser.parse_args(words)
    stale = False
    for name in options.pages or [page for page in PAGES if (ROOT / page).exists()]:
        path = ROOT / name
        text, old = renewed(path.read_text(encoding="utf-8"), tests=options.tests)
        stale = stale or bool(old)
        for command in old:
            print(f"{name}: {'not up to date' if options.check else 'new'}: {command}", file=sys.stderr)
        if not options.check:
            path.write_text(text, encoding="utf-8")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    raise SystemExit(main())
