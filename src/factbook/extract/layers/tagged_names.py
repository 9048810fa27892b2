"""Where names begin and end in languages other than English: the encoder's tags, with their edges set right.

Spanish writes the words of a name with capitals but joins them with "de": a tag on the first half of an institution's
name means all of it. Chinese names of places and institutions end in a word that tells their kind. In Arabic the
letters و ف ب ل ك lean on the next word: they are cut off where the rest is known to be a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from factbook.extract.document import Document
from factbook.extract.layers import classes
from factbook.extract.layers.aliases import nation_names
from factbook.extract.layers.spans import Span
from factbook.extract.lexicon import word_set

_JOINING: Final = word_set("de del la las los el y e")
_LEANING: Final = frozenset("وفبلك")
_NOMINAL: Final = word_set("NOUN PROPN ADJ X")
LONGEST_INSTITUTION: Final = 4  # words
_VERBS: Final = word_set("VERB AUX PART ADP CCONJ SCONJ PUNCT")


def tagged_names(document: Document) -> list[Span]:
    """The tags of a document as spans with better edges, in order; they may touch but never overlap."""
    edge = _EDGES.get(document.language)
    out: list[Span] = []
    for name in document.reading.names:
        span = Span(name.start, name.end, name.type, name.probability)
        span = edge(document, span) if edge is not None else span
        if out and span.first < out[-1].end:
            span = span._replace(first=out[-1].end)
        if span.first < span.end:
            out.append(span)
    return out


def _spanish(document: Document, span: Span) -> Span:
    """Take in the capitals that follow, and "de …" behind a word that opens the name of an institution or a place."""
    words, stop = document.words, document.sentences[document.words[span.first].sentence].end
    opens = classes.name_words()["opens"].get(words[span.first].text.lower())
    first, end = span.first, span.end
    while end < stop and words[end].text[:1].isupper() and words[end].upos in ("PROPN", "NOUN", "ADJ", "NUM"):
        end += 1
    at = end
    while opens and at < stop and words[at].text in _JOINING and at - end < 3:
        at += 1
        if at < stop and words[at].text[:1].isupper():
            end = at = at + 1
    return span._replace(first=first, end=end)


def _chinese(document: Document, span: Span) -> Span:
    """Cut off verbs and particles behind a name, and take in the endings that tell its kind (埃勒里 + 港)."""
    words, stop = document.words, document.sentences[document.words[span.first].sentence].end
    first, end = span.first, span.end
    while end - first > 1 and words[end - 1].upos in _VERBS and words[end - 1].text not in classes.name_words()["last"]:
        end -= 1
    base = document.text_of(first, end)
    if classes.place(base) is not None:  # "中国政府": the government of China, not a name
        return span._replace(end=end)
    grown = end
    while grown < stop and words[grown].text in classes.name_words()["last"]:
        grown += 1
    if grown == end:
        return span._replace(end=end)
    return Span(first, grown, "", min(span.probability, 0.75))


def _arabic(document: Document, span: Span) -> Span:
    """A word that opens the name of an institution takes in the nouns behind it; alone it is no name."""
    words, stop = document.words, document.sentences[document.words[span.first].sentence].end
    if words[span.first].text not in classes.name_words()["opens"]:
        return span
    end = span.end
    while (
        end < stop and end - span.first < LONGEST_INSTITUTION and words[end].upos in _NOMINAL and not words[end].gloss
    ):
        end += 1
    return span._replace(end=end if end - span.first > 1 else span.first)


def clitics_off(document: Document) -> None:
    """Arabic names without the letters that lean on them: "بلبنان" is "in Lebanon"."""
    if document.language != "ar":
        return
    seen = {word.text for word in document.words}
    for mention in document.mentions:
        if mention.level != "NAM" or mention.head < 0:
            continue
        word = document.words[mention.head_first]
        rest = word.text[1:]
        if word.text[0] in _LEANING and len(rest) > 2 and (rest in seen or rest.lower() in nation_names()):
            start, end = document.characters(mention.head_first, mention.head_end)
            mention.characters = start + 1, end
            mention.text = document.text[start + 1 : end]


_EDGES: Final[dict[str, Callable[[Document, Span], Span]]] = {"es": _spanish, "zh": _chinese, "ar": _arabic}
