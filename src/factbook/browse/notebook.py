"""What a notebook shows of a knowledge base, an entity, a fact and a score, with the templates of the pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from markupsafe import Markup

from factbook.browse.asked import Asked
from factbook.browse.render import render
from factbook.browse.shown import EntityPage, FactPage
from factbook.browse.site import Site
from factbook.browse.views import entity as entity_view
from factbook.browse.views import fact as fact_view
from factbook.evaluate.report import cells, comparison_cells
from factbook.evaluate.scoring import Scored, ScoreTable
from factbook.model.kb import KB, TABLES
from factbook.model.records import Entity, Relation
from factbook.query.ask import Answer
from factbook.query.find import Found, find
from factbook.store.store import Store

ENTITIES = 10


def html(thing: object) -> str:
    """The HTML of a record that a notebook can show."""
    for kind, (name, further) in _KINDS.items():
        if isinstance(thing, kind):
            values = further(thing)
            return render("notebook.html", kind="notebook", shown=name, thing=thing, style=_style(), **values)
    raise TypeError(f"a notebook shows no {type(thing).__name__}")


def entity(store: Store, name: str, *, entity_type: str = "") -> EntityPage:
    """All that is known of an entity, by name or id."""
    found = find(store, name, entity_type=entity_type)
    return entity_view.entity(Asked(Site(store.path), store, {"id": found.id}))


def fact(store: Store, answer: Answer) -> FactPage:
    """A fact that a question found, with every passage for and against it."""
    values = {"id": answer.subject, "subject": answer.subject, "slot": answer.slot}
    values |= {"object": answer.entity} if answer.entity else {"value": answer.value}
    return fact_view.fact(Asked(Site(store.path), store, values))


@cache
def _style() -> Markup:
    return Markup((resources.files("factbook.browse") / "static" / "notebook.css").read_text(encoding="utf-8"))


def _store(store: Any) -> dict[str, Any]:
    return {"home": Site(store.path).home(store)}


def _kb(kb: Any) -> dict[str, Any]:
    ranked = sorted(kb.entities.values(), key=lambda one: -len(kb.mentions_of.get(one.id, ())))
    rows = [(one, len(kb.mentions_of.get(one.id, ())), _names(kb, one)) for one in ranked[:ENTITIES]]
    counts = [(name.replace("_", " "), len(getattr(kb, name))) for name in TABLES.values() if getattr(kb, name)]
    return {"counts": counts, "rows": rows}


def _names(kb: KB, one: Entity) -> list[str]:
    """The names of an entity, or the words of its mentions where it has none."""
    names = [name.text for name in one.names]
    mentions = kb.mentions_of.get(one.id, ())
    names += [mention.text for mention in mentions if mention.level == "NAM"]
    return list(dict.fromkeys(names or [mention.text for mention in mentions]))[:6]


def _entity(one: Any) -> dict[str, Any]:
    names = [name.text for name in one.names]
    lines = [part for part in (one.subtype, one.specificity, *names[1:8]) if part]
    return {"name": names[0] if names else one.id, "lines": lines}


def _found(one: Any) -> dict[str, Any]:
    return {"name": one.name, "lines": [f"{one.documents:,} documents", f"{one.mentions:,} mentions"]}


def _table(table: Any) -> dict[str, Any]:
    if isinstance(table, Scored):
        table = ScoreTable(results=(table,))
    columns, rows = cells(table)
    compare_columns, compared = comparison_cells(table)
    return {
        "columns": columns,
        "rows": rows,
        "compare_columns": compare_columns,
        "compared": compared,
        "signatures": table.signatures,
    }


def _nothing(_: Any) -> dict[str, Any]:
    return {}


# Type: (how the template calls it, what it needs besides the record)
_KINDS: dict[type[Any], tuple[str, Callable[[Any], dict[str, Any]]]] = {
    Store: ("store", _store),
    KB: ("kb", _kb),
    Entity: ("entity", _entity),
    Found: ("entity", _found),
    EntityPage: ("page", _nothing),
    Answer: ("answer", _nothing),
    FactPage: ("factpage", _nothing),
    Relation: ("relation", _nothing),
    ScoreTable: ("score", _table),
    Scored: ("score", _table),
}
