"""Tools for Cold Start queries and slot filling rounds.

    factbook queries expand ldc.xml -o sf.xml --base CSSF16
    factbook queries round2 sf.xml round1.sf -o round2.xml

  expand  LDC queries to one query an entry point, with the official ids
  ids     which expanded query belongs to which LDC query
  round1  queries with the slot to fill now
  round2  second-round queries from the answers to the first round
  package the answers of both rounds to one submission
  resolve answers of a knowledge base file to expanded queries

The result goes to standard output or to `-o FILE`, problems to standard error. Exit code: 0 fine, 1 errors, 2 usage.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable

from factbook.cli.common import EDITIONS, write_output
from factbook.cli.lengths import CODES, read_lengths
from factbook.cli.main import UsageError
from factbook.formats import coldstart_kb, cssf_queries
from factbook.formats.coldstart_codes import report
from factbook.formats.cssf_query_check import DUPLICATE_REPAIRS, HOP_REPAIRS
from factbook.formats.format import Context, Problem, Problems
from factbook.model.tasks import Query
from factbook.query.paths import PROFILES, answers, write_answers
from factbook.query.rounds import first_round, package, second_round
from factbook.schema.cssf_ids import LANGUAGES, expand
from factbook.text.files import File, Walk

_FILES = {
    "queries": "the query file",
    "round1": "the answers to the first round (.sf)",
    "round2": "the answers to the second round (.sf)",
    "kb": "a Cold Start knowledge base (.tac)",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, help, files in (
        ("expand", "one query an entry point", ("queries",)),
        ("ids", "expanded ids and LDC ids", ("queries",)),
        ("round1", "queries with the slot to fill now", ("queries",)),
        ("round2", "second-round queries", ("queries", "round1")),
        ("package", "one submission of two rounds", ("queries", "round1", "round2")),
        ("resolve", "answers of a knowledge base", ("queries", "kb")),
    ):
        action = verbs.add_parser(name, help=help)
        for file in files:
            action.add_argument(file, metavar=file.upper(), help=_FILES[file])
        _options(name, action)


def _options(name: str, parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    parser.add_argument("--style", choices=("plain", "official"), default="plain", help="words of the report")
    if name in ("expand", "ids"):
        parser.add_argument("--base", default="CSSF16", help="how expanded ids begin (default: CSSF16)")
    if name == "expand":
        parser.add_argument("--languages", default="", help="only these, such as ENGLISH:SPANISH")
        parser.add_argument("--types", choices=[r for r in HOP_REPAIRS if r != "repair"], default="none",
                            help="slots that the type of the entity does not have: what to do (none)")  # fmt: skip
        parser.add_argument("--subtypes", choices=HOP_REPAIRS, default="none",
                            help="city, state or country that does not fit: what to do (none)")  # fmt: skip
        parser.add_argument(
            "--dups", choices=DUPLICATE_REPAIRS, default="none", help="queries that ask the same: what to do (none)"
        )
    if name == "ids":
        parser.add_argument("--json", action="store_true", help="as JSON")
    if name == "round2":
        parser.add_argument("--raw", action="store_true", help="do not escape names for XML")
    if name in ("round2", "package"):
        parser.add_argument("--docs", metavar="FILE", help="document lengths: DOCID<tab>LENGTH")
    if name == "resolve":
        parser.add_argument("--profile", choices=PROFILES, default="seed", help="how entry points are found (seed)")
    if name in ("round2", "package", "resolve"):
        parser.add_argument("--edition", default="", choices=EDITIONS, help="year of the rules")


def run(options: argparse.Namespace) -> int:
    languages = [name for name in getattr(options, "languages", "").upper().split(":") if name]
    strange = [name for name in languages if name not in LANGUAGES]
    if strange:
        raise UsageError(f"--languages {':'.join(strange)}: choose of {', '.join(LANGUAGES)}")
    session = _Session(options)
    written = _ACTIONS[options.action](session)
    session.tell()
    if written is None or session.failed:
        return 1
    write_output(options.output or "-", written)
    return 0


class _Session:
    """One call: its files, and the problems met."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.problems: list[Problem] = []
        lost = Problems(CODES)
        lengths = read_lengths(getattr(options, "docs", None), lost)
        self.problems += lost
        self.context = Context(lengths=lengths, edition=getattr(options, "edition", ""))

    def file(self, path: str) -> File:
        """One file; an empty one where it cannot be read, which is a problem."""
        lost = Problems()
        files = list(Walk(lost).files([path]))
        self.problems += lost
        return files[0] if files else File(path, b"")

    def queries(self) -> list[Query]:
        file = self.file(self.options.queries)
        found, problems = cssf_queries.read(file.data, file=file.name, context=self.context)
        self.problems += problems
        return found

    @property
    def failed(self) -> bool:
        return any(problem.severity != "warning" for problem in self.problems)

    def tell(self) -> None:
        if self.options.style == "official":
            print(report(self.problems), end="", file=sys.stderr)
        else:
            for problem in self.problems:
                print(problem, file=sys.stderr)


def _expand(session: _Session) -> bytes | None:
    options = session.options
    file = session.file(options.queries)
    words = {name: getattr(options, name) for name in ("types", "subtypes", "dups", "languages")}
    context = Context(options={**words, "expand": options.base})
    written, problems = cssf_queries.repair(file.data, file=file.name, context=context)
    session.problems += problems
    return written


def _ids(session: _Session) -> bytes | None:
    pairs = sorted(_pairs(session.queries(), session.options.base))
    if session.options.json:
        rows = [{"id": new, "ldc": old} for new, old in pairs]
        return (json.dumps(rows, indent=2) + "\n").encode()
    return "".join(f"{new}\t{old}\n" for new, old in pairs).encode()


def _pairs(queries: Iterable[Query], base: str) -> Iterable[tuple[str, str]]:
    return ((new.id, query.id) for query in queries for new in expand(query, base))


def _round1(session: _Session) -> bytes | None:
    return cssf_queries.write_queries(first_round(session.queries()))


def _round2(session: _Session) -> bytes | None:
    queries = session.queries()
    file = session.file(session.options.round1)
    made, problems = second_round(
        queries, file.data, file=file.name, context=session.context, escape=not session.options.raw
    )
    session.problems += problems
    return None if made is None else cssf_queries.write_queries(made)


def _package(session: _Session) -> bytes | None:
    queries = session.queries()
    first, second = (session.file(path) for path in (session.options.round1, session.options.round2))
    written, problems = package(queries, (first.name, first.data), (second.name, second.data), context=session.context)
    session.problems += problems
    return written


def _resolve(session: _Session) -> bytes | None:
    queries = session.queries()
    file = session.file(session.options.kb)
    table, problems = coldstart_kb.load(file.data, file=file.name, context=session.context)
    session.problems += problems
    return write_answers(answers(table, queries, session.options.profile))


_ACTIONS: dict[str, Callable[[_Session], bytes | None]] = {
    "expand": _expand,
    "ids": _ids,
    "round1": _round1,
    "round2": _round2,
    "package": _package,
    "resolve": _resolve,
}
