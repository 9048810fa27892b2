"""Segmentation with the words that a text can hold is jieba's with all of them."""

from __future__ import annotations

import sys
import warnings
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.extract.splitting.word_list import Segmenter, WordList
from tests.store.sample import CALDER


@cache
def whole() -> Any:
    """jieba as it loads itself, but for the cache file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba
    reference = jieba.Tokenizer()
    reference.FREQ, reference.total = reference.gen_pfdict(reference.get_dict_file())
    reference.initialized = True
    return reference


@cache
def segmenter() -> Segmenter:
    return Segmenter()


def test_the_sample_collection_is_cut_as_jieba_cuts_it() -> None:
    for path in sorted((CALDER / "source").glob("CMN_*")):
        text = path.read_text(encoding="utf-8")
        assert list(segmenter().tokenize(text)) == list(whole().tokenize(text))
    assert len(segmenter()._jieba.FREQ) < len(whole().FREQ) / 10


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_row_of_words_is_cut_as_jieba_cuts_it(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(some_words()), max_size=12))
    text = data.draw(st.sampled_from(["", "A", "9", "。", "𠀀", "\ud800"])).join(words)
    assert list(segmenter().tokenize(text)) == list(whole().tokenize(text))


@cache
def some_words() -> list[str]:
    return sorted(whole().FREQ)[::997] + list("的了一是不上AT&T𠀀")


def test_frequencies_and_their_sum() -> None:
    found = WordList("AT&T 3 nz\n龙 12 n\n龙王 1 n\n𠀀龙 1000 n\n龙 5 n\n".encode())
    assert found.total == 1021
    assert list(found.entries("龙")) == [("龙", 12), ("龙", 5)]
    assert list(found.entries("龙王")) == [("龙王", 1)]
    assert list(found.entries("𠀀龙")) == [("𠀀龙", 1000)]
    assert list(found.entries("王")) == []


def test_another_kind_of_list_is_refused() -> None:
    with pytest.raises(ValueError, match="word, frequency, tag"):
        WordList(b"a b\n")


def test_other_modules_are_not_hidden_for_good() -> None:
    segmenter()
    assert sys.modules.get("pkg_resources", True) is not None
