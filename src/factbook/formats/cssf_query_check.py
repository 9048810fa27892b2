"""Checks over a whole query file: do the hops of a query fit together, do two queries ask the same?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from factbook.formats.coldstart_codes import Log
from factbook.model.tasks import Query
from factbook.schema.coldstart import SLOTS
from factbook.schema.cssf_ids import parse_id

HOP_REPAIRS = ("none", "repair", "delete-slot", "delete-query")  # `repair` for subtypes only
DUPLICATE_REPAIRS = ("none", "ignore", "delete")

# The kind of place a slot name speaks of, in the singular.
_PLACES = {
    "city": "city",
    "cities": "city",
    "stateorprovince": "stateorprovince",
    "statesorprovinces": "stateorprovince",
    "country": "country",
    "countries": "country",
}
_PLACE_FIRST = re.compile(r"(.*?)_of_.*")
_PLACE_LAST = (re.compile(r"(.*_of_)(.*)"), re.compile(r"(.*_in_)(.*)"))


def short_id(query: Query) -> str:
    """The last part of the id, by which the official reports name a query."""
    parts = parse_id(query.id)
    return parts.hash if parts else query.id


def _tell(log: Log, code: str, about: Query, **args: object) -> None:
    log.add(code, log.lines.get(about.id, 0), place="NO_SOURCE", **args)


def check_hops(queries: list[Query], types: str, subtypes: str, log: Log) -> list[Query]:
    """The queries whose hops fit, repaired as asked: `types` and `subtypes` are each one of HOP_REPAIRS."""
    if types == "none" and subtypes == "none":
        return queries
    kept = []
    for query in queries:
        fitting: Query | None = query
        if types != "none":
            fitting = _check_types(query, types, log)
        if fitting is not None and subtypes != "none":
            fitting = _check_subtypes(fitting, subtypes, log)
        if fitting is not None:
            kept.append(fitting)
    return kept


def _cut(query: Query, slots: tuple[str, ...]) -> Query:
    return msgspec.structs.replace(query, slots=slots)


def _check_types(query: Query, repair: str, log: Log) -> Query | None:
    """Each slot must belong to the type that the slot before it leads to."""
    reached: tuple[str, ...] = (query.entity_type.lower(),)
    for number, name in enumerate(query.slots):
        slot = SLOTS.get(name)
        if slot is not None and set(reached) & set(slot.domain):
            reached = slot.range
            continue
        _tell(log, "MISMATCHED_HOP_TYPES", query, query=short_id(query), types=":".join(sorted(reached)), slot=name)
        return None if repair == "delete-query" else _cut(query, query.slots[:number])
    return query


def _mismatches(slots: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Pairs of slots that lead to a city and then ask about a country, and so on: number and repaired second slot."""
    for number in range(1, len(slots)):
        first, second = slots[number - 1].partition(":")[2], slots[number]
        begin = _PLACE_FIRST.fullmatch(first)
        place = _PLACES.get(begin[1]) if begin else None
        match = next((found for pattern in _PLACE_LAST if (found := pattern.fullmatch(second))), None)
        other = _PLACES.get(match[2]) if match else None
        if match and place and other and place != other:
            yield number, match[1] + place


def _check_subtypes(query: Query, repair: str, log: Log) -> Query | None:
    slots = list(query.slots)
    for number, repaired in _mismatches(query.slots):
        names = [slot.partition(":")[2] for slot in query.slots[number - 1 : number + 1]]
        _tell(log, "MISMATCHED_HOP_SUBTYPES", query, query=short_id(query), first=names[0], second=names[1])
        if repair == "delete-query":
            return None
        if repair == "delete-slot":
            return _cut(query, query.slots[:number])
        slots[number] = repaired
    return _cut(query, tuple(slots))


def check_duplicates(queries: list[Query], repair: str, log: Log) -> list[Query]:
    """Queries with the same slots that share an entry point; `repair` is one of DUPLICATE_REPAIRS.

    In the order of the short ids the later one is the duplicate. The same name elsewhere is only a possible duplicate
    and stays.
    """
    if repair == "none":
        return queries
    kept: list[Query] = []
    exact: dict[tuple[str, ...], str] = {}
    names: dict[tuple[str, ...], str] = {}
    told: set[tuple[str, str]] = set()
    for query in sorted(queries, key=short_id):
        earlier = _shared_point(query, exact)
        if earlier is None:
            _check_names(query, names, told, log)
            kept.append(query)
        elif (earlier, short_id(query)) not in told:
            told.add((earlier, short_id(query)))
            _tell(log, "DUPLICATE_QUERY", query, first=earlier, second=short_id(query))
            kept += [query] if repair == "ignore" else []
    return kept


def _shared_point(query: Query, exact: dict[tuple[str, ...], str]) -> str | None:
    for point in query.entry_points:
        key = (str(point.span), *query.slots)
        if key in exact:
            return exact[key]
        exact[key] = short_id(query)
    return None


def _check_names(query: Query, names: dict[tuple[str, ...], str], told: set[tuple[str, str]], log: Log) -> None:
    for point in query.entry_points:
        key = (point.name, *query.slots)
        pair = (names.get(key, short_id(query)), short_id(query))
        if pair[0] != pair[1] and pair not in told:
            told.add(pair)
            _tell(log, "POSSIBLE_DUPLICATE_QUERY", query, first=pair[0], second=pair[1], name=point.name)
            return
        names[key] = short_id(query)
