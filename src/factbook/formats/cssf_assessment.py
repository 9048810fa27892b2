"""Cold Start assessments: 10 columns a line, 2016 layout.

id · query:slot · relation provenance · value · value provenance · value judgment · mention type of the value ·
provenance judgment · equivalence class (0: none) · mention type of the class. Judgments: C W X I S L.
"""

from __future__ import annotations

from collections.abc import Iterable

from factbook.formats.coldstart_codes import PROVENANCE, Log, choose, report
from factbook.formats.coldstart_text import WHITE, lines, split_columns
from factbook.formats.format import Context, Problems
from factbook.formats.provenance import ProvenanceReader, write_spans
from factbook.model.tasks import Assessment
from factbook.schema.coldstart import SLOTS
from factbook.schema.cssf_ids import parse_id

__all__ = ["CODES", "check", "read", "report", "write"]

CODES = choose(
    "BAD_ENCODING",
    "BAD_QUERY_ID",
    "CLASS_WITHOUT_CORRECT",
    "CORRECT_WITHOUT_CLASS",
    "EMPTY_FILE",
    "LINE_TOO_LONG",
    "MULTIPLE_CORRECT_GROUND_TRUTH",
    "UNKNOWN_JUDGMENT",
    "UNKNOWN_QUERY_ID_WARNING",
    "UNKNOWN_SLOT_NAME",
    "WRONG_NUM_ENTRIES",
    *(name for name in PROVENANCE if name != "FAILED_LANG_INFERENCE"),
)

COLUMNS = 10
_WITH_CLASS = frozenset("CXSL")
_NEEDS_CLASS = frozenset("CX")
_JUDGMENTS = frozenset("CWXISL")


def read(data: bytes, *, file: str, context: Context) -> tuple[list[Assessment], Problems]:
    """The assessments in file order."""
    log = Log(CODES, file=file, context=context)
    provenance = ProvenanceReader(log, context)
    assessments = []
    for number, text in lines(data, log):
        line = text.replace("\r", "")
        if not line.strip(WHITE) or line.lstrip(WHITE).startswith("#"):
            continue
        columns = split_columns(line)
        if len(columns) != COLUMNS:
            log.add("WRONG_NUM_ENTRIES", number, expected=COLUMNS, got=len(columns))
            continue
        assessment = _assessment(columns, number, provenance, log)
        if assessment is not None:
            assessments.append(assessment)
    if not assessments and not log.problems:
        log.add("EMPTY_FILE", file=file)
    return assessments, log.problems


def _assessment(columns: list[str], line: int, provenance: ProvenanceReader, log: Log) -> Assessment | None:
    name, query_and_slot, relation, value, place, judgment, mention_type, relation_judgment, group, level = columns
    query, _, slot = query_and_slot.partition(":")
    for code in (judgment, relation_judgment):
        if code not in _JUDGMENTS:
            log.add("UNKNOWN_JUDGMENT", line, judgment=code)
            return None
    if parse_id(query) is None:
        log.add("BAD_QUERY_ID", line, query=query)
        return None
    if slot not in SLOTS:
        log.add("UNKNOWN_SLOT_NAME", line, slot=slot)
    if group != "0" and judgment not in _WITH_CLASS:
        log.add("CLASS_WITHOUT_CORRECT", line, query=query, judgment=judgment, name=group)
    if group == "0" and judgment in _NEEDS_CLASS:
        log.add("CORRECT_WITHOUT_CLASS", line, query=query, judgment=judgment)
    return Assessment(
        id=name,
        query=query,
        slot=slot,
        provenance=provenance.read(relation, line).spans,
        value=value,
        value_provenance=provenance.read(place, line).spans,
        judgment=judgment,
        mention_type=mention_type,
        provenance_judgment=relation_judgment,
        equivalence_class=group,
        class_mention_type=level,
        line=line,
    )


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems; with queries also assessments of queries that are not among them or their second round."""
    assessments, problems = read(data, file=file, context=context)
    log = Log(CODES, file=file, context=context)
    known = {query.id for query in context.queries} if context.queries is not None else None
    seen: dict[tuple[object, ...], int] = {}
    for item in assessments:
        if known is not None and not _is_known(item.query, known):
            log.add("UNKNOWN_QUERY_ID_WARNING", item.line, query=item.query)
        key = (item.query, item.value, frozenset(item.provenance), frozenset(item.value_provenance))
        if item.judgment == "C" and seen.setdefault(key, item.line) != item.line:
            log.add("MULTIPLE_CORRECT_GROUND_TRUTH", item.line, query=item.query)
    problems.extend(log.problems)
    return problems


def _is_known(query: str, known: set[str]) -> bool:
    parts = parse_id(query)
    levels = parts.level if parts else 0
    return query.rsplit("_", levels)[0] in known if levels else query in known


def write(content: Iterable[Assessment], *, context: Context) -> bytes:
    """An assessment file, its lines in the order given."""
    return "".join(map(_line, content)).encode()


def _line(item: Assessment) -> str:
    columns = (
        item.id,
        f"{item.query}:{item.slot}",
        write_spans(item.provenance),
        item.value,
        write_spans(item.value_provenance),
        item.judgment,
        item.mention_type,
        item.provenance_judgment,
        item.equivalence_class,
        item.class_mention_type,
    )
    return "\t".join(columns) + "\n"
