"""Problem codes of the graph formats."""

from __future__ import annotations

from factbook.formats.format import ERROR, WARNING, Code

CODES = (
    Code("BAD_TABLE", ERROR, "the table cannot be read: {reason}", "write CSV, JSON or parquet"),
    Code("NOT_UTF8", ERROR, "the file is no UTF-8: {reason}; what is wrong is replaced", "save it as UTF-8"),
    Code("NO_TABLE", ERROR, "there is no table of {what}", "name the folder that holds all tables"),
    Code("NO_COLUMN", ERROR, "the table of {what} has no column {column}; not read", "the page on formats lists them"),
    Code("ROW_LENGTH", ERROR, "the row has {got} cells, the header {expected}; row skipped", "quote cells with commas"),
    Code("EMPTY_ID", ERROR, "the row has no {column}; row skipped", "give every row one"),
    Code("DUPLICATE_NODE", WARNING, "node {id} is here twice; the first counts", "merge the rows"),
    Code("UNKNOWN_NODE", ERROR, "{end} {id} is no node; relation skipped", "add the node, or correct its id"),
    Code("UNMAPPED_TYPE", WARNING, "no entity type for label {label}: the node is only a value", "give one with --map"),
    Code("UNMAPPED_RELATION", WARNING, "no slot for relation {name}; kept as an open relation", "give one with --map"),
    Code(
        "RELATION_TYPES",
        WARNING,
        "{slot} does not join {subject} and {object}; kept as an open relation",
        "correct the types, or the slot with --map",
    ),
    Code("BAD_CONFIDENCE", ERROR, "confidence {value} is not between 0 and 1; left out", "give a probability"),
    Code("BAD_PLACE", ERROR, "{text} is no place; left out", "write DOCUMENT:FIRST-LAST"),
    Code("UNKNOWN_TEXT_UNIT", WARNING, "text unit {id} is not in the table of text units", "add the table"),
    Code(
        "TEXT_NOT_FOUND",
        WARNING,
        "the text of unit {id} is not in document {doc}: it gives no places",
        "give the same texts with --source",
    ),
    Code("NO_TEXT", WARNING, "the text of document {doc} is not here: no places in it", "name the texts with --source"),
    Code("NO_MENTION", WARNING, "{name} is nowhere in its text", "mentions and provenance need the name as written"),
    Code("BAD_MAP", ERROR, "line {number} of the map: {reason}; line skipped", "write KIND<tab>NAME<tab>TARGET"),
)
