"""Posts: who works where, on parses written by hand."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.layers.jobs import by_kind_of_organisation
from factbook.extract.layers.statements import MENTION, Item, by_rules
from parsed import mention, parsed

Told = set[tuple[str, str, str]]


def told(document: Document) -> Told:
    names = [document.words[m.head].text for m in document.mentions]
    return {(s.name, names[s.arg1.at], names[s.arg2.at]) for s in by_rules(document)}


def two(sentence: str, one: tuple[int, str, str], other: tuple[int, str, str]) -> Document:
    document = parsed(sentence)
    for place, level, kind in (one, other):
        mention(document, place, place + 1, level=level, type=kind)
    return document


@pytest.mark.parametrize(
    ("noun", "case", "expected"),
    [
        ("official", "of", "employee"),  # works for the town
        ("mayor", "of", "leader"),
        ("lawyer", "from", "resident"),
        ("lawyer", "in", "located"),
        ("official", "in", "located"),
    ],
)
def test_towns_employ_officials_and_others_live_there(noun: str, case: str, expected: str) -> None:
    document = two(f"{noun}/NOUN/0/root {case}/ADP/3/case Lisk/PROPN/1/nmod", (0, "NOM", "PER"), (2, "NAM", "GPE"))
    assert told(document) == {(expected, noun, "Lisk")}


@pytest.mark.parametrize(("noun", "expected"), [("lawyer", "resident"), ("spokesman", "employee")])
def test_a_town_in_front_of_a_noun(noun: str, expected: str) -> None:
    document = two(f"Lisk/PROPN/2/compound {noun}/NOUN/0/root", (0, "NAM", "GPE"), (1, "NOM", "PER"))
    assert told(document) == {(expected, noun, "Lisk")}


@pytest.mark.parametrize(
    ("noun", "expected"), [("professor", "employee"), ("head", "employee"), ("student", "student")]
)
def test_the_head_of_a_field_is_not_the_head_of_the_firm(noun: str, expected: str) -> None:
    document = two(
        f"{noun}/NOUN/0/root of/ADP/3/case history/NOUN/1/nmod at/ADP/5/case Acme/PROPN/3/nmod",
        (0, "NOM", "PER"),
        (4, "NAM", "ORG"),
    )
    assert told(document) == {(expected, noun, "Acme")}


def test_founder_and_chief() -> None:
    document = two(
        "founder/NOUN/0/root and/CCONJ/3/cc chief/NOUN/1/conj of/ADP/5/case Acme/PROPN/1/nmod",
        (0, "NOM", "PER"),
        (4, "NAM", "ORG"),
    )
    assert told(document) == {("founder", "founder", "Acme"), ("leader", "founder", "Acme")}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("She/PRON/2/nsubj become/VERB/0/root president/NOUN/2/xcomp of/ADP/5/case Acme/PROPN/3/nmod", "leader"),
        ("She/PRON/2/nsubj get/VERB/0/root job/NOUN/2/obj at/ADP/5/case Acme/PROPN/3/nmod", "employee"),
        ("She/PRON/2/nsubj hold/VERB/0/root degree/NOUN/2/obj from/ADP/5/case Acme/PROPN/3/nmod", "student"),
    ],
)
def test_verbs_with_a_post(sentence: str, expected: str) -> None:
    document = two(sentence, (0, "PRO", "PER"), (4, "NAM", "ORG"))
    assert told(document) == {(expected, "She", "Acme")}


@pytest.mark.parametrize(("subtype", "expected"), [("Sports", "player"), ("Religious", "member"), ("", "employee")])
def test_kinds_of_organisations(subtype: str, expected: str) -> None:
    document = parsed("Acme/PROPN/0/root")
    mention(document, 0, 1, level="NAM", type="ORG")
    document.mentions[0].subtype = subtype
    assert by_kind_of_organisation(document, "employee", Item(MENTION, 0)) == expected
