"""Open relation extraction files (seed 003): tab-separated, with a header whose wording is free.

    ground truth   Entity1  Relation  Entity2  Relational Word  Annotated Sentence
    system output  Entity1  Relation  Entity2  [sentence, not used]

`---` is no relation. In the sentence `[[[PER David Keh]]]` is an entity, `{{{head coach}}}` the trigger, and the
words between `--->` and `<---` are allowed in an extraction. Columns count by position.
Whether a file is ground truth comes from `options={"role": "gold"}` or "system", else from the width of its header.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from factbook.formats.format import ERROR, FATAL, WARNING, Code, Context, Problems, Where
from factbook.formats.lines import LONG, MAX_LINE, decoded
from factbook.model.tasks import OpenItem

CODES = (
    Code("NOT_UTF8", FATAL, "the file is not UTF-8: {reason}", "save it as UTF-8"),
    LONG,
    Code("NO_HEADER", ERROR, "the first line is no header", "put column names above the first sentence"),
    Code("COLUMN_COUNT", ERROR, "{count} columns, {wanted} are needed", "separate the columns with tabs"),
    Code("EMPTY_RELATION", ERROR, "the relation is empty", "write --- where there is none"),
    Code("EMPTY_ENTITY", ERROR, "an entity is empty", "name both entities"),
    Code("RELATION_DISAGREES", WARNING, "relation {relation!r} but trigger {trigger!r}", "the trigger decides"),
    Code("ENTITY_COUNT", WARNING, "{count} entities are marked, 2 are expected", "mark both with [[[ and ]]]"),
    Code("TRIGGER_NOT_MARKED", WARNING, "trigger {trigger!r} is not marked", "put it in {{{ and }}}"),
    Code("OPEN_WINDOW", WARNING, "an arrow has no partner", "enclose allowed words in ---> and <---"),
)

NONE = "---"
_GOLD_HEADER = ("Entity1", "Relation", "Entity2", "Relational Word", "Annotated Sentence")
# `-->` is a slip of the pen for `--->` in real files.
_MARK = re.compile(r"--->|<---|\[\[\[|\]\]\]|\{\{\{|\}\}\}|(?<!\S)-->(?!\S)|(?<!\S)<--(?!\S)")
_OPEN, _CLOSE = ("--->", "-->"), ("<---", "<--")


def read(data: bytes, *, file: str, context: Context) -> tuple[list[OpenItem], Problems]:
    """The items; one with an error is left out. The header travels in the first item's `extra`."""
    problems = Problems(CODES, ignore=context.ignore)
    text = decoded(data, file=file, problems=problems)
    if text is None:
        return [], problems
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if not any(line.strip() for line in lines):
        problems.add("NO_HEADER", Where(file, 1))
        return [], problems
    header = lines[0].split("\t")
    gold = context.options.get("role") == "gold" or ("role" not in context.options and len(header) >= 5)
    if len(header) < 3 or any("[[[" in column for column in header[4:]):
        problems.add("NO_HEADER", Where(file, 1))
        return [], problems
    items = []
    for number, line in enumerate(lines[1:], 2):
        if len(line) > MAX_LINE:
            problems.add("LINE_TOO_LONG", Where(file, number), length=len(line), limit=MAX_LINE)
        elif line.strip():
            item = (_gold_item if gold else _system_item)(line.split("\t"), Where(file, number), problems)
            if item is not None:
                items.append(item)
    if items:
        items[0] = _with_extra(items[0], ("header", lines[0]))
    return items, problems


def _with_extra(item: OpenItem, pair: tuple[str, str]) -> OpenItem:
    return msgspec.structs.replace(item, extra=(*item.extra, pair))


def _entities(columns: Sequence[str], wanted: int, where: Where, problems: Problems) -> bool:
    if len(columns) < wanted:
        problems.add("COLUMN_COUNT", where, count=len(columns), wanted=wanted)
        return False
    if not columns[0].strip() or not columns[2].strip():
        problems.add("EMPTY_ENTITY", where)
        return False
    return True


def _system_item(columns: list[str], where: Where, problems: Problems) -> OpenItem | None:
    if not _entities(columns, 3, where, problems):
        return None
    relation = columns[1].strip()
    if not relation:
        problems.add("EMPTY_RELATION", where)
        return None
    words = () if relation == NONE else tuple(relation.split())
    return OpenItem(
        line=where.line,
        entity1=columns[0].strip(),
        entity2=columns[2].strip(),
        extraction=words,
        sentence=columns[3].strip("\r") if len(columns) > 3 else "",
        extra=_further(columns, 4),
    )


