"""EDL tab files: reading, writing, what a bad line costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats import edl_tab
from factbook.formats.format import Context
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.text.offsets import Span

GOLD = Path(__file__).parents[2] / "examples" / "calder" / "edl" / "gold.tab"


def read(text: str) -> KB:
    return edl_tab.read(text.encode(), file="f", context=Context())[0]


def test_the_sample_is_read_without_problems_and_written_back_as_it_is() -> None:
    data = GOLD.read_bytes()
    kb, problems = edl_tab.read(data, file="gold.tab", context=Context())
    assert not list(problems)
    assert edl_tab.write(kb, context=Context()) == data


def test_links_and_nils() -> None:
    kb = read("r\tM1\tAnn\tD:0-2\tm.01\tPER\tNAM\t0.5\nr\tM2\the\tD:5-6\tNIL7\tPER\tNOM\t1.0\tx\ty\n")
    assert kb.entities["m.01"].links == (("KB", "m.01"),)
    assert kb.entities["NIL7"].links == ()
    assert kb.mentions["M1"].extent == Span("D", 0, 3)
    assert kb.mentions["M2"].extra == (("column9", "x"), ("column10", "y"))


def test_further_columns_and_repeated_ids_come_back() -> None:
    text = "r\tM1\tAnn\tD:0-2\tNIL1\tPER\tNAM\t1.0\tweb\nr\tM1\tBob\tD:5-7\tNIL2\tPER\tNAM\t0.25\n"
    assert edl_tab.write(read(text), context=Context()).decode() == text


def test_a_bad_line_loses_itself_only() -> None:
    good = "r\tM{0}\tAnn\tD:{0}-9\tNIL1\tPER\tNAM\t1.0\n"
    kb, problems = edl_tab.read((good.format(1) + "broken\n" + good.format(3)).encode(), file="f", context=Context())
    assert list(kb.mentions) == ["M1", "M3"]
    assert [str(problem.where) for problem in problems] == ["f:2"]


@pytest.mark.parametrize("place", ["D1: 5-9", "D1:5 - 9", "D1:5–9"])
def test_spaces_and_a_long_dash_are_read_as_the_official_program_reads_them(place: str) -> None:
    assert read(f"r\tM\tx\t{place}\tNIL1\tPER\tNAM\t1.0\n").mentions["M"].extent == Span("D1", 5, 10)


def test_line_ends_and_byte_order_mark() -> None:
    assert len(read("\ufeffr\tM\tx\tD:5-9\tNIL1\tPER\tNAM\t1.0\r\n\r\n").mentions) == 1


def test_writing_numbers_entities_that_are_no_nil_and_leaves_pronouns_out() -> None:
    kb = KB.of(
        [
            Entity(id="NIL00001", type="ORG"),
            Entity(id="e-1", type="PER"),
            Mention(id="a", entity="e-1", level="NAM", extent=Span("D", 0, 3), text="A\nnn"),
            Mention(id="b", entity="e-1", level="PRO", extent=Span("D", 5, 7), text="he"),
            Mention(id="c", entity="NIL00001", level="NOM", extent=Span("D", 9, 12), text="it"),
        ]
    )
    lines = edl_tab.write(kb, context=Context()).decode().splitlines()
    assert lines == [
        "factbook\ta\tA nn\tD:0-2\tNIL00002\tPER\tNAM\t1.0",
        "factbook\tc\tit\tD:9-11\tNIL00001\tORG\tNOM\t1.0",
    ]


def test_a_number_of_thousands_of_digits_is_no_span() -> None:
    place = f"D1:{'9' * 6000}-{'9' * 6000}"
    _, problems = edl_tab.read(f"r\tm\tAnn\t{place}\tNIL1\tPER\tNAM\t1.0\n".encode(), file="f", context=Context())
    assert [problem.code.name for problem in problems] == ["BAD_SPAN"]


def test_blanks_of_a_mention_come_back() -> None:
    data = b"run1\tM1\tAnn  Lee \tD1:0-7\tNIL0001\tPER\tNAM\t1.0\n"
    kb, _ = edl_tab.read(data, file="x.tab", context=Context())
    assert edl_tab.write(kb, context=Context()) == data


def test_line_breaks_of_a_mention_are_written_as_blanks() -> None:
    mention = Mention(id="m", entity="NIL1", level="NAM", type="PER", extent=Span("d", 0, 9), text="Ann\r\nLee\tB")
    kb = KB(entities={"NIL1": Entity(id="NIL1", type="PER")}, mentions={"m": mention})
    assert edl_tab.write(kb, context=Context()).decode().split("\t")[2] == "Ann Lee B"
