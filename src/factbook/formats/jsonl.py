"""JSON lines: our own lossless form of a KB.

The first line is a header: `{"record": "kb", "version": 1, "name": …, "extra": …}`. Each further line is one record:
its kind in `record` (`document`, `entity`, `mention` …) and the fields of `model/records.py`. Fields at their default
may be left out. Lines of one kind keep their order. A line longer than `options["max_line"]` bytes is not read.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Any

import msgspec

from factbook.formats import kb_check
from factbook.formats.format import ERROR, WARNING, Code, Context, Problems, Where
from factbook.model.kb import KB, KINDS
from factbook.model.records import Record

VERSION = 1
MAX_LINE = 64 * 2**20

CODES = (
    Code(
        "NO_HEADER", ERROR, "the first line is no header of a knowledge base", 'begin with {"record":"kb","version":1}'
    ),
    Code("BAD_VERSION", ERROR, "version {version} is not known", "this program reads version 1"),
    Code("BAD_JSON", ERROR, "no JSON: {reason}; line skipped", "write one object a line"),
    Code("INVALID_UTF8", ERROR, "the line is no UTF-8: {reason}; line skipped", "save the file as UTF-8"),
    Code("LINE_TOO_LONG", ERROR, "the line has {length} bytes; skipped", "no record needs so much"),
    Code(
        "UNKNOWN_KIND", ERROR, "there is no record of kind {kind}; line skipped", "see the documentation of the format"
    ),
    Code("BAD_RECORD", ERROR, "no {kind}: {reason}; line skipped", "correct the field"),
    Code("UNKNOWN_FIELD", WARNING, "{field} is no field of {kind}; dropped", "use `extra` for further data"),
    Code("DUPLICATE_ID", ERROR, "{kind} id {id} is used twice; line skipped", "give each record its own id"),
    *kb_check.CODES,
)

_NAMES = {kind: name for name, kind in KINDS.items()}
_PREFIXES = {kind: b'{"record":"%b",' % name.encode() for name, kind in KINDS.items()}
_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


class _Header(msgspec.Struct, tag_field="record", tag="kb", omit_defaults=True):
    version: int
    name: str = ""
    extra: dict[str, tuple[str, ...]] = {}


class _Kind(msgspec.Struct):
    record: str


_HEADER = msgspec.json.Decoder(_Header)
_KIND = msgspec.json.Decoder(_Kind)


def write(kb: KB, *, context: Context | None = None) -> bytes:
    """The lines of a KB."""
    lines = [msgspec.json.encode(_Header(version=VERSION, name=kb.name, extra=kb.extra))]
    lines += map(_line, kb.records())
    return b"\n".join((*lines, b""))


def _line(record: Record) -> bytes:
    return _PREFIXES[type(record)] + msgspec.json.encode(record)[1:]


def read(data: bytes, *, file: str, context: Context | None = None) -> tuple[KB, Problems]:
    """The KB of the lines that are right, and the problems of the others."""
    reader = _Reader(file, context or Context())
    reader.read(data)
    return reader.kb, reader.problems


def check(data: bytes, *, file: str, context: Context | None = None) -> Problems:
    """All problems: of lines, and of references, spans and confidences."""
    reader = _Reader(file, context or Context())
    reader.read(data)
    kb_check.check_kb(reader.kb, reader.place, context or Context(), reader.problems)
    return reader.problems


class _Reader:
    """Lines to records; remembers the line of each."""

    def __init__(self, file: str, context: Context) -> None:
        self.file = file
        self.kb = KB()
        self.problems = Problems(CODES, ignore=context.ignore)
        self.max_line = int(context.options.get("max_line", MAX_LINE))
        self.lines: dict[tuple[str, str], int] = {}

    def place(self, record: Record) -> Where:
        return Where(self.file, self.lines[_NAMES[type(record)], record.id])

    def read(self, data: bytes) -> None:
        lines = _numbered(data.removeprefix(codecs.BOM_UTF8))
        first = next(lines, None)
        if first is None:
            self.problems.add("NO_HEADER", Where(self.file))
            return
        if not self._header(*first):
            self._record(*first)  # a file that lost its header keeps its records
        for number, line in lines:
            self._record(number, line)
        self.kb.forget_indexes()

    def _header(self, number: int, line: bytes) -> bool:
        where = Where(self.file, number)
        try:
            header = _HEADER.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self.problems.add("NO_HEADER", where)
            return False
        if header.version != VERSION:
            self.problems.add("BAD_VERSION", where, version=header.version)
        self.kb.name, self.kb.extra = header.name, header.extra
        return True

    def _record(self, number: int, line: bytes) -> None:
        where = Where(self.file, number)
        if len(line) > self.max_line:
            self.problems.add("LINE_TOO_LONG", where, length=len(line))
            return
        try:
            name = _KIND.decode(line).record
            if name not in _DECODERS:
                self.problems.add("UNKNOWN_KIND", where, kind=name)
                return
            self._keep(name, _DECODERS[name].decode(line), line, where)
        except UnicodeDecodeError as error:
            self.problems.add("INVALID_UTF8", where, reason=error.reason)
        except msgspec.ValidationError as error:
            self.problems.add("BAD_RECORD", where, kind=_kind_of(line), reason=error)
        except (msgspec.DecodeError, RecursionError) as error:
            self.problems.add("BAD_JSON", where, reason=error)

    def _keep(self, name: str, record: Record, line: bytes, where: Where) -> None:
        table = self.kb.table(type(record))
        if record.id in table:
            self.problems.add("DUPLICATE_ID", where, kind=name, id=record.id)
            return
        table[record.id] = record
        self.lines[name, record.id] = where.line
        if _line(record) != line:  # not as we write it: look for fields that would be lost
            given = msgspec.json.decode(line)
            given.pop("record")
            for field in _unknown_fields(given, record):
                self.problems.add("UNKNOWN_FIELD", where, kind=name, field=field)


def _numbered(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, without their line ends."""
    start, number = 0, 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        number += 1
        line = data[start:end].strip()
        if line:
            yield number, line
        start = end + len(b"\n")


def _kind_of(line: bytes) -> str:
    """The kind that a line claims, for a message."""
    try:
        return _KIND.decode(line).record
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "record"


def _unknown_fields(given: Any, kept: Any, path: str = "") -> Iterator[str]:
    """Names in the JSON that no field holds, at any depth."""
    if isinstance(kept, msgspec.Struct) and isinstance(given, dict):
        known = {*kept.__struct_fields__, kept.__struct_config__.tag_field}
        for name, value in given.items():
            if name not in known:
                yield f"{path}{name}"
            elif hasattr(kept, name):
                yield from _unknown_fields(value, getattr(kept, name), f"{path}{name}.")
    elif isinstance(kept, tuple) and isinstance(given, list):
        for index, (value, part) in enumerate(zip(given, kept, strict=False)):
            yield from _unknown_fields(value, part, f"{path}{index}.")
