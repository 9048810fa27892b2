"""First page, search, and the lists of all entities and documents."""

from __future__ import annotations

import re

from factbook.browse import sql
from factbook.browse.asked import AFTER, LIMIT, Asked, Parameter, View
from factbook.browse.paging import cursor, key, page
from factbook.browse.refs import document_line, hit
from factbook.browse.shown import DocumentLine, Documents, Entities, Found, Hit, Home
from factbook.query.quote import sentence

TYPES = ("PER", "ORG", "GPE", "LOC", "FAC", "VEH", "WEA")
COMPLETIONS = 12


def home(asked: Asked) -> Home:
    """What the knowledge base holds, and where to begin."""
    return asked.site.home(asked.store)


def entities(asked: Asked) -> Entities:
    kind, size = asked.text("type"), asked.limit
    rows = sql.top_entities(asked.db, kind, key(asked.after, int, int), size + 1)
    shown, more = page(rows, size, lambda row: (row[4], row[0]))
    return Entities(type=kind, entities=tuple(map(hit, shown)), more=more)


def documents(asked: Asked) -> Documents:
    language, genre, size = asked.text("language"), asked.text("genre"), asked.limit
    last = key(asked.after, str)
    rows = sql.documents(asked.db, language, genre, last[0] if last else "", size + 1)
    shown, more = page(rows, size, lambda row: (row[1],))
    return Documents(language=language, genre=genre, documents=tuple(map(document_line, shown)), more=more)


def search(asked: Asked) -> Found:
    """Entities by name and documents by their words. `list` asks for the next page of one of the two."""
    words, kind, size, only = asked.text("q"), asked.text("type"), asked.limit, asked.text("list")
    if not words:
        return Found(words="", type=kind, entities=(), documents=())
    hits: list[Hit] = []
    more_hits = ""
    if only != "documents":
        last = key(asked.after, int, int) if only == "entities" else ()
        rows = sql.named_entities(asked.db, words, kind, last, size + 1)
        shown, more_hits = page(rows, size, lambda row: (row[4], row[0]))
        hits = [hit(row) for row in shown]
    lines: list[DocumentLine] = []
    more_lines, ranked = "", True
    if only != "entities":
        after = asked.after if only == "documents" else ""
        lines, more_lines, ranked = _documents(asked, words, after, size)
    return Found(
        words=words,
        type=kind,
        entities=tuple(hits),
        documents=tuple(lines),
        more_entities=more_hits,
        more_documents=more_lines,
        ranked=ranked,
    )


def _documents(asked: Asked, words: str, after: str, size: int) -> tuple[list[DocumentLine], str, bool]:
    """The best first; words that are in very many documents are not ranked, which would read all of them."""
    ranked = sql.matching_documents(asked.db, words) < sql.MOST
    if ranked:
        last = key(after, float, int)
        found = [(rank, number) for number, rank in sql.ranked_documents(asked.db, words)]
        if last:
            found = [item for item in found if item > last]
        more = cursor(*found[size - 1]) if len(found) > size else ""
        numbers = [number for _, number in found[:size]]
    else:
        begin = key(after, int)
        rows = sql.documents_in_order(asked.db, words, begin[0] if begin else 0, size + 1)
        shown, more = page(rows, size, lambda row: (row[0],))
        numbers = [row[0] for row in shown]
    known = sql.document_rows(asked.db, numbers)
    return [_line(asked, known[number], words) for number in numbers if number in known], more, ranked


def _line(asked: Asked, row: tuple[object, ...], words: str) -> DocumentLine:
    text = sql.text(asked.db, int(str(row[0])))
    place = _first(text, words)
    if place is None:
        return document_line(row)
    return document_line(row, quote=sentence(text, *place), start=place[0], end=place[1])


def _first(text: str, words: str) -> tuple[int, int] | None:
    """Where the words stand first: all of them together, otherwise one of them."""
    parts = re.findall(r"\w+", words)
    for pattern in (r"\W+".join(map(re.escape, parts)), "|".join(map(re.escape, parts))):
        for match in re.finditer(pattern, text, re.IGNORECASE) if pattern else ():
            before = text.rfind("<", 0, match.start())
            if before < 0 or ">" in text[before : match.start()]:  # not inside a tag
                return match.span()
    return None


def complete(asked: Asked) -> Found:
    """Entities whose name begins like this, for a field that completes names."""
    words = asked.text("q") or asked.text("entity")
    rows = sql.named_entities(asked.db, words, asked.text("type"), (), COMPLETIONS, prefix=True) if words else []
    return Found(words=words, type=asked.text("type"), entities=tuple(map(hit, rows)), documents=())


_TYPE = Parameter(name="type", about="type of the entities", choices=TYPES)
VIEWS = (
    View(path="/", name="home", about="What the knowledge base holds", run=home, gives=Home, template="home.html",
         tables=("entities", "documents")),
    View(path="/search", name="search", about="Search names and full text", run=search, gives=Found,
         template="search.html", tables=("entities", "documents"),
         parameters=(Parameter(name="q", about='words; "in quotes" a phrase'), _TYPE,
                     Parameter(name="list", about="the list to go on with", choices=("entities", "documents")),
                     AFTER, LIMIT)),
    View(path="/entities", name="entities", about="All entities, the most mentioned first", run=entities,
         gives=Entities, template="entities.html", tables=("entities",), parameters=(_TYPE, AFTER, LIMIT)),
    View(path="/documents", name="documents", about="All documents by name", run=documents, gives=Documents,
         template="documents.html", tables=("documents",),
         parameters=(Parameter(name="language", about="en, es, zh, ar"),
                     Parameter(name="genre", about="newswire, forum, sgm, plain"), AFTER, LIMIT)),
    View(path="/complete", name="complete", about="Entities whose name begins like this", run=complete, gives=Found,
         template="complete.html", tables=("entities",),
         parameters=(Parameter(name="q", about="first letters"), Parameter(name="entity", about="the same"), _TYPE)),
)  # fmt: skip
