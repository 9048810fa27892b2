"""What the labels and relation names of a graph mean: a table that ships, and rows of the user's before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from factbook.formats.format import Problems, Where
from factbook.schema.coldstart import ENTITY_TYPES, SLOTS, Slot, slot_of
from factbook.schema.labels import LABELS, Label, plain

NOTHING = "-"
# What stands for * in a slot, by the level of the place.
_PLACES = {
    "city": ("city", "cities"),
    "stateorprovince": ("stateorprovince", "statesorprovinces"),
    "country": ("country", "countries"),
}
_TYPE = re.compile(r"([A-Z]+)(?: \((city|stateorprovince|country)\))?")


class Found(msgspec.Struct, frozen=True):
    """A slot, and whether it goes from the end of the relation to its start."""

    slot: str
    turned: bool = False


class GraphMap:
    """The rows of one call."""

    def __init__(self) -> None:
        self.types: dict[str, Label] = {}
        self.relations: dict[str, list[Found]] = {}

    def type_of(self, label: str) -> Label | None:
        return self.types.get(plain(label))

    def slot(self, name: str, start: Label, end: Label) -> tuple[Found | None, str]:
        """The slot that a relation is, and else the slot that the types forbid ("" for none at all)."""
        rows = [*self.relations.get(plain(name), ()), *_itself(name)]
        for row in rows:
            for slot in _spelled(row.slot, start if row.turned else end):
                subject, other = (end, start) if row.turned else (start, end)
                if _fits(SLOTS[slot], slot, subject, other):
                    return Found(slot, row.turned), ""
        return None, rows[0].slot if rows else ""

    def in_words(self, text: str) -> list[tuple[int, str]]:
        """Names of relations that stand in a description, with their place (in words); of two at a place the longer."""
        words = plain(text).split()
        longest = max((len(name.split()) for name in self.relations), default=0)
        found = []
        for start in range(len(words)):
            for size in range(min(longest, len(words) - start), 1, -1):
                name = " ".join(words[start : start + size])
                if name in self.relations:
                    found.append((start, name))
                    break
        return found


def _itself(name: str) -> Iterator[Found]:
    """A relation that has the name of a slot: per:children, PER_CHILDREN."""
    for slot in _slots().get(plain(name), ()):
        yield Found(slot)


@cache
def _slots() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in SLOTS:
        found[plain(name)] = (*found.get(plain(name), ()), name)
    return found


def _spelled(slot: str, place: Label) -> list[str]:
    if "*" not in slot:
        return [slot]
    words = _PLACES.get(place.place, _PLACES["city"])
    return [spelled for word in words if (spelled := slot.replace("*", word)) in SLOTS]


def _fits(slot: Slot, name: str, subject: Label, other: Label) -> bool:
    """Whether a slot may join these ends; a string may be anything that is no entity of ours."""
    if name.partition(":")[0] != subject.type.lower():
        return False
    return other.type.lower() in slot.range if slot.to_entity else other.type.lower() not in ENTITY_TYPES


def graph_map(text: str, problems: Problems, file: str) -> GraphMap:
    """The table that ships, after the rows of `text`."""
    found = GraphMap()
    for number, line in enumerate(text.splitlines(), 1):
        fault = _add(found, line)
        if fault:
            problems.add("BAD_MAP", Where(file), number=number, reason=fault)
    for line in shipped().splitlines():
        _add(found, line)
    for name, label in LABELS.items():
        found.types.setdefault(name, label)
    return found


@cache
def shipped() -> str:
    """The table that ships."""
    return (files("factbook.formats") / "data" / "graph_map.tsv").read_text(encoding="utf-8")


def _add(found: GraphMap, line: str) -> str:
    """Take a row; what is wrong with it."""
    if not line.strip() or line.startswith("#"):
        return ""
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) != 3:
        return f"{len(cells)} columns, not 3"
    kind, name, target = cells
    if kind == "type":
        return _add_type(found, name, target)
    if kind != "relation":
        return f"{kind!r} is neither type nor relation"
    turned, slot = target.startswith("^"), target.removeprefix("^")
    spelled = slot.replace("*", "cities") if slot.endswith("residence") else slot.replace("*", "city")
    if target != NOTHING and slot_of(spelled) is None:
        return f"{slot} is no slot"
    if target != NOTHING:
        found.relations.setdefault(plain(name), []).append(Found(slot, turned))
    return ""


def _add_type(found: GraphMap, name: str, target: str) -> str:
    if target == NOTHING:
        found.types.setdefault(plain(name), Label(""))
        return ""
    match = _TYPE.fullmatch(target)
    if match is None or match[1].lower() not in ENTITY_TYPES:
        return f"{target} is no entity type"
    found.types.setdefault(plain(name), Label(match[1], match[2] or ""))
    return ""
