"""The two rounds of slot filling: queries of the first, queries of the second from its answers, one file of both."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from factbook.formats.coldstart_codes import Log, choose
from factbook.formats.cssf_run import CODES as RUN_CODES
from factbook.formats.cssf_run import Row, Run
from factbook.formats.format import Context, Problems
from factbook.model.tasks import EntryPoint, Query

CODES = (*RUN_CODES, *choose("MISMATCHED_RUNID"))
_REFERENCES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;"}


def first_round(queries: Iterable[Query]) -> list[Query]:
    """The queries with the slot to fill now."""
    return [_asking(query, query.slots[0]) for query in queries if query.slots]


def _asking(query: Query, slot: str) -> Query:
    extra = tuple(pair for pair in query.extra if pair[0] != "slot")
    return msgspec.structs.replace(query, extra=(*extra, ("slot", slot)))


def second_round(
    queries: Iterable[Query], data: bytes, *, file: str, context: Context, escape: bool = True
) -> tuple[list[Query] | None, Problems]:
    """The second-round queries that a first-round submission gives rise to; None where it has errors.

    A query is made only where the filler's type is the type that the next slot belongs to. `escape`: names are written
    as XML (the official switch `-valid`).
    """
    asked = list(queries)
    log = Log(CODES, file=file, context=context)
    run = Run(asked, log, context)
    run.read(data)
    if log.problems.errors:
        return None, log.problems
    slots = {query.id: query.slots for query in asked}
    made = {row.target: query for row in run.rows if (query := _following(row, slots, escape)) is not None}
    return list(made.values()), log.problems


def _following(row: Row, slots: dict[str, tuple[str, ...]], escape: bool) -> Query | None:
    rest = slots.get(row.query, ())[1:]
    if not rest or not row.value_provenance.docs:
        return None
    type = rest[0].partition(":")[0]
    if type != row.value_type.lower():
        return None
    written = "".join(_REFERENCES.get(c, c) for c in row.value) if escape else row.value
    point = EntryPoint(name=row.value, span=row.value_provenance.spans[0], entity_type=type, extra=(("name", written),))
    return Query(
        id=f"{row.query}_{row.target}",
        entry_points=(point,),
        slots=rest,
        entity_type=type,
        extra=(("slot", rest[0]),),
    )


def package(
    queries: Iterable[Query], first: tuple[str, bytes], second: tuple[str, bytes], *, context: Context
) -> tuple[bytes | None, Problems]:
    """One submission of two rounds (file name and content of each); the run id of the first counts."""
    log = Log(CODES, file=first[0], context=context)
    run = Run(queries, log, context)
    going = run.read(first[1])
    log.file = second[0]
    other = Run(None, log, context)
    other.waiting = run.waiting
    if going:
        other.read(second[1])
    if other.run_id and run.run_id != other.run_id:
        log.add("MISMATCHED_RUNID", first=run.run_id, second=other.run_id)
    if log.problems.errors:
        return None, log.problems
    return (run.write() + other.write(run.run_id)).encode(), log.problems
