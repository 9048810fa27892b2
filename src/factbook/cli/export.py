"""Write a knowledge base in another form.

    factbook export KB --as coldstart-kb -o run.tac --run-id Acme_KB_ENG_1
    factbook export KB --as apf --global -o apf/        one id across documents, without mentions
    factbook export KB --as csv -o tables/
    factbook export KB --html calder.html               one page to send to a colleague

coldstart-kb, edl, rdf, jsonl and graphml are one file; apf, rich-ere and best one file a document; csv and neo4j a
folder of tables.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from factbook.cli.kb import kb_argument, open_kb
from factbook.cli.main import UsageError

ONE_FILE = ("coldstart-kb", "edl", "rdf", "jsonl", "graphml")
BY_DOCUMENT = {"apf": ".apf.xml", "rich-ere": ".rich_ere.xml", "best": ".best.xml"}
SCHEMES = {"apf": "ace", "rich-ere": "ere", "best": "best"}  # what each shows of a document
FOLDERS = ("csv", "neo4j")

if TYPE_CHECKING:
    from collections.abc import Iterator

    from factbook.formats.format import Format
    from factbook.model.kb import KB
    from factbook.store.store import Annotated, Store


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    parser.add_argument("--as", dest="format", default="", choices=[*ONE_FILE, *BY_DOCUMENT, *FOLDERS], help="format")
    parser.add_argument("--html", default="", metavar="FILE", help="a small knowledge base as one HTML file")
    parser.add_argument("-o", "--output", default="-", metavar="OUT", help="file or folder; - is standard output")
    parser.add_argument("--run-id", default="factbook", metavar="NAME", help="id of the run in the output (factbook)")
    parser.add_argument(
        "--global", dest="global_ids", action="store_true", help="apf: ACE global entities and relations"
    )
    parser.add_argument(
        "--syntax", default="", choices=["turtle", "nquads", "jsonld"], help="rdf: by suffix, or turtle"
    )
    parser.add_argument("--closed", action="store_true", help="coldstart-kb: nothing from outside the documents")
    parser.add_argument(
        "--edition", default="2016", choices=["2016", "2017"], help="coldstart-kb: year of the rules (2016)"
    )


def run(options: argparse.Namespace) -> int:
    if bool(options.format) == bool(options.html):
        raise UsageError("name a format with --as, or a file with --html")
    if options.html:
        return _html(options)
    if options.format not in ONE_FILE and options.output == "-":
        raise UsageError(f"{options.format} writes several files: name a folder with -o")
    if options.global_ids and options.format != "apf":
        raise UsageError("--global goes with --as apf")
    with open_kb(options.kb) as store:
        if options.format in ONE_FILE:
            from factbook.cli.common import write_output

            write_output(options.output, _one_file(store, options))
            return 0
        return _folder(store, options)


def _html(options: argparse.Namespace) -> int:
    from factbook.browse.export import TooLarge, html_file
    from factbook.cli.common import write_output

    with open_kb(options.kb) as store:
        try:
            data = html_file(store)
        except TooLarge as error:
            raise UsageError(str(error)) from error
    write_output(options.html, data)
    return 0


def _one_file(store: Store, options: argparse.Namespace) -> bytes:
    from factbook.formats.format import Context
    from factbook.formats.table import by_name

    if options.format == "graphml":
        from factbook.query.tables import graphml

        return graphml(store)
    row = by_name(options.format)
    if options.format in ("coldstart-kb", "edl"):
        from factbook.query.coldstart import coldstart

        facts = options.format == "coldstart-kb"
        kb = coldstart(store, name=options.run_id, closed=options.closed, edition=options.edition, facts=facts)
        return row.write(kb, context=Context(edition=options.edition))
    from factbook.query.collect import collection

    settings: dict[str, str] = {}
    if options.format == "rdf":
        from factbook.formats.rdf import syntax_of

        settings = {"syntax": options.syntax or syntax_of(options.output)}
    return row.write(collection(store, name=options.run_id), context=Context(options=settings))


def _folder(store: Store, options: argparse.Namespace) -> int:
    from factbook.cli.common import write_output

    count = 0
    for name, data in _files(store, options):
        write_output(os.path.join(options.output, name), data)
        count += 1
    print(f"{count} files in {options.output}", file=sys.stderr)
    return 0


def _files(store: Store, options: argparse.Namespace) -> Iterator[tuple[str, bytes]]:
    from factbook.query import tables

    if options.format == "csv":
        yield from tables.csv_files(store)
    elif options.format == "neo4j":
        yield from tables.neo4j_files(store)
    else:
        yield from _documents(store, options)


def _documents(store: Store, options: argparse.Namespace) -> Iterator[tuple[str, bytes]]:
    from factbook.formats.format import Context
    from factbook.formats.table import by_name

    row, suffix = by_name(options.format), BY_DOCUMENT[options.format]
    parts = None
    if options.global_ids:
        from factbook.query.ace_global import global_documents

        parts = global_documents(store)
    for name in store.names():
        document = store.document(name)
        kb = parts[name] if parts is not None else _of_evaluation(document, row)
        if options.format == "best" and not kb.attitudes:
            continue
        yield name + suffix, row.write(kb, context=Context(sources={name: document.source}, ere=kb))


def _of_evaluation(document: Annotated, row: Format) -> KB:
    """What an evaluation knows of a document. Where that was annotated as Rich ERE alone, APF is made from it."""
    from factbook.extract.scoped import scoped
    from factbook.formats.convert import convert
    from factbook.formats.format import Context
    from factbook.schema.mapping import inventory_of

    source = document.source
    inventories = {inventory_of(relation) for relation in document.kb.relations.values()}
    if row.name != "apf" or "ace" in inventories or "ere" not in inventories:
        return scoped(document.kb, source, SCHEMES[row.name])
    ere = scoped(document.kb, source, "ere")
    return convert(ere, origin="rich-ere", target=row, context=Context(sources={source.id: source}))[0]
