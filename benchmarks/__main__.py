"""Run every benchmark and write its output to `benchmarks/results/NAME.md`, with date and machine.

python -m benchmarks [NAME …] [--data DIR]
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parent
RESULTS = HOME / "results"
NOT_BENCHMARKS = {"__init__", "__main__"}


def names() -> list[str]:
    """All benchmarks: the modules of this folder that can run by themselves."""
    modules = sorted(path.stem for path in HOME.glob("*.py") if path.stem not in NOT_BENCHMARKS)
    return [name for name in modules if '__name__ == "__main__"' in (HOME / f"{name}.py").read_text(encoding="utf-8")]


def machine() -> str:
    """Processor, cores and Python."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].partition(":")[2].strip() if lines else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def run(name: str, environment: dict[str, str]) -> bool:
    """Run one benchmark; its output becomes its results page."""
    print(f"== {name}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}"], cwd=HOME.parent, env=environment, capture_output=True, text=True
    )
    print(done.stdout, done.stderr, sep="", flush=True)
    if done.returncode == 0:
        RESULTS.mkdir(exist_ok=True)
        today = datetime.date.today().isoformat()
        page = f"# {name}\n\n`python -m benchmarks.{name}`, {today}, {machine()}\n\n```\n{done.stdout.rstrip()}\n```\n"
        (RESULTS / f"{name}.md").write_text(page, encoding="utf-8")
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(names())}")
    parser.add_argument("--data", default=os.environ.get("FACTBOOK_DATA", ""), help="folder of the open corpora")
    options = parser.parse_args()
    environment = dict(os.environ, FACTBOOK_DATA=options.data)
    failed = [name for name in options.names or names() if not run(name, environment)]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
