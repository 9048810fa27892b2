"""Build the sample knowledge base, ask it, show a fact's evidence, score it against its gold.

factbook demo                 annotates the sample collection with the shipped models
factbook demo --given         takes the gold annotation and only links, stores and asks
factbook demo --keep FOLDER   leaves the files there
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tempfile
import time
from pathlib import Path

from factbook.cli.main import UsageError, main
from factbook.cli.parser import positive


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--examples", default="", metavar="FOLDER", help="the sample collection (examples/calder)")
    parser.add_argument("--given", action="store_true", help="use the gold annotation instead of the models")
    parser.add_argument("--keep", default="", metavar="FOLDER", help="write the files here and keep them")
    parser.add_argument("--workers", type=positive, default=2, metavar="N", help="processes that annotate (2)")


def run(options: argparse.Namespace) -> int:
    folder = _examples(options.examples)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        out = options.keep or temporary
        os.makedirs(out, exist_ok=True)
        for title, command in _steps(folder, out, options):
            print(f"\n# {title}\n$ factbook {shlex.join(command)}", flush=True)
            code = main(command)
            if code == 2 or (code and command[0] in ("build", "export")):
                print(f"the demo stops: `factbook {command[0]}` ended with {code}", file=sys.stderr)
                return code
    print(f"\ndone in {time.monotonic() - started:.0f} s")
    if options.keep:
        print(f"Look at it in a web browser: factbook browse {shlex.quote(os.path.join(out, 'calder.kb'))}")
    return 0


def _examples(given: str) -> str:
    """The sample collection, as given or found."""
    if found := (given if _is_collection(given) else "") if given else sample_collection():
        return found
    raise UsageError(
        "the sample collection is not here; name its folder with --examples (examples/calder of the sources)"
    )


def sample_collection() -> str:
    """The sample collection in the working folder, in the installed package, or beside the sources; empty: nowhere."""
    here = Path(__file__)
    places = [os.path.join(home, "examples", "calder") for home in ("", here.parents[1], here.parents[3])]
    return next(filter(_is_collection, places), "")


def _is_collection(folder: str) -> bool:
    return os.path.isdir(os.path.join(folder, "source"))


def _steps(folder: str, out: str, options: argparse.Namespace) -> list[tuple[str, list[str]]]:
    kb = os.path.join(out, "calder.kb")
    build = ["build", f"{folder}/source", "-o", kb, "--workers", str(options.workers)]
    if options.given:
        for part in ("ere", "best", "kb/gold_perdoc.tac"):
            build += ["--given", f"{folder}/{part}"]
    tac, edl = os.path.join(out, "calder.tac"), os.path.join(out, "calder.edl.tab")
    return [
        ("Documents to a knowledge base", build),
        ("Who is Karim Haddad?", ["query", kb, "Karim Haddad"]),
        ("How old are his children, and who says so?", ["query", kb, "Karim Haddad", "per:children", "per:age"]),
        ("How did his names come together?", ["link", kb, "--why", "Karim Haddad"]),
        ("Who thinks badly of his opponents?",
         ["attitudes", kb, "--target", "Ellery Shipping", "--value", "neg", "--limit", "4"]),
        ("What do the documents not agree on?", ["conflicts", kb]),
        ("As a Cold Start knowledge base", ["export", kb, "--as", "coldstart-kb", "-o", tac]),
        ("As entity discovery output", ["export", kb, "--as", "edl", "-o", edl]),
        ("Entities, against the gold",
         ["score", "edl.strong_typed_mention_match,edl.b_cubed", f"{folder}/edl/gold.tab", edl,
          "--source", f"{folder}/source"]),
        ("Facts, against the gold", ["score", "coldstart.facts", f"{folder}/kb/gold.tac", tac]),
    ]  # fmt: skip
