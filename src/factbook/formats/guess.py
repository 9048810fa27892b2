"""Which format a file has: by a suffix of its own, else by what stands in its first lines.

`.tab` names no format by itself: entity discovery, slot filling and assessments all use it. There the content decides,
and where it does not, a file with enough columns is one of entity discovery.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence

from factbook.formats.format import Format
from factbook.formats.table import FORMATS, by_suffix

_HEAD = 20_000  # bytes that are looked at
_LINES = 20
_SHARED = ".tab"

# The root elements of the XML formats.
_ROOTS = {
    "source_file": "apf",
    "deft_ere": "rich-ere",
    "committed_belief_doc": "best",
    "query_set": "cssf-queries",
}
_ROOT = re.compile("<([A-Za-z_]+)")

_ANY, _WORD, _PLACE = r".*", r"\s*\S+\s*", r".+: ?[0-9]+ ?[-\u2013] ?[0-9]+"
# Lines of tab-separated columns: the columns that a format must have, and how many more it may have.
_COLUMNS: dict[str, tuple[Sequence[str], int]] = {
    "cssf-run": ((_WORD, r"[^:]+:[^:]+", _WORD, _PLACE, _ANY, r"\s*[A-Za-z]+\s*", _PLACE, _ANY), 0),
    "cssf-assessment": ((_WORD, r".+:.+", _ANY, _ANY, _ANY, r"[A-Z]", _ANY, r"[A-Z]", _ANY, _ANY), 0),
    "edl": ((_ANY, _ANY, _ANY, _PLACE, _ANY, _WORD, r"\s*[A-Za-z]+\s*"), 10),
    "coldstart-kb": ((r":\S+\s*", r"\s*[A-Za-z][\w.:-]*\s*", _ANY), 10),
}
_PATTERNS = {name: tuple(map(re.compile, columns)) for name, (columns, _) in _COLUMNS.items()}

_STATEMENT = re.compile(r"(<[^<>\s]+>|_:\S+)\s+<[^<>\s]+>\s+\S.*\.\s*")  # N-Quads
_DIRECTIVE = re.compile(r"@(prefix|base)\s|(PREFIX|BASE)\s+(\w*:\s*)?<")  # Turtle
_LINKED = re.compile(r'"@(context|graph|id)"\s*:')  # JSON-LD
_GRAPH = re.compile(r'\s*\{\s*"(entities|nodes|relationships|edges|relations|text_units|documents)"\s*:\s*\[')
_NEO4J = re.compile(r":(ID|START_ID|END_ID)\b|(^|\W)_(start|labels)\b")


def format_of(name: str, data: bytes) -> Format | None:
    """The format of a file, or None where neither suffix nor content tells it."""
    named, bare = by_suffix(name), name.lower().removesuffix(".gz")
    if named is None or bare.endswith(_SHARED):
        own = named is not None and bare.endswith(tuple(suffix for suffix in named.suffixes if suffix != _SHARED))
        return by_content(data) or (named if own or _may_be_edl(data) else None)
    return named


def by_content(data: bytes) -> Format | None:
    """The format that the first lines of a file tell."""
    text = _text(data)
    lines = [line for line in text.splitlines() if line.strip()][:_LINES]
    for name, tells in _RULES.items():
        if lines and tells(text, lines):
            return FORMATS[name]
    return _by_root(text) or _by_columns(lines)


def _may_be_edl(data: bytes) -> bool:
    """Whether a `.tab` file that nothing tells apart has a line with as many columns; or no line at all."""
    lines = [line for line in _text(data).splitlines() if line.strip()]
    return not lines or any(line.count("\t") + 1 >= len(_PATTERNS["edl"]) for line in lines)


def _text(data: bytes) -> str:
    """The beginning of a file, without a line that is cut off."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data[:_HEAD].decode("utf-16" if wide else "utf-8-sig", errors="replace")
    return text if len(data) <= _HEAD or "\n" not in text else text[: text.rindex("\n")]


def _by_root(text: str) -> Format | None:
    """The XML format whose root element is the first element of a file."""
    found = _ROOT.search(text, 0, 4000)
    return FORMATS[_ROOTS[found[1]]] if found and found[1] in _ROOTS else None


def _by_columns(lines: Sequence[str]) -> Format | None:
    """The format that most lines have the columns of; the first of the table among equals."""
    rows = [line.split("\t") for line in lines if not line.lstrip().startswith("#")]
    counts = {name: sum(_fits(columns, name) for columns in rows) for name in _COLUMNS}
    best = max(counts, key=lambda name: counts[name])
    return FORMATS[best] if counts[best] else None


def _fits(columns: Sequence[str], name: str) -> bool:
    patterns, more = _PATTERNS[name], _COLUMNS[name][1]
    if not len(patterns) <= len(columns) <= len(patterns) + more:
        return False
    return all(pattern.fullmatch(column) for pattern, column in zip(patterns, columns, strict=False))


def _conll(text: str, lines: Sequence[str]) -> bool:
    return any(line.startswith("#begin document") for line in lines)


def _jsonl(text: str, lines: Sequence[str]) -> bool:
    return lines[0].lstrip().startswith("{") and re.search(r'"record"\s*:\s*"', lines[0]) is not None


def _rdf(text: str, lines: Sequence[str]) -> bool:
    if lines[0].lstrip()[0] in "{[":
        return _LINKED.search(text) is not None
    return any(_DIRECTIVE.match(line) or _STATEMENT.fullmatch(line) for line in lines)


def _open_re(text: str, lines: Sequence[str]) -> bool:
    """A header of two entities and a relation, or a sentence with both entities marked."""
    header = lines[0].lower().split("\t")
    named = len(header) >= 3 and "entity" in header[0] and "relation" in header[1] and "entity" in header[2]
    return named or any(line.count("\t") >= 4 and line.count("[[[") >= 2 for line in lines[1:])


def _neo4j(text: str, lines: Sequence[str]) -> bool:
    return "," in lines[0] and _NEO4J.search(lines[0]) is not None


def _graphrag(text: str, lines: Sequence[str]) -> bool:
    header = {column.strip(' "').lower() for column in lines[0].split(",")}
    return {"source", "target"} <= header or {"title", "type"} <= header or _GRAPH.match(text) is not None


_RULES: dict[str, Callable[[str, Sequence[str]], bool]] = {
    "conll": _conll,
    "jsonl": _jsonl,
    "rdf": _rdf,
    "open-re": _open_re,
    "neo4j": _neo4j,
    "graphrag": _graphrag,
}
