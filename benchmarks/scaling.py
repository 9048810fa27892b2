"""Building a knowledge base over collection size, processes and Dask: seconds, CPU seconds and peak memory.

    python -m benchmarks.scaling [--copies 1 2] [--workers 1 2]

The collection is the sample collection, copied under new document ids: names repeat, texts do not get longer. Each
row is `factbook build` in a process of its own, models and linking included; the figures are those that it prints.
Peak memory is that of the process plus the largest worker. Without the package `distributed` there is no Dask row.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

CALDER = Path(__file__).parents[1] / "examples" / "calder" / "source"


def copy(folder: Path, copies: int) -> int:
    """`copies` of every document, each under an id of its own; how many words they have."""
    folder.mkdir()
    words = 0
    for path in sorted(CALDER.iterdir()):
        text = path.read_bytes().decode()
        words += copies * len(text.split())
        for number in range(copies):
            (folder / f"{path.stem}_{number}{path.suffix}").write_text(
                text.replace(path.stem, f"{path.stem}_{number}"), encoding="utf-8", newline=""
            )
    return words


def build(documents: Path, kb: Path, *options: str) -> dict[str, float]:
    """The summary that `factbook build` prints."""
    call = [sys.executable, "-m", "factbook.cli.main", "build", str(documents), "-o", str(kb), "--json", "--quiet"]
    done = subprocess.run([*call, *options], capture_output=True, text=True, check=True)
    summary = json.loads(done.stdout)
    return {"documents": summary["documents"], **summary["cost"]}


def ways(workers: list[int], *, dask: bool) -> dict[str, tuple[str, ...]]:
    """Name and options of each row."""
    rows = {f"{number} process{'es' if number > 1 else ''}": ("--workers", str(number)) for number in workers}
    if dask and find_spec("distributed"):
        return {**rows, "Dask, 2 workers": ("--dask", "local", "--workers", "2")}
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--copies", type=int, nargs="+", default=[1, 2], metavar="N")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], metavar="N")
    options = parser.parse_args()
    print("documents   words  where               s   CPU s  CPU ms a document  peak MB")
    with tempfile.TemporaryDirectory() as folder:
        for copies in options.copies:
            documents = Path(folder, f"copies{copies}")
            words = copy(documents, copies)
            for name, call in ways(options.workers, dask=copies == max(options.copies)).items():
                row = build(documents, Path(folder, f"{copies}-{name}.kb"), *call)
                each = 1000 * row["cpu_seconds"] / row["documents"]
                print(
                    f"{row['documents']:9.0f} {words:7,}  {name:<15} {row['seconds']:5.1f} {row['cpu_seconds']:7.1f}"
                    f" {each:18.0f} {row['peak_megabytes']:8.0f}",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
