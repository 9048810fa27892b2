"""The table of measures: one row a kind, collected from the modules that count them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

import msgspec

from factbook.evaluate.formulas import FORMULAS
from factbook.evaluate.measure import Kind, Measure, parse

# Families and their modules, which have a tuple `KINDS`, in the order to list them.
_MODULES = {
    "ace": "ace_kinds",
    "coldstart": "coldstart_kinds",
    "edl": "edl",
    "coref": "coref",
    "best": "best",
    "open_re": "open_re",
}
# A comma outside brackets parts two measures.
_COMMA = re.compile(r",(?![^(]*\))")


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds of measure by name."""
    return {name: kind for family in _MODULES for name, kind in kinds_of(family).items()}


@cache
def kinds_of(family: str) -> Mapping[str, Kind]:
    """The kinds of one family; the modules of the others, some with numpy, are not loaded for it."""
    rows = import_module(f"factbook.evaluate.{_MODULES[family]}").KINDS
    return {kind.name: msgspec.structs.replace(kind, **FORMULAS[kind.name]._asdict()) for kind in rows}


def families() -> dict[str, list[Kind]]:
    """Kinds by family: ace, coldstart, edl, coref, best, open_re."""
    found: dict[str, list[Kind]] = {}
    for kind in kinds().values():
        found.setdefault(kind.family, []).append(kind)
    return found


def measures(text: str) -> list[Measure]:
    """The measures that a text names: one, several with commas, or a family such as `coref` or `edl(types=PER)`.

    Parameters of a family go to those of its measures that have them. A `ValueError` says cause and choices.
    """
    found = [measure for part in _COMMA.split(text) if part.strip() for measure in _named(part.strip())]
    if not found:
        raise ValueError("no measure is named; `factbook measures` lists them")
    return found


def _named(text: str) -> Iterator[Measure]:
    name, bracket, inside = text.partition("(")
    if bracket and not text.endswith(")"):
        raise ValueError(f"cannot read measure {text!r}; write name or name(parameter=value, …)")
    name = name.strip()
    first = name.partition(".")[0]
    known_kinds = kinds_of(first) if first in _MODULES else kinds()
    family = [kind for kind in known_kinds.values() if kind.family == name]
    if not family or name in known_kinds:
        if name not in known_kinds:
            choices = ", ".join([*families(), *kinds()])
            raise ValueError(f"no measure {name!r}; choose one of: {choices}")
        yield parse(text, known_kinds)
        return
    given = [part.strip() for part in inside.removesuffix(")").split(",") if part.strip()] if bracket else []
    known = {parameter.name for kind in family for parameter in kind.parameters}
    for part in given:
        key = part.partition("=")[0].strip()
        if key not in known:
            raise ValueError(f"no measure of {name} has a parameter {key!r}; they take: {', '.join(sorted(known))}")
    for kind in family:
        own = {parameter.name for parameter in kind.parameters}
        fitting = [part for part in given if part.partition("=")[0].strip() in own]
        yield parse(f"{kind.name}({', '.join(fitting)})" if fitting else kind.name, known_kinds)
