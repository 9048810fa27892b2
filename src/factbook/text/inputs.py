"""Sources from files, folders, globs, archives and JSON lines.

JSON lines hold one object a line with `id` and `text`, and `language` or `date` if known.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator

import msgspec

from factbook.text.files import File, Limits, Walk
from factbook.text.markup import document_id, parse_source
from factbook.text.problems import ERROR, WARNING, Code, Problems, Where
from factbook.text.source import Source

CODES = (
    Code("EMPTY_FILE", WARNING, "the file is empty; skipped"),
    Code("BINARY_FILE", ERROR, "the file is no text (a zero byte at {at}); skipped", "name text files"),
    Code("INVALID_UTF8", ERROR, "byte {at} is no UTF-8 ({byte}); skipped", "convert the file to UTF-8"),
    Code("INVALID_ENCODING", ERROR, "the text is not in its declared encoding {encoding}; skipped", "use UTF-8"),
    Code("TRUNCATED_MARKUP", WARNING, "<{tag}> is never closed: the file may be cut off", "compare with the original"),
    Code("SEVERAL_DOCUMENTS", WARNING, "{count} document elements, read as one document", "split the file"),
    Code("DUPLICATE_SOURCE", ERROR, "document id {id} was already read from {first}; skipped", "give it another id"),
    Code(
        "BAD_JSON_LINE",
        ERROR,
        "no JSON object with id and text: {reason}; line skipped",
        'write {"id": …, "text": …}',
    ),
    Code("LINE_TOO_LONG", ERROR, "the line has more than {limit} bytes; skipped", "split the document"),
)

# What a folder or archive gives as documents. Annotation files and tables lie in the same folders.
_DOCUMENTS = (".sgm", ".sgml", ".xml", ".txt", ".jsonl")
_ANNOTATION = (".apf.xml", ".rich_ere.xml", ".best.xml", ".queries.xml", ".kb.jsonl", ".tab", ".ann.txt")
_SUFFIXES = (".mpdf.xml", ".cmp.txt", *_DOCUMENTS, ".mpdf")
_MAX_LINE = 256 * 2**20

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARED = re.compile(rb"<\?xml[^<>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")


class SourceError(ValueError):
    """A source cannot be read, and no list of problems was given to record that."""


def read_sources(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    language: str = "",
    problems: Problems | None = None,
    limits: Limits | None = None,
) -> Iterator[Source]:
    """The documents of files, folders, globs, archives and JSON lines, one by one.

    What cannot be read is added to `problems` and the rest goes on. Without `problems` an error raises `SourceError`.
    """
    reader = _Reader(problems, language)
    walk = Walk(reader.problems, accept=is_document, limits=limits)
    for file in walk.files([paths] if isinstance(paths, (str, os.PathLike)) else paths):
        yield from reader.sources(file)
        reader.raise_errors()
    reader.raise_errors()


def is_document(name: str) -> bool:
    """Whether a file in a folder is a document, by its suffix."""
    low = name.lower()
    return low.endswith(_DOCUMENTS) and not low.endswith(_ANNOTATION)


def decode(data: bytes, *, file: str, problems: Problems) -> str | None:
    """The characters of some bytes, line ends kept and a byte order mark dropped; None if they are no text."""
    _know(problems)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, file, problems)
    zero = data.find(b"\0")
    if zero >= 0:
        problems.add("BINARY_FILE", Where(file, data.count(b"\n", 0, zero) + 1), at=zero)
        return None
    declared = _DECLARED.match(data[:200])
    return _decoded(data, _codec(declared[1].decode()) if declared else "utf-8", file, problems)


def _codec(name: str) -> str:
    """The codec of a declared encoding; UTF-8 for one that is unknown or turns no bytes into text."""
    try:
        info = codecs.lookup(name)
        "".encode(name)
    except LookupError:
        return "utf-8"
    return "utf-8" if info.name.startswith(("utf-16", "utf-32", "utf-7", "idna", "punycode")) else info.name


def _decoded(data: bytes, encoding: str, file: str, problems: Problems) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        if encoding == "utf-8":
            problems.add("INVALID_UTF8", Where(file, line), at=error.start, byte=f"0x{data[error.start]:02x}")
        else:
            problems.add("INVALID_ENCODING", Where(file, line), encoding=encoding)
        return None


def _know(problems: Problems) -> None:
    for code in CODES:
        problems.codes.setdefault(code.name, code)


class _Line(msgspec.Struct):
    id: str
    text: str
    language: str = ""
    date: str = ""


class _Reader:
    """Files to sources; remembers the ids."""

    def __init__(self, problems: Problems | None, language: str) -> None:
        self.strict = problems is None
        self.problems = Problems() if problems is None else problems
        self.language = language
        self.seen: dict[str, Where] = {}
        _know(self.problems)

    def raise_errors(self) -> None:
        if self.strict and self.problems.errors:
            raise SourceError(str(self.problems.errors[0]))

    def sources(self, file: File) -> Iterator[Source]:
        if not file.data:
            self.problems.add("EMPTY_FILE", Where(file.name))
        elif file.stem.lower().endswith(".jsonl"):
            yield from self._json_lines(file)
        else:
            text = decode(file.data, file=file.name, problems=self.problems)
            if text is not None:
                yield from self._fresh(self._source(text, file), Where(file.name))

    def _source(self, text: str, file: File) -> Source:
        stem = next((file.stem[: -len(s)] for s in _SUFFIXES if file.stem.lower().endswith(s)), file.stem)
        source = parse_source(text, id=stem, language=self.language)
        given = document_id(source)
        if given and given != stem:
            source = parse_source(text, id=given, language=self.language)
        self._check_markup(source, file.name)
        return source

    def _check_markup(self, source: Source, file: str) -> None:
        roots = [region for region in source.regions if region.kind == "doc"]
        if len(roots) > 1:
            self.problems.add("SEVERAL_DOCUMENTS", Where(file), count=len(roots))
        elif roots and not roots[0].closed:
            self.problems.add("TRUNCATED_MARKUP", Where(file, source.text.count("\n") + 1), tag="doc")

    def _fresh(self, source: Source, where: Where) -> Iterator[Source]:
        first = self.seen.setdefault(source.id, where)
        if first != where:
            self.problems.add("DUPLICATE_SOURCE", where, id=source.id, first=first)
        else:
            yield source

    def _json_lines(self, file: File) -> Iterator[Source]:
        data = file.data.removeprefix(codecs.BOM_UTF8)
        decoder = msgspec.json.Decoder(_Line)
        for number, line in enumerate(data.split(b"\n"), start=1):
            where = Where(file.name, number)
            if len(line) > _MAX_LINE:
                self.problems.add("LINE_TOO_LONG", where, limit=_MAX_LINE)
            elif line.strip():
                yield from self._json_line(line, decoder, where)

    def _json_line(self, line: bytes, decoder: msgspec.json.Decoder[_Line], where: Where) -> Iterator[Source]:
        try:
            item = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self.problems.add("BAD_JSON_LINE", where, reason=error)
            return
        source = parse_source(item.text, id=item.id, language=self.language or item.language)
        if item.date:
            source = msgspec.structs.replace(source, date=item.date)
        yield from self._fresh(source, where)
