"""What the surroundings of a name say of its type, on parses written by hand."""

from __future__ import annotations

import pytest

from factbook.extract.encoders.labels import NAME_TYPES
from factbook.extract.layers.name_contexts import contexts, table
from parsed import parsed


@pytest.mark.parametrize(
    ("sentence", "head", "expected"),
    [
        ("She/PRON/2/nsubj live/VERB/0/root in/ADP/4/case Kestrel/PROPN/2/obl", 3, {"GPE"}),
        ("nurse/NOUN/0/root from/ADP/3/case Kestrel/PROPN/1/nmod", 2, {"GPE"}),
        ("mayor/NOUN/0/root of/ADP/3/case Kestrel/PROPN/1/nmod", 2, {"GPE"}),
        ("He/PRON/2/nsubj work/VERB/0/root for/ADP/4/case Northline/PROPN/2/obl", 3, {"ORG"}),
        ("Northline/PROPN/2/compound spokesman/NOUN/0/root", 0, {"ORG"}),
        ("Norkem/PROPN/2/nsubj employ/VERB/0/root people/NOUN/2/obj", 0, {"ORG"}),
        ("Norkem/PROPN/3/nsubj be/AUX/3/aux:pass found/VERB/0/root", 0, {"ORG"}),
        ("Norkem/PROPN/0/root ,/PUNCT/3/punct found/VERB/1/acl", 0, {"ORG"}),
        ("Kordell/PROPN/2/nsubj cut/VERB/0/root its/PRON/4/nmod:poss forecast/NOUN/2/obj", 0, {"ORG"}),
        ("Kordell/PROPN/2/nsubj cut/VERB/0/root his/PRON/4/nmod:poss hair/NOUN/2/obj", 0, set()),
        (
            "Solvane/PROPN/2/nsubj say/VERB/0/root it/PRON/5/nsubj would/AUX/5/aux buy/VERB/2/ccomp Baltiq/PROPN/5/obj",
            0,
            {"ORG"},
        ),
        ("Lena/PROPN/2/nsubj say/VERB/0/root it/PRON/5/nsubj will/AUX/5/aux rain/VERB/2/ccomp", 0, set()),
        ("He/PRON/2/nsubj see/VERB/0/root Northline/PROPN/2/obj", 2, set()),
        ("Northline/PROPN/0/root", 0, set()),
    ],
)
def test_each_context(sentence: str, head: int, expected: set[str]) -> None:
    assert {kind for kind, _ in contexts(parsed(sentence), head)} == expected


def test_the_table_has_known_types() -> None:
    assert {context.type for group in table().values() for context in group} <= set(NAME_TYPES)
