"""Judge a sample of the claims of one or several runs, and estimate how good the runs are.

    factbook assess work/ mine.kb other.tac --source docs/ --sample 100     draw a sample and judge it
    factbook assess work/                                                   go on where you stopped
    factbook assess work/ --browser                                         the same on a page in the browser
    factbook assess work/ --import judgments.tsv                            take judgments made elsewhere
    factbook assess work/ third.tac --sample 150                            a further run joins the pool
    factbook assess work/ --report --json                                   only the figures

A run is a knowledge base (.kb of `factbook build`, .tac, .jsonl, a graph) or a slot filling run (.sf, with --queries).
Keys: c correct, w wrong, x inexact, i cannot be judged, s skip (comes again next time), u undo, q quit. Judgments
are in FOLDER/judgments.qrel.tsv in the official format, the queries beside them.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from factbook.cli.common import EDITIONS
from factbook.cli.main import UsageError
from factbook.cli.parser import positive

if TYPE_CHECKING:
    from factbook.assess.estimate import Estimates, Figure
    from factbook.assess.folder import Folder
    from factbook.assess.passages import Passage, Shown
    from factbook.cli.assess_runs import Documents

_PROMPT = "[c]orrect [w]rong ine[x]act [i]gnore [s]kip [u]ndo [q]uit > "
_MARKS = {"support": ("⟨", "⟩"), "value": ("[", "]"), "subject": ("{", "}"), "": ("", "")}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="where sample and judgments are kept; made if there is none")
    parser.add_argument("runs", nargs="*", default=[], metavar="RUN", help="runs to add to the pool")
    parser.add_argument("--source", action="append", default=[], metavar="PATH", help="the documents (.kb has its own)")
    parser.add_argument("--queries", default="", metavar="FILE", help="judge answers to these queries only")
    parser.add_argument(
        "--names", default="", metavar="NAMES", help="names of the runs, with commas; default: from the paths"
    )
    parser.add_argument("--sample", type=positive, default=None, metavar="N", help="facts to judge in all; first: 100")
    parser.add_argument("--seed", type=int, default=None, help="of the sample; first: 1")
    parser.add_argument("--import", dest="imported", action="append", default=[], metavar="FILE",
                        help="take judgments: the official 10 columns, or claim id and letter")  # fmt: skip
    parser.add_argument("--list", action="store_true", help="print the claims that wait for a judgment, and end")
    parser.add_argument("--report", action="store_true", help="only the figures")
    parser.add_argument("--outside", action="append", default=[], metavar="RUN", help="a run to measure without adding")
    parser.add_argument("--browser", action="store_true", help="judge on a page in the browser")
    parser.add_argument("--port", type=_port, default=0, help="of that page; default: a free one")
    parser.add_argument("--confidence", type=_share, default=0.95, metavar="P", help="of the intervals (0.95)")
    parser.add_argument("--edition", default="", choices=EDITIONS, help="year of the rules, where they differ")
    parser.add_argument("--map", default="", metavar="FILE", help="what labels and relations of a graph mean here")
    parser.add_argument("--json", action="store_true", help="figures or list as JSON")


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65_535:
        raise argparse.ArgumentTypeError("must lie between 0 and 65535")
    return number


def _share(text: str) -> float:
    number = float(text)
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError("must lie between 0 and 1")
    return number


def run(options: argparse.Namespace) -> int:
    from factbook.assess.folder import FolderError
    from factbook.cli.assess_runs import prepare

    try:
        folder, documents, errors = prepare(options)
    except FolderError as error:
        raise UsageError(str(error)) from error
    with documents:
        errors += _import(folder, options.imported)
        if options.list:
            _print_waiting(folder, documents, as_json=options.json)
            return 1 if errors else 0
        if options.browser:
            _browse(folder, documents, options.port)
        elif not options.report and not options.imported and not options.outside:
            _ask(folder, documents)
        return _report(folder, options) or (1 if errors else 0)


def _import(folder: Folder, paths: list[str]) -> int:
    """Take judgments from files; how many errors there were."""
    from factbook.cli.common import print_problems
    from factbook.formats.format import Problems
    from factbook.text.files import Walk

    errors = 0
    for path in paths:
        problems = Problems()
        for file in Walk(problems).files([path]):
            taken, strange, found = folder.take(file.data, file=file.name)
            problems.extend(found)
            print(f"{file.name}: {taken} judgments taken, {strange} are of no claim here", file=sys.stderr)
        print_problems(problems)
        errors += len(problems.errors)
    if paths:
        folder.save()
    return errors


# Judging at the terminal.


def _ask(folder: Folder, documents: Documents) -> None:
    from factbook.assess.session import Session

    session = Session(folder, documents.text)
    while (claim := session.next()) is not None:
        _print_claim(claim, len(folder.judgments))
        answered = False
        while not answered:
            print(_PROMPT, end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line or line.strip().lower().startswith("q"):
                print(file=sys.stderr)
                return
            answered = session.answer(claim.id, line)
    print("nothing is left to judge", file=sys.stderr)


def _print_claim(claim: Shown, judged: int) -> None:
    print(f"\n({judged} judged)  {claim.subject}  {claim.slot}  {claim.value}", file=sys.stderr)
    for hop in claim.hops:
        print(f"  given: {hop}", file=sys.stderr)
    for passage in claim.passages:
        print(f"  {passage.title} {passage.doc}:{passage.start}  {passage_text(passage)}", file=sys.stderr)


def passage_text(passage: Passage) -> str:
    """A passage on one line: ⟨support⟩, [value], {subject}."""
    if not passage.pieces:
        return "(the text is not at hand: name the documents with --source)"
    marked = "".join(f"{_MARKS[piece.mark][0]}{piece.text}{_MARKS[piece.mark][1]}" for piece in passage.pieces)
    return " ".join(marked.split())


def _print_waiting(folder: Folder, documents: Documents, *, as_json: bool) -> None:
    from factbook.assess.passages import shown
    from factbook.cli.kb import print_json, print_table

    waiting = {claim.id: claim for claim in folder.waiting()}  # two facts may wait for one first hop
    claims = [shown(folder.pool, claim, documents.text) for claim in waiting.values()]
    if as_json:
        print_json(claims)
        return
    print_table((claim.id, claim.subject, claim.slot, claim.value) for claim in claims)


def _browse(folder: Folder, documents: Documents, port: int) -> None:
    from factbook.assess.page import HOST, server
    from factbook.assess.session import Session

    try:
        made = server(Session(folder, documents.text), port)
    except OSError as error:
        raise UsageError(f"--port {port}: {error.strerror}; name another, or none for a free one") from error
    with made as found:
        print(f"http://{HOST}:{found.server_port}/  (Ctrl-C ends)", file=sys.stderr, flush=True)
        try:
            found.serve_forever()
        except KeyboardInterrupt:
            print(file=sys.stderr)


# Figures.


def _report(folder: Folder, options: argparse.Namespace) -> int:
    from factbook.assess.estimate import estimate
    from factbook.cli.assess_runs import outside
    from factbook.cli.kb import print_json

    others, unknown = outside(folder, options)
    found = estimate(
        folder.pool,
        folder.parts(),
        folder.order(),
        folder.judgments,
        outside=others,
        unknown=unknown,
        confidence=options.confidence,
    )
    if options.json:
        print_json(found)
    elif found.judged:
        _print_estimates(found)
    for warning in found.warnings:
        print(f"factbook assess: {warning}", file=sys.stderr)
    if not found.judged:
        print("factbook assess: no fact is judged yet", file=sys.stderr)
    return 0


def _print_estimates(found: Estimates) -> None:
    from factbook.cli.kb import print_table

    rows = [("run", "claims", "judged", "right", "precision", "recall in pool", "f in pool")]
    for row in found.runs:
        figures = (_figure(row.precision), _figure(row.recall), _figure(row.f))
        rows.append((row.run, str(row.claims), str(row.judged), f"{row.right:.1f}", *figures))
    print_table(rows)
    print(
        f"from {found.judged} of {found.units} facts; ground truth of the pool: about {found.truth:.1f}; "
        f"{found.confidence:.0%} intervals"
    )


def _figure(figure: Figure | None) -> str:
    return f"{figure.value:.4f} [{figure.low:.4f}, {figure.high:.4f}]" if figure is not None else "-"
