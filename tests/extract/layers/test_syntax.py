"""Lemmas by part of speech, and the syntactic fields of words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from factbook.extract.document import Document
from factbook.extract.layers.syntax import lemma


@pytest.mark.parametrize(
    ("form", "upos", "xpos", "expected"),
    [
        ("was", "AUX", "VBD", "be"),
        ("'ve", "AUX", "VBP", "have"),
        ("n't", "PART", "RB", "not"),
        ("arrested", "VERB", "VBN", "arrest"),
        ("writing", "VERB", "VBG", "write"),
        ("running", "VERB", "VBG", "run"),
        ("founded", "VERB", "VBD", "found"),
        ("found", "VERB", "VBD", "find"),
        ("born", "VERB", "VBN", "bear"),
        ("playing", "VERB", "VBG", "play"),
        ("travelling", "VERB", "VBG", "travel"),
        ("fixed", "VERB", "VBN", "fix"),
        ("developed", "VERB", "VBD", "develop"),
        ("selling", "VERB", "VBG", "sell"),
        ("denied", "VERB", "VB", "deny"),
        ("co-workers", "NOUN", "NNS", "co-worker"),
        ("headquarters", "NOUN", "NNS", "headquarters"),
        ("members", "NOUN", "NN", "member"),
        ("means", "VERB", "VBZ", "mean"),
        ("companies", "NOUN", "NNS", "company"),
        ("children", "NOUN", "NNS", "child"),
        ("building", "NOUN", "NN", "building"),
        ("him", "PRON", "PRP", "he"),
        ("Paris", "PROPN", "NNP", "paris"),
        ("worst", "ADJ", "JJS", "bad"),
    ],
)
def test_lemmas(form: str, upos: str, xpos: str, expected: str) -> None:
    assert lemma(form, upos, xpos) == expected


def test_every_word_hangs_in_its_sentence(read: Callable[..., Document]) -> None:
    document = read("The company fired him. He sued it in Paris.")
    for sentence in document.sentences:
        words = document.words[sentence.first : sentence.end]
        assert sum(word.head == word.index for word in words) == 1
        assert all(sentence.first <= word.head < sentence.end for word in words)
        assert all(word.lemma and word.upos for word in words)
