"""Names of Spanish companies that end in their legal form: "Áridos del Norte S.L.", "Nubia Systems, S.A. de C.V."."""

from __future__ import annotations

from functools import cache
from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.layers import classes
from factbook.extract.layers.spans import Span
from factbook.extract.lexicon import rows, word_set

_OF: Final = word_set("de del la las los el")
_AND: Final = word_set("y e &")
_PARTNERS: Final = word_set("cía cía. compañía asociados hijos hermanos co. co")  # what "y" joins to the name before it
SURE: Final = 0.95


@cache
def _forms() -> frozenset[str]:
    """Legal forms of companies: the last words of Spanish names."""
    return frozenset(
        word for where, _, _, words in rows("name_words", "es") if where == "last" for word in words.split()
    )


def with_companies(document: Document, spans: list[Span]) -> list[Span]:
    """Spans with one for each company whose legal form the text tells, in place of the tags inside it."""
    found: list[Span] = []
    for word in document.words:
        if (_is_form(word) or _is_partner(document, word)) and not (found and word.index < found[-1].end):
            first = _first(document, word.index, spans)
            if first < word.index:
                found.append(Span(first, _end(document, word.index), "ORG", SURE))
    return sorted([*(_rest(span, found) for span in spans), *found]) if found else spans


def _rest(span: Span, companies: list[Span]) -> Span:
    """What a tag has in front of a company: "Juan Pérez" of "Juan Pérez de Aceites Giralda S.L."; it may be nothing."""
    inside = [new for new in companies if span.first < new.end and new.first < span.end]
    return span._replace(end=max(span.first, inside[0].first)) if inside else span


def _is_form(word: Word) -> bool:
    return word.text.lower() in _forms() and word.text[:1].isupper() and (word.text.isupper() or word.text[-1] == ".")


def _is_partner(document: Document, word: Word) -> bool:
    """ "Aguirre y Asociados": what "y" joins to a name makes a company of it without a legal form."""
    joined = word.index > 0 and document.words[word.index - 1].text in _AND
    return joined and word.text[:1].isupper() and word.text.lower() in _PARTNERS


def _end(document: Document, form: int) -> int:
    """Behind the legal form, with all its words: "S.A. de C.V.", "Cía. Ltda."."""
    stop, at = document.sentences[document.words[form].sentence].end, form
    for _ in range(2):
        after = at + (2 if at + 2 < stop and document.words[at + 1].text == "de" else 1)
        if after < stop and _is_form(document.words[after]):
            at = after
    return at + 1


def _first(document: Document, form: int, spans: list[Span]) -> int:
    """Where the name in front of a legal form begins; the form itself where none stands there."""
    words, start = document.words, document.sentences[document.words[form].sentence].first
    at = form - 1 if form > start and words[form - 1].text == "," else form
    if at <= start or not (words[at - 1].text[:1].isupper() or words[at - 1].text in _AND):
        return form
    people = {i for span in spans if span.type == "PER" and span.end - span.first > 1 for i in range(*span[:2])}
    while at > start:
        if words[at - 1].text[:1].isupper() and words[at - 1].upos != "DET":
            at -= 1
            continue
        before = at - 1
        while before > start and at - before < 3 and words[before - 1].text in _OF:
            before -= 1
        if not _joined(document, before, at, people):
            break
        at = before
    return at


def _joined(document: Document, joint: int, at: int, people: set[int]) -> bool:
    """Whether the words from `joint` to `at` join a capital to the name that begins at `at`."""
    words, start = document.words, document.sentences[document.words[at].sentence].first
    opened = words[at].text.lower() in classes.name_words()["opens"]
    if joint <= start or opened or not words[joint - 1].text[:1].isupper():
        return False
    if words[joint].text in _AND:
        return words[at].text.lower() in _PARTNERS or _is_form(words[at])
    opens = words[joint - 1].text.lower() in classes.name_words()["opens"]
    known = words[joint - 1].upos == "PROPN" and (joint - 1 > start or not words[start].gloss)
    return words[joint].text in _OF and joint - 1 not in people and (opens or known)
