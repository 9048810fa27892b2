"""Ids of Cold Start queries: version-3 UUIDs over the nil namespace, as the official programs make them.

An expanded query is `BASE_LANG_hash10` with the hash of `docid:beg:end:slot0[:slot1]`; a second-round query adds
`_hash12` with the hash of `fullqueryid:value:provenance` (seed 002, "Evaluation Queries").
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable

import msgspec

from factbook.model.tasks import EntryPoint, Query
from factbook.text.offsets import Span

# language name, code in query ids
LANGUAGES: dict[str, str] = {"ENGLISH": "ENG", "SPANISH": "SPA", "CHINESE": "CMN"}
DEFAULT_LANGUAGE = "ENGLISH"

_EXPANDED = re.compile(r"(?:(.+)_)?([0-9A-F]{10})((?:_[0-9A-F]{12})*)", re.IGNORECASE)
_LDC = re.compile(r"(?:(.+)_)?([0-9]+)")


class QueryId(msgspec.Struct, frozen=True):
    """The parts of a query id."""

    full: str
    prefix: str  # "CSSF16_ENG"
    hash: str  # the last part: what query files are sorted by
    level: int  # 0: first round
    expanded: bool  # False: an LDC query with several entry points


def parse_id(full: str) -> QueryId | None:
    """The parts of an id; None where it is no query id."""
    match = _EXPANDED.fullmatch(full)
    if match:
        prefix, first, rest = match.groups()
        hashes = rest.split("_")[1:]
        return QueryId(full, prefix or "", hashes[-1] if hashes else first, len(hashes), expanded=True)
    match = _LDC.fullmatch(full)
    if match:
        return QueryId(full, match[1] or "", match[2], 0, expanded=False)
    return None


def language_of(docid: str) -> str | None:
    """The language that a document id names; None where it names none."""
    name = docid.upper()
    if name.startswith("CMN"):
        return "CHINESE"
    if name.startswith("SPA"):
        return "SPANISH"
    return "ENGLISH" if "ENG" in name else None


def _uuid_tail(name: str, length: int) -> str:
    digest = bytearray(hashlib.md5(bytes(16) + name.encode(), usedforsecurity=False).digest())
    digest[6] = digest[6] & 0x0F | 0x30
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return text[-length:]


def entry_hash(docid: str, start: int | str, last: int | str, slots: Iterable[str]) -> str:
    """The 10 digits of a first-round query."""
    return _uuid_tail(":".join((docid, str(start), str(last), *slots)), 10)


def next_hash(full_id: str, value: str, provenance: str) -> str:
    """The 12 digits of the query that a response gives rise to. `provenance` in its canonical order."""
    text = json.dumps(f"{full_id}:{value}:{provenance}", ensure_ascii=False)
    return _uuid_tail(text[1:-1], 12)


def canonical(spans: Iterable[Span]) -> str:
    """Provenance as text in the order that ids and matching use: document, start, end as text."""
    rows = sorted((span.doc, span.start, str(span.inclusive[1])) for span in spans)
    return ",".join(f"{doc}:{start}-{last}" for doc, start, last in rows)


def next_id(full_id: str, value: str, spans: Iterable[Span]) -> str:
    """The id of the second-round query that a response to `full_id` gives rise to."""
    return f"{full_id}_{next_hash(full_id, value, canonical(spans))}"


def parent_id(full_id: str) -> str:
    """The id without its last hash: the first-round query of a second-round one; "" for a first-round query."""
    parts = parse_id(full_id)
    return full_id.rpartition("_")[0] if parts and parts.level else ""


def expand(query: Query, base: str) -> list[Query]:
    """One query for each entry point, renamed by its hash; in the order of the entry points."""
    return [_expanded(query, point, base) for point in query.entry_points]


def _expanded(query: Query, point: EntryPoint, base: str) -> Query:
    written = dict(point.extra)  # offsets as written, where that is not the plain number
    start, last = point.span.inclusive
    digits = entry_hash(point.span.doc, written.get("beg", start), written.get("end", last), query.slots)
    name = f"{base}_{LANGUAGES[language_of(point.span.doc) or DEFAULT_LANGUAGE]}_{digits}"
    extra = tuple(pair for pair in query.extra if pair[0] != "mentions")
    return msgspec.structs.replace(query, id=name, entry_points=(point,), extra=extra)
