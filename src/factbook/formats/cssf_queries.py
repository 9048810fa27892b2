"""Cold Start query files: LDC queries with several entry points, expanded queries, second-round queries.

The reader looks for tags as the official programs do, so a file need not be well-formed XML. What a `Query` has no
field for is kept in its `extra`: `nodeid`, `slot` (the slot to fill now), and `mentions` where the file wraps its
entry points in <mentions>; an entry point's `extra` keeps a name or offset that is written in an unusual way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from factbook.formats.coldstart_codes import PROVENANCE, Log, choose, report
from factbook.formats.cssf_query_check import check_duplicates, check_hops
from factbook.formats.format import Context, Problems
from factbook.formats.provenance import ProvenanceReader
from factbook.model.records import Extra
from factbook.model.tasks import EntryPoint, Query
from factbook.schema.coldstart import SLOTS
from factbook.schema.cssf_ids import DEFAULT_LANGUAGE, expand, language_of, parse_id
from factbook.text.offsets import Span

__all__ = ["CODES", "check", "read", "repair", "report", "write", "write_queries"]

CODES = choose(
    "BAD_ENCODING",
    "BAD_QUERY_ID",
    "DUPLICATE_QUERY",
    "DUPLICATE_QUERY_FIELD",
    "MALFORMED_QUERY",
    "MISMATCHED_HOP_SUBTYPES",
    "MISMATCHED_HOP_TYPES",
    "MISMATCHED_TAGS",
    "MISSING_QUERY_FIELD",
    "NO_QUERIES_LOADED",
    "POSSIBLE_DUPLICATE_QUERY",
    "UNKNOWN_QUERY_FIELD",
    "UNKNOWN_SLOT_NAME",
    *PROVENANCE,
)

_SINGLE = ("ENTTYPE", "NODEID", "SLOT", "SLOT0", "SLOT1", "SLOT2")
_MULTIPLE = ("NAME", "DOCID", "BEG", "END", "OFFSET")
_REQUIRED_OF_POINT = ("NAME", "DOCID", "BEG", "END")
_QUERY = re.compile(r'\s*<query\s+id="(.*?)">\s*(.*?)\s*</query>\s*', re.DOTALL)
_MENTIONS = re.compile(r"</?mentions?>")
_REFERENCES = {"quot": '"', "amp": "&", "apos": "'", "lt": "<", "gt": ">"}
_REFERENCE = re.compile(r"&(.+?);")


class _Raw(msgspec.Struct):
    """One query as the file has it."""

    id: str
    line: int
    tagged: bool = False
    fields: dict[str, str] = {}
    points: list[dict[str, str]] = []


def read(data: bytes, *, file: str, context: Context) -> tuple[list[Query], Problems]:
    """The queries in file order; of two with the same id the later one counts, as in the official programs."""
    log = Log(CODES, file=file, context=context)
    return _read(data, log, context), log.problems


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems, the hop and duplicate checks included where `context.options` asks for them."""
    return repair(data, file=file, context=context)[1]


def repair(data: bytes, *, file: str, context: Context) -> tuple[bytes | None, Problems]:
    """The official query validator. Options: `types`, `subtypes`, `dups` (what to do with queries that fail the check),
    `expand` (base of the new ids: one query an entry point), `languages` (ENGLISH:SPANISH …: write only these)."""
    log = Log(CODES, file=file, context=context)
    options = context.options
    queries = _read(data, log, context)
    queries = check_hops(queries, options.get("types", "none"), options.get("subtypes", "none"), log)
    queries = check_duplicates(queries, options.get("dups", "none"), log)
    if options.get("expand"):
        queries = _expand(queries, options["expand"], log)
    wanted = {name for name in options.get("languages", "").upper().split(":") if name}
    chosen = [query for query in queries if not wanted or wanted & _languages(query)]
    if log.problems.errors:
        return None, log.problems
    # The validator writes neither the node nor the slot to fill now.
    return write_queries(_without(query, ("nodeid", "slot")) for query in chosen), log.problems


def _expand(queries: list[Query], base: str, log: Log) -> list[Query]:
    expanded: dict[str, Query] = {}
    for query in queries:
        for new in expand(query, base):
            # The official program looks at slots and language again for every expanded query, and counts that.
            for slot in new.slots:
                if slot not in SLOTS:
                    log.add("UNKNOWN_SLOT_NAME", log.lines[query.id], slot=slot, place="NO_SOURCE")
            log.query = query.id
            _check_language(new.entry_points[0].span.doc, log.lines[query.id], log)
            log.query = ""
            expanded[new.id] = new
    return list(expanded.values())


