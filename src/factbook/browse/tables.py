"""The lists of a page as CSV: one row an item, nested records as columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from factbook.browse.shown import Shown

# A spreadsheet takes a cell that begins like this as a formula: text from documents must not become one.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table(shown: Shown, name: str) -> bytes:
    """A list of a page's record; `slots.facts` is the list `facts` of each item of `slots`."""
    return written(_items(shown, name.split(".")))


def _items(shown: Any, names: list[str]) -> list[Any]:
    items = list(getattr(shown, names[0]))
    for name in names[1:]:
        items = [inner for item in items for inner in getattr(item, name)]
    columns = getattr(shown, "columns", None)
    if items and isinstance(items[0], tuple) and columns:  # the result of a SPARQL query
        return [dict(zip(columns, row, strict=True)) for row in items]
    return items


def written(items: Iterable[Any]) -> bytes:
    """Records as CSV; the columns are those of all rows in the order they appear."""
    rows = [_flat(msgspec.to_builtins(item)) for item in items]
    names = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _safe(value) for name, value in row.items()} for row in rows)
    return stream.getvalue().encode("utf-8")


def _flat(item: Any, prefix: str = "") -> dict[str, Any]:
    """Records in records become columns `subject_id`, `subject_name` …; lists become JSON."""
    found: dict[str, Any] = {}
    for name, value in item.items() if isinstance(item, Mapping) else (("value", item),):
        if isinstance(value, Mapping):
            found |= _flat(value, f"{prefix}{name}_")
        elif isinstance(value, (list, tuple)):
            found |= _steps(value) if name == "steps" else {f"{prefix}{name}": _json(value)}
        else:
            found[f"{prefix}{name}"] = "" if value is None else value
    return found


def _steps(value: Iterable[Any]) -> dict[str, Any]:
    """The hops of an answer, numbered."""
    found: dict[str, Any] = {}
    for number, step in enumerate(value, 1):
        found |= _flat(step, f"hop{number}_")
    return found


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _safe(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value
