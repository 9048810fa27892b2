"""Ask a knowledge base in SPARQL; the query is an argument, a file (`@query.rq`) or standard input (`-`).

    factbook sparql calder.kb 'SELECT ?who WHERE { ?who slot:per%3Aspouse ?spouse }'
    factbook sparql calder.kb @query.rq --json

The prefixes of the vocabulary are known: fb: (records), slot: (facts), prov: (provenance). See docs/formats.md.
A fact with its confidence and the places that state it:

    SELECT ?subject ?confidence ?document ?start ?end WHERE { ?fact fb:type "per:children" ; fb:confidence ?confidence ;
        fb:arguments [ fb:index 0 ; fb:ref ?subject ] . ?statement fb:relation ?fact ; prov:wasDerivedFrom ?place .
        ?place fb:doc ?document ; fb:start ?start ; fb:end ?end }
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from factbook.cli.kb import kb_argument, open_kb, print_table
from factbook.cli.main import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    parser.add_argument("query", metavar="QUERY", help="the query, @FILE, or - for standard input")
    parser.add_argument("--keep", default="", metavar="FOLDER", help="keep the RDF store there and use it again")
    parser.add_argument("--json", action="store_true", help="results as SPARQL JSON")


def run(options: argparse.Namespace) -> int:
    from factbook.query.sparql import SparqlError, ask, oxigraph, with_prefixes

    query = _query(options.query)
    with open_kb(options.kb) as store:
        graph = oxigraph(store, options.keep)
    try:
        results = ask(graph, with_prefixes(query))
    except SparqlError as error:
        raise UsageError(str(error)) from error
    if options.json:
        import pyoxigraph

        kind = type(results).__name__
        if kind == "QueryTriples":
            sys.stdout.buffer.write(results.serialize(format=pyoxigraph.RdfFormat.N_TRIPLES))
        else:
            sys.stdout.buffer.write(results.serialize(format=pyoxigraph.QueryResultsFormat.JSON))
            print()
        return 0
    return _print(results)


def _query(text: str) -> str:
    if text == "-":
        return sys.stdin.read()
    if text.startswith("@"):
        with open(text[1:], encoding="utf-8") as file:
            return file.read()
    return text


def _print(results: Any) -> int:
    if type(results).__name__ == "QueryBoolean":
        print("yes" if results else "no")
        return 0
    if type(results).__name__ == "QueryTriples":
        for triple in results:
            print(triple, ".")
        return 0
    names = [variable.value for variable in results.variables]
    rows = [
        ["" if solution[name] is None else getattr(solution[name], "value", str(solution[name])) for name in names]
        for solution in results
    ]
    print_table([names, *rows])
    return 0 if rows else 1
