"""Annotating, reading, writing and scoring from Python, with the power of `factbook score` and `factbook explain`.

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
from pathlib import Path
from typing import Any

from factbook.evaluate.measure import Match, Measure, ScoringError
from factbook.evaluate.resampling import RESAMPLES, SEED
from factbook.evaluate.scoring import ScoreTable
from factbook.evaluate.scoring import score as score_objects
from factbook.formats.format import Context, Format, Problems
from factbook.formats.table import by_name, by_suffix
from factbook.model.collector import collector_paused
from factbook.model.kb import KB
from factbook.text.files import Walk
from factbook.text.source import Source

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
    """Score one system, or several given as a mapping from name to system.

    A `ScoringError` tells why gold and system cannot be compared; problems of the files become its messages where
    nothing can be scored, and warnings of the results otherwise.
    """
    measures = _measures(measure)
    several = isinstance(system, dict) and not _is_content(system, measures[0].kind.inputs)
    systems = system if several else {_name(system): system}
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


def explain(measure: str | Measure, gold: Any, system: Any, **paths: Any) -> tuple[Match, ...]:
    """How each gold and each system item fared. Takes the same paths as `score`."""
    one = _measures(measure)[0]
    given = {key: _many(value) if key in _LISTS else os.fspath(value) for key, value in paths.items()}
    with collector_paused():
        loaded, systems, _ = _load(one, gold, {_name(system): system}, given)
        return one.matches(loaded, next(iter(systems.values())))


def surgery(measure: str | Measure, gold: Any, system: Any, **paths: Any) -> Any:
    """What each stage lost, and the score with that stage repaired (`evaluate.diagnose.Surgery`)."""
    from factbook.evaluate.diagnose import surgery as operate

    one = _measures(measure)[0]
    given = {key: _many(value) if key in _LISTS else os.fspath(value) for key, value in paths.items()}
    with collector_paused():
        loaded, systems, _ = _load(one, gold, {_name(system): system}, given)
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
    """The content of a file (a KB, or a list of task items) and the problems met; the suffix tells the format."""
    name = os.fspath(path)
    file = next(Walk(Problems()).files([name]), None)
    if file is None:
        raise FileNotFoundError(name)
    return _format(name, format).read(file.data, file=name, context=context)


def write(path: _PathLike, content: Any, *, format: str = "", context: Context | None = None) -> None:
    """Write content to a file; the suffix tells the format."""
    data = _format(os.fspath(path), format).write(content, context=context)
    Path(path).write_bytes(data)


def annotate(document: str | Source, *, id: str = "document", language: str = "", upto: str = "") -> KB:
    """What the shipped models find in one document: entities, relations, events, beliefs and sentiments.

    `document` is a text (with or without markup) or a source; `upto` stops after a step such as `coref`.
    """
    from factbook.extract.pipeline import pipeline
    from factbook.text.language import detect
    from factbook.text.markup import parse_source

    source = parse_source(document, id=id, language=language) if isinstance(document, str) else document
    found = language or source.language or detect(source) or "en"
    return pipeline(found, upto=upto).read(source).to_kb()


def _format(name: str, format: str) -> Format:
    found = by_name(format) if format else by_suffix(name)
    if found is None:
        raise ValueError(f"{name}: the suffix tells no format; name it with format=")
    return found


_LISTS = ("source", "ere", "pred_ere")


def _measures(measure: str | Measure | Sequence[Measure]) -> list[Measure]:
    if isinstance(measure, str):
        return measures(measure)
    return [measure] if isinstance(measure, Measure) else list(measure)


def _load(
    measure: Measure, gold: Any, systems: Mapping[str, Any], paths: Mapping[str, Any]
) -> tuple[Any, dict[str, Any], list[str]]:
    if not any(isinstance(one, (str, os.PathLike)) for one in (gold, *systems.values())):
        return gold, dict(systems), []
    from factbook.cli.score_inputs import Loader, Paths

    loader = Loader(measure.kind.family, measure.kind.inputs, Paths(**paths))
    found = loader.gold(os.fspath(gold)) if isinstance(gold, (str, os.PathLike)) else gold
    loaded = {
        name: loader.system(os.fspath(one), found) if isinstance(one, (str, os.PathLike)) else one
        for name, one in systems.items()
    }
    fatal = [str(problem) for problem in loader.problems if problem.severity == "fatal"]
    if fatal:
        raise ScoringError(fatal)
    return found, loaded, [str(problem) for problem in loader.problems]


def _with_problems(table: ScoreTable, problems: Sequence[str]) -> ScoreTable:
    import msgspec

    return msgspec.structs.replace(table, problems=tuple(problems)) if problems else table


def _is_content(system: dict[str, Any], inputs: str) -> bool:
    """Whether a mapping is one system by document, not several systems by name."""
    if inputs not in ("kb-by-document", "best"):
        return False
    return not any(isinstance(value, (str, os.PathLike, dict)) for value in system.values())


def _name(system: Any) -> str:
    if isinstance(system, (str, os.PathLike)):
        return os.path.basename(os.fspath(system).rstrip("/")) or "system"
    return getattr(system, "name", "") or "system"


def _many(paths: _PathLike | Sequence[_PathLike]) -> tuple[str, ...]:
    if isinstance(paths, (str, os.PathLike)):
        return (os.fspath(paths),) if os.fspath(paths) else ()
    return tuple(os.fspath(path) for path in paths)


def _labels(by: Sequence[str]) -> tuple[str, ...]:
    return tuple(by.split(",")) if isinstance(by, str) else tuple(by)
