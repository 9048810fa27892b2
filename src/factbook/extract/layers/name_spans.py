"""Where names begin and end: the encoder's tags, drawn out to whole runs of capitals.

English writes every word of a name with a capital, so a run of capitals inside a sentence is mostly one name, and a
tag on half of it means all of it. Titles, days and words that begin a sentence are cut off; text that is all capitals
or capitalised word by word (headlines) gives no runs, and the tags stand as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from factbook.extract.document import Document, Sentence, Word
from factbook.extract.layers.aliases import nation_names
from factbook.extract.layers.name_contexts import contexts
from factbook.extract.layers.spans import Span
from factbook.extract.lexicon import rows, word_set

_ARTICLES: Final = word_set("the a an this that these those his her its their our my your")
_EDGES: Final = word_set("' ’ 's ’s \" “ ” ‘ , . - -- — – ( ) [ ] : ; @ # & * ! ? &amp; of")
_JOINERS: Final = word_set("& &amp; - – ' ’")
# Words before "of" that make what follows part of the name.
_OF: Final = word_set(
    "university bank church ministry department college school house port free institute bureau museum republic "
    "kingdom gulf strait bay isle isles city court board council office society order union federation league "
    "association academy cathedral chamber commonwealth organization organisation state states district duke "
    "archbishop community confederation friends daughters sons battle sea cape fund company"
)
_NO_NAMES: Final = word_set(
    "i i'm ok okay monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
    "august september october november december jan. feb. mar. apr. jun. jul. aug. sept. sep. oct. nov. dec. christmas "
    "easter god god's oh lol omg wtf imo update edit catholic protestant methodist baptist muslim jewish christian "
    "m.d. ph.d. m.b.b.s. b.a. m.a. b.sc. m.sc. m.b.a. m.p. d.d.s. r.n. ll.b. ll.m. "
    "christians muslims no. nov internet tv am pm a.m. p.m. ps re fyi btw yes no bc ad"
)
_PARTICLES: Final = word_set("al el bin bint ibn ben abu von van der den de da di del della dos du la le ter ten zu")
_PROPER: Final = word_set("PROPN NOUN ADJ NUM X")
_OWNERS: Final = word_set("st st. saint king queen")
_SCHOOLS: Final = word_set("college school university hospital church academy cathedral")
_BEHIND_NAMES: Final = word_set("and 's ’s")
# Words without an article in front of a name that are no part of it.
_BEFORE_NAMES: Final = word_set(
    "former late young old little poor dear good great big fellow new yesterday today tomorrow tonight last next early "
    "local many most several other own ex lovely nice bad stupid thanks thank sure sorry bloody damn typical classic"
)
_TITLE_CASE: Final = 0.6  # share of capitals from which a sentence shows nothing by its capitals


def name_spans(document: Document) -> list[Span]:
    """All name spans in order, trimmed and disjoint."""
    if document.language != "en":
        from factbook.extract.layers.tagged_names import tagged_names

        trimmed = (_trimmed(document, span) for span in tagged_names(document))
        return [span for span in trimmed if span is not None]
    tagged: dict[int, list[Span]] = {}
    for name in document.reading.names:
        sentence = document.words[name.start].sentence
        tagged.setdefault(sentence, []).append(Span(name.start, name.end, name.type, name.probability))
    out: list[Span] = []
    seen = _inside_sentences(document)
    for sentence in document.sentences:
        tags = _rejoined(document, tagged.get(sentence.index, []))
        sure = seen | {document.words[i].text for span in tags for i in range(span.first, span.end)}
        people = {i for span in tags if span.type == "PER" for i in range(span.first, span.end)}
        out += _merged(document, tags, list(_runs(document, sentence, sure, people)))
    return out


def _inside_sentences(document: Document) -> frozenset[str]:
    """Words that stand with a capital inside a sentence somewhere, and never without one."""
    upper: set[str] = set()
    lower: set[str] = set()
    for sentence in document.sentences:
        for word in document.words[sentence.first : sentence.end]:
            if word.text[:1].islower():
                lower.add(word.lower)
            elif word.text[:1].isupper() and word.index > sentence.first and not word.text.isupper():
                upper.add(word.text)
    return frozenset(text for text in upper if text.lower() not in lower)


# -- runs of capitals --


def _capital(word: Word) -> bool:
    return word.text[:1].isupper() and word.lower not in _NO_NAMES


def _runs(document: Document, sentence: Sentence, seen: frozenset[str], people: set[int]) -> Iterator[tuple[int, int]]:
    """Runs of capitals in a sentence that looks like running text."""
    words = document.words[sentence.first : sentence.end]
    letters = [word for word in words if word.text[:1].isalpha()]
    share = sum(word.text[:1].isupper() for word in letters) / max(len(letters), 1)
    if not letters or (share > _TITLE_CASE and len(letters) > 3):
        return
    at = sentence.first
    while at < sentence.end:
        if not _capital(document.words[at]):
            at += 1
            continue
        end = _run_end(document, at, sentence.end)
        first = _without_start(document, sentence, at, end, seen, people)
        if first < end:
            yield first, end
        at = end


def _run_end(document: Document, at: int, stop: int) -> int:
    words = document.words
    end = at + 1
    while end < stop:
        if _capital(words[end]) and words[end].lower not in _ARTICLES:
            end += 1
        elif end + 1 < stop and _joined(document, end) and _capital(words[end + 1]):
            end += 2
        elif end + 3 < stop and _touching(document, end) and _capital(words[end + 3]):  # "Aulnay-sous-Bois"
            end += 4
        elif (after := _particle_end(document, end, stop)) > end:
            end = after
        elif words[end].lower == "of" and words[end - 1].lower in _OF and end + 1 < stop:
            after = end + 2 if words[end + 1].lower == "the" else end + 1
            if after >= stop or not _capital(words[after]):
                break
            end = after + 1
        elif end + 1 < stop and _saint(document, at, end):
            end += 2
        elif words[end].text.isdigit() and len(words[end].text) < 3 and words[end - 1].lower in ("pier", "terminal"):
            end += 1
        else:
            break
    return end


def _saint(document: Document, first: int, at: int) -> bool:
    """The clitic in "St. Mary's College", "King's College"."""
    words = document.words
    owner = words[first].lower in _OWNERS and words[at].lower in ("'s", "’s")
    return owner and words[at + 1].text[:1].isupper() and words[at + 1].lower in _SCHOOLS


def _touching(document: Document, at: int) -> bool:
    """A short word between two hyphens, without blanks."""
    words = document.words[at - 1 : at + 4]
    marks = words[1].text == words[3].text == "-" and len(words[2].text) < 6 and words[2].text.islower()
    return marks and all(a.end == b.start for a, b in pairwise(words))


def _particle_end(document: Document, at: int, stop: int) -> int:
    """Where a name goes on behind "von der" in "Ursula von der Leyen" or "al-" in "Nouri al-Maliki"; else `at`."""
    words, end = document.words, at
    while end < stop and words[end].text in _PARTICLES:
        end += 1
    if end > at and end + 1 < stop and words[end].text == "-" and words[end].start == words[end - 1].end:
        end += 1
    return end + 1 if at < end < stop and _capital(words[end]) else at


def _joined(document: Document, at: int) -> bool:
    """A hyphen or an ampersand between two capitals; the hyphen must touch both."""
    word, before, after = document.words[at], document.words[at - 1], document.words[at + 1]
    if word.lower not in _JOINERS:
        return False
    return word.lower in ("&", "&amp;") or (before.end == word.start and word.end == after.start)


def _without_start(
    document: Document, sentence: Sentence, first: int, end: int, seen: frozenset[str], people: set[int]
) -> int:
    """Where a run begins without the first word of a sentence; with it if that is a name elsewhere or tagged as one."""
    word = document.words[first]
    quoted = first > sentence.first and document.words[first - 1].text in ('"', "“", "‘", "'", "(", ":", "-", "–", "—")
    if not (first == sentence.first or quoted) or word.text in seen:
        return first
    if end - first == 1 and word.upos != "PROPN":
        return end
    tagged = not people.isdisjoint(range(first, end))
    whole = word.upos == "PROPN" or (not tagged and _opens_name(document, sentence, first, end))
    return first if whole and word.lower not in _ARTICLES else first + 1


def _opens_name(document: Document, sentence: Sentence, first: int, end: int) -> bool:
    """ "Critical Mass Energy said", "Global Witness funds": nothing but a name has an adjective and no article there.

    Not in front of a noun ("Local Chevron workers"), nor where a title follows.
    """
    word = document.words[first]
    if word.xpos not in ("JJ", "NN") or word.lower in _BEFORE_NAMES or word.lower in nation_names():
        return False
    after = document.words[end] if end < sentence.end else word
    acts = after.upos in ("VERB", "AUX") or (after is not word and after.lower in _BEHIND_NAMES)
    return acts and not titles() & {document.words[at].lower for at in range(first, end)}


# -- tags and runs together --


def _merged(document: Document, tagged: list[Span], runs: list[tuple[int, int]]) -> list[Span]:
    out: list[Span] = []
    used: set[int] = set()
    for first, end in runs:
        inside = [k for k, span in enumerate(tagged) if span.first < end and span.end > first]
        people = {tagged[k].first for k in inside if tagged[k].type == "PER"}
        for part in _titles_off(document, first, end, people):
            out += _part(document, part, [tagged[k] for k in inside])
        used.update(inside)
    out += [span for k, span in enumerate(tagged) if k not in used]
    trimmed = (_trimmed(document, span) for span in sorted(out))
    return _disjoint([span for span in trimmed if span is not None])


def _disjoint(spans: list[Span]) -> list[Span]:
    out: list[Span] = []
    for span in spans:
        if out and span.first < out[-1].end:
            if span.end - span.first > out[-1].end - out[-1].first:
                out[-1] = span
            continue
        out.append(span)
    return out


def _titles_off(document: Document, first: int, end: int, people: set[int]) -> Iterator[tuple[int, int]]:
    """Cut a run at titles: "Port Ellery Mayor Helena Varga" holds two names.

    A title at the start is cut off; one inside only where a person is tagged right after it.
    """
    start = first = _field_off(document, first, people)
    for at in range(first, end - 1):
        after = document.words[at + 1].lower
        if not _is_title(document, at) or after in _JOINERS or after == "of":
            continue
        if at > start and at + 1 not in people:
            continue
        if at > start:
            yield start, at
        start = at + 1
        if document.words[start].lower == "general" and end - start > 1:  # "Inspector General Koome"
            start += 1
    if start < end:
        yield start, end


def _field_off(document: Document, first: int, people: set[int]) -> int:
    """ "Secretary of State Laura Bridges": what stands between a title with "of" and a person is part of the title."""
    words = document.words
    titled = first > 1 and words[first - 1].lower == "of" and words[first - 2].lower in titles()
    return min((at for at in people if at > first), default=first) if titled else first


def _part(document: Document, part: tuple[int, int], tagged: list[Span]) -> list[Span]:
    """The name or names in one run: the tags decide, but one tag takes the whole run."""
    first, end = part
    inside = [span for span in tagged if span.first < end and span.end > first]
    if not inside:
        proper = sum(document.words[i].upos == "PROPN" for i in range(first, end))
        capitals = sum(document.words[i].text[:1].isupper() for i in range(first, end))
        alone = end - first == 1 and _like_name(document, first)
        return [Span(first, end, "", 0.6)] if proper * 2 >= end - first or capitals > 1 or alone else []
    clipped = [Span(max(s.first, first), min(s.end, end), s.type, s.probability) for s in inside]
    sure = [span for span in clipped if span.probability > 0.85]
    if len(clipped) > 1 and len(sure) == len(clipped):
        return clipped
    best = max(clipped, key=lambda span: (span.end == end, span.probability))
    return [Span(first, end, best.type, best.probability)]


def _rejoined(document: Document, spans: list[Span]) -> list[Span]:
    """ "Nouri al" and "Maliki" around a hyphen are one name."""
    out: list[Span] = []
    for span in spans:
        last = out[-1] if out else None
        touching = last is not None and last.type == span.type and span.first - last.end <= 1
        if last is not None and touching and document.words[last.end - 1].text in _PARTICLES:
            out[-1] = Span(last.first, span.end, last.type, min(last.probability, span.probability))
        else:
            out.append(span)
    return out


def _like_name(document: Document, at: int) -> bool:
    """A noun with a capital inside a sentence where a name is meant: "invested in WeWork", "works for Shell"."""
    word = document.words[at]
    if word.upos != "NOUN" or word.xpos != "NN" or at == document.sentences[word.sentence].first:
        return False
    if any(document.words[child].upos in ("DET", "ADJ") for child in document.children[at]):
        return False
    mixed = not word.text[1:].islower() and not word.text.isupper() and word.text.isalpha()
    return mixed or any(contexts(document, at))


@cache
def given_names() -> frozenset[str]:
    return frozenset(name for _, names in rows("first_names") for name in names.split())


@cache
def titles() -> frozenset[str]:
    """Words before a person's name that are no part of it."""
    jobs = {word for kind, _, words in rows("titles") for word in words.split() if kind == "job" and "_" not in word}
    polite = {word for kind, _, words in rows("titles") for word in words.split() if kind == "honorific"}
    parts = {"prime", "vice", "foreign", "finance", "deputy", "chief", "attorney", "lieutenant"}
    kept = {
        "st",
        "st.",
        "saint",
        "king",
        "queen",
        "private",
        "prince",
        "don",
        "lord",
        "lady",
        "general",
        "head",
        "major",
    }
    return frozenset(jobs | polite | parts) - kept - {"brother", "sister", "father", "duke", "green"}


def _is_title(document: Document, at: int) -> bool:
    """A title, or the second word of one: "Prosecutor General Dragan"."""
    words = document.words
    if words[at].lower in given_names() and at > 0 and words[at - 1].lower in titles():  # "coach Dean Hall"
        return False
    second = words[at].lower == "general" and at > 0 and words[at - 1].lower in titles()
    return words[at].lower in titles() or second


def _trimmed(document: Document, span: Span) -> Span | None:
    """The name without article, title and punctuation at its edges; None if nothing is left."""
    words, (first, end) = document.words, (span.first, span.end)
    while first < end and (words[first].lower in _EDGES or words[first].lower in _ARTICLES):
        if document.language == "es" and words[first].text[0].isupper() and end - first > 1:
            break  # "La Haya", "Los Ángeles": the tags know where the article is part of the name
        first += 1
    while end > first and words[end - 1].lower in _EDGES:
        end -= 1
    while end - first > 1 and span.type in ("PER", "") and _is_title(document, first):
        first += 1
    if first >= end or not any(char.isalpha() for char in document.text_of(first, end)):
        return None
    if end - first == 1 and (words[first].lower in _NO_NAMES or words[first].lower in titles()):
        return None
    return Span(first, end, span.type, span.probability)
