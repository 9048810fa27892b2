"""What a format is, and how reading reports what is wrong.

Reading records problems and goes on; it never raises for bad content. A format module offers
`CODES` (its table of problem codes) and the functions that `table.FORMATS` names: `read`, `write`, `check`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import msgspec

from factbook.model.kb import KB
from factbook.text.problems import ERROR as ERROR
from factbook.text.problems import FATAL as FATAL
from factbook.text.problems import WARNING as WARNING
from factbook.text.problems import Code as Code
from factbook.text.problems import Problem as Problem
from factbook.text.problems import Problems as Problems
from factbook.text.problems import Where as Where
from factbook.text.source import Source


class CannotWrite(ValueError):
    """The format has no room for this content; the message says what and what to do."""


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
    read_only: bool = False

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
