"""Entity discovery and linking (EDL) tab files: one mention a line, eight columns.

    run id   mention id   mention string   docid:start-end   KB id or NIL…   type   NAM or NOM   confidence

`end` is the last character. A KB id becomes an entity with a link; a NIL id an entity without one. The type is the
mention's: two mentions of one entity may differ. Columns after the eighth (2016: web search, Wikipedia, unknown) are
kept as they are.
"""

from __future__ import annotations

import re

from factbook.formats.format import ERROR, FATAL, WARNING, Code, Context, Problems, Where
from factbook.formats.lines import LONG, numbered_lines
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.text.offsets import Span

CODES = (
    Code("NOT_UTF8", FATAL, "the file is not UTF-8: {reason}", "save it as UTF-8"),
    Code("EMPTY_FILE", WARNING, "the file is empty", "write it again if something should be in it"),
    LONG,
    Code("COLUMN_COUNT", ERROR, "{count} columns, 7 or more are needed", "separate the columns with tabs"),
    Code("BAD_SPAN", ERROR, "{text!r} is no docid:start-end", "write document id, colon, first and last character"),
    Code("REVERSED_SPAN", ERROR, "{text!r} ends before it starts", "the end is the last character, not the length"),
    Code("EMPTY_KB_ID", ERROR, "the KB id is empty", "write NIL and a number for an entity outside the KB"),
    Code("BAD_TYPE", WARNING, "{type!r} is no entity type", "use PER ORG GPE FAC LOC"),
    Code("BAD_LEVEL", ERROR, "{level!r} is no mention kind", "use NAM or NOM"),
    Code("BAD_CONFIDENCE", ERROR, "{text!r} is no confidence", "write a number above 0, at most 1"),
    Code("DUPLICATE_MENTION_ID", WARNING, "mention id {id} is used again, first on line {line}", "number the mentions"),
    Code("DUPLICATE_SPAN", WARNING, "{span} is annotated again, first on line {line}", "keep one of the two"),
    Code("OFFSET_PAST_END", ERROR, "{span} lies behind the end, {length} characters", "check the offsets"),
    Code("TEXT_MISMATCH", WARNING, "the document has {found!r} at {span}, not {text!r}", "check the offsets"),
    Code("UNKNOWN_DOCUMENT", ERROR, "document {doc} is not among the sources", "check the document id"),
    Code("SEVERAL_RUNS", WARNING, "run id {run!r} differs from {first!r}", "give each run a file of its own"),
)

_PLACE = re.compile(r"(\S+): ?([0-9]{1,15}) ?[-\u2013] ?([0-9]{1,15})\Z")
_TYPES = frozenset({"PER", "ORG", "GPE", "FAC", "LOC", "TTL"})
_LINE_BREAK = re.compile(r"\r\n|[\t\n\r]")  # what a column cannot hold
_LEVELS = {"NAM": "NAM", "NOM": "NOM"}


def read(data: bytes, *, file: str, context: Context) -> tuple[KB, Problems]:
    """Entities and mentions, in file order. A line with an error is left out; the rest is read."""
    problems = Problems(CODES, ignore=context.ignore)
    kb = KB()
    reader = _Reader(file, kb, problems)
    for number, line in numbered_lines(data, file=file, problems=problems):
        if line:
            reader.line(number, line)
    return kb, problems


