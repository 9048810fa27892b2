"""How alike two names are (ACE plan, Appendix A, W_err-names)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_PLAIN = re.compile(r"[a-z0-9]+(?: [a-z0-9]+)*")
_SPACE = re.compile(r"\s+")
_AROUND = re.compile(r"\s*(['-])\s*")
_LINE = re.compile(r"[\r\n]+")
_HYPHEN = re.compile(r"(\w)-\n(\w)")


def normalise_name(name: str) -> str:
    """Lower case, one blank between words, none around `'` and `-`, no final period.

    A word cut at a line end is joined; between two Chinese characters a line end is no blank.
    """
    text = name.lower()
    if _PLAIN.fullmatch(text):
        return text
    text = _LINE.sub("\n", text)
    if "\n" in text:
        text = re.sub(r"(.)\n(?=(.))", lambda cut: cut[1] if han(cut[1]) and han(cut[2]) else cut[0], text)
        text = _HYPHEN.sub(r"\1\2", text)
    text = _AROUND.sub(r"\1", _SPACE.sub(" ", text).strip())
    return text.removesuffix(".")


def han(character: str) -> bool:
    """True for a Chinese character."""
    return unicodedata.name(character, "").startswith("CJK")


def edit_distance(left: str, right: str) -> int:
    """Levenshtein distance, with bit vectors (Myers 1999, in the form of Hyyrö 2003).

    `plus` and `minus` say where the column of distances for what was read of `right` steps up and down.
    """
    if not left or not right:
        return len(left) or len(right)
    find = _places(left).get
    full = (1 << len(left)) - 1
    plus, minus = full, 0
    for character in right:
        match = find(character, 0)
        diagonal = (((match & plus) + plus) ^ plus) | match | minus
        horizontal = (minus | ~(diagonal | plus) & full) << 1 | 1
        plus = ((diagonal & plus) << 1 | ~(diagonal | horizontal)) & full
        minus = horizontal & diagonal & full
    return len(right) + plus.bit_count() - minus.bit_count()


@lru_cache(maxsize=50_000)
def _places(name: str) -> dict[str, int]:
    """The places of each character, as bits."""
    where: dict[str, int] = {}
    for place, character in enumerate(name):
        where[character] = where.get(character, 0) | 1 << place
    return where


def name_similarity(left: str, right: str) -> float:
    """1 - edit distance / length of the longer name; two empty names are alike."""
    longer = max(len(left), len(right))
    return 1 - edit_distance(left, right) / longer if longer else 1.0


def names_similarity(reference: Sequence[str], system: Sequence[str], minimum: float) -> float:
    """W_err-names: the mean over all names of both lists of the best similarity with a name of the other list.

    A similarity below `minimum` counts as 0. One empty list gives 0.
    """
    if not reference or not system:
        return 0.0
    if len(reference) == len(system) == 1:
        return 1.0 if reference[0] == system[0] else _similarity(reference[0], system[0], minimum)
    best_reference, best_system = [0.0] * len(reference), [0.0] * len(system)
    for i, left in enumerate(reference):
        for j, right in enumerate(system):
            score = 1.0 if left == right else _similarity(left, right, minimum)
            best_reference[i] = max(best_reference[i], score)
            best_system[j] = max(best_system[j], score)
    return (sum(best_reference) + sum(best_system)) / (len(reference) + len(system))


@lru_cache(maxsize=200_000)
def _similarity(left: str, right: str, minimum: float) -> float:
    """Similarity of two names; below `minimum` it is 0 (Appendix A, W_err-names)."""
    ours, theirs = len(left), len(right)
    if ours < minimum * theirs or theirs < minimum * ours:  # the distance is at least the difference in length
        return 0.0
    if minimum and ours and theirs and 1 - _least_distance(left, right) / max(ours, theirs) < minimum:
        return 0.0
    score = name_similarity(left, right)
    return score if score >= minimum else 0.0


def _least_distance(left: str, right: str) -> int:
    """No less than the characters that only one of the two has must be put in, left out or changed."""
    ours, theirs = _bag(left), _bag(right)
    return max(ours.bit_count(), theirs.bit_count()) - (ours & theirs).bit_count()


@lru_cache(maxsize=50_000)
def _bag(name: str) -> int:
    """The characters of a name as bits, the second occurrence of one apart from the first, and so on.

    Characters far apart may share a bit; then the least distance is only lower.
    """
    bag, seen = 0, dict.fromkeys(name, 0)
    for character in name:
        bag |= 1 << (7 * ord(character) + 101 * seen[character]) % 251
        seen[character] += 1
    return bag