def _languages(query: Query) -> set[str]:
    return {language_of(point.span.doc) or DEFAULT_LANGUAGE for point in query.entry_points}


def _without(query: Query, names: tuple[str, ...]) -> Query:
    extra = tuple(pair for pair in query.extra if pair[0] not in names)
    return msgspec.structs.replace(query, extra=extra)


def _check_language(docid: str, line: int, log: Log) -> None:
    if language_of(docid) is None:
        log.add("FAILED_LANG_INFERENCE", line, docid=docid, language=DEFAULT_LANGUAGE)


def _read(data: bytes, log: Log, context: Context) -> list[Query]:
    text = _decode(data, log)
    reader = ProvenanceReader(log, context)
    queries: dict[str, Query] = {}
    for part, line in _query_texts(text):
        raw = _raw_query(part, line, log)
        query = _query(raw, reader, log) if raw else None
        log.query = ""
        if query is not None and query.slots:
            parts = parse_id(query.id)
            queries[parts.hash if parts else query.id] = query
            log.lines[query.id] = line
    if not queries:
        log.add("NO_QUERIES_LOADED", 0, place=f"files({log.file})")
    return list(queries.values())


def _decode(data: bytes, log: Log) -> str:
    try:
        text, wrong = data.decode("utf-8-sig"), data.find(b"\0")
    except UnicodeDecodeError as error:
        text, wrong = data.decode("utf-8-sig", errors="replace"), error.start
    if wrong >= 0:
        log.add("BAD_ENCODING", data.count(b"\n", 0, wrong) + 1)
    return text


def _query_texts(text: str) -> Iterable[tuple[str, int]]:
    """The text of each query and the line where it begins."""
    line, counted, position = 1, 0, 0
    while (start := text.find("<query ", position)) >= 0:
        opened = text.find(">", start)
        end = text.find("</query>", opened) if opened >= 0 else -1
        if end < 0:
            return
        line, counted = line + text.count("\n", counted, start), start
        position = end + len("</query>")
        yield text[start:position], line


def _raw_query(text: str, line: int, log: Log) -> _Raw | None:
    match = _QUERY.fullmatch(text)
    if match is None:
        begin = text[:25]
        log.add(
            "MALFORMED_QUERY",
            line,
            text=f'Query starting with "{begin}" in text beginning <<{begin}>>',
            place="In file $filename",  # word for word what the official report has
        )
        return None
    name, body = match.groups()
    if parse_id(name) is None:
        log.add("BAD_QUERY_ID", line, query=name)
        return None
    log.query = name
    raw = _Raw(name, line, tagged=bool(_MENTIONS.search(body)))
    for tag, value in _tags(_MENTIONS.sub("", body), line, log):
        _put(raw, tag, value, log)
    return raw


def _tags(body: str, line: int, log: Log) -> Iterable[tuple[str, str]]:
    """The tag pairs of a query: nothing nests, and a wrong closing tag closes all the same."""
    position = 0
    while (start := body.find("<", position)) >= 0:
        opened = body.find(">", start)
        closing = body.find("</", opened) if opened >= 0 else -1
        end = body.find(">", closing) if closing >= 0 else -1
        if end < 0:
            return
        tag, closer = body[start + 1 : opened].upper(), body[closing + 2 : end].upper()
        if tag != closer:
            log.add("MISMATCHED_TAGS", line, tag=tag, closer=closer)
        yield tag, body[opened + 1 : closing]
        position = end + 1


def _put(raw: _Raw, tag: str, value: str, log: Log) -> None:
    if tag in _MULTIPLE:
        if not raw.points or tag in raw.points[-1]:
            raw.points.append({})
        raw.points[-1][tag] = value
    elif tag not in _SINGLE:
        log.add("UNKNOWN_QUERY_FIELD", raw.line, tag=tag)
    elif tag in raw.fields:
        log.add("DUPLICATE_QUERY_FIELD", raw.line, tag=tag)
    else:
        raw.fields[tag] = value
        if tag in ("SLOT0", "SLOT1", "SLOT2") and value not in SLOTS:
            log.add("UNKNOWN_SLOT_NAME", raw.line, slot=value, place="NO_SOURCE")


