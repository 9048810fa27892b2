"""Score systems against gold.

    factbook score edl gold.tab run1.tab run2.tab --by type --ci
    factbook score best.belief gold/ system/ --ere ere/ --source source/
    factbook score "ace.edr(profile=plan)" apf/ system/ --report

The table goes to standard output with a signature for every measure; messages go to standard error. Exit code: 0, or
1 where an input has errors (what can be scored is scored), or 2 for a wrong call.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from factbook.cli.main import UsageError
from factbook.cli.parser import positive
from factbook.evaluate.measure import Measure, ScoringError

if TYPE_CHECKING:
    from factbook.evaluate.scoring import ScoreTable
    from factbook.formats.format import Problems

_SHOWN = 20  # warnings


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("measure", help="a measure, several with commas, or a family; see `factbook measures`")
    parser.add_argument("gold", help="gold: a file, folder or pattern")
    parser.add_argument("systems", nargs="+", metavar="system", help="one file, folder or pattern a system")
    parser.add_argument("--by", default="", metavar="LABELS", help="breakdowns: type, language, genre, document …")
    parser.add_argument(
        "--format", default="text", choices=("text", "json", "csv", "markdown", "latex", "html"), help="of the table"
    )
    parser.add_argument("--json", action="store_const", dest="format", const="json", help="same as --format json")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of standard output")
    parser.add_argument("--ci", action="store_true", help="95%% intervals; with several systems paired tests too")
    parser.add_argument("--resamples", type=positive, default=1000, help="of bootstrap and permutation")
    parser.add_argument("--seed", type=int, default=1, help="of the resampling")
    parser.add_argument("--report", action="store_true", help="the official program's full report instead")
    parser.add_argument(
        "--pred-system",
        action="append",
        default=[],
        metavar="PATH",
        help="a system's output on the predicted ERE, for the table of conditions of --report (best; one a system)",
    )
    parser.add_argument("--names", default="", help="names of the systems, with commas; default: from the paths")
    input_arguments(parser)


def input_arguments(parser: argparse.ArgumentParser) -> None:
    """What gold and systems need besides themselves; shared with `explain`."""
    parser.add_argument("--source", action="append", default=[], metavar="PATH", help="documents: regions, quotes")
    parser.add_argument("--ere", action="append", default=[], metavar="PATH", help="gold Rich ERE (best)")
    parser.add_argument("--pred-ere", action="append", default=[], metavar="PATH", help="predicted Rich ERE (best)")
    parser.add_argument("--queries", default="", metavar="FILE", help="queries (coldstart)")
    parser.add_argument("--docs", default="", metavar="FILE", help="document lengths, DOCID<tab>LENGTH (coldstart)")
    parser.add_argument("--excluded", default="", metavar="FILE", help="regions left out, DOC<tab>FIRST<tab>LAST")
    parser.add_argument("--input", default="", metavar="FORMAT", help="format of the files, where suffixes do not tell")
    parser.add_argument(
        "--edition", default="", metavar="YEAR", help="of the rules, where they differ: 2016 or 2017 (coldstart)"
    )
    parser.add_argument("--map", default="", metavar="FILE", help="what labels and relations of a graph mean here")


def run(options: argparse.Namespace) -> int:
    from factbook.evaluate.report import render
    from factbook.evaluate.scoring import score

    measures = named_measures(options.measure)
    names = _names(options.names, options.systems)
    by = [label.strip() for label in options.by.split(",") if label.strip()]
    if options.format == "html" and not by:
        from factbook.evaluate.report_html import breakdowns

        by = breakdowns(measures)
    try:
        loaded = load(measures, options, names)
        table = score(
            measures,
            loaded.gold,
            loaded.systems,
            by=by,
            ci=options.ci,
            resamples=options.resamples,
            seed=options.seed,
            matches=options.format == "html",
        )
    except ScoringError as error:
        for message in error.messages:
            print(f"factbook score: {message}", file=sys.stderr)
        return 1
    except ValueError as error:
        raise UsageError(str(error)) from error
    _warn(table.warnings)
    text = official_report(measures, table, loaded, options) if options.report else render(table, options.format)
    _write(text, options.output)
    return 1 if loaded.errors else 0


def _warn(warnings: Sequence[str]) -> None:
    """Warnings on standard error: some, then how many more there are."""
    for warning in warnings[:_SHOWN]:
        print(f"factbook score: {warning}", file=sys.stderr)
    if len(warnings) > _SHOWN:
        print(f"… and {len(warnings) - _SHOWN} more warnings; --json lists them", file=sys.stderr)


def named_measures(text: str) -> list[Measure]:
    """The measures of a call; all of them must take the same inputs."""
    from factbook.evaluate.table import measures

    try:
        found = measures(text)
    except ValueError as error:
        raise UsageError(str(error)) from error
    inputs = dict.fromkeys((measure.kind.family, measure.kind.inputs) for measure in found)
    if len(inputs) > 1:
        raise UsageError(f"these measures take different inputs; score them one by one: {', '.join(map(str, found))}")
    return found


def _names(text: str, systems: Sequence[str]) -> list[str]:
    from factbook.cli.score_inputs import system_names

    if not text:
        return system_names(systems)
    names = [name.strip() for name in text.split(",")]
    if len(names) != len(systems) or len(set(names)) != len(names):
        raise UsageError(f"--names: {len(systems)} different names are needed, one a system")
    return names


class Inputs:
    """Gold and systems of a call, and how many errors reading them met.

    `predicted` holds the systems' output on predicted ERE, where it is another than `systems`.
    """

    def __init__(self, gold: Any, systems: dict[str, Any], predicted: dict[str, Any], errors: int) -> None:
        self.gold, self.systems, self.predicted, self.errors = gold, systems, predicted, errors


def load(measures: Sequence[Measure], options: argparse.Namespace, names: Sequence[str]) -> Inputs:
    """Gold and systems; problems are printed."""
    from factbook.cli.common import print_some_problems
    from factbook.cli.score_inputs import Loader, Paths

    kind = measures[0].kind
    _refuse(options, measures[0])
    paths = Paths(
        source=tuple(options.source),
        ere=tuple(options.ere),
        pred_ere=tuple(options.pred_ere),
        queries=options.queries,
        docs=options.docs,
        excluded=options.excluded,
        input=options.input,
        edition=options.edition,
        map=options.map,
    )
    left_out = any({**one.kind.fixed, **one.parameters}.get("quotes") == "excluded" for one in measures)
    if not paths.source and not paths.excluded and (left_out or kind.inputs == "best"):
        print("note: quotes are left out only where --source tells them", file=sys.stderr)
    loader = Loader(kind.family, kind.inputs, paths)
    further = getattr(options, "pred_system", [])
    if further and (len(further) != len(options.systems) or not options.pred_ere):
        raise UsageError("--pred-system needs --pred-ere, and one path a system")
    gold = loader.gold(options.gold)
    predicted = {name: loader.system(path, gold) for name, path in zip(names, further, strict=True)} if further else {}
    if further:
        loader.paths = msgspec.structs.replace(paths, pred_ere=())
    systems = {name: loader.system(path, gold) for name, path in zip(names, options.systems, strict=True)}
    print_some_problems(loader.problems)
    _hint(loader.problems, options)
    if refused := loader.refusal(gold, {options.gold, *options.systems, *further}):
        raise ScoringError([f"no score: {refused}"])
    return Inputs(gold, systems, predicted, len(loader.problems.errors))


def _hint(problems: Problems, options: argparse.Namespace) -> None:
    """Output on its own ERE, scored as if it were on gold ERE, has ids that nobody knows."""
    unknown = sum(problem.code.name == "UNKNOWN_ID" for problem in problems)
    if unknown >= _SHOWN and getattr(options, "ere", None) and not options.pred_ere:
        print(f"{unknown} ids are not in --ere: if the output is on its own ERE, name that with --pred-ere",
              file=sys.stderr)  # fmt: skip


# Options that only some measures read: families, or what their inputs are called.
_READ_BY = {
    "ere": ("best",),
    "pred_ere": ("best",),
    "pred_system": ("best",),
    "queries": ("responses", "coldstart-gold"),
    "excluded": ("kb",),
    "docs": ("coldstart",),
    "edition": ("coldstart",),
}


def _refuse(options: argparse.Namespace, measure: Measure) -> None:
    """Options that the measure would not look at, and an edition that is none."""
    from factbook.cli.common import EDITIONS

    for name, readers in _READ_BY.items():
        if getattr(options, name, None) and not {measure.kind.family, measure.kind.inputs} & set(readers):
            raise UsageError(f"--{name.replace('_', '-')}: {measure.kind.name} does not use it")
    if options.edition and options.edition not in EDITIONS:
        raise UsageError(f"--edition {options.edition}: choose of {', '.join(EDITIONS)}")


def official_report(measures: Sequence[Measure], table: ScoreTable, loaded: Inputs, options: argparse.Namespace) -> str:
    """The full report of the official program, system by system."""
    from factbook.evaluate.official import condition_report, full_report

    without = [measure.kind.name for measure in measures if not measure.kind.report]
    if without:
        raise UsageError(f"no official report for {', '.join(without)}")
    if measures[0].kind.family != "best":
        by = [label for label in ("document", "type") if label in options.by.split(",")]
        return full_report(table, loaded.gold, loaded.systems, by)
    return condition_report(table, measures, loaded.gold, loaded.predicted, only_predicted=bool(options.pred_ere))


def _write(text: str, path: str | None) -> None:
    from factbook.cli.common import write_output

    if path:
        write_output(path, text.encode())
    else:
        sys.stdout.write(text)