class _Reader:
    """Reads line after line. What repeats in a file (document ids, spans' documents, types) is kept once."""

    def __init__(self, file: str, kb: KB, problems: Problems) -> None:
        self.file, self.kb, self.problems = file, kb, problems
        self.names: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.confidences: dict[str, float] = {}

    def line(self, number: int, line: str) -> None:
        columns = line.split("\t")
        if len(columns) < 7:
            if line.strip():
                self.problems.add("COLUMN_COUNT", Where(self.file, number), count=len(columns))
            return
        run, id, text, place, link, kind, level = columns[:7]
        span = self._span(place, number)
        confidence = self._confidence(columns[7], number) if len(columns) > 7 else 1.0
        if span is None or confidence is None or not self._well_formed(link, kind, level, number):
            return
        kb, names = self.kb, self.names
        if run != kb.name:
            self._run(run, number)
        extra: tuple[tuple[str, str], ...] = ()
        if id in self.lines:
            self.problems.add("DUPLICATE_MENTION_ID", Where(self.file, number), id=id, line=self.lines[id])
            extra, id = (("id", id),), f"{id}#{number}"  # the mention still counts
        if len(columns) > 8:
            extra += tuple((f"column{i}", value) for i, value in enumerate(columns[8:], 9))
        self.lines[id] = number
        kind, level = names.setdefault(kind, kind), names.setdefault(level, level)
        entity = kb.entities.get(link)
        if entity is None:
            links = () if link.startswith("NIL") else (("KB", link),)
            entity = kb.entities[link] = Entity(id=link, type=kind, links=links)
        kb.mentions[id] = Mention(
            id=id, entity=entity.id, level=level, type=kind, extent=span, text=text, confidence=confidence, extra=extra
        )

    def _run(self, run: str, number: int) -> None:
        if not self.kb.name:
            self.kb.name = run
        else:
            self.problems.add("SEVERAL_RUNS", Where(self.file, number), run=run, first=self.kb.name)

    def _span(self, text: str, number: int) -> Span | None:
        place = _PLACE.match(text)
        if place is None:
            self.problems.add("BAD_SPAN", Where(self.file, number), text=text)
            return None
        doc, first, last = place.groups()
        span = Span.from_inclusive(self.names.setdefault(doc, doc), int(first), int(last))
        if span.end <= span.start:
            self.problems.add("REVERSED_SPAN", Where(self.file, number), text=text)
            return None
        return span

    def _confidence(self, text: str, number: int) -> float | None:
        known = self.confidences.get(text)
        if known is not None:
            return known
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if 0.0 < value <= 1.0:
            self.confidences[text] = value
            return value
        self.problems.add("BAD_CONFIDENCE", Where(self.file, number), text=text)
        return None

    def _well_formed(self, link: str, kind: str, level: str, number: int) -> bool:
        if link and level in _LEVELS and kind in _TYPES:
            return True
        if kind not in _TYPES:
            self.problems.add("BAD_TYPE", Where(self.file, number), type=kind)
        if not link:
            self.problems.add("EMPTY_KB_ID", Where(self.file, number))
        if level not in _LEVELS:
            self.problems.add("BAD_LEVEL", Where(self.file, number), level=level)
        return bool(link) and level in _LEVELS


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems: those of reading, spans given twice, and the mention string against the text where it is known."""
    kb, problems = read(data, file=file, context=context)
    if problems.errors and problems.errors[0].severity == FATAL:
        return problems
    lines = _line_numbers(data)
    seen: dict[Span, int] = {}
    for id, mention in kb.mentions.items():
        span, where = mention.extent, Where(file, lines.get(id, 0))
        if not isinstance(span, Span):
            continue
        if span in seen:
            problems.add("DUPLICATE_SPAN", where, span=span, line=seen[span])
        seen.setdefault(span, where.line)
        _against_text(span, mention.text, where, context, problems)
    problems.items.sort(key=lambda problem: problem.where)
    return problems


def _line_numbers(data: bytes) -> dict[str, int]:
    lines: dict[str, int] = {}
    for number, line in enumerate(data.decode("utf-8-sig").split("\n"), 1):
        columns = line.split("\t", 2)
        if len(columns) > 1:
            lines.setdefault(columns[1], number)
    return lines


def _against_text(span: Span, text: str, where: Where, context: Context, problems: Problems) -> None:
    if not context.sources:
        return
    source = context.sources.get(span.doc)
    if source is None:
        problems.add("UNKNOWN_DOCUMENT", where, doc=span.doc)
        return
    if span.end > len(source.text):
        problems.add("OFFSET_PAST_END", where, span=span, length=len(source.text))
        return
    found = source.text[span.start : span.end]
    if " ".join(found.split()) != " ".join(text.split()):
        problems.add("TEXT_MISMATCH", where, found=found, span=span, text=text)


def write(kb: KB, *, context: Context) -> bytes:
    """One line a mention, in table order. Entities without a link are NIL; names without NIL get a NIL number.

    Pronouns and mentions of unknown level have no place in the format and are left out.
    """
    ids = _ids(kb)
    rows = []
    for mention in kb.mentions.values():
        span = mention.extent
        if mention.level not in _LEVELS or not isinstance(span, Span):
            continue
        entity = kb.entities.get(mention.entity)
        kind = mention.type or (entity.type if entity else "")
        confidence = 1.0 if mention.confidence is None else mention.confidence
        further = [value for name, value in mention.extra if name.startswith("column")]
        text = _LINE_BREAK.sub(" ", mention.text)
        id = dict(mention.extra).get("id", mention.id)
        first = (kb.name or "factbook", id, text, str(span), ids.get(mention.entity, mention.entity))
        rows.append("\t".join([*first, kind, mention.level, repr(float(confidence)), *further]))
    return "".join(row + "\n" for row in rows).encode("utf-8")


def _ids(kb: KB) -> dict[str, str]:
    """KB id or NIL id of each entity; NIL ids that are there stay as they are."""
    ids: dict[str, str] = {}
    number = 0
    for id, entity in kb.entities.items():
        if entity.links:
            ids[id] = entity.links[0][1]
        elif id.startswith("NIL"):
            ids[id] = id
        else:
            number += 1
            while f"NIL{number:05d}" in kb.entities:
                number += 1
            ids[id] = f"NIL{number:05d}"
    return ids
