"""Splitting a KB by document and joining the parts."""

from __future__ import annotations

from factbook.model.documents import documents_of, join, split
from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Document, Entity, Filler, Mention, Relation, RelationMention
from factbook.text.offsets import Span


def part(doc: str, *, entity: str = "E1", kind: str = "PER") -> KB:
    return KB.of(
        [
            Document(id=doc),
            Entity(id=entity, type=kind),
            Mention(id=f"{doc}-m", entity=entity, level="NAM", extent=Span(doc, 0, 3)),
            Filler(id=f"{doc}-f", type="TITLE"),
            Relation(id=f"{doc}-R", type="per:title", arguments=(Argument(role="subject", ref=entity),)),
            RelationMention(
                id=f"{doc}-r",
                relation=f"{doc}-R",
                arguments=(Argument(role="", ref=f"{doc}-m"), Argument(role="", ref=f"{doc}-f")),
            ),
            Attitude(id=f"{doc}-a", doc=doc, kind="belief", target=f"{doc}-r", target_kind="relation", value="CB"),
        ]
    )


def test_join_then_split_gives_the_parts() -> None:
    parts = {doc: part(doc) for doc in ("d2", "d1")}
    parts["d1"].extra = {"rich-ere": ("<x/>",), "apf d1": ("<y/>",), "origin apf": ()}
    whole = join(parts.values())
    assert documents_of(whole) == ["d2", "d1"]
    assert len(whole.entities) == 1
    again = split(whole)
    assert list(again) == ["d2", "d1"]
    assert list(again["d2"].records()) == list(parts["d2"].records())
    assert list(again["d1"].records()) == list(parts["d1"].records())
    assert again["d1"].extra == {"rich-ere": ("<x/>",), "apf d1": ("<y/>",), "origin apf": ()}
    assert again["d2"].extra == {"origin apf": ()}


def test_an_id_with_two_meanings_gets_its_document_in_front() -> None:
    whole = join([part("d1"), part("d2", kind="ORG")])
    assert list(whole.entities) == ["E1", "d2/E1"]
    assert whole.mentions["d2/d2-m"].entity == "d2/E1"
    assert whole.relation_mentions["d2/d2-r"].arguments[1].ref == "d2/d2-f"
    assert whole.attitudes["d2/d2-a"].target == "d2/d2-r"


def test_references_outside_a_part_stay() -> None:
    first = KB.of([Attitude(id="a", doc="d1", kind="belief", target="x", target_kind="event", value="CB")])
    second = KB.of([Attitude(id="a", doc="d2", kind="belief", target="y", target_kind="event", value="CB")])
    whole = join([first, second])
    assert [(one.id, one.target) for one in whole.attitudes.values()] == [("a", "x"), ("d2/a", "y")]
