"""Whether two names in a document are names of one thing: short forms, acronyms, nicknames, adjectives of places."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from factbook.extract.lexicon import rows_of_all, word_set

_SMALL: Final = word_set("of the and & for in de del la le al von van der on at a an &amp;")
_SUFFIXES: Final = word_set("jr jr. sr sr. ii iii iv phd md esq inc inc. corp corp. ltd ltd. co co. plc llc gmbh ag")
_HONORIFICS: Final = word_set("mr mr. mrs mrs. ms ms. dr dr. miss sir prof prof. st. rev. rev")
# Endings that make a place an adjective or its people ("Ostravian", "Ostravians", "Velmish").
_DEMONYM: Final = re.compile(r"(?:ians?|ans?|ese|ish|is?|ites?|ers?|n|ns)$")
NICKNAMES: Final = frozenset(
    frozenset(pair.split("/"))
    for pair in word_set(
        "alexander/alex andrew/andy anthony/tony benjamin/ben charles/charlie christopher/chris daniel/dan "
        "daniel/danny david/dave dorothy/dot dorothy/dottie edward/ed edward/eddie edward/ted elizabeth/liz "
        "elizabeth/beth elizabeth/betty frederick/fred gregory/greg gordon/gordie henry/harry james/jim james/jimmy "
        "john/jack john/johnny jonathan/jon joseph/joe joshua/josh katherine/kate katherine/kathy kenneth/ken "
        "lawrence/larry leonard/len margaret/maggie margaret/peggy matthew/matt michael/mike nicholas/nick "
        "patricia/pat patrick/pat peter/pete philip/phil rafael/rafa raymond/ray richard/dick richard/rick "
        "robert/bob robert/rob ronald/ron samuel/sam stephen/steve steven/steve susan/sue theodore/ted thomas/tom "
        "timothy/tim victoria/vicky vincent/vince walter/walt william/bill william/will julian/jules julius/jules"
    )
)


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, without honorifics, suffixes and a possessive."""
    words = [word.strip(',"“”()') for word in name.lower().replace("’", "'").replace("·", " ").split()]
    words = [word.removesuffix("'s") for word in words if word]
    kept = [word for word in words if word not in _SUFFIXES and word not in _HONORIFICS]
    return tuple(kept or words)


@cache
def initials(name: str) -> frozenset[str]:
    """Acronyms that a name can have."""
    words = [word for word in re.split(r"[\s-]+", name) if word and (word[0].isupper() or word[0].isdigit())]
    if len(words) < 2:
        return frozenset()
    capitals = "".join(word[0] for word in words).lower()
    every = "".join(word[0] for word in re.split(r"[\s-]+", name) if word and word[0].isalnum()).lower()
    return frozenset({capitals, every})


@cache
def nation_names() -> dict[str, str]:
    """Names, adjectives and peoples of countries, in lower case, to the country."""
    found: dict[str, str] = {}
    for row in rows_of_all("nations"):
        names = [row[0], *(row[1].split(";") if row[1] != "-" else []), *(row[2].split(";") if len(row) > 2 else [])]
        found.update({name.lower(): row[0].lower() for name in names})
    return found


def same(a: str, b: str, kind: str) -> bool:
    """Whether two names of that type can name one thing in one document."""
    if a == b or words_of(a) == words_of(b):
        return True
    if kind == "PER":
        return _same_person(words_of(a), words_of(b))
    if _acronym(a, b) or _acronym(b, a):
        return True
    if kind == "GPE" and _same_place(a.lower(), b.lower()):
        return True
    return _shorter(words_of(a), words_of(b)) or _shorter(words_of(b), words_of(a))


@cache
def handle_parts(handle: str) -> frozenset[str]:
    """The words that a screen name is made of: "quayside_quinn", "KestrelKate", "oak77"."""
    return frozenset(part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", handle) if len(part) > 2)


def _acronym(short: str, long: str) -> bool:
    bare = short.replace(".", "").lower()
    return 2 <= len(bare) <= 8 and short.replace(".", "").isupper() and " " not in short and bare in initials(long)


def first_names_agree(a: str, b: str) -> bool:
    """Two first names of one person: equal, an initial, a nickname, or one the start of the other."""
    a, b = a.rstrip("."), b.rstrip(".")
    if a == b or frozenset((a, b)) in NICKNAMES:
        return True
    short, long = sorted((a, b), key=len)
    return long.startswith(short) and (len(short) == 1 or len(short) >= 3)


def _same_person(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    short, long = sorted((a, b), key=len)
    if not short:
        return False
    if len(short) == 1:
        word = short[0]
        if len(long) == 1:
            return word == long[0] or (len(word) > 3 and long[0].endswith("-" + word))
        return word in (long[-1], long[0]) or long[-1].startswith(word + "-") or frozenset((word, long[0])) in NICKNAMES
    return short[-1] == long[-1] and first_names_agree(short[0], long[0])


def _shorter(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """A short form drops words at the start or the end: "Harbor Authority", "Meridian"."""
    if not short or len(short) >= len(long) or all(word in _SMALL for word in short):
        return False
    return long[: len(short)] == short or long[-len(short) :] == short


def _same_place(a: str, b: str) -> bool:
    nation_a, nation_b = nation_names().get(a), nation_names().get(b)
    if nation_a is not None and nation_b is not None:
        return nation_a == nation_b
    short, long = sorted((a.split()[0], b.split()[0]), key=len)
    stem_a, stem_b = _DEMONYM.sub("", long), _DEMONYM.sub("", short).rstrip("aeiouy")
    adjective = stem_a != long
    return adjective and len(stem_b) >= 4 and (stem_a.startswith(stem_b) or stem_b.startswith(stem_a.rstrip("aeiouy")))
