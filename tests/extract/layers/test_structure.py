"""What syntax says about coreference, on parses written by hand."""

from __future__ import annotations

from factbook.extract.document import Document
from factbook.extract.layers.structure import structural_links
from parsed import mention, parsed


def links(document: Document) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in structural_links(document)}


def test_an_appositive_is_the_same_thing() -> None:
    document = parsed(
        "Price/PROPN/6/nsubj ,/PUNCT/4/punct the/DET/4/det leader/NOUN/1/appos ,/PUNCT/4/punct spoke/VERB/0/root"
    )
    name, noun = mention(document, 0, 1, level="NAM"), mention(document, 2, 4, level="NOM")
    assert links(document) == {frozenset((name, noun))}


def test_a_noun_beside_a_name() -> None:
    document = parsed("his/PRON/2/nmod:poss wife/NOUN/4/nsubj Odile/PROPN/2/flat left/VERB/0/root")
    noun, name = mention(document, 0, 2, level="NOM"), mention(document, 2, 3, level="NAM")
    assert links(document) == {frozenset((noun, name))}


def test_a_place_after_a_place_is_another() -> None:
    document = parsed("Paris/PROPN/0/root ,/PUNCT/3/punct France/PROPN/1/appos")
    mention(document, 0, 1, level="NAM", type="GPE")
    mention(document, 2, 3, level="NAM", type="GPE")
    assert links(document) == set()


def test_a_predicate_noun_is_its_subject() -> None:
    document = parsed("He/PRON/4/nsubj is/AUX/4/cop a/DET/4/det docker/NOUN/0/root ./PUNCT/4/punct")
    subject, noun = mention(document, 0, 1, level="PRO"), mention(document, 2, 4, level="NOM")
    assert links(document) == {frozenset((subject, noun))}


def test_not_where_it_is_denied_possible_or_asked() -> None:
    for middle, end in (("not/PART/5/advmod", "./PUNCT/5/punct"), ("maybe/ADV/5/x", "?/PUNCT/5/punct")):
        document = parsed(f"He/PRON/5/nsubj is/AUX/5/cop {middle} a/DET/5/det docker/NOUN/0/root {end}")
        mention(document, 0, 1, level="PRO")
        mention(document, 3, 5, level="NOM")
        assert links(document) == set()


def test_a_relative_pronoun_is_what_its_clause_hangs_on() -> None:
    document = parsed("men/NOUN/0/root who/PRON/3/nsubj left/VERB/1/acl:relcl")
    noun, who = mention(document, 0, 1, level="NOM"), mention(document, 1, 2, level="PRO")
    assert links(document) == {frozenset((noun, who))}


def test_nobody_is_a_number() -> None:
    document = parsed("She/PRON/3/nsubj was/AUX/3/cop 27/NUM/0/root")
    mention(document, 0, 1, level="PRO")
    mention(document, 2, 3, level="NOM", type="OTH")
    assert links(document) == set()


def test_the_city_of_is_one_place() -> None:
    document = parsed("the/DET/2/det city/NOUN-NN/0/root of/ADP/4/case Lisk/PROPN/2/nmod")
    noun = mention(document, 0, 4, level="NOM", type="GPE", head=1)
    name = mention(document, 3, 4, level="NAM", type="GPE")
    assert links(document) == {frozenset((noun, name))}
