"""What the antecedent scorer sees of two mentions beside their vectors.

Each mention becomes a few small integers (``table``); each pair of mentions becomes a few slots
(``slots``), every slot a row of one embedding table. Training and run time share this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from factbook.extract.encoders.labels import MENTION_LEVELS, MENTION_TYPES
from factbook.extract.lexicon import word_set

Ints = NDArray[np.int64]


class MentionView(NamedTuple):
    """A mention as the scorer sees it. ``speaker`` is "" where nobody is known to speak."""

    head: int
    start: int
    end: int
    sentence: int
    type: str
    level: str
    speaker: str = ""


_PRONOUNS: Final = {
    word: number
    for number, words in enumerate(
        (
            "i me my mine myself",
            "we us our ours ourselves",
            "you your yours yourself yourselves",
            "he him his himself",
            "she her hers herself",
            "it its itself",
            "they them their theirs themselves themself",
            "who whom whose which that",
            "this these those such",
            "one ones another other others each all both some any many none",
            "here there",
        ),
        start=1,
    )
    for word in words.split()
}
PRONOUN_CLASSES: Final = 13  # 0 is "no pronoun", 12 any other pronoun
_MALE: Final = word_set(
    "mr sir lord king prince duke father son brother husband man boy uncle nephew grandfather gentleman men boys "
    "he him his himself guy mr. spokesman chairman businessman actor"
)
_FEMALE: Final = word_set(
    "mrs ms miss lady queen princess duchess mother daughter sister wife woman girl aunt niece grandmother women "
    "girls she her hers herself madam mrs. ms. spokeswoman actress"
)
_PLURAL_WORDS: Final = word_set(
    "we us our ours ourselves they them their theirs themselves people men women children police these those both "
    "many several parents"
)
_DEMONSTRATIVE: Final = word_set("this that these those such")
_INDEFINITE: Final = word_set("a an some any another no every each")
_POSSESSIVE: Final = word_set("my your his her its our their whose")
_LIGHT: Final = word_set(
    "the a an this that these those of in on at for to and 's ’s , . ' \" - mr mrs ms dr mr. mrs. ms. dr. sir miss "
    "lord lady my your his her its our their"
)


class Table(NamedTuple):
    """Attributes of mentions, one entry each."""

    head: Ints
    string: Ints
    initials: Ints
    tokens: NDArray[np.uint64]
    level: Ints
    type: Ints
    pronoun: Ints
    gender: Ints
    number: Ints
    definite: Ints
    sentence: Ints
    speaker: Ints
    rank: Ints  # how many earlier mentions have the same head
    types_before: Ints  # (mentions + 1, types): mentions of each type before this one


def _gender(words: Sequence[str]) -> int:
    if any(word in _MALE for word in words):
        return 1
    return 2 if any(word in _FEMALE for word in words) else 0


def _definiteness(words: Sequence[str]) -> int:
    first = words[0]
    if first == "the":
        return 1
    if first in _INDEFINITE:
        return 2
    if first in _DEMONSTRATIVE:
        return 4
    return 3 if first in _POSSESSIVE or "'s" in words[:-1] else 0


def _stem(word: str) -> str:
    """Singular and plural of a noun as one."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _signature(words: Sequence[str]) -> int:
    """A 63-bit set of the content words; collisions are rare and only blur a feature."""
    bits = 0
    for word in words:
        bits |= 1 << (sum(map(ord, word)) * 31 + len(word) * 7) % 63
    return bits


def _span(mention: MentionView, words: Sequence[str]) -> Sequence[str]:
    """The words up to the head, and after it those of a name ("University of Oxford")."""
    end = min(mention.end, mention.head + 4) if mention.level == "NAM" else mention.head + 1
    return words[max(mention.start, mention.head - 10) : max(end, mention.head + 1)]


def _attributes(mention: MentionView, words: Sequence[str], ids: dict[str, int]) -> tuple[int, ...]:
    cased = _span(mention, words)
    span = [word.lower() for word in cased]
    head = words[mention.head].lower()
    stem = _stem(head) if mention.level == "NOM" else head
    content = [word for word in span if word not in _LIGHT] or [head]
    initials = "".join(word[0] for word in cased if word[:1].isupper()).lower()
    plural = head in _PLURAL_WORDS or (head.endswith("s") and not head.endswith("ss"))
    return (
        ids.setdefault(stem, len(ids)),
        ids.setdefault(" ".join(content), len(ids)),
        ids.setdefault(initials, len(ids)) if len(initials) > 1 else -1 - mention.head,
        _signature(content[-8:]),
        MENTION_LEVELS.index(mention.level),
        MENTION_TYPES.index(mention.type),
        _PRONOUNS.get(head, 12) if mention.level == "PRO" else 0,
        _gender(span[-4:]),
        2 if plural else 1,
        _definiteness(span),
        mention.sentence,
        ids.setdefault("\0" + mention.speaker, len(ids)) if mention.speaker else -1,
    )


