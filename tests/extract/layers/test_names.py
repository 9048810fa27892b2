"""Where names begin and end, and what they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from factbook.extract.document import Document

Reader = Callable[..., Document]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Iraqi Prime Minister Nouri al-Maliki returned to Baghdad.", "Nouri al-Maliki", "PER"),
        ("Ursula von der Leyen spoke in Brussels.", "Ursula von der Leyen", "PER"),
        ("She grew up in Aulnay-sous-Bois.", "Aulnay-sous-Bois", "GPE"),
        ("SoftBank, which invested in WeWork, lost money.", "WeWork", "ORG"),
        ("John Smith works for Shell.", "Shell", "ORG"),
        ("Inspector General Japhet Koome said so.", "Japhet Koome", "PER"),
        ("Angela Merkel was born in Hamburg in 1954.", "Hamburg", "GPE"),
    ],
)
def test_names(read: Reader, text: str, name: str, kind: str) -> None:
    assert (name, kind) in {(m.text, m.type) for m in read(text).mentions if m.level == "NAM"}


def test_a_number_is_no_name(read: Reader) -> None:
    document = read("LISBON, March 3, 2015 (Reuters) - Portugal voted.")
    assert all(any(map(str.isalpha, m.text)) for m in document.mentions if m.level == "NAM")


def test_somebody_who_has_an_age_is_a_person(read: Reader) -> None:
    assert [(m.text, m.type) for m in read("She was 27.").mentions] == [("She", "PER")]
