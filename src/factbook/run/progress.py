"""Progress of a long run on a terminal: how many, how fast, how long still; and what it cost in the end."""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO

import msgspec


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What a run needed (seed 001, section 5.6: CPU time and memory)."""

    seconds: float
    cpu_seconds: float
    peak_megabytes: float  # of this process, plus that of the largest worker for each; 0 where the system does not tell


class Progress:
    """Prints a line that is written over; nothing where nobody looks (no terminal)."""

    def __init__(self, total: int | None, *, what: str = "documents", stream: TextIO | None = None) -> None:
        self.total, self.what = total, what
        self.stream = stream or sys.stderr
        self.shown = self.stream.isatty()
        self.started = time.monotonic()
        self.count = 0
        self._last = 0.0

    def step(self, count: int = 1) -> None:
        self.count += count
        now = time.monotonic()
        if self.shown and now - self._last > 0.2:
            self._last = now
            print(f"\r{self.line(now)}\033[K", end="", file=self.stream, flush=True)

    def line(self, now: float | None = None) -> str:
        """The text of the line."""
        seconds = max((now or time.monotonic()) - self.started, 1e-6)
        rate = self.count / seconds
        parts = [f"{self.count:,}" + (f" of {self.total:,}" if self.total else "") + f" {self.what}", f"{rate:,.1f}/s"]
        if self.total and rate > 0 and self.count < self.total:
            parts.append(f"{_clock((self.total - self.count) / rate)} left")
        return ", ".join(parts)

    def done(self) -> None:
        if self.shown and self.count:
            print(f"\r{self.line()}\033[K", file=self.stream)


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return (
        f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}" if whole >= 3600 else f"{whole // 60}:{whole % 60:02}"
    )


class Meter:
    """Measures a run with this many worker processes beside this one."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers
        self.started = time.monotonic()
        self.cpu = _cpu()

    def cost(self) -> Cost:
        """What it took since the meter was made; memory since the process began."""
        return Cost(
            seconds=round(time.monotonic() - self.started, 3),
            cpu_seconds=round(_cpu() - self.cpu, 3),
            peak_megabytes=round(_peak(self.workers), 1),
        )


def _cpu() -> float:
    """Of this process and of its workers that have ended."""
    return sum(os.times()[:4])


def _peak(workers: int) -> float:
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024  # Linux counts kilobytes, macOS bytes
    own, largest = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return float(own + workers * largest) / unit
