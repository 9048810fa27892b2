"""Rich ERE: sample collection and golden files byte by byte; the seed's example; predicted and odd files."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats.format import CannotWrite, Context
from factbook.formats.rich_ere import check, read, write
from factbook.model.kb import KB
from factbook.model.records import Argument, Document, Entity, Mention, TimeSpan
from factbook.text.inputs import read_sources
from factbook.text.offsets import Span

TESTS = Path(__file__).parents[1]
CALDER = TESTS.parent / "examples" / "calder"
FILES = sorted((CALDER / "ere").glob("*.xml")) + sorted((TESTS / "golden" / "best").glob("*/ere/*.xml"))
NOTHING = Context()

# Seed: BeSt 2017, appendix A (shortened; the objects that its arguments name are added).
SEED = """<?xml version="1.0" encoding="UTF-8"?>
<deft_ere kit_id="55490d33" doc_id="0a42" source_type="multi_post">
  <entities>
    <entity id="ent-8" type="PER" specificity="specific">
      <entity_mention id="m-48" noun_type="NAM" source="0a42" offset="14" length="5">
        <mention_text>izzoh</mention_text>
      </entity_mention>
      <entity_mention id="m-60" noun_type="PRO" source="0a42" offset="77" length="2">
        <mention_text>my</mention_text>
      </entity_mention>
    </entity>
    <entity id="ent-18" type="PER" specificity="nonspecific">
      <entity_mention id="m-618" noun_type="NOM" source="0a42" offset="77" length="10">
        <mention_text>my parents</mention_text>
        <nom_head source="0a42" offset="80" length="7">parents</nom_head>
      </entity_mention>
    </entity>
  </entities>
  <fillers>
    <filler id="f-1550" source="0a42" offset="1578" length="16" type="time">about a year ago</filler>
  </fillers>
  <relations>
    <relation id="r-235" type="personalsocial" subtype="family">
      <relation_mention id="relm-1062" realis="true">
        <rel_arg1 entity_id="ent-18" entity_mention_id="m-618" role="per">my parents</rel_arg1>
        <rel_arg2 entity_id="ent-8" entity_mention_id="m-60" role="per">my</rel_arg2>
        <trigger source="0a42" offset="80" length="7">parents</trigger>
      </relation_mention>
    </relation>
  </relations>
  <hoppers>
    <hopper id="h-16">
      <event_mention id="em-1168" type="transaction" subtype="transfermoney" realis="actual" ways="voluntary">
        <trigger source="0a42" offset="1573" length="4">loan</trigger>
        <em_arg entity_id="ent-8" entity_mention_id="m-48" role="recipient" realis="true">izzoh</em_arg>
        <em_arg filler_id="f-1550" role="time" realis="true">about a year ago</em_arg>
      </event_mention>
    </hopper>
  </hoppers>
</deft_ere>
"""


def content(data: bytes) -> KB:
    """What a file holds; it must have no problems."""
    kb, problems = read(data, file="f.rich_ere.xml", context=NOTHING)
    assert [str(problem) for problem in problems] == []
    return kb


def codes(text: str) -> list[str]:
    return [problem.code.name for problem in check(text.encode(), file="f", context=NOTHING)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_files_are_written_byte_by_byte(path: Path) -> None:
    data = path.read_bytes()
    assert write(content(data), context=NOTHING) == data


def test_the_seeds_example() -> None:
    kb = content(SEED.encode())
    assert write(kb, context=NOTHING) == SEED.encode()
    assert kb.documents["0a42"].genre == "df"
    assert (kb.entities["ent-8"].specificity, kb.entities["ent-18"].specificity) == ("SPC", "NSP")
    assert kb.mentions["m-618"].head == Span("0a42", 80, 87)
    assert kb.fillers["f-1550"].type == "TIME"
    assert kb.relation_mentions["relm-1062"].trigger_text == "parents"
    assert kb.event_mentions["em-1168"].extra == (("ways", "voluntary"),)


def test_objects_of_relations_and_hoppers_come_from_their_mentions() -> None:
    kb = content(SEED.encode())
    assert kb.relations["r-235"].arguments == (Argument(role="per", ref="ent-18"), Argument(role="per", ref="ent-8"))
    event = kb.events["h-16"]
    assert (event.type, event.subtype) == ("transaction", "transfermoney")
    assert [argument.ref for argument in event.arguments] == ["ent-8", "f-1550"]


def test_the_sample_collection_agrees_with_its_texts() -> None:
    context = Context(sources={source.id: source for source in read_sources([CALDER / "source"])})
    for path in sorted((CALDER / "ere").glob("*.xml")):
        assert [str(problem) for problem in check(path.read_bytes(), file=path.name, context=context)] == []


def test_a_predicted_file_may_lack_triggers_and_specificity() -> None:
    text = SEED.replace('<trigger source="0a42" offset="1573" length="4">loan</trigger>', "")
    text = text.replace(' specificity="specific"', "")
    kb = content(text.encode())
    assert kb.event_mentions["em-1168"].trigger is None
    assert kb.entities["ent-8"].specificity == ""
    assert content(write(kb, context=NOTHING)) == kb
    assert codes(text) == ["NO_TRIGGER"]


def test_the_order_of_the_parts_does_not_matter() -> None:
    start, end = SEED.index("  <relations>"), SEED.index("  <hoppers>")
    moved = SEED[:start] + SEED[end:]
    moved = moved.replace("  <entities>", SEED[start:end] + "  <entities>")
    assert content(moved.encode()) == content(SEED.encode())


def test_parts_that_no_record_holds_are_kept() -> None:
    kb = content(SEED.replace("</deft_ere>", '<nuggets><n id="1"/></nuggets></deft_ere>').encode())
    assert kb.extra["rich-ere"] == ('<nuggets><n id="1"/></nuggets>',)
    assert content(write(kb, context=NOTHING)) == kb


def test_only_one_argument() -> None:
    start, end = SEED.index("        <rel_arg1"), SEED.index("        <rel_arg2")
    kb = content((SEED[:start] + SEED[end:]).encode())
    again = write(kb, context=NOTHING)
    assert b"<rel_arg2" in again
    assert b"<rel_arg1" not in again
    assert content(again) == kb


def test_wrong_references_are_reported_and_survive() -> None:
    text = SEED.replace(
        'entity_id="ent-18" entity_mention_id="m-618" role', 'entity_id="ent-8" entity_mention_id="m-9" role'
    )
    kb, problems = read(text.encode(), file="f", context=NOTHING)
    assert [(problem.code.name, problem.where.line) for problem in problems] == [("UNKNOWN_ID", 25)]
    assert read(write(kb, context=NOTHING), file="f", context=NOTHING)[0] == kb


def test_a_file_holds_one_document_of_characters() -> None:
    with pytest.raises(CannotWrite, match="one document"):
        write(KB.of([Document(id="a"), Document(id="b")]), context=NOTHING)
    with pytest.raises(CannotWrite, match="text of a"):
        write(KB.of([Document(id="a", offsets="ace")]), context=NOTHING)
    sound = Mention(id="m", entity="e", level="NAM", extent=TimeSpan("a", 1, 2))
    kb = KB.of([Document(id="a"), Entity(id="e", type="PER"), sound])
    with pytest.raises(CannotWrite, match="TimeSpan"):
        write(kb, context=NOTHING)
