"""Blocking: the keys under which names that may be one entity meet. No step compares all pairs.

A node *emits* keys (other nodes find it under them) and *reads* keys (it looks for candidates there). A key's first
letter says which rule it serves; keys are hashed to integers for the store.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from factbook.link.gazetteer import country_code
from factbook.link.lexicon import LANGUAGES
from factbook.link.names import FULL, NameForm, acronym, demonym_stem, formal_names, sound
from factbook.link.scripts import script, skeleton

_SPOKEN = (*LANGUAGES, "en+es")
SCRIPTS = ("latn", "hans", "arab", "cyrl")


def number(*parts: str) -> int:
    """A stable 63-bit number for a key."""
    digest = blake2b("\t".join(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def emitted(entity_type: str, form: NameForm, aliases: Iterable[str], *, outside: bool = True) -> set[int]:
    """Keys under which a node with this name and these observed further names is found."""
    keys: list[tuple[str, ...]] = [("K", form.key), *(("K", alias) for alias in aliases)]
    if form.kind == FULL:
        keys += _person_emits(form) if entity_type == "PER" else _institution_keys(form, entity_type, reading=False)
        keys += _outside(entity_type, form) if outside else []
    return {number(entity_type, *key) for key in keys}


def read(entity_type: str, form: NameForm, aliases: Iterable[str], *, outside: bool = True) -> set[int]:
    """Keys under which a node looks for the entity it belongs to."""
    keys: list[tuple[str, ...]] = [("K", form.key), *(("K", alias) for alias in aliases)]
    if form.kind == FULL:
        keys += _person_reads(form) if entity_type == "PER" else _institution_keys(form, entity_type, reading=True)
        keys += _outside(entity_type, form) if outside else []
    else:
        keys += _short_reads(entity_type, form)
    return {number(entity_type, *key) for key in keys}


def _person_emits(form: NameForm) -> list[tuple[str, ...]]:
    given, surname = form.tokens[0], form.tokens[-1]
    last = skeleton(surname)
    keys: list[tuple[str, ...]] = [("S", last, initial) for initial in _initials(given)]
    own = script(form.key)
    keys += [("N", surname), ("L", own, last), ("G", given), ("J", "".join(sound(form.tokens)))]
    keys += [("N", part) for part in surname.split("-") if "-" in surname]
    keys.append(("X", own, _last_sounds(surname), skeleton(given)[:1]))
    return keys


def _person_reads(form: NameForm) -> list[tuple[str, ...]]:
    given, surname = form.tokens[0], form.tokens[-1]
    last = skeleton(surname)
    keys: list[tuple[str, ...]] = [("S", last, initial) for initial in _initials(given)]
    own = script(form.key)
    keys += [("X", other, _last_sounds(surname), skeleton(given)[:1]) for other in SCRIPTS if other != own]
    keys.append(("J", "".join(sound(form.tokens))))
    return keys


def _last_sounds(surname: str) -> str:
    """How a surname sounds at its start, of a double one the second: other scripts have a blank for the hyphen."""
    return skeleton(surname.split("-")[-1])[:2]


def _initials(given: str) -> set[str]:
    return {skeleton(name)[:1] for name in formal_names(given)}


def _institution_keys(form: NameForm, entity_type: str, *, reading: bool) -> list[tuple[str, ...]]:
    own = script(form.key)
    sounds = "+".join(sorted(sound(form.rest)))
    keys: list[tuple[str, ...]] = [("W", *form.concepts, sounds)]
    if form.concepts:
        # "Hospital" is English and Spanish: such names look for those of one language, not for their like.
        own_language = "+".join(sorted(form.languages))
        languages = [lang for lang in _SPOKEN if lang != own_language] if reading else [own_language]
        starts = {sounds[:1], "+".join(sorted(sound(form.loose)))[:1]}
        keys += [("C", lang, *form.heads, start) for lang in languages for start in starts]
    elif entity_type in ("GPE", "LOC", "FAC"):
        joined = "".join(sound(form.rest))
        others = [s for s in SCRIPTS if s != own] if reading else [own]
        keys += [("X", s, joined[:3]) for s in others if len(joined) >= 3]
    if entity_type == "GPE" and own == "latn":
        keys.append(("D", demonym_stem(form)))
    if reading:
        keys.append(("P", form.key))
    else:
        keys += [("P", part) for part in _parts(form)]
        if entity_type == "ORG" and acronym(form):
            keys.append(("A", acronym(form)))
    return keys


def _parts(form: NameForm) -> set[str]:
    """What remains of a name when its first or its last word is left out, as short names do."""
    if len(form.tokens) < 2:
        return set()
    return {" ".join(form.tokens[1:]), " ".join(form.tokens[:-1])}


def _short_reads(entity_type: str, form: NameForm) -> list[tuple[str, ...]]:
    if entity_type == "PER":
        own = script(form.key)
        sounds = skeleton(form.tokens[-1])
        keys: list[tuple[str, ...]] = [("N", form.tokens[-1])]
        keys += [("L", other, sounds) for other in SCRIPTS if other != own]
        if len(form.tokens) == 1:
            keys.append(("G", form.key))
            keys += [("J", skeleton(form.key))] if own != "latn" else []
        return keys
    return [("A", form.key), ("P", form.key)]


def _outside(entity_type: str, form: NameForm) -> list[tuple[str, ...]]:
    """The gazetteer's key: the names of a country in four languages meet under its code."""
    if entity_type != "GPE":
        return []
    code = country_code(form.text)
    return [("Z", code)] if code else []
