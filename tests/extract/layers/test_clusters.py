"""Clusters refuse what cannot be one thing."""

from __future__ import annotations

import pytest

from factbook.extract.layers.clusters import Clusters
from parsed import mention, parsed


def clusters(one: tuple[str, str, str], two: tuple[str, str, str]) -> Clusters:
    """Two mentions, each (words, level, type), in two sentences."""
    sentences = [" ".join(f"{word}/PROPN/0/dep" for word in words.split()) for words, _, _ in (one, two)]
    document = parsed(*sentences)
    length = len(one[0].split())
    mention(document, 0, length, level=one[1], type=one[2])
    mention(document, length, length + len(two[0].split()), level=two[1], type=two[2])
    return Clusters(document)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("Maria Quill", "NAM", "PER"), ("Quill", "NAM", "PER")),
        (("Maria Quill", "NAM", "PER"), ("she", "PRO", "PER")),
        (("Meridian Bank", "NAM", "ORG"), ("it", "PRO", "OTH")),
        (("Meridian Bank", "NAM", "ORG"), ("they", "PRO", "PER")),
        (("lawyer", "NOM", "PER"), ("she", "PRO", "PER")),
    ],
)
def test_what_fits_joins(one: tuple[str, str, str], two: tuple[str, str, str]) -> None:
    made = clusters(one, two)
    assert made.join(0, 1)
    assert made.root(0) == made.root(1)
    assert made.settled(1)
    assert made.type_of(made.root(1)) == one[2]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("Maria Quill", "NAM", "PER"), ("he", "PRO", "PER")),
        (("Maria Quill", "NAM", "PER"), ("Robert Quill", "NAM", "PER")),
        (("Maria Quill", "NAM", "PER"), ("it", "PRO", "OTH")),
        (("father", "NOM", "PER"), ("she", "PRO", "PER")),
        (("Meridian Bank", "NAM", "ORG"), ("Ellery Shipping", "NAM", "ORG")),
        (("Meridian Bank", "NAM", "ORG"), ("Maria Quill", "NAM", "PER")),
    ],
)
def test_what_does_not_fit_stays_apart(one: tuple[str, str, str], two: tuple[str, str, str]) -> None:
    made = clusters(one, two)
    assert not made.join(0, 1)
    assert made.root(0) != made.root(1)
    assert made.join(0, 1, certain=True)
