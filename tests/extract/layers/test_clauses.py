"""What clauses state of two things, on parses written by hand."""

from __future__ import annotations

from factbook.extract.document import Document, FoundFiller
from factbook.extract.layers.clauses import by_clauses
from factbook.extract.layers.statements import MENTION
from parsed import mention, parsed

Told = set[tuple[str, str, str]]


def told(document: Document) -> Told:
    def shown(kind: str, at: int) -> str:
        word = document.mentions[at].head if kind == MENTION else document.fillers[at].head
        return document.words[word].text

    return {(s.name, shown(*s.arg1), shown(*s.arg2)) for s in by_clauses(document)}


def value(document: Document, kind: str, word: int) -> None:
    document.fillers.append(FoundFiller(kind, word, word + 1, word, sentence=document.words[word].sentence))


def test_a_share_makes_a_shareholder_and_no_owner() -> None:
    document = parsed(
        "Meridian/PROPN/2/nsubj own/VERB/0/root 22/NUM/4/nummod percent/NOUN/2/obj of/ADP/6/case Acme/PROPN/4/nmod"
    )
    mention(document, 0, 1, level="NAM", type="ORG")
    mention(document, 5, 6, level="NAM", type="ORG")
    assert told(document) == {("shareholder", "Meridian", "Acme")}


def test_an_object_behind_a_preposition_is_none() -> None:
    document = parsed(
        "Meridian/PROPN/2/nsubj own/VERB/0/root 22/NUM/4/nummod percent/NOUN/2/obj of/ADP/6/case Acme/PROPN/2/obj"
    )
    mention(document, 0, 1, level="NAM", type="ORG")
    mention(document, 5, 6, level="NAM", type="ORG")
    assert told(document) == {("shareholder", "Meridian", "Acme")}


def test_not_what_is_denied() -> None:
    document = parsed(
        "Aldous/PROPN/2/nsubj own/VERB/0/root Acme/PROPN/2/obj ,/PUNCT/6/punct not/PART/6/advmod Bergtech/PROPN/3/conj"
    )
    mention(document, 0, 1, level="NAM")
    mention(document, 2, 3, level="NAM", type="ORG")
    mention(document, 5, 6, level="NAM", type="ORG")
    assert told(document) == {("owner", "Aldous", "Acme")}


def test_a_company_that_buys_another_has_a_subsidiary() -> None:
    document = parsed("Acme/PROPN/2/nsubj buy/VERB/0/root Northline/PROPN/2/obj")
    mention(document, 0, 1, level="NAM", type="ORG")
    mention(document, 2, 3, level="NAM", type="ORG")
    assert told(document) == {("subsidiary", "Northline", "Acme")}


def test_verbs_with_a_particle() -> None:
    document = parsed(
        "Bank/PROPN/2/nsubj:pass set/VERB-VBN/0/root up/ADP/2/compound:prt by/ADP/5/case parliament/NOUN/2/obl"
    )
    mention(document, 0, 1, level="NAM", type="ORG")
    mention(document, 4, 5, level="NOM", type="ORG")
    assert told(document) == {("founder", "parliament", "Bank")}


def test_where_somebody_is_from() -> None:
    document = parsed("He/PRON/4/nsubj is/AUX/4/cop from/ADP/4/case Lisk/PROPN/0/root")
    mention(document, 0, 1, level="PRO")
    mention(document, 3, 4, level="NAM", type="GPE")
    assert told(document) == {("resident", "He", "Lisk")}


def test_who_suffers_something_in_a_place_is_there_unless_it_only_may_be_so() -> None:
    sentence = "He/PRON/3/nsubj:pass was/AUX/3/aux:pass arrest/VERB/0/root at/ADP/5/case airport/NOUN/3/obl"
    doubtful = sentence.replace("was/AUX/3/aux:pass", "may/AUX-MD/3/aux be/AUX/4/aux:pass").replace("3/", "4/")
    for text, expected in ((sentence, {("located", "He", "airport")}), (doubtful, set())):
        document = parsed(text.replace("5/case", "6/case") if text is doubtful else text)
        mention(document, 0, 1, level="PRO")
        mention(document, len(document.words) - 1, len(document.words), level="NOM", type="FAC")
        assert told(document) == expected


def test_the_job_somebody_resigns_from() -> None:
    document = parsed(
        "Anna/PROPN/2/nsubj resign/VERB/0/root as/ADP/4/case director/NOUN/2/obl of/ADP/6/case Acme/PROPN/4/nmod"
    )
    mention(document, 0, 1, level="NAM")
    mention(document, 5, 6, level="NAM", type="ORG")
    assert told(document) == {("leader", "Anna", "Acme")}


def test_all_offences_of_a_verdict() -> None:
    document = parsed(
        "Court/NOUN/2/nsubj convict/VERB/0/root Tarn/PROPN/2/obj on/ADP/5/case count/NOUN/2/obl of/ADP/7/case "
        "corruption/NOUN/5/nmod and/CCONJ/9/cc forgery/NOUN/7/conj"
    )
    mention(document, 2, 3, level="NAM")
    value(document, "CRIME", 6)
    value(document, "CRIME", 8)
    assert told(document) == {("charge", "Tarn", "corruption"), ("charge", "Tarn", "forgery")}


def test_how_many_people_work_somewhere() -> None:
    document = parsed("Acme/PROPN/2/nsubj employ/VERB/0/root 610/NUM/4/nummod people/NOUN/2/obj")
    mention(document, 0, 1, level="NAM", type="ORG")
    value(document, "NUMBER", 2)
    assert told(document) == {("size", "Acme", "610")}


def test_what_somebody_has() -> None:
    document = parsed("They/PRON/2/nsubj have/VERB/0/root a/DET/4/det son/NOUN/2/obj")
    mention(document, 0, 1, level="PRO")
    mention(document, 2, 4, level="NOM")
    assert told(document) == {("child_of", "son", "They")}


def test_what_is_owned_in_part_has_a_shareholder() -> None:
    document = parsed(
        "Tessaly/PROPN/4/nsubj is/AUX/4/cop 22/NUM/4/nummod percent/NOUN/0/root own/VERB-VBN/4/acl by/ADP/7/case "
        "Meridian/PROPN/5/obl:agent"
    )
    mention(document, 0, 1, level="NAM", type="ORG")
    mention(document, 6, 7, level="NAM", type="ORG")
    assert ("shareholder", "Meridian", "Tessaly") in told(document)


def test_who_speaks_at_a_rally_in_a_town_is_there() -> None:
    document = parsed(
        "She/PRON/2/nsubj spoke/VERB/0/root at/ADP/4/case rally/NOUN/2/obl in/ADP/6/case Lisk/PROPN/4/nmod"
    )
    mention(document, 0, 1, level="PRO")
    mention(document, 5, 6, level="NAM", type="GPE")
    assert told(document) == {("located", "She", "Lisk")}


def test_people_and_firms_have_things_and_towns_have_schools() -> None:
    for kind, expected in (("ORG", {("user", "Acme", "factory")}), ("GPE", set())):
        document = parsed("Acme/PROPN/2/nsubj have/VERB/0/root factory/NOUN/2/obj")
        mention(document, 0, 1, level="NAM", type=kind)
        mention(document, 2, 3, level="NOM", type="FAC")
        assert told(document) == expected


def test_who_is_born_to_somebody_is_a_child() -> None:
    document = parsed("He/PRON/2/nsubj:pass bear/VERB/0/root to/ADP/4/case parents/NOUN/2/obl")
    mention(document, 0, 1, level="PRO")
    mention(document, 3, 4, level="NOM")
    assert told(document) == {("child_of", "He", "parents")}
