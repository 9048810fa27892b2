"""What each evaluation looks at, of a document that was annotated for all of them."""

from __future__ import annotations

from functools import cache

import pytest

from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline
from factbook.extract.scoped import scoped
from factbook.formats.format import Context
from factbook.formats.table import by_name
from factbook.model.kb import KB
from factbook.text.markup import parse_source
from tests.store.sample import CALDER

NAMES = {"ace": "apf", "ere": "rich-ere", "best": "best"}


@cache
def annotated(name: str) -> Document:
    path = CALDER / "source" / f"{name}.xml"
    source = parse_source(path.read_bytes().decode("utf-8-sig"), id=name, language="en")
    return pipeline("en").read(source)


def said(kb: KB) -> dict[str, list[str]]:
    """What a KB says, without the ids that depend on what else was counted."""
    words = {one.id: one.text for one in (*kb.mentions.values(), *kb.fillers.values())}
    events = {one.id: one.trigger_text for one in kb.event_mentions.values()}
    relations = {one.id: one.text for one in kb.relation_mentions.values()}
    words |= events | relations

    def arguments(record: object) -> str:
        return " ".join(f"{one.role}={words[one.ref]}" for one in record.arguments)  # type: ignore[attr-defined]

    return {
        "entities": [
            f"{one.type} {one.specificity} {[name.text for name in one.names]}" for one in kb.entities.values()
        ],
        "mentions": [f"{one.level} {one.extent} {one.heads}" for one in kb.mentions.values()],
        "fillers": [f"{one.type} {one.extent}" for one in kb.fillers.values()],
        "relations": sorted(
            f"{kb.relations[one.relation].type} {one.text} {arguments(one)}" for one in kb.relation_mentions.values()
        ),
        "events": [f"{one.type} {one.trigger} {arguments(one)}" for one in kb.event_mentions.values()],
        "attitudes": [
            f"{one.kind} {one.value} {words[one.target]} {words.get(one.source or '')} {words.get(one.argument or '')}"
            for one in kb.attitudes.values()
        ],
    }


@pytest.mark.parametrize("scheme", NAMES)
@pytest.mark.parametrize("name", ["ENG_NW_20140228_103", "ENG_DF_20140228_203"])
def test_it_is_what_annotation_for_one_evaluation_gives(name: str, scheme: str) -> None:
    document = annotated(name)
    whole = document.to_kb()
    assert len({relation.type for relation in whole.relations.values()}) > 5
    found = scoped(whole, document.source, scheme)
    assert said(found) == said(document.to_kb(scheme=scheme))


@pytest.mark.parametrize("scheme", NAMES)
def test_the_file_is_valid(scheme: str) -> None:
    document = annotated("ENG_DF_20140228_203")
    found = scoped(document.to_kb(), document.source, scheme)
    context = Context(sources={document.source.id: document.source}, ere=found)
    row = by_name(NAMES[scheme])
    assert not row.check(row.write(found, context=context), file="x.xml", context=context)


def test_nothing_inside_a_quote_is_left_for_rich_ere() -> None:
    document = annotated("ENG_DF_20140228_203")
    whole, found = document.to_kb(), scoped(document.to_kb(), document.source, "ere")
    assert any(document.source.in_quote(one.extent) for one in whole.mentions.values())  # type: ignore[arg-type]
    assert not any(document.source.in_quote(one.extent) for one in found.mentions.values())  # type: ignore[arg-type]
