"""Attitude systems on the gold world: every system, language, genre, gold and predicted ERE, belief and sentiment.

python -m benchmarks.best [--languages en es zh] [--systems NAME …] [--ere gold predicted] [--markdown]

Figures are micro F, full provenance, with single provenance in brackets. Rules and thresholds were developed on the
development half of the English documents (the first, third … by name); the held-out half was only ever scored. What
is trained on the gold world (by `training.attitudes`, in all languages together) is trained here in five folds by
document, so that no document is judged by a model that has seen it. Predicted ERE is our own annotation, mapped to
gold by the measure: what it misses cannot be matched.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from benchmarks.extraction_data import CALDER, gold
from factbook.evaluate.best_tuples import BestDocument
from factbook.evaluate.measure import Measure
from factbook.evaluate.table import measures
from factbook.extract.attitudes.scene import Scene, scene
from factbook.extract.attitudes.systems import SYSTEMS, stated
from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline, steps_for
from factbook.formats.format import Context
from factbook.formats.table import by_name
from factbook.model.kb import KB
from factbook.text.markup import parse_source

LANGUAGES = {"en": "ENG", "es": "SPA", "zh": "CMN"}
GENRES = {"DF": "forum", "NW": "news"}
FOLDS = 5
KINDS = ("belief", "sentiment")


class Case(NamedTuple):
    """A gold document, read once, with its scene on gold or predicted ERE."""

    gold: BestDocument
    scene: Scene
    half: str  # development, held out; all where documents are few

    @property
    def genre(self) -> str:
        return GENRES[self.gold.id.split("_")[1]]


def supported(language: str) -> bool:
    """Whether the pipeline finds events in a language, so that it has all that attitudes need."""
    return any(row.name == "events" for row in steps_for(language))


def cases(language: str, predicted: bool = False) -> list[Case]:
    """The gold world in one language."""
    files = sorted((CALDER / "source").glob(f"{LANGUAGES[language]}_*"))
    sources = [parse_source(file.read_bytes().decode(), id=file.stem, language=language) for file in files]
    steps = pipeline(language, upto="events" if predicted else "syntax")
    found = []
    for number, outcome in enumerate(steps.run([Document(source) for source in sources])):
        if outcome.error is not None:
            raise outcome.error
        half = ("development", "held out")[number % 2] if language == "en" else "all"
        found.append(_case(outcome.document, half, predicted))
    return found


def _case(document: Document, half: str, predicted: bool) -> Case:
    source = document.source
    ere = gold(source, "rich-ere", "ere", ".rich_ere.xml")
    data = (CALDER / "best" / f"{source.id}.best.xml").read_bytes()
    best, _ = by_name("best").read(data, file=source.id, context=Context(sources={source.id: source}, ere=ere))
    ours = document.to_kb(scheme="ere") if predicted else ere
    around = scene(document, ours)
    return Case(BestDocument(id=source.id, attitudes=best, ere=ere, quotes=source.quotes), around, half)


class Learned:
    """Models of the systems that learn, one for each fold: of gold ERE in all languages without that fold."""

    def __init__(self, golden: Mapping[str, Sequence[Case]]) -> None:
        self.golden = golden
        self.models: dict[tuple[str, int], Any] = {}

    def of(self, system: str, fold: int) -> Any:
        if (system, fold) not in self.models:
            seen = [case for world in self.golden.values() for k, case in enumerate(world) if k % FOLDS != fold]
            train = import_module(SYSTEMS[system][0]).train
            self.models[system, fold] = train([(case.scene, case.gold.attitudes) for case in seen])
        return self.models[system, fold]


def answers(system: str, world: Sequence[Case], learned: Learned) -> dict[str, KB]:
    """What a system says of every document."""
    module = import_module(SYSTEMS[system][0])
    learns = hasattr(module, "train")
    found: dict[str, KB] = {}
    for number, case in enumerate(world):
        models = [learned.of(system, number % FOLDS)] if learns else []
        found[case.gold.id] = stated(case.scene, module.states(case.scene, *models), system)
    return found


def figures(cases: Sequence[Case], said: dict[str, KB], measure: Measure, predicted: bool) -> dict[str, float]:
    """The measure's figures on some documents."""
    right = {case.gold.id: case.gold for case in cases}
    system = {
        case.gold.id: BestDocument(
            id=case.gold.id, attitudes=said[case.gold.id], ere=case.scene.ere if predicted else None
        )
        for case in cases
    }
    return measure.summarise(measure.count(right, system).units)


class Row(NamedTuple):
    """One condition and the figure of each system: full and single provenance."""

    condition: tuple[str, ...]  # attitude, language, ERE, genre, half
    scores: dict[str, tuple[float, float]]

    def cells(self) -> list[str]:
        return [*self.condition, *(f"{full:.3f} ({single:.3f})" for full, single in self.scores.values())]


def rows(
    language: str, world: Sequence[Case], systems: Sequence[str], learned: Learned, predicted: bool
) -> Iterator[Row]:
    """All conditions of one language on gold or predicted ERE."""
    said = {system: answers(system, world, learned) for system in systems}
    for kind in KINDS:
        full, single = (measures(f"best.{kind}(provenance={name})")[0] for name in ("full", "single"))
        for genre in GENRES.values():
            for half in dict.fromkeys(case.half for case in world):
                part = [case for case in world if case.genre == genre and case.half == half]
                one = {name: figures(part, said[name], full, predicted)["f"] for name in said}
                two = {name: figures(part, said[name], single, predicted)["f"] for name in said}
                ere = "predicted" if predicted else "gold"
                yield Row((kind, language, ere, genre, half), {name: (one[name], two[name]) for name in said})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", nargs="*", default=[name for name in LANGUAGES if supported(name)])
    parser.add_argument("--systems", nargs="*", default=list(SYSTEMS), choices=list(SYSTEMS))
    parser.add_argument("--ere", nargs="*", default=["gold", "predicted"], choices=["gold", "predicted"])
    parser.add_argument("--markdown", action="store_true", help="a table for a page")
    options = parser.parse_args()
    head = ["attitude", "lang", "ERE", "genre", "half", *options.systems]
    widths = (9, 4, 9, 5, 11, *([13] * len(options.systems)))
    if options.markdown:
        print("| " + " | ".join(head) + " |\n|" + " --- |" * len(head))
    else:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(head, widths, strict=True)).rstrip())
    golden = {language: cases(language) for language in options.languages}
    learned = Learned(golden)
    for language in options.languages:
        for ere in options.ere:
            world = golden[language] if ere == "gold" else cases(language, predicted=True)
            for row in rows(language, world, options.systems, learned, ere == "predicted"):
                cells = row.cells()
                line = "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()
                print("| " + " | ".join(cells) + " |" if options.markdown else line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
