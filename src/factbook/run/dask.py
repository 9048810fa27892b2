"""The same chunks on a Dask cluster: `local`, or the address of a scheduler. A lost worker's chunks run on another."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from factbook.run.local import AHEAD, _safely
from factbook.run.work import Result, Task, annotate
from factbook.text.source import Source

RETRIES = 3


class NoDask(OSError):
    """Dask is not installed, or the scheduler does not answer."""


def client_of(address: str, workers: int) -> Any:
    """A client of the scheduler, or of a new cluster of processes on this machine."""
    try:
        import distributed
    except ImportError as error:
        raise NoDask(2, "Dask is not installed: pip install 'factbook[dask]'", address) from error
    module: Any = distributed  # its functions have no types
    if address == "local":
        cluster = module.LocalCluster(n_workers=max(workers, 1), threads_per_worker=1, dashboard_address=None)
        return module.Client(cluster)
    try:
        return module.Client(address, timeout=10)
    except (OSError, TimeoutError) as error:
        raise NoDask(111, "no Dask scheduler answers at this address", address) from error


def on_dask(
    address: str, task: Task, chunks: Iterable[list[Source]], *, workers: int = 2, client: Any = None
) -> Iterator[tuple[list[Source], list[Result]]]:
    """Chunks with their results, in order; a bounded number is under way."""
    own = client is None
    client = client or client_of(address, workers)
    try:
        ahead = max(AHEAD * max(workers, len(client.scheduler_info().get("workers", ()))), AHEAD)
        waiting: deque[tuple[list[Source], Any]] = deque()
        source = iter(chunks)
        while True:
            while len(waiting) < ahead and (chunk := next(source, None)) is not None:
                waiting.append((chunk, client.submit(_safely, annotate, task, chunk, pure=False, retries=RETRIES)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            yield chunk, _outcome(chunk, future)
    finally:
        if own:
            client.close()
            if client.cluster is not None:
                client.cluster.close()


def _outcome(chunk: list[Source], future: Any) -> list[Result]:
    """Dask moves a lost worker's chunk; one that kills every worker it is given to is reported."""
    from distributed import KilledWorker

    try:
        found: list[Result] = future.result()
    except KilledWorker:
        return [Result(source.id, b"", "every worker that got this document died") for source in chunk]
    return found
