"""Fit the attitude systems that learn on the gold world, and write their weights beside the code.

PYTHONPATH=src:. python -m training.attitudes [SYSTEM …]

All documents of the gold world in the languages that the pipeline reads are used; `python -m benchmarks.best` scores
the same training in five folds by document. Run it again after the encoder has changed: `default` weighs its scores.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from benchmarks.best import LANGUAGES, cases, supported
from factbook.extract.attitudes.learning import dumped
from factbook.extract.attitudes.systems import SYSTEMS

WEIGHTS = Path(import_module("factbook.extract.attitudes").__file__ or "").parent / "weights"


def learners() -> list[str]:
    """Systems that learn."""
    return [name for name, (module, _) in SYSTEMS.items() if hasattr(import_module(module), "train")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="*", help=f"some of: {', '.join(learners())}")
    options = parser.parse_args()
    world = [case for language in LANGUAGES if supported(language) for case in cases(language)]
    gold = [(case.scene, case.gold.attitudes) for case in world]
    WEIGHTS.mkdir(exist_ok=True)
    for system in options.systems or learners():
        text = dumped(import_module(SYSTEMS[system][0]).train(gold))
        (WEIGHTS / f"{system}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{system:<10} {len(text.encode()) / 1000:7.1f} kB from {len(gold)} documents", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
