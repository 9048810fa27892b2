"""Completing records gives what the official validator infers from the same lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats import coldstart_kb
from factbook.formats.format import Context
from factbook.link.complete import INVERSE, Completed, complete
from factbook.model.kb import KB
from factbook.model.records import Argument, Entity, Relation, RelationMention
from factbook.text.offsets import Span

GOLDEN = Path(__file__).parents[1] / "golden" / "coldstart" / "validate-kb"
CASES = (
    "CLEAN",
    "LOC_FAC",
    "MISSING_CANONICAL",
    "MISSING_CANONICAL_NOMINAL",
    "MISSING_CANONICAL_TWO_DOCS",
    "MISSING_INVERSE",
    "MISSING_INVERSE_ORG_GPE",
    "MISSING_INVERSE_PARENTS_OF_ORG",
    "MISSING_INVERSE_SYMMETRIC",
    "OUTPUT_SORT",
    "SELF_RELATION",
    "UNASSERTED_MENTION",
)


@pytest.mark.parametrize("case", CASES)
def test_same_as_the_validator(case: str) -> None:
    kb, problems = coldstart_kb.read((GOLDEN / case / "input.tac").read_bytes(), file="kb", context=Context())
    assert not problems
    complete(kb)
    written = coldstart_kb.write(kb, context=Context()).decode()
    assert written == (GOLDEN / case / "expected.tac").read_bytes().decode()


def relation_kb(object_type: str) -> KB:
    place = Span("D1", 0, 9)
    return KB.of(
        [
            Entity(id="a", type="PER"),
            Entity(id="b", type=object_type),
            Relation(
                id="r",
                type="per:employee_or_member_of",
                arguments=(Argument(role="subject", ref="a"), Argument(role="object", ref="b")),
            ),
            RelationMention(id="r1", relation="r", provenance=(place,), confidence=0.5),
        ]
    )


@pytest.mark.parametrize(
    ("object_type", "inverse"), [("ORG", "org:employees_or_members"), ("GPE", "gpe:employees_or_members")]
)
def test_the_inverse_has_the_type_of_its_subject(object_type: str, inverse: str) -> None:
    kb = relation_kb(object_type)
    (added,) = complete(kb).inverses
    relation = kb.relations[added]
    assert relation.type == inverse
    assert relation.inferred == INVERSE
    assert [(argument.role, argument.ref) for argument in relation.arguments] == [("subject", "b"), ("object", "a")]
    (mention,) = kb.mentions_of_relation[added]
    assert mention.provenance == kb.relation_mentions["r1"].provenance
    assert mention.confidence == 0.5


def test_an_object_of_a_type_that_the_slot_does_not_take_gets_no_inverse() -> None:
    assert not complete(relation_kb("LOC")).inverses


def test_completing_twice_adds_nothing() -> None:
    kb = relation_kb("ORG")
    complete(kb)
    assert complete(kb) == Completed()
