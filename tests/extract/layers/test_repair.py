"""Repairs of trees, on parses written by hand."""

from __future__ import annotations

import pytest

from factbook.extract.layers.repair import repair_words
from parsed import parsed


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        # the clitic makes a possessor of the noun before it, whatever the parser called it
        (
            "governor/NOUN/3/compound 's/PART-POS/1/case aides/NOUN/4/nsubj met/VERB/0/root",
            0,
            ("aides", "nmod:poss"),
        ),
        (
            "friend/NOUN/5/nsubj 's/PART-POS/1/case old/ADJ/4/amod dad/NOUN/5/nsubj cooks/VERB/0/root",
            0,
            ("dad", "nmod:poss"),
        ),
        # … but not of the last noun of a longer owner
        (
            "king/NOUN/5/nmod:poss of/ADP/3/case Spain/PROPN/1/nmod 's/PART-POS/1/case heir/NOUN/0/root",
            2,
            ("king", "nmod"),
        ),
        # an agent right behind a participle is the participle's
        (
            "firm/NOUN/6/nsubj:pass headed/VERB-VBN/1/acl by/ADP/4/case Holm/PROPN/6/obl is/AUX/6/aux:pass "
            "based/VERB/0/root",
            3,
            ("headed", "obl:agent"),
        ),
        # a verb has one subject: a title and a name, a noun and its appositive
        ("Sen./NOUN/3/nsubj Kerry/PROPN/3/nsubj left/VERB/0/root", 1, ("Sen.", "flat")),
        ("wife/NOUN/4/nsubj ,/PUNCT/1/punct Anna/PROPN/4/nsubj left/VERB/0/root", 2, ("wife", "appos")),
        # what has a preposition is no subject
        ("widow/NOUN/4/nsubj of/ADP/3/case Karl/PROPN/4/nsubj left/VERB/0/root", 2, ("widow", "nmod")),
        # a name before a comma owns nothing
        ("Karl/PROPN/3/nmod:poss ,/PUNCT/3/punct husband/NOUN/0/root", 0, ("husband", "dep")),
        # … nor does one behind the noun
        ("wife/NOUN/0/root Ellen/PROPN/1/nmod:poss", 1, ("wife", "flat")),
        # "of" right behind a noun belongs to it
        (
            "Price/PROPN/3/nsubj is/AUX/3/cop head/NOUN/0/root of/ADP/5/case Lakeside/PROPN/1/nmod",
            4,
            ("head", "nmod"),
        ),
        # one preposition for two names
        (
            "played/VERB/0/root for/ADP/5/case Everton/PROPN/1/obl and/CCONJ/5/cc Leeds/PROPN/1/obl",
            4,
            ("Everton", "conj"),
        ),
        # a phrase on a noun stands behind it
        (
            "teaches/VERB/0/root chemistry/NOUN/1/obj at/ADP/4/case Lund/PROPN/6/nmod ,/PUNCT/1/punct talks/NOUN/1/dep",
            3,
            ("teaches", "obl"),
        ),
        # and so does a relative clause
        (
            "Osei/PROPN/6/nsubj ,/PUNCT/4/punct who/PRON/4/nsubj teaches/VERB/7/acl:relcl ,/PUNCT/1/punct "
            "saw/VERB/0/root Lund/PROPN/6/obj",
            3,
            ("Osei", "acl:relcl"),
        ),
        # the verb behind a participle between commas is the main one
        (
            "Orlanta/PROPN/3/nsubj ,/PUNCT/3/punct founded/VERB-VBN/0/root here/ADV/3/advmod ,/PUNCT/3/punct "
            "employs/VERB-VBZ/3/parataxis people/NOUN/6/obj",
            0,
            ("employs", "nsubj"),
        ),
        # a verb with a subject in front has none behind
        ("Zhang/PROPN/2/nsubj left/VERB/0/root Google/PROPN/2/nsubj", 2, ("left", "obj")),
        # nobody is spoken to in the third person
        ("Tom/PROPN/3/vocative ,/PUNCT/1/punct plays/VERB-VBZ/0/root", 0, ("plays", "nsubj")),
    ],
)
def test_repairs(sentence: str, word: int, expected: tuple[str, str]) -> None:
    document = parsed(sentence)
    repair_words(document.words)
    found = document.words[word]
    assert (document.words[found.head].text, found.deprel) == expected


def test_a_noun_behind_to_is_a_verb() -> None:
    document = parsed("used/VERB/0/root to/PART-TO/3/mark work/NOUN-NN/1/xcomp")
    repair_words(document.words)
    assert document.words[2].upos == "VERB"


def test_a_good_tree_stays() -> None:
    sentence = "Anna/PROPN-NNP/2/nsubj lives/VERB-VBZ/0/root in/ADP-IN/4/case Lisk/PROPN-NNP/2/obl"
    document = parsed(sentence)
    repair_words(document.words)
    assert document.words == parsed(sentence).words
