"""The same work on a Dask cluster: `local`, or the address of a scheduler. A lost worker's portions run on another.

Documents are annotated there chunk by chunk, and linking has names blocked and pairs scored there. Both go through
`in_order`: results come back in the order of the work, and a bounded number of portions is under way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from factbook.run.local import AHEAD, _safely
from factbook.run.work import Result, Task, annotate
from factbook.store.blocks import Elsewhere
from factbook.text.source import Source

RETRIES = 3


class NoDask(OSError):
    """Dask is not installed, the scheduler does not answer, or every worker died."""


def client_of(address: str, workers: int) -> Any:
    """A client of the scheduler, or of a new cluster of processes on this machine."""
    try:
        import distributed
    except ImportError as error:
        raise NoDask(2, "Dask is not installed: pip install 'factbook[dask]'", address) from error
    module: Any = distributed  # its functions have no types
    if address == "local":
        cluster = module.LocalCluster(n_workers=max(workers, 1), threads_per_worker=1, dashboard_address="127.0.0.1:0")
        return module.Client(cluster)
    try:
        return module.Client(address, timeout=10)
    except (OSError, TimeoutError) as error:
        raise NoDask(111, "no Dask scheduler answers at this address", address) from error


@contextmanager
def cluster_at(address: str, workers: int) -> Iterator[Any]:
    """A client that is closed at the end, with the cluster where it was made for this."""
    client = client_of(address, workers)
    try:
        yield client
    finally:
        client.close()
        if client.cluster is not None:
            client.cluster.close()


def in_order(
    client: Any, function: Callable[..., Any], portions: Iterable[tuple[Any, ...]], *, workers: int = 2
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Portions with their futures, in order."""
    ahead = max(AHEAD * max(workers, len(client.scheduler_info().get("workers", ()))), AHEAD)
    waiting: deque[tuple[tuple[Any, ...], Any]] = deque()
    source = iter(portions)
    while True:
        while len(waiting) < ahead and (portion := next(source, None)) is not None:
            waiting.append((portion, client.submit(function, *portion, pure=False, retries=RETRIES)))
        if not waiting:
            return
        yield waiting.popleft()


def on_dask(
    client: Any, task: Task, chunks: Iterable[list[Source]], *, workers: int = 2
) -> Iterator[tuple[list[Source], list[Result]]]:
    """Chunks of documents with their annotation, in order."""
    work = ((annotate, task, chunk) for chunk in chunks)
    for (_, _, chunk), future in in_order(client, _safely, work, workers=workers):
        yield chunk, _outcome(chunk, future)


def _outcome(chunk: list[Source], future: Any) -> list[Result]:
    """Dask moves a lost worker's chunk; one that kills every worker it is given to is reported."""
    from distributed import KilledWorker

    try:
        found: list[Result] = future.result()
    except KilledWorker:
        return [Result(source.id, b"", "every worker that got this document died") for source in chunk]
    return found


def elsewhere(client: Any, *, workers: int = 2) -> Elsewhere:
    """Linking's portions on a cluster. What every worker dies of is done here: linking needs all of it."""

    def run(function: Callable[..., Any], portions: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        from distributed import KilledWorker

        for portion, future in in_order(client, function, portions, workers=workers):
            try:
                yield future.result()
            except KilledWorker:
                yield function(*portion)

    return run
