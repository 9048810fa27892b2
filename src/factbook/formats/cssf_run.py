"""Cold Start slot filling submissions: 8 columns a line (seed 002, "Task Output – Slot Filling Variant").

`read` gives the responses, `repair` is the official validator: it checks a run against its queries, drops lines it
cannot use, and sorts. Comments are accepted as the seed says; profile `cs2016` reads them as the official program does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from factbook.formats.coldstart_codes import PROVENANCE, Log, choose, report
from factbook.formats.coldstart_text import (
    WHITE,
    is_legal_confidence,
    is_scientific,
    lines,
    plain_confidence,
    split_columns,
    split_comment,
    write_confidence,
)
from factbook.formats.format import Context, Problems
from factbook.formats.provenance import Provenance, ProvenanceReader, write_spans
from factbook.model.tasks import Query, Response
from factbook.schema.coldstart import SLOTS, VALUE_TYPES, run_id_fault
from factbook.schema.cssf_ids import DEFAULT_LANGUAGE, language_of, next_hash, parse_id

__all__ = ["CODES", "Row", "Run", "Waiting", "check", "load", "read", "repair", "report", "write"]

CODES = choose(
    "BAD_ENCODING",
    "BAD_QUERY",
    "BAD_QUERY_ID",
    "EMPTY_FIELD",
    "EMPTY_FILE",
    "ILLEGAL_CONFIDENCE_VALUE",
    "ILLEGAL_VALUE_TYPE",
    "IMPROPER_CONFIDENCE_VALUE",
    "LINE_TOO_LONG",
    "MISSING_DECIMAL_POINT",
    "MULTIPLE_RUNIDS",
    "QUERY_NOT_LOADED",
    "RUN_ID_NAME",
    "UNKNOWN_RESPONSE_FILE_TYPE",
    "UNKNOWN_SLOT_NAME",
    "UNLOADED_QUERY",
    "WRONG_NUM_ENTRIES",
    "WRONG_SLOT_NAME",
    *PROVENANCE,
)

COLUMNS = (
    "FULL_QUERY_ID",
    "SLOT_NAME",
    "RUNID",
    "RELATION_PROVENANCE_TRIPLES",
    "VALUE",
    "VALUE_TYPE",
    "VALUE_PROVENANCE_TRIPLES",
    "CONFIDENCE",
)

# The first data line must look like this, or the official program does not know the file.
_TRIPLES = r"(?:[^:]+:[0-9]+-[0-9]+,){0,3}[^:]+:[0-9]+-[0-9]+"
_FIRST_LINE = tuple(
    re.compile(pattern)
    for pattern in (
        r".+",
        r"[^:]+:[^:]+",
        r".+",
        _TRIPLES,
        r".+",
        r"(?i:PER|ORG|GPE|STRING)",
        _TRIPLES,
        r"[0-9]+(?:\.[0-9]+(?:e[-+]?[0-9][0-9])?)?",
    )
)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of a submission, as text."""

    query: str  # full id
    slot: str
    run: str
    provenance: Provenance
    value: str
    value_type: str
    value_provenance: Provenance
    confidence: str

    def written(self) -> str:
        """The line of a submission, with a line end."""
        provenance, place = self.provenance.text, self.value_provenance.text
        columns = (self.query, self.slot, self.run, provenance, self.value, self.value_type, place, self.confidence)
        return "\t".join(columns) + "\n"

    def response(self, line: int) -> Response:
        return Response(
            query=self.query,
            slot=self.slot,
            run=self.run,
            provenance=self.provenance.spans,
            value=self.value,
            value_type=self.value_type,
            value_provenance=self.value_provenance.spans,
            confidence=float(self.confidence),
            line=line,
        )


class Row(Answer, frozen=True, kw_only=True):
    """One line of a submission, its columns checked."""

    hash: str  # last part of the id
    level: int  # 0: first round
    line: int
    target: str  # hash of the query that this row gives rise to


class Waiting(msgspec.Struct, frozen=True):
    """A query that may be answered, and the slots it asks for."""

    id: str
    slots: tuple[str, ...]


