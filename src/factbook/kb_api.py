"""Building and asking knowledge bases from Python, as `factbook build` and `factbook query` do."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from factbook.query.ask import Answer
    from factbook.run.build import Summary
    from factbook.store.store import Store

_PathLike = str | os.PathLike[str]


def build(
    documents: _PathLike | Sequence[_PathLike],
    kb: _PathLike,
    *,
    given: _PathLike | Sequence[_PathLike] = (),
    language: str = "",
    upto: str = "",
    workers: int = 1,
    dask: str = "",
    closed: bool = False,
    remove: Sequence[str] = (),
) -> Summary:
    """Build the knowledge base file `kb` from documents: files, folders, archives, JSON lines.

    Run again, it takes in new and changed documents only. A document that fails is counted in `failed` of the summary
    and told on standard error. With several workers call it below `if __name__ == "__main__":`, as all programs that
    start processes do.
    """
    from factbook.run.build import build as run
    from factbook.run.work import task_of

    task = task_of(given=_names(given), language=language, upto=upto)
    return run(
        _names(documents), os.fspath(kb), task, workers=workers, dask=dask, closed=closed, remove=remove, quiet=True
    )


def ask(kb: _PathLike | Store, name: str, *slots: str, type: str = "") -> list[tuple[Answer, ...]]:
    """What a knowledge base knows of an entity: paths along the slots, one answer a hop; without slots all its facts.

    `name` is a name, an id, or a place `DOCUMENT:FIRST-LAST`. Each answer has its evidence: document, spans, quoted
    sentence. A `LookupError` tells that there is no such entity or slot, or lists the entities that may be meant.
    """
    from factbook.query.ask import LIMIT
    from factbook.query.find import find
    from factbook.query.known import along, facts
    from factbook.store.store import Store

    with Store.open(kb) if isinstance(kb, (str, os.PathLike)) else nullcontext(kb) as store:
        found = find(store, name, entity_type=type)
        if slots:
            return along(store, found, slots, quotes=LIMIT)
        return [(answer,) for answer in facts(store, found, quotes=LIMIT)]


def _names(paths: _PathLike | Sequence[_PathLike]) -> tuple[str, ...]:
    several = (paths,) if isinstance(paths, (str, os.PathLike)) else paths
    return tuple(os.fspath(path) for path in several)