def _query(raw: _Raw, reader: ProvenanceReader, log: Log) -> Query:
    points = [point for fields in raw.points if (point := _point(fields, raw, reader, log)) is not None]
    for field in ("ENTTYPE", "SLOT0"):
        if field not in raw.fields:
            log.add("MISSING_QUERY_FIELD", raw.line, field=field)
    extra: list[tuple[str, str]] = [("mentions", "tagged")] if raw.tagged else []
    extra += [(name.lower(), raw.fields[name]) for name in ("NODEID", "SLOT") if name in raw.fields]
    return Query(
        id=raw.id,
        entry_points=tuple(points),
        slots=tuple(raw.fields[name] for name in ("SLOT0", "SLOT1", "SLOT2") if name in raw.fields),
        entity_type=raw.fields.get("ENTTYPE", ""),
        extra=tuple(extra),
    )


def _point(fields: dict[str, str], raw: _Raw, reader: ProvenanceReader, log: Log) -> EntryPoint | None:
    missing = [name for name in _REQUIRED_OF_POINT if name not in fields]
    if missing:
        log.add("MISSING_QUERY_FIELD", raw.line, field=f"<{missing[0]}>")
        return None
    docid, start, end = fields["DOCID"], fields["BEG"], fields["END"]
    before = len(log.problems.errors)
    reader.triple(docid, start, end, raw.line)
    _check_language(docid, raw.line, log)
    if len(log.problems.errors) > before and not (_plain(start) and _plain(end)):
        return None
    name = _REFERENCE.sub(_resolve, fields["NAME"])
    extra = [(key, text) for key, text in (("beg", start), ("end", end)) if str(int(text)) != text]
    if _escape(name) != fields["NAME"]:
        extra.append(("name", fields["NAME"]))
    if "OFFSET" in fields:
        extra.append(("offset", fields["OFFSET"]))
    span = Span.from_inclusive(docid, int(start), int(end))
    return EntryPoint(name=name, span=span, entity_type=raw.fields.get("ENTTYPE", ""), extra=tuple(extra))


def _plain(offset: str) -> bool:
    return offset.isascii() and offset.isdigit() and len(offset) <= 18


def _resolve(reference: re.Match[str]) -> str:
    name = reference[1]
    if name in _REFERENCES:
        return _REFERENCES[name]
    digits, base = (name[2:], 16) if name[:2].lower() == "#x" else (name[1:], 10)
    try:
        code = int(digits, base) if name.startswith("#") else -1
    except ValueError:
        code = -1
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else reference[0]


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def write(content: Iterable[Query], *, context: Context) -> bytes:
    """A query file."""
    return write_queries(content)


def write_queries(queries: Iterable[Query]) -> bytes:
    """A query file, sorted by the last part of the ids as the official programs sort it."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<query_set>"]
    for query in sorted(queries, key=_order):
        lines += _query_lines(query)
    return "\n".join([*lines, "</query_set>", ""]).encode()


def _order(query: Query) -> str:
    parts = parse_id(query.id)
    return parts.hash if parts else query.id


def _query_lines(query: Query) -> list[str]:
    extra = dict(query.extra)
    tagged = "mentions" in extra
    lines = [f'  <query id="{query.id}">']
    lines += ["    <mentions>"] if tagged else []
    for point in query.entry_points:
        fields = _point_fields(point)
        if tagged:
            lines += ["      <mention>", *(f"          {line}" for line in fields), "      </mention>"]
        else:
            lines += [f"    {line}" for line in fields]
    lines += ["    </mentions>"] if tagged else []
    singles = [("enttype", query.entity_type), *((key, extra.get(key, "")) for key in ("nodeid", "slot"))]
    singles += [(f"slot{number}", slot) for number, slot in enumerate(query.slots)]
    lines += [f"    <{tag}>{value}</{tag}>" for tag, value in singles if value]
    return [*lines, "  </query>"]


def _point_fields(point: EntryPoint) -> list[str]:
    extra: dict[str, str] = dict(point.extra)
    start, last = point.span.inclusive
    values: Extra = (
        ("name", extra.get("name", _escape(point.name))),
        ("docid", point.span.doc),
        ("beg", extra.get("beg", str(start))),
        ("end", extra.get("end", str(last))),
        ("offset", extra.get("offset", "")),
    )
    return [f"<{tag}>{value}</{tag}>" for tag, value in values if value or tag != "offset"]
