"""Names of one thing: short forms, acronyms, nicknames, adjectives."""

from __future__ import annotations

import pytest

from factbook.extract.layers import aliases


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Marla Quill", "Quill", "PER"),
        ("Marla Quill", "Marla", "PER"),
        ("Marla Quill", "M. Quill", "PER"),
        ("Robert Denby", "Bob Denby", "PER"),
        ("Julian Brandt-Okoye", "Brandt-Okoye", "PER"),
        ("Mr. Osk", "Renn Osk", "PER"),
        ("Harrow Mining Union", "HMU", "ORG"),
        ("Port Ellery Harbor Authority", "Harbor Authority", "ORG"),
        ("Meridian Bank", "Meridian", "ORG"),
        ("Ostravia", "Ostravian", "GPE"),
        ("Velandia", "Velandians", "GPE"),
        ("France", "French", "GPE"),
        ("U.S.", "America", "GPE"),
    ],
)
def test_names_of_one_thing(a: str, b: str, kind: str) -> None:
    assert aliases.same(a, b, kind)
    assert aliases.same(b, a, kind)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Dorothy Price", "Gerald Price", "PER"),
        ("Marla Quill", "Tobias Denby", "PER"),
        ("Ellery Shipping", "Meridian Bank", "ORG"),
        ("France", "German", "GPE"),
        ("Austria", "Australia", "GPE"),
        ("Bank of Calder", "the", "ORG"),
    ],
)
def test_names_of_two_things(a: str, b: str, kind: str) -> None:
    assert not aliases.same(a, b, kind)


def test_screen_names_have_parts() -> None:
    assert aliases.handle_parts("quayside_quinn") == {"quayside", "quinn"}
    assert "kate" in aliases.handle_parts("KestrelKate")
