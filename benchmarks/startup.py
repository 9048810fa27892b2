"""Start-up: CPU seconds and modules of whole commands, from a bare Python to a score of the sample collection.

Aim: `factbook --help` within 0.3 seconds. Each command is a process of its own with compiled modules, as an installed
package has them; the best of several runs counts. `modules` is how many were imported, `own` how many of them are ours.

python -m benchmarks.startup [--rounds N]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from benchmarks.compiled import compiled

AIM = 0.3
CALDER = Path(__file__).parents[1] / "examples" / "calder"
FACTS, TAB = str(CALDER / "kb" / "gold.tac"), str(CALDER / "edl" / "gold.tab")
BEST = [str(CALDER / "best"), str(CALDER / "best"), "--ere", str(CALDER / "ere")]
# What the table calls a command: its words.
COMMANDS = {
    "factbook --help": ["--help"],
    "factbook query --help": ["query", "--help"],
    "factbook build --help": ["build", "--help"],
    "factbook score --help": ["score", "--help"],
    "score coldstart.facts, sample collection": ["score", "coldstart.facts", FACTS, FACTS],
    "score edl.b_cubed, sample collection": ["score", "edl.b_cubed", TAB, TAB],
    "score best.belief, sample collection": ["score", "best.belief", *BEST],
}

WORK = """
import sys
if len(sys.argv) > 1:
    from factbook.cli.main import main
    main(sys.argv[1:])
import resource
used = resource.getrusage(resource.RUSAGE_SELF)
own = sum(name.partition(".")[0] == "factbook" for name in sys.modules)
print("\\nused", used.ru_utime + used.ru_stime, len(sys.modules), own)
"""


def measured(words: list[str]) -> tuple[float, int, int]:
    """CPU seconds, modules, and modules of our own."""
    done = subprocess.run([sys.executable, "-c", WORK, *words], capture_output=True, text=True, check=True)
    seconds, modules, own = done.stdout.rsplit("used ", 1)[1].split()
    return float(seconds), int(modules), int(own)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    print(f"{'command':<42} {'CPU s':>6} {'modules':>8} {'own':>4}")
    found: dict[str, float] = {}
    with compiled():
        for name, words in {"bare Python": [], **COMMANDS}.items():
            measured(words)  # compiles
            found[name], modules, own = min(measured(words) for _ in range(options.rounds))
            print(f"{name:<42} {found[name]:6.2f} {modules:8d} {own:4d}")
    print(f"factbook --help within {AIM} s: {'yes' if found['factbook --help'] <= AIM else 'no'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
