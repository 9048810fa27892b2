"""Class, role and metonymy of mentions, on parses written by hand."""

from __future__ import annotations

import pytest

from factbook.extract.layers import classes
from parsed import mention, parsed


@pytest.mark.parametrize(
    ("sentence", "place", "level", "kind", "expected"),
    [
        ("Every/DET/2/det driver/NOUN-NN/3/nsubj sleeps/VERB-VBZ/0/root", 1, "NOM", "PER", "GEN"),
        ("No/DET/2/det driver/NOUN-NN/3/nsubj came/VERB-VBD/0/root", 1, "NOM", "PER", "NEG"),
        ("Anyone/PRON-NN/3/nsubj can/AUX-MD/3/aux join/VERB-VB/0/root", 0, "PRO", "PER", "USP"),
        ("The/DET/2/det driver/NOUN-NN/3/nsubj came/VERB-VBD/0/root", 1, "NOM", "PER", "SPC"),
    ],
)
def test_each_class_has_its_example(sentence: str, place: int, level: str, kind: str, expected: str) -> None:
    document = parsed(sentence)
    mention(document, place, place + 1, level=level, type=kind)
    classes.apply(document)
    assert document.mentions[0].specificity == expected


@pytest.mark.parametrize(
    ("sentence", "place", "expected"),
    [
        ("He/PRON/2/nsubj lives/VERB/0/root in/ADP/4/case France/PROPN/2/obl", 3, ("LOC", False)),
        ("France/PROPN/2/nsubj signed/VERB-VBD/0/root it/PRON/2/obj", 0, ("ORG", False)),
    ],
)
def test_the_role_of_a_place(sentence: str, place: int, expected: tuple[str, bool]) -> None:
    document = parsed(sentence)
    document.words[1].lemma = {"signed": "sign", "lives": "live"}[document.words[1].text]
    mention(document, place, place + 1, level="NAM", type="GPE")
    classes.apply(document)
    assert (document.mentions[0].role, document.mentions[0].metonymy) == expected


def test_a_team_called_by_its_town_is_metonymy() -> None:
    document = parsed("Dunmore/PROPN/2/nsubj beat/VERB-VBD/0/root Velm/PROPN/2/obj")
    mention(document, 0, 1, level="NAM", type="GPE")
    classes.apply(document)
    assert document.mentions[0].metonymy
