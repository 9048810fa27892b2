"""Run every benchmark and write its output to `benchmarks/results/NAME.md`, with date, machine and duration.

    python -m benchmarks [--data DIR]               all
    python -m benchmarks ace edl                    some (the same: --only ace,edl)
    python -m benchmarks --skip store,browse        all but some
    python -m benchmarks --resume                   go on with a run that was stopped; what failed runs again
    python -m benchmarks --check                    run nothing; say which cannot start, and what data is missing
    python -m benchmarks --index                    write only the list of benchmarks, `benchmarks/README.md`

A benchmark that fails, or takes longer than --limit, does not stop the others: it is named at the end, and the exit
code is 1. A page of results is that of the last run that went well. What stands behind its table by hand is kept.
"""

from __future__ import annotations

import argparse
import ast
import datetime
import json
import os
import platform
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

HOME = Path(__file__).parent
RESULTS = HOME / "results"
INDEX = HOME / "README.md"
DONE = HOME.parent / "build" / "benchmarks.json"  # seconds of what this run has done, for --resume
NOT_BENCHMARKS = ("__", "peer_")
LIMIT = 1800  # seconds
# Minutes to expect on two quiet cores, until a page says what it took.
EXPECTED = {
    "ace": 2, "apf": 1, "assess": 1, "best": 2, "best_scoring": 1, "browse": 6, "coldstart": 1, "edl": 1,
    "extraction": 4, "extraction_confidence": 1, "extraction_speed": 3, "languages": 4, "linking": 1, "scaling": 2,
    "spacy_speed": 3, "startup": 1, "store": 9, "text": 1,
}  # fmt: skip
# Folders of the open corpora that a benchmark reads rows from.
NEEDS = {
    "best": ("normalised",),
    "extraction": ("gum", "normalised", "ud_en_ewt"),
    "languages": ("normalised",),
    "linking": ("ecbplus",),
}
# Variables that name the interpreter of a peer's environment.
PEERS = {
    "extraction": ("FACTBOOK_SPACY",),
    "languages": ("FACTBOOK_SPACY_ES", "FACTBOOK_LAC"),
    "spacy_speed": ("FACTBOOK_SPACY",),
}
ABOUT = """# Benchmarks

One table a claim. `make bench` runs all and writes the results with date, machine and duration; `python -m benchmarks
NAME …` runs some, `--skip NAME,…` leaves some out, `--resume` goes on with a run that was stopped, `--check` only says
what cannot run here. `python -m benchmarks.NAME --help` says what a table means and which options it has. Those on open
corpora need their folder: `--data DIR`, or the variable `FACTBOOK_DATA`; those beside a peer its interpreter:
`FACTBOOK_SPACY` (`make adapters` makes one: `build/adapters/bin/python`), `FACTBOOK_SPACY_ES`, `FACTBOOK_LAC`. Without
them they print what they can.

Speed is CPU time, beside a reference in the same run or beside the recorded figures of the official programs. Quality
is on development data, and each page says which. `python -m benchmarks --index` writes this list.

| claim | command | results | duration |
| --- | --- | --- | --- |
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
    whole = sum(60 * EXPECTED.get(name, 0) if (known := duration(name)) is None else known for name in names())
    return (
        ABOUT
        + "\n".join(rows)
        + f"\n\nAll, one after the other: about {round(whole / 60)} minutes on two quiet cores.\n"
    )


def _results(name: str) -> str:
    page = f"[{name}](results/{name}.md)" if (RESULTS / f"{name}.md").exists() else "not run yet"
    return f"{page} | {took(name)}"


def took(name: str) -> str:
    """How long a benchmark took, or about how long it will."""
    seconds = duration(name)
    if seconds is not None:
        return shown(seconds)
    return f"about {EXPECTED[name]} min" if name in EXPECTED else "not timed"


def duration(name: str) -> float | None:
    """How long a benchmark took when its page was written."""
    path = RESULTS / f"{name}.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = re.search(r"^`python.*, (?:(\d+) min )?(\d+) s$", text, re.MULTILINE)
    return int(found[1] or 0) * 60 + int(found[2]) if found else None


def shown(seconds: float) -> str:
    """A duration: 4 min 7 s."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def page(name: str, output: str, before: str = "", seconds: float | None = None) -> str:
    """The page of a benchmark's results; remarks behind the table of the page before are kept."""
    today = datetime.date.today().isoformat()
    remarks = re.sub(r"\A.*?^```\n.*?^```\n", "", before, count=1, flags=re.MULTILINE | re.DOTALL)
    kept = remarks if remarks != before else ""
    took = f", {shown(seconds)}" if seconds is not None else ""
    return (
        f"# {name}\n\n`python -m benchmarks {name}`, {today}, {machine()}{took}\n\n```\n{output.rstrip()}\n```\n{kept}"
    )


