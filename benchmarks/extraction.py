"""Scores of the English extraction layers on development parts and on the gold world, in one table.

python -m benchmarks.extraction [--data DIR] [--only WORD …]

`--data` (or FACTBOOK_DATA) names the folder of the open corpora; rows that need it are left out without it. spaCy's
small English model runs beside ours where the Python named in FACTBOOK_SPACY has it.
Every figure names its part. Rules were developed on the "dev half" of the gold world; the other half shows what they
are worth on text they have not seen.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

# Modules with `rows(data, wanted)`; each gives its rows as they are ready.
SECTIONS = ("benchmarks.extraction_entities", "benchmarks.extraction_relations", "benchmarks.extraction_confidence")


class Row(NamedTuple):
    """One figure: what was measured, on what, ours, the line to reach, and somebody else's figure."""

    layer: str
    part: str
    figure: str
    ours: float
    target: str = ""
    peer: str = ""
    theirs: float | None = None

    def __str__(self) -> str:
        beside = f"{self.peer} {self.theirs:.1f}" if self.theirs is not None else self.peer
        return (
            f"{self.layer:<14} {self.part:<24} {self.figure:<26} {self.ours:6.1f}  {self.target:<10} {beside}".rstrip()
        )


def all_rows(data: Path | None, wanted: frozenset[str]) -> Iterator[Row]:
    for name in SECTIONS:
        if find_spec(name) is not None:
            yield from import_module(name).rows(data, wanted)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("FACTBOOK_DATA", ""), help="folder of the open corpora")
    parser.add_argument("--only", nargs="*", default=(), help="layers to run, by name")
    options = parser.parse_args()
    data = Path(options.data) if options.data else None
    if data is None:
        print("no --data: rows on open corpora are left out", file=sys.stderr)
    print(f"{'layer':<14} {'part':<24} {'figure':<26} {'ours':>6}  {'to reach':<10} beside")
    for row in all_rows(data, frozenset(options.only)):
        print(row, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
