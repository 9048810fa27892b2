"""Counts and figures that the scores of several programs share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from training.example import IGNORE, NAME_ROWS, Example
from training.names import tag_spans

_NAME_OF_ROW = {row: name for name, row in NAME_ROWS.items()}
COARSE = {"GPE": "LOC", "FAC": "LOC", "PLACE": "LOC", "THING": "OTH", "VEH": "OTH"}


def prf(right: float, guessed: float, true: float) -> str:
    p, r = right / max(guessed, 1), right / max(true, 1)
    return f"P {100 * p:5.1f}  R {100 * r:5.1f}  F {200 * p * r / max(p + r, 1e-9):5.1f}  (n {true:.0f})"


def gold_names(example: Example) -> set[tuple[int, int, str]]:
    tags = ["O" if row == IGNORE else _NAME_OF_ROW[row] for row in example.names]
    return {(a, b, COARSE.get(kind, kind)) for a, b, kind in tag_spans(tags)}


def _without_article(example: Example, name: tuple[int, int, str]) -> tuple[int, int, str]:
    """Corpora differ on "the" before a name: it counts for nobody."""
    start, end, kind = name
    return (start + 1 if end - start > 1 and example.words[start].lower() == "the" else start), end, kind


def name_counts(examples: Sequence[Example], found: Sequence[set[tuple[int, int, str]]]) -> Counter[str]:
    """Exact matches of PER, ORG and LOC (with GPE and FAC); nationalities, which these corpora
    do not mark, count neither way."""
    counts: Counter[str] = Counter()
    for example, names in zip(examples, found, strict=True):
        gold = {_without_article(example, name) for name in gold_names(example)}
        names = {_without_article(example, name) for name in names}
        kept = {n for n in names if any(example.names[i] != IGNORE for i in range(n[0], n[1]))}
        counts["right"] += len(gold & kept)
        counts["guessed"] += len(kept)
        counts["true"] += len(gold)
    return counts