def run(name: str, environment: dict[str, str], limit: float) -> tuple[bool, float]:
    """Run one benchmark; its output is shown as it comes, and becomes its results page. Did it go well, how long?"""
    print(f"== {name} ({time.strftime('%H:%M:%S')})", flush=True)
    begun = time.monotonic()
    command = [sys.executable, "-u", "-m", f"benchmarks.{name}"]
    with subprocess.Popen(
        command, cwd=HOME.parent, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        lines = _shown(child, name, limit)
    code = child.returncode
    seconds = time.monotonic() - begun
    print(f"== {name}: {'done' if code == 0 else f'failed ({code})'} in {shown(seconds)}\n", flush=True)
    if code == 0:
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"{name}.md"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(page(name, "".join(lines), before, seconds), encoding="utf-8")
    return code == 0, seconds


def _shown(child: subprocess.Popen[str], name: str, limit: float) -> list[str]:
    """The lines that a benchmark prints, shown as they come, until it ends or must end."""
    stopper = threading.Timer(limit, _stop, [child, f"{name}: longer than {shown(limit)}, stopped"])
    stopper.start()
    lines = []
    try:
        for line in child.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    except KeyboardInterrupt:
        _stop(child, f"{name}: stopped")
        raise
    finally:
        stopper.cancel()
    return lines


def _stop(child: subprocess.Popen[str], why: str) -> None:
    """End a benchmark with the processes that it started."""
    print(why, file=sys.stderr, flush=True)
    os.killpg(child.pid, signal.SIGKILL)


def chosen(options: argparse.Namespace) -> list[str]:
    """The benchmarks of a call, in order."""
    known = names()
    wanted = [*options.names, *_list(options.only)]
    strange = [name for name in (*wanted, *_list(options.skip)) if name not in known]
    if strange:
        raise SystemExit(f"no benchmark {', '.join(strange)}; there are: {', '.join(known)}")
    return [name for name in wanted or known if name not in _list(options.skip)]


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def check(wanted: list[str], environment: dict[str, str]) -> int:
    """Which benchmarks cannot start, and which data is missing."""
    bad = 0
    for name in wanted:
        begun = [sys.executable, "-m", f"benchmarks.{name}", "--help"]
        done = subprocess.run(begun, cwd=HOME.parent, env=environment, capture_output=True, text=True)
        data = Path(environment["FACTBOOK_DATA"]) if environment["FACTBOOK_DATA"] else None
        missing = [f"{part} in --data" for part in NEEDS.get(name, ()) if data is None or not (data / part).is_dir()]
        missing += [peer for peer in PEERS.get(name, ()) if not Path(environment.get(peer) or "none").is_file()]
        words = f"ready, without {', '.join(missing)}" if missing else "ready"
        if done.returncode:
            bad += 1
            words = f"cannot start: {(done.stderr.strip().splitlines() or ['?'])[-1]}"
        print(f"{name:<24} {took(name):>12}  {words}")
    return 1 if bad else 0


def run_all(wanted: list[str], environment: dict[str, str], *, limit: float, resume: bool) -> list[str]:
    """Run one after the other, whatever becomes of each; those that failed."""
    done: dict[str, float] = json.loads(DONE.read_text()) if resume and DONE.exists() else {}
    failed, times = [], {}
    for name in wanted:
        if name in done:
            print(f"== {name}: done before, in {shown(done[name])}\n")
            continue
        well, times[name] = run(name, environment, limit)
        if not well:
            failed.append(name)
            continue
        done[name] = times[name]
        DONE.parent.mkdir(exist_ok=True)
        DONE.write_text(json.dumps(done))
        INDEX.write_text(index(), encoding="utf-8")
    for name, seconds in times.items():
        print(f"{name:<24} {shown(seconds):>12}{'  failed' if name in failed else ''}")
    print(f"{'in all':<24} {shown(sum(times.values())):>12}")
    if not failed:
        DONE.unlink(missing_ok=True)
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(names())}")
    parser.add_argument("--only", default="", metavar="NAME,…", help="some of them")
    parser.add_argument("--skip", default="", metavar="NAME,…", help="all but these")
    parser.add_argument("--resume", action="store_true", help="leave out what a stopped run has done")
    parser.add_argument("--check", action="store_true", help="run nothing; say what cannot run here")
    parser.add_argument("--limit", type=float, default=LIMIT, metavar="SECONDS", help=f"for each ({LIMIT})")
    parser.add_argument("--data", default=os.environ.get("FACTBOOK_DATA", ""), help="folder of the open corpora")
    parser.add_argument("--index", action="store_true", help="run nothing; write the list of benchmarks")
    options = parser.parse_args()
    environment = dict(os.environ, FACTBOOK_DATA=options.data)
    wanted = chosen(options)
    if options.check:
        return check(wanted, environment)
    failed = [] if options.index else run_all(wanted, environment, limit=options.limit, resume=options.resume)
    INDEX.write_text(index(), encoding="utf-8")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
