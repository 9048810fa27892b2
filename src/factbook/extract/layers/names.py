"""Names: what the encoder tagged, trimmed to the name itself, made consistent over the document; post authors.

A name is written without article, title or possessive (*the* [Harbor Gazette]*'s*; *Mr.* [Osk]). The same string is the
same type all through a document unless the encoder is sure; a name found once is found wherever it stands again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from factbook.extract.document import NO_WORD, Document, FoundMention
from factbook.extract.encoders.labels import MENTION_LABELS
from factbook.extract.lexicon import rows, word_set

TYPES: Final = ("PER", "ORG", "GPE", "LOC", "FAC")
_NAM_COLUMNS: Final = {kind: MENTION_LABELS.index(f"{kind}.NAM") for kind in TYPES}
_ARTICLES: Final = word_set("the a an this that his her its their our my your")
_EDGES: Final = word_set("' ’ 's ’s \" “ ” ‘ , . - -- — – ( ) [ ] : ; @ # & * ! ?")
_JOINING: Final = word_set("of the and & for in de del la al bin von van der - ' ’ ’s 's on at")
SURE: Final = 0.9
FROM_HEAD: Final = 0.6  # a head labelled as a name where no name was tagged


def apply(document: Document) -> None:
    """Add a NAM mention for each name."""
    taken: set[int] = set()
    found = list(_tagged(document))
    found += _from_heads(document, {w for name in found for w in range(name[0], name[1])})
    for first, end, kind, probability in _consistent(document, found):
        _add(document, first, end, kind, probability)
        taken.update(range(first, end))
    _handles(document, taken)
    _again(document, taken)
    _authors(document)
    document.mentions.sort(key=lambda m: m.characters or document.characters(m.head_first, m.head_end))
    document.forget_indexes()


_Span = tuple[int, int, str, float]


def _tagged(document: Document) -> Iterator[_Span]:
    for name in document.reading.names:
        trimmed = trim(document, name.start, name.end, kind=name.type)
        if trimmed is not None:
            yield (*trimmed, name.type, name.probability)


def trim(document: Document, first: int, end: int, *, kind: str = "") -> tuple[int, int] | None:
    """The words of a name without article, title and punctuation at its edges; None if nothing is left."""
    words = document.words
    while first < end and (words[first].lower in _EDGES or words[first].lower in _ARTICLES):
        first += 1
    while end > first and words[end - 1].lower in _EDGES:
        end -= 1
    if kind == "PER":
        while end - first > 1 and words[first].lower in honorifics():
            first += 1
    if first >= end or not any(char.isalnum() for char in document.text_of(first, end)):
        return None
    return first, end


@cache
def honorifics() -> frozenset[str]:
    """Words before a person's name that are no part of it."""
    jobs = {word for kind, _, words in rows("titles") for word in words.split() if kind == "job" and "_" not in word}
    polite = {word for kind, _, words in rows("titles") for word in words.split() if kind == "honorific"}
    return frozenset(jobs | polite) - {"don", "brother", "sister", "father", "st", "st.", "saint", "king", "private"}


def _from_heads(document: Document, taken: set[int]) -> Iterator[_Span]:
    """Names that only the mention labels show: the run of proper nouns that ends in a head labelled NAM."""
    probabilities = document.reading.mention_probabilities
    columns = list(_NAM_COLUMNS.values())
    if not len(document.words):
        return
    sums = probabilities[:, columns].sum(1)
    for index in (sums > FROM_HEAD).nonzero()[0].tolist():
        word = document.words[index]
        if index in taken or word.upos != "PROPN" or not word.text[:1].isupper():
            continue
        first = index
        sentence = document.sentences[word.sentence]
        while first > sentence.first and first - 1 not in taken and _part_of_name(document, first - 1):
            first -= 1
        end = index + 1
        kind = TYPES[int(probabilities[index, columns].argmax())]
        trimmed = trim(document, first, end, kind=kind)
        if trimmed is not None:
            taken.update(range(*trimmed))
            yield (*trimmed, kind, float(sums[index]))


def _part_of_name(document: Document, index: int) -> bool:
    word = document.words[index]
    return word.upos == "PROPN" and word.text[:1].isupper() and word.deprel in ("compound", "flat", "amod", "nmod:desc")


def _consistent(document: Document, found: Iterable[_Span]) -> list[_Span]:
    """Names with the type that their string has in most places, unless a place is sure of another."""
    spans = sorted(found)
    votes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    scores: list[dict[str, float]] = []
    for first, end, kind, probability in spans:
        score = _type_scores(document, end - 1, kind, probability)
        scores.append(score)
        for option, value in score.items():
            votes[document.text_of(first, end).lower()][option] += value
    out = []
    for (first, end, kind, probability), score in zip(spans, scores, strict=True):
        ballot = votes[document.text_of(first, end).lower()]
        best = max(ballot, key=lambda option: (ballot[option], score.get(option, 0.0)))
        if best != kind and probability > SURE and score[kind] > SURE:
            best = kind
        out.append((first, end, best, probability))
    return out


def _type_scores(document: Document, head: int, kind: str, probability: float) -> dict[str, float]:
    """How likely each type is: the tag of the name and the label of its head, half each."""
    row = document.reading.mention_probabilities[head]
    by_head = {option: float(row[column]) for option, column in _NAM_COLUMNS.items()}
    total = sum(by_head.values())
    scores = {option: 0.4 * value / total if total > 0.2 else 0.0 for option, value in by_head.items()}
    scores[kind] += 0.6 * probability
    return scores


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
    """The word of a name that others hang on: the one whose syntactic head lies outside; otherwise the last."""
    outside = [i for i in range(first, end) if not first <= document.words[i].head < end or document.words[i].head == i]
    return outside[0] if len(outside) == 1 else end - 1


# -- names that are known from elsewhere in the document --


def _again(document: Document, taken: set[int]) -> None:
    """A name of two or more words, or a sure name of one, stands for itself wherever it is written again."""
    known: dict[tuple[str, ...], tuple[str, float]] = {}
    for mention in document.mentions:
        words = tuple(document.words[i].text for i in range(mention.head_first, mention.head_end))
        if mention.level == "NAM" and (len(words) > 1 or (mention.probability > SURE and len(words[0]) > 3)):
            known.setdefault(words, (mention.type, mention.probability))
    by_first: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for words in sorted(known, key=len, reverse=True):
        by_first[words[0]].append(words)
    for word in document.words:
        for words in by_first.get(word.text, ()):
            first, end = word.index, word.index + len(words)
            if end > document.sentences[word.sentence].end or any(i in taken for i in range(first, end)):
                continue
            if tuple(document.words[i].text for i in range(first, end)) == words and not _in_longer(
                document, first, end
            ):
                kind, probability = known[words]
                _add(document, first, end, kind, probability * 0.9)
                taken.update(range(first, end))
                break


def _in_longer(document: Document, first: int, end: int) -> bool:
    """Whether the words stand inside a longer run of capitals, which may be another name."""
    sentence = document.sentences[document.words[first].sentence]
    before = document.words[first - 1] if first > sentence.first else None
    after = document.words[end] if end < sentence.end else None
    return any(word is not None and word.upos == "PROPN" and word.text[:1].isupper() for word in (before, after))


def _handles(document: Document, taken: set[int]) -> None:
    """Names of post authors in the text of a thread ("@oak77", "HarborGirl is right")."""
    handles = {author for post in document.source.posts if (author := _author(document, post)) and _is_handle(author)}
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


def _author(document: Document, post: object) -> str:
    found = document.source.author_of(post)  # type: ignore[arg-type]
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
