"""CoNLL coreference files: one token a line, chains in brackets in the last column.

    #begin document (d1); part 000
    d1   0   0   Ann    (0)
    d1   0   1   met    -
    ...
    #end document

A part is a document of its own: part 0 keeps the name, part 3 of `d1` is `d1#3`. Offsets of its spans count tokens
(`Document.offsets` is "token"); the other columns are kept as they are, in `KB.extra`.
"""

from __future__ import annotations

import re
from itertools import pairwise

from factbook.formats.format import ERROR, FATAL, WARNING, Code, Context, Problems, Where
from factbook.formats.lines import LONG, numbered_lines
from factbook.model.kb import KB
from factbook.model.records import Document, Entity, Mention
from factbook.text.offsets import Span
from factbook.text.source import Source

CODES = (
    Code("NOT_UTF8", FATAL, "the file is not UTF-8: {reason}", "save it as UTF-8"),
    Code("EMPTY_FILE", WARNING, "the file is empty", "write it again if something should be in it"),
    LONG,
    Code("NO_BEGIN", ERROR, "a token stands outside a document", "begin with: #begin document (name); part 000"),
    Code("BAD_BEGIN", ERROR, "cannot read {text!r}", "write: #begin document (name); part 000"),
    Code("NO_END", ERROR, "document {doc} does not end", "end it with: #end document"),
    Code("DOCUMENT_TWICE", ERROR, "document {doc} is here already; the second is left out", "number the parts"),
    Code("COLUMN_COUNT", ERROR, "{count} columns, 2 or more are needed", "the last column holds the chains"),
    Code("BAD_CHAINS", ERROR, "cannot read {text!r} as chains", "write - or pieces such as (3) (3 3), joined by |"),
    Code("NOT_OPENED", ERROR, "chain {chain} is closed and was not opened", "check the brackets"),
    Code("NOT_CLOSED", ERROR, "chain {chain} is opened and not closed", "check the brackets"),
    Code("REPEATED_MENTION", WARNING, "tokens {first}-{last} are given twice, chains {one} and {other}", "keep one"),
)

_BEGIN = re.compile(r"#begin document \((.+)\)(?:; part ([0-9]{1,9}))?\s*")
_PIECE = re.compile(r"(\()?([^()|\s]+)(\))?")
_ROWS = "conll:"  # kind in KB.extra: rows of a document without their last column; an empty one ends a sentence
_WORD = re.compile(r"[぀-ヿ㐀-鿿豈-﫿]|[^\W_]+|[^\w\s]|_")


def read(data: bytes, *, file: str, context: Context) -> tuple[KB, Problems]:
    """Documents, chains as entities, and their mentions."""
    problems = Problems(CODES, ignore=context.ignore)
    kb = KB()
    reader = _Reader(file, kb, problems)
    for number, line in numbered_lines(data, file=file, problems=problems):
        reader.line(number, line.rstrip("\r"))
    reader.end(None)
    return kb, problems


class _Reader:
    """Reads line after line; `doc` is the document that is open."""

    def __init__(self, file: str, kb: KB, problems: Problems) -> None:
        self.file, self.kb, self.problems = file, kb, problems
        self.doc: str | None = None
        self.skipping = False
        self.number = 0
        self._fresh()

    def _fresh(self) -> None:
        self.rows: list[str] = []
        self.words: list[str] = []
        self.open: dict[str, list[tuple[int, int]]] = {}  # token and line where a chain opened
        self.seen: dict[tuple[int, int], str] = {}
        self.found: list[tuple[int, int, str]] = []

    def add(self, code: str, **args: object) -> None:
        self.problems.add(code, Where(self.file, self.number), **args)

    def line(self, number: int, line: str) -> None:
        self.number = number
        if line.startswith("#begin document"):
            self._begin(line)
        elif line.startswith("#end document"):
            self.end(line)
        elif self.skipping or line.startswith("#"):
            return
        elif not line.strip():
            if self.doc is not None and self.rows:
                self.rows.append("")
        elif self.doc is None:
            self.add("NO_BEGIN")
        else:
            self._token(line)

    def _begin(self, line: str) -> None:
        self.end(None)
        found = _BEGIN.fullmatch(line)
        if found is None:
            self.add("BAD_BEGIN", text=line)
            self.skipping = True
            return
        name, part = found.group(1), found.group(2)
        doc = f"{name}#{int(part)}" if part and int(part) else name
        if doc in self.kb.documents:
            self.add("DOCUMENT_TWICE", doc=doc)
            self.skipping = True
            return
        self.doc = doc
        self._fresh()
        self.kb.documents[doc] = Document(id=doc, offsets="token", extra=(("begin", line),))

    def end(self, line: str | None) -> None:
        """End the open document; without its end line that is a problem."""
        self.skipping = False
        if self.doc is None:
            return
        if line is None:
            self.add("NO_END", doc=self.doc)
        for chain, places in self.open.items():
            for _, number in places:
                self.problems.add("NOT_CLOSED", Where(self.file, number), chain=chain)
        for start, last, chain in sorted(self.found, key=lambda place: (place[0], -place[1])):
            self._mention(start, last, chain)
        self.kb.extra[_ROWS + self.doc] = tuple(self.rows)
        self.doc = None

    def _token(self, line: str) -> None:
        columns = line.split()
        if len(columns) < 2:
            self.add("COLUMN_COUNT", count=len(columns))
            return
        index = len(self.words)
        self.words.append(columns[3] if len(columns) > 4 else columns[-2])
        self.rows.append(line.rstrip().removesuffix(columns[-1]))
        if columns[-1] in ("-", "_", "*"):
            return
        for piece in columns[-1].split("|"):
            self._piece(piece, index, columns[-1])

    def _piece(self, piece: str, index: int, text: str) -> None:
        found = _PIECE.fullmatch(piece)
        if found is None or not (found.group(1) or found.group(3)):
            self.add("BAD_CHAINS", text=text)
            return
        opened, chain, closed = found.groups()
        if opened:
            self.open.setdefault(chain, []).append((index, self.number))
        if closed:
            if not self.open.get(chain):
                self.add("NOT_OPENED", chain=chain)
                return
            self.found.append((self.open[chain].pop()[0], index, chain))

    def _mention(self, start: int, last: int, chain: str) -> None:
        doc = self.doc or ""
        if (start, last) in self.seen:
            self.add("REPEATED_MENTION", first=start, last=last, one=self.seen[start, last], other=chain)
            if self.seen[start, last] == chain:
                return
        self.seen.setdefault((start, last), chain)
        span = Span.from_inclusive(doc, start, last)
        entity = f"{doc}:{chain}"
        if entity not in self.kb.entities:
            self.kb.entities[entity] = Entity(id=entity, type="", extra=(("chain", chain),))
        id = f"{entity}:{start}-{last}"
        text = " ".join(self.words[span.start : span.end])
        self.kb.mentions[id] = Mention(id=id, entity=entity, level="", extent=span, text=text)


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """All problems of a file."""
    return read(data, file=file, context=context)[1]


