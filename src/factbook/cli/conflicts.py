"""List facts that contradict each other: single-valued slots with several values, the chosen one first.

factbook conflicts calder.kb
factbook conflicts calder.kb --json
"""

from __future__ import annotations

import argparse

from factbook.cli.kb import kb_argument, open_kb, print_json


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    from factbook.query.conflicts import conflicts

    with open_kb(options.kb) as store:
        found = list(conflicts(store))
    if options.json:
        print_json(found)
        return 0
    for conflict in found:
        print(f"{conflict.name} ({conflict.entity})  {conflict.slot}")
        for mark, answer in (("chosen", conflict.chosen), *(("other", other) for other in conflict.others)):
            best = answer.evidence[0]
            print(f"    {mark:<6}  {answer.value}  {answer.confidence:.3f}  {best.document}  “{best.quote}”")
    if not found:
        print("no conflicts")
    return 0
