"""Find entities of a knowledge base: by id, by name, by a place in a document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from factbook._rich import repr_html
from factbook.link.names import fold, parse
from factbook.store.errors import NotInKB
from factbook.store.ids import internal_id, public_id
from factbook.store.store import Store
from factbook.store.text_index import expression

_PLACE = re.compile(r"^(?P<document>.+):(?P<start>\d+)-(?P<last>\d+)$")


class Found(NamedTuple):
    """An entity of the collection."""

    number: int
    type: str
    name: str
    documents: int
    mentions: int
    confidence: float

    def _repr_html_(self) -> str:
        return repr_html(self)

    @property
    def id(self) -> str:
        return public_id(self.number)

    def __str__(self) -> str:
        return f"{self.id}  {self.type}  {self.name}  ({self.documents} documents, {self.mentions} mentions)"


class Ambiguous(LookupError):
    """A name that several entities have."""

    def __init__(self, name: str, choices: Sequence[Found]) -> None:
        self.name, self.choices = name, tuple(choices)
        super().__init__(self.message())

    def message(self, advice: str = "give the id of one") -> str:
        """What is wrong, what to do, and the choices."""
        lines = "\n".join(f"  {choice}" for choice in self.choices)
        return f"{self.name!r} names {len(self.choices)} entities; {advice}:\n{lines}"


def by_number(store: Store, number: int) -> Found | None:
    """The entity with this number."""
    row = store.connection.execute(
        "SELECT id, type, name, documents, mentions, confidence FROM entity WHERE id = ?", (number,)
    ).fetchone()
    return Found(*row) if row else None


def find(store: Store, text: str, *, entity_type: str = "") -> Found:
    """The one entity that an id, a place `document:start-last` or a name means.

    Raises `NotInKB` with near names, or `Ambiguous` with the choices.
    """
    number = internal_id(text)
    found = by_number(store, number) if number is not None else None
    if found is not None:
        return found
    place = _PLACE.match(text)
    if place:
        return at_place(store, place["document"], int(place["start"]), int(place["last"]) + 1, entity_type=entity_type)
    return by_name(store, text, entity_type=entity_type)


def by_name(store: Store, name: str, *, entity_type: str = "") -> Found:
    """The one entity of that name."""
    choices = [c for c in named(store, name) if not entity_type or c.type == entity_type]
    if len(choices) > 1:
        # Who has exactly this full name is meant, unless another one that is called so is mentioned more; a short name
        # is nobody's in particular.
        main = [c for c in choices if fold(c.name) == fold(name) and not parse(c.name, c.type).short]
        choices = main if main == choices[:1] else choices
    if len(choices) == 1:
        return choices[0]
    if choices:
        raise Ambiguous(name, choices)
    near = search_names(store, name, limit=5)
    hint = "; near names: " + ", ".join(dict.fromkeys(c.name for c in near)) if near else ""
    kind = f" of type {entity_type}" if entity_type else ""
    raise NotInKB(f"the knowledge base has no entity named {name!r}{kind}{hint}")


def named(store: Store, name: str) -> list[Found]:
    """All entities that documents call by this name, the most mentioned first."""
    rows = store.connection.execute(
        "SELECT DISTINCT n.root FROM name t JOIN node n ON n.grp = t.grp AND n.mentions > 0 WHERE t.folded = ?",
        (fold(name),),
    )
    return _entities(store, [row[0] for row in rows])


def search_names(store: Store, words: str, *, limit: int = 20) -> list[Found]:
    """Entities with a name that holds these words."""
    query = expression(words)
    if not query:
        return []
    rows = store.connection.execute(
        "SELECT DISTINCT n.root FROM name_text x JOIN name t ON t.id = x.rowid JOIN node n ON n.grp = t.grp "
        "WHERE name_text MATCH ? LIMIT 500",
        (query,),
    ).fetchall()
    if not rows and len(words.split()) > 1:
        return [hit for word in words.split() for hit in search_names(store, word, limit=limit)][:limit]
    return _entities(store, [row[0] for row in rows])[:limit]


def _entities(store: Store, numbers: Sequence[int]) -> list[Found]:
    found = [entity for number in numbers if (entity := by_number(store, number)) is not None]
    return sorted(found, key=lambda entity: (-entity.mentions, entity.name, entity.number))


def at_place(store: Store, document: str, start: int, end: int, *, entity_type: str = "") -> Found:
    """The entity of the mention at a place, by the rule of seed 002, "Evaluation Queries".

    Named mentions that share a character; most common characters, fewest further ones, first in the document.
    """
    number = store._document_number(document)
    rows = store.connection.execute(
        "SELECT m.start, m.end, m.seq, l.entity FROM mention m JOIN local_entity l ON l.id = m.local "
        "WHERE m.document = ? AND m.start < ? AND m.end > ? AND m.level = 'NAM' AND (? = '' OR l.type = ?)",
        (number, end, start, entity_type, entity_type),
    ).fetchall()
    if not rows:
        raise NotInKB(f"no named mention at {document}:{start}-{end - 1}")

    def order(row: tuple[int, int, int, int]) -> tuple[int, int, int]:
        common = min(row[1], end) - max(row[0], start)
        return -common, (row[1] - row[0]) - common, row[2]

    best = min(rows, key=order)
    found = by_number(store, best[3])
    assert found is not None, "linking gives every mention an entity"
    return found


def search_documents(store: Store, words: str, *, limit: int = 20) -> list[str]:
    """Ids of documents that hold these words, the best first."""
    query = expression(words)
    if not query:
        return []
    rows = store.connection.execute(
        "SELECT d.name FROM document_text x JOIN document d ON d.id = x.rowid WHERE document_text MATCH ? "
        "ORDER BY rank LIMIT ?",
        (query, limit),
    )
    return [row[0] for row in rows]