def table(mentions: Sequence[MentionView], words: Sequence[str]) -> Table:
    """Attributes of ``mentions``, which must be in order of their heads."""
    ids: dict[str, int] = {}
    rows = [_attributes(mention, words, ids) for mention in mentions]
    c = np.asarray(rows, dtype=np.int64).reshape(len(rows), 12).T
    rank = np.zeros(len(rows), dtype=np.int64)
    seen: dict[int, int] = {}
    for row, head in enumerate(c[0].tolist()):
        rank[row] = seen.get(head, 0)
        seen[head] = int(rank[row]) + 1
    before = np.zeros((len(rows) + 1, len(MENTION_TYPES)), dtype=np.int64)
    before[1:] = np.cumsum(c[5][:, None] == np.arange(len(MENTION_TYPES)), axis=0)
    signatures = c[3].astype(np.uint64)
    return Table(c[0], c[1], c[2], signatures, c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], rank, before)


SLOT_SIZES: Final = (32 * 9, 10 * 6 * 3, PRONOUN_CLASSES**2 * 3, 49 * 9, 5 * 3 * 2 * 2, 6 * 4 * 2 * 3)
SLOT_STARTS: Final = tuple(int(sum(SLOT_SIZES[:k])) for k in range(len(SLOT_SIZES)))
ROWS: Final = sum(SLOT_SIZES)


def _log_bucket(distance: Ints, limit: int) -> Ints:
    return np.minimum(np.log2(np.maximum(distance, 1)).astype(np.int64), limit)


def slots(views: Table, anaphor: Ints, antecedent: Ints) -> Ints:
    """Rows of the embedding table for each pair, shape (pairs, slots)."""
    i, j = anaphor, antecedent
    a, b = views.tokens[i], views.tokens[j]
    same_head = (views.head[i] == views.head[j]).astype(np.int64)
    same_string = (views.string[i] == views.string[j]).astype(np.int64)
    inside = (((a & ~b) == 0) | ((b & ~a) == 0)).astype(np.int64)
    shared = ((a & b) != 0).astype(np.int64)
    acronym = (views.initials[i] == views.string[j]) | (views.string[i] == views.initials[j])
    match = same_head + 2 * same_string + 4 * inside + 8 * shared + 16 * acronym
    levels = views.level[i] * 3 + views.level[j]
    sentences = np.minimum(np.abs(views.sentence[i] - views.sentence[j]), 8)
    sentence_bucket = np.asarray((0, 1, 2, 3, 3, 4, 4, 4, 5), dtype=np.int64)[sentences]
    apart = _log_bucket(i - j, 9)
    unknown = (views.speaker[i] < 0) | (views.speaker[j] < 0)
    speaker = np.where(unknown, 0, 1 + (views.speaker[i] == views.speaker[j]))
    gender = views.gender[i] * 3 + views.gender[j]
    plural = (views.number[i] != views.number[j]).astype(np.int64)
    between = views.types_before[i, views.type[j]] - views.types_before[j + 1, views.type[j]]
    rivals = np.where(between == 0, 0, 1 + _log_bucket(between, 4))
    repeats = np.where(same_head == 1, np.minimum(views.rank[i] - views.rank[j], 3), 0)
    same_type = (views.type[i] == views.type[j]).astype(np.int64)
    out = np.stack(
        (
            match * 9 + levels,
            (apart * 6 + sentence_bucket) * 3 + views.level[i],
            (views.pronoun[i] * PRONOUN_CLASSES + views.pronoun[j]) * 3 + speaker,
            (views.type[i] * 7 + views.type[j]) * 9 + gender,
            ((views.definite[i] * 3 + views.level[j]) * 2 + same_head) * 2 + plural,
            ((rivals * 4 + repeats) * 2 + same_type) * 3 + views.level[i],
        ),
        axis=-1,
    )
    return out + np.asarray(SLOT_STARTS, dtype=np.int64)


DISTANCES: Final = 14


def distance_bucket(subject: Ints, object_: Ints) -> Ints:
    """Signed logarithmic distance in words from subject to object, 0 to 13."""
    apart = object_ - subject
    size = np.minimum(np.log2(np.abs(apart) + 1).astype(np.int64), 6)
    out: Ints = np.where(apart < 0, size, size + 7)
    return out
