"""Factuality of embedded clauses, targeted sentiment and GAP pronouns."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from xml.etree import ElementTree

from factbook.extract.encoders.pair_features import MentionView
from training.example import Example
from training.relations import is_development
from training.tokens import locate, sentences_of, words_of

_POLARITIES = {"negative": 0, "neutral": 1, "positive": 2, 2.0: 0, 4.0: 1, 6.0: 2}
LONGEST = 150


def veridicality(data: Path, part: str) -> list[Example]:
    """MegaVeridicality (train only) and the judgements of Ross and Pavlick."""
    files = [data / "rp_veridicality" / f"rp_{part}.jsonl.gz"]
    if part == "train":
        files.append(data / "megaveridicality" / "mv2.jsonl.gz")
    out = []
    for path in files:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file):
                row = json.loads(line)
                words = row["text"].split(" ")
                targets = [(t["span1"][0], float(t["label"])) for t in row["targets"]]
                name = f"{path.name}:{number}"
                out.append(Example("veridicality", name, words, [0] * len(words), factuality=targets))
    return out


def newsmtsc(data: Path, development: bool) -> list[Example]:
    """News sentences with targets; the development part is one article in eight."""
    out = []
    with gzip.open(data / "newsmtsc" / "train.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            document = "_".join(row["primary_gid"].split("_")[:3])
            if is_development(document) != development:
                continue
            targets = [(t["from"], t["to"], t["polarity"]) for t in row["targets"]]
            _add_targets(out, "newsmtsc", row["primary_gid"], row["sentence_normalized"], targets)
    return out


def mams(data: Path, part: str) -> list[Example]:
    """Review sentences with targets. Part: train or val."""
    out: list[Example] = []
    with gzip.open(data / "mams" / f"{part}.xml.gz", "rb") as file:
        root = ElementTree.parse(file).getroot()
    for number, sentence in enumerate(root):
        targets = [
            (int(term.get("from", 0)), int(term.get("to", 0)), term.get("polarity", ""))
            for term in sentence.iter("aspectTerm")
        ]
        _add_targets(out, "mams", f"{part}:{number}", sentence.findtext("text") or "", targets)
    return out


def _add_targets(out: list[Example], corpus: str, name: str, text: str, targets: list[tuple[int, int, object]]) -> None:
    tokens = words_of(text)[:LONGEST]
    found = []
    for start, end, polarity in targets:
        span = locate(tokens, start, end)
        if span and polarity in _POLARITIES:
            found.append((*span, _POLARITIES[polarity]))
    if found:
        words = [word for word, _, _ in tokens]
        out.append(Example(corpus, name, words, sentences_of(text, tokens), sentiment=found))


def gap(data: Path) -> list[Example]:
    """Passages where a pronoun follows two names and one of them is its antecedent."""
    out = []
    with gzip.open(data / "gap" / "gap-development.tsv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            example = _gap_passage(row)
            if example is not None:
                out.append(example)
    return out


def _gap_passage(row: dict[str, str]) -> Example | None:
    tokens = words_of(row["Text"])
    sentence = sentences_of(row["Text"], tokens)
    views = []
    for key, level in (("A", "NAM"), ("B", "NAM"), ("Pronoun", "PRO")):
        start = int(row[f"{key}-offset"])
        span = locate(tokens, start, start + len(row[key]))
        if span is None:
            return None
        entity = {"A": row.get("A-coref"), "B": row.get("B-coref")}.get(key, "TRUE")
        view = MentionView(span[1] - 1, span[0], span[1], sentence[span[0]], "PER", level)
        views.append((view, "it" if entity == "TRUE" else key))
    pronoun = views[2][0].head
    true_names = [entity for _, entity in views[:2] if entity == "it"]
    if len(true_names) != 1 or any(view.head >= pronoun for view, _ in views[:2]):
        return None
    views.sort(key=lambda pair: pair[0].head)
    words = [word for word, _, _ in tokens]
    return Example("gap", row["ID"], words, sentence, coreference=views, rivals_only=True)
