"""The checks a DTD gives, from a table: which elements and attributes may stand where, and their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec
from lxml import etree

from factbook.formats.format import Problem, Problems
from factbook.formats.xml import where

INTEGER, OFFSET, NUMBER, CONFIDENCE = "a whole number", "a whole number from 0", "a number", "a number from 0 to 1"


class Attribute(msgspec.Struct, frozen=True):
    """An attribute: whether it must be there, and what it may say."""

    required: bool = False
    values: frozenset[str] = frozenset()  # compared without regard to case; empty: any text
    number: str = ""  # INTEGER, OFFSET, NUMBER or CONFIDENCE


class Rule(msgspec.Struct, frozen=True):
    """An element: its attributes, its children with (fewest, most), and whether text stands in it.

    Of `one_of` at least one child must be there. `open` accepts any attribute.
    """

    attributes: Mapping[str, Attribute] = {}
    children: Mapping[str, tuple[int, int | None]] = {}
    one_of: frozenset[str] = frozenset()
    text: bool = False
    open: bool = False


Grammar = Mapping[str, Rule]

ANY: tuple[int, None] = (0, None)
SOME: tuple[int, None] = (1, None)
ONE, MAYBE = (1, 1), (0, 1)


def values(*words: str, required: bool = False) -> Attribute:
    """An attribute with a list of values."""
    return Attribute(required, frozenset(words))


NEEDED = Attribute(True)
FREE = Attribute()
NEEDED_OFFSET = Attribute(True, number=OFFSET)
SURE = Attribute(number=CONFIDENCE)


def check(root: etree._Element, grammar: Grammar, *, file: str, problems: Problems) -> None:
    """Report every departure from the grammar below and at `root`."""
    for element in root.iter(etree.Element):
        rule = grammar.get(element.tag)
        if rule is not None:
            _attributes(element, rule, file, problems)
            _children(element, rule, file, problems)
            if not rule.text:
                _text(element, file, problems)


def _attributes(element: etree._Element, rule: Rule, file: str, problems: Problems) -> None:
    for name in rule.attributes:
        if rule.attributes[name].required and not (element.get(name) or "").strip():
            problems.add("MISSING_ATTRIBUTE", where(file, element), element=element.tag, attribute=name)
    for key, value in element.attrib.items():
        name, value = str(key), str(value)
        attribute = rule.attributes.get(name)
        if attribute is None:
            if not rule.open:
                problems.add("UNKNOWN_ATTRIBUTE", where(file, element), element=element.tag, attribute=name)
        elif value.strip():
            _value(element, name, value.strip(), attribute, file, problems)


def _value(element: etree._Element, name: str, value: str, attribute: Attribute, file: str, problems: Problems) -> None:
    place = where(file, element)
    if attribute.values and value.upper() not in _upper(attribute.values):
        choices = " ".join(sorted(attribute.values))
        problems.add("BAD_VALUE", place, attribute=name, value=value, element=element.tag, choices=choices)
    if attribute.number and not _NUMBERS[attribute.number](value):
        problems.add("BAD_NUMBER", place, attribute=name, value=value, element=element.tag, wanted=attribute.number)


@lru_cache
def _upper(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word.upper() for word in words)


def _children(element: etree._Element, rule: Rule, file: str, problems: Problems) -> None:
    counts = Counter(child.tag for child in element.iterchildren("*"))
    for child in element.iterchildren("*"):
        if child.tag not in rule.children and child.tag not in rule.one_of:
            problems.add("UNKNOWN_ELEMENT", where(file, child), element=child.tag, parent=element.tag)
    for tag, (fewest, most) in rule.children.items():
        if counts[tag] < fewest:
            problems.add("MISSING_ELEMENT", where(file, element), element=tag, parent=element.tag)
        if most is not None and counts[tag] > most:
            problems.add("TOO_MANY_ELEMENTS", where(file, element), element=tag, parent=element.tag, limit=most)
    if rule.one_of and not any(counts[tag] for tag in rule.one_of):
        wanted = "> or <".join(sorted(rule.one_of))
        problems.add("MISSING_ELEMENT", where(file, element), element=wanted, parent=element.tag)


def _text(element: etree._Element, file: str, problems: Problems) -> None:
    parts = [element.text or "", *(child.tail or "" for child in element)]
    stray = " ".join("".join(parts).split())
    if stray:
        problems.add("STRAY_TEXT", where(file, element), element=element.tag, text=stray[:40])


def integer(value: str | None) -> int | None:
    """A whole number of ASCII digits, or None."""
    bare = (value or "").strip()
    digits = bare.removeprefix("-")
    return int(bare) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None


def number(value: str | None) -> float | None:
    """A finite number in plain or exponent notation, or None."""
    if not value:
        return None
    try:
        found = float(value.strip())
    except ValueError:
        return None
    return found if abs(found) < 1e300 else None  # also refuses nan and inf


def _offset(value: str) -> bool:
    found = integer(value)
    return found is not None and found >= 0


def _confidence(value: str) -> bool:
    found = number(value)
    return found is not None and 0 <= found <= 1


_NUMBERS: dict[str, Callable[[str], bool]] = {
    INTEGER: lambda value: integer(value) is not None,
    OFFSET: _offset,
    NUMBER: lambda value: number(value) is not None,
    CONFIDENCE: _confidence,
}


def tidy(problems: Problems) -> Problems:
    """Each problem once, in the order of the file."""
    seen: dict[object, Problem] = {}
    for problem in problems:
        seen.setdefault((problem.code.name, problem.where, tuple(sorted(problem.args.items()))), problem)
    problems.items = sorted(seen.values(), key=lambda problem: problem.where)
    return problems
