"""Steps and the pipeline that runs them in order, checked before it runs.

A step names what it `needs` and what it `gives`. `TABLE` lists the steps that ship; a row's module is imported
when the step first runs. Some steps read many documents at once (the encoder); the others see one at a time, and a
document on which a step fails is reported and left out, while the rest go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from factbook.extract.document import Document
from factbook.text.source import Source

LANGUAGES = frozenset({"en", "es", "zh", "ar"})  # with models
_MODELS = Path(__file__).parent / "models"
BATCH_CHARACTERS = 400_000  # documents are read together up to this many characters


class Step(Protocol):
    """One act on documents."""

    @property
    def name(self) -> str: ...
    @property
    def needs(self) -> frozenset[str]: ...
    @property
    def gives(self) -> frozenset[str]: ...

    def run(self, documents: Sequence[Document]) -> dict[int, Exception]:
        """Work on all documents; the failures, by index."""
        ...


class PipelineError(ValueError):
    """The steps do not fit together."""


class Layer(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table: a step that is a function in a module, on one document or on all of them (`together`)."""

    name: str
    module: str
    needs: frozenset[str]
    gives: frozenset[str]
    about: str = ""
    function: str = "apply"
    together: bool = False
    languages: frozenset[str] = LANGUAGES

    def run(self, documents: Sequence[Document]) -> dict[int, Exception]:
        act: Callable[..., None] = getattr(import_module(self.module), self.function)
        if self.together:
            act(documents)
            return {}
        failed: dict[int, Exception] = {}
        for index, document in enumerate(documents):
            try:
                act(document)
            except Exception as error:  # one bad document must not stop a collection
                failed[index] = error
        return failed


class Outcome(NamedTuple):
    """A finished document, or the step and the error that stopped it."""

    document: Document
    step: str = ""
    error: Exception | None = None


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _row(name: str, module: str, needs: str, gives: str, about: str, *, together: bool = False) -> Layer:
    return Layer(
        name=name,
        module=f"factbook.extract.{module}",
        needs=_set(needs),
        gives=_set(gives),
        about=about,
        together=together,
    )


# The steps, in the order in which they run, for all languages alike.
TABLE: tuple[Layer, ...] = (
    _row("words", "words", "", "words sentences", "sentences and words with offsets"),
    _row("reading", "reading", "words sentences", "reading", "the encoder's outputs for every word", together=True),
    _row("syntax", "layers.syntax", "reading", "pos arcs lemmas", "part of speech, lemmas, dependencies"),
    _row("names", "layers.names", "reading pos arcs", "names", "names and post authors, with type"),
    _row("mentions", "layers.mentions", "names", "heads", "heads of nominal and pronoun mentions"),
    _row("extents", "layers.extents", "heads arcs", "mentions", "the noun phrase around each head; nested mentions"),
    _row("classes", "layers.classes", "mentions", "classes", "subtype, class, role and metonymy of mentions"),
    _row("coref", "layers.coref", "classes", "entities", "which mentions are one thing"),
    _row("values", "layers.values", "entities", "fillers", "dates, ages, titles, charges, money, numbers, addresses …"),
    _row("relations", "layers.relations", "fillers", "relations", "relations of ACE and Rich ERE"),
    _row("slots", "layers.slots", "relations", "slots", "Cold Start slots"),
    _row("open_relations", "layers.open_relations", "entities", "open_relations", "words that relate two entities"),
    _row("events", "layers.events", "fillers", "events", "events with their arguments and realis"),
    _row("attitudes", "layers.attitudes", "relations events", "attitudes", "who believes or feels what about what"),
)


