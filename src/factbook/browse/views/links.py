"""Split and merge by hand: the list of decisions, and the changes themselves. Changes need the token of the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from factbook.browse.asked import Asked, View
from factbook.browse.paging import BadRequest
from factbook.browse.refs import entity_row, ref
from factbook.browse.shown import Done, Shown
from factbook.query.find import find
from factbook.store import manual
from factbook.store.store import Store


class Decision(Shown, frozen=True, kw_only=True):
    """A decision by hand."""

    number: int
    act: str
    about: str
    other: str


class Decisions(Shown, frozen=True, kw_only=True):
    """All decisions by hand."""

    decisions: tuple[Decision, ...]
    writable: bool


class MergeOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Make an entity part of another one."""

    entity: str  # id
    into: str  # id or name of the other


class SplitOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Take a name, or what some documents say, out of an entity."""

    entity: str
    name: str = ""
    documents: tuple[str, ...] = ()


class UndoOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Forget a decision."""

    decision: int


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of changes."""

    path: str
    name: str
    about: str
    takes: type[Any]
    run: Callable[[Store, Any], Done]


def merge(store: Store, order: MergeOrder) -> Done:
    one = entity_row(store.connection, order.entity)
    other = find(store, order.into, entity_type=one[1])
    manual.merge(store, one[0], other.number)
    row = entity_row(store.connection, other.id)
    return Done(message=f"{one[2]} is now part of {row[2]}", entity=ref(row))


def split(store: Store, order: SplitOrder) -> Done:
    row = entity_row(store.connection, order.entity)
    if order.name:
        manual.split_name(store, row[0], order.name)
        return Done(message=f"{order.name} is now apart from {row[2]}", entity=ref(row))
    if order.documents:
        manual.split_documents(store, row[0], order.documents)
        return Done(message=f"{row[2]} in {', '.join(order.documents)} is now an entity of its own", entity=ref(row))
    raise BadRequest("say what to take out: `name` or `documents`")


def undo(store: Store, order: UndoOrder) -> Done:
    manual.undo(store, order.decision)
    return Done(message=f"decision {order.decision} is forgotten")


def decisions(asked: Asked) -> Decisions:
    rows = manual.decisions(asked.store)
    found = tuple(Decision(number=n, act=act, about=str(about), other=str(other)) for n, act, about, other in rows)
    return Decisions(decisions=found, writable=asked.site.writable)


CHANGES = (
    Change(path="/merge", name="merge", about="Make an entity part of another one", takes=MergeOrder, run=merge),
    Change(path="/split", name="split", about="Take a name or documents out of an entity", takes=SplitOrder, run=split),
    Change(path="/undo", name="undo", about="Forget a decision by hand", takes=UndoOrder, run=undo),
)
VIEWS = (
    View(path="/decisions", name="decisions", about="Decisions by hand", run=decisions, gives=Decisions,
         template="decisions.html", tables=("decisions",)),
)  # fmt: skip
