"""RDF: Turtle, N-Quads and JSON-LD with provenance (PROV) and confidence, read back into an equal KB.

`rdf_terms.py` describes the vocabulary. The syntax follows the suffix of the file (`.ttl`, `.nq`, `.jsonld`; else its
beginning) when reading, and `options["syntax"]` (`turtle`, `nquads`, `jsonld`) when writing. No context or import is
ever fetched.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from factbook.formats import kb_check
from factbook.formats import rdf_terms as terms
from factbook.formats.format import ERROR, FATAL, WARNING, Code, Context, Problems, Where
from factbook.formats.rdf_terms import FB, KB_NODE, RDF_TYPE, Text
from factbook.model.kb import KB
from factbook.model.records import Record, Relation

if TYPE_CHECKING:
    import pyoxigraph

CODES = (
    Code("RDF_SYNTAX", FATAL, "no {syntax}: {reason}", "only what stands before this place was read"),
    Code("NO_KB", ERROR, "no statement uses the vocabulary {vocabulary}", "write the file with factbook"),
    Code("BAD_VERSION", ERROR, "version {version} is not known", "this program reads version 1"),
    Code(
        "UNKNOWN_CLASS",
        ERROR,
        "{node} is of class {name}, which is not known; left out",
        "use a class of the vocabulary",
    ),
    Code("BAD_RECORD", ERROR, "{node} is no {kind}: {reason}; left out", "correct the property"),
    Code("UNKNOWN_PROPERTY", WARNING, "{node}: {name} is no property of {kind}; dropped", "use fb:extra"),
    Code("SEVERAL_VALUES", ERROR, "{node} has several values of {name}; the first is used", "give one value"),
    Code("OTHER_STATEMENTS", WARNING, "{count} statements of other vocabularies are not read", "keep them elsewhere"),
    *kb_check.CODES,
)

_SYNTAXES = {".ttl": "turtle", ".nq": "nquads", ".nt": "nquads", ".jsonld": "jsonld", ".json": "jsonld"}
_JSON = re.compile(rb"\s*(\{|\[\s*\{)")
_QUAD = re.compile(rb"\s*(<[^<>\s]+>|_:\S+)[ \t]+<[^<>\s]+>[ \t]+\S.*\.[ \t\r]*(\n|\Z)")
_ASIDE = (terms.PROV, terms.SLOT)  # statements that repeat what records say
_OUTSIDE = frozenset({"order", "index"})  # properties that are no field

_Node = dict[str, list[str | Text]]


def _oxigraph_format(syntax: str) -> pyoxigraph.RdfFormat:
    from pyoxigraph import RdfFormat

    formats = {"turtle": RdfFormat.TURTLE, "nquads": RdfFormat.N_QUADS, "jsonld": RdfFormat.JSON_LD}
    if syntax not in formats:
        raise ValueError(f"no RDF syntax {syntax!r}; choose one of: {', '.join(formats)}")
    return formats[syntax]


def syntax_of(file: str, default: str = "turtle") -> str:
    """The syntax that a file name tells."""
    low = file.lower().removesuffix(".gz")
    return next((syntax for suffix, syntax in _SYNTAXES.items() if low.endswith(suffix)), default)


def _syntax_in(data: bytes) -> str:
    """The syntax that the beginning of a file looks like, for a name that tells none."""
    if _JSON.match(data):
        return "jsonld"
    return "nquads" if _QUAD.match(data) else "turtle"


def write(kb: KB, *, context: Context | None = None) -> bytes:
    """The bytes of a KB in the syntax of `options["syntax"]`."""
    import pyoxigraph as ox

    syntax = (context or Context()).options.get("syntax", "turtle")
    graph = ox.NamedNode(KB_NODE) if syntax == "nquads" else ox.DefaultGraph()
    iri = cache(ox.NamedNode)  # the same IRIs come again and again

    def quads() -> Iterator[ox.Quad]:
        for subject, predicate, value in terms.statements(kb):
            if isinstance(value, Text):
                literal = ox.Literal(value.value, datatype=iri(value.type)) if value.type else ox.Literal(value.value)
                yield ox.Quad(iri(subject), iri(predicate), literal, graph)
            else:
                yield ox.Quad(iri(subject), iri(predicate), iri(value), graph)

    rows = (quad.triple for quad in quads()) if syntax == "turtle" else quads()
    data = ox.serialize(rows, format=_oxigraph_format(syntax), prefixes=terms.PREFIXES)
    return data or b""


def read(data: bytes, *, file: str, context: Context | None = None) -> tuple[KB, Problems]:
    """The KB of a graph, and what is wrong with it."""
    reader = _Reader(data, file, context or Context())
    reader.read()
    return reader.kb, reader.problems


def check(data: bytes, *, file: str, context: Context | None = None) -> Problems:
    """All problems: of syntax and records, and of references, spans and confidences."""
    reader = _Reader(data, file, context or Context())
    reader.read()
    kb_check.check_kb(reader.kb, reader.place, context or Context(), reader.problems)
    return reader.problems


class _Reader:
    """Statements to records."""

    def __init__(self, data: bytes, file: str, context: Context) -> None:
        self.data, self.file = data.removeprefix(codecs.BOM_UTF8), file
        self.syntax = context.options.get("syntax") or syntax_of(file, _syntax_in(self.data))
        self.kb = KB()
        self.problems = Problems(CODES, ignore=context.ignore)
        self.nodes: dict[str, _Node] = {}
        self.others = 0

    def place(self, record: Record) -> Where:
        name = next(name for name, kind in terms.CLASSES.values() if kind is type(record))
        return self.where(terms.node(name, record.id))

    def where(self, iri: str) -> Where:
        """The first line that begins with a node, as far as the syntax lets us find it."""
        kind, _, local = iri.removeprefix(terms.ROOT).partition(":")
        forms = (f"<{iri}>", f"{kind.replace('_', '-')}:{local}")
        return Where(self.file, next((self.lines[form] for form in forms if form in self.lines), 0))

    @cached_property
    def lines(self) -> dict[str, int]:
        """The first word of each line, with its line number."""
        found: dict[str, int] = {}
        for number, line in enumerate(self.data.split(b"\n"), start=1):
            word = line[:2000].split(None, 1)
            if word:
                found.setdefault(word[0].decode("utf-8", "replace"), number)
        return found

    def read(self) -> None:
        self._parse()
        if not self.nodes:
            self.problems.add("NO_KB", Where(self.file), vocabulary=FB)
        self._header(self.nodes.get(KB_NODE, {}))
        for iri, described in sorted(self.nodes.items(), key=lambda item: _order(item[1])):
            for name in _classes(described):
                self._record(iri, described, name)
        if self.others:
            self.problems.add("OTHER_STATEMENTS", Where(self.file), count=self.others)
        self.kb.forget_indexes()

    def _parse(self) -> None:
        import pyoxigraph as ox

        try:
            for quad in ox.parse(self.data, format=_oxigraph_format(self.syntax)):
                self._statement(quad)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 0
            reason = error.msg if isinstance(error, SyntaxError) else error
            self.problems.add("RDF_SYNTAX", Where(self.file, line), syntax=self.syntax, reason=reason)

    def _statement(self, quad: pyoxigraph.Quad) -> None:
        predicate = quad.predicate.value
        value = _term(quad.object)
        ours = predicate.startswith(FB) or (predicate == RDF_TYPE and isinstance(value, str) and value.startswith(FB))
        if ours:
            described = self.nodes.setdefault(getattr(quad.subject, "value", ""), {})
            values = described.setdefault(predicate.removeprefix(FB), [])
            if value not in values:
                values.append(value)
        elif not predicate.startswith(_ASIDE):
            self.others += 1

    def _header(self, described: _Node) -> None:
        try:
            fields = {name: self._value(values[0]) for name, values in described.items() if name != RDF_TYPE}
            self.kb.name = msgspec.convert(fields.get("name", ""), str)
            extra = msgspec.convert(fields.get("extra", []), list[tuple[str, tuple[str, ...]]])
            self.kb.extra = dict(extra)
        except ValueError as error:
            self.problems.add("BAD_RECORD", self.where(KB_NODE), node=KB_NODE, kind="kb", reason=error)
            return
        if fields.get("version", 1) != 1:
            self.problems.add("BAD_VERSION", self.where(KB_NODE), version=fields["version"])

    def _record(self, iri: str, described: _Node, name: str) -> None:
        if name not in terms.CLASSES:
            if name not in terms.PARTS:
                self.problems.add("UNKNOWN_CLASS", self.where(iri), node=iri, name=name)
            return
        kind, record_type = terms.CLASSES[name]
        try:
            fields = self._fields(iri, described, kind, set(record_type.__struct_fields__))
            if record_type is Relation:
                fields.setdefault("type", None)  # an open relation has none
            record = msgspec.convert(fields | {"id": terms.id_of(iri)}, record_type)
        except (ValueError, RecursionError) as error:
            self.problems.add("BAD_RECORD", self.where(iri), node=iri, kind=kind, reason=error)
            return
        self.kb.table(record_type)[record.id] = record

    def _fields(self, iri: str, described: _Node, kind: str, known: set[str]) -> dict[str, Any]:
        """The fields of a record or a part of one, as plain values."""
        fields: dict[str, Any] = {name: [] for name in terms.LISTS & known}
        for name, values in described.items():
            if name == RDF_TYPE or name in _OUTSIDE:
                continue
            if name not in known:
                self.problems.add("UNKNOWN_PROPERTY", self.where(iri), node=iri, name=name, kind=kind)
            elif name in terms.LISTS:
                fields[name] = [self._part(value) for value in sorted(values, key=self._index)]
            else:
                if len(values) > 1:
                    self.problems.add("SEVERAL_VALUES", self.where(iri), node=iri, name=name)
                fields[name] = self._value(values[0])
        return fields

    def _index(self, value: str | Text) -> int:
        return _number(self.nodes.get(value, {}).get("index", [])) if isinstance(value, str) else 0

    def _part(self, value: str | Text) -> Any:
        """One part of a list: a node with its own fields, or one around a span."""
        described = self.nodes.get(value) if isinstance(value, str) else None
        if described is None:
            raise ValueError(f"{value} is not described")
        if "span" in described:
            return self._value(described["span"][0])
        name = next(_classes(described), "")
        known = terms.PARTS.get(name)
        return self._fields(str(value), described, name, set(known.__struct_fields__ if known else ()))

    def _value(self, value: str | Text) -> Any:
        """A literal's value, a locator, or the id of the record referred to."""
        if isinstance(value, Text):
            return terms.value_of(value)
        described = self.nodes.get(value, {})
        for name in _classes(described):
            part = terms.PARTS.get(name)
            if part is not None:
                fields = self._fields(value, described, name, set(part.__struct_fields__))
                return fields | {"type": part.__struct_config__.tag}
        return terms.id_of(value)


def _term(term: Any) -> str | Text:
    """An IRI or blank node as its name, a literal as its text."""
    type_node = getattr(term, "datatype", None)
    if type_node is None:
        return str(getattr(term, "value", term))
    plain = type_node.value == f"{terms.XSD}string"
    return Text(term.value, "" if plain else type_node.value)


def _classes(described: _Node) -> Iterator[str]:
    return (name.removeprefix(FB) for name in described.get(RDF_TYPE, ()) if isinstance(name, str))


def _order(described: _Node) -> int:
    return _number(described.get("order", []))


def _number(values: list[str | Text]) -> int:
    """A place in an order; things without one come first."""
    first = values[0] if values else ""
    return int(first.value) if isinstance(first, Text) and first.value.isdecimal() and len(first.value) < 19 else 0
