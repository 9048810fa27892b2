"""The pool: claims once, classes, units, second hops."""

from __future__ import annotations

import msgspec

from factbook.assess.pool import Claim, Pool
from factbook.model.tasks import EntryPoint, Query, Response
from factbook.schema.cssf_ids import expand, next_id
from factbook.text.offsets import Span

POINT = EntryPoint(name="Ann Lee", span=Span("ENG_1", 0, 7), entity_type="PER")


def query(*slots: str) -> Query:
    (found,) = expand(Query(id="1", entry_points=(POINT,), slots=slots, entity_type="PER"), "CSSF16")
    return found


def answer(query: str, slot: str, value: str, start: int, *, kind: str = "PER", confidence: float = 0.5) -> Response:
    span = Span("ENG_1", start, start + len(value))
    return Response(
        query=query,
        slot=slot,
        run="x",
        provenance=(Span("ENG_1", start, start + 30),),
        value=value,
        value_type=kind,
        value_provenance=(span,),
        confidence=confidence,
    )


def test_the_same_claim_of_two_runs_is_one() -> None:
    asked = query("per:children")
    pool = Pool([asked])
    pool.add("a", [answer(asked.id, "per:children", "Bo Lee", 40, confidence=0.9)])
    pool.add("b", [answer(asked.id, "per:children", "Bo Lee", 40, confidence=0.4)])
    (claim,) = pool.claims.values()
    assert claim.runs == {"a": [0.9], "b": [0.4]}
    assert claim.confidence == 0.9


def test_values_of_one_name_or_one_place_are_one_class() -> None:
    asked = query("per:children")
    pool = Pool([asked])
    slot = "per:children"
    pool.add("a", [answer(asked.id, slot, "Bo Lee", 40), answer(asked.id, slot, "BO  LEE", 90)])
    pool.add("b", [answer(asked.id, slot, "Lee", 43), answer(asked.id, slot, "Cy Lee", 60)])
    groups = {claim.value: claim.group for claim in pool.claims.values()}
    assert groups["Bo Lee"] == groups["BO  LEE"] == groups["Lee"] == f"{asked.id}:1"
    assert groups["Cy Lee"] == f"{asked.id}:2"
    assert len(pool.units) == 2


def test_strings_of_one_place_may_differ() -> None:
    asked = query("per:title")
    pool = Pool([asked])
    pool.add("a", [answer(asked.id, "per:title", "mayor", 40, kind="STRING")])
    pool.add("b", [answer(asked.id, "per:title", "mayor of Ell", 40, kind="STRING")])
    assert len(pool.units) == 2


def test_all_values_of_a_single_valued_slot_are_one_unit() -> None:
    asked = query("per:age")
    pool = Pool([asked])
    pool.add("a", [answer(asked.id, "per:age", "48", 40, kind="STRING")])
    pool.add("b", [answer(asked.id, "per:age", "49", 80, kind="STRING")])
    assert [len(claims) for claims in pool.units.values()] == [2]
    assert len({claim.group for claim in pool.claims.values()}) == 2


def test_a_second_hop_belongs_to_the_class_of_its_first() -> None:
    asked = query("per:children", "per:age")
    one, two = answer(asked.id, "per:children", "Bo Lee", 40), answer(asked.id, "per:children", "Bo Lee", 90)
    pool = Pool([asked])
    below = [
        answer(next_id(asked.id, first.value, first.value_provenance), "per:age", "8", 120, kind="STRING")
        for first in (one, two)
    ]
    pool.add("a", [*below, one, two])  # the order of the rows does not matter
    ages = [claim for claim in pool.claims.values() if claim.level]
    assert len(ages) == 2
    assert {claim.unit for claim in ages} == {f"{asked.id}:1:per:age"}
    assert {claim.group for claim in ages} == {f"{asked.id}:1:1"}
    assert [pool.parent(claim) for claim in ages] == [pool.find(one), pool.find(two)]


def test_answers_to_other_queries_are_left_out() -> None:
    asked = query("per:children")
    pool = Pool([asked])
    assert pool.add("a", [answer("CSSF16_ENG_0000000000", "per:children", "Bo", 4)]) == 0


def test_claims_come_back_from_json_and_take_further_runs() -> None:
    asked = query("per:children")
    pool = Pool([asked])
    pool.add("a", [answer(asked.id, "per:children", "Bo Lee", 40), answer(asked.id, "per:children", "Cy", 70)])
    lines = [msgspec.json.encode(claim) for claim in pool.claims.values()]
    again = Pool([asked], [msgspec.json.decode(line, type=Claim) for line in lines], ["a"])
    assert list(again.claims.values()) == list(pool.claims.values())
    again.add("b", [answer(asked.id, "per:children", "Bo Lee", 200), answer(asked.id, "per:children", "Di", 300)])
    assert [claim.group.rpartition(":")[2] for claim in again.claims.values()] == ["1", "2", "1", "3"]
