"""A measure is a value: it parses from text, prints to text, and turns gold and system into counts by unit.

    best.belief(provenance=full)      ace.edr(profile=plan)      coldstart.max(edition=2016)

Counting comes first, by unit (a document, a query, a sentence); aggregation comes after. Micro and macro
averages, confidence intervals and significance tests all start from the same units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec

from factbook._version import __version__


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter of a measure. `choices` empty: any text or number."""

    name: str
    default: str
    choices: tuple[str, ...] = ()
    about: str = ""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """Counts for one document, query or sentence. `labels` carry what `--by` can group by."""

    id: str
    counts: dict[str, float]
    labels: dict[str, str] = {}


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """How one gold or system item fared: what `factbook explain` shows.

    `outcome` is one of: right, partial, wrong, missed, spurious, ignored. `stage` names what lost the points
    (mention, type, split, merge, relation, parent, source, value, provenance …), `cost` how many counts it cost.
    """

    unit: str
    gold: str | None = None
    system: str | None = None
    outcome: str = "right"
    stage: str = ""
    reason: str = ""
    credit: float = 0.0
    cost: float = 0.0
    confidence: float | None = None
    labels: dict[str, str] = {}


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of counting: units in order, matches, warnings, and tables for a full report."""

    units: tuple[Unit, ...]
    matches: tuple[Match, ...] = ()
    warnings: tuple[str, ...] = ()
    detail: Any = None  # what the measure's own report needs


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table of measures.

    `module` offers `count(gold, system, **parameters) -> Counted` under the name `count`, and
    `summarise(units, **parameters) -> dict` under the name `summarise`.
    """

    name: str
    about: str  # one line
    module: str
    count: str
    summarise: str
    main: str  # the figure to show first, such as "f"
    inputs: str  # kb-by-document, kb, responses, open
    zero: str  # what 0/0 gives
    ties: str  # how ties are broken
    parameters: tuple[Parameter, ...] = ()
    fixed: dict[str, str] = {}  # parameters that this kind sets for a shared counting function
    edition: str = ""


class Measure(msgspec.Struct, frozen=True):
    """A kind of measure with its parameters set."""

    kind: Kind
    parameters: dict[str, str]

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"{self.kind.name}({inside})" if inside else self.kind.name

    @property
    def signature(self) -> str:
        """Name, all parameters, edition and version: print it beside every score."""
        edition = f"|edition:{self.kind.edition}" if self.kind.edition else ""
        return f"{self}{edition}|version:factbook-{__version__}"

    def _function(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(self.kind.module), name)
        return function

    def count(self, gold: Any, system: Any) -> Counted:
        """Counts by unit."""
        counted: Counted = self._function(self.kind.count)(gold, system, **self.kind.fixed, **self.parameters)
        return counted

    def summarise(self, units: Sequence[Unit]) -> dict[str, float]:
        """Figures such as p, r and f from the units."""
        figures: dict[str, float] = self._function(self.kind.summarise)(units, **self.kind.fixed, **self.parameters)
        return figures


_CALL = re.compile(r"\s*([\w.]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def parse(text: str, kinds: Mapping[str, Kind]) -> Measure:
    """The measure that a text such as `ace.edr(profile=plan)` names. A `ValueError` says cause and choices."""
    call = _CALL.fullmatch(text)
    if call is None:
        raise ValueError(f"cannot read measure {text!r}; write name or name(parameter=value, …)")
    name, inside = call.group(1), call.group(2) or ""
    if name not in kinds:
        raise ValueError(f"no measure {name!r}; choose one of: {', '.join(sorted(kinds))}")
    kind = kinds[name]
    return Measure(kind, _parameters(kind, inside))


def _parameters(kind: Kind, inside: str) -> dict[str, str]:
    known = {parameter.name: parameter for parameter in kind.parameters}
    values = {parameter.name: parameter.default for parameter in kind.parameters}
    for part in filter(None, (piece.strip() for piece in inside.split(","))):
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or key not in known:
            choices = ", ".join(known) or "none"
            raise ValueError(f"measure {kind.name} has no parameter {key!r}; it takes: {choices}")
        if known[key].choices and value not in known[key].choices:
            raise ValueError(f"{kind.name}: {key} is one of {', '.join(known[key].choices)}, not {value!r}")
        values[key] = value
    return values


def precision_recall_f(right: float, system: float, gold: float) -> dict[str, float]:
    """P = right/system, R = right/gold and their harmonic mean; a 0 denominator gives 0."""
    p = right / system if system else 0.0
    r = right / gold if gold else 0.0
    return {"p": p, "r": r, "f": harmonic(p, r)}


def harmonic(p: float, r: float) -> float:
    """F1; 0 where P + R is 0."""
    return 2 * p * r / (p + r) if p + r else 0.0


def total(units: Sequence[Unit]) -> dict[str, float]:
    """Sum of the counts of all units."""
    sums: dict[str, float] = {}
    for unit in units:
        for key, value in unit.counts.items():
            sums[key] = sums.get(key, 0.0) + value
    return sums
