"""Answer Cold Start queries from a knowledge base (the KB variant of seed 002).

factbook answer KB queries.xml -o run.sf --run-id Acme_KB_ENG_1
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from factbook.cli.kb import kb_argument, open_kb
from factbook.cli.main import UsageError

if TYPE_CHECKING:
    from factbook.model.tasks import Query


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    parser.add_argument("queries", metavar="QUERIES", help="expanded queries (`factbook queries expand` makes them)")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="the submission; - is standard output")
    parser.add_argument("--run-id", default="factbook", metavar="NAME", help="id of the run in the output (factbook)")
    parser.add_argument(
        "--profile", default="seed", choices=["seed", "cs2016"], help="how entry points are found (seed)"
    )
    parser.add_argument("--closed", action="store_true", help="nothing from outside the documents")


def run(options: argparse.Namespace) -> int:
    from factbook.cli.common import write_output
    from factbook.query.coldstart import coldstart
    from factbook.query.paths import answers, write_answers

    queries = read_queries(options.queries)
    with open_kb(options.kb) as store:
        kb = coldstart(store, name=options.run_id, closed=options.closed)
    found = answers(kb, queries, options.profile)
    write_output(options.output, write_answers(found))
    answered = {answer.query for answer in found} & {query.id for query in queries}
    print(f"{len(found)} answers to {len(answered)} of {len(queries)} queries", file=sys.stderr)
    return 0


def read_queries(path: str) -> list[Query]:
    """The queries of a file; problems end the run."""
    from factbook.formats.table import by_name

    with open(path, "rb") as file:
        data = file.read()
    queries, problems = by_name("cssf-queries").read(data, file=path)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems.errors or not queries:
        raise UsageError(f"{path}: no usable queries")
    found: list[Query] = list(queries)
    return found