class Run:
    """A submission read row by row. Rows give rise to second-round queries, which later rows may answer."""

    def __init__(self, queries: Iterable[Query] | None, log: Log, context: Context) -> None:
        self.log = log
        self.context = context
        self.rows: list[Row] = []
        self.run_id = ""
        self.bad: set[str] = set()  # hashes of queries whose first-round row was dropped
        self.waiting: dict[str, Waiting] | None = None
        if queries is not None:
            self.waiting = {_hash(query.id): Waiting(query.id, query.slots) for query in queries}
        self._provenance = ProvenanceReader(log, context)

    def read(self, data: bytes) -> bool:
        """Take in a file; False where a fatal problem ended it."""
        if not data:
            self.log.add("EMPTY_FILE", file=self.log.file)
            return True
        first = True
        for number, text in self._data_lines(data):
            columns = split_columns(text)
            if first and not _looks_like_a_run(columns):
                self.log.add("UNKNOWN_RESPONSE_FILE_TYPE", number, file=self.log.file)
                return False
            first = False
            if len(columns) != len(COLUMNS):
                self.log.add("WRONG_NUM_ENTRIES", number, expected=len(COLUMNS), got=len(columns))
            elif not self._take(columns, number):
                return False
        if first and not self.log.problems:
            self.log.add("EMPTY_FILE", file=self.log.file)
        return True

    def _data_lines(self, data: bytes) -> Iterator[tuple[int, str]]:
        official = self.context.options.get("profile") == "cs2016"
        allowed = self.context.options.get("allow_comments") == "yes"
        for number, line in lines(data, self.log):
            text = line.replace("\r", "")
            if text.lstrip(WHITE).startswith("#"):
                continue
            if official:
                text = split_comment(text)[0] if allowed else text
            elif "#" in text:
                text = _without_comment(text)
            if text.strip(WHITE):
                yield number, text

    def _take(self, columns: list[str], line: int) -> bool:
        row = self._row(columns, line)
        if row is None:
            return False
        if self.waiting is not None:
            self._expect(row)
        if self._is_usable(row, columns):
            self._note_run_id(row)
            self.rows.append(row)
        else:
            self.bad.add(row.target)
        return True

    def _row(self, columns: list[str], line: int) -> Row | None:
        full, slot, run, provenance, value, value_type, value_provenance, confidence = columns
        parts = parse_id(full)
        if parts is None:
            self.log.add("BAD_QUERY_ID", line, query=full)
            return None
        if self.waiting is not None:
            known = self.waiting.get(parts.hash)
            if known is None or known.id != full:
                self.log.add("UNLOADED_QUERY", line, query=full)  # recorded there just before the program stops
                self.log.add("QUERY_NOT_LOADED", line, query=full)
                return None
        if slot not in SLOTS:
            self.log.add("UNKNOWN_SLOT_NAME", line, slot=slot)
        if value_type.upper() not in VALUE_TYPES:
            self.log.add("ILLEGAL_VALUE_TYPE", line, type=value_type)
        where = self._provenance.read(value_provenance, line)
        return Row(
            query=full,
            hash=parts.hash,
            level=parts.level,
            slot=slot,
            run=run,
            provenance=self._provenance.read(provenance, line),
            value=value,
            value_type=value_type.upper(),
            value_provenance=where,
            confidence=self._confidence(confidence, line),
            line=line,
            target=next_hash(full, value, where.canonical),
        )

    def _confidence(self, text: str, line: int) -> str:
        value = text
        if text == "1":
            self.log.add("MISSING_DECIMAL_POINT", line, value=text)
            value = "1.0"
        elif is_scientific(text):
            self.log.add("IMPROPER_CONFIDENCE_VALUE", line, value=text, space=" ")
            value = plain_confidence(text)
        if is_legal_confidence(value):
            return value
        self.log.add("ILLEGAL_CONFIDENCE_VALUE", line, value=text)
        return "1.0"

    def _expect(self, row: Row) -> None:
        """The row's value becomes a query of the next round; its language follows from the document."""
        assert self.waiting is not None
        if row.target in self.waiting:
            return
        slots = self.waiting[row.hash].slots
        self.waiting[row.target] = Waiting(f"{row.query}_{row.target}", slots[1:])
        docid = row.value_provenance.docs[0] if row.value_provenance.docs else ""
        if language_of(docid) is None:
            self.log.add("FAILED_LANG_INFERENCE", row.line, docid=docid, language=DEFAULT_LANGUAGE, place="NO_SOURCE")

    def _is_usable(self, row: Row, columns: list[str]) -> bool:
        for name, column in zip(COLUMNS, columns, strict=True):
            if not column.strip(WHITE):
                self.log.add("EMPTY_FIELD", row.line, column=name)
                return False
        if self.waiting is None:
            return True
        slots = self.waiting[row.hash].slots
        expected = slots[0] if slots else ""
        if row.slot != expected:
            self.log.add("WRONG_SLOT_NAME", row.line, slot=row.slot, query=row.hash, expected=expected)
            return False
        return True

    def _note_run_id(self, row: Row) -> None:
        if not self.run_id:
            self.run_id = row.run
            fault = run_id_fault(row.run, task="SF") if self.context.options.get("submission") == "yes" else ""
            if fault:
                self.log.add("RUN_ID_NAME", row.line, run=row.run, fault=fault)
        elif row.run != self.run_id:
            self.log.add("MULTIPLE_RUNIDS", row.line, first=self.run_id, second=row.run)

    def write(self, run_id: str = "") -> str:
        """The usable rows in official order: round, query, lower-cased value, place; repeated lines once."""
        written: list[str] = []
        for row in sorted(self.rows, key=_order):
            if row.hash in self.bad:
                self.log.add("BAD_QUERY", row.line, query=row.hash, place="NO_SOURCE")
                continue
            text = _line(row, run_id or self.run_id)
            if not written or text != written[-1]:
                written.append(text)
        return "".join(written)


