"""Graphs as GraphRAG and similar programs write them: tables of entities, relationships, text units and documents.

Tables are parquet (needs pyarrow), CSV or JSON: `entities` (title, type, text_unit_ids), `relationships` (source,
target; a name in type, relation, predicate, label or keywords, else the words of the description), `text_units` (id,
text, document_ids), `documents` (id, title, text). Slots come from the relation's name (`options["map"]`: rows before
those that ship). Mentions and provenance are where a name stands in the text units of its row; without such tables, in
the documents given. This format is read only.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from factbook.formats.format import CannotWrite, Context, Problems, Where
from factbook.formats.graph_build import Edge, Graph, Node, units_of
from factbook.formats.graph_codes import CODES
from factbook.formats.graph_places import Unit, whole
from factbook.formats.graph_tables import Row, Table, tables
from factbook.model.kb import KB

__all__ = ["CODES", "check", "read", "write"]

_TABLES = {
    "entities": ("entities", "nodes"),
    "relationships": ("relationships", "edges", "relations"),
    "text_units": ("text_units", "chunks"),
    "documents": ("documents",),
}
_NAME = ("title", "name", "entity", "id")
_TYPE = ("type", "entity_type", "label")
_SOURCE, _TARGET = ("source", "src_id", "head", "subject"), ("target", "tgt_id", "tail", "object")
_RELATION = ("type", "relation", "predicate", "relationship", "label", "keywords")
_UNITS = ("text_unit_ids", "source_id")


def read(data: bytes, *, file: str, context: Context) -> tuple[KB, Problems]:
    """The KB of all tables."""
    problems = Problems(CODES, ignore=context.ignore)
    reader = _Reader(tables(data, file=file, problems=problems), Graph("graphrag", context, problems, file), file)
    return reader.read(), problems


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems of the tables."""
    return read(data, file=file, context=context)[1]


def write(content: KB, *, context: Context) -> bytes:
    raise CannotWrite("graphrag tables are read only; write jsonl or coldstart-kb")


class _Reader:
    def __init__(self, found: list[Table], graph: Graph, file: str) -> None:
        self.graph, self.problems, self.file = graph, graph.problems, file
        self.tables = {
            what: [table for table in found if table.name in names or (len(found) == 1 and self._is(table, what))]
            for what, names in _TABLES.items()
        }
        self.keys: dict[str, str] = {}  # titles and ids of entities -> id of the node
        self.units: dict[str, Unit | None] = {}
        self.documents: dict[str, str] = {}  # ids and titles -> document

    @staticmethod
    def _is(table: Table, what: str) -> bool:
        """Of a single table, whatever its name, the columns tell."""
        edges = any(column in table.columns for column in _SOURCE)
        return what == "relationships" if edges else what == "entities"

    def read(self) -> KB:
        for what in ("entities", "relationships"):
            if not self.tables[what]:
                self.problems.add("NO_TABLE", Where(self.file), what=what)
        self._documents()
        self._units()
        self._entities()
        self._relationships()
        return self.graph.build()

    def _rows(self, what: str, *needed: tuple[str, ...]) -> list[tuple[Table, Row]]:
        """The rows of a table that has the columns it needs."""
        found: list[tuple[Table, Row]] = []
        for table in self.tables[what]:
            missing = [names[0] for names in needed if not any(name in table.columns for name in names)]
            for column in missing:
                self.problems.add("NO_COLUMN", Where(table.file, 1), what=what, column=column)
            if not missing:
                found += [(table, row) for row in table.rows]
        return found

    def _documents(self) -> None:
        for doc in self.graph.texts:
            self.documents[doc] = doc
        for _, row in self._rows("documents", ("id",)):
            title = row.text("title") or row.text("id")
            names = (title, PurePosixPath(title).name, PurePosixPath(title).name.split(".")[0], row.text("id"))
            doc = next((name for name in names if name in self.graph.texts), names[2] or names[3])
            for name in names:
                self.documents.setdefault(name, doc)
            text = row.cells.get("text")
            if isinstance(text, str):
                self.graph.texts.setdefault(doc, text)

    def _units(self) -> None:
        missed: set[str] = set()
        for table, row in self._rows("text_units", ("id",), ("text",)):
            id, text = row.text("id"), str(row.cells.get("text") or "")
            self.units[id] = None
            for given in row.many("document_ids") or row.many("document_id"):
                doc = self.documents.get(given, given)
                if doc not in self.graph.texts:
                    if doc not in missed:
                        missed.add(doc)
                        self.problems.add("NO_TEXT", table.where(row), doc=doc)
                    continue
                start = self.graph.texts[doc].find(text)
                if start < 0:
                    self.problems.add("TEXT_NOT_FOUND", table.where(row), id=id, doc=doc)
                else:
                    self.units[id] = Unit(doc, start, start + len(text))

    def _of(self, row: Row, where: Where) -> tuple[Unit, ...]:
        """The units of a row; without a table of units, all documents given."""
        ids = next((found for column in _UNITS if (found := row.many(column))), [])
        if not self.tables["text_units"]:
            return tuple(whole(self.graph.texts))
        return units_of(ids, self.units, where, self.problems)

    def _entities(self) -> None:
        for table, row in self._rows("entities", _NAME):
            where, name = table.where(row), row.text(*_NAME)
            if not name:
                self.problems.add("EMPTY_ID", where, column="title")
                continue
            id = row.text("id") or name
            label = row.text(*_TYPE)
            labels = (label,) if label else ()
            self.graph.add_node(Node(id=id, name=name, labels=labels, where=where, units=self._of(row, where)))
            self.keys.setdefault(name, id)
            self.keys.setdefault(id, id)

    def _relationships(self) -> None:
        for table, row in self._rows("relationships", _SOURCE, _TARGET):
            where, ends = table.where(row), (row.text(*_SOURCE), row.text(*_TARGET))
            if not all(ends):
                self.problems.add("EMPTY_ID", where, column="target" if ends[0] else "source")
                continue
            edge = Edge(
                start=self.keys.get(ends[0], ends[0]),
                end=self.keys.get(ends[1], ends[1]),
                name=row.text(*_RELATION),
                where=where,
                description=row.text("description"),
                confidence=self.graph.confidence(row, table),
                units=self._of(row, where),
            )
            self.graph.edges.append(edge)
