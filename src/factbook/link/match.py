"""Whether two names may name one entity: a rule that says so, and a score. The rules know names only, not contexts."""

from __future__ import annotations

from typing import NamedTuple

from factbook.link.gazetteer import country_code
from factbook.link.names import (
    BARE,
    FULL,
    INITIAL,
    NameForm,
    acronym,
    demonym_stem,
    is_demonym,
    same_given,
    sound,
)
from factbook.link.scripts import edit_distance, script, similarity, skeleton


class Match(NamedTuple):
    """Why two names may be one entity."""

    rule: str
    score: float


# What each rule is worth by itself. Context raises it, see `decide.py`.
SCORES = {
    "alias": 0.9,  # a document uses both names for one entity
    "middle name": 0.9,
    "nickname": 0.86,
    "misspelling": 0.8,
    "initial": 0.7,
    "surname": 0.62,
    "given name": 0.3,
    "acronym": 0.6,
    "short form": 0.5,
    "word order": 0.85,
    "translation": 0.85,
    "transliteration": 0.8,
    "demonym": 0.8,
    "gazetteer": 0.95,
}


def match(entity_type: str, form: NameForm, other: NameForm, *, outside: bool = True) -> Match | None:
    """The best rule under which `form` may be `other`; None if there is none."""
    if form.suffix and other.suffix and form.suffix != other.suffix:
        return None
    if entity_type == "PER":
        return _person(form, other)
    return _institution(entity_type, form, other, outside=outside)


def _rule(name: str, factor: float = 1.0) -> Match:
    return Match(name, SCORES[name] * factor)


def _person(form: NameForm, other: NameForm) -> Match | None:
    if script(form.key) != script(other.key):
        return _transliterated(form.tokens, other.tokens)
    if form.kind == BARE:
        return _short_person(form, other)
    if other.kind == BARE:
        return None
    if not _same_surname(form.tokens[-1], other.tokens[-1]):
        return _joined(form, other)
    exact = form.tokens[-1] == other.tokens[-1]
    given, further = form.tokens[0], other.tokens[0]
    if form.kind == INITIAL or other.kind == INITIAL:
        return _rule("initial") if exact and given[0] == further[0] else None
    if given == further:
        if not exact:
            return _rule("misspelling")
        return _rule("middle name") if _middles_agree(form.tokens[1:-1], other.tokens[1:-1]) else None
    if exact and same_given(given, further):
        return _rule("nickname")
    if exact and _misspelt(given, further):
        return _rule("misspelling")
    return None


def _short_person(form: NameForm, other: NameForm) -> Match | None:
    word = form.tokens[0]
    surname = other.tokens[-1]
    if word == surname:
        return _rule("surname")
    if "-" in surname and word in surname.split("-"):
        return _rule("surname", 0.8)
    if len(other.tokens) > 1 and same_given(word, other.tokens[0]):
        return _rule("given name")
    return None


