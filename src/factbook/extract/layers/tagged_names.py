"""Where names begin and end in languages other than English: the encoder's tags, with their edges set right.

Spanish writes the words of a name with capitals but joins them with "de": a tag on the first half of an institution's
name means all of it. Chinese names of places and institutions end in a word that tells their kind. In Arabic the
letters و ف ب ل ك lean on the next word: they are cut off where the rest is known to be a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.layers import classes
from factbook.extract.layers.aliases import nation_names
from factbook.extract.layers.company_names import with_companies
from factbook.extract.layers.spans import Span
from factbook.extract.layers.times import is_time_word
from factbook.extract.lexicon import word_set
from factbook.text.chinese import simplified

_JOINING: Final = word_set("de del la las los el y e")
_AND: Final = word_set("y e")
_LEANING: Final = frozenset("وفبلك")
_NOMINAL: Final = word_set("NOUN PROPN ADJ X")
SURE: Final = 0.9  # a tag that makes a name of a verb
LONGEST_INSTITUTION: Final = 4  # words
_GENERAL: Final = word_set("Population-Center Building-Grounds Water-Body")  # their noun is no part of the name
_POLITE: Final = word_set("السيد السيدة الشيخ الدكتور الأمير الملك الامير")
_APART: Final = word_set("دولة جزيرة ولاية حكومة شرطة جيش برلمان مدرسة فريق")  # the same
_LINES: Final = word_set(") - – — .-")
DATELINE: Final = 12  # words of a dateline behind the place
_LEADING: Final = word_set("电 讯 电讯")  # behind the day of a Chinese dateline
_VERBS: Final = word_set("VERB AUX PART ADP CCONJ SCONJ PUNCT")


def tagged_names(document: Document) -> list[Span]:
    """The tags of a document as spans with better edges, in order; they may touch but never overlap."""
    edge = _EDGES.get(document.language)
    out: list[Span] = []
    for span in _tags(document):
        span = edge(document, span) if edge is not None else span
        if out and span.first < out[-1].end:
            span = span._replace(first=out[-1].end)
        if span.first < span.end:
            out.append(span)
    if document.language == "es":
        return _with_datelines(document, with_companies(document, out))
    return _institutions(document, out) if document.language == "ar" else out


def _tags(document: Document) -> Iterator[Span]:
    """The encoder's tags; a Chinese name that is called several times ("魏晨魏晨魏晨") is as many names."""
    for name in document.reading.names:
        texts = [word.text for word in document.words[name.start : name.end]]
        size = _period(texts) if document.language == "zh" else len(texts)
        for start in range(name.start, name.end, size):
            yield Span(start, start + size, name.type, name.probability)


