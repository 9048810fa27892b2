"""What a format is, and how reading reports what is wrong.

Reading records problems and goes on; it never raises for bad content. A format module offers
`CODES` (its table of problem codes) and the functions that `table.FORMATS` names: `read`, `write`, `check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

import msgspec

from factbook.model.kb import KB
from factbook.text.source import Source

FATAL, ERROR, WARNING = "fatal", "error", "warning"


class Code(msgspec.Struct, frozen=True):
    """One row of a module's table of problem codes. `message` takes the problem's args by name."""

    name: str
    severity: str
    message: str
    advice: str = ""


class Where(msgspec.Struct, frozen=True, order=True):
    """A place in a file. Line and column count from 1; 0 is unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.file] + [str(n) for n in (self.line, self.column) if n]
        return ":".join(parts)


class Problem(msgspec.Struct, frozen=True):
    """Something wrong at a place."""

    code: Code
    where: Where
    args: dict[str, str] = {}

    @property
    def severity(self) -> str:
        return self.code.severity

    @property
    def message(self) -> str:
        return self.code.message.format_map(self.args)

    def __str__(self) -> str:
        advice = f" ({self.code.advice})" if self.code.advice else ""
        return f"{self.where}: {self.severity}: {self.code.name}: {self.message}{advice}"


class Problems:
    """The problems met so far, in the order they were met."""

    def __init__(self, codes: Iterable[Code] = (), *, ignore: Iterable[str] = ()) -> None:
        self.codes = {code.name: code for code in codes}
        self.ignore = frozenset(ignore)
        self.items: list[Problem] = []

    def add(self, code: str, where: Where, **args: object) -> None:
        """Record a problem by the name of its code."""
        known = self.codes[code]
        if known.severity == WARNING and code in self.ignore:
            return
        self.items.append(Problem(known, where, {key: str(value) for key, value in args.items()}))

    def extend(self, other: Iterable[Problem]) -> None:
        self.items.extend(other)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def errors(self) -> list[Problem]:
        """Errors and fatal problems."""
        return [problem for problem in self.items if problem.severity != WARNING]

    @property
    def warnings(self) -> list[Problem]:
        return [problem for problem in self.items if problem.severity == WARNING]


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader, writer or checker may need besides the file: loaded objects, never paths."""

    sources: Mapping[str, Source] = {}  # by document id
    lengths: Mapping[str, int] = {}  # characters of each document (Cold Start docs.tsv)
    ere: KB | None = None  # what a best.xml refers to
    queries: Any = None
    edition: str = ""
    ignore: frozenset[str] = frozenset()
    options: Mapping[str, str] = {}


class Format(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table of formats."""

    name: str
    title: str
    module: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]  # record kinds the format can express
    needs: frozenset[str] = frozenset()  # sources, ere, queries: what its check needs besides the file
    editions: tuple[str, ...] = ()
    content: str = "kb"  # kb queries responses assessments open

    def _function(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(self.module), name)
        return function

    def read(self, data: bytes, *, file: str, context: Context | None = None) -> tuple[Any, Problems]:
        """Content (a KB, or a list of task items) and the problems met."""
        result: tuple[Any, Problems] = self._function("read")(data, file=file, context=context or Context())
        return result

    def write(self, content: Any, *, context: Context | None = None) -> bytes:
        """The file's bytes."""
        result: bytes = self._function("write")(content, context=context or Context())
        return result

    def check(self, data: bytes, *, file: str, context: Context | None = None) -> Problems:
        """All problems of a file, reading included."""
        result: Problems = self._function("check")(data, file=file, context=context or Context())
        return result
