"""Fit the attitude systems that learn on the gold world, and write their weights beside the code.

PYTHONPATH=src:. python -m training.attitudes [SYSTEM …]

All English, Spanish and Chinese documents of the gold world are used, with gold ERE and for `default` with our own ERE
too, so that it meets at its work what it was taught on; `python -m benchmarks.best` scores the same
training in five folds by document. `calibration.tsv` counts the right answers of five-fold runs, so that confidences
are those of text that the models have not seen. Run it again after the encoder or the rules have changed.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from benchmarks.best_world import LEARNED, Learned, cases, lessons, taught
from factbook.extract.attitudes import calibration
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
    golden = {language: cases(language) for language in LEARNED}
    own = {language: cases(language, predicted=True) for language in LEARNED}
    WEIGHTS.mkdir(exist_ok=True)
    for system in options.systems or learners():
        scenes = lessons(taught(golden), taught(own), system)
        text = dumped(import_module(SYSTEMS[system][0]).train(scenes))
        (WEIGHTS / f"{system}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{system:<10} {len(text.encode()) / 1000:7.1f} kB from {len(scenes)} scenes", flush=True)
    learned = Learned(golden, own)
    answers = [one for system in SYSTEMS for _, one in learned.answers(system)]
    (WEIGHTS / "calibration.tsv").write_text(calibration.dumped(calibration.fit(answers)), encoding="utf-8")
    print(f"calibration from {len(answers)} answers of five-fold runs", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
