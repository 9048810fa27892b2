"""APF, Rich ERE and best.xml readers: any bytes in, no exception out; what was read once is written and read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.formats.format import Context
from factbook.formats.rich_ere import read as read_ere
from factbook.formats.table import FORMATS
from factbook.text.markup import parse_source

PROBLEMS = Path(__file__).parents[1] / "problems"
SEEDS = {
    "apf": (PROBLEMS / "apf" / "ARGUMENT_TYPE" / "input.apf.xml").read_bytes(),
    "rich-ere": (PROBLEMS / "rich-ere" / "NO_TRIGGER" / "input.rich_ere.xml").read_bytes(),
    "best": (PROBLEMS / "best" / "DUPLICATE_ATTITUDE" / "input.best.xml").read_bytes(),
}
ERE, _ = read_ere((PROBLEMS / "best" / "doc.rich_ere.xml").read_bytes(), file="f", context=Context())
TEXT = (PROBLEMS / "best" / "doc.xml").read_text(encoding="utf-8")
CONTEXTS = (Context(), Context(ere=ERE, sources={"doc": parse_source(TEXT, id="doc")}))
FEW = settings(max_examples=100)

# Pieces that break things in interesting ways.
_PIECES = [
    b"<", b">", b"&", b'"', b"/", b"]]>", b"<!--", b"-->", b"<![CDATA[", b"&amp;", b"&x;", b"&#0;", b"\x00", b"\xff",
    b"-1", b"99999999999999999999", b"1e400", b"nan", b"\xd9\xa3", b"ID=", b'START="', b"offset", b"</entity>",
    b"<entity>", b"<source/>", b"<?pi?>", b"<!DOCTYPE a [", b"<!ENTITY a 'b'>", b"xmlns='u'", b"<x:y>",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn, seed: bytes) -> bytes:
    """A valid file with some bytes cut out, doubled or replaced."""
    data = seed
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 2, 8, 50, 400])))
        piece = draw(st.one_of(st.sampled_from(_PIECES), st.binary(max_size=6), st.just(data[start:end] * 2)))
        data = data[:start] + piece + data[end:]
    return data


def exercise(name: str, data: bytes) -> None:
    """Read, check, write: no exception, and what was written once is read and written again without a change.

    The first writing may repair: a mention whose entity has lost its id is not written.
    """
    row = FORMATS[name]
    for context in CONTEXTS:
        kb, problems = row.read(data, file="f.xml", context=context)
        for problem in (*problems, *row.check(data, file="f.xml", context=context)):
            assert str(problem)
        if len(kb.documents) > 1 and name == "rich-ere":
            continue
        written = row.write(kb, context=context)
        again, _ = row.read(written, file="f.xml", context=context)
        assert row.read(row.write(again, context=context), file="f.xml", context=context)[0] == again


@pytest.mark.parametrize("name", SEEDS)
def test_any_bytes(name: str) -> None:
    @FEW
    @given(st.binary(max_size=300))
    def run(data: bytes) -> None:
        FORMATS[name].read(data, file="f.xml")
        FORMATS[name].check(data, file="f.xml")

    run()


@pytest.mark.parametrize("name", SEEDS)
def test_mutated_files(name: str) -> None:
    @FEW
    @given(mutated(SEEDS[name]))
    def run(data: bytes) -> None:
        exercise(name, data)

    run()


@pytest.mark.parametrize("name", SEEDS)
def test_the_seed_files_themselves(name: str) -> None:
    exercise(name, SEEDS[name])


@pytest.mark.parametrize("name", SEEDS)
def test_every_prefix_of_a_file(name: str) -> None:
    for end in range(0, len(SEEDS[name]), 97):
        exercise(name, SEEDS[name][:end])
