"""Look at a knowledge base in a web browser: `factbook browse KB` starts a page on this machine.

    factbook browse KB                             http://127.0.0.1:8400/, read-only
    factbook browse KB --edit                      split and merge too, with the token that is printed
    factbook browse KB --measure edl.b_cubed --gold gold.tab --system A=run1.tab --system B=run2.tab

It works without a network and is seen from this machine alone, unless --host says otherwise.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from typing import TYPE_CHECKING

from factbook.cli.kb import kb_argument, open_kb
from factbook.cli.main import UsageError
from factbook.cli.score import input_arguments

if TYPE_CHECKING:
    from factbook.browse.score import Scores

PORT = 8400


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"default: {PORT}; 0: any free one")
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on; default: this machine"
    )
    parser.add_argument(
        "--host-name", action="append", default=[], metavar="NAME", help="a further name the page answers under"
    )
    parser.add_argument("--edit", action="store_true", help="allow split and merge, with a token")
    parser.add_argument("--token", default="", metavar="TEXT", help="with --edit: this token instead of a new one")
    parser.add_argument("--open", action="store_true", help="open the page in the web browser")
    parser.add_argument("--rdf", default="", metavar="FOLDER", help="keep the RDF for SPARQL there and use it again")
    parser.add_argument("--measure", default="", help="scores: a measure, or several with commas")
    parser.add_argument("--gold", default="", metavar="PATH", help="scores: the gold")
    parser.add_argument(
        "--system", action="append", default=[], metavar="NAME=PATH", help="scores: a system; two stand side by side"
    )
    input_arguments(parser)


def run(options: argparse.Namespace) -> int:
    if options.token and not options.edit:
        raise UsageError("--token goes with --edit")
    if not 0 <= options.port <= 65535:
        raise UsageError("--port is a number from 0 to 65535")
    open_kb(options.kb).close()
    scores = _scores(options)
    token = (options.token or secrets.token_urlsafe(18)) if options.edit else ""
    from factbook.browse.app import create_app
    from factbook.browse.guard import LOCAL
    from factbook.browse.serve import serve

    hosts = [*LOCAL, *options.host_name]
    if options.host not in ("0.0.0.0", "::"):
        hosts.append(f"[{options.host}]" if ":" in options.host else options.host)
    app = create_app(options.kb, token=token, hosts=hosts, scores=scores, rdf_folder=options.rdf, warm=True)
    if token:
        print(f"token for changes: {token}", file=sys.stderr)
    return serve(app, options.host, options.port, open_page=options.open)


def _scores(options: argparse.Namespace) -> Scores | None:
    """The systems scored as `factbook score` does; None where none is named."""
    given = [bool(options.measure), bool(options.gold), bool(options.system)]
    if not any(given):
        return None
    if not all(given):
        raise UsageError("scores need --measure, --gold and at least one --system NAME=PATH")
    from factbook.browse.score import Scores
    from factbook.cli.score import load, named_measures
    from factbook.evaluate.measure import ScoringError
    from factbook.evaluate.report_html import breakdowns
    from factbook.evaluate.scoring import score

    pairs = [text.partition("=") for text in options.system]
    if not all(name and sign and path for name, sign, path in pairs) or len({name for name, _, _ in pairs}) < len(
        pairs
    ):
        raise UsageError("--system is NAME=PATH, each name once")
    measures = named_measures(options.measure)
    options.systems = [path for _, _, path in pairs]
    try:
        loaded = load(measures, options, [name for name, _, _ in pairs])
        table = score(measures, loaded.gold, loaded.systems, by=breakdowns(measures), ci=True, matches=True)
    except ScoringError as error:
        raise UsageError("; ".join(error.messages)) from error
    return Scores.of(table, loaded.gold, loaded.systems)
