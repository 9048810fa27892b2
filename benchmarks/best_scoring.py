"""BeSt scoring: belief, sentiment and both on 300 documents, in user seconds.

The official program took 4 user seconds on 300 documents, of what size is not recorded. So there are two sizes here:
documents of the sample collection (about 80 attitudes each, 28 kB of XML a file) and the small ones of the worked
cases (4 attitudes). Start-up and reading Rich ERE and best.xml files are part of the figures.

python -m benchmarks.best_scoring [--documents N]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.compiled import compiled

REFERENCE_SECONDS = 4.0
RUNS = 3  # the best counts
ROOT = Path(__file__).parents[1]
CALDER, SMALL = ROOT / "examples" / "calder", ROOT / "tests" / "golden" / "best" / "same"

WORK = """
import resource, sys
from factbook.cli.main import main
main(["score", "best", f"{sys.argv[1]}/gold", f"{sys.argv[1]}/system", "--ere", f"{sys.argv[1]}/ere", *sys.argv[2:]])
print(f"used {resource.getrusage(resource.RUSAGE_SELF).ru_utime:.2f}")
"""


def copy(folder: Path, documents: int, collection: Path, gold: str) -> int:
    """`documents` copies of a collection's documents under new names, some values changed; gold attitudes in all."""
    names = sorted(path.name.removesuffix(".best.xml") for path in (collection / gold).glob("*.best.xml"))
    for part in ("gold", "system", "ere"):
        (folder / part).mkdir(parents=True)
    attitudes = 0
    for number in range(documents):
        name = names[number % len(names)]
        fresh = f"{name}_{number:04d}"
        ere = (collection / "ere" / f"{name}.rich_ere.xml").read_text(encoding="utf-8").replace(name, fresh)
        (folder / "ere" / f"{fresh}.rich_ere.xml").write_text(ere, encoding="utf-8")
        best = (collection / gold / f"{name}.best.xml").read_text(encoding="utf-8").replace(name, fresh)
        (folder / "gold" / f"{fresh}.best.xml").write_text(best, encoding="utf-8")
        attitudes += best.count("<belief ") + best.count("<sentiment ")
        changed = best.replace('type="cb"', 'type="ncb"', 3).replace('polarity="neg"', 'polarity="pos"', 2)
        (folder / "system" / f"{fresh}.best.xml").write_text(changed, encoding="utf-8")
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
    print(f"{options.documents} documents; belief, sentiment and both; start-up and reading included")
    with tempfile.TemporaryDirectory() as name:
        for title, collection, gold in (("sample collection", CALDER, "best"), ("worked cases", SMALL, "gold")):
            folder = Path(name) / title.replace(" ", "_")
            attitudes = copy(folder, options.documents, collection, gold)
            with compiled():
                seconds = min(measured(folder) for _ in range(RUNS))
            share = seconds / REFERENCE_SECONDS
            figures = f"{attitudes:6d} gold attitudes  {seconds:6.2f} user s  {share:.0%} of the official program"
            print(f"{title:<18} {figures}")
    print(f"official (spec)    {REFERENCE_SECONDS:30.2f} user s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
