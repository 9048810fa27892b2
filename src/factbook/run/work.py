"""What a worker does: documents in, their annotation out. The same function runs here, in processes and on Dask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from factbook._version import __version__
from factbook.text.source import Source

CHUNK_CHARACTERS = 30_000  # small enough that a few documents keep several workers busy
CHUNK_DOCUMENTS = 16


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """How documents are annotated: by the shipped models, or taken from given files."""

    given: tuple[str, ...] = ()  # files and folders with annotation
    language: str = ""
    upto: str = ""  # the last step of the pipeline
    content: str = ""  # digest of the given files

    @property
    def name(self) -> str:
        """What made the annotation."""
        return f"given {' '.join(self.given)}" if self.given else f"factbook {__version__} {self.language} {self.upto}"


def task_of(*, given: Sequence[str] = (), language: str = "", upto: str = "") -> Task:
    """How documents are annotated from now on: a changed file of given annotation makes another task.

    A step that there is not raises `ValueError`, a given path that there is not `FileNotFoundError`.
    """
    if given:
        from factbook.run.given import digest

        return Task(given=tuple(given), language=language, upto=upto, content=digest(given))
    if upto:
        from factbook.extract.pipeline import steps_for

        steps_for(language or "en", upto=upto)
    return Task(language=language, upto=upto)


class Result(NamedTuple):
    """A document's annotation as JSON, or why there is none."""

    document: str
    annotation: bytes
    error: str = ""


def made_by(task: Task, source: Source) -> str:
    """Marks a document annotated by a task: equal marks need no second annotation."""
    mark = blake2b(f"{task.name}{task.content}".encode(), digest_size=12)
    mark.update(source.text.encode("utf-8", "surrogatepass"))
    return mark.hexdigest()


def chunks(sources: Iterable[Source]) -> Iterator[list[Source]]:
    """Documents in portions of bounded size."""
    waiting: list[Source] = []
    size = 0
    for source in sources:
        waiting.append(source)
        size += len(source.text)
        if size >= CHUNK_CHARACTERS or len(waiting) >= CHUNK_DOCUMENTS:
            yield waiting
            waiting, size = [], 0
    if waiting:
        yield waiting


def annotate(task: Task, sources: Sequence[Source]) -> list[Result]:
    """The annotation of some documents. One that fails is reported in its result; the others go on."""
    return _given(task, sources) if task.given else _models(task, sources)


@lru_cache(maxsize=4)
def _given_files(paths: tuple[str, ...], content: str) -> object:
    from factbook.run.given import Given

    return Given(paths)


def _given(task: Task, sources: Sequence[Source]) -> list[Result]:
    from factbook.run.given import Given, GivenError

    given = _given_files(task.given, task.content)
    assert isinstance(given, Given)
    results: list[Result] = []
    for source in sources:
        try:
            results.append(Result(source.id, msgspec.json.encode(given.annotation(source))))
        except GivenError as error:
            results.append(Result(source.id, b"", str(error)))
    return results


def _models(task: Task, sources: Sequence[Source]) -> list[Result]:
    from factbook.extract.document import Document

    groups: dict[str, list[Source]] = {}
    for source in sources:
        groups.setdefault(task.language or source.language or "en", []).append(source)
    found: dict[str, Result] = {}
    for language, group in groups.items():
        for outcome in _pipeline(language, task.upto).run([Document(source) for source in group]):
            name = outcome.document.id
            if outcome.error is not None:
                found[name] = Result(name, b"", f"step {outcome.step}: {outcome.error}")
            else:
                found[name] = Result(name, msgspec.json.encode(outcome.document.to_kb()))
    return [found[source.id] for source in sources]


@lru_cache(maxsize=4)
def _pipeline(language: str, upto: str):  # type: ignore[no-untyped-def]  # the type is imported with the models
    from factbook.extract.pipeline import pipeline

    return pipeline(language, upto=upto)
