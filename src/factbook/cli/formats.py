"""List the file formats: name, suffixes, what they hold and what their check needs.

factbook formats
factbook formats --json
"""

from __future__ import annotations

import argparse
import json

from factbook.formats.table import FORMATS


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    rows = [
        {
            "name": row.name,
            "title": row.title,
            "suffixes": list(row.suffixes),
            "holds": sorted(row.holds),
            "needs": sorted(row.needs),
            "editions": list(row.editions),
        }
        for row in FORMATS.values()
    ]
    if options.json:
        print(json.dumps(rows, indent=2))
        return 0
    for row in FORMATS.values():
        print(f"{row.name:<16} {row.title:<38} {' '.join(row.suffixes)}")
    return 0
