"""Annotating, reading, checking, writing and scoring from Python; `kb_api` has the knowledge bases.

    >>> import factbook
    >>> folder = "tests/golden/openre/mixed"
    >>> table = factbook.score("open_re", f"{folder}/ground_truth.tsv", f"{folder}/system.tsv")
    >>> table.results[0].figures["f"]
    0.5

Gold and systems are paths, or objects of the kind that the measure takes (a KB, a mapping of documents, a list).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from errno import EISDIR, ENOENT
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from factbook.cli.score_objects import as_taken
from factbook.evaluate.measure import Match, Measure, ScoringError
from factbook.evaluate.resampling import RESAMPLES, SEED
from factbook.evaluate.scoring import ScoreTable
from factbook.evaluate.scoring import score as score_objects
from factbook.formats.format import Context, Format, Problems
from factbook.formats.guess import format_of
from factbook.formats.table import by_name, by_suffix
from factbook.model.collector import collector_paused
from factbook.model.kb import KB
from factbook.text.files import File, Walk, write_whole
from factbook.text.source import Source

if TYPE_CHECKING:
    from factbook.evaluate.diagnose import Surgery

_PathLike = str | os.PathLike[str]


def score(
    measure: str | Measure | Sequence[Measure],
    gold: Any,
    system: Any,
    *,
    source: _PathLike | Sequence[_PathLike] = (),
    ere: _PathLike | Sequence[_PathLike] = (),
    pred_ere: _PathLike | Sequence[_PathLike] = (),
    queries: _PathLike = "",
    docs: _PathLike = "",
    excluded: _PathLike = "",
    input: str = "",
    edition: str = "",
    by: Sequence[str] = (),
    ci: bool = False,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    matches: bool = False,
) -> ScoreTable:
    """Score one system, or several: a mapping from name to system, or a list of paths.

    `measure` is a name such as `edl.b_cubed`, several with commas, a family, or `Measure` objects. The other paths are
    those of the options of `factbook score`. A `ScoringError` tells why gold and system cannot be compared; problems of
    the files become its messages where nothing can be scored, and `problems` of the table otherwise.
    """
    measures = _measures(measure)
    systems = _systems(system, measures[0].kind.inputs)
    paths = {
        "source": _many(source),
        "ere": _many(ere),
        "pred_ere": _many(pred_ere),
        "queries": os.fspath(queries),
        "docs": os.fspath(docs),
        "excluded": os.fspath(excluded),
        "input": input,
        "edition": edition,
    }
    with collector_paused():
        loaded, loaded_systems, problems = _load(measures[0], gold, systems, paths)
        table = score_objects(
            measures, loaded, loaded_systems, by=_labels(by), ci=ci, resamples=resamples, seed=seed, matches=matches
        )
    return _with_problems(table, problems)


class _Paths(TypedDict, total=False):
    """What gold and system need besides themselves, as in `score`."""

    source: _PathLike | Sequence[_PathLike]
    ere: _PathLike | Sequence[_PathLike]
    pred_ere: _PathLike | Sequence[_PathLike]
    queries: _PathLike
    docs: _PathLike
    excluded: _PathLike
    input: str
    edition: str


def explain(measure: str | Measure, gold: Any, system: Any, **paths: Unpack[_Paths]) -> tuple[Match, ...]:
    """How each gold and each system item fared, under one measure. Takes the same paths as `score`."""
    one = _one_measure(measure)
    with collector_paused():
        loaded, systems, _ = _load(one, gold, {_name(system): system}, _given(paths))
        return one.matches(loaded, next(iter(systems.values())))


def surgery(measure: str | Measure, gold: Any, system: Any, **paths: Unpack[_Paths]) -> Surgery:
    """What each stage lost, and the score with that stage repaired. Takes the same paths as `score`."""
    from factbook.evaluate.diagnose import surgery as operate

    one = _one_measure(measure)
    with collector_paused():
        loaded, systems, _ = _load(one, gold, {_name(system): system}, _given(paths))
        return operate(one, loaded, next(iter(systems.values())))


def measures(name: str = "") -> list[Measure]:
    """All measures with their default parameters, or those that a text such as `coref` names.

    >>> import factbook
    >>> [measure.kind.name for measure in factbook.measures("edl.muc")]
    ['edl.muc']
    """
    from factbook.evaluate.table import kinds
    from factbook.evaluate.table import measures as named

    return named(name) if name else [measure for kind in kinds() for measure in named(kind)]


def read(path: _PathLike, *, format: str = "", context: Context | None = None) -> tuple[Any, Problems]:
    """The content of a file (a KB, or a list of task items) and the problems met; the suffix tells the format.

    A file that cannot be opened raises `OSError`; what is wrong in it is told by the problems.
    """
    row, file = _opened(path, format)
    return row.read(file.data, file=file.name, context=context)


def validate(path: _PathLike, *, format: str = "", context: Context | None = None) -> Problems:
    """All that is wrong with a file, as `factbook validate` tells it; the suffix tells the format.

    `context` gives what a full check needs besides the file: sources, ERE, queries, lengths of documents, edition.

    >>> import factbook
    >>> factbook.validate("examples/calder/edl/gold.tab")
    <Problems: 0 errors, 0 warnings>
    """
    row, file = _opened(path, format)
    return row.check(file.data, file=file.name, context=context)


def write(path: _PathLike, content: Any, *, format: str = "", context: Context | None = None) -> None:
    """Write content to a file, whole or not at all; the suffix tells the format. Folders are made.

    `CannotWrite` (a `ValueError`) tells what the format has no room for, or what is missing: APF, which counts
    characters outside tags, needs the texts: `context=Context(sources={source.id: source})`.
    """
    row = _format(os.fspath(path), format)
    if isinstance(content, KB) != (row.content == "kb"):
        held = "a KB" if row.content == "kb" else f"a list of {row.content}"
        raise TypeError(f"{os.fspath(path)}: {row.name} holds {held}, not {type(content).__name__}")
    write_whole(Path(path), row.write(content, context=context))


def annotate(
    document: str | os.PathLike[str] | Source, *, id: str = "document", language: str = "", upto: str = ""
) -> KB:
    """What the shipped models find in one document: entities, relations, events, beliefs and sentiments.

    `document` is a text (with or without markup), a source, or the `Path` of a file that holds one document; a name of
    a file as `str` would be taken for the text. `upto` stops after a step such as `coref`.
    """
    from factbook.extract.pipeline import pipeline
    from factbook.text.language import detect

    source = _source(document, id, language)
    found = language or source.language or detect(source) or "en"
    return pipeline(found, upto=upto).read(source).to_kb()


def _source(document: str | os.PathLike[str] | Source, id: str, language: str) -> Source:
    from factbook.text.inputs import read_sources
    from factbook.text.markup import parse_source

    if isinstance(document, str):
        return parse_source(document, id=id, language=language)
    if isinstance(document, Source):
        return document
    if not isinstance(document, os.PathLike):
        raise TypeError(f"a document is a text, a Path or a Source, not {type(document).__name__}; annotate one by one")
    sources = list(islice(read_sources(document, language=language), 2))
    if len(sources) != 1:
        raise ValueError(f"{os.fspath(document)} holds {'several documents' if sources else 'no document'}, not one")
    return sources[0]


def _opened(path: _PathLike, format: str) -> tuple[Format, File]:
    name = os.fspath(path)
    if os.path.isdir(name):
        raise IsADirectoryError(EISDIR, "this is a folder: name a file of it", name)
    file = next(Walk(Problems()).files([name]), None)
    if file is None:
        raise FileNotFoundError(ENOENT, "there is no such file", name)
    if file.data.startswith(b"SQLite format 3\0"):
        raise ValueError(f"{name} is a knowledge base: open it with factbook.Store.open, ask it with factbook.ask")
    row = None if format else format_of(name, file.data)
    return row or _format(name, format), file


def _format(name: str, format: str) -> Format:
    found = by_name(format) if format else by_suffix(name)
    if found is None:
        raise ValueError(f"{name}: the suffix tells no format; name it with format=")
    return found


_SHOWN = 10  # problems in an exception
_LISTS = ("source", "ere", "pred_ere")


def _measures(measure: str | Measure | Sequence[Measure]) -> list[Measure]:
    if isinstance(measure, str):
        return measures(measure)
    return [measure] if isinstance(measure, Measure) else list(measure)


def _one_measure(measure: str | Measure) -> Measure:
    found = _measures(measure)
    if len(found) != 1:
        raise ValueError(f"{measure} is {len(found)} measures; name one, such as {found[0].kind.name}")
    return found[0]


def _load(
    measure: Measure, gold: Any, systems: Mapping[str, Any], paths: Mapping[str, Any]
) -> tuple[Any, dict[str, Any], list[str]]:
    kind = measure.kind
    if not any(_is_path(one) for one in (gold, *systems.values())):
        return as_taken(kind, gold), {name: as_taken(kind, one) for name, one in systems.items()}, []
    from factbook.cli.score_inputs import Loader, Paths

    loader = Loader(kind.family, kind.inputs, Paths(**paths))
    found = loader.gold(os.fspath(gold)) if _is_path(gold) else as_taken(kind, gold)
    loaded = {
        name: loader.system(os.fspath(one), found) if _is_path(one) else as_taken(kind, one)
        for name, one in systems.items()
    }
    named = {os.fspath(one) for one in (gold, *systems.values()) if _is_path(one)}
    problems = [str(problem) for problem in loader.problems]
    if refused := loader.refusal(found, named):
        raise ScoringError([f"no score: {refused}", *map(str, loader.problems.errors[:_SHOWN])])
    return found, loaded, problems


def _with_problems(table: ScoreTable, problems: Sequence[str]) -> ScoreTable:
    import msgspec

    return msgspec.structs.replace(table, problems=tuple(problems)) if problems else table


def _systems(system: Any, inputs: str) -> Mapping[str, Any]:
    """Systems by name."""
    if isinstance(system, dict) and not _is_content(system, inputs):
        return system
    if isinstance(system, (list, tuple)) and system and all(map(_is_path, system)):
        from factbook.cli.score_inputs import system_names

        paths = [os.fspath(one) for one in system]
        return dict(zip(system_names(paths), paths, strict=True))
    return {_name(system): system}


def _is_content(system: dict[str, Any], inputs: str) -> bool:
    """Whether a mapping is one system by document, not several systems by name."""
    if inputs not in ("kb-by-document", "best"):
        return False
    return not any(_is_path(value) or isinstance(value, dict) for value in system.values())


def _is_path(thing: Any) -> bool:
    return isinstance(thing, (str, os.PathLike))


def _name(system: Any) -> str:
    if _is_path(system):
        return os.path.basename(os.fspath(system).rstrip("/")) or "system"
    return getattr(system, "name", "") or "system"


def _given(paths: Mapping[str, Any]) -> dict[str, Any]:
    strange = sorted(set(paths) - set(_Paths.__annotations__))
    if strange:
        raise TypeError(f"no path is named {strange[0]!r}; there are: {', '.join(_Paths.__annotations__)}")
    return {key: _many(value) if key in _LISTS else os.fspath(value) for key, value in paths.items()}


def _many(paths: _PathLike | Sequence[_PathLike]) -> tuple[str, ...]:
    if isinstance(paths, (str, os.PathLike)):
        return (os.fspath(paths),) if os.fspath(paths) else ()
    return tuple(os.fspath(path) for path in paths)


def _labels(by: Sequence[str]) -> tuple[str, ...]:
    return tuple(by.split(",")) if isinstance(by, str) else tuple(by)
