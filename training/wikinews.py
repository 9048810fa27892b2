"""Silver names of news: the links of Wikinews articles, typed by their titles.

A link marks a name exactly, but only where it is first said. The same words later in the article
are the same name, and the last word of a person's name alone is that person. Capitalised words
that no link explains teach nothing; lower-case words are no names.
"""

from __future__ import annotations

import gzip
import json
import zlib
from functools import cache
from pathlib import Path

from factbook.extract.lexicon import rows as lexicon_rows
from factbook.extract.lexicon import word_set
from training.example import IGNORE, Example, name_rows, named_heads, without_titles
from training.gazetteer import Gazetteer
from training.tokens import locate, sentences_of, words_of

SHARE = 2  # one article in so many is read: more than that trains slower than it helps
MOST_WORDS = 220
_INSIDE_NAME = word_set("of de . & - for and the al bin van von")
_PEOPLE = word_set("president minister secretary king queen prime")
_NO_PLACE = word_set("of in for news radio")
Typed = tuple[int, int, str]


def wikinews(data: Path, places: Gazetteer) -> list[Example]:
    """The first words of articles, with the names that their links tell."""
    out = []
    with gzip.open(data / "wikinews_en" / "wikinews_en_10k.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if zlib.crc32(row["id"].encode()) % SHARE == 0:
                example = _article(data, row, places)
                if example is not None:
                    out.append(example)
    return out


def _article(data: Path, row: dict, places: Gazetteer) -> Example | None:
    tokens = words_of(row["text"])[:MOST_WORDS]
    words = [word for word, _, _ in tokens]
    sentence = sentences_of(row["text"], tokens)
    spans: list[Typed] = []
    for start, end, title in row["links"]:
        span = locate(tokens, start, end)
        kind = _kind(data, words[span[0] : span[1]], title, places) if span else ""
        if span and kind and _stands_alone(words, *span, kind):
            spans.append((*span, kind))
    if len(spans) < 2:
        return None
    spans = _said_again(words, spans)
    example = Example("wikinews", row["id"], words, sentence)
    inside = {i for start, end, _ in spans for i in range(start, end)}
    rows, heads = name_rows(words, spans), named_heads(words, spans)
    lower = [word.islower() and word not in _INSIDE_NAME for word in words]
    example.names = [row if i in inside or lower[i] else IGNORE for i, row in enumerate(rows)]
    example.mentions = [row if i in inside else IGNORE for i, row in enumerate(heads)]
    return example


def _kind(data: Path, words: list[str], title: str, places: Gazetteer) -> str:
    """Type of a linked name, where title and words agree on one; a nationality is a GPE."""
    if not words or not words[0][:1].isupper() or not words[-1][:1].isupper():
        return ""
    bare = title.split(" (")[0].split(",")[0]
    last = bare.lower().split(" ")[-1]
    kind = places.kind(words)
    if kind == "PLACE" and _last_words().get(last) in ("ORG", "FAC", "LOC"):
        return _last_words()[last]
    if kind == "LOC" and not _NO_PLACE.isdisjoint(word.lower() for word in words):
        return ""  # "Voice of America" ends like a place
    if kind != "PLACE":
        return kind if _last_words().get(last) in (None, kind, "GPE") else ""
    parts = bare.split(" ")
    named = 2 <= len(parts) <= 4 and parts[0].lower() in _first_names(data) and all(p[:1].isupper() for p in parts)
    if named and words[-1] == parts[-1] and words[0].lower() not in _PEOPLE:
        return "PER"
    return "ORG" if bare.lower() in _organisations(data) else ""


def _stands_alone(words: list[str], start: int, end: int, kind: str) -> bool:
    """Whether no capitalised neighbour may belong to the name ("New York" of "New York Times")."""
    if end < len(words) and words[end][:1].isupper():
        return False
    if start == 0 or not words[start - 1][:1].isupper():
        return True
    return kind == "PER" and without_titles([words[start - 1], words[start]], 0, 2) == 1


def _said_again(words: list[str], spans: list[Typed]) -> list[Typed]:
    known: dict[tuple[str, ...], str] = {}
    for start, end, kind in spans:
        known[tuple(words[start:end])] = kind
        if kind == "PER" and end - start > 1:
            known.setdefault((words[end - 1],), kind)
    out = list(spans)
    taken = {i for start, end, _ in spans for i in range(start, end)}
    for text, kind in sorted(known.items(), key=lambda item: -len(item[0])):
        for start in range(len(words) - len(text) + 1):
            end = start + len(text)
            if tuple(words[start:end]) != text or not taken.isdisjoint(range(start, end)):
                continue
            if _stands_alone(words, start, end, kind):
                out.append((start, end, kind))
                taken.update(range(start, end))
    return sorted(out)


@cache
def _last_words() -> dict[str, str]:
    """Last words of names that tell their type."""
    out: dict[str, str] = {}
    for row in lexicon_rows("name_words"):
        if row[0] == "last":
            for word in row[3].split():
                out.setdefault(word, row[1])
    return out


@cache
def _first_names(data: Path) -> frozenset[str]:
    with gzip.open(data / "names_smashew" / "first_names_all.txt.gz", "rt", encoding="utf-8") as file:
        return frozenset(line.strip().lower() for line in file)


@cache
def _organisations(data: Path) -> frozenset[str]:
    folder = data / "names_organizations"
    out = set()
    for name, column in (("sp500", 1), ("universities", 0)):
        with gzip.open(folder / f"{name}.tsv.gz", "rt", encoding="utf-8") as file:
            out |= {cells[column].lower() for line in file if len(cells := line.rstrip("\n").split("\t")) > column}
    return frozenset(out)
