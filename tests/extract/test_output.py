"""From findings to records: ids, spans, what each evaluation sees, relations joined, events and attitudes kept."""

from __future__ import annotations

import pytest

from factbook.extract import words
from factbook.extract.document import (
    Document,
    FoundArgument,
    FoundAttitude,
    FoundEntity,
    FoundEvent,
    FoundFiller,
    FoundMention,
    FoundRelation,
)
from factbook.extract.output import confidence, to_kb
from factbook.text.markup import parse_source

TEXT = (
    '<doc id="d"><headline>\nA talk\n</headline>\n<post author="oak77" id="p1">\nMarla Quill runs the mine in 2014.\n'
    '</post>\n<post author="Kate" id="p2">\n<quote orig_author="oak77">\nMarla Quill runs it.\n</quote>\nShe left.\n'
    "</post></doc>\n"
)


def mention(document: Document, first: int, end: int, level: str, kind: str, entity: int) -> FoundMention:
    sentence = document.sentences[document.words[first].sentence]
    return FoundMention(
        head=end - 1,
        head_first=first if level == "NAM" else end - 1,
        head_end=end,
        first=first,
        end=end,
        type=kind,
        level=level,
        entity=entity,
        sentence=sentence.index,
        quoted=sentence.quoted,
        probability=0.8,
    )


@pytest.fixture
def document() -> Document:
    """Quill (a name, a quoted name, a pronoun), the mine, 2014; two mentions of one relation, an event, a belief."""
    document = Document(parse_source(TEXT, id="d", language="en"))
    words.apply(document)
    at = {word.text: word.index for word in reversed(document.words)}
    quoted = [w.index for w in document.words if w.text == "Marla"][1]
    document.mentions = [
        mention(document, at["Marla"], at["Marla"] + 2, "NAM", "PER", 0),
        mention(document, at["the"], at["the"] + 2, "NOM", "FAC", 1),
        mention(document, quoted, quoted + 2, "NAM", "PER", 0),
        mention(document, at["She"], at["She"] + 1, "PRO", "PER", 0),
    ]
    document.entities = [FoundEntity([0, 2, 3], "PER", "Individual"), FoundEntity([1], "FAC", "Building-Grounds")]
    document.fillers = [FoundFiller("TIME", at["2014"], at["2014"] + 1, at["2014"], value="2014-XX-XX", sentence=1)]
    first, second = FoundArgument("Arg-1", "mention", 0), FoundArgument("Arg-2", "mention", 1)
    document.relations = [
        FoundRelation("ace", "ART", (first, second), 1, subtype="User-Owner-Inventor-Manufacturer", probability=0.4),
        FoundRelation("ace", "ART", (first, second), 1, subtype="User-Owner-Inventor-Manufacturer", probability=0.7),
        FoundRelation("slot", "per:title", (FoundArgument("subject", "mention", 0),), 1, factual=False),
        FoundRelation("ere", "physical", (FoundArgument("rel_arg1", "mention", 2), second), 2, subtype="locatednear"),
    ]
    runs = at["runs"]
    document.events = [
        FoundEvent("manufacture", "artifact", (runs, runs + 1), 1, [FoundArgument("agent", "mention", 0), second]),
    ]
    document.attitudes = [
        FoundAttitude("belief", "CB", "event", 0, source=3, polarity="pos"),
        FoundAttitude("belief", "NCB", "event", 0, argument=0),
        FoundAttitude("sentiment", "neg", "entity", 2, source=3),
    ]
    return document


def test_everything_is_kept_without_a_scheme(document: Document) -> None:
    kb = to_kb(document)
    assert [m.text for m in kb.mentions.values()] == ["Marla Quill", "Marla Quill", "She", "the mine"]
    assert {m.head_text for m in kb.mentions.values() if m.level == "NOM"} == {"mine"}
    assert [dict(m.extra) for m in kb.mentions.values() if m.extra] == [{"quoted": "true"}]
    assert len(kb.events) == len(kb.event_mentions) == 1
    assert len(kb.attitudes) == 3


def test_equal_relations_are_one_with_two_mentions(document: Document) -> None:
    kb = to_kb(document)
    ace = [r for r in kb.relations.values() if r.type == "ART"]
    assert [r.confidence for r in ace] == [0.7]
    assert len(kb.mentions_of_relation[ace[0].id]) == 2
    assert {a.ref for a in ace[0].arguments} <= set(kb.entities)
    assert {a.ref for a in kb.mentions_of_relation[ace[0].id][0].arguments} <= set(kb.mentions)


def test_what_is_not_asserted_is_no_fact(document: Document) -> None:
    assert "per:title" not in {r.type for r in to_kb(document, scheme="slot").relations.values()}


def test_quotes_are_out_of_ere_and_so_is_what_hangs_on_them(document: Document) -> None:
    kb = to_kb(document, scheme="best")
    assert [m.text for m in kb.mentions.values()] == ["Marla Quill", "She", "the mine"]
    assert not kb.relations  # its first argument is quoted
    assert [(a.kind, a.value) for a in kb.attitudes.values()] == [("belief", "CB"), ("belief", "NCB")]
    assert to_kb(document, scheme="ere").attitudes == {}


def test_ace_has_entities_and_its_own_relations_only(document: Document) -> None:
    kb = to_kb(document, scheme="ace")
    assert {r.type for r in kb.relations.values()} == {"ART"}
    assert not kb.fillers
    assert not kb.events


def test_entity_discovery_has_heads_of_names_and_nouns(document: Document) -> None:
    kb = to_kb(document, scheme="edl")
    assert [(m.text, m.level) for m in kb.mentions.values()] == [("Marla Quill", "NAM"), ("mine", "NOM")]


def test_the_canonical_mention_is_a_name_outside_quotes(document: Document) -> None:
    kb = to_kb(document)
    canonical = [m for m in kb.mentions.values() if m.canonical and m.type == "PER"]
    assert [(m.text, m.extra) for m in canonical] == [("Marla Quill", ())]
    assert [n.text for n in kb.entities[canonical[0].entity].names] == ["Marla Quill"]


def test_unknown_schemes_are_refused_with_the_choices(document: Document) -> None:
    with pytest.raises(ValueError, match="no scheme 'tac'; choose one of: ace"):
        to_kb(document, scheme="tac")


def test_confidence_is_above_zero_and_at_most_one() -> None:
    assert [confidence(p) for p in (-1.0, 0.0, 0.123456, 2.0)] == [0.0001, 0.0001, 0.1235, 1.0]
