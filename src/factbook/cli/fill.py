"""Answer Cold Start queries from documents, in two rounds, without building a knowledge base first (seed 002).

    factbook fill DOCS queries.xml -o run.sf --run-id Acme_SF_ENG_1

Each query is answered by itself. The output is the packaged submission of both rounds.
"""

from __future__ import annotations

import argparse
import sys

from factbook.cli.answer import read_queries
from factbook.cli.main import UsageError
from factbook.text.language import LANGUAGES


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("documents", nargs="+", metavar="DOCS", help="files, folders, archives, or JSON lines")
    parser.add_argument("queries", metavar="QUERIES", help="expanded queries (`factbook queries expand` makes them)")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="the submission; - is standard output")
    parser.add_argument("--run-id", default="factbook", metavar="NAME", help="id of the run in the output (factbook)")
    parser.add_argument("--given", action="append", default=[], metavar="PATH", help="use this annotation; may repeat")
    parser.add_argument("--language", default="", choices=LANGUAGES, help="of all documents; else it is detected")
    parser.add_argument("--closed", action="store_true", help="nothing from outside the documents")


def run(options: argparse.Namespace) -> int:
    from factbook.cli.common import write_output
    from factbook.formats.format import Context
    from factbook.query.paths import write_answers
    from factbook.query.rounds import first_round, package, second_round
    from factbook.run.fill import Filler
    from factbook.run.work import task_of
    from factbook.text.inputs import read_sources
    from factbook.text.problems import Problems

    queries = read_queries(options.queries)
    problems = Problems()
    sources = read_sources(options.documents, language=options.language, problems=problems)
    task = task_of(given=options.given, language=options.language)
    filler = Filler(sources, task, run_id=options.run_id, closed=options.closed)
    if not filler.sources:
        raise UsageError("no documents found")
    first = write_answers([answer for query in first_round(queries) for answer in filler.answer(query)])
    context = Context(lengths={name: len(source.text) for name, source in filler.sources.items()})
    following, found = second_round(queries, first, file="round 1", context=context) if first else ([], Problems())
    second = write_answers([answer for query in following or () for answer in filler.answer(query)])
    data, more = (
        package(queries, ("round 1", first), ("round 2", second), context=context) if first else (b"", Problems())
    )
    for problem in (*problems, *found, *more):
        print(problem, file=sys.stderr)
    for name, message in filler.failed.items():
        print(f"{name}: {message}; skipped", file=sys.stderr)
    write_output(options.output, data or b"")
    print(f"{(data or b'').count(10)} answers to {len(queries)} queries", file=sys.stderr)
    return 1 if filler.failed or problems.errors else 0
