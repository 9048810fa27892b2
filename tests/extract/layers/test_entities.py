"""Names, mentions, extents, classes and coreference on plain sentences that every release must get right."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from factbook.extract.document import Document, FoundMention

Reader = Callable[..., Document]

STORY = (
    "Ellery Shipping said on Friday that it had fired Maria Denby, a lawyer from London. "
    "Denby, who joined the company in 2003, said she was not surprised."
)
THREAD = (
    '<doc id="d">\n<headline>\nThe ferry\n</headline>\n<post author="oak77" datetime="2014-02-28T06:40:00" id="p1">\n'
    "I saw Maria Denby in London. She is my sister.\n</post>\n"
    '<post author="HarborGirl" datetime="2014-02-28T07:40:00" id="p2">\n<quote orig_author="oak77">\n'
    "I saw Maria Denby in London.\n</quote>\nYou saw her? I think oak77 is right.\n</post>\n</doc>\n"
)


def named(document: Document, text: str) -> FoundMention:
    return next(m for m in document.mentions if document.text[slice(*_head(document, m))] == text and not m.quoted)


def _head(document: Document, mention: FoundMention) -> tuple[int, int]:
    span = document.head_of(mention)
    return span.start, span.end


def same(document: Document, *texts: str) -> bool:
    return len({named(document, text).entity for text in texts}) == 1


def test_names_have_type_and_no_title(read: Reader) -> None:
    document = read("Mr. Robert Denby of Meridian Bank met President Maria Vance in Paris.")
    found = [(document.text[slice(*_head(document, m))], m.type) for m in document.mentions if m.level == "NAM"]
    assert found == [("Robert Denby", "PER"), ("Meridian Bank", "ORG"), ("Maria Vance", "PER"), ("Paris", "GPE")]


def test_a_story_makes_entities(read: Reader) -> None:
    document = read(STORY, date="2014-03-20")
    assert same(document, "Maria Denby", "Denby", "who", "she")
    assert named(document, "Maria Denby").entity != named(document, "Ellery Shipping").entity
    entity = document.entities[named(document, "Maria Denby").entity]
    assert (entity.type, entity.subtype, entity.specificity) == ("PER", "Individual", "SPC")
    assert set(entity.names) == {"Maria Denby", "Denby"}


def test_the_extent_of_a_noun_is_its_phrase_and_of_a_name_the_name(read: Reader) -> None:
    document = read(STORY)
    kb = document.to_kb()
    extents = {m.head_text: m.text for m in kb.mentions.values()}
    assert extents["Maria Denby"] == "Maria Denby"
    assert extents["lawyer"].startswith("a lawyer")


def test_first_and_second_persons_of_a_thread(read: Reader) -> None:
    document = read(THREAD)
    authors = {m.text: m.entity for m in document.mentions if m.author}
    first = [m for m in document.mentions if m.text == "I" and not m.quoted]
    assert [m.entity for m in first] == [authors["oak77"], authors["HarborGirl"]]
    assert named(document, "You").entity == authors["oak77"]
    assert named(document, "oak77").entity == authors["oak77"]


def test_quoted_mentions_are_found_but_not_exported_to_evaluations(read: Reader) -> None:
    document = read(THREAD)
    assert any(m.quoted for m in document.mentions)
    whole, ere = document.to_kb(), document.to_kb(scheme="ere")
    assert any(dict(m.extra).get("quoted") for m in whole.mentions.values())
    assert not any(document.source.in_quote(m.extent) for m in ere.mentions.values())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "head", "expected"),
    [
        ("No group has claimed the attack.", "group", "NEG"),
        ("Nobody was hurt.", "Nobody", "NEG"),
        ("Anyone can join.", "Anyone", "USP"),
        ("The mayor of London resigned.", "mayor", "SPC"),
    ],
)
def test_classes(read: Reader, text: str, head: str, expected: str) -> None:
    assert named(read(text), head).specificity == expected


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("She studied at Casmere University.", "Casmere University", ("ORG", "Educational")),
        ("He flew from France to Germany.", "France", ("GPE", "Nation")),
        ("They met at Dunmore Airport.", "Dunmore Airport", ("FAC", "Airport")),
    ],
)
def test_subtypes_of_names(read: Reader, text: str, name: str, expected: tuple[str, str]) -> None:
    document = read(text)
    entity = document.entities[named(document, name).entity]
    assert (entity.type, entity.subtype) == expected


def test_every_mention_has_an_entity_and_offsets_are_exact(read: Reader) -> None:
    document = read(THREAD)
    for index, mention in enumerate(document.mentions):
        assert index in document.entities[mention.entity].mentions
    for record in document.to_kb().mentions.values():
        assert document.source.at(record.extent) == record.text  # type: ignore[arg-type]
        assert record.extent.contains(record.head)  # type: ignore[union-attr, arg-type]
        assert record.confidence is not None
        assert 0 < record.confidence <= 1


def test_weapons_and_vehicles(read: Reader) -> None:
    document = read("The police found a rifle and two bombs on the boat.")
    assert [named(document, noun).type for noun in ("rifle", "bombs", "boat")] == ["WEA", "WEA", "VEH"]
    assert not any(m.type in ("WEA", "VEH") for m in document.to_kb(scheme="ace").mentions.values())


def test_mentions_may_stand_inside_mentions(read: Reader) -> None:
    document = read("The mayor of the city of London met the president of a bank in Paris.")
    outer, inner = (document.extent_of(named(document, head)) for head in ("mayor", "city"))
    assert outer.start < inner.start
    assert inner.end <= outer.end


def test_a_pronoun_that_only_pronouns_know_is_the_person_named_before(read: Reader) -> None:
    document = read("Zanele Quist runs the harbor. She said that her son had left.")
    assert same(document, "Zanele Quist", "She", "her")