class Pipeline:
    """Steps in order. Raises `PipelineError` where a step needs what no earlier step gives."""

    def __init__(self, steps: Iterable[Step], *, given: Iterable[str] = ()) -> None:
        self.steps: tuple[Step, ...] = tuple(steps)
        self.given = frozenset(given)
        self._check()

    def _check(self) -> None:
        known = set(self.given)
        for step in self.steps:
            missing = sorted(step.needs - known)
            if missing:
                givers = [row.name for row in TABLE if row.gives & set(missing)]
                advice = f"; put one of these before it: {', '.join(givers)}" if givers else ""
                raise PipelineError(
                    f"step {step.name!r} needs {', '.join(missing)}, which no earlier step gives{advice}"
                )
            known |= step.gives

    @property
    def gives(self) -> frozenset[str]:
        """What a document has after all steps."""
        return self.given.union(*(step.gives for step in self.steps))

    def run(self, documents: Sequence[Document]) -> list[Outcome]:
        """All steps on these documents together; one outcome each, in order."""
        outcomes: list[Outcome | None] = [None] * len(documents)
        alive = list(range(len(documents)))
        for step in self.steps:
            failed = self._attempt(step, [documents[index] for index in alive])
            for place, error in failed.items():
                index = alive[place]
                outcomes[index] = Outcome(documents[index], step.name, error)
            alive = [index for place, index in enumerate(alive) if place not in failed]
            for index in alive:
                documents[index].has |= step.gives
        return [outcome or Outcome(document) for outcome, document in zip(outcomes, documents, strict=True)]

    @staticmethod
    def _attempt(step: Step, documents: Sequence[Document]) -> dict[int, Exception]:
        """Run a step; where it fails on all documents together, find out which of them it fails on."""
        try:
            return step.run(documents)
        except (ImportError, OSError):  # the installation, not a document
            raise
        except Exception as error:
            if len(documents) == 1:
                return {0: error}
        failed: dict[int, Exception] = {}
        for index, document in enumerate(documents):
            alone = Pipeline._attempt(step, [document])
            if alone:
                failed[index] = alone[0]
        return failed

    def stream(self, sources: Iterable[Source], *, batch: int = BATCH_CHARACTERS) -> Iterator[Outcome]:
        """Outcomes in order, reading about `batch` characters at a time: memory stays bounded."""
        waiting: list[Document] = []
        size = 0
        for source in sources:
            if waiting and size + len(source.text) > batch:
                yield from self.run(waiting)
                waiting, size = [], 0
            waiting.append(Document(source))
            size += len(source.text)
        if waiting:
            yield from self.run(waiting)

    def read(self, source: Source) -> Document:
        """One document through all steps; a failing step raises."""
        outcome = self.run([Document(source)])[0]
        if outcome.error is not None:
            raise outcome.error
        return outcome.document


def steps_for(language: str = "en", *, upto: str = "", without: Iterable[str] = ()) -> tuple[Layer, ...]:
    """The rows of the table for a language, up to and including the step `upto`, without those named."""
    names = [row.name for row in TABLE]
    for name in (*without, *([upto] if upto else [])):
        if name not in names:
            raise PipelineError(f"no step {name!r}; the steps are: {', '.join(names)}")
    left_out = frozenset(without)
    rows: list[Layer] = []
    for row in TABLE:
        if language in row.languages and row.name not in left_out:
            rows.append(row)
        if row.name == upto:
            break
    return tuple(rows)


class NoModels(msgspec.Struct, frozen=True):
    """The only step of a language without models: every document is reported, none is passed over in silence."""

    language: str
    name: str = "language"
    needs: frozenset[str] = frozenset()
    gives: frozenset[str] = frozenset()

    def run(self, documents: Sequence[Document]) -> dict[int, Exception]:
        known = ", ".join(sorted(filter(has_models, LANGUAGES)))
        error = ValueError(f"no models for language {self.language!r}; there are models for: {known}")
        return dict.fromkeys(range(len(documents)), error)


def pipeline(language: str = "en", *, upto: str = "", without: Iterable[str] = ()) -> Pipeline:
    """The pipeline that ships for a language."""
    steps = steps_for(language, upto=upto, without=without) if has_models(language) else ()
    return Pipeline(steps or [NoModels(language)])


def has_models(language: str) -> bool:
    """Whether the weights for a language are installed."""
    return (_MODELS / ("english" if language == "en" else "multilingual") / "encoder.onnx").is_file()
