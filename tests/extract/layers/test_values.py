"""Fillers other than times: each type with its example, and words that are none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from factbook.extract.document import Document

Reader = Callable[..., Document]


def fillers(document: Document, kind: str) -> list[tuple[str, str]]:
    return [(document.text_of(f.first, f.end), f.value) for f in document.fillers if f.type == kind]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("Marla Quill, 51, was appointed.", "AGE", ("51", "51")),
        ("The 17-year-old boy was hurt.", "AGE", ("17", "17")),
        ("She was 27.", "AGE", ("27", "27")),
        ("He died at the age of 93.", "AGE", ("93", "93")),
        ("Mayor Helena Varga spoke.", "TITLE", ("Mayor", "mayor")),
        ("She is a lawyer in Dunmore.", "TITLE", ("lawyer", "lawyer")),
        ("He was charged with bribery.", "CRIME", ("bribery", "bribery")),
        ("They were convicted of money laundering.", "CRIME", ("money laundering", "money laundering")),
        ("She died of a heart attack.", "CAUSE", ("heart attack", "heart attack")),
        ("He was sentenced to five years in prison.", "SENTENCE", ("five years in prison", "")),
        ("He paid 340,000 crowns to Tarn.", "MONEY", ("340,000 crowns", "340,000 crowns")),
        ("They paid $5 million for it.", "MONEY", ("$5 million", "$5 million")),
        ("Tamarisk employs 610 people.", "NUMBER", ("610", "610")),
        ("The Muslim cleric spoke.", "RELIGION", ("Muslim", "muslim")),
        ("He is a devout Catholic.", "RELIGION", ("Catholic", "catholic")),
        ("She converted to Islam in 1999.", "RELIGION", ("Islam", "islam")),
        ("A Nigerian novelist won the prize.", "ORIGIN", ("Nigerian", "Nigerian")),
        ("The singer of Malian descent won the prize.", "ORIGIN", ("Malian", "Malian")),
        ("See www.elleryshipping.example for more.", "URL", ("www.elleryshipping.example",) * 2),
    ],
)
def test_each_type_has_its_example(read: Reader, text: str, kind: str, expected: tuple[str, str]) -> None:
    assert fillers(read(text), kind) == [expected]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Murder is a board game word.", "CRIME"),
        ("She wrote about cancer research.", "CAUSE"),
        ("He bought 12 chairs.", "NUMBER"),
        ("He bought 12 chairs.", "AGE"),
        ("He lived five years in Dunmore.", "SENTENCE"),
        ("The orthodox view of prices is wrong.", "RELIGION"),
        ("They drank French wine.", "ORIGIN"),
    ],
)
def test_words_without_their_context_are_no_fillers(read: Reader, text: str, kind: str) -> None:
    assert fillers(read(text), kind) == []


def test_numbers_of_several_words_have_a_value(read: Reader) -> None:
    assert fillers(read("The union has two thousand members."), "NUMBER") == [("two thousand", "2000")]
