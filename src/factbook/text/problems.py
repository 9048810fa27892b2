"""Problems: what is wrong, where, and what to do about it.

Reading records problems and goes on; it never raises for bad content. A module that reads files begins with
`CODES`, its table of problem codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

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

    def __repr__(self) -> str:
        return f"<Problems: {len(self.errors)} errors, {len(self.warnings)} warnings>"

    @property
    def errors(self) -> list[Problem]:
        """Errors and fatal problems."""
        return [problem for problem in self.items if problem.severity != WARNING]

    @property
    def warnings(self) -> list[Problem]:
        return [problem for problem in self.items if problem.severity == WARNING]
