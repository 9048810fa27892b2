"""What noun phrases state of two things, on parses written by hand."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.layers.noun_phrases import by_noun_phrases, phrases
from factbook.extract.layers.statements import kinds
from parsed import mention, parsed

Told = set[tuple[str, str, str]]


def told(document: Document) -> Told:
    """(statement, head of arg 1, head of arg 2)."""
    names = [document.words[m.head].text for m in document.mentions]
    return {(s.name, names[s.arg1.at], names[s.arg2.at]) for s in by_noun_phrases(document)}


def pair(sentence: str, one: tuple[int, str, str], two: tuple[int, str, str]) -> Document:
    """A parsed sentence with two mentions of one word each: (place, level, type)."""
    document = parsed(sentence)
    for place, level, kind in (one, two):
        mention(document, place, place + 1, level=level, type=kind)
    return document


@pytest.mark.parametrize(
    ("sentence", "one", "two", "expected"),
    [
        ("his/PRON/2/nmod:poss wife/NOUN/0/root", (0, "PRO", "PER"), (1, "NOM", "PER"), ("spouse", "wife", "his")),
        (
            "his/PRON/2/nmod:poss mother/NOUN/0/root",
            (0, "PRO", "PER"),
            (1, "NOM", "PER"),
            ("child_of", "his", "mother"),
        ),
        (
            "director/NOUN/0/root of/ADP/3/case Acme/PROPN/1/nmod",
            (0, "NOM", "PER"),
            (2, "NAM", "ORG"),
            ("leader", "director", "Acme"),
        ),
        (
            "somebody/PRON/0/root at/ADP/3/case Acme/PROPN/1/nmod",
            (0, "PRO", "PER"),
            (2, "NAM", "ORG"),
            ("employee", "somebody", "Acme"),
        ),
        (
            "man/NOUN/0/root from/ADP/3/case Lisk/PROPN/1/nmod",
            (0, "NOM", "PER"),
            (2, "NAM", "GPE"),
            ("resident", "man", "Lisk"),
        ),
        (
            "Berg/PROPN/0/root of/ADP/3/case Lisk/PROPN/1/nmod",
            (0, "NAM", "PER"),
            (2, "NAM", "GPE"),
            ("resident", "Berg", "Lisk"),
        ),
        (
            "prison/NOUN/0/root outside/ADP/3/case Lisk/PROPN/1/nmod",
            (0, "NOM", "FAC"),
            (2, "NAM", "GPE"),
            ("near", "prison", "Lisk"),
        ),
        (
            "shed/NOUN/0/root at/ADP/3/case Lisk/PROPN/1/nmod",
            (0, "NOM", "FAC"),
            (2, "NAM", "GPE"),
            ("inside", "shed", "Lisk"),
        ),
        (
            "Ostravian/ADJ/2/amod carriers/NOUN/0/root",
            (0, "NAM", "GPE"),
            (1, "NOM", "ORG"),
            ("org_location", "carriers", "Ostravian"),
        ),
        (
            "our/PRON/2/nmod:poss government/NOUN/0/root",
            (0, "PRO", "GPE"),
            (1, "NOM", "ORG"),
            ("subsidiary", "government", "our"),
        ),
        (
            "whose/PRON/2/nmod:poss union/NOUN/0/root",
            (0, "PRO", "PER"),
            (1, "NOM", "ORG"),
            ("member", "whose", "union"),
        ),
    ],
)
def test_each_kind_of_phrase(
    sentence: str, one: tuple[int, str, str], two: tuple[int, str, str], expected: tuple[str, str, str]
) -> None:
    assert told(pair(sentence, one, two)) == {expected}


def test_a_word_between_name_and_noun() -> None:
    document = parsed("the/DET/4/det UPE/PROPN/3/compound economics/NOUN/4/compound professor/NOUN/0/root")
    mention(document, 1, 2, level="NAM", type="ORG")
    mention(document, 0, 4, level="NOM")
    assert told(document) == {("employee", "professor", "UPE")}


def test_a_title_in_front_of_a_name() -> None:
    document = parsed("Meridian/PROPN/2/compound chairman/NOUN/3/nmod:desc Sandoval/PROPN/4/nsubj spoke/VERB/0/root")
    mention(document, 0, 1, level="NAM", type="ORG")
    mention(document, 2, 3, level="NAM")
    assert told(document) == {("leader", "Sandoval", "Meridian")}


def test_where_something_is_based() -> None:
    document = parsed("Dunmore/PROPN/3/compound -/PUNCT/1/punct base/VERB/4/amod carrier/NOUN/0/root")
    mention(document, 0, 1, level="NAM", type="GPE")
    mention(document, 3, 4, level="NOM", type="ORG")
    assert ("headquarters", "carrier", "Dunmore") in told(document)


def test_two_brothers() -> None:
    document = parsed("brother/NOUN-NNS/0/root Anton/PROPN/1/appos and/CCONJ/4/cc Piet/PROPN/2/conj")
    mention(document, 0, 1, level="NOM")
    mention(document, 1, 2, level="NAM")
    mention(document, 3, 4, level="NAM")
    assert told(document) == {("sibling", "Anton", "Piet")}


def test_people_of_a_club_play_and_people_of_a_party_are_members() -> None:
    for subtype, name in (("Sports", "player"), ("Non-Governmental", "member"), ("Commercial", "employee")):
        document = pair("men/NOUN/0/root from/ADP/3/case Rovers/PROPN/1/nmod", (0, "NOM", "PER"), (2, "NAM", "ORG"))
        document.mentions[1].subtype = subtype
        assert told(document) == {(name, "men", "Rovers")}


def test_the_table_names_known_statements() -> None:
    assert {row.name for row in phrases()} <= set(kinds())
