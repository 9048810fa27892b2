"""Conversion: any KB becomes a file of any format, or a clear refusal; nothing is lost between lossless formats."""

from __future__ import annotations

import pytest
from hypothesis import given

from factbook.formats.convert import convert
from factbook.formats.format import CannotWrite, Context
from factbook.formats.table import FORMATS
from factbook.model.documents import documents_of, join, split
from factbook.model.kb import KB
from strategies import in_order, kbs

TARGETS = [name for name, row in FORMATS.items() if row.content == "kb" and not row.read_only]


@pytest.mark.parametrize("target", TARGETS)
@given(kb=kbs())
def test_any_kb_is_written_or_refused(target: str, kb: KB) -> None:
    context = Context()
    try:
        new, _ = convert(kb, origin="jsonl", target=FORMATS[target], context=context)
        data = FORMATS[target].write(new, context=context)
    except CannotWrite:
        return
    again, _ = FORMATS[target].read(data, file=f"x{FORMATS[target].suffixes[0]}", context=context)
    assert isinstance(again, KB)


@given(kbs())
def test_converting_does_not_change_the_kb(kb: KB) -> None:
    before = in_order(kb)
    for target in ("edl", "conll", "coldstart-kb", "jsonl"):
        try:
            convert(kb, origin="apf", target=FORMATS[target], context=Context())
        except CannotWrite:
            continue
    assert in_order(kb) == before


@given(kbs())
def test_splitting_keeps_every_record_that_has_a_place(kb: KB) -> None:
    parts = split(kb)
    assert list(parts) == documents_of(kb)
    for table in ("documents", "mentions", "attitudes"):
        kept = {id for part in parts.values() for id in getattr(part, table)}
        assert kept == set(getattr(kb, table))
    again = join(parts.values())
    assert again.mentions == kb.mentions
