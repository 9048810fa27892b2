"""Spanish, Chinese and Arabic corpora as examples. Words are split as at run time: on surface forms."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path

from training.example import IGNORE, MENTION_ROWS, Example, name_rows, named_heads
from training.multilingual.splitting import split_words
from training.relations import is_development
from training.tokens import locate
from training.treebanks import Sentence, deprel_row, upos_row

_NEWSFANE = {
    "GPE": "Nation Population-Center State-or-Province County-or-District GPE-Cluster",
    "LOC": "Continent Water-Body Land-Region-Natural Celestial",
    "FAC": "Building-Grounds Airport Path Subarea-Facility Plant",
    "PER": "Politician Athlete Artist Other_PER Religious_PER Scientist Businessperson Lawyer Engineer",
    "ORG": "Non-Governmental Sports Government Media Commercial Educational Medical-Science Entertainment "
    "Religious_ORG",
}
TYPES: dict[str, dict[str, str]] = {
    "cess": {"PER": "PER", "ORG": "ORG", "LOC": "PLACE"},
    "uner_zh": {"PER": "PER", "ORG": "ORG", "LOC": "PLACE"},
    "weibo": {"PER": "PER", "ORG": "ORG", "GPE": "GPE", "LOC": "LOC"},
    "newsfane": {fine: coarse for coarse, names in _NEWSFANE.items() for fine in names.split()},
    "lac_zh": {"PER": "PER", "ORG": "ORG", "LOC": "PLACE"},
    "wojood": {"PERS": "PER", "ORG": "ORG", "GPE": "GPE", "LOC": "LOC", "FAC": "FAC"},
}
# Kinds of spans that are neither one of our types nor plain text: they teach nothing.
UNCLEAR = {"cess": {"MISC"}, "newsfane": {"Group", "Police", "Land"}, "wojood": {"NORP"}}
LANGUAGE_OF = {
    "cess": "es", "es_trees": "es", "uner_zh": "zh", "weibo": "zh", "zh_trees": "zh", "zh_pairs": "zh",
    "lac_zh": "zh",
    "newsfane": "ar", "wojood": "ar", "ar_trees": "ar", "titles_ar": "ar",
}  # fmt: skip
BLOCK = 40  # sentences of one file that stay together in a development split


def rows_of(path: Path) -> Iterator[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def named_text(corpus: str, row: dict) -> Example:
    """A text with name spans by characters."""
    words = split_words(row["text"], LANGUAGE_OF[corpus])
    spans, unclear = [], set[int]()
    for start, end, kind in sorted(row["spans"], key=lambda span: span[0] - span[1]):
        found = locate(words, start, end)
        if found is None:
            continue
        if kind in TYPES[corpus]:
            spans.append((*found, TYPES[corpus][kind]))
        elif kind in UNCLEAR.get(corpus, ()):
            unclear.update(range(*found))
    plain = [word for word, _, _ in words]
    example = Example(corpus, row["id"], plain, [0] * len(plain))
    example.names = name_rows(plain, spans)
    example.mentions = named_heads(plain, spans)
    for index in unclear - {i for a, b, _ in spans for i in range(a, b)}:
        example.names[index] = example.mentions[index] = IGNORE
    return example


def cess(data: Path, development: bool) -> list[Example]:
    """Spanish news and prose. Documents without any typed name were not typed: they are left out."""
    rows = list(rows_of(data / "cess_esp" / "cess_esp.names.jsonl.gz"))
    document = {row["id"]: row["id"].rsplit("-", 1)[0] for row in rows}
    typed = {document[row["id"]] for row in rows if row["spans"]}
    chosen = [r for r in rows if document[r["id"]] in typed and is_development(document[r["id"]]) == development]
    return [named_text("cess", row) for row in chosen]


def uner_chinese(data: Path, part: str) -> list[Example]:
    return [named_text("uner_zh", row) for row in rows_of(data / "normalised" / f"names.uner_zh_{part}.jsonl.gz")]


def blocks(data: Path, corpus: str, file: str, development: bool) -> list[Example]:
    """A file in blocks of neighbouring sentences, one block in eight for development."""
    rows = rows_of(data / "normalised" / file)
    return [
        named_text(corpus, row)
        for number, row in enumerate(rows)
        if is_development(f"{corpus}{number // BLOCK}") == development
    ]


def wojood(data: Path, part: str) -> list[Example]:
    return [named_text("wojood", row) for row in rows_of(data / "normalised" / f"names.wojood_{part}.jsonl.gz")]


def weibo(data: Path, part: str) -> list[Example]:
    """Chinese messages with name and nominal mentions; pronouns are not marked there."""
    out = []
    for row in rows_of(data / "normalised" / f"mentions.weibo_{part}.jsonl.gz"):
        names = [[m["start"], m["end"], m["type"]] for m in row["mentions"] if m["level"] == "NAM"]
        example = named_text("weibo", {"id": row["id"], "text": row["text"], "spans": names})
        words = split_words(row["text"], "zh")
        outside = MENTION_ROWS["NOT_NAMED"]
        example.mentions = [IGNORE if label == outside else label for label in example.mentions]
        for mention in row["mentions"]:
            found = locate(words, mention["start"], mention["end"]) if mention["level"] == "NOM" else None
            if found:
                example.mentions[found[1] - 1] = MENTION_ROWS[f"{mention['type']}.NOM"]
        out.append(example)
    return out


def surface_sentences(path: Path) -> Iterator[Sentence]:
    """Trees over surface words: del, dárselo and Arabic words with clitics are one word each."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        block: list[list[str]] = []
        for line in file:
            if line.strip() and not line.startswith("#"):
                block.append(line.rstrip("\n").split("\t"))
            elif not line.strip() and block:
                yield _collapse(block)
                block = []


