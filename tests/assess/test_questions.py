"""Queries made from knowledge bases: they reach every fact that has a named subject, and answer as the file says."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from factbook.assess.questions import asked_slots, best_lines, questions
from factbook.formats import coldstart_kb, cssf_queries
from factbook.formats.format import Context
from factbook.link.complete import complete
from factbook.model.kb import KB
from factbook.model.records import Argument, Entity, Mention, Relation, RelationMention
from factbook.query.paths import resolve
from factbook.schema.coldstart import SLOTS
from factbook.text.offsets import Span

GOLD = Path(__file__).parents[2] / "examples" / "calder" / "kb" / "gold.tac"


@cache
def gold() -> KB:
    kb, _ = coldstart_kb.read(GOLD.read_bytes(), file="gold.tac", context=Context())
    kb = best_lines(kb)
    complete(kb)
    return kb


def test_of_a_slot_and_its_inverse_one_is_asked() -> None:
    asked = asked_slots()
    for name, slot in SLOTS.items():
        inverses = {f"{kind}:{slot.inverse}" for kind in slot.range} if slot.to_entity else set()
        assert name in asked or inverses & set(asked), name
        assert name not in asked or not (inverses - {name}) & set(asked), name
    assert "per:spouse" in asked
    assert "per:age" in asked


def test_every_fact_is_reached_or_counted() -> None:
    kb = gold()
    found = questions({"gold": kb})
    wanted = set(asked_slots())
    stated = sum(relation.type in wanted for relation in kb.relations.values())
    answered = resolve(kb, found.queries)
    assert len(answered) + found.unreached["gold"] == stated
    assert len({query.id for query in found.queries}) == len(found.queries)


def test_the_queries_are_official_ones() -> None:
    data = cssf_queries.write_queries(questions({"gold": gold()}).queries)
    problems = cssf_queries.check(data, file="q.xml", context=Context())
    assert not problems.errors


def test_two_knowledge_bases_share_entry_points() -> None:
    alone = questions({"a": gold()}).queries
    assert questions({"a": gold(), "b": gold()}).queries == alone
    assert questions({"b": gold()}, alone).queries == alone


def person(kb: KB, id: str, start: int, level: str = "NAM") -> None:
    kb.add(Entity(id=id, type="PER"))
    span = Span("ENG_1", start, start + 5)
    kb.add(Mention(id=f"m-{id}", entity=id, level=level, type="PER", extent=span, text=id, canonical=True))


def test_a_subject_without_a_name_cannot_be_asked() -> None:
    kb = KB()
    person(kb, "ann", 0)
    person(kb, "boss", 20, "NOM")
    for subject, other in (("ann", "boss"), ("boss", "ann")):
        arguments = (Argument(role="subject", ref=subject), Argument(role="object", ref=other))
        kb.add(Relation(id=f"r-{subject}", type="per:spouse", arguments=arguments))
        kb.add(RelationMention(id=f"l-{subject}", relation=f"r-{subject}", provenance=(Span("ENG_1", 0, 30),)))
    found = questions({"x": kb})
    assert [query.entry_points[0].name for query in found.queries] == ["ann"]
    assert found.unreached == {"x": 1}


def test_of_several_lines_the_most_confident_is_kept_and_of_equals_the_first() -> None:
    kb = KB()
    kb.add(Relation(id="r", type="per:title"))
    for number, confidence in enumerate((0.5, 0.9, 0.9)):
        kb.add(RelationMention(id=f"l{number}", relation="r", confidence=confidence))
    assert list(best_lines(kb).relation_mentions) == ["l1"]
    assert len(kb.relation_mentions) == 3
