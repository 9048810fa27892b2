"""BeSt scoring: belief, sentiment and both on 300 documents, in user seconds.

The official program took 4 user seconds on files of this size. Reading Rich ERE and best.xml files is part of the
figure, and so is the look-up of quotes in the source text where `--source` is on.

python -m benchmarks.best_scoring [--documents N]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REFERENCE_SECONDS = 4.0
CALDER = Path(__file__).parents[1] / "examples" / "calder"

WORK = """
import resource, sys
from factbook.cli.main import main
main(["score", "best", f"{sys.argv[1]}/gold", f"{sys.argv[1]}/system", "--ere", f"{sys.argv[1]}/ere", *sys.argv[2:]])
print(f"used {resource.getrusage(resource.RUSAGE_SELF).ru_utime:.2f}")
"""


def copy(folder: Path, documents: int) -> int:
    """`documents` copies of the sample collection's documents under new names; the system lacks every tenth belief."""
    names = sorted(path.name.removesuffix(".best.xml") for path in (CALDER / "best").glob("*.best.xml"))
    for part in ("gold", "system", "ere", "source"):
        (folder / part).mkdir()
    attitudes = 0
    for number in range(documents):
        name = names[number % len(names)]
        fresh = f"{name}_{number:04d}"
        ere = (CALDER / "ere" / f"{name}.rich_ere.xml").read_text(encoding="utf-8").replace(name, fresh)
        (folder / "ere" / f"{fresh}.rich_ere.xml").write_text(ere, encoding="utf-8")
        best = (CALDER / "best" / f"{name}.best.xml").read_text(encoding="utf-8").replace(name, fresh)
        (folder / "gold" / f"{fresh}.best.xml").write_text(best, encoding="utf-8")
        attitudes += best.count("<belief ") + best.count("<sentiment ")
        changed = best.replace('type="cb"', 'type="ncb"', 3).replace('polarity="neg"', 'polarity="pos"', 2)
        (folder / "system" / f"{fresh}.best.xml").write_text(changed, encoding="utf-8")
        shutil.copy(CALDER / "source" / f"{name}.xml", folder / "source" / f"{fresh}.xml")
    return attitudes


def measured(folder: Path, *further: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", WORK, str(folder), *further], capture_output=True, text=True, check=True
    )
    return float(done.stdout.rsplit("used ", 1)[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        attitudes = copy(folder, options.documents)
        plain = measured(folder)
        quotes = measured(folder, "--source", str(folder / "source"))
    print(f"{options.documents} documents, {attitudes} gold attitudes; belief, sentiment and both; reading included")
    print(f"factbook                {plain:6.2f} user s  ({plain / REFERENCE_SECONDS:.0%} of the official program)")
    print(f"factbook with --source  {quotes:6.2f} user s  ({quotes / REFERENCE_SECONDS:.0%})")
    print(f"official (spec)         {REFERENCE_SECONDS:6.2f} user s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
