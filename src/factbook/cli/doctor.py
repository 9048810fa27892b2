"""Check the installation: Python, packages, models, SQLite, disk and memory. Says what is missing and what to do."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import msgspec

from factbook._version import __version__

FINE, MISSING, OPTIONAL = "ok", "missing", "optional"
MEGABYTE = 1024 * 1024

# package, why it is needed, whether factbook can do without it
PACKAGES: tuple[tuple[str, str, bool], ...] = (
    ("msgspec", "records and JSON", False),
    ("lxml", "APF, Rich ERE, BeSt and query files", False),
    ("numpy", "models and measures", False),
    ("scipy", "optimal mappings", False),
    ("onnxruntime", "running the models", False),
    ("tokenizers", "the English model's word pieces", False),
    ("pyoxigraph", "RDF and SPARQL", False),
    ("pandas", "results as data frames: pip install 'factbook[data]'", True),
)


class Finding(msgspec.Struct, frozen=True):
    """One line of the report."""

    what: str
    state: str
    detail: str


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


def check_packages() -> list[Finding]:
    findings = []
    for name, why, optional in PACKAGES:
        try:
            findings.append(Finding(name, FINE, f"{metadata.version(name)}: {why}"))
        except metadata.PackageNotFoundError:
            findings.append(Finding(name, OPTIONAL if optional else MISSING, why))
    return findings


def check_sqlite() -> list[Finding]:
    options = {row[0] for row in sqlite3.connect(":memory:").execute("pragma compile_options")}
    state = FINE if "ENABLE_FTS5" in options else MISSING
    return [Finding("SQLite", state, f"{sqlite3.sqlite_version}; full-text search (FTS5) is needed")]


def check_models() -> list[Finding]:
    """Each model folder holds a card and weights of their full size."""
    home = Path(__file__).parents[1] / "extract" / "models"
    findings = []
    for folder in sorted(path for path in home.glob("*") if path.is_dir() and not path.name.startswith("_")):
        size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
        card = (folder / "CARD.md").exists()
        findings.append(Finding(f"model {folder.name}", FINE if card else MISSING, f"{size / MEGABYTE:.1f} MB"))
    return findings or [Finding("models", MISSING, "no weights in the package: install factbook again")]


def check_room() -> list[Finding]:
    disk = shutil.disk_usage(tempfile.gettempdir()).free // MEGABYTE
    findings = [Finding("free disk", FINE if disk > 500 else MISSING, f"{disk} MB; 500 MB are advised")]
    if hasattr(os, "sysconf") and "SC_AVPHYS_PAGES" in os.sysconf_names:
        memory = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // MEGABYTE
        findings.append(Finding("free memory", FINE if memory > 1500 else MISSING, f"{memory} MB; 1500 MB a worker"))
    return findings


CHECKS: tuple[Callable[[], list[Finding]], ...] = (check_python, check_packages, check_sqlite, check_models, check_room)