def _further(columns: list[str], known: int) -> tuple[tuple[str, str], ...]:
    """Columns that the evaluation knows nothing of: kept as they stand."""
    return (("columns", "\t".join(columns[known:]).rstrip("\r")),) if len(columns) > known else ()


def _gold_item(columns: list[str], where: Where, problems: Problems) -> OpenItem | None:
    if not _entities(columns, 5, where, problems):
        return None
    entity1, relation, entity2, trigger, sentence = (column.strip() for column in columns[:5])
    if not trigger:
        problems.add("EMPTY_RELATION", where)
        return None
    if (relation == NONE) != (trigger == NONE):
        problems.add("RELATION_DISAGREES", where, relation=relation, trigger=trigger)
    triggers = () if trigger == NONE else tuple(trigger.split())
    allowed, marked, entities, balanced = parse_sentence(sentence)
    if entities != 2:
        problems.add("ENTITY_COUNT", where, count=entities)
    if triggers and not marked:
        problems.add("TRIGGER_NOT_MARKED", where, trigger=trigger)
    if not balanced:
        problems.add("OPEN_WINDOW", where)
    extra = () if relation == trigger else (("relation", relation),)
    return OpenItem(
        line=where.line,
        entity1=entity1,
        entity2=entity2,
        triggers=triggers,
        allowed=allowed,
        sentence=sentence,
        extra=(*extra, *_further(columns, 5)),
    )


def parse_sentence(sentence: str) -> tuple[tuple[str, ...], tuple[str, ...], int, bool]:
    """Words in windows, words marked as trigger, number of entities, and whether all arrows have partners."""
    allowed: list[str] = []
    marked: list[str] = []
    window: list[str] | None = None
    in_trigger, entities, balanced, place = False, 0, True, 0
    for mark in [*_MARK.finditer(sentence), None]:
        words = sentence[place : mark.start() if mark else len(sentence)].split()
        if window is not None:
            window.extend(words)
        if in_trigger:
            marked.extend(words)
        if mark is None:
            break
        place, sign = mark.end(), mark.group()
        if sign in _OPEN:
            balanced = balanced and window is None
            window = []
        elif sign in _CLOSE:
            balanced = balanced and window is not None
            allowed.extend(window or ())
            window = None
        elif sign == "[[[":
            entities += 1
        elif sign in ("{{{", "}}}"):
            in_trigger = sign == "{{{"
    return tuple(allowed), tuple(marked), entities, balanced and window is None


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems of a file."""
    return read(data, file=file, context=context)[1]


def write(items: Sequence[OpenItem], *, context: Context) -> bytes:
    """Ground truth if an item has a trigger or the role says so, else system output, each with its header."""
    role = context.options.get("role", "")
    gold = role == "gold" or (not role and any(item.triggers or item.allowed for item in items))
    given = dict(items[0].extra).get("header", "") if items else ""
    width = 5 if gold else 4 if any(item.sentence for item in items) else 3
    header = given or "\t".join((*_GOLD_HEADER[:3], "Annotated Sentence")[:width] if not gold else _GOLD_HEADER)
    rows = [header, *(_gold_row(item) if gold else _system_row(item, width) for item in items)]
    return "".join(row + "\n" for row in rows).encode("utf-8")


def _gold_row(item: OpenItem) -> str:
    trigger = " ".join(item.triggers) or NONE
    relation = dict(item.extra).get("relation", trigger)
    return "\t".join((item.entity1, relation, item.entity2, trigger, item.sentence, *_kept(item)))


def _kept(item: OpenItem) -> list[str]:
    return [value for name, value in item.extra if name == "columns"]


def _system_row(item: OpenItem, width: int) -> str:
    relation = " ".join(item.extraction) or NONE
    kept = _kept(item)
    return "\t".join((*(item.entity1, relation, item.entity2, item.sentence)[: 4 if kept else width], *kept))


def plain_sentence(sentence: str) -> tuple[list[str], list[tuple[int, int]]]:
    """The words of an annotated sentence without any mark, and the word spans of its entities.

    The first word of an entity is its type where it is in capitals and others follow (`[[[PER David Keh]]]`).
    """
    words: list[str] = []
    entities: list[tuple[int, int]] = []
    place, start = 0, 0
    for mark in [*_MARK.finditer(sentence), None]:
        found = sentence[place : mark.start() if mark else len(sentence)].split()
        if mark is not None and mark.group() == "]]]" and len(found) > 1 and found[0].isupper() and found[0].isalpha():
            found = found[1:] if len(found[0]) in (3, 4) else found
        words.extend(found)
        if mark is None:
            break
        place, sign = mark.end(), mark.group()
        if sign == "[[[":
            start = len(words)
        elif sign == "]]]":
            entities.append((start, len(words)))
    return words, entities
