"""Direct speech: which words stand between quotation marks, and who says them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from factbook.extract.document import Document
from factbook.extract.layers.holders import holder_of, near_holder
from factbook.extract.layers.standing import attribution

MARKS: Final = re.compile(r"“[^”]*”|\"[^\"]*\"|«[^»]*»|「[^」]*」|『[^』]*』")
SHORTEST: Final = 4  # words; shorter ones are words in quotation marks, not speech
NEIGHBOURS: Final = 1  # sentences before and after in which the speaker may be named


class Quotation(NamedTuple):
    """Words `first` to `end` between marks, and the word of who says them, if the text says who."""

    first: int
    end: int
    verb: int | None
    speaker: int | None


def quotations(document: Document) -> list[Quotation]:
    """All direct speech of a document, paragraph by paragraph: a mark never pairs across a blank line."""
    starts = [word.start for word in document.words]
    found = []
    for start, end in _spans(document.source.masked):
        words = [i for i in _words_in(document, starts, start, end) if document.words[i].text not in ('"', "“", "”")]
        if len(words) >= SHORTEST:
            found.append(_with_speaker(document, words[0], words[-1] + 1))
    return found


def _spans(text: str) -> Iterator[tuple[int, int]]:
    place = 0
    for paragraph in re.split(r"(\n\s*\n)", text):
        for match in MARKS.finditer(paragraph):
            yield place + match.start(), place + match.end()
        place += len(paragraph)


def _words_in(document: Document, starts: list[int], start: int, end: int) -> range:
    from bisect import bisect_left

    return range(bisect_left(starts, start), bisect_left(starts, end))


def _with_speaker(document: Document, first: int, end: int) -> Quotation:
    here = document.words[first].sentence, document.words[end - 1].sentence
    order = [*dict.fromkeys((*here, here[1] + NEIGHBOURS, here[0] - NEIGHBOURS))]
    for sentence in order:
        if not 0 <= sentence < len(document.sentences):
            continue
        if document.sentences[sentence].post != document.sentences[here[0]].post:
            continue
        for word in range(document.sentences[sentence].first, document.sentences[sentence].end):
            if first <= word < end or "report" not in attribution().get(document.words[word].lemma, ()):
                continue
            if document.words[word].upos != "VERB":
                continue
            for speaker in (holder_of(document, word), near_holder(document, word)):
                if speaker is not None and not first <= speaker < end:
                    return Quotation(first, end, word, speaker)
    return Quotation(first, end, None, None)
