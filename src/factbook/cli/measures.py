"""List the measures: name, one-line definition, parameters.

    factbook measures
    factbook measures edl.b_cubed       formula, clause, 0/0, ties and parameters of one
    factbook measures best --long       the same of a family

A measure is written as `name` or `name(parameter=value, …)`; a family (edl, coref, best, ace …) stands for all of it.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from factbook.evaluate.measure import Kind
from factbook.evaluate.table import kinds
from factbook.text.near import near


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", help="a measure or a family; default: all")
    parser.add_argument("--long", action="store_true", help="with parameters, 0/0 and ties")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    from factbook.cli.main import UsageError

    rows = [kind for kind in kinds().values() if options.name in (None, kind.name, kind.family)]
    if not rows:
        meant = near(
            options.name, dict.fromkeys(name for kind in kinds().values() for name in (kind.family, kind.name))
        )
        raise UsageError(f"no measure {options.name!r}{meant or '; `factbook measures` lists them'}")
    if options.json:
        print(json.dumps([_data(kind) for kind in rows], indent=2, ensure_ascii=False))
        return 0
    width = max(len(kind.name) for kind in rows)
    for kind in rows:
        print(f"{kind.name:<{width}}  {kind.about}")
        if options.long or options.name == kind.name:
            print(_details(kind))
    return 0


def _data(kind: Kind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "about": kind.about,
        "formula": kind.formula,
        "clause": kind.clause,
        "edition": kind.edition,
        "inputs": kind.inputs,
        "main": kind.main,
        "zero": kind.zero,
        "ties": kind.ties,
        "breakdowns": list(kind.splits),
        "stages": list(kind.stages),
        "parameters": [
            {
                "name": parameter.name,
                "default": parameter.default,
                "choices": list(parameter.choices),
                "about": parameter.about,
            }
            for parameter in kind.parameters
        ],
    }


def _details(kind: Kind) -> str:
    lines = [f"    {kind.formula}", f"    clause: {kind.clause}", f"    0/0: {kind.zero}", f"    ties: {kind.ties}"]
    for parameter in kind.parameters:
        choices = f" ({', '.join(parameter.choices)})" if parameter.choices else ""
        lines.append(f"    {parameter.name}={parameter.default}{choices}: {parameter.about}")
    return "\n".join(lines)
