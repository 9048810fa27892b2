"""Neo4j CSV: node and relationship files as `neo4j-admin database import` reads them, or one file of `apoc.export.csv`.

Headers: `:ID`, `:LABEL` and properties for nodes; `:START_ID`, `:END_ID`, `:TYPE` and properties for relationships
(`_id`, `_labels`, `_start`, `_end`, `_type` in one file). Arrays are separated by `;`. The name of a node is its
property `name`, `title` or `label`, else its id. Relations become slots by `predicate` or `:TYPE` (`options["map"]`:
rows before those that ship). `mentions`, `nominal_mentions` and `provenance` hold places as DOCUMENT:FIRST-LAST;
where nodes have none, their names are looked up in the documents given. This format is read only: `factbook export
--as neo4j` writes it.
"""

from __future__ import annotations

import re

from factbook.formats.format import CannotWrite, Context, Problems
from factbook.formats.graph_build import Edge, Graph, Node
from factbook.formats.graph_codes import CODES
from factbook.formats.graph_places import whole
from factbook.formats.graph_tables import Row, Table, tables
from factbook.model.kb import KB

__all__ = ["CODES", "check", "read", "write"]

_APOC = {"_id": ":ID", "_labels": ":LABEL", "_start": ":START_ID", "_end": ":END_ID", "_type": ":TYPE"}
_SPECIAL = frozenset(_APOC.values())


def read(data: bytes, *, file: str, context: Context) -> tuple[KB, Problems]:
    """The KB of all node and relationship rows."""
    problems = Problems(CODES, ignore=context.ignore)
    graph = Graph("neo4j", context, problems, file)
    found = tables(data, file=file, problems=problems)
    readers = [_Reader(graph, table) for table in found]
    if readers and not any(reader.has_nodes for reader in readers):
        problems.add("NO_TABLE", found[0].where(Row({}, 1)), what="nodes (a column :ID)")
    for reader in readers:
        reader.nodes()
    for reader in readers:
        reader.edges()
    return graph.build(), problems


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems of the tables."""
    return read(data, file=file, context=context)[1]


def write(content: KB, *, context: Context) -> bytes:
    raise CannotWrite("neo4j tables are read only here; `factbook export KB --as neo4j` writes them")


class _Reader:
    """One table: which column is what."""

    def __init__(self, graph: Graph, table: Table) -> None:
        self.graph, self.table = graph, table
        self.special: dict[str, tuple[str, str]] = {}  # :ID -> column, id group
        self.columns: dict[str, str] = {}  # property -> column
        for column in table.columns:
            self._column(column)

    def _column(self, column: str) -> None:
        name, _, kind = _APOC.get(column, column).partition(":")  # name:string[], id:ID(group)
        word, _, group = kind.partition("(")
        if f":{word}" in _SPECIAL:
            self.special[f":{word}"] = (column, group.partition(")")[0])
        if name:
            self.columns.setdefault(name, column)

    @property
    def has_nodes(self) -> bool:
        return ":ID" in self.special

    def _cell(self, row: Row, kind: str) -> str:
        return row.text(self.special[kind][0]) if kind in self.special else ""

    def _key(self, row: Row, kind: str) -> str:
        """An id with its group: ids are unique in a group only."""
        group = self.special[kind][1] if kind in self.special else ""
        id = self._cell(row, kind)
        return f"{group}/{id}" if group and id else id

    def _property(self, row: Row, *names: str) -> str:
        return row.text(*(self.columns[name] for name in names if name in self.columns))

    def _many(self, row: Row, name: str) -> list[str]:
        text = self._property(row, name)
        return [item for item in text.split(";") if item]

    def nodes(self) -> None:
        if not self.has_nodes:
            return
        for row in self.table.rows:
            where, id = self.table.where(row), self._key(row, ":ID")
            if not id:
                if not self._cell(row, ":START_ID"):
                    self.graph.problems.add("EMPTY_ID", where, column=":ID")
                continue
            labels = tuple(label for label in re.split("[;:]", self._cell(row, ":LABEL")) if label)
            named = self.graph.spans(self._many(row, "mentions"), where)
            nominal = self.graph.spans(self._many(row, "nominal_mentions"), where)
            node = Node(
                id=id,
                name=self._property(row, "name", "title", "label") or self._cell(row, ":ID"),
                labels=labels,
                where=where,
                places=named,
                nominal=nominal,
                units=() if named or nominal else tuple(whole(self.graph.texts)),
            )
            self.graph.add_node(node)

    def edges(self) -> None:
        missing = [kind for kind in (":START_ID", ":END_ID") if kind not in self.special]
        if len(missing) == 2 and self.has_nodes:
            return
        for kind in missing:
            header = Row({}, 1)
            self.graph.problems.add("NO_COLUMN", self.table.where(header), what="relationships", column=kind)
        for row in self.table.rows if not missing else ():
            if self.has_nodes and not self._cell(row, ":START_ID"):
                continue  # a node of apoc's one file
            self._edge(row)

    def _edge(self, row: Row) -> None:
        where = self.table.where(row)
        for kind in (":START_ID", ":END_ID"):
            if not self._cell(row, kind):
                self.graph.problems.add("EMPTY_ID", where, column=kind)
                return
        confidence = Row({"confidence": self._property(row, "confidence")}, row.line)
        edge = Edge(
            start=self._key(row, ":START_ID"),
            end=self._key(row, ":END_ID"),
            name=self._property(row, "predicate") or self._cell(row, ":TYPE"),
            where=where,
            description=self._property(row, "description"),
            confidence=self.graph.confidence(confidence, self.table),
            places=self.graph.spans(self._many(row, "provenance"), where),
            units=tuple(whole(self.graph.texts)),
        )
        self.graph.edges.append(edge)
