"""Scanning forum markup, beside bare references over the same characters in the same process.

    python benchmarks/text.py [--seconds 3] [--files PATH ...]

Prints million characters a second. The target is 15 for `parse_source` on forum threads.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable
from pathlib import Path

from factbook.text.inputs import read_sources
from factbook.text.markup import parse_source

CALDER = Path(__file__).parents[1] / "examples" / "calder" / "source"
TARGET = 15.0


def rate(work: Callable[[str], object], texts: list[str], seconds: float) -> float:
    """Million characters a second, the best of three runs."""
    best = 0.0
    for _ in range(3):
        count, start = 0, time.process_time()
        while time.process_time() - start < seconds / 3:
            for text in texts:
                work(text)
                count += len(text)
        best = max(best, count / (time.process_time() - start) / 1e6)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--files", nargs="*", default=[f"{CALDER}/*_DF_*.xml"])
    options = parser.parse_args()
    texts = [source.text for source in read_sources(options.files)]
    tags = sum(len(parse_source(text, id="d", language="en").tags) for text in texts)
    size = sum(map(len, texts))
    print(f"{len(texts)} documents, {size:,} characters, {tags:,} tags; CPU time, best of 3")
    tag = re.compile(r"<[^<>]*>")
    rows: list[tuple[str, Callable[[str], object]]] = [
        ("str.count('<')", lambda text: text.count("<")),
        ("re.findall(tag)", tag.findall),
        ("parse_source, language given", lambda text: parse_source(text, id="d", language="en")),
        ("parse_source, all", lambda text: parse_source(text, id="d")),
        ("parse_source, and ACE offsets", lambda text: parse_source(text, id="d", language="en").ace),
    ]
    for name, work in rows:
        print(f"{name:<32} {rate(work, texts, options.seconds):10.1f} million characters a second")
    figure = rate(lambda text: parse_source(text, id="d", language="en"), texts, options.seconds)
    print(f"target {TARGET}: {'met' if figure >= TARGET else 'NOT met'} ({figure:.1f})")


if __name__ == "__main__":
    main()
