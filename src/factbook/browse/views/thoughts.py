"""Who thinks what: sources against targets with values and counts, and the passages behind each cell."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import Any

from factbook.browse import sql, sql_attitudes
from factbook.browse.asked import AFTER, LIMIT, Asked, Parameter, View
from factbook.browse.paging import BadRequest, key, page
from factbook.browse.refs import Refs, entity_row, number_of, ref, thoughts
from factbook.browse.shown import Axis, Cell, Matrix, Thoughts

MANY = 20_000  # attitudes above which a matrix looks at the most frequent sources only
SOURCES = 16
LOOKED_AT = 20_000  # attitudes that a matrix counts
ROWS, COLUMNS = 16, 14
HOLDERS = {"author": "the author", "nobody": "nobody named", "other": "somebody"}
VALUES = ("CB", "NCB", "ROB", "NA", "pos", "neg")
_FILTERS = ("kind", "value", "genre", "since", "until")
_TARGETS = {"entity": "entity", "relation": "relation", "event": "event"}


def matrix(asked: Asked) -> Matrix:
    """The most frequent sources and targets under the filters. The graph of the page asks for the same again."""
    key = tuple(f"{name}={asked.text(name)}" for name in (*_FILTERS, "targets", "source", "target"))
    return asked.site.kept(("matrix", *key), lambda: _matrix(asked))


def _matrix(asked: Asked) -> Matrix:
    db, where = asked.db, _where(asked)
    target_kind = asked.text("targets") or "entity"
    where["target_kind"] = target_kind
    anybody = not {"source", "target", "holder"} & set(where)
    limited = anybody and asked.site.home(asked.store).summary.attitudes > MANY
    sources = asked.site.kept(("sources",), lambda: sql_attitudes.frequent_sources(db, SOURCES)) if limited else []
    rows = sql_attitudes.attitudes_of(db, sources, where, LOOKED_AT + 1)
    limited = limited or len(rows) > LOOKED_AT
    keyed = _keyed(db, rows[:LOOKED_AT], target_kind)
    return _counted(db, keyed, limited, _filters(asked))


def _where(asked: Asked) -> dict[str, Any]:
    where: dict[str, Any] = {name: asked.text(name) for name in _FILTERS if asked.text(name)}
    source = asked.text("source")
    if source in HOLDERS:
        where["holder"] = source
    elif source:
        where["source"] = entity_row(asked.db, source)[0]
    if asked.text("target"):
        where["target"] = entity_row(asked.db, asked.text("target"))[0]
    for name in ("since", "until"):
        if where.get(name) and not all(c.isdigit() or c == "-" for c in where[name]):
            raise BadRequest(f"`{name}` is a date such as 2014-03-31")
    return where


def _filters(asked: Asked) -> dict[str, str]:
    names = (*_FILTERS, "targets", "source", "target", "about")
    return {name: asked.text(name) for name in names if asked.text(name)}


Keyed = list[tuple[Any, Any, str]]  # key of the row, key of the column, value


def _keyed(db: sqlite3.Connection, rows: Sequence[tuple[Any, ...]], target_kind: str) -> Keyed:
    """Rows and columns that attitudes belong to: an entity, or what a relation or event says."""
    facts = sql.facts_by_id(db, list({row[4] for row in rows if row[4] is not None}))
    events = sql.events_by_id(db, list({row[5] for row in rows if row[5] is not None}))
    found: Keyed = []
    for source, holder, value, target, fact, event in rows:
        row = source if source is not None else holder
        if target_kind == "entity" and target is not None:
            found.append((row, target, value))
        elif target_kind == "relation" and fact in facts:
            found.append((row, facts[fact], value))
        elif target_kind == "event" and event in events:
            found.append((row, events[event][0], value))
    return found


def _counted(db: sqlite3.Connection, keyed: Keyed, limited: bool, filters: dict[str, str]) -> Matrix:
    by_row = Counter(row for row, _, _ in keyed).most_common(ROWS)
    rows = [row for row, _ in by_row]
    wanted = set(rows)
    by_column = Counter(column for row, column, _ in keyed if row in wanted).most_common(COLUMNS)
    columns = [column for column, _ in by_column]
    refs = Refs(db).add(x for x in (*rows, *columns) if isinstance(x, int))
    refs.add(n for column in columns if isinstance(column, tuple) for n in column[1:3])
    across = {column: _axis(column, refs, count) for column, count in by_column}
    down = {row: _axis(row, refs, count) for row, count in by_row}
    cells: dict[tuple[Any, Any], Counter[str]] = {}
    for row, column, value in keyed:
        if row in down and column in across:
            cells.setdefault((row, column), Counter())[value] += 1
    return Matrix(
        rows=tuple(down.values()),
        columns=tuple(across.values()),
        cells=tuple(
            Cell(source=down[r].key, target=across[c].key, counts=dict(counts), total=sum(counts.values()))
            for (r, c), counts in cells.items()
        ),
        attitudes=len(keyed),
        limited=limited,
        filters=filters,
    )


def _axis(thing: Any, refs: Refs, count: int) -> Axis:
    if isinstance(thing, int):
        entity = refs.sure(thing)
        return Axis(key=entity.id, text=entity.name, entity=entity, total=count)
    if isinstance(thing, tuple):
        subject = refs.sure(thing[1])
        other = refs(thing[2])
        text = f"{thing[0]}: {subject.name} – {other.name if other else thing[3]}"
        return Axis(key=f"{thing[0]}|{subject.id}|{other.id if other else '=' + thing[3]}", text=text, total=count)
    return Axis(key=thing, text=HOLDERS.get(thing, thing), total=count)


def _column(targets: str, key: str) -> dict[str, Any]:
    """The condition of a column of relations (`slot|subject|object or value`) or of events (their type)."""
    if targets == "event":
        return {"event": key}
    slot, _, rest = key.partition("|")
    subject, _, other = rest.partition("|")
    if not other.startswith("="):
        return {"fact": (slot, number_of(subject), number_of(other), "")}
    return {"fact": (slot, number_of(subject), None, other.removeprefix("="))}


def passages(asked: Asked) -> Thoughts:
    """The attitudes under the filters, with their sentences."""
    where, size = _where(asked), asked.limit
    if asked.text("about"):
        where["about"] = entity_row(asked.db, asked.text("about"))[0]
    if asked.text("targets"):
        where["target_kind"] = asked.text("targets")
    if asked.text("column"):
        where |= _column(asked.text("targets"), asked.text("column"))
    rows = sql_attitudes.attitudes(asked.db, where, key(asked.after, str, int), size + 1)
    shown, more = page(rows, size, lambda row: (row[2], row[0]))
    source, target = asked.text("source"), asked.text("target") or asked.text("about")
    return Thoughts(
        thoughts=tuple(thoughts(asked.db, shown)),
        more=more,
        filters=_filters(asked),
        source=ref(entity_row(asked.db, source)) if source and source not in HOLDERS else None,
        target=ref(entity_row(asked.db, target)) if target else None,
    )


_PARAMETERS = (
    Parameter(name="kind", about="belief or sentiment", choices=("belief", "sentiment")),
    Parameter(name="value", about="CB NCB ROB NA of a belief, pos neg of a sentiment", choices=VALUES),
    Parameter(name="targets", about="what the attitudes are about", choices=tuple(_TARGETS)),
    Parameter(name="genre", about="genre of the documents: newswire, forum …"),
    Parameter(name="since", about="documents from this date on, YYYY-MM-DD"),
    Parameter(name="until", about="documents up to this date"),
    Parameter(name="source", about="id of the entity that holds them, or author, nobody"),
    Parameter(name="target", about="id of the entity they are about"),
)
VIEWS = (
    View(path="/thoughts", name="thoughts", about="Who thinks what: sources against targets", run=matrix, gives=Matrix,
         template="thoughts.html", tables=("cells", "rows", "columns"), parameters=_PARAMETERS),
    View(path="/thoughts/passages", name="passages", about="Attitudes with their passages", run=passages,
         gives=Thoughts, template="passages.html", tables=("thoughts",),
         parameters=(*_PARAMETERS, Parameter(name="column", about="key of a column of relations or events"),
                     Parameter(name="about", about="id of an entity that the target is or involves"),
                     AFTER, LIMIT)),
)  # fmt: skip
