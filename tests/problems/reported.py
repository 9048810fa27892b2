"""The problems that are reported for a folder of this tree. Run it on folders to print them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from factbook.formats.format import Context, Problem
from factbook.formats.table import FORMATS
from factbook.text.inputs import read_sources


def input_of(folder: Path) -> Path:
    (path,) = folder.glob("input.*")
    return path


def reported(folder: Path) -> list[Problem]:
    """All problems of the folder's input, as the check of its format reports them."""
    path = input_of(folder)
    format = FORMATS[folder.parent.name]
    return list(format.check(path.read_bytes(), file=path.name, context=context(folder)))


def arguments(folder: Path) -> dict[str, Any]:
    path = folder / "args.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def context(folder: Path) -> Context:
    args = arguments(folder)
    sources = read_sources([folder / name for name in args.get("sources", ())])
    return Context(
        sources={source.id: source for source in sources},
        lengths=_lengths(folder / args["lengths"]) if "lengths" in args else {},
        ere=_read("rich-ere", folder / args["ere"]) if "ere" in args else None,
        queries=_read("cssf-queries", folder / args["queries"]) if "queries" in args else None,
        edition=args.get("edition", ""),
        ignore=frozenset(args.get("ignore", ())),
        options=args.get("options", {}),
    )


def _lengths(path: Path) -> dict[str, int]:
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {row[0]: int(row[1]) for row in rows}


def _read(format: str, path: Path) -> Any:
    content, problems = FORMATS[format].read(path.read_bytes(), file=path.name)
    assert not problems.errors, problems.errors
    return content


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for problem in reported(Path(name).resolve()):
            print(problem)
