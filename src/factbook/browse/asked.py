"""What was asked of a page: parameters, checked against a table, and what pages may look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from factbook.browse.paging import MOST, SIZE, BadRequest
from factbook.browse.shown import Shown

if TYPE_CHECKING:
    import sqlite3

    from factbook.browse.site import Site
    from factbook.store.store import Store

LONGEST = 2000  # characters of a text parameter
LONGEST_QUERY = 20_000


class Missing(LookupError):
    """The knowledge base has no such thing; the page says what."""


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter of a page."""

    name: str
    about: str
    kind: str = "text"  # text number many
    choices: tuple[str, ...] = ()
    required: bool = False
    longest: int = LONGEST


AFTER = Parameter(name="after", about="cursor: `more` of the page before")
LIMIT = Parameter(name="limit", about=f"rows of a page, at most {MOST}", kind="number")


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A page: its address, what it is about, the function that makes it, and how it is drawn.

    `tables` names the lists of its record that can be had as CSV, the main one first.
    """

    path: str
    name: str
    about: str
    run: Callable[[Asked], Shown]
    gives: type[Shown]
    template: str = ""  # empty: JSON and CSV only
    parameters: tuple[Parameter, ...] = ()
    tables: tuple[str, ...] = ()


class Asked:
    """One request to a view: path and query values, the store, and the site."""

    def __init__(self, site: Site, store: Store, values: Mapping[str, Any]) -> None:
        self.site, self.store, self.values = site, store, values

    @property
    def db(self) -> sqlite3.Connection:
        return self.store.connection

    def text(self, name: str) -> str:
        return str(self.values.get(name) or "")

    def many(self, name: str) -> tuple[str, ...]:
        return tuple(self.values.get(name) or ())

    @property
    def after(self) -> str:
        return self.text("after")

    @property
    def limit(self) -> int:
        return int(self.values.get("limit") or SIZE)


def parsed(view: View, path: Mapping[str, str], query: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Values by name; `BadRequest` says which is wrong and what it may be."""
    known = {parameter.name: parameter for parameter in view.parameters}
    found: dict[str, list[str]] = {}
    for name, value in query:
        if name in known:
            found.setdefault(name, []).append(_one(known[name], value))
    values: dict[str, Any] = dict(path)
    for name, parameter in known.items():
        given = [value for value in found.get(name, []) if value]
        if parameter.required and not given:
            raise BadRequest(f"`{name}` is needed: {parameter.about}")
        values[name] = _value(parameter, given)
    return values


def _one(parameter: Parameter, value: str) -> str:
    value = value.replace("\x00", "").strip()
    if len(value) > parameter.longest:
        raise BadRequest(f"`{parameter.name}` is longer than {parameter.longest} characters")
    if value and parameter.choices and value not in parameter.choices:
        raise BadRequest(f"`{parameter.name}` is one of {', '.join(parameter.choices)}")
    return value


def _value(parameter: Parameter, given: Sequence[str]) -> Any:
    if parameter.kind == "many":
        return tuple(given)
    if parameter.kind != "number":
        return given[-1] if given else ""
    if not given:
        return None
    if not given[-1].isascii() or not given[-1].isdigit() or len(given[-1]) > 9:
        raise BadRequest(f"`{parameter.name}` is a number")
    number = int(given[-1])
    if parameter.name == "limit" and not 1 <= number <= MOST:
        raise BadRequest(f"`limit` is a number from 1 to {MOST}")
    return number
