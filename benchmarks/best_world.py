"""The gold world for `benchmarks.best` and `training.attitudes`: documents, scenes, folds, and what systems say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from benchmarks.extraction_data import CALDER, HALVES, calder, gold
from factbook.evaluate.best_mapping import map_ere
from factbook.evaluate.best_tuples import BestDocument
from factbook.extract.attitudes.calibration import Seen, Table, fit, judged
from factbook.extract.attitudes.scene import Scene, scene
from factbook.extract.attitudes.state import State
from factbook.extract.attitudes.systems import SYSTEMS, stated
from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline, steps_for
from factbook.formats.format import Context
from factbook.formats.table import by_name
from factbook.model.kb import KB
from factbook.text.markup import parse_source

LANGUAGES = {"en": "ENG", "es": "SPA", "zh": "CMN", "ar": "ARB"}
LEARNED = ("en", "es", "zh")  # Arabic has three documents of news: they are only ever scored
GENRES = {"DF": "forum", "NW": "news"}
FOLDS = 5
ALL = "all"


class Case(NamedTuple):
    """A gold document, read once, with its scene on gold or predicted ERE."""

    gold: BestDocument
    scene: Scene
    half: str  # as `extraction_data.calder` halves the English documents; "" in other languages
    fold: int

    @property
    def genre(self) -> str:
        return GENRES[self.gold.id.split("_")[1]]


def supported(language: str) -> bool:
    """Whether the pipeline finds events in a language, so that it has all that attitudes need."""
    return any(row.name == "events" for row in steps_for(language))


@cache
def halves() -> dict[str, str]:
    """The half of each English document; `calder` is the only place that decides it."""
    return {source.id: half for half in HALVES for source in calder(half)}


def cases(language: str, predicted: bool = False) -> list[Case]:
    """The gold world in one language."""
    files = sorted((CALDER / "source").glob(f"{LANGUAGES[language]}_*"))
    sources = [parse_source(file.read_bytes().decode(), id=file.stem, language=language) for file in files]
    steps = pipeline(language, upto="events" if predicted else "syntax")
    found = []
    for number, outcome in enumerate(steps.run([Document(source) for source in sources])):
        if outcome.error is not None:
            raise outcome.error
        found.append(_case(outcome.document, number % FOLDS, predicted))
    return found


def worlds_of(languages: Sequence[str]) -> tuple[dict[str, list[Case]], dict[str, list[Case]]]:
    """Documents by language, on gold and on our own ERE: those asked for and all that systems learn from.

    So a language alone gets the figures that it gets among all.
    """
    needed = [name for name in LANGUAGES if name in languages or name in LEARNED]
    return {name: cases(name) for name in needed}, {name: cases(name, predicted=True) for name in needed}


def _case(document: Document, fold: int, predicted: bool) -> Case:
    source = document.source
    ere = gold(source, "rich-ere", "ere", ".rich_ere.xml")
    data = (CALDER / "best" / f"{source.id}.best.xml").read_bytes()
    best, _ = by_name("best").read(data, file=source.id, context=Context(sources={source.id: source}, ere=ere))
    ours = document.to_kb(scheme="ere") if predicted else ere
    right = BestDocument(id=source.id, attitudes=best, ere=ere, quotes=source.quotes)
    return Case(right, scene(document, ours), halves().get(source.id, ""), fold)


def on_own_ere(case: Case) -> KB:
    """Gold attitudes in the ids of a predicted ERE; those about what it has not are left out."""
    ere = case.gold.ere or KB()
    mapping = map_ere(ere, case.scene.ere)
    mentions = {gold: ours for ours, gold in mapping.mentions.items()}
    holders: dict[str, str] = {}  # gold entity: our first mention of it
    for mention in case.scene.ere.mentions.values():
        if mention.entity in mapping.objects:
            holders.setdefault(mapping.objects[mention.entity], mention.id)
    found = KB()
    for attitude in case.gold.attitudes.attitudes.values():
        source = None if attitude.source is None else holders.get(ere.mentions[attitude.source].entity)
        if attitude.target in mentions and (source is not None) == (attitude.source is not None):
            found.add(msgspec.structs.replace(attitude, target=mentions[attitude.target], source=source))
    return found


def lessons(golden: Sequence[Case], own: Sequence[Case], system: str) -> list[tuple[Scene, KB]]:
    """What a system is taught from: gold ERE, and for a system that asks for it our own ERE of the same documents."""
    found = [(case.scene, case.gold.attitudes) for case in golden]
    if getattr(import_module(SYSTEMS[system][0]), "OWN_ERE", False):
        found += [(case.scene, on_own_ere(case)) for case in own]
    return found


def taught(worlds: Mapping[str, Sequence[Case]]) -> list[Case]:
    """The documents of the languages that systems learn from."""
    return [case for language in worlds if language in LEARNED for case in worlds[language]]


class Learned:
    """What the systems learn, one for each fold: models and confidences from documents in all languages without it.

    Models see gold ERE and, where the system asks for it, our own; confidences are counted on gold ERE.
    """

    def __init__(self, golden: Mapping[str, Sequence[Case]], own: Mapping[str, Sequence[Case]]) -> None:
        self.golden, self.own = taught(golden), taught(own)
        self.models: dict[tuple[str, int], Any] = {}
        self.seen: dict[str, list[tuple[int, Seen]]] = {}

    def of(self, system: str, fold: int) -> Any:
        """The models of a system that have not seen a fold."""
        if (system, fold) not in self.models:
            train = import_module(SYSTEMS[system][0]).train
            golden, own = ([case for case in part if case.fold != fold] for part in (self.golden, self.own))
            if not golden:
                raise ValueError(f"nothing to learn from outside fold {fold}: give documents in {', '.join(LEARNED)}")
            self.models[system, fold] = train(lessons(golden, own, system))
        return self.models[system, fold]

    def states(self, system: str, case: Case) -> list[State]:
        """What a system says of a document that its models have not seen."""
        module = import_module(SYSTEMS[system][0])
        models = [self.of(system, case.fold)] if hasattr(module, "train") else []
        return list(module.states(case.scene, *models))

    def answers(self, system: str) -> list[tuple[int, Seen]]:
        """All answers of a system on gold ERE, each by models that have not seen its document, with gold's verdict."""
        if system not in self.seen:
            self.seen[system] = [
                (case.fold, one)
                for case in self.golden
                for one in judged(system, case.scene, case.gold.attitudes, self.states(system, case))
            ]
        return self.seen[system]

    def table(self, system: str, fold: int | None) -> Table:
        """The table of confidences from answers outside a fold; of all answers for None."""
        return fit(one for number, one in self.answers(system) if number != fold)


def answers(system: str, world: Sequence[Case], learned: Learned) -> dict[str, KB]:
    """What a system says of every document."""
    tables = {fold: learned.table(system, fold) for fold in range(FOLDS)}
    return {case.gold.id: stated(case.scene, learned.states(system, case), system, tables[case.fold]) for case in world}