def _middles_agree(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """A middle name may be missing or an initial, but two different ones are two people."""
    return not first or not second or all(a[0] == b[0] for a, b in zip(first, second, strict=False))


def _same_surname(first: str, second: str) -> bool:
    return first == second or _misspelt(first, second)


def _misspelt(first: str, second: str) -> bool:
    """One slip of the pen in a word of at least five letters (two in ten), the first letter right."""
    shortest = min(len(first), len(second))
    if shortest < 5 or first[0] != second[0] or abs(len(first) - len(second)) > 2:
        return False
    return edit_distance(first, second) <= (2 if shortest >= 10 else 1)


def _joined(form: NameForm, other: NameForm) -> Match | None:
    """The same words in another order ("Haddad Karim", "Wen Li" and "Li Wen")."""
    return _rule("word order") if sorted(form.tokens) == sorted(other.tokens) else None


def _transliterated(first: tuple[str, ...], second: tuple[str, ...]) -> Match | None:
    """The same sounds in two scripts, where a hyphen may be a blank. A surname alone may match that of a full name."""
    if len(first) == 1 and len(second) > 1:
        if skeleton(first[0]) == skeleton("".join(second)) and len(skeleton(first[0])) >= 3:
            return _rule("transliteration")
        value = similarity(skeleton(first[0]), skeleton(second[-1]))
        return _rule("surname") if value == 1.0 and len(skeleton(first[0])) > 1 else None
    if len(second) == 1 and len(first) > 1:
        return None
    first, second = _apart(first), _apart(second)
    sounds, others = "".join(sound(first)), "".join(sound(second))
    if min(len(sounds), len(others)) < 3:
        return None
    value = similarity(sounds, others)
    ends = similarity(skeleton(first[-1]), skeleton(second[-1]))
    starts = similarity(skeleton(first[0]), skeleton(second[0]))
    if value >= 0.7 and min(ends, starts) >= 0.6:
        return _rule("transliteration", 0.7 + 0.3 * value)
    return None


def _apart(tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part for token in tokens for part in token.split("-") if part)


def _institution(entity_type: str, form: NameForm, other: NameForm, *, outside: bool) -> Match | None:
    if outside and entity_type == "GPE":
        codes = country_code(form.text), country_code(other.text)
        if all(codes):
            return _rule("gazetteer") if codes[0] == codes[1] else None
    if entity_type == "GPE" and demonym_stem(form) == demonym_stem(other) and is_demonym(form) != is_demonym(other):
        return _rule("demonym")
    if form.kind != FULL and other.kind == FULL:
        return _short_institution(form, other)
    if form.kind != FULL or other.kind != FULL:
        return None
    if sorted(form.tokens) == sorted(other.tokens):
        return _rule("word order")
    if _translated(form, other):
        return _rule("translation")
    if script(form.key) != script(other.key):
        exact = entity_type != "ORG" and form.concepts == other.concepts
        return _transliterated_place(form.rest, other.rest) if exact else None
    return _slips(form, other) or _short_institution(form, other)


def _translated(form: NameForm, other: NameForm) -> bool:
    """The same concepts in two languages, and what is no concept sounds alike.

    A single word that may also be written by its sound (Victoria) needs another script to be a translation.
    """
    if not form.concepts or form.languages == other.languages:
        return False
    if form.concepts == other.concepts and _same_rest(form.rest, other.rest):
        alone = not form.rest and len(form.concepts) == 1 and not form.concepts[0].isupper()
        return not alone or script(form.key) != script(other.key)
    return form.heads == other.heads and bool(form.loose) and _same_rest(form.loose, other.loose)


def _same_rest(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    sounds, others = "".join(sorted(sound(first))), "".join(sorted(sound(second)))
    if not sounds or not others:
        return sounds == others
    return similarity(sounds, others) >= 0.6 and sounds[0] == others[0]


def _transliterated_place(first: tuple[str, ...], second: tuple[str, ...]) -> Match | None:
    sounds, others = "".join(sound(first)), "".join(sound(second))
    value = similarity(sounds, others)
    return _rule("transliteration", value) if min(len(sounds), len(others)) >= 3 and value >= 0.8 else None


def _slips(form: NameForm, other: NameForm) -> Match | None:
    """One word misspelt, all others equal."""
    if len(form.tokens) != len(other.tokens):
        return None
    different = [(a, b) for a, b in zip(form.tokens, other.tokens, strict=True) if a != b]
    return _rule("misspelling") if len(different) == 1 and _misspelt(*different[0]) else None


def _short_institution(form: NameForm, other: NameForm) -> Match | None:
    if len(form.key) >= 2 and form.key == acronym(other):
        return _rule("acronym")
    size = len(form.tokens)
    if 0 < size == len(other.tokens) - 1 and form.tokens in (other.tokens[:size], other.tokens[1:]):
        return _rule("short form")
    return None
