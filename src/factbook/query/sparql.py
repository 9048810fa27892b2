"""SPARQL over the knowledge base: its RDF, with provenance and confidence, in an Oxigraph store."""

from __future__ import annotations

import os
import re
from typing import Any

from factbook.query.collect import collection
from factbook.store.store import Store

_PLACE = re.compile(r"error at (?P<line>\d+):(?P<column>\d+): (?P<rest>.*)", re.DOTALL)
_MOST = 80  # characters of the query and of what was expected
STAMP = "factbook.stamp"


class SparqlError(ValueError):
    """The query is wrong; the message says where."""


def stamp(store: Store) -> str:
    """Changes with the content of the knowledge base."""
    row = store.connection.execute("SELECT count(*), coalesce(max(id), 0), group_concat(digest, '') FROM document")
    from hashlib import blake2b

    decisions = store.connection.execute("SELECT group_concat(act || node, ' ') FROM manual").fetchone()
    return blake2b(repr((row.fetchone(), decisions, store.settings)).encode(), digest_size=16).hexdigest()


def oxigraph(store: Store, folder: str = "") -> Any:
    """The RDF store of a knowledge base: in memory, or in a folder where it is used again while nothing changed."""
    import pyoxigraph

    mark = stamp(store)
    if folder and _kept(folder) == mark:
        try:
            return pyoxigraph.Store.read_only(folder)
        except (OSError, RuntimeError):  # another process is just writing it
            folder = ""
    graph = pyoxigraph.Store(folder) if folder else pyoxigraph.Store()
    graph.clear()
    graph.bulk_load(rdf(store), format=pyoxigraph.RdfFormat.TURTLE)
    if folder:
        graph.optimize()
        graph.flush()
        with open(os.path.join(folder, STAMP), "w", encoding="utf-8") as file:
            file.write(mark)
    return graph


def _kept(folder: str) -> str:
    path = os.path.join(folder, STAMP)
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def rdf(store: Store) -> bytes:
    """The whole knowledge base in Turtle."""
    from factbook.formats.format import Context
    from factbook.formats.table import by_name

    return by_name("rdf").write(collection(store), context=Context(options={"syntax": "turtle"}))


def ask(graph: Any, query: str) -> Any:
    """The results of a query; a mistake in it raises `SparqlError`."""
    try:
        return graph.query(query)
    except (SyntaxError, ValueError) as error:
        raise SparqlError(f"the SPARQL query is wrong{_told(str(error), query)}") from error


def _told(message: str, query: str) -> str:
    """Where the query stops making sense, in its own words: prefixes before it shift the number of the line."""
    found = _PLACE.match(message)
    if found is None:
        return f": {message}"
    line = query.splitlines()[int(found["line"]) - 1 :][:1]
    before = line[0][: int(found["column"]) - 1] if line else query
    expected = " ".join(found["rest"].split())
    shown = expected if len(expected) <= _MOST else f"{expected[:_MOST]} …"
    return f" near “{before[-_MOST:]}”: {shown}" if before.strip() else f" at its beginning: {shown}"


def with_prefixes(query: str) -> str:
    """The query with the prefixes of the vocabulary that it uses and does not declare."""
    from factbook.formats.rdf_terms import PREFIXES

    lines = [
        f"PREFIX {name}: <{address}>\n"
        for name, address in PREFIXES.items()
        if f"{name}:" in query and f"prefix {name}:" not in query.lower()
    ]
    return "".join(lines) + query
