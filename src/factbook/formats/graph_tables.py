"""Tables of a graph from bytes: CSV, JSON, parquet, or several of them packed into one (`pack`).

A graph is several files of one folder, but a format reads one. `packed` puts the files of a folder together.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import msgspec

from factbook.formats.format import Problems, Where
from factbook.text.files import File

_PACKED = b"factbook tables 1\n"
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_LARGEST_CELL = 2**30
NEO4J, GRAPHRAG = "neo4j", "graphrag"
_NAMES = frozenset({"entities", "nodes", "relationships", "edges", "relations", "text_units", "documents"})
_PREFIXES = ("create_final_", "create_base_", "final_", "base_")


class MissingPackage(OSError):
    """Something must be installed before this can be read."""


class Row(msgspec.Struct, frozen=True):
    """One row by column, and its line in the file (0 where it has none)."""

    cells: dict[str, Any]
    line: int = 0

    def text(self, *columns: str) -> str:
        """The first of these columns that is not empty."""
        for column in columns:
            value = self.cells.get(column)
            if value is not None and str(value).strip():
                return str(value).strip()
        return ""

    def many(self, column: str) -> list[str]:
        """A cell that holds several values: a list, `['a', 'b']`, or `a;b`."""
        value = self.cells.get(column)
        if value is None:
            return []
        if not isinstance(value, str):
            return [str(item) for item in value] if isinstance(value, Iterable) else [str(value)]
        if value.startswith("["):
            return ["".join(parts) for parts in _QUOTED.findall(value)]
        return [item.strip() for item in re.split("[;,]", value) if item.strip()]


class Table(msgspec.Struct, frozen=True):
    """One table. `name` is that of its file, without what programs put around it."""

    name: str
    file: str
    columns: tuple[str, ...]
    rows: list[Row]

    def where(self, row: Row) -> Where:
        return Where(self.file, row.line)


def pack(files: Iterable[File]) -> bytes:
    """Several files as one."""
    found = list(files)
    head = msgspec.json.encode([(PurePosixPath(file.name.replace("!", "/")).name, len(file.data)) for file in found])
    return b"".join((_PACKED, head, b"\n", *(file.data for file in found)))


def unpack(data: bytes, file: str) -> list[File]:
    """The files of packed data; a single file is itself."""
    if not data.startswith(_PACKED):
        return [File(file, data)]
    head, _, rest = data[len(_PACKED) :].partition(b"\n")
    found, start = [], 0
    for name, length in msgspec.json.decode(head, type=list[tuple[str, int]]):
        found.append(File(f"{_folder(file)}{name}", rest[start : start + length]))
        start += length
    return found


def packed(files: Iterable[File]) -> Iterator[File]:
    """Files as they are; the tables of one graph (in one folder or archive) as one, after all others.

    The name of the packed file ends in the format: `folder/graph.neo4j` or `folder/graph.graphrag`.
    """
    groups: dict[str, list[File]] = {}
    for file in files:
        kind = _graph_of(file)
        if kind:
            groups.setdefault(f"{_folder(file.name)}graph.{kind}", []).append(file)
        else:
            yield file
    for name, tables in groups.items():
        yield File(name, pack(tables))


def _folder(name: str) -> str:
    cut = max(name.rfind("/"), name.rfind("!"), name.rfind("\\")) + 1
    return name[:cut]


def _graph_of(file: File) -> str:
    """Which graph format a table belongs to; "" for other files."""
    name = file.stem.lower()
    if name.endswith(".parquet"):
        return GRAPHRAG if table_name(name) in _NAMES else ""
    if not name.endswith(".csv"):
        return ""
    header = file.data[:4000].split(b"\n", 1)[0]
    if any(mark in header for mark in (b":ID", b":START_ID", b"_start", b"_labels")):
        return NEO4J
    return GRAPHRAG if table_name(name) in _NAMES else ""


def table_name(file: str) -> str:
    """`create_final_entities.parquet` is the table `entities`."""
    name = PurePosixPath(file.replace("!", "/")).name.lower().removesuffix(".gz").partition(".")[0]
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name


def tables(data: bytes, *, file: str, problems: Problems) -> list[Table]:
    """All tables; what cannot be read is a problem."""
    found: list[Table] = []
    for part in unpack(data, file):
        if part.data.startswith(b"PAR1") or part.name.endswith(".parquet"):
            found += _parquet(part, problems)
        elif part.data.lstrip()[:1] in (b"{", b"["):
            found += _json(part, problems)
        else:
            found += _csv(part, problems)
    return found


def _csv(file: File, problems: Problems) -> Iterator[Table]:
    text = _decoded(file, problems)
    header = text.split("\n", 1)[0]
    delimiter = max(",\t;|", key=header.count)
    csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns = tuple(cell.strip() for cell in next(reader, []))
    rows, line = [], reader.line_num
    try:
        for cells in reader:
            start, line = line + 1, reader.line_num
            if not any(cells):
                continue
            if len(cells) != len(columns):
                problems.add("ROW_LENGTH", Where(file.name, start), got=len(cells), expected=len(columns))
                continue
            rows.append(Row(dict(zip(columns, cells, strict=True)), start))
    except csv.Error as error:
        problems.add("BAD_TABLE", Where(file.name, line + 1), reason=error)
    yield Table(table_name(file.name), file.name, columns, rows)


def _decoded(file: File, problems: Problems) -> str:
    try:
        return file.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = file.data[: error.start].count(b"\n") + 1
        problems.add("NOT_UTF8", Where(file.name, line), reason=error.reason)
        return file.data.decode("utf-8-sig", "replace")


def _json(file: File, problems: Problems) -> Iterator[Table]:
    """An object with a list of objects for each table."""
    try:
        found = msgspec.json.decode(file.data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:  # the last: nested without end
        problems.add("BAD_TABLE", Where(file.name), reason=error)
        return
    parts: Mapping[str, Any] = found if isinstance(found, dict) else {table_name(file.name): found}
    for name, rows in parts.items():
        if not isinstance(rows, list):
            continue
        kept = [Row(row) for row in rows if isinstance(row, dict)]
        if len(kept) < len(rows):
            problems.add("BAD_TABLE", Where(file.name), reason=f"{name} holds something that is no object")
        columns = tuple(dict.fromkeys(column for row in kept for column in row.cells))
        yield Table(name.lower(), file.name, columns, kept)


def _parquet(file: File, problems: Problems) -> Iterator[Table]:
    if not (file.data.startswith(b"PAR1") and file.data.endswith(b"PAR1")):
        problems.add("BAD_TABLE", Where(file.name), reason="no parquet file")
        return
    try:
        from pyarrow import ArrowException, BufferReader
        from pyarrow.parquet import read_table
    except ImportError:
        message = "parquet needs the package pyarrow: pip install 'factbook[data]', or write CSV"
        raise MissingPackage(0, message, file.name) from None
    try:
        found = read_table(BufferReader(file.data))
    except (ArrowException, OSError) as error:
        problems.add("BAD_TABLE", Where(file.name), reason=str(error).splitlines()[0])
        return
    rows = [Row(cells) for cells in found.to_pylist()]
    yield Table(table_name(file.name), file.name, tuple(found.column_names), rows)
