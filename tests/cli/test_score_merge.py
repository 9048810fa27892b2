"""One KB from many files, one KB a document from a KB of many."""

from __future__ import annotations

from factbook.cli.score_merge import by_document, merged, part_of
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Attitude,
    Document,
    Event,
    EventMention,
    Filler,
    Relation,
    RelationMention,
)
from factbook.text.offsets import Span
from mention_rows import kb_of

ONE = kb_of([("D1", 0, "A", "PER", "NAM")])
TWO = kb_of([("D2", 0, "A", "ORG", "NAM"), ("D2", 10, "A", "ORG", "NAM")])


def test_ids_of_a_collection_stay_and_mentions_never_get_lost() -> None:
    whole = merged([(ONE, "edl"), (TWO, "edl")])
    assert list(whole.entities) == ["A"]
    assert [(id, mention.doc) for id, mention in whole.mentions.items()] == [("m0", "D1"), ("m0#2", "D2"), ("m1", "D2")]
    assert all(id == mention.id for id, mention in whole.mentions.items())


def test_ids_of_a_document_get_its_name() -> None:
    parts = []
    for kb, doc in ((ONE, "D1"), (TWO, "D2")):
        copy = KB(documents={doc: Document(id=doc)}, entities=kb.entities, mentions=kb.mentions)
        parts.append((copy, "rich-ere"))
    whole = merged(parts)
    assert list(whole.entities) == ["D1/A", "D2/A"]
    assert {mention.entity for mention in whole.mentions.values()} == {"D1/A", "D2/A"}


def test_a_kb_of_many_documents_falls_apart_without_loss() -> None:
    kb = merged([(ONE, "edl"), (TWO, "edl")])
    kb.add(Filler(id="f", type="TITLE", extent=Span("D1", 50, 55)))
    for doc, id in (("D1", "m0"), ("D2", "m1")):
        kb.add(Relation(id=f"r{doc}", type="works"))
        kb.add(RelationMention(id=f"rm{doc}", relation=f"r{doc}", arguments=(Argument(role="a", ref=id),)))
        kb.add(Event(id=f"e{doc}"))
        kb.add(EventMention(id=f"em{doc}", event=f"e{doc}", type="life", trigger=Span(doc, 70, 75)))
        kb.add(Attitude(id=f"a{doc}", doc=doc, kind="belief", target=f"em{doc}", target_kind="event", value="CB"))
    parts = by_document([kb])
    assert list(parts) == ["D1", "D2"]
    for table in ("mentions", "fillers", "relations", "relation_mentions", "events", "event_mentions", "attitudes"):
        found = [id for part in parts.values() for id in getattr(part, table)]
        assert sorted(found) == sorted(getattr(kb, table)), table
    assert part_of(kb, "D1").fillers
    assert list(part_of(kb, "D2").entities) == ["A"]


def test_a_kb_of_one_document_is_taken_as_it_is() -> None:
    assert by_document([ONE])["D1"] is ONE
