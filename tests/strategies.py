"""Hypothesis strategies: any record, any KB. References may dangle."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from factbook.model.kb import KB, TABLES
from factbook.model.records import (
    Argument,
    Box,
    ImageArea,
    Mention,
    Name,
    Relation,
    TimeSpan,
)
from factbook.text.offsets import Span

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
IDS = st.one_of(st.sampled_from(["E1", "m-1", "f 2", "a/b#c", "é%20"]), TEXTS.filter(bool))
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
CONFIDENCES = st.one_of(st.none(), st.floats(0, 1))
FLAGS = st.booleans()
EXTRAS = st.lists(st.tuples(TEXTS, TEXTS), max_size=3).map(tuple)
OFFSETS = st.integers(0, 10_000)
SPANS = st.builds(lambda doc, start, length: Span(doc, start, start + length), IDS, OFFSETS, st.integers(0, 200))
TIMES = st.builds(TimeSpan, doc=IDS, start=NUMBERS, end=NUMBERS, channel=TEXTS)
BOXES = st.builds(Box, left=NUMBERS, top=NUMBERS, right=NUMBERS, bottom=NUMBERS)
IMAGES = st.builds(ImageArea, doc=IDS, page=TEXTS, boxes=st.lists(BOXES, max_size=2).map(tuple))
LOCATORS = st.one_of(SPANS, TIMES, IMAGES)
MAYBE_LOCATORS = st.one_of(st.none(), LOCATORS)
MAYBE_SPANS = st.one_of(st.none(), SPANS)
NAMES = st.lists(st.builds(Name, text=TEXTS, extent=MAYBE_LOCATORS), max_size=2).map(tuple)
ARGUMENTS = st.lists(
    st.builds(Argument, role=TEXTS, ref=IDS, text=TEXTS, extent=MAYBE_LOCATORS, realis=TEXTS, extra=EXTRAS), max_size=2
).map(tuple)

# By name of the field; what is not named here is text.
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "id": IDS, "entity": IDS, "relation": IDS, "event": IDS, "target": IDS, "doc": IDS,
    "extent": MAYBE_LOCATORS, "head": MAYBE_LOCATORS, "trigger": MAYBE_SPANS,
    "names": NAMES, "arguments": ARGUMENTS, "extra": EXTRAS, "links": EXTRAS,
    "provenance": st.lists(SPANS, max_size=3).map(tuple),
    "confidence": CONFIDENCES, "canonical": FLAGS, "metonymy": FLAGS, "sarcasm": FLAGS,
    "source": st.one_of(st.none(), IDS), "argument": st.one_of(st.none(), IDS),
}  # fmt: skip
# Where a type differs from that.
_SPECIAL: dict[type[Any], dict[str, st.SearchStrategy[Any]]] = {
    Mention: {"extent": LOCATORS},
    Relation: {"type": st.one_of(st.none(), TEXTS)},
}


def records(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Any record of a type."""
    fields = {name: _FIELDS.get(name, TEXTS) for name in kind.__struct_fields__}
    return st.builds(kind, **(fields | _SPECIAL.get(kind, {})))


_RECORDS = st.one_of([records(kind) for kind in TABLES])
_EXTRA = st.dictionaries(TEXTS, st.lists(TEXTS, max_size=2).map(tuple), max_size=2)


@st.composite
def kbs(draw: st.DrawFn) -> KB:
    """Any KB."""
    found = draw(st.lists(_RECORDS, max_size=6, unique_by=lambda record: (type(record), record.id)))
    kb = KB.of(found, name=draw(TEXTS))
    kb.extra = draw(_EXTRA)
    return kb


def in_order(kb: KB) -> tuple[Any, ...]:
    """All that a KB holds, its order included: dicts compare equal in any order."""
    return (kb.name, tuple(kb.records()), tuple(kb.extra.items()))