def _hash(query_id: str) -> str:
    parts = parse_id(query_id)
    return parts.hash if parts else query_id


def _looks_like_a_run(columns: list[str]) -> bool:
    return len(columns) == len(_FIRST_LINE) and all(
        pattern.fullmatch(column) for pattern, column in zip(_FIRST_LINE, columns, strict=True)
    )


def _without_comment(text: str) -> str:
    """A comment may follow the last column; a pound sign in an earlier one belongs to the value."""
    columns = text.split("\t")
    if len(columns) >= len(COLUMNS):
        rest = "\t".join(columns[len(COLUMNS) - 1 :])
        return "\t".join([*columns[: len(COLUMNS) - 1], rest.partition("#")[0].rstrip(WHITE)])
    return text


def _order(row: Row) -> tuple[int, str, str, str]:
    return row.level, row.hash, row.value.lower(), row.value_provenance.canonical


def _line(row: Row, run_id: str) -> str:
    columns = (
        row.query,
        row.slot,
        run_id,
        row.provenance.canonical,
        row.value,
        row.value_type,
        row.value_provenance.canonical,
        row.confidence,
    )
    return "\t".join(columns) + "\n"


def load(data: bytes, *, file: str, context: Context) -> tuple[Run, Problems]:
    """The rows of a submission, checked against `context.queries` where given."""
    log = Log(CODES, file=file, context=context)
    run = Run(context.queries, log, context)
    run.read(data)
    return run, log.problems


def read(data: bytes, *, file: str, context: Context) -> tuple[list[Response], Problems]:
    """The responses in file order."""
    run, problems = load(data, file=file, context=context)
    return [row.response(row.line) for row in run.rows], problems


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems of a submission."""
    run, problems = load(data, file=file, context=context)
    run.write()
    return problems


def repair(data: bytes, *, file: str, context: Context) -> tuple[bytes | None, Problems]:
    """The submission as the official validator writes it; None where errors forbid that."""
    run, problems = load(data, file=file, context=context)
    written = run.write()
    return (None if problems.errors else written.encode()), problems


def write(content: Iterable[Response], *, context: Context) -> bytes:
    """A submission, its lines in the order given."""
    return "".join(map(_response_line, content)).encode()


def _response_line(response: Response) -> str:
    columns = (
        response.query,
        response.slot,
        response.run,
        write_spans(response.provenance),
        response.value,
        response.value_type,
        write_spans(response.value_provenance),
        write_confidence(response.confidence),
    )
    return "\t".join(columns) + "\n"
