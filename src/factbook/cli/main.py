"""`factbook VERB …`: the table of verbs, and what all of them share.

Data goes to standard output, messages to standard error. Exit codes: 0 fine, 1 problems found, 2 usage.
A verb's module is imported only when that verb runs, so that `--help` is quick. It offers
`arguments(parser)` and `run(options) -> int`.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module

from factbook._threads import one_thread
from factbook._version import __version__
from factbook.cli.parser import Parser, hinted, told
from factbook.model.collector import collector_paused
from factbook.text.near import near

# verb: (module, one line)
VERBS: dict[str, tuple[str, str]] = {
    "formats": ("factbook.cli.formats", "list the file formats"),
    "validate": ("factbook.cli.validate", "check a file, and repair it where asked"),
    "convert": ("factbook.cli.convert", "turn a file of one format into another"),
    "queries": ("factbook.cli.queries", "expand queries, make round 2, package two rounds"),
    "package": ("factbook.cli.package", "make the submission tree and archive of an evaluation"),
    "measures": ("factbook.cli.measures", "list the measures"),
    "score": ("factbook.cli.score", "score systems against gold"),
    "explain": ("factbook.cli.explain", "say what each item was matched with, and what each stage lost"),
    "assess": ("factbook.cli.assess", "judge a sample of runs' claims and estimate precision and recall"),
    "annotate": ("factbook.cli.annotate", "find entities, relations, events and attitudes in documents"),
    "relations": ("factbook.cli.relations", "find the words that relate two marked entities"),
    "build": ("factbook.cli.build", "build a knowledge base from documents"),
    "link": ("factbook.cli.link", "link entities again; split or merge by hand"),
    "conflicts": ("factbook.cli.conflicts", "list facts that contradict each other"),
    "query": ("factbook.cli.query", "ask a knowledge base"),
    "attitudes": ("factbook.cli.attitudes", "ask who believes or feels what about what"),
    "answer": ("factbook.cli.answer", "answer Cold Start queries from a knowledge base"),
    "fill": ("factbook.cli.fill", "answer Cold Start queries from documents"),
    "sparql": ("factbook.cli.sparql", "ask a knowledge base in SPARQL"),
    "browse": ("factbook.cli.browse", "look at a knowledge base in a web browser"),
    "export": ("factbook.cli.export", "write a knowledge base in another form"),
    "describe": ("factbook.cli.describe", "print the system description of a knowledge base"),
    "demo": ("factbook.cli.demo", "build the sample knowledge base, ask it, score it"),
    "doctor": ("factbook.cli.doctor", "check the installation"),
}

# Verbs that read files, work on their records and end: meanwhile the garbage collector rests.
BATCH = frozenset({"validate", "convert", "queries", "package", "score", "explain", "answer"})


class UsageError(Exception):
    """The call is wrong: message on standard error, exit 2."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help"):
        print(overview())
        return 0 if words else 2
    if words[0] == "--version":
        print(f"factbook {__version__}")
        return 0
    if words[0] not in VERBS:
        meant = near(words[0], VERBS) or f"; choose one of: {', '.join(VERBS)}"
        print(f"factbook: no verb {words[0]!r}{meant}", file=sys.stderr)
        return 2
    one_thread()
    code = _guarded(words[0], words[1:])
    if arguments is None:
        gc.freeze()  # the process ends: a last search for cycles among millions of records would free nothing
    return code


def overview() -> str:
    """The text of `factbook --help`."""
    width = max(map(len, VERBS))
    lines = [f"  {verb:<{width}}  {about}" for verb, (_, about) in VERBS.items()]
    return "usage: factbook VERB …\n\n" + "\n".join(lines) + "\n\n`factbook VERB --help` tells more."


def parser_of(verb: str) -> argparse.ArgumentParser:
    """The argument parser of a verb."""
    module = import_module(VERBS[verb][0])
    parser = Parser(
        prog=f"factbook {verb}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.arguments(parser)
    return parser


def _guarded(verb: str, words: Sequence[str]) -> int:
    try:
        options = parser_of(verb).parse_args(words)
        with collector_paused() if verb in BATCH else nullcontext():
            code: int = import_module(VERBS[verb][0]).run(options)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse: --help gives 0, a wrong call 2
        return stop.code if isinstance(stop.code, int) else 2
    except UsageError as error:
        print(f"factbook {verb}: {hinted(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(f"factbook {verb}: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        print(f"factbook {verb}: {told(error)}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    from factbook.cli.main import main as command  # the module that the verbs import, with the exceptions they raise

    raise SystemExit(command())
