"""Cold Start knowledge bases: tab-separated assertions with provenance and confidence (seed 002).

`check` and `repair` are the official 2016 validator: codes, repairs, order and report. Options (`context.options`):

* `profile`: `cs2016` is the official program to the letter; by default a relation and its inverse stay together,
  and a written `link` line can be read again;
* `multiple`: `one` (default), `oneperdoc` or `many` lines may state the same triple;
* `task`: `CSKB` (default), `CSED`, `CSEDL`: which predicates count;
* `linkkb`: whose links become KB ids in entity discovery output;
* `submission`: `yes` also checks the run id against the naming rule.

A file that is read and written again keeps its own order and its lines of comment; `repair` writes the official order.
"""

from __future__ import annotations

from factbook.formats.coldstart_assertions import Assertions
from factbook.formats.coldstart_codes import PROVENANCE, Log, choose, report
from factbook.formats.coldstart_infer import check_all
from factbook.formats.coldstart_layout import LAYOUT, layout_of
from factbook.formats.coldstart_load import Loader
from factbook.formats.coldstart_model import to_kb, write_model
from factbook.formats.coldstart_write import write_edl, write_kb, write_statistics
from factbook.formats.format import Context, Problems
from factbook.model.collector import collector_paused
from factbook.model.kb import KB

__all__ = [
    "CODES",
    "check",
    "load",
    "read",
    "repair",
    "report",
    "statistics",
    "to_edl",
    "validate",
    "write",
]

CODES = choose(
    "AMBIGUOUS_PREDICATE",
    "BAD_ENCODING",
    "COLON_OMITTED",
    "DUPLICATE_ASSERTION",
    "ILLEGAL_CONFIDENCE_VALUE",
    "ILLEGAL_ENTITY_NAME",
    "ILLEGAL_ENTITY_TYPE",
    "ILLEGAL_LINK_SPECIFICATION",
    "ILLEGAL_PREDICATE",
    "ILLEGAL_PREDICATE_TYPE",
    "IMPROPER_CONFIDENCE_VALUE",
    "LINE_TOO_LONG",
    "MISSING_CANONICAL",
    "MISSING_INVERSE",
    "MISSING_RUNID",
    "MISSING_TYPEDEF",
    "MULTIPLE_CANONICAL",
    "MULTIPLE_FILLS_ENTITY",
    "MULTIPLE_MENTIONS_NO_CANONICAL",
    "MULTITYPED_ENTITY",
    "NO_MENTIONS",
    "OFF_TASK_SLOT",
    "PREDICATE_ALIAS",
    "RUN_ID_NAME",
    "STRING_USED_FOR_ENTITY",
    "SUBJECT_PREDICATE_MISMATCH",
    "UNASSERTED_MENTION",
    "UNATTESTED_RELATION_ENTITY",
    "UNKNOWN_TYPE",
    "UNQUOTED_STRING",
    "WRONG_NUM_ENTRIES",
    *(name for name in PROVENANCE if name != "FAILED_LANG_INFERENCE"),
)


def load(data: bytes, *, file: str, context: Context) -> tuple[Assertions, Problems]:
    """The assertions of the lines, nothing inferred; the problems of single lines."""
    log = Log(CODES, file=file, context=context)
    with collector_paused():
        return Loader(log, context).read(data), log.problems


def validate(data: bytes, *, file: str, context: Context) -> tuple[Assertions, Problems]:
    """The assertions with everything inferred, and all problems."""
    log = Log(CODES, file=file, context=context)
    loader = Loader(log, context)
    canonical_allowed = loader.allowed is None or "canonical_mention" in loader.allowed
    with collector_paused():
        table = loader.read(data)
        check_all(table, profile=context.options.get("profile", ""), canonical_allowed=canonical_allowed)
    return table, log.problems


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems of a file."""
    return validate(data, file=file, context=context)[1]


def repair(data: bytes, *, file: str, context: Context) -> tuple[bytes | None, Problems]:
    """The file as the official validator writes it; None where errors forbid that."""
    table, problems = validate(data, file=file, context=context)
    with collector_paused():
        return (None if problems.errors else write_kb(table)), problems


def to_edl(data: bytes, *, file: str, context: Context) -> tuple[bytes | None, Problems]:
    """The entity discovery file of a knowledge base; None where errors forbid that."""
    table, problems = validate(data, file=file, context=context)
    link_kb = context.options.get("linkkb", "none")
    return (None if problems.errors else write_edl(table, link_kb).encode()), problems


def statistics(data: bytes, *, file: str, context: Context) -> str:
    """Counts of assertions and entities, as the official `-stats_file`."""
    return write_statistics(validate(data, file=file, context=context)[0])


def read(data: bytes, *, file: str, context: Context) -> tuple[KB, Problems]:
    """The knowledge base that the lines state; nothing is inferred."""
    table, problems = load(data, file=file, context=context)
    with collector_paused():
        kb = to_kb(table)
        layout = layout_of(data, write_model(kb, context.edition))
        if layout:
            kb.extra[LAYOUT] = layout
        return kb, problems


def write(content: KB, *, context: Context) -> bytes:
    """A knowledge base file in official order, or in that of the file it was read from."""
    return write_model(content, context.edition).encode()
