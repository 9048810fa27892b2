"""Run every benchmark and write its output to `benchmarks/results/NAME.md`, with date and machine.

    python -m benchmarks [NAME …] [--data DIR]
    python -m benchmarks --index                    write only the list of benchmarks, `benchmarks/README.md`

A page of results is that of the last run. What stands behind its table, written by hand, is kept.
"""

from __future__ import annotations

import argparse
import ast
import datetime
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parent
RESULTS = HOME / "results"
INDEX = HOME / "README.md"
NOT_BENCHMARKS = ("__", "peer_")
ABOUT = """# Benchmarks

One table a claim. `make bench` runs all and writes the results with date and machine; `python -m benchmarks NAME …`
runs some, `python -m benchmarks.NAME --help` says what a table means and which options it has. Those on open corpora
need their folder: `--data DIR`, or the variable `FACTBOOK_DATA`; without it they print what they can.

Speed is CPU time, beside a reference in the same run or beside the recorded figures of the official programs. Quality
is on development data, and each page says which. `python -m benchmarks --index` writes this list.

| claim | command | results |
| --- | --- | --- |
"""


def names() -> list[str]:
    """All benchmarks: the modules of this folder that can run by themselves, without the peers that they start."""
    modules = sorted(path.stem for path in HOME.glob("*.py") if not path.stem.startswith(NOT_BENCHMARKS))
    return [name for name in modules if '__name__ == "__main__"' in (HOME / f"{name}.py").read_text(encoding="utf-8")]


def machine() -> str:
    """Processor, cores and Python."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].partition(":")[2].strip() if lines else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def claim(name: str) -> str:
    """What a benchmark shows: the first sentence of its module."""
    tree = ast.parse((HOME / f"{name}.py").read_text(encoding="utf-8"))
    return " ".join((ast.get_docstring(tree) or "").split("\n\n")[0].split()).replace("|", "\\|")


def index() -> str:
    """The list of benchmarks."""
    rows = [f"| {claim(name)} | `python -m benchmarks {name}` | {_results(name)} |" for name in names()]
    return ABOUT + "\n".join(rows) + "\n"


def _results(name: str) -> str:
    return f"[{name}](results/{name}.md)" if (RESULTS / f"{name}.md").exists() else "not run yet"


def page(name: str, output: str, before: str = "") -> str:
    """The page of a benchmark's results; remarks behind the table of the page before are kept."""
    today = datetime.date.today().isoformat()
    remarks = re.sub(r"\A.*?^```\n.*?^```\n", "", before, count=1, flags=re.MULTILINE | re.DOTALL)
    kept = remarks if remarks != before else ""
    return f"# {name}\n\n`python -m benchmarks {name}`, {today}, {machine()}\n\n```\n{output.rstrip()}\n```\n{kept}"


def run(name: str, environment: dict[str, str]) -> bool:
    """Run one benchmark; its output becomes its results page."""
    print(f"== {name}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}"], cwd=HOME.parent, env=environment, capture_output=True, text=True
    )
    print(done.stdout, done.stderr, sep="", flush=True)
    if done.returncode == 0:
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"{name}.md"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(page(name, done.stdout, before), encoding="utf-8")
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(names())}")
    parser.add_argument("--data", default=os.environ.get("FACTBOOK_DATA", ""), help="folder of the open corpora")
    parser.add_argument("--index", action="store_true", help="run nothing; write the list of benchmarks")
    options = parser.parse_args()
    environment = dict(os.environ, FACTBOOK_DATA=options.data)
    wanted = [] if options.index else options.names or names()
    failed = [name for name in wanted if not run(name, environment)]
    INDEX.write_text(index(), encoding="utf-8")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
