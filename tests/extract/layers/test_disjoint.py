"""What cannot be one thing, on parses written by hand."""

from __future__ import annotations

from factbook.extract.layers.clusters import Clusters
from factbook.extract.layers.disjoint import apart
from parsed import mention, parsed


def test_owner_and_owned_are_two() -> None:
    document = parsed("his/PRON/2/nmod:poss partner/NOUN/3/nsubj fled/VERB/0/root")
    mention(document, 0, 1, level="PRO")
    mention(document, 0, 2, level="NOM")
    assert {frozenset(pair) for pair in apart(document)} == {frozenset((0, 1))}


def test_a_mate_of_mine_is_not_me() -> None:
    document = parsed("a/DET/2/det mate/NOUN/0/root of/ADP/4/case mine/PRON/2/nmod")
    mention(document, 0, 4, level="NOM", head=1)
    mention(document, 3, 4, level="PRO")
    assert {frozenset(pair) for pair in apart(document)} == {frozenset((0, 1))}


def test_subject_and_object_are_two_unless_the_verb_equates_them() -> None:
    for verb, several in (("sued", True), ("became", False)):
        document = parsed(f"Acme/PROPN/2/nsubj {verb}/VERB/0/root Bergtech/PROPN/2/obj")
        document.words[1].lemma = {"sued": "sue", "became": "become"}[verb]
        mention(document, 0, 1, level="NAM", type="ORG")
        mention(document, 2, 3, level="NAM", type="ORG")
        assert bool(apart(document)) is several


def test_a_reflexive_pronoun_is_the_subject() -> None:
    document = parsed("She/PRON/2/nsubj hurt/VERB/0/root herself/PRON/2/obj")
    mention(document, 0, 1, level="PRO")
    mention(document, 2, 3, level="PRO")
    assert apart(document) == []


def test_what_is_apart_stays_so_when_clusters_grow() -> None:
    """Diaz is the partner; the partner is not "his"; so Diaz is not "his"."""
    document = parsed("Diaz/PROPN/0/root ,/PUNCT/4/punct his/PRON/4/nmod:poss partner/NOUN/1/appos")
    name = mention(document, 0, 1, level="NAM")
    his = mention(document, 2, 3, level="PRO")
    noun = mention(document, 2, 4, level="NOM")
    clusters = Clusters(document)
    assert clusters.join(name, noun)
    assert not clusters.join(name, his)
    assert clusters.root(his) != clusters.root(name)