def _period(texts: list[str]) -> int:
    """Of how many words a run is a repetition; a doubled character ("毛毛") is a name."""
    for size in range(1, len(texts) // 2 + 1):
        unit = texts[:size]
        if len(texts) % size == 0 and unit * (len(texts) // size) == texts and len("".join(unit)) > 1:
            return size
    return len(texts)


def _spanish(document: Document, span: Span) -> Span:
    """Take in the capitals that follow, and "de …" behind a word that opens the name of an institution or a place."""
    words, stop = document.words, document.sentences[document.words[span.first].sentence].end
    opens = classes.name_words()["opens"].get(words[span.first].text.lower())
    first, end = span.first, span.end
    if end - first == 1 and words[first].upos == "VERB" and words[first].gloss and span.probability < SURE:
        return span._replace(end=first)  # "Nacido en Lugo"
    while end < stop and words[end].text[:1].isupper() and words[end].upos in ("PROPN", "NOUN", "ADJ", "NUM"):
        end += 1
    at, tags = end, _tag_starts(document)
    while opens and at < stop and words[at].text in _JOINING and at - end < 3:
        if words[at].text in _AND and (end == span.end or at + 1 in tags):
            break  # "el Senado y el Parlamento" are two; "el Ministerio de Economía y Hacienda" is one
        at += 1
        if at < stop and words[at].text[:1].isupper():
            end = at = at + 1
    return span._replace(first=first, end=end)


def _with_datelines(document: Document, spans: list[Span]) -> list[Span]:
    """ "BUENOS AIRES, 4 de abril (Reuters) -": capitals that open a line before a day or an agency are a place."""
    found: list[Span] = []
    for sentence in document.sentences:
        words = document.words[sentence.first : sentence.end]
        size = next((i for i, word in enumerate(words) if not (word.text.isalpha() and word.text.isupper())), 0)
        if not 0 < size <= LONGEST_INSTITUTION or size + 1 >= len(words):
            continue
        if len(words[0].text) > 2 and _dated(document, sentence.first + size):
            found.append(Span(sentence.first, sentence.first + size, "GPE", 1.0))
    kept = (span for span in spans if not any(span.first < new.end and new.first < span.end for new in found))
    return sorted([*kept, *found]) if found else spans


def _dated(document: Document, at: int) -> bool:
    """Whether a day and an agency or a dash follow: ", 4 de abril (Reuters)", "(EFE).-"; not "(Partido Popular)"."""
    texts = [word.text for word in document.words[at : at + DATELINE]]
    if texts[:1] == [","]:
        return len(texts) > 1 and texts[1].isdigit() and not _LINES.isdisjoint(texts)
    close = texts.index(")") if texts[:1] == ["("] and ")" in texts else 0
    behind = [text for text in texts[close + 1 : close + 3] if text != "."]
    return bool(close and behind) and behind[0] in _LINES


def _chinese(document: Document, span: Span) -> Span:
    """Cut off verbs and particles behind a name, and take in the endings that tell its kind (埃勒里 + 港)."""
    words, stop = document.words, document.sentences[document.words[span.first].sentence].end
    first, end = span.first, span.end
    last = classes.name_words()["last"]
    while end - first > 1 and words[first].text in _LEADING:
        first += 1  # 本报北京3月5日电 华远集团
    while end - first > 1 and _no_ending(words[end - 1]) and simplified(words[end - 1].text) not in last:
        end -= 1
    base = document.text_of(first, end)
    if classes.place(base) is not None:  # "中国政府": the government of China, not a name
        return span._replace(first=first, end=end)
    grown = end
    while grown < stop and simplified(words[grown].text) in last:
        grown += 1
    if grown == end:
        return span._replace(first=first, end=end if words[first].text not in _LEADING else first)
    return Span(first, grown, "", min(span.probability, 0.75))


def _no_ending(word: Word) -> bool:
    """A verb, a particle or a day behind a Chinese name."""
    return word.upos in _VERBS or (is_time_word(word) and word.text != word.lower)


def _arabic(document: Document, span: Span) -> Span:
    """A word that opens the name of an institution takes in the nouns behind it; alone it is no name."""
    words, stop = document.words, document.sentences[document.words[span.first].sentence].end
    opens = classes.name_words()["opens"]
    kinds = opens.get(words[span.first].text)
    if not kinds:
        return span._replace(end=span.first) if _plain_noun(document, span) else span
    span = _cut_behind_purpose(document, span)
    government = kinds[0][1] == "Government"
    if government and classes.place(document.text_of(span.first + 1, span.end)) is not None:
        return span._replace(first=span.first + 1, type="GPE")  # "حكومة لبنان": the government of Lebanon, no name
    end, tags = span.end, _tag_starts(document)
    while end < stop and end - span.first < LONGEST_INSTITUTION and not _purpose(words[end - 1]) and _more(words[end]):
        if end in tags or words[end].text in _POLITE or (government and classes.place(words[end].text) is not None):
            break
        end += 1
    return span._replace(end=end if end - span.first > 1 else span.first)


def _plain_noun(document: Document, span: Span) -> bool:
    """A tag on "the company" and what follows it is no name, unless an adjective makes it one ("الشركة الوطنية")."""
    first = document.words[span.first]
    opener = first.text.startswith("ال") and first.text[2:] in classes.name_words()["opens"] and bool(first.gloss)
    return opener and not any(word.upos == "ADJ" for word in document.words[span.first + 1 : span.end])


def _cut_behind_purpose(document: Document, span: Span) -> Span:
    """What an institution is for ends its name, but for an adjective: "شركة تويوتا للسيارات"."""
    for at in range(span.first + 1, span.end - 1):
        if _purpose(document.words[at]) and document.words[at + 1].upos not in ("ADJ", "CCONJ"):
            return span._replace(end=at + 1)
    return span


def _tag_starts(document: Document) -> set[int]:
    return {name.start for name in document.reading.names}


def _more(word: Word) -> bool:
    """Whether a word goes on with the name of an institution: it has the article, or is a name itself."""
    defined = word.text.startswith("ال") or _purpose(word) or word.upos == "PROPN"
    return word.upos in _NOMINAL and not word.gloss and defined


def _purpose(word: Word) -> bool:
    return word.text.startswith("لل")


def _institutions(document: Document, spans: list[Span]) -> list[Span]:
    """Names of institutions begin at the noun that tells their kind: "مستشفى سانت برانوك", "نقابة عمال أرصفة كالدر"."""
    starts = {span.first: span for span in spans}
    inside = {i for span in spans for i in range(span.first, span.end)}
    opens = classes.name_words()["opens"]
    grown: list[Span] = []
    for word in document.words:
        kinds = opens.get(word.text, ()) if word.index not in inside and word.text not in _APART else ()
        if any(subtype in _GENERAL for _, subtype in kinds) or not kinds or (grown and word.index < grown[-1].end):
            continue
        end = _chain_end(document, word.index, starts, kinds[0][1])
        if end:
            grown.append(Span(word.index, end, "", 0.7))
    taken = {i for span in grown for i in range(span.first, span.end)}
    return sorted([*grown, *(span for span in spans if not taken & set(range(span.first, span.end)))])


def _chain_end(document: Document, at: int, starts: dict[int, Span], subtype: str) -> int:
    """The end of a name that a noun opens: bare nouns up to a tagged name, or foreign words; 0 where none follow."""
    words, stop = document.words, document.sentences[document.words[at].sentence].end
    end = at + 1
    while end < stop and end - at < LONGEST_INSTITUTION and end not in starts and _bare_noun(words[end]):
        end += 1
    tag = starts.get(end)
    if tag is not None and (tag.type != "PER" or end == at + 1):
        known = classes.place(document.text_of(tag.first, tag.end)) is not None
        return 0 if subtype == "Government" and known else _with_purpose(document, tag.end, stop)
    end = at + 1
    while end < stop and end - at < LONGEST_INSTITUTION and _foreign(words[end]) and end not in starts:
        end += 1
    return _with_purpose(document, end, stop) if end > at + 1 else 0


def _bare_noun(word: Word) -> bool:
    return word.upos in ("NOUN", "PROPN", "X") and not word.text.startswith("ال") and word.text.isalpha()


def _foreign(word: Word) -> bool:
    """A proper noun that the glossary does not have, without the article."""
    return word.upos in ("PROPN", "X") and not word.gloss and _bare_noun(word)


def _with_purpose(document: Document, end: int, stop: int) -> int:
    """With what an institution is for: "شركة إليري للشحن"."""
    return end + (end < stop and _purpose(document.words[end]))


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
