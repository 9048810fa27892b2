"""Corpora of names, LitBank and ECB+."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from factbook.extract.encoders.pair_features import MentionView
from factbook.extract.lexicon import word_set
from training.example import IGNORE, MENTION_ROWS, NAME_ROWS, Example, name_head, name_rows, named_heads
from training.gazetteer import Gazetteer
from training.tokens import locate

_COLUMN_TYPES = {
    "PER": "PER",
    "ORG": "ORG",
    "LOC": "PLACE",
    "person": "PER",
    "location": "PLACE",
    "corporation": "ORG",
    "group": "ORG",
}


def read_columns(path: Path, column: int = 0) -> Iterator[tuple[str, list[str], list[str]]]:
    """Document, words and tags of the sentences of an IOB file.

    Words stand in ``column``, tags last; in UNER files, which know documents, in the third column.
    """
    document = ""
    words: list[str] = []
    tags: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8-sig") as file:
        for line in file:
            parts = line.rstrip("\n").split("\t" if "\t" in line else " ")
            if line.startswith("# newdoc"):
                document = line.partition("= ")[2].strip()
            if not line.strip() or line.startswith("-DOCSTART-"):
                if words:
                    yield document, words, tags
                words, tags = [], []
            elif len(parts) > 1 and not line.startswith("# "):
                words.append(parts[column].strip("\u200e\u200f") or "_")
                tags.append(parts[2] if column else parts[-1])
    if words:
        yield document, words, tags


def tag_spans(tags: list[str]) -> list[tuple[int, int, str]]:
    """Spans of IOB1 or IOB2 tags."""
    out: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        prefix, _, kind = tag.partition("-")
        if not kind:
            continue
        if prefix == "I" and out and out[-1][1] == i and out[-1][2] == kind:
            out[-1] = (out[-1][0], i + 1, kind)
        else:
            out.append((i, i + 1, kind))
    return out


def name_file(path: Path, corpus: str, places: Gazetteer, column: int = 0) -> list[Example]:
    """Names of one file by document, or by sentence where documents are unknown."""
    out: list[Example] = []
    for number, (document, words, tags) in enumerate(read_columns(path, column)):
        rows, mentions = _labels(words, tags, places)
        if corpus == "sec":  # roles such as Lender are marked as persons there
            mentions = []
            rows = [IGNORE if row in _PERSON_ROWS else row for row in rows]
        name = document or f"{path.name}:{number}"
        if not out or out[-1].id != name:
            out.append(Example(corpus, name, [], []))
        example = out[-1]
        example.words += words
        example.sentence += [number] * len(words)
        example.names += rows
        example.mentions += mentions
    return out


def _labels(words: list[str], tags: list[str], places: Gazetteer) -> tuple[list[int], list[int]]:
    """Rows of names and of mention heads, with places split where the gazetteer knows."""
    spans: list[tuple[int, int, str]] = []
    ignored: set[int] = set()
    for start, end, kind in tag_spans(tags):
        coarse = _COLUMN_TYPES.get(kind, "")
        if coarse == "PLACE":
            coarse = places.kind(words[start:end])
        if coarse and "@" not in words[start]:  # an account is no name
            spans.append((start, end, coarse))
        else:
            ignored.update(range(start, end))
    rows, mentions = name_rows(words, spans), named_heads(words, spans)
    for i, word in enumerate(words):
        nationality = word[:1].isupper() and places.is_nationality(word)
        if i in ignored or (nationality and rows[i] == NAME_ROWS["O"]):
            mentions[i] = IGNORE
            rows[i] = IGNORE if nationality else rows[i]
    return rows, mentions


_PERSON_ROWS = (NAME_ROWS["B-PER"], NAME_ROWS["I-PER"])
_HEAD_ENDS = word_set(
    "of in on at with who whom whose that which , ( from to for by -- - and where as about into upon ; : after "
    "before under over near"
)


def head_of_words(words: list[str], level: str) -> int:
    """Head of a mention without a tree: the last word before a preposition or a clause."""
    if level == "NOM":
        for i in range(1, len(words)):
            if words[i].lower() in _HEAD_ENDS:
                return i - 1
    return name_head(words)


def litbank(data: Path) -> list[Example]:
    """LitBank documents: mention heads, names, coreference and asserted events."""
    out = []
    with gzip.open(data / "litbank" / "litbank.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            out.append(_litbank_document(json.loads(line)))
    return out


def _litbank_document(row: dict) -> Example:
    words, sentence, base = [], [], []
    for number, sent in enumerate(row["sentences"]):
        base.append(len(words))
        words += [word or "_" for word in sent]
        sentence += [number] * len(sent)
    example = Example("litbank", row["id"], words, sentence)
    example.mentions = [MENTION_ROWS["OUTSIDE"]] * len(words)
    example.events = [0] * len(words)
    for sent, index, _ in row["events"]:
        example.events[base[sent] + index] = 1
    names, seen = [], set()
    for mention in sorted(row["mentions"], key=lambda m: (m["end_sent"] - m["sent"], m["end"] - m["start"])):
        start, end = base[mention["sent"]] + mention["start"], base[mention["end_sent"]] + mention["end"]
        head = start + head_of_words(words[start:end], mention["level"])
        if head in seen:
            continue
        seen.add(head)
        example.mentions[head] = MENTION_ROWS[f"{mention['type']}.{mention['level']}"]
        if mention["level"] == "NAM" and mention["type"] != "VEH":
            names.append((start, end, mention["type"]))
        view = MentionView(head, start, end, mention["sent"], mention["type"], mention["level"])
        example.coreference.append((view, mention["entity"]))
    example.coreference.sort(key=lambda pair: pair[0].head)
    example.names = name_rows(words, names)
    return example


def ecbplus(data: Path, part: str) -> list[Example]:
    """ECB+ sentences: which words are events."""
    out = []
    path = data / "ecbplus" / f"ecbplus_{part}.mentions.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            words, sentence, at = [], [], 0
            for number, text in enumerate(row["text"].split("\n")):
                for word in text.split(" "):
                    if word:
                        words.append((word, at, at + len(word)))
                        sentence.append(number)
                    at += len(word) + 1
            plain = [word for word, _, _ in words]
            events = [0] * len(words)
            for mention in row["mentions"]:
                span = locate(words, mention["start"], mention["end"]) if mention["event"] else None
                if span:
                    events[span[0] : span[1]] = [IGNORE] * (span[1] - span[0])
                    events[span[0] + head_of_words(plain[span[0] : span[1]], "NOM")] = 1
            out.append(Example("ecb", row["id"], plain, sentence, events=events))
    return out
