"""Say what each item was matched with, why, and what it cost; or what each stage lost.

factbook explain edl.b_cubed gold.tab run1.tab --wrong
factbook explain best.belief gold/ system/ m-12 --ere ere/    (or: --item m-12)
factbook explain best.belief gold/ system/ --ere ere/ --surgery
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import msgspec

from factbook.cli.main import UsageError
from factbook.cli.score import input_arguments, load, named_measures
from factbook.evaluate.measure import Match, Measure, ScoringError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("measure", help="one measure; see `factbook measures`")
    parser.add_argument("gold", help="gold: a file, folder or pattern")
    parser.add_argument("system", help="the system: a file, folder or pattern")
    parser.add_argument("item", nargs="?", help="a gold or system item, a document or a label: only what names it")
    parser.add_argument("--item", dest="named", metavar="ITEM", help="the same, among the options")
    parser.add_argument("--wrong", action="store_true", help="only what cost something")
    parser.add_argument("--surgery", action="store_true", help="points lost by stage, and the score with it repaired")
    parser.add_argument("--json", action="store_true", help="as JSON")
    input_arguments(parser)


def run(options: argparse.Namespace) -> int:
    measures = named_measures(options.measure)
    if len(measures) != 1:
        raise UsageError(f"explain takes one measure, such as {measures[0].kind.name}")
    options.systems, options.item = [options.system], options.item or options.named
    try:
        loaded = load(measures, options, ["system"])
        system = loaded.systems["system"]
        if options.surgery:
            _surgery(measures[0], loaded.gold, system, options.json)
            return 1 if loaded.errors else 0
        matches = [match for match in measures[0].matches(loaded.gold, system) if _wanted(match, options)]
    except ScoringError as error:
        for message in error.messages:
            print(f"factbook explain: {message}", file=sys.stderr)
        return 1
    except ValueError as error:  # a parameter that the measure does not take
        raise UsageError(str(error)) from error
    if options.item and not matches:
        print(f"factbook explain: no item or document {options.item!r}", file=sys.stderr)
        return 1
    _print(measures[0], matches, options.json)
    return 1 if loaded.errors else 0


def _wanted(match: Match, options: argparse.Namespace) -> bool:
    if options.wrong and match.outcome in ("right", "ignored"):
        return False
    if not options.item:
        return True
    words = {match.unit, *match.labels.values()}
    for text in (match.gold, match.system):
        if text is not None:
            words |= {text, *text.replace("{", " ").replace("}", " ").split()}
    return options.item in words


def _print(measure: Measure, matches: list[Match], as_json: bool) -> None:
    if as_json:
        found = {"signature": measure.signature, "matches": [msgspec.to_builtins(match) for match in matches]}
        print(json.dumps(found, indent=2, ensure_ascii=False))
        return
    for match in matches:
        stage = f" [{match.stage}]" if match.stage else ""
        print(f"{match.outcome}{stage} in {match.unit}")
        print(f"    gold    {match.gold or '-'}")
        print(f"    system  {match.system or '-'}")
        why = f"{match.reason}; " if match.reason else ""
        print(f"    {why}credit {match.credit:.4g}, cost {match.cost:.4g}")
    print(f"{len(matches)} items; signature: {measure.signature}")


def _surgery(measure: Measure, gold: Any, system: Any, as_json: bool) -> None:
    from factbook.evaluate.diagnose import surgery
    from factbook.evaluate.report import aligned

    found = surgery(measure, gold, system)
    if as_json:
        print(json.dumps({**msgspec.to_builtins(found), "signature": measure.signature}, indent=2, ensure_ascii=False))
        return
    in_turn = dict(found.in_turn)
    header = ["stage", "items", "cost", f"{found.figure} repaired", "gain", "all up to here"]
    rows = [
        [
            loss.stage,
            str(loss.items),
            f"{loss.cost:.3f}",
            "" if loss.repaired is None else f"{loss.repaired:.4f}",
            "" if loss.gain is None else f"{loss.gain:+.4f}",
            f"{in_turn[loss.stage]:.4f}" if loss.stage in in_turn else "",
        ]
        for loss in found.stages
    ]
    print(f"{found.figure} {found.score:.4f}\n")
    print(aligned(header, rows))
    print(f"\nsignature: {measure.signature}")
