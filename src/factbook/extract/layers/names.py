"""Names: spans from `name_spans`, a type for each from the tags, the words of the name and the whole document.

The same string is the same type all through a document unless a place is sure of another; a name found once is found
wherever it stands again. Post authors are names in their tags.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import Final

from factbook.extract.document import NO_WORD, Document, FoundMention
from factbook.extract.encoders.labels import MENTION_LABELS
from factbook.extract.layers import classes
from factbook.extract.layers.aliases import same, words_of
from factbook.extract.layers.name_contexts import contexts
from factbook.extract.layers.name_spans import given_names, name_spans, titles
from factbook.extract.layers.spans import Span
from factbook.extract.layers.tagged_names import clitics_off
from factbook.extract.lexicon import capital, word_set
from factbook.text.source import Region

TYPES: Final = ("PER", "ORG", "GPE", "LOC", "FAC")
_NAM_COLUMNS: Final = {kind: MENTION_LABELS.index(f"{kind}.NAM") for kind in TYPES}
_PLACE_CASES: Final = word_set("in near outside")
SURE: Final = 0.9
LIKELY: Final = 0.7
SHORTEST: Final = (3, 1)  # letters, and Chinese characters, of a word that no name is shorter than elsewhere
# How much each sign counts beside the encoder, whose tag and head label count up to 1 each.
TAG, LABEL = 1.0, 1.0
LAST_WORD, FIRST_WORD, KNOWN_PLACE, FIRST_NAME = 0.9, 0.8, 1.2, 0.8
TITLED, PLACED, DATELINE = 1.0, 0.35, 1.5
SHORT_FORM = 1.0
NOT_IN: Final = 1.4
PEOPLES: Final = ("ian", "ean", "ese", "ish")
UNTAGGED: Final = 0.5  # least probability by the head labels of a name that no tag shows
WITH_SIGN, SIGN = 0.1, 0.8  # the same where a word of the name says as much about its type


def apply(document: Document) -> None:
    """Add a NAM mention for each name."""
    taken: set[int] = set()
    spans = [span for span in name_spans(document) if span.type or _likely(document, span)]
    spans = [span for span in spans if not any("@" in w.text for w in document.words[span.first : span.end])]
    for span in _typed(document, spans):
        _add(document, span.first, span.end, span.type, span.probability)
        taken.update(range(span.first, span.end))
    _handles(document, taken)
    _again(document, taken)
    clitics_off(document)
    _authors(document)
    document.mentions.sort(key=lambda m: m.characters or document.characters(m.head_first, m.head_end))
    document.forget_indexes()


# -- types --


def _typed(document: Document, spans: list[Span]) -> list[Span]:
    """Names with the type that their string has in most places, unless a place is sure of another."""
    texts = [document.text_of(span.first, span.end).lower() for span in spans]
    scores = [_scores(document, span) for span in spans]
    votes: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(TYPES, 0.0))
    counts = Counter(texts)
    for text, score in zip(texts, scores, strict=True):
        for kind, value in score.items():
            votes[text][kind] += value / counts[text]
    for text in {text for span, text in zip(spans, texts, strict=True) if _in_dateline(document, span)}:
        votes[text]["GPE"] += DATELINE  # one dateline outweighs what the other places look like
    _short_forms(votes)
    _peoples(votes)
    out = []
    for span, text, score in zip(spans, texts, scores, strict=True):
        ballot = votes[text]
        best = max(TYPES, key=lambda kind: (ballot[kind], score[kind]))
        if best != span.type and span.type and span.probability > SURE and score[span.type] > TAG + LABEL * 0.8:
            best = span.type
        share = ballot[best] / max(sum(ballot.values()), 1e-6)
        sure = max(span.probability, 0.5) if best == span.type else 0.5 * share + 0.25
        out.append(Span(span.first, span.end, best, sure))
    return out


def _in_dateline(document: Document, span: Span) -> bool:
    return document.sentences[document.words[span.first].sentence].region == "dateline"


def _likely(document: Document, span: Span) -> bool:
    """Whether a run of capitals without a tag is a name of our types, not of a work, an event or a product."""
    rows_ = document.reading.mention_probabilities[span.first : span.end]
    labelled = float(rows_[:, list(_NAM_COLUMNS.values())].sum(1).max())
    signs = any(weight >= SIGN for _, weight in _word_signs(document.text_of(span.first, span.end)))
    meant = any(weight >= SIGN for _, weight in contexts(document, head_of_name(document, span.first, span.end)))
    return labelled > UNTAGGED or ((signs or meant) and labelled > WITH_SIGN)


def _scores(document: Document, span: Span) -> dict[str, float]:
    """Signs for each type at one place."""
    head = head_of_name(document, span.first, span.end)
    row = document.reading.mention_probabilities[head]
    scores = {kind: LABEL * float(row[column]) for kind, column in _NAM_COLUMNS.items()}
    if span.type:
        scores[span.type] += TAG * span.probability
    text = document.text_of(span.first, span.end)
    for kind, weight in _word_signs(text):
        scores[kind] += weight
    before = document.words[span.first - 1].lower if span.first else ""
    for kind, weight in contexts(document, head):
        scores[kind] += weight
    if before in titles():
        scores["PER"] += TITLED
    if span.end - span.first == 1 and text.endswith(PEOPLES) and document.words[head].upos == "ADJ":
        scores["GPE"] += KNOWN_PLACE  # "Ostravian carriers"
    if before in _PLACE_CASES:
        for kind in ("GPE", "LOC", "FAC"):
            scores[kind] += PLACED * (1.0 if kind == "GPE" else 0.4)
        if document.language == "es":
            scores["PER"] -= NOT_IN  # "en Haro": nobody is in a person
    return scores


@cache
def _word_signs(text: str) -> tuple[tuple[str, float], ...]:
    """What the words of a name say: a known place, a first name, "… University", "Mount …"."""
    signs: list[tuple[str, float]] = []
    place = classes.place(text)
    if place is not None:
        signs.append((place[0], KNOWN_PLACE))
    words = text.lower().split()
    edges = classes.edges(text)
    if len(words) > 1 or len(edges) == 1:
        for where, word in edges:
            kinds = dict.fromkeys(kind for kind, _ in classes.name_words()[where].get(word, ()))
            weight = FIRST_WORD if where == "first" else LAST_WORD
            signs += [(kind, weight / len(kinds)) for kind in kinds]
        if {"&", "&amp;"} & set(words):
            signs += [("ORG", LAST_WORD), ("PER", -NOT_IN)]  # "Ekman & Sons", which looks like people
        elif words[0] in given_names() and "of" not in words:
            signs.append(("PER", FIRST_NAME))
    elif text.isupper() and 2 <= len(text) <= 5:
        signs.append(("ORG", LAST_WORD / 3))
    return tuple(signs)


def _short_forms(votes: dict[str, dict[str, float]]) -> None:
    """A name of one word leans to the type of the longer names that begin or end with it."""
    longer: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(TYPES, 0.0))
    for text, ballot in votes.items():
        words = words_of(text)
        if len(words) < 2:
            continue
        best = max(TYPES, key=lambda kind: ballot[kind])
        if best == "PER":
            longer[words[-1]]["PER"] += SHORT_FORM
            longer[words[0]]["PER"] += SHORT_FORM * 0.5
        elif best == "ORG":
            longer[words[0]]["ORG"] += SHORT_FORM * 1.2
            longer[words[-1]]["ORG"] += SHORT_FORM * 0.8
    for text, lean in longer.items():
        if text in votes and " " not in text:
            for kind, value in lean.items():
                votes[text][kind] += min(value, 1.5 * SHORT_FORM)


def _peoples(votes: dict[str, dict[str, float]]) -> None:
    """ "Ostravian" in a text with Ostravia is of that country, and no firm."""
    places = [text for text, ballot in votes.items() if max(TYPES, key=lambda kind: ballot[kind]) == "GPE"]
    for text in [text for text in votes if " " not in text and text.endswith(PEOPLES)]:
        if any(other != text and other[:4] == text[:4] and same(text, other, "GPE") for other in places):
            votes[text]["GPE"] += KNOWN_PLACE


# -- mentions --


def _add(document: Document, first: int, end: int, kind: str, probability: float) -> None:
    sentence = document.sentences[document.words[first].sentence]
    document.mentions.append(
        FoundMention(
            head=head_of_name(document, first, end),
            head_first=first,
            head_end=end,
            first=first,
            end=end,
            type=kind,
            level="NAM",
            probability=probability,
            sentence=sentence.index,
            quoted=sentence.quoted,
            text=document.text_of(first, end),
        )
    )


def head_of_name(document: Document, first: int, end: int) -> int:
    """The word of a name that others hang on: the one whose syntactic head lies outside.

    Of several it is the last; in Spanish the first, where names begin with their head.
    """
    outside = [i for i in range(first, end) if not first <= document.words[i].head < end or document.words[i].head == i]
    return outside[0] if len(outside) == 1 or (outside and document.language == "es") else end - 1


def _again(document: Document, taken: set[int]) -> None:
    """A name stands for itself wherever it is written again, and for its owner where only a part of it is."""
    known = _known(document)
    by_first: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for words in sorted(known, key=len, reverse=True):
        by_first[words[0]].append(words)
    for word in document.words:
        for words in by_first.get(word.text, ()):
            first, end = word.index, word.index + len(words)
            if end > document.sentences[word.sentence].end or not taken.isdisjoint(range(first, end)):
                continue
            if tuple(w.text for w in document.words[first:end]) == words and _stands_alone(document, first, end):
                kind, probability = known[words]
                _add(document, first, end, kind, probability * 0.9)
                taken.update(range(first, end))
                break


def _known(document: Document) -> dict[tuple[str, ...], tuple[str, float]]:
    """Names found so far by their words, and short forms: of a person either end, of an organisation the first word."""
    known: dict[tuple[str, ...], tuple[str, float]] = {}
    short: dict[tuple[str, ...], tuple[str, float]] = {}
    for mention in document.mentions:
        words = tuple(document.words[i].text for i in range(mention.head_first, mention.head_end))
        if len(words) > 1 or (mention.probability > LIKELY and len(words[0]) > SHORTEST[document.language == "zh"]):
            known.setdefault(words, (mention.type, mention.probability))
        if len(words) > 1 and mention.probability > LIKELY and mention.type in ("PER", "ORG"):
            ends = (words[0], words[-1]) if mention.type == "PER" else (words[0],)
            for word in ends:
                kinds = classes.name_words()["first"].get(word.lower(), ())
                generic = any(subtype not in ("Sports", "Population-Center") for _, subtype in kinds)
                if capital(word) and len(word) > 2 and not generic:
                    short.setdefault((word,), (mention.type, 0.75 * mention.probability))
    return short | known


def _stands_alone(document: Document, first: int, end: int) -> bool:
    """Not a piece of a longer run of capitals, and no ordinary word at the start of a sentence."""
    sentence = document.sentences[document.words[first].sentence]
    before = document.words[first - 1] if first > sentence.first else None
    after = document.words[end] if end < sentence.end else None
    if end - first > 1:
        return True
    neighbours = [word for word in (before, after) if word is not None]
    longer = any(word.upos == "PROPN" and word.text[:1].isupper() for word in neighbours)
    return not longer and (document.words[first].upos == "PROPN" or before is not None)


# -- authors --


def _handles(document: Document, taken: set[int]) -> None:
    """Names of post authors in the text of a thread ("@oak77", "HarborGirl is right")."""
    authors = {_author(document, post) for post in document.source.posts}
    handles = {author for author in authors if author and _is_handle(author)}
    if not handles:
        return
    for word in document.words:
        if word.text in handles and word.index not in taken:
            _add(document, word.index, word.index + 1, "PER", 0.95)
            taken.add(word.index)
    for mention in document.mentions:
        if mention.text in handles:
            mention.type = "PER"


def _is_handle(author: str) -> bool:
    """Whether a name cannot be an ordinary word: a digit, an underscore, or a capital inside it."""
    return " " not in author and (any(c.isdigit() or c == "_" for c in author) or not author[1:].islower())


def _author(document: Document, post: Region) -> str:
    found = document.source.author_of(post)
    return found[0].strip() if found else ""


def _authors(document: Document) -> None:
    """The author of each post is a name in its tag; authors of quotes are not evaluated and left out."""
    for post in document.source.posts:
        found = document.source.author_of(post)
        if found is None or not found[0].strip():
            continue
        name, span = found
        document.mentions.append(
            FoundMention(
                head=NO_WORD,
                head_first=NO_WORD,
                head_end=NO_WORD,
                first=NO_WORD,
                end=NO_WORD,
                type="PER",
                level="NAM",
                subtype="Individual",
                probability=0.99,
                author=True,
                characters=(span.start, span.end),
                text=name,
            )
        )
