"""Where organisations sit and things lie, on parses written by hand."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.layers.clauses import by_clauses
from parsed import mention, parsed

Mentions = list[tuple[int, str, str]]


def told(sentence: str, mentions: Mentions) -> set[tuple[str, str, str]]:
    document: Document = parsed(sentence)
    for place, level, kind in mentions:
        mention(document, place, place + 1, level=level, type=kind)
    names = [document.words[m.head].text for m in document.mentions]
    return {(s.name, names[s.arg1.at], names[s.arg2.at]) for s in by_clauses(document)}


def test_has_its_headquarters_in() -> None:
    found = told(
        "Acme/PROPN/2/nsubj have/VERB/0/root headquarters/NOUN/2/obj in/ADP/5/case Lisk/PROPN/3/nmod",
        [(0, "NAM", "ORG"), (4, "NAM", "GPE")],
    )
    assert found == {("headquarters", "Acme", "Lisk")}


def test_its_headquarters_are_in() -> None:
    found = told(
        "Its/PRON/2/nmod:poss headquarters/NOUN/5/nsubj is/AUX/5/cop in/ADP/5/case Lisk/PROPN/0/root",
        [(0, "PRO", "ORG"), (4, "NAM", "GPE")],
    )
    assert found == {("headquarters", "Its", "Lisk")}


@pytest.mark.parametrize("case", ["of", "from"])
def test_miles_from_a_place_is_near_it(case: str) -> None:
    found = told(
        f"village/NOUN/0/root ten/NUM/3/nummod mile/NOUN/1/nmod:unmarked {case}/ADP/5/case Lisk/PROPN/3/nmod",
        [(0, "NOM", "GPE"), (4, "NAM", "GPE")],
    )
    assert found == {("near", "village", "Lisk")}


def test_what_is_opened_in_a_town_is_there() -> None:
    found = told(
        "They/PRON/2/nsubj open/VERB/0/root shop/NOUN/2/obj in/ADP/5/case Lisk/PROPN/2/obl",
        [(2, "NOM", "FAC"), (4, "NAM", "GPE")],
    )
    assert found == {("inside", "shop", "Lisk")}


def test_all_who_live_together_live_there() -> None:
    found = told(
        "He/PRON/2/nsubj live/VERB/0/root with/ADP/4/case Anna/PROPN/2/obl in/ADP/6/case Lisk/PROPN/4/nmod",
        [(0, "PRO", "PER"), (3, "NAM", "PER"), (5, "NAM", "GPE")],
    )
    assert found == {("resident", "He", "Lisk"), ("resident", "Anna", "Lisk")}
