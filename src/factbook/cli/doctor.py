"""Check the installation: Python, packages and their versions, models, SQLite, sample collection, disk and memory.

    factbook doctor

Each line says what is there, or what is missing and what to do. Exit code 1: something that is needed is missing.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import msgspec

from factbook._version import __version__

FINE, MISSING, OPTIONAL = "ok", "missing", "optional"
MEGABYTE = 1024 * 1024
DISK, MEMORY = 500, 1000  # megabytes that are advised; a worker has at most some 700 (benchmarks/results/scaling.md)
MODELS = Path(__file__).parents[1] / "extract" / "models"

# What a package is for. Which packages and versions are needed, the installed metadata says.
USES: dict[str, str] = {
    "msgspec": "records and JSON",
    "lxml": "APF, Rich ERE, BeSt and query files",
    "numpy": "models and measures",
    "scipy": "optimal mappings",
    "onnxruntime": "running the models",
    "tokenizers": "word pieces of the models",
    "pyoxigraph": "RDF and SPARQL",
    "simplemma": "base forms of English and Spanish words",
    "jieba": "Chinese words",
    "starlette": "pages of factbook browse",
    "uvicorn": "the server of factbook browse",
    "jinja2": "pages of factbook browse",
    "markupsafe": "pages of factbook browse",
    "pandas": "results as data frames",
    "pyarrow": "parquet files of entity-relation graphs",
    "distributed": "building on a Dask cluster",
}
# Extras that users install; those for developing and training are not checked.
EXTRAS = ("data", "dask")
_REQUIREMENT = re.compile(r"([\w.-]+)\s*(?:\[[^]]*\])?\s*\(?([^;)]*)\)?\s*(?:;.*extra == ['\"]([\w-]+)['\"])?")


class Finding(msgspec.Struct, frozen=True):
    """One line of the report."""

    what: str
    state: str
    detail: str


class Requirement(msgspec.Struct, frozen=True):
    """A package that factbook, or an extra of it, asks for: `>=1.26,<3`."""

    name: str
    versions: str
    extra: str = ""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    findings = [finding for check in CHECKS for finding in check()]
    if options.json:
        print(json.dumps([msgspec.to_builtins(finding) for finding in findings], indent=2))
    else:
        for finding in findings:
            print(f"{finding.state:<9} {finding.what:<18} {finding.detail}")
    return 1 if any(finding.state == MISSING for finding in findings) else 0


def check_python() -> list[Finding]:
    version = platform.python_version()
    state = FINE if sys.version_info >= (3, 11) else MISSING
    return [Finding("factbook", FINE, __version__), Finding("Python", state, f"{version}; 3.11 or later is needed")]


def requirements() -> list[Requirement]:
    """What the installed package asks for, without the extras for developers."""
    found = [_REQUIREMENT.match(line) for line in metadata.requires("factbook") or ()]
    rows = [Requirement(one[1], one[2].strip(), one[3] or "") for one in found if one]
    return [row for row in rows if not row.extra or row.extra in EXTRAS]


def check_packages() -> list[Finding]:
    return [_package(row) for row in requirements()]


def _package(row: Requirement) -> Finding:
    use = USES.get(row.name, "")
    wanted = f"pip install 'factbook[{row.extra}]'" if row.extra else f"pip install '{row.name}{row.versions}'"
    absent = OPTIONAL if row.extra else MISSING
    try:
        version = metadata.version(row.name)
    except metadata.PackageNotFoundError:
        return Finding(row.name, absent, f"{use}: {wanted}")
    if not fits(version, row.versions):
        return Finding(row.name, absent, f"{version} is installed, {row.versions} is needed: {wanted}")
    return Finding(row.name, FINE, f"{version}: {use}")


def fits(version: str, versions: str) -> bool:
    """Whether a version lies in a range such as `>=1.26,<3`. Of a version only the numbers count."""
    own = _numbers(version)
    tests: dict[str, Callable[[tuple[int, ...]], bool]] = {
        ">=": lambda bound: own >= bound,
        "<": lambda bound: own < bound,
        "==": lambda bound: own == bound,
    }
    clauses = re.findall(r"(>=|==|<)\s*([\w.]+)", versions)
    return all(tests[sign](_numbers(bound)) for sign, bound in clauses)


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", version)[0])]
    return (*numbers, 0, 0, 0)[:3]


def check_sqlite() -> list[Finding]:
    options = {row[0] for row in sqlite3.connect(":memory:").execute("pragma compile_options")}
    state = FINE if "ENABLE_FTS5" in options else MISSING
    return [Finding("SQLite", state, f"{sqlite3.sqlite_version}; full-text search (FTS5) is needed")]


def check_models() -> list[Finding]:
    """Each model folder holds a card and weights that load."""
    folders = sorted(path for path in MODELS.glob("*") if path.is_dir() and not path.name.startswith("_"))
    return [finding for folder in folders for finding in _model(folder)] or [
        Finding("models", MISSING, "no weights in the package: install factbook again")
    ]


def _model(folder: Path) -> Iterator[Finding]:
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file()) / MEGABYTE
    faults = [] if (folder / "CARD.md").exists() else ["no card"]
    weights = sorted(folder.glob("*.onnx"))
    faults += [] if weights else ["no weights"]
    faults += [f"{path.name} does not load" for path in weights if not _loads(path)]
    detail = f"{size:.1f} MB" + (f"; {', '.join(faults)}: install factbook again" if faults else "")
    yield Finding(f"model {folder.name}", MISSING if faults else FINE, detail)


def _loads(path: Path) -> bool:
    try:
        import onnxruntime

        onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    except Exception:  # onnxruntime has no common class of errors
        return False
    return True


def check_samples() -> list[Finding]:
    from factbook.cli.demo import sample_collection

    found = sample_collection()
    return [Finding("sample collection", FINE if found else OPTIONAL, found or "factbook demo needs --examples FOLDER")]


def check_kept() -> list[Finding]:
    """The folder of what is unpacked once a machine."""
    from factbook.extract.lemmas import FOLDER, cache_folder

    folder = cache_folder()
    if folder is None:
        return [Finding("cache folder", OPTIONAL, f"{FOLDER}=-: word lists are unpacked in every process")]
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(there, os.W_OK):
        return [Finding("cache folder", OPTIONAL, f"{folder} cannot be written: name another with {FOLDER}")]
    size = sum(path.stat().st_size for path in folder.glob("*")) / MEGABYTE
    return [Finding("cache folder", FINE, f"{folder}, {size:.1f} MB")]


def check_room() -> list[Finding]:
    disk = shutil.disk_usage(tempfile.gettempdir()).free // MEGABYTE
    findings = [Finding("free disk", FINE if disk > DISK else MISSING, f"{disk} MB; {DISK} MB are advised")]
    memory = free_memory()
    if memory is not None:
        state = FINE if memory > MEMORY else MISSING
        findings.append(Finding("free memory", state, f"{memory} MB; {MEMORY} MB a worker"))
    return findings


def free_memory() -> int | None:
    """Megabytes that programs can have, where the system tells."""
    with contextlib.suppress(OSError):
        found = re.search(r"^MemAvailable:\s*(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE)
        if found:
            return int(found[1]) // 1024
    if hasattr(os, "sysconf") and "SC_AVPHYS_PAGES" in os.sysconf_names:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // MEGABYTE
    return None


CHECKS: tuple[Callable[[], list[Finding]], ...] = (
    check_python,
    check_packages,
    check_sqlite,
    check_models,
    check_samples,
    check_kept,
    check_room,
)
