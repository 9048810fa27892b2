"""The page of an entity: names, facts, timeline, neighbours, attitudes, documents, and why it is one entity."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from typing import Any

from factbook.browse import sql, sql_attitudes
from factbook.browse.asked import AFTER, LIMIT, Asked, Parameter, View
from factbook.browse.paging import key, page
from factbook.browse.refs import Refs, document_line, entity_row, ref, thoughts
from factbook.browse.scripts import language_of
from factbook.browse.shown import (
    DocumentLine,
    EntityDocuments,
    EntityMerges,
    EntityPage,
    Graph,
    Link,
    Merge,
    Moment,
    Ref,
    Slot,
    Thought,
    Thoughts,
    Written,
)
from factbook.browse.views.facts import all_slots

FIRST = 8  # of a long list on the page itself
NAMES = 40
NEIGHBOURS = 24
MOMENTS = 40
EVENTS = 60
FAMOUS = 200  # documents
_DATE = re.compile(r"^\d{4}(-\d\d(-\d\d)?)?")


def entity(asked: Asked) -> EntityPage:
    row = entity_row(asked.db, asked.text("id"))
    db, number, subject = asked.db, row[0], ref(row)
    slots = tuple(all_slots(db, subject, number))
    about, more_about = _thoughts(db, {"about": number}, "", FIRST)
    by, more_by = _thoughts(db, {"source": number}, "", FIRST)
    documents, more_documents = _documents(db, number, "", FIRST)
    merged, more_merges = _merges(db, number, "", FIRST)
    return EntityPage(
        entity=subject,
        documents_count=row[3],
        mentions_count=row[4],
        confidence=row[5],
        names=_names(db, number),
        slots=slots,
        timeline=_timeline(db, number, slots),
        about=about,
        by=by,
        more_about=more_about,
        more_by=more_by,
        neighbours=_neighbours(db, number),
        documents=documents,
        more_documents=more_documents,
        merges=merged,
        more_merges=more_merges,
    )


def _names(db: sqlite3.Connection, entity: int) -> tuple[Written, ...]:
    """Names by language, the most used first; short names that no document has as its fullest come last."""
    found: dict[tuple[str, str], int] = {}
    for text, language, count in sql.written_names(db, entity):
        if text:
            found[text, language] = found.get((text, language), 0) + count
    known = {text for text, _ in found}
    for text, _, count in sql.other_names(db, entity):
        if text not in known:
            found[text, language_of(text)] = count
    names = [Written(text=text, language=language, documents=n) for (text, language), n in found.items()]
    return tuple(sorted(names, key=lambda name: (-name.documents, name.text))[:NAMES])


def _timeline(db: sqlite3.Connection, entity: int, slots: Sequence[Slot]) -> tuple[Moment, ...]:
    """Dated slots and events, by date. An event without a calendar date stands at the date of its document."""
    found = [
        Moment(date=_iso(fact.value), kind="dated", label=slot.name, text=fact.value, slot=slot.name)
        for slot in slots
        for fact in slot.facts
        if slot.kind == "slot" and "date" in slot.name and _DATE.match(fact.value) and not fact.rejected
    ]
    for kind, text, start, end, document, date, time, role in sql.dated_events(db, entity, EVENTS):
        own = _iso(time)
        if own or date:
            found.append(
                Moment(
                    date=own or date[:10],
                    kind="event" if own else "reported",
                    label=kind,
                    text=f"{text} ({role}{', ' + time if time and not own else ''})",
                    document=document,
                    start=-1 if start is None else start,
                    end=-1 if end is None else end,
                )
            )
    found.sort(key=lambda moment: (moment.date, moment.kind, moment.label, moment.text))
    return tuple(found[:MOMENTS])


def _iso(text: str) -> str:
    """`2014-XX-XX` as `2014`; "" for what is no calendar date."""
    match = _DATE.match(text)
    return match.group() if match else ""


def _neighbours(db: sqlite3.Connection, entity: int) -> tuple[Link, ...]:
    links: dict[int, list[tuple[Any, ...]]] = {}
    for row in sql.neighbours(db, entity, 4 * NEIGHBOURS):
        if row[0] != entity:
            links.setdefault(row[0], []).append(row)
    best = sorted(links.items(), key=lambda item: (-sum(row[4] for row in item[1]), item[0]))[:NEIGHBOURS]
    refs = Refs(db).add(number for number, _ in best)
    return tuple(
        Link(
            entity=refs.sure(number),
            slots=tuple(dict.fromkeys(row[1] for row in rows)),
            out=bool(rows[0][2]),
            confidence=max(row[3] for row in rows),
            documents=max(row[4] for row in rows),
        )
        for number, rows in best
    )


def graph(asked: Asked) -> Graph:
    """The neighbours and the facts among them, for drawing."""
    row = entity_row(asked.db, asked.text("id"))
    around = sql.neighbours(asked.db, row[0], 4 * NEIGHBOURS)
    numbers = list(dict.fromkeys([row[0], *(other[0] for other in around)]))[: NEIGHBOURS + 1]
    known = sql.entities(asked.db, numbers)
    refs = Refs(asked.db).add(numbers)
    facts = [(row[0], p, n) if out else (n, p, row[0]) for n, p, out, _, _ in around if n in numbers]
    # Who is in very many documents has very many facts: those among neighbours are read from the others.
    others = [n for n in numbers[1:] if n in known and known[n][3] < FAMOUS]
    facts += sql.facts_among(asked.db, others, numbers[1:]) if others else []
    edges: dict[tuple[int, int], list[str]] = {}
    for subject, predicate, other in facts:
        if subject != other:
            pair = (subject, other) if (other, subject) not in edges else (other, subject)
            edges.setdefault(pair, []).append(predicate)
    drawn = [
        {
            "source": refs.sure(a).id,
            "target": refs.sure(b).id,
            "label": _label(names[0]),
            "title": ", ".join(dict.fromkeys(names)),
        }
        for (a, b), names in edges.items()
    ]
    nodes = [_node(refs.sure(number), centre=number == row[0]) for number in numbers]
    return Graph(nodes=tuple(nodes), edges=tuple(drawn))


def _label(predicate: str) -> str:
    return predicate.partition(":")[2].replace("_", " ") or predicate.rpartition(".")[2]


def _node(entity: Ref, *, centre: bool) -> dict[str, Any]:
    return {"id": entity.id, "name": entity.name, "type": entity.type, "centre": centre}


def _thoughts(
    db: sqlite3.Connection, where: dict[str, Any], cursor_: str, size: int
) -> tuple[tuple[Thought, ...], str]:
    rows = sql_attitudes.attitudes(db, where, key(cursor_, str, int), size + 1)
    shown, more = page(rows, size, lambda row: (row[2], row[0]))
    return tuple(thoughts(db, shown)), more


def entity_attitudes(asked: Asked) -> Thoughts:
    row = entity_row(asked.db, asked.text("id"))
    side = asked.text("side") or "about"
    where = {"about" if side == "about" else "source": row[0]}
    found, more = _thoughts(asked.db, where, asked.after, asked.limit)
    subject = ref(row)
    return Thoughts(
        thoughts=found,
        more=more,
        source=subject if side == "by" else None,
        target=subject if side == "about" else None,
        filters={"side": side},
    )


def _documents(db: sqlite3.Connection, entity: int, cursor_: str, size: int) -> tuple[tuple[DocumentLine, ...], str]:
    last = key(cursor_, int)
    rows = sql.entity_documents(db, entity, last[0] if last else 0, size + 1)
    shown, more = page(rows, size, lambda row: (row[0],))
    lines: dict[str, DocumentLine] = {}
    for row in shown:
        mentions = row[6] + (lines[row[1]].mentions if row[1] in lines else 0)
        lines[row[1]] = document_line((row[7], *row[1:6]), mentions=mentions)
    return tuple(lines.values()), more


def entity_documents(asked: Asked) -> EntityDocuments:
    row = entity_row(asked.db, asked.text("id"))
    found, more = _documents(asked.db, row[0], asked.after, asked.limit)
    return EntityDocuments(entity=ref(row), documents=found, more=more)


def _merges(db: sqlite3.Connection, entity: int, cursor_: str, size: int) -> tuple[tuple[Merge, ...], str]:
    rows = sql.merges(db, entity, key(cursor_, float, int), size + 1)
    shown, more = page(rows, size, lambda row: (row[5], row[0]))
    found = tuple(
        Merge(name=r[1], document=r[2], into=r[3], rule=r[4], score=r[5], evidence=_evidence(r[6]), documents=r[7])
        for r in shown
    )
    return found, more


def _evidence(text: str) -> tuple[tuple[str, str], ...]:
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        return (("evidence", text),)
    return tuple((str(name), str(value)) for name, value in found.items()) if isinstance(found, dict) else ()


def entity_merges(asked: Asked) -> EntityMerges:
    row = entity_row(asked.db, asked.text("id"))
    found, more = _merges(asked.db, row[0], asked.after, asked.limit)
    return EntityMerges(entity=ref(row), merges=found, more=more)


VIEWS = (
    View(path="/entity/{id}", name="entity", about="All that is known of an entity", run=entity, gives=EntityPage,
         template="entity.html", tables=("slots.facts", "names", "timeline", "about", "by", "documents", "merges")),
    View(path="/entity/{id}/graph", name="entity_graph", about="Neighbours of an entity, for drawing", run=graph,
         gives=Graph, tables=("edges", "nodes")),
    View(path="/entity/{id}/attitudes", name="entity_attitudes", about="Beliefs and sentiments about or by an entity",
         run=entity_attitudes, gives=Thoughts, template="entity_attitudes.html", tables=("thoughts",),
         parameters=(Parameter(name="side", about="about it, or held by it", choices=("about", "by")), AFTER, LIMIT)),
    View(path="/entity/{id}/documents", name="entity_documents", about="Documents that mention an entity",
         run=entity_documents, gives=EntityDocuments, template="entity_documents.html", tables=("documents",),
         parameters=(AFTER, LIMIT)),
    View(path="/entity/{id}/merges", name="entity_merges", about="Why the mentions of an entity were merged",
         run=entity_merges, gives=EntityMerges, template="entity_merges.html", tables=("merges",),
         parameters=(AFTER, LIMIT)),
)  # fmt: skip
