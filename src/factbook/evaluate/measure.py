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


class ScoringError(ValueError):
    """Gold and system do not belong together, so that no score can be given. One message a cause."""

    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__("; ".join(messages))
        self.messages = tuple(messages)


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
    `summarise(units, **parameters) -> dict` under the name `summarise`. It may also offer, under the names below:

    * `prepare(gold, system) -> shared`: work that all measures of a family share; `count` then takes `shared=`;
    * `matches(gold, system, **parameters) -> tuple[Match, ...]`, where `count` leaves them out to save time;
    * `report(counted, **parameters) -> str`: the official program's full report;
    * `repair(gold, system, stage, **parameters) -> system`: the system output with one stage's errors mended.

    `splits` are breakdowns that restrict both sides before counting: `count` then takes `split=`.
    """

    name: str
    about: str  # one line
    module: str
    count: str
    summarise: str
    main: str  # the figure to show first, such as "f"
    inputs: str  # kb-by-document, kb, best, responses, coldstart-gold, open
    zero: str  # what 0/0 gives
    ties: str  # how ties are broken
    parameters: tuple[Parameter, ...] = ()
    fixed: dict[str, str] = {}  # parameters that this kind sets for a shared counting function
    edition: str = ""
    formula: str = ""  # from `formulas`, as is `clause`: where it stands
    clause: str = ""
    prepare: str = ""
    matches: str = ""
    report: str = ""
    repair: str = ""
    stages: tuple[str, ...] = ()  # what `repair` can mend, in the order to try it
    splits: tuple[str, ...] = ()

    @property
    def family(self) -> str:
        """What stands before the first dot: edl, coref, best …"""
        return self.name.partition(".")[0]


class Measure(msgspec.Struct, frozen=True):
    """A kind of measure with its parameters set."""

    kind: Kind
    parameters: dict[str, str]

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"{self.kind.name}({inside})" if inside else self.kind.name

    @property
    def short(self) -> str:
        """The name with the parameters that differ from the defaults: for tables; the signature has all."""
        defaults = {parameter.name: parameter.default for parameter in self.kind.parameters}
        own = [f"{key}={value}" for key, value in self.parameters.items() if value != defaults.get(key)]
        return f"{self.kind.name}({', '.join(own)})" if own else self.kind.name

    @property
    def signature(self) -> str:
        """Name, all parameters, edition and version: print it beside every score."""
        edition = f"|edition:{self.kind.edition}" if self.kind.edition else ""
        return f"{self}{edition}|version:factbook-{__version__}"

    def _function(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(self.kind.module), name)
        return function

    @property
    def _all(self) -> dict[str, str]:
        return {**self.kind.fixed, **self.parameters}

    def prepare(self, gold: Any, system: Any) -> Any:
        """What all measures of the family share; None where they share nothing."""
        return self._function(self.kind.prepare)(gold, system) if self.kind.prepare else None

    def count(self, gold: Any, system: Any, *, shared: Any = None, split: str = "") -> Counted:
        """Counts by unit. `shared` comes from `prepare`; `split` is one of the kind's splits."""
        further: dict[str, Any] = {"shared": shared} if self.kind.prepare and shared is not None else {}
        if split:
            further["split"] = split
        counted: Counted = self._function(self.kind.count)(gold, system, **self._all, **further)
        return counted

    def matches(self, gold: Any, system: Any) -> tuple[Match, ...]:
        """How each gold and each system item fared."""
        if not self.kind.matches:
            return self.count(gold, system).matches
        found: tuple[Match, ...] = self._function(self.kind.matches)(gold, system, **self._all)
        return found

    def report(self, counted: Counted) -> str:
        """The official program's full report; empty where it has none."""
        text: str = self._function(self.kind.report)(counted, **self._all) if self.kind.report else ""
        return text

    def repair(self, gold: Any, system: Any, stage: str) -> Any:
        """The system output with the errors of one stage mended."""
        return self._function(self.kind.repair)(gold, system, stage, **self._all)

    def summarise(self, units: Sequence[Unit]) -> dict[str, float]:
        """Figures such as p, r and f from the units."""
        figures: dict[str, float] = self._function(self.kind.summarise)(units, **self._all)
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
    """F1 = 2PR/(P + R), which all task descriptions use (seed 002, Slot Filling Scoring); 0 where P + R is 0."""
    return 2 * p * r / (p + r) if p + r else 0.0


# Counts of a measure with precision and recall: what the precision side and the recall side got right and wrong.
SIDES = ("ptp", "fp", "rtp", "fn")


def side_figures(units: Sequence[Unit], *, empty: float = 0.0) -> dict[str, float]:
    """P = ptp/(ptp + fp), R = rtp/(rtp + fn), F, and the pooled counts; `empty` is what 0/0 gives."""
    sums = total(units)
    # Shares of whole numbers are added up: rounding takes the noise of the addition away, nothing else.
    counts = {key: round(sums.get(key, 0.0), 9) + 0.0 for key in SIDES}
    p = _ratio(counts["ptp"], counts["fp"], empty)
    r = _ratio(counts["rtp"], counts["fn"], empty)
    return {"p": p, "r": r, "f": harmonic(p, r), **counts}


def macro_figures(units: Sequence[Unit], *, mean_f: bool, empty: float = 0.0) -> dict[str, float]:
    """Mean P and mean R over units; F is the mean of the units' F, or the harmonic mean of mean P and mean R."""
    each = [side_figures([unit], empty=empty) for unit in units]
    number = len(each)
    if not number:
        return side_figures([], empty=empty)
    mean = {key: sum(figures[key] for figures in each) / number for key in ("p", "r", "f", *SIDES)}
    if not mean_f:
        mean["f"] = harmonic(mean["p"], mean["r"])
    return mean


def _ratio(right: float, wrong: float, empty: float) -> float:
    """right/(right + wrong); `empty` over nothing."""
    return right / (right + wrong) if right + wrong else empty


def total(units: Sequence[Unit]) -> dict[str, float]:
    """Sum of the counts of all units."""
    sums: dict[str, float] = {}
    for unit in units:
        for key, value in unit.counts.items():
            sums[key] = sums.get(key, 0.0) + value
    return sums