def _collapse(block: list[list[str]]) -> Sentence:
    rows = [row for row in block if row[0].isdigit()]
    group_of = _groups(block, rows)
    groups: list[list[int]] = []
    for index, group in enumerate(group_of):
        if index == 0 or group != group_of[index - 1]:
            groups.append([])
        groups[-1].append(index)
    owner = {index: number for number, members in enumerate(groups) for index in members}
    heads = [int(row[6]) - 1 for row in rows]
    sentence = Sentence("")
    for number, members in enumerate(groups):
        outside = [i for i in members if heads[i] < 0 or owner[heads[i]] != number]
        content = [i for i in outside if rows[i][3] not in ("ADP", "DET", "CCONJ", "PART")] or outside or members
        main = content[0]
        sentence.words.append(
            "".join(rows[i][1] for i in members) if len(members) == 1 else _form(block, rows, members)
        )
        sentence.upos.append(rows[main][3])
        sentence.heads.append(number if heads[main] < 0 else owner[heads[main]])
        sentence.deprels.append(rows[main][7])
    return sentence


def _form(block: list[list[str]], rows: list[list[str]], members: list[int]) -> str:
    span = f"{rows[members[0]][0]}-{rows[members[-1]][0]}"
    written = [row[1] for row in block if row[0] == span]
    return written[0] if written else "".join(rows[i][1] for i in members)


def _groups(block: list[list[str]], rows: list[list[str]]) -> list[int]:
    """A number for each word; words of one surface word share it."""
    together = {}
    for row in block:
        if "-" in row[0]:
            first, last = map(int, row[0].split("-"))
            together.update(dict.fromkeys(range(first, last + 1), first))
    out, current = [], 0
    for index, row in enumerate(rows):
        before = rows[index - 1] if index else None
        glued = before is not None and "SpaceAfter=No" in before[9] and _arabic(before[1]) and _arabic(row[1])
        same = together.get(int(row[0]), -1) == together.get(int(row[0]) - 1, -2)
        if index and not (glued or same):
            current += 1
        out.append(current)
    return out


def _arabic(word: str) -> bool:
    return all("\u0600" <= letter <= "\u06ff" and letter.isalpha() for letter in word)


def trees(corpus: str, paths: list[Path], keep: Callable[[int, list[str]], bool]) -> list[Example]:
    """Sentences with trees; `keep` decides by number and words."""
    out = []
    for path in paths:
        for number, sentence in enumerate(surface_sentences(path)):
            if keep(number, sentence.words):
                count = len(sentence.words)
                example = Example(corpus, f"{path.name}:{number}", sentence.words, [0] * count, heads=sentence.heads)
                example.upos = [upos_row(tag) for tag in sentence.upos]
                example.deprels = [deprel_row(label) for label in sentence.deprels]
                out.append(example)
    return out
