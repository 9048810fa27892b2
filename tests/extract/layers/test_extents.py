"""Noun phrases around heads, on parses written by hand."""

from __future__ import annotations

import pytest

from factbook.extract.layers import extents
from parsed import mention, parsed


@pytest.mark.parametrize(
    ("sentence", "head", "expected"),
    [
        ("the/DET/3/det old/ADJ/3/amod man/NOUN/4/nsubj left/VERB/0/root", 2, "the old man"),
        ("its/PRON/3/nmod:poss larger/ADJ/3/amod rival/NOUN/0/root", 2, "its larger rival"),
        ("Rafa/PROPN/3/nmod:poss 's/PART/1/case cousin/NOUN/0/root", 2, "Rafa 's cousin"),
        (
            "two/NUM/2/nummod men/NOUN/5/nsubj from/ADP/4/case Paris/PROPN/2/nmod left/VERB/0/root",
            1,
            "two men from Paris",
        ),
        ("a/DET/2/det man/NOUN/0/root ,/PUNCT/4/punct Denby/PROPN/2/appos", 1, "a man"),
        ("a/DET/2/det man/NOUN/0/root and/CCONJ/5/cc a/DET/5/det dog/NOUN/2/conj", 1, "a man"),
        ("He/PRON/5/nsubj is/AUX/5/cop still/ADV/5/advmod a/DET/5/det docker/NOUN/0/root", 4, "a docker"),
        ("men/NOUN/0/root who/PRON/3/nsubj left/VERB/1/acl:relcl", 0, "men who left"),
        ("saw/VERB/0/root the/DET/3/det mayor/NOUN/1/obj yesterday/NOUN/1/obl", 2, "the mayor"),
    ],
)
def test_phrases(sentence: str, head: int, expected: str) -> None:
    document = parsed(sentence)
    mention(document, head, head + 1, level="NOM")
    extents.apply(document)
    found = document.mentions[0]
    assert document.text_of(found.first, found.end) == expected


def test_a_title_before_a_name_is_no_mention_and_a_relative_with_a_possessor_is() -> None:
    document = parsed("Judge/PROPN/2/compound Adeyemi/PROPN/0/root")
    mention(document, 0, 1, level="NOM")
    mention(document, 1, 2, level="NAM")
    extents.apply(document)
    assert [m.level for m in document.mentions] == ["NAM"]
    document = parsed("his/PRON/2/nmod:poss doctor/NOUN/0/root Odile/PROPN/2/flat")
    mention(document, 1, 2, level="NOM")
    mention(document, 2, 3, level="NAM")
    extents.apply(document)
    assert [m.level for m in document.mentions] == ["NOM", "NAM"]


def test_two_nouns_that_make_one_head() -> None:
    document = parsed("the/DET/3/det chief/ADJ/3/amod executive/NOUN/0/root")
    document.words[2].lemma = "executive"
    mention(document, 2, 3, level="NOM")
    extents.apply(document)
    found = document.mentions[0]
    assert document.text_of(found.head_first, found.head_end) == "chief executive"
