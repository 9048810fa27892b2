"""Speed and memory of the English pipeline on one core: each step, and documents up to one megabyte.

python -m benchmarks.extraction_speed [--characters N]

Times are processor seconds of this process, so that a busy machine does not blur them. To reach: 1,500 words a second,
1.5 GB, model load under 2 s, the same speed for a document of one megabyte as for short ones.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

from factbook.extract.document import Document
from factbook.extract.pipeline import Pipeline, steps_for
from factbook.text.markup import parse_source
from factbook.text.source import Source

CALDER = Path(__file__).parent.parent / "examples" / "calder" / "source"


def story(characters: int) -> str:
    """Running text of about this length: paragraphs of the gold world's news, over and over."""
    parts = []
    for file in sorted(CALDER.glob("ENG_NW_*")):
        source = parse_source(file.read_bytes().decode(), id=file.stem)
        parts.append("\n\n".join(line.strip() for line in source.masked.splitlines() if line.strip()))
    text = "\n\n".join(parts)
    return (text + "\n\n") * (characters // len(text)) + text[: characters % len(text)]


def measure(documents: list[Document]) -> tuple[int, dict[str, float]]:
    """Words, and processor seconds a step."""
    seconds: dict[str, float] = {}
    for step in steps_for("en"):
        start = time.process_time()
        for outcome in Pipeline([step], given=step.needs).run(documents):
            if outcome.error is not None:
                raise outcome.error
        seconds[step.name] = time.process_time() - start
    start = time.process_time()
    for document in documents:
        document.to_kb()
    seconds["records"] = time.process_time() - start
    return sum(len(document.words) for document in documents), seconds


def report(name: str, documents: list[Document]) -> None:
    words, seconds = measure(documents)
    total = sum(seconds.values())
    print(f"{name:<34} {words:>8} words {total:7.2f} s {words / total:8.0f} words/s")
    for step, spent in seconds.items():
        print(f"    {step:<30} {1e6 * spent / max(words, 1):8.1f} µs a word {100 * spent / total:5.1f} %")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"    {'peak memory so far':<30} {peak:8.0f} MB", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--characters", type=int, default=1_000_000, help="length of the long document")
    options = parser.parse_args()
    start = time.process_time()
    from factbook.extract.encoders.english import load_english

    load_english()
    print(f"model load {time.process_time() - start:.2f} s")
    report("warm-up", [Document(Source(id="warm", text=story(5_000), language="en"))])
    sources = [parse_source(f.read_bytes().decode(), id=f.stem) for f in sorted(CALDER.glob("ENG_*"))]
    report("gold world, 26 documents", [Document(source) for source in sources])
    for length in (options.characters // 10, options.characters):
        text = story(length)
        report(f"one document, {length} characters", [Document(Source(id="long", text=text, language="en"))])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
