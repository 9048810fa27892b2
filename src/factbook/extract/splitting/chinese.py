"""Chinese words: jieba's dictionary segmentation over the raw text; addresses, numbers and Latin words stay whole."""

from __future__ import annotations

import logging
import re
import warnings
from functools import cache
from typing import Any, Final

from factbook.extract.lexicon import word_set

ENDS: Final = word_set("。 ！ ？ … …… ! ? . ； ?! !! ？！ ！！ ！？ ？？ ...")
ALWAYS: Final = word_set("。 ！ ？ ！！ ？？ ！？ ？！")
_WHOLE: Final = re.compile(r"https?://[\x21-\x7e]+|www\.[\x21-\x7e]+|[\w.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+", re.A)


@cache
def _segmenter() -> Any:
    """One dictionary a process. jieba prints how long loading takes, and leaves a cache file behind: not here."""
    with warnings.catch_warnings():  # its source has escapes that newer Pythons warn of
        warnings.simplefilter("ignore")
        import jieba  # type: ignore[import-untyped]

    jieba.setLogLevel(logging.WARNING)
    segmenter = jieba.Tokenizer()
    with segmenter.lock:
        segmenter.FREQ, segmenter.total = segmenter.gen_pfdict(segmenter.get_dict_file())
        segmenter.initialized = True
    return segmenter


def words(text: str) -> list[tuple[int, int]]:
    """Offsets of the words of a text."""
    out: list[tuple[int, int]] = []
    at = 0
    for match in _WHOLE.finditer(text):
        out += _segments(text, at, match.start())
        out.append(match.span())
        at = match.end()
    return out + _segments(text, at, len(text))


def _segments(text: str, start: int, end: int) -> list[tuple[int, int]]:
    if start >= end:
        return []
    found = _segmenter().tokenize(text[start:end])
    return [(start + first, start + last) for word, first, last in found if not word.isspace()]
