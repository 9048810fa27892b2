"""More sentences from few: a name makes room for another of its type, from the same corpus or from typed titles."""

from __future__ import annotations

import gzip
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from training.example import IGNORE, MENTION_ROWS, NAME_ROWS, Example, name_head
from training.multilingual.splitting import split_words

SEED = 5
SWAPPED = 0.6  # share of the names of a sentence
FROM_TITLES = 0.5
TITLES_A_TYPE = 20_000
_ROW_NAMES = {row: name for name, row in NAME_ROWS.items()}
Names = dict[str, list[list[str]]]


def spans_of(example: Example) -> Iterator[tuple[int, int, str]]:
    """The names of an example: first word, end, type."""
    start, kind = 0, ""
    for index, row in enumerate([*example.names, NAME_ROWS["O"]]):
        label = _ROW_NAMES.get(row, "O")
        if kind and label != f"I-{kind}":
            yield start, index, kind
            kind = ""
        if label.startswith("B-"):
            start, kind = index, label[2:]


def titles(data: Path, language: str) -> Names:
    """Typed Wikipedia titles, a fixed choice of each type."""
    out: Names = defaultdict(list)
    with gzip.open(data / f"names_wikipedia_{language}" / "titles_typed.tsv.gz", "rt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").rsplit("\t", 1) for line in file]
    random.Random(SEED).shuffle(rows)
    for title, kind in rows:
        kind = "PLACE" if kind == "LOC" else kind
        if len(out[kind]) < TITLES_A_TYPE and title[0] > "\u0600":
            out[kind].append([word for word, _, _ in split_words(title, language)])
    return out


def with_swaps(examples: list[Example], more: Names) -> list[Example]:
    """The examples, and a changed copy of each that has a name."""
    chance = random.Random(SEED)
    own: Names = defaultdict(list)
    for example in examples:
        for start, end, kind in spans_of(example):
            own[kind].append(example.words[start:end])
    changed = [swapped(example, own, more, chance) for example in examples if any(spans_of(example))]
    return examples + changed


def swapped(example: Example, own: Names, more: Names, chance: random.Random) -> Example:
    words, names, mentions = [], [], []
    at = 0
    for start, end, kind in spans_of(example):
        if chance.random() > SWAPPED:
            continue
        source = more if more.get(kind) and chance.random() < FROM_TITLES else own
        name = chance.choice(source[kind])
        words += [*example.words[at:start], *name]
        names += [*example.names[at:start], NAME_ROWS[f"B-{kind}"], *[NAME_ROWS[f"I-{kind}"]] * (len(name) - 1)]
        marks = [IGNORE] * len(name)
        marks[name_head(name)] = MENTION_ROWS[f"{kind}.NAM"]
        mentions += [*example.mentions[at:start], *marks]
        at = end
    words += example.words[at:]
    names += example.names[at:]
    mentions += example.mentions[at:]
    return replace(example, words=words, names=names, mentions=mentions, sentence=[0] * len(words))
