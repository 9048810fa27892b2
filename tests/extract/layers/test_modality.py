"""A fact, or negated, possible, wished for, asked, reported: on hand-made trees, so that no model is needed."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document, Sentence, Word
from factbook.extract.layers.modality import Status, status
from factbook.text.source import Source

Row = tuple[str, str, str, str, int]  # text, lemma, part of speech, relation, head (word number from 1; 0 root)


def tree(*rows: Row) -> Document:
    text = " ".join(row[0] for row in rows)
    document, at = Document(Source(id="d", text=text)), 0
    for index, (form, lemma, upos, deprel, head) in enumerate(rows):
        place = head - 1 if head else index
        document.words.append(Word(index, form, at, at + len(form), 0, lemma, upos, "", place, deprel))
        at += len(form) + 1
    document.sentences.append(Sentence(0, 0, len(rows), 0, len(text)))
    return document


ARREST: tuple[Row, ...] = (
    ("Police", "police", "NOUN", "nsubj", 2),
    ("arrested", "arrest", "VERB", "root", 0),
    ("him", "he", "PRON", "obj", 2),
)


def test_a_plain_statement_is_a_fact() -> None:
    found = status(tree(*ARREST), 1)
    assert found.factual
    assert found.realis == "actual"


@pytest.mark.parametrize(
    ("word", "relation", "field"),
    [
        ("not", "advmod", "negated"),
        ("never", "advmod", "negated"),
        ("may", "aux", "possible"),
        ("probably", "advmod", "possible"),
        ("will", "aux", "future"),
        ("should", "aux", "wished"),
        ("if", "mark", "conditional"),
    ],
)
def test_words_of_the_clause(word: str, relation: str, field: str) -> None:
    found = status(tree(*ARREST, (word, word, "X", relation, 2)), 1)
    assert getattr(found, field)
    assert not found.factual
    assert found.realis == "other"


@pytest.mark.parametrize("word", [2, 4])  # "was", "in"
@pytest.mark.parametrize(("adverb", "field"), [("not", "negated"), ("reportedly", "rumoured"), ("perhaps", "possible")])
def test_what_bears_on_a_copula_hangs_on_its_predicate(word: int, adverb: str, field: str) -> None:
    rows: tuple[Row, ...] = (
        ("Ivan", "Ivan", "PROPN", "nsubj", 6),
        ("Petrov", "Petrov", "PROPN", "flat", 1),
        ("was", "be", "AUX", "cop", 6),
        (adverb, adverb, "ADV", "advmod", 6),
        ("in", "in", "ADP", "case", 6),
        ("London", "London", "PROPN", "root", 0),
    )
    found = status(tree(*rows), word)
    assert getattr(found, field)
    assert not found.factual


def test_two_negations_make_a_fact() -> None:
    twice = (("never", "never", "ADV", "advmod", 2), ("not", "not", "PART", "advmod", 2))
    assert not status(tree(*ARREST, *twice), 1).negated


def test_a_question() -> None:
    assert status(tree(*ARREST, ("?", "?", "PUNCT", "punct", 2)), 1).asked


def embedded(verb: str, relation: str = "ccomp", *more: Row) -> Status:
    """`They VERB (that) police arrested him`: the status of the arrest."""
    return status(
        tree(
            ("They", "they", "PRON", "nsubj", 2),
            (verb, verb, "VERB", "root", 0),
            ("police", "police", "NOUN", "nsubj", 4),
            ("arrested", "arrest", "VERB", relation, 2),
            ("him", "he", "PRON", "obj", 4),
            *more,
        ),
        3,
    )


@pytest.mark.parametrize(
    ("verb", "kind"), [("say", "report"), ("believe", "believe"), ("suspect", "guess"), ("deny", "deny")]
)
def test_what_others_say_is_theirs(verb: str, kind: str) -> None:
    found = embedded(verb)
    assert [(holder.kind, holder.subject) for holder in found.holders] == [(kind, 0)]
    assert found.reported
    assert not found.factual


def test_what_is_known_stays_a_fact() -> None:
    found = embedded("know")
    assert [holder.kind for holder in found.holders] == ["know"]
    assert found.factual


@pytest.mark.parametrize("verb", ["want", "demand", "plan"])
def test_a_wish_is_no_fact(verb: str) -> None:
    assert embedded(verb, "xcomp").wished


def test_a_failure_negates_and_success_does_not() -> None:
    assert embedded("fail", "xcomp").negated
    assert embedded("manage", "xcomp").factual


def test_a_holder_who_doubts_is_marked() -> None:
    found = embedded("think", "ccomp", ("not", "not", "PART", "advmod", 2))
    assert found.holders[0].negated
    assert not found.negated


def test_according_to() -> None:
    found = status(
        tree(
            *ARREST,
            ("according", "according", "ADP", "case", 5),
            ("mayor", "mayor", "NOUN", "obl", 2),
        ),
        1,
    )
    assert [(holder.kind, holder.subject) for holder in found.holders] == [("according", 4)]
    assert not found.factual


def test_a_condition_on_another_clause_does_not_reach_the_main_one() -> None:
    document = tree(
        ("If", "if", "SCONJ", "mark", 3),
        ("she", "she", "PRON", "nsubj", 3),
        ("resigns", "resign", "VERB", "advcl", 5),
        ("he", "he", "PRON", "nsubj", 5),
        ("won", "win", "VERB", "root", 0),
    )
    assert status(document, 2).conditional
    assert not status(document, 4).conditional
