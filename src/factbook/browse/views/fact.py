"""The page of a fact: every passage that supports it, and beside them those of values that it excludes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from factbook.browse import sql, sql_attitudes
from factbook.browse.asked import AFTER, LIMIT, Asked, Missing, Parameter, View
from factbook.browse.marks import window
from factbook.browse.paging import BadRequest, key, page
from factbook.browse.refs import Refs, entity_row, ref, thoughts
from factbook.browse.shown import Fact, FactPage, Passage, Ref, Rival
from factbook.browse.views.facts import rank, relation_facts, slot_facts
from factbook.link.merge import compatible, value_key
from factbook.query.ask import predicates
from factbook.schema.coldstart import SLOTS

RIVALS = 6
RIVAL_PASSAGES = 3
THOUGHTS = 12
AGE = "per:age"  # differs with the date of the document: no conflict


def fact(asked: Asked) -> FactPage:
    db, size = asked.db, min(asked.limit, 50)
    subject_row = entity_row(db, asked.text("subject"))
    subject, slot = ref(subject_row), asked.text("slot")
    other = entity_row(db, asked.text("object")) if asked.text("object") else None
    if other is None and not asked.text("value"):
        raise BadRequest("`object` or `value` is needed: what the slot is filled with")
    wanted = value_key(asked.text("value")) if other is None else ref(other).id
    facts = _facts(db, subject, subject_row[0], slot)
    found = next((one for one in facts if _key(one) == wanted), None)
    if found is None:
        raise Missing(f"no document states {slot} of {subject.name} with this value")
    rows = statements(db, subject_row[0], slot, other[0] if other else None, wanted)
    rest = [row for row in rows if not asked.after or _place(row) > key(asked.after, float, int)]
    shown, more = page(rest[: size + 1], size, _place)
    return FactPage(
        fact=found,
        passages=passages(db, shown),
        more=more,
        rivals=() if asked.after else _rivals(db, subject_row[0], slot, found, facts),
        thoughts=() if asked.after else _thoughts(db, rows),
    )


def _facts(db: sqlite3.Connection, subject: Ref, number: int, slot: str) -> list[Fact]:
    if slot in SLOTS:
        return slot_facts(db, subject, number, slot)[0]
    return sorted(relation_facts(db, subject, number, slot, inverse=False)[0], key=rank)


def _key(one: Fact) -> str:
    return one.entity.id if one.entity else value_key(one.value)


def statements(db: sqlite3.Connection, subject: int, slot: str, other: int | None, value: str) -> list[Any]:
    """What documents state, the surest first. A fact and its inverse at one place are one statement."""
    rows = sql.statements(db, subject, slot, other)
    if other is None:
        wanted = value_key(value)
        rows = [row for row in rows if value_key(row[2]) == wanted]
    elif slot in SLOTS:
        for inverse in predicates(slot)[1]:
            rows += sql.statements(db, other, inverse, subject)
    once = {(row[1], row[5]): row for row in reversed(rows)}
    return sorted(once.values(), key=_place)


def _place(row: Sequence[Any]) -> tuple[float, int]:
    return -row[3], row[0]


def passages(db: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> tuple[Passage, ...]:
    documents = sql.document_rows(db, [row[1] for row in rows])
    texts: dict[int, str] = {}
    found = []
    for row in rows:
        known = documents[row[1]]
        spans = tuple((s[0], s[1]) for s in json.loads(row[5]) if len(s) == 2)
        text, offset = "", 0
        if spans:
            if row[1] not in texts:
                texts[row[1]] = sql.text(db, row[1])
            offset, end = window(texts[row[1]], spans)
            text = texts[row[1]][offset:end]
        found.append(
            Passage(
                document=known[1],
                language=known[2],
                genre=known[3],
                date=known[4],
                spans=spans,
                text=text,
                offset=offset,
                confidence=row[3],
                inferred=row[4],
            )
        )
    return tuple(found)


def _rivals(db: sqlite3.Connection, subject: int, slot: str, found: Fact, facts: Sequence[Fact]) -> tuple[Rival, ...]:
    """Other values of a single-valued slot that cannot be true as well."""
    if slot not in SLOTS or not SLOTS[slot].single or slot == AGE:
        return ()
    others = [one for one in facts if _key(one) != _key(found)]
    others = [one for one in others if one.entity is not None or not compatible(one.value, found.value)]
    refs = Refs(db)
    rivals = []
    for one in others[:RIVALS]:
        number = None if one.entity is None else entity_row(db, one.entity.id)[0]
        rows = statements(db, subject, slot, number, _key(one))
        refs.add([number])
        rivals.append(Rival(fact=one, passages=passages(db, rows[:RIVAL_PASSAGES])))
    return tuple(rivals)


def _thoughts(db: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """Who believes it, and how firmly."""
    numbers = [row[0] for row in rows[:200]]
    found = sql_attitudes.attitudes(db, {"facts": numbers}, (), THOUGHTS) if numbers else []
    return tuple(thoughts(db, found))


VIEWS = (
    View(path="/fact", name="fact", about="A fact with every supporting and contradicting passage", run=fact,
         gives=FactPage, template="fact.html", tables=("passages", "rivals", "thoughts"),
         parameters=(Parameter(name="subject", about="id of the entity", required=True),
                     Parameter(name="slot", about="slot or relation type", required=True),
                     Parameter(name="object", about="id of the entity that fills the slot"),
                     Parameter(name="value", about="the text that fills the slot"), AFTER, LIMIT)),
)  # fmt: skip
