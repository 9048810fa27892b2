"""The canonical mention: the marked one, else the longest name, else the first nominal; never a pronoun."""

from __future__ import annotations

from factbook.link.canonical import best_mention, canonical_mentions
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.text.offsets import Span


def mention(number: int, level: str, text: str, *, doc: str = "D", canonical: bool = False) -> Mention:
    span = Span(doc, number * 10, number * 10 + len(text))
    return Mention(id=f"{doc}{number}", entity="e", level=level, extent=span, text=text, canonical=canonical)


def test_longest_name_first_of_equals() -> None:
    group = [mention(0, "NOM", "the mayor of the town"), mention(1, "NAM", "Varga"), mention(2, "NAM", "Helena Varga"),
             mention(3, "NAM", "Helena Vargo")]  # fmt: skip
    assert best_mention(group) == group[2]


def test_first_nominal_without_a_name() -> None:
    group = [mention(0, "PRO", "she"), mention(1, "NOM", "mayor"), mention(2, "NOM", "chief executive")]
    assert best_mention(group) == group[1]


def test_pronouns_are_never_canonical() -> None:
    assert best_mention([mention(0, "PRO", "she")]) is None


def test_the_marked_one_counts() -> None:
    group = [mention(0, "NAM", "Helena Varga"), mention(1, "NAM", "Varga", canonical=True)]
    assert best_mention(group) == group[1]


def test_one_in_every_document() -> None:
    kb = KB.of([Entity(id="e", type="PER"), mention(0, "NAM", "Varga"), mention(1, "NAM", "Varga", doc="F")])
    assert canonical_mentions(kb) == {"D0", "F1"}