def write(kb: KB, *, context: Context) -> bytes:
    """All documents that have tokens: those of the file read, else those of the source text.

    From source text, mention borders are token borders, and chains are numbered from 0 in order of appearance.
    """
    by_doc: dict[str, list[Mention]] = {}
    for mention in kb.mentions.values():
        by_doc.setdefault(mention.doc, []).append(mention)
    parts = []
    for doc in dict.fromkeys([*kb.documents, *by_doc]):
        rows = kb.extra.get(_ROWS + doc)
        mentions = by_doc.get(doc, [])
        if rows is not None:
            parts.append(_document(_begin_line(kb, doc), list(rows), _token_pieces(kb, mentions)))
        elif doc in context.sources:
            parts.append(_from_source(kb, context.sources[doc], mentions))
    return "".join(parts).encode("utf-8")


def _begin_line(kb: KB, doc: str) -> str:
    name, _, part = doc.partition("#")
    document = kb.documents.get(doc)
    given = dict(document.extra).get("begin", "") if document is not None else ""
    return given or f"#begin document ({name}); part {int(part) if part.isdigit() else 0:03d}"


def _token_pieces(kb: KB, mentions: list[Mention]) -> dict[int, list[str]]:
    chains: dict[str, str] = {}
    for mention in mentions:
        entity = kb.entities.get(mention.entity)
        given = dict(entity.extra).get("chain", "") if entity is not None else ""
        chains.setdefault(mention.entity, given or str(len(chains)))
    places = [(*m.extent.inclusive, chains[m.entity]) for m in mentions if isinstance(m.extent, Span)]
    return _pieces(places)


def _pieces(places: list[tuple[int, int, str]]) -> dict[int, list[str]]:
    """Bracket pieces by token: opening ones longest first, closing ones shortest first, single ones."""
    found: dict[int, list[str]] = {}
    for start, last, chain in sorted(places, key=lambda place: (place[0], -place[1])):
        if start != last:
            found.setdefault(start, []).append(f"({chain}")
    for start, last, chain in sorted(places, key=lambda place: (place[1], -place[0])):
        if start != last:
            found.setdefault(last, []).append(f"{chain})")
    for start, last, chain in places:
        if start == last:
            found.setdefault(start, []).append(f"({chain})")
    return found


def _document(begin: str, rows: list[str], pieces: dict[int, list[str]]) -> str:
    lines, index = [begin], 0
    for row in rows:
        if not row:
            lines.append("")
            continue
        lines.append(row + ("|".join(pieces[index]) if index in pieces else "-"))
        index += 1
    return "\n".join([*lines, "#end document"]) + "\n"


def _from_source(kb: KB, source: Source, mentions: list[Mention]) -> str:
    spans = [m.extent for m in mentions if isinstance(m.extent, Span)]
    tokens = _tokens(source, spans)
    starts = {token[0]: index for index, token in enumerate(tokens)}
    ends = {token[1]: index for index, token in enumerate(tokens)}
    chains: dict[str, str] = {}
    places = []
    for mention in sorted(mentions, key=lambda m: (m.extent.start, -m.extent.end)):  # type: ignore[union-attr]
        span = mention.extent
        if isinstance(span, Span) and span.start in starts and span.end in ends:
            chain = chains.setdefault(mention.entity, str(len(chains)))
            places.append((starts[span.start], ends[span.end], chain))
    rows, sentence = [], 0
    for index, (start, end) in enumerate(tokens):
        if index and "\n" in source.text[tokens[index - 1][1] : start]:
            rows.append("")
            sentence = index
        rows.append(f"{source.id}\t0\t{index - sentence}\t{source.text[start:end]}\t")
    return _document(f"#begin document ({source.id}); part 000", [*rows, ""], _pieces(places))


def _tokens(source: Source, spans: list[Span]) -> list[tuple[int, int]]:
    """Words, signs and single Chinese characters, cut at mention borders. In tags only mentions count (authors)."""
    found: list[tuple[int, int]] = []
    borders = {offset for span in spans for offset in (span.start, span.end)}
    for low, high in pairwise(sorted({0, len(source.text), *borders})):
        mentioned = any(span.start <= low and high <= span.end for span in spans)
        text = source.text if mentioned else source.masked
        found.extend(match.span() for match in _WORD.finditer(text, low, high))
    return found
