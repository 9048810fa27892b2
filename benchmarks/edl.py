"""Entity discovery: all measures on 100,000 gold and 85,000 system mentions, in user seconds and peak memory.

The official scorer took 57.5 user seconds and 1.2 GB on files of this size. It is
`factbook score edl GOLD SYSTEM --report`: start-up and reading both files are part of the figure.

python -m benchmarks.edl [--gold N] [--system N]
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.compiled import compiled

REFERENCE_SECONDS, REFERENCE_MB = 57.5, 1200
RUNS = 2  # the better counts
_TYPES = ("PER", "ORG", "GPE", "FAC", "LOC")


def rows(number: int, seed: int) -> list[list[str]]:
    """Random mentions: 50 a document; entities reach over documents, a third of them linked."""
    rng = random.Random(seed)
    made = []
    for index in range(number):
        doc, place = index // 50, index % 50 * 20
        entity = int(rng.paretovariate(1.1)) * 7 + rng.randrange(number // 8)
        link = f"m.{entity}" if entity % 3 == 0 else f"NIL{entity:06d}"
        span = f"ENG_NW_{doc:05d}:{place}-{place + rng.randrange(3, 12)}"
        kind = _TYPES[entity % 5]
        made.append(["gold", f"M{index}", "name", span, link, kind, "NAM" if index % 4 else "NOM", "1.0"])
    return made


def disturb(gold: list[list[str]], number: int, seed: int) -> list[list[str]]:
    """A system's output: mentions left out, moved, of another type, split and merged."""
    rng = random.Random(seed)
    made = []
    for row in rng.sample(gold, number):
        row = ["sys", *row[1:]]
        if rng.random() < 0.1:
            row[3] = f"{row[3]}0"
        if rng.random() < 0.1:
            row[5] = rng.choice(_TYPES)
        if rng.random() < 0.2:
            row[4] = f"NIL9{rng.randrange(number):06d}"
        row[7] = f"{rng.random() * 0.9 + 0.1:.3f}"
        made.append(row)
    return made


def write(path: Path, made: list[list[str]]) -> None:
    path.write_text("".join("\t".join(row) + "\n" for row in made), encoding="utf-8")


WORK = """
import resource, sys
from factbook.cli.main import main
main(["score", "edl", *sys.argv[1:3], "--report"])
used = resource.getrusage(resource.RUSAGE_SELF)
print(f"used {used.ru_utime:.2f} {used.ru_maxrss / 1024:.0f}")
"""


def _run(paths: list[Path]) -> tuple[str, str, str]:
    command = [sys.executable, "-c", WORK, *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.rpartition("used ")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=int, default=100_000)
    parser.add_argument("--system", type=int, default=85_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("gold.tab", "system.tab")]
        gold = rows(options.gold, 1)
        write(paths[0], gold)
        write(paths[1], disturb(gold, options.system, 2))
        with compiled():
            runs = [_run(paths) for _ in range(RUNS)]
    table, _, used = min(runs, key=lambda run: float(run[2].split()[0]))
    seconds, megabytes = used.split()
    measures = sum(line.count("\t") == 7 for line in table.splitlines()) - 1  # the header is one
    print(
        f"{options.gold} gold and {options.system} system mentions, {measures} measures; start-up and reading included"
    )
    print(f"factbook           {float(seconds):6.2f} user s {float(megabytes):6.0f} MB")
    print(f"official (spec)    {REFERENCE_SECONDS:6.2f} user s {REFERENCE_MB:6.0f} MB")
    print(f"share of official  {float(seconds) / REFERENCE_SECONDS:6.1%}        {float(megabytes) / REFERENCE_MB:6.1%}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
