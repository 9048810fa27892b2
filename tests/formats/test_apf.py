"""APF: the sample collection and the golden corpora round-trip; offsets, older elements, global form."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats.apf import check, losses, read, write
from factbook.formats.format import CannotWrite, Context
from factbook.formats.table import FORMATS
from factbook.model.kb import KB
from factbook.model.records import Box, Document, Entity, Filler, ImageArea, Mention, Name, TimeSpan
from factbook.text.inputs import read_sources
from factbook.text.markup import parse_source
from factbook.text.offsets import Span

TESTS = Path(__file__).parents[1]
CALDER = TESTS.parent / "examples" / "calder"
GOLDEN = sorted((TESTS / "golden" / "ace" / "corpora").glob("*/*/*.apf.xml"))
SAMPLES = sorted((CALDER / "apf").glob("*.apf.xml"))
NOTHING = Context()


def content(data: bytes | str, context: Context = NOTHING) -> KB:
    """What a file holds; it must have no problems."""
    kb, problems = read(data.encode() if isinstance(data, str) else data, file="f.apf.xml", context=context)
    assert [str(problem) for problem in problems] == []
    return kb


def document(body: str, attributes: str = "") -> str:
    return f'<source_file URI="d.sgm" TYPE="text"{attributes}><document DOCID="d">{body}</document></source_file>'


def mention(place: str, head: str = "", attributes: str = "") -> str:
    return (
        f'<entity ID="E1" TYPE="PER" SUBTYPE="Individual" CLASS="SPC"><entity_mention ID="M1" TYPE="NAM"{attributes}>'
        f"<extent>{place}</extent><head>{head or place}</head></entity_mention></entity>"
    )


def only_mention(kb: KB) -> Mention:
    (found,) = kb.mentions.values()
    return found


@pytest.fixture(scope="module")
def sources() -> Context:
    return Context(sources={source.id: source for source in read_sources([CALDER / "sgm"])})


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: "-".join(path.parts[-3:]))
def test_golden_files_round_trip(path: Path) -> None:
    kb = content(path.read_bytes())
    assert kb.entities or "empty" in str(path)
    assert content(write(kb, context=NOTHING)) == kb


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_the_sample_collection_is_written_byte_by_byte(path: Path, sources: Context) -> None:
    data = path.read_bytes()
    assert write(content(data), context=NOTHING) == data
    assert write(content(data, sources), context=sources) == data


@pytest.mark.parametrize("path", SAMPLES[::5], ids=lambda path: path.name)
def test_with_the_text_spans_are_raw_characters(path: Path, sources: Context) -> None:
    kb = content(path.read_bytes(), sources)
    source = sources.sources[next(iter(kb.documents))]
    for found in kb.mentions.values():
        assert isinstance(found.extent, Span)
        assert source.at(found.extent).split() == found.text.split()
    assert next(iter(kb.documents.values())).offsets == "raw"
    assert list(check(path.read_bytes(), file="f", context=sources)) == []


def test_without_the_text_offsets_stay_and_the_document_says_so() -> None:
    kb = content(document(mention('<charseq START="3" END="6">Anna</charseq>')))
    assert kb.documents["d"].offsets == "ace"
    assert only_mention(kb).extent == Span("d", 3, 7)


def test_charspan_ends_one_past_the_last_character() -> None:
    kb = content(document(mention('<charspan START="3" END="7">Anna</charspan>')))
    assert only_mention(kb).extent == Span("d", 3, 7)


def test_offsets_count_characters_outside_tags_and_a_line_end_once() -> None:
    source = parse_source("<DOC>\r\n<TEXT>Anna & <b>Bo</b></TEXT></DOC>", id="d")
    context = Context(sources={"d": source})
    kb = content(document(mention('<charseq START="8" END="9">Bo</charseq>')), context)
    assert source.at(only_mention(kb).heads) == "Bo"  # type: ignore[arg-type]
    assert b'<charseq START="8" END="9">Bo' in write(kb, context=context)


def test_time_and_image_locators_survive() -> None:
    time = '<timespan START="1.25" END="2.5">so</timespan>'
    image = '<bblist><bbox PAGE="2" LEFT="1" TOP="2.5" RIGHT="3" BOTTOM="4"/></bblist>'
    kb = content(document(mention(time, image)))
    assert only_mention(kb).extent == TimeSpan("d", 1.25, 2.5)
    assert only_mention(kb).head == ImageArea("d", "2", (Box(1, 2.5, 3, 4),))
    assert content(write(kb, context=NOTHING)) == kb


def test_attributes_of_a_mention() -> None:
    words = ' LDCTYPE="NAMPRE" ROLE="ORG" METONYMY_MENTION="TRUE" LDCATR="TRUE" CONFIDENCE="0.25"'
    kb = content(document(mention('<charseq START="3" END="6">Anna</charseq>', attributes=words)))
    found = only_mention(kb)
    assert (found.ldc_type, found.role, found.metonymy, found.confidence) == ("NAMPRE", "ORG", True, 0.25)
    assert found.extra == (("LDCATR", "TRUE"),)
    assert content(write(kb, context=NOTHING)) == kb


def test_values_are_trimmed_and_keep_their_case() -> None:
    kb = content(document('<entity ID=" E1 " TYPE="per" SUBTYPE=" individual" CLASS="spc "/>'))
    assert kb.entities["E1"] == Entity(id="E1", type="per", subtype="individual", specificity="spc")
    assert check(document('<entity ID="E1" TYPE="per" CLASS="spc"/>').encode(), file="f", context=NOTHING).items == []


def test_the_mention_less_form_keeps_names_links_and_confidence() -> None:
    kb = content(
        document(
            '<entity ID="G7" TYPE="ORG" SUBTYPE="Media" CLASS="SPC" CONFIDENCE="0.5"><entity_attributes>'
            '<name NAME="Acme"/><name NAME="A"><charseq START="1" END="1">A</charseq></name></entity_attributes>'
            '<external_link RESOURCE="wiki" EID="Q1"/></entity>'
            '<relation ID="R1" TYPE="METONYMY" CONFIDENCE="1"><relation_argument REFID="G7" ROLE="Arg-1"/>'
            '<relation_argument REFID="G7" ROLE="Arg-2"/></relation>'
        )
    )
    entity = kb.entities["G7"]
    assert entity.names == (Name(text="Acme"), Name(text="A", extent=Span("d", 1, 2)))
    assert (entity.links, entity.confidence) == ((("wiki", "Q1"),), 0.5)
    assert kb.relations["R1"].confidence == 1
    assert not kb.mentions
    assert content(write(kb, context=NOTHING)) == kb


def test_documents_of_one_file_share_entities() -> None:
    one = '<entity ID="G1" TYPE="PER" CLASS="SPC"><entity_attributes><name NAME="{}"/></entity_attributes></entity>'
    kb = content(
        '<source_file URI="all" TYPE="text"><document DOCID="d1">' + one.format("Ann")
        + '</document><document DOCID="d2">' + one.format("Bo") + "</document></source_file>"
    )  # fmt: skip
    assert [name.text for name in kb.entities["G1"].names] == ["Ann", "Bo"]
    assert kb.entities["G1"].extra == (("document", "d1"), ("document", "d2"))
    assert content(write(kb, context=NOTHING)) == kb


OLDER = """
<value ID="V1" TYPE="Numeric" SUBTYPE="Money">
<value_mention ID="V1-1"><extent><charseq START="1" END="2">$5</charseq></extent></value_mention></value>
<timex2 ID="T1" VAL="2003-04" MOD="APPROX">
<timex2_mention ID="T1-1"><extent><charseq START="5" END="9">April</charseq></extent></timex2_mention></timex2>
<event ID="EV1" TYPE="Life" SUBTYPE="Die" MODALITY="Asserted" POLARITY="Positive" GENERICITY="Specific" TENSE="Past">
<event_argument REFID="T1" ROLE="Time-Within"/>
<event_mention ID="EV1-1"><extent><charseq START="1" END="20">in the text</charseq></extent>
<ldc_scope><charseq START="0" END="30">a longer text</charseq></ldc_scope>
<anchor><charseq START="11" END="14">died</charseq></anchor>
<event_mention_argument REFID="T1-1" ROLE="Time-Within">
<extent><charseq START="5" END="9">April</charseq></extent></event_mention_argument>
</event_mention></event>
<quantity ID="Q1"><odd>kept</odd></quantity>
"""


def test_elements_of_older_files_survive_a_round_trip() -> None:
    kb = content(document(OLDER))
    assert kb.fillers["T1"].value == "2003-04"
    assert kb.fillers["T1-1"].text == "April"
    assert kb.events["EV1"].arguments[0].ref == "T1"
    assert kb.event_mentions["EV1-1"].trigger == Span("d", 11, 15)
    assert kb.extra["apf d"] == ('<quantity ID="Q1"><odd>kept</odd></quantity>',)
    again = write(kb, context=NOTHING)
    assert content(again) == kb
    for part in (b'GENERICITY="Specific"', b"<ldc_scope>", b"a longer text", b'SUBTYPE="Money"', b'MOD="APPROX"'):
        assert part in again


def test_fillers_of_other_formats_become_values_with_one_mention() -> None:
    filler = Filler(id="f1", type="TIME", text="April", value="2003-04", extent=Span("d", 5, 10))
    kb = KB.of([Document(id="d", offsets="ace"), filler])
    again = content(write(kb, context=NOTHING))
    assert again.fillers["f1"].value == "2003-04"
    assert again.fillers["f1-1"].extent == filler.extent


def test_writing_raw_spans_needs_the_text() -> None:
    kb = KB.of([Document(id="d"), Mention(id="m", entity="e", level="NAM", extent=Span("d", 0, 1))])
    with pytest.raises(CannotWrite, match="text of d"):
        write(kb, context=NOTHING)


def test_a_mention_inside_a_tag_has_no_ace_offset_and_is_left_out() -> None:
    source = parse_source('<doc id="d"><post author="sue">hi</post></doc>', id="d")
    at = source.text.index("sue")
    inside = Mention(id="m1", entity="e", level="NAM", extent=Span("d", at, at + 3), text="sue")
    kb = KB.of([Document(id="d"), Entity(id="e", type="PER"), inside])
    context = Context(sources={"d": source})
    assert losses(kb, context=context) == [inside]
    assert not content(write(kb, context=context), context).mentions


def test_what_cannot_be_read_is_reported_and_the_rest_is_kept() -> None:
    body = mention('<charseq START="x" END="6">Anna</charseq>') + '<entity ID="E2" TYPE="ORG" CLASS="SPC"/>'
    kb, problems = read(document(body).encode(), file="f.apf.xml", context=NOTHING)
    assert list(kb.entities) == ["E1", "E2"]
    assert {problem.code.name for problem in problems} == {"BAD_SPAN", "MISSING_ELEMENT"}


def test_a_cut_off_file_gives_what_it_still_holds() -> None:
    data = SAMPLES[0].read_bytes()
    kb, problems = read(data[: len(data) // 2], file="f.apf.xml", context=NOTHING)
    assert kb.entities
    assert "XML_TRUNCATED" in {problem.code.name for problem in problems}


def test_the_characters_of_a_name_come_back_where_they_differ_from_it() -> None:
    data = (
        b'<source_file URI="d.sgm" SOURCE="newswire" TYPE="text"><document DOCID="d">'
        b'<entity ID="E1" TYPE="PER" SUBTYPE="Individual" CLASS="SPC"><entity_attributes>'
        b'<name NAME="Ann Lee"><charseq START="0" END="6">Ann\nLee</charseq></name>'
        b'<name NAME="Ann"><charseq START="0" END="2">Ann</charseq></name>'
        b"</entity_attributes></entity></document></source_file>"
    )
    kb, _ = read(data, file="d.apf.xml", context=Context())
    assert [(name.text, name.said) for name in kb.entities["E1"].names] == [("Ann Lee", "Ann\nLee"), ("Ann", "")]
    written = write(kb, context=Context())
    assert b'<charseq START="0" END="6">Ann\nLee</charseq>' in written
    assert read(written, file="d.apf.xml", context=Context())[0] == kb
    for name in ("rdf", "jsonl"):
        format = FORMATS[name]
        context = Context(options={"syntax": "turtle"})
        assert format.read(format.write(kb, context=context), file="x", context=context)[0] == kb
