"""best.xml: sample collection byte by byte, golden files, the seed's example; wrappers, ids, sources, odd values."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats.best import check, read, write
from factbook.formats.format import Context
from factbook.formats.rich_ere import read as read_ere
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.text.inputs import read_sources
from factbook.text.offsets import Span

TESTS = Path(__file__).parents[1]
CALDER = TESTS.parent / "examples" / "calder"
SAMPLES = sorted((CALDER / "best").glob("*.xml"))
GOLDEN = sorted(path for path in (TESTS / "golden" / "best").glob("*/*/*.best.xml"))
NOTHING = Context()

HEAD, TAIL = '<committed_belief_doc id="tree-1">', "</committed_belief_doc>"


def ere_of(path: Path) -> KB:
    name = path.name.replace(".best.xml", ".rich_ere.xml")
    return read_ere((path.parents[1] / "ere" / name).read_bytes(), file=name, context=NOTHING)[0]


def content(text: str, context: Context = NOTHING) -> KB:
    kb, problems = read(text.encode(), file="doc.best.xml", context=context)
    assert [str(problem) for problem in problems] == []
    return kb


def sentiment(inner: str) -> str:
    return f"{HEAD}<sentiment_annotations><entities>{inner}</entities></sentiment_annotations>{TAIL}"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_the_sample_collection_is_written_byte_by_byte(path: Path) -> None:
    context = Context(ere=ere_of(path))
    kb, problems = read(path.read_bytes(), file=path.name, context=context)
    assert len(problems) == 0
    assert write(kb, context=context) == path.read_bytes()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: "-".join(path.parts[-3:]))
def test_golden_files_round_trip(path: Path) -> None:
    context = Context(ere=ere_of(path))
    kb, problems = read(path.read_bytes(), file=path.name, context=context)
    assert [problem.code.name for problem in problems] == (
        ["UNKNOWN_ID"] * 2 if "badsrc/pred/doc1" in str(path) else []
    )
    assert read(write(kb, context=context), file=path.name, context=context)[0] == kb


def test_the_sample_collection_has_no_problems() -> None:
    sources = {source.id: source for source in read_sources([CALDER / "source"])}
    for path in SAMPLES:
        context = Context(ere=ere_of(path), sources=sources)
        assert [str(problem) for problem in check(path.read_bytes(), file=path.name, context=context)] == []


def test_beliefs_on_events_and_their_arguments() -> None:
    kb = content(
        f'{HEAD}<belief_annotations><events><event ere_id="em-1"><trigger offset="3" length="4">loan</trigger>'
        '<beliefs><belief type="cb" polarity="neg" sarcasm="yes"><source ere_id="m-1"/></belief></beliefs>'
        '<arguments><arg ere_id="f-1" offset="1" length="2"><text>ab</text><beliefs><belief type="ncb" polarity="pos"'
        f' sarcasm="no"/></beliefs></arg></arguments></event></events></belief_annotations>{TAIL}'
    )
    whole, part = kb.attitudes.values()
    assert (whole.id, whole.kind, whole.target, whole.target_kind) == ("a-1", "belief", "em-1", "event")
    assert (whole.value, whole.polarity, whole.sarcasm, whole.source) == ("CB", "neg", True, "m-1")
    assert (part.target, part.argument, part.value, part.source) == ("em-1", "f-1", "NCB", None)
    assert kb.extra["best"] == ("tree-1",)


def test_the_document_is_that_of_the_ere_or_of_the_file_name() -> None:
    text = sentiment('<entity ere_id="m-1"><sentiment polarity="pos"/></entity>')
    assert content(text).attitudes["a-1"].doc == "doc"
    kb, _ = read(text.encode(), file=SAMPLES[0].name, context=Context(ere=ere_of(SAMPLES[0])))
    assert kb.attitudes["a-1"].doc == SAMPLES[0].name.removesuffix(".best.xml")


def test_the_wrapping_element_may_be_missing() -> None:
    inner = '<sentiment polarity="neg" sarcasm="no"><source ere_id="m-2"/></sentiment>'
    with_ = sentiment(f'<entity ere_id="m-1"><sentiments>{inner}</sentiments></entity>')
    without = sentiment(f'<entity ere_id="m-1">{inner}</entity>')
    assert content(with_) == content(without)


def test_ids_may_be_called_id() -> None:
    new = sentiment('<entity ere_id="m-1"><sentiment polarity="neg"><source ere_id="m-2"/></sentiment></entity>')
    assert content(new.replace("ere_id", "id")) == content(new)


@pytest.mark.parametrize("source", ["", "<source/>", '<source ere_id=""/>', '<source ere_id="NONE"/>'])
def test_a_missing_source_is_none(source: str) -> None:
    kb = content(sentiment(f'<entity ere_id="m-1"><sentiment polarity="neg">{source}</sentiment></entity>'))
    assert kb.attitudes["a-1"].source is None


@pytest.mark.parametrize(("said", "kept"), [("NONE", "none"), ("Pos", "pos"), ("mixed", "mixed")])
def test_values_without_regard_to_case_none_is_kept_and_unknown_ones_stay(said: str, kept: str) -> None:
    text = sentiment(f'<entity ere_id="m-1"><sentiment polarity="{said}" confidence="0.5"/></entity>')
    attitude = content(text).attitudes["a-1"]
    assert (attitude.value, attitude.confidence) == (kept, 0.5)
    problems = [problem.code.name for problem in check(text.encode(), file="f", context=NOTHING)]
    assert problems == (["BAD_VALUE"] if said == "mixed" else [])


def test_numbering_follows_the_standard_layout_whatever_the_files_order() -> None:
    one = '<entity ere_id="m-1"><sentiment polarity="neg"/></entity>'
    belief = '<relation ere_id="r-1"><belief type="CB" polarity="pos"/></relation>'
    text = (
        f"{HEAD}<sentiment_annotations><entities>{one}{one.replace('m-1', 'm-2')}{one}</entities>"
        "</sentiment_annotations>"
        f"<belief_annotations><relations>{belief}</relations></belief_annotations>{TAIL}"
    )
    kb = content(text)
    assert [attitude.target for attitude in kb.attitudes.values()] == ["r-1", "m-1", "m-1", "m-2"]
    assert content(write(kb, context=NOTHING).decode()) == kb


def test_an_unknown_id_is_an_error_that_names_file_line_and_id() -> None:
    path = next(path for path in GOLDEN if "badsrc/pred/doc1" in str(path))
    kb, problems = read(path.read_bytes(), file="doc1.best.xml", context=Context(ere=ere_of(path)))
    assert str(next(iter(problems)))[:41] == "doc1.best.xml:8: error: UNKNOWN_ID: 'm-99"
    assert any(attitude.source == "m-99" for attitude in kb.attitudes.values())


REPEATED = b"""<committed_belief_doc id="t"><belief_annotations><events><event ere_id="em-1">
<trigger offset="3" length="4">loan</trigger><beliefs><belief type="cb" polarity="pos" sarcasm="no">
<source ere_id="m-48" offset="14" length="5">izzoh</source></belief></beliefs>
<arguments><arg ere_id="f-1" offset="20" length="8"><text>a &lt; year</text><beliefs>
<belief type="cb" polarity="pos" sarcasm="no"/></beliefs></arg></arguments></event></events></belief_annotations>
<sentiment_annotations><entities><entity ere_id="m-6" offset="77" length="10"><text>my parents</text>
<sentiment polarity="pos" sarcasm="no"/></entity></entities></sentiment_annotations></committed_belief_doc>"""


def test_what_a_file_repeats_of_its_ere_comes_back_without_the_ere() -> None:
    kb, _ = read(REPEATED, file="d.best.xml", context=Context())
    written = write(kb, context=Context())
    for part in (
        b'<trigger offset="3" length="4">loan</trigger>',
        b'<source ere_id="m-48" offset="14" length="5">izzoh</source>',
        b'<arg ere_id="f-1" offset="20" length="8">',
        b"<text>a &lt; year</text>",
        b'<entity ere_id="m-6" offset="77" length="10">',
        b"<text>my parents</text>",
    ):
        assert part in written
    assert read(written, file="d.best.xml", context=Context())[0] == kb


def test_the_ere_counts_where_it_is_given() -> None:
    mention = Mention(id="m-48", entity="e", level="NAM", extent=Span("d", 0, 3), text="Ann")
    ere = KB(entities={"e": Entity(id="e", type="PER")}, mentions={"m-48": mention})
    kb, _ = read(REPEATED, file="d.best.xml", context=Context())
    written = write(kb, context=Context(ere=ere))
    assert b'<source ere_id="m-48" offset="0" length="3">Ann</source>' in written
    assert not read(REPEATED, file="d.best.xml", context=Context(ere=ere))[0].extra.get("best copies")
