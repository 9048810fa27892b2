"""What linking knows of one entity of one document: its names, and what tells it from a namesake."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from factbook.link.keys import number
from factbook.link.lexicon import fields
from factbook.link.names import FULL, NameForm, fold, parse
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention, Relation

CONTEXT_TYPES = ("PER", "ORG")
CONTEXT_SIZE = 8
_HE = frozenset(["he", "him", "his", "himself", "él", "他", "هو"])
_SHE = frozenset(["she", "her", "hers", "herself", "ella", "她", "هي"])
_YEAR = re.compile(r"^\d{4}")


class Profile(NamedTuple):
    """An entity of a document, as linking sees it."""

    entity: str  # its id in the document
    type: str
    name: NameForm | None  # its fullest name; None: it is never named
    forms: tuple[tuple[str, bool], ...]  # the written names, and whether they are forms of the fullest one
    aliases: tuple[str, ...]  # keys of its further names
    features: str  # what tells it from a namesake, as JSON; "" if nothing does
    mentions: int
    context: bool  # one of the document's main names: context for others

    def group(self) -> int:
        """All entities of this type with this name."""
        if self.name is None:
            return 0
        return number("group", self.type, self.name.key, "" if self.name.kind == FULL else "short")

    def node(self, document: str) -> int:
        """What linking decides on: the group of a full name, one document's use of a short name."""
        if self.name is None:
            return number("unnamed", self.type, document, self.entity)
        if self.name.kind == FULL:
            return self.group()
        return number("short", self.type, self.name.key, document)


def profiles(kb: KB, *, date: str = "") -> list[Profile]:
    """The profiles of all entities of a document's KB, in its order."""
    facts = _facts(kb)
    found = [_profile(kb, entity, facts.get(entity.id, ()), date) for entity in kb.entities.values()]
    ranked = sorted(
        (p for p in found if p.name and p.name.kind == FULL and p.type in CONTEXT_TYPES),
        key=lambda p: (-p.mentions, p.name.key if p.name else "", p.entity),
    )
    main = {p.entity for p in ranked[:CONTEXT_SIZE]}
    return [p._replace(context=True) if p.entity in main else p for p in found]


def _profile(kb: KB, entity: Entity, facts: Iterable[tuple[str, str]], date: str) -> Profile:
    mentions = kb.mentions_of.get(entity.id, ())
    names = Counter(m.head_text or m.text for m in mentions if m.level == "NAM" and not m.metonymy and m.text.strip())
    for name in entity.names:
        names.setdefault(name.text, 1)
    parsed = {text: parse(text, entity.type) for text in names if text.strip()}
    best = max(parsed.values(), key=lambda form: _completeness(form, names[form.text]), default=None)
    forms: tuple[tuple[str, bool], ...] = ()
    aliases: tuple[str, ...] = ()
    if best is not None:
        forms = tuple(sorted((text, form.key == best.key) for text, form in parsed.items()))
        aliases = tuple(sorted({form.key for form in parsed.values()} - {best.key}))
    features = _features(entity, best, mentions, facts, date) if best is not None else ""
    return Profile(entity.id, entity.type, best, forms, aliases, features, len(mentions), context=False)


def _completeness(form: NameForm, count: int) -> tuple[int, int, int, int, str]:
    return (form.kind == FULL, min(len(form.tokens), 4), count, len(form.key), form.text)


def _facts(kb: KB) -> dict[str, list[tuple[str, str]]]:
    """Slot and value text of the string-valued facts, by subject."""
    table: dict[str, list[tuple[str, str]]] = {}
    for relation in kb.relations.values():
        subject, value = _string_fact(kb, relation)
        if subject and relation.type:
            table.setdefault(subject, []).append((relation.type, value))
    return table


def _string_fact(kb: KB, relation: Relation) -> tuple[str, str]:
    if not relation.type or ":" not in relation.type or len(relation.arguments) < 2:
        return "", ""
    subject, value = relation.arguments[0].ref, relation.arguments[1].ref
    filler = kb.fillers.get(value)
    return (subject, filler.value or filler.text) if filler is not None else ("", "")


def _features(
    entity: Entity, name: NameForm, mentions: Iterable[Mention], facts: Iterable[tuple[str, str]], date: str
) -> str:
    if entity.type != "PER":
        return ""
    found: dict[str, list[str]] = {}
    year = int(date[:4]) if _YEAR.match(date) else 0
    for slot, value in facts:
        if slot == "per:date_of_birth" and _YEAR.match(value):
            found["born"] = [value[:4], value[:4]]
        elif slot == "per:date_of_death" and _YEAR.match(value):
            found["died"] = [value[:4]]
        elif slot == "per:age" and year and value.isdigit() and "born" not in found:
            found["born"] = [str(year - int(value) - 1), str(year - int(value))]
    gender = _gender(mentions)
    if gender:
        found["gender"] = [gender]
    if name.suffix:
        found["suffix"] = [name.suffix]
    words = [fold(m.head_text or m.text) for m in mentions if m.level == "NOM"]
    words += [w for slot, value in facts if slot == "per:title" for w in fold(value).split()]
    life = sorted({fields()[w] for w in words if w in fields()})
    if life:
        found["field"] = life
    return json.dumps(found, sort_keys=True, ensure_ascii=False) if found else ""


def _gender(mentions: Iterable[Mention]) -> str:
    words = [fold(m.text) for m in mentions if m.level == "PRO"]
    he, she = sum(w in _HE for w in words), sum(w in _SHE for w in words)
    if he + she < 2 or min(he, she) * 4 > max(he, she):
        return ""
    return "he" if he > she else "she"
