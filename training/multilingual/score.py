"""Development scores of the exported multilingual model: ``python -m training.multilingual.score --out DIR``.

The run-time code reads the development parts that ``training.multilingual.prepare`` kept in DIR.
"""

from __future__ import annotations

import argparse
import pickle
from collections import Counter
from pathlib import Path

import numpy as np

from factbook.extract.encoders.labels import DEPRELS, base_deprel
from factbook.extract.encoders.multilingual import FOLDER, MultilingualEncoder, Parts
from factbook.extract.encoders.reading import Reading
from training.example import Example
from training.measures import COARSE, name_counts, prf
from training.multilingual.corpora import LANGUAGE_OF
from training.score import sentences

NAMED = ("cess", "uner_zh", "weibo", "newsfane", "wojood", "names_pud")
TREES = ("es_trees", "zh_trees", "ar_trees", "ewt")


def read(parts: Parts, corpus: str, examples: list[Example]) -> list[Reading]:
    encoder = MultilingualEncoder(LANGUAGE_OF.get(corpus, "en"), parts)
    out = []
    for start in range(0, len(examples), 64):
        out += encoder.read_many([sentences(example) for example in examples[start : start + 64]])
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    with (arguments.out / "dev.pickle").open("rb") as file:
        development: dict[str, list[Example]] = pickle.load(file)
    parts = Parts(arguments.model, 1)
    for corpus in NAMED:
        readings = read(parts, corpus, development[corpus])
        found = [{(n.start, n.end, COARSE.get(n.type, n.type)) for n in reading.names} for reading in readings]
        counts = name_counts(development[corpus], found)
        print(f"names  {corpus:12}{prf(counts['right'], counts['guessed'], counts['true'])}")
    for corpus in TREES:
        examples = [example for example in development[corpus] if example.heads]
        print(f"trees  {corpus:12}{_trees(examples, read(parts, corpus, examples))}")


def _trees(examples: list[Example], readings: list[Reading]) -> str:
    counts: Counter[str] = Counter()
    for example, reading in zip(examples, readings, strict=True):
        heads = reading.heads == np.array(example.heads)
        counts["words"] += len(example.words)
        counts["upos"] += int((reading.upos == np.array(example.upos)).sum())
        counts["uas"] += int(heads.sum())
        for right, gold, guess in zip(heads, example.deprels, reading.deprels.tolist(), strict=True):
            counts["las"] += bool(right) and base_deprel(DEPRELS[gold]) == base_deprel(DEPRELS[guess])
    return "  ".join(f"{key} {100 * counts[key] / counts['words']:.1f}" for key in ("upos", "uas", "las"))


if __name__ == "__main__":
    main()
