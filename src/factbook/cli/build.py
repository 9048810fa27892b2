"""Build a knowledge base from documents: read, annotate, link, store.

    factbook build news/ forum/ -o facts.kb
    factbook build examples/calder/source -o calder.kb --given examples/calder/ere --given examples/calder/best

Run again, it goes on where it was interrupted, and takes in new and changed documents only. A document that cannot be
read or annotated is reported and skipped; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from factbook.cli.kb import print_json
from factbook.cli.main import UsageError
from factbook.cli.parser import positive
from factbook.text.language import LANGUAGES

if TYPE_CHECKING:
    from factbook.run.build import Summary


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("documents", nargs="*", metavar="DOCS", help="files, folders, archives, or JSON lines")
    parser.add_argument("-o", "--output", required=True, metavar="KB", help="the knowledge base file")
    parser.add_argument("--given", action="append", default=[], metavar="PATH", help="use this annotation; may repeat")
    parser.add_argument("--language", default="", choices=LANGUAGES, help="of all documents; else it is detected")
    parser.add_argument("--upto", default="", metavar="STEP", help="stop annotation after this step")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes that annotate (1)")
    parser.add_argument("--dask", default="", metavar="SCHEDULER", help="address of a Dask scheduler, or `local`")
    parser.add_argument("--closed", action="store_true", help="no knowledge from outside the documents")
    parser.add_argument("--remove", action="append", default=[], metavar="ID", help="take a document out; may repeat")
    parser.add_argument("--migrate", action="store_true", help="bring a knowledge base of an older schema to this one")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def run(options: argparse.Namespace) -> int:
    from factbook.extract.pipeline import PipelineError
    from factbook.run.build import build
    from factbook.run.work import task_of
    from factbook.store.errors import NotInKB

    if options.migrate:
        from factbook.store.migrate import migrate

        print(f"{options.output}: {migrate(options.output)} documents, now in the present schema", file=sys.stderr)
    if not (options.documents or options.remove or options.migrate):
        raise UsageError("name the documents to build from, or --remove ID")
    words = {name: getattr(options, name) for name in ("workers", "dask", "closed", "remove", "quiet")}
    try:
        task = task_of(given=options.given, language=options.language, upto=options.upto)
        summary = build(options.documents, options.output, task, **words)
    except (NotInKB, PipelineError) as error:
        raise UsageError(str(error)) from error
    if not os.path.exists(options.output):
        print(f"{options.output}: not made, because no document could be read", file=sys.stderr)
    elif options.json:
        print_json(summary)
    else:
        _print(summary, options.output)
    return 1 if summary.failed or summary.problems else 0


def _print(summary: Summary, path: str) -> None:
    cost = summary.cost
    assert cost is not None
    print(f"{path}: {summary.documents:,} documents ({summary.new:,} new, {summary.replaced:,} replaced, "
          f"{summary.unchanged:,} unchanged, {summary.failed:,} failed)")  # fmt: skip
    print(f"{summary.mentions:,} mentions, {summary.entities:,} entities, {summary.facts:,} facts, "
          f"{summary.attitudes:,} attitudes")  # fmt: skip
    print(f"{cost.seconds:,.1f} s, {cost.cpu_seconds:,.1f} s CPU time, {cost.peak_megabytes:,.0f} MB peak memory")
