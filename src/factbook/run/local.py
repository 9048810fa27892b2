"""Run chunks of documents in this process or in several; a worker that dies loses nothing."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from factbook._threads import one_thread
from factbook.run.work import Result, Task, annotate
from factbook.text.source import Source

Work = Callable[[Task, Sequence[Source]], list[Result]]
ATTEMPTS = 2  # a document that kills a worker of its own this often is given up
AHEAD = 2  # chunks waiting for each worker: bounds memory
REAP_SECONDS = 3.0


def in_process(
    task: Task, chunks: Iterable[list[Source]], *, work: Work = annotate
) -> Iterator[tuple[list[Source], list[Result]]]:
    """Chunk by chunk, here."""
    for chunk in chunks:
        yield chunk, _safely(work, task, chunk)


def _safely(work: Work, task: Task, chunk: Sequence[Source]) -> list[Result]:
    """A chunk's results; where the chunk fails as a whole, its documents one by one."""
    try:
        return work(task, chunk)
    except (ImportError, OSError):
        raise
    except Exception as error:  # a bug in one document's annotation is that document's failure
        if len(chunk) == 1:
            return [Result(chunk[0].id, b"", f"{type(error).__name__}: {error}")]
        return [result for source in chunk for result in _safely(work, task, [source])]


class Pool:
    """Worker processes. When one dies, all chunks under way start again; a document that kills twice is given up."""

    def __init__(self, workers: int, *, work: Work = annotate) -> None:
        self.workers, self.work = workers, work
        self.executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=one_thread)

    def run(self, task: Task, chunks: Iterable[list[Source]]) -> Iterator[tuple[list[Source], list[Result]]]:
        """Chunks with their results, in order."""
        waiting: deque[tuple[list[Source], Future[list[Result]]]] = deque()
        source = iter(chunks)
        try:
            while True:
                while len(waiting) < self.workers * AHEAD:
                    chunk = next(source, None)
                    if chunk is None:
                        break
                    waiting.append((chunk, self._submit(task, chunk)))
                if not waiting:
                    return
                yield self._next(task, waiting)
        finally:
            self.executor.shutdown(wait=False, cancel_futures=True)
            _reap()

    def _submit(self, task: Task, chunk: list[Source]) -> Future[list[Result]]:
        try:
            return self.executor.submit(_safely, self.work, task, chunk)
        except BrokenProcessPool:  # died before we noticed; `_next` starts again
            failed: Future[list[Result]] = Future()
            failed.set_exception(BrokenProcessPool())
            return failed

    def _next(
        self, task: Task, waiting: deque[tuple[list[Source], Future[list[Result]]]]
    ) -> tuple[list[Source], list[Result]]:
        chunk, future = waiting.popleft()
        try:
            return chunk, future.result()
        except BrokenProcessPool:
            print("a worker process died; its documents are done again", file=sys.stderr)
            self._restart()
            results = [result for source in chunk for result in self._alone(task, source)]
            again = [(c, self._submit(task, c) if not _finished(f) else f) for c, f in waiting]
            waiting.clear()
            waiting.extend(again)
            return chunk, results

    def _restart(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._start()

    def _alone(self, task: Task, source: Source) -> list[Result]:
        for _ in range(ATTEMPTS):
            try:
                return self.executor.submit(_safely, self.work, task, [source]).result()
            except BrokenProcessPool:
                self._restart()
        return [Result(source.id, b"", "the worker process died on this document")]


def _finished(future: Future[list[Result]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _reap() -> None:
    """Give ended workers a moment to be counted: what they cost shows only then."""
    deadline = time.monotonic() + REAP_SECONDS
    while multiprocessing.active_children() and time.monotonic() < deadline:
        time.sleep(0.02)
