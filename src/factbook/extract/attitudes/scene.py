"""The scene of a document: what attitudes can be about, who can hold them, and where each stands in the words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from factbook.extract.document import Document
from factbook.extract.layers.modality import classes
from factbook.model.kb import KB
from factbook.model.records import Argument, EventMention, Mention, RelationMention
from factbook.text.offsets import Span

T = TypeVar("T")
SOURCE_TYPES = frozenset({"PER", "ORG", "GPE"})


@dataclass(slots=True)
class Target:
    """An entity, relation or event mention. `word` is where it stands in the tree; None for a name in a tag."""

    id: str
    kind: str  # entity relation event
    type: str
    anchor: Span
    word: int | None
    words: tuple[int, int] | None  # first and end, of the mention or trigger
    entity: str = ""  # of an entity mention
    level: str = ""
    arguments: tuple[str, ...] = ()  # mention or filler ids
    realis: str = ""
    nominal: bool = False  # a relation that a noun phrase states by itself
    roles: tuple[str, ...] = ()  # of the arguments
    places: tuple[int | None, ...] = ()  # words of the arguments


@dataclass(slots=True)
class Scene:
    """Targets outside quotes in text order; mentions of sources by word; authors of posts by mention id."""

    document: Document
    ere: KB
    targets: list[Target] = field(default_factory=list)
    mention_at: dict[int, str] = field(default_factory=dict)  # word: entity mention
    authors: dict[tuple[int, int], str] = field(default_factory=dict)  # characters of an author's name: mention
    memo: dict[Hashable, Any] = field(default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, made once: systems look at the same features when they learn and when they answer."""
        if key not in self.memo:
            self.memo[key] = make()
        found: T = self.memo[key]
        return found

    @property
    def forum(self) -> bool:
        return self.document.source.kind == "forum"

    def author_of(self, target: Target) -> str | None:
        """The mention of the author of the post around a target, in its tag; None in newswire."""
        found = self.document.source.author_at(target.anchor.start)
        return None if found is None else self.authors.get((found[1].start, found[1].end))

    def entity_of(self, mention: str | None) -> str:
        """The entity of a mention; nothing for nobody."""
        return "" if mention is None else self.ere.mentions[mention].entity

    def source_at(self, word: int | None) -> str | None:
        """The mention at a word if it can hold an attitude."""
        mention = self.mention_at.get(word) if word is not None else None
        if mention is None:
            return None
        entity = self.ere.entities.get(self.ere.mentions[mention].entity)
        kind = entity.type if entity is not None else self.ere.mentions[mention].type
        return mention if kind in SOURCE_TYPES else None

    def source_before(self, verb: int) -> str | None:
        """The nearest mention in front of a verb that can hold an attitude, where no other verb stands between."""
        words = self.document.words
        for word in range(verb - 1, self.document.sentences[words[verb].sentence].first - 1, -1):
            if words[word].upos in ("VERB", "PUNCT", "SCONJ"):
                return None
            if (found := self.source_at(word)) is not None:
                return found
        return None


def scene(document: Document, ere: KB) -> Scene:
    """The scene of a document that has been read up to its syntax."""
    found = Scene(document, ere)
    index = _WordIndex(document)
    for mention in ere.mentions.values():
        _add_mention(found, index, mention)
    for relation in ere.relation_mentions.values():
        _add_relation(found, index, relation)
    for event in ere.event_mentions.values():
        _add_event(found, index, event)
    found.targets.sort(key=lambda target: (target.anchor.start, target.anchor.end))
    return found


class _WordIndex:
    """Words by characters."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.starts = [word.start for word in document.words]

    def range(self, span: Span) -> tuple[int, int] | None:
        """Words that overlap a span."""
        first = max(0, bisect_right(self.starts, span.start) - 1)
        words = self.document.words
        while first < len(words) and words[first].end <= span.start:
            first += 1
        end = first
        while end < len(words) and words[end].start < span.end:
            end += 1
        return (first, end) if end > first else None

    def head(self, words: tuple[int, int] | None) -> int | None:
        """The word of a range whose head lies outside it."""
        if words is None:
            return None
        for word in range(*words):
            head = self.document.words[word].head
            if (not words[0] <= head < words[1] or head == word) and self.document.words[word].upos != "PUNCT":
                return word
        return words[1] - 1


def _add_mention(found: Scene, index: _WordIndex, mention: Mention) -> None:
    place = mention.heads
    if not isinstance(place, Span):
        return
    source = found.document.source
    author = source.author_at(place.start)
    if author is not None and (author[1].start, author[1].end) == (place.start, place.end):
        found.authors[place.start, place.end] = mention.id
        words = None
    else:
        words = index.range(place)
    if words is not None:
        for place_in_text in range(*words):
            found.mention_at.setdefault(place_in_text, mention.id)
    if source.in_quote(place):
        return
    entity = found.ere.entities.get(mention.entity)
    kind = entity.type if entity is not None else mention.type
    word = index.head(words)
    found.targets.append(Target(mention.id, "entity", kind, place, word, words, mention.entity, mention.level))


def _argument_words(
    found: Scene, index: _WordIndex, arguments: tuple[Argument, ...]
) -> tuple[list[int | None], Span | None]:
    """The word of each argument, and the place of the first that has one."""
    words: list[int | None] = []
    place = None
    for argument in arguments:
        item = found.ere.mentions.get(argument.ref)
        where = item.heads if item is not None else getattr(found.ere.fillers.get(argument.ref), "extent", None)
        if isinstance(where, Span):
            place = place or where
        words.append(index.head(index.range(where)) if isinstance(where, Span) else None)
    return words, place


def _add_relation(found: Scene, index: _WordIndex, mention: RelationMention) -> None:
    relation = found.ere.relations[mention.relation]
    placed, place = _argument_words(found, index, mention.arguments)
    words = [word for word in placed if word is not None]
    anchor = mention.trigger or place
    if anchor is None or found.document.source.in_quote(anchor):
        return
    span = index.range(mention.trigger) if mention.trigger else None
    word = index.head(span) if span else _lowest_common(found.document, words)
    nominal = span is None and len(words) == 2 and not _verb_between(found.document, words)
    if nominal and word not in words:
        word = words[0]
    kind = f"{relation.type}.{relation.subtype}"
    refs = tuple(argument.ref for argument in mention.arguments)
    target = Target(mention.id, "relation", kind, anchor, word, span, "", "", refs, mention.realis, nominal)
    target.places = tuple(placed)
    found.targets.append(target)


def _verb_between(document: Document, words: list[int]) -> bool:
    """Whether two arguments stand apart: a noun phrase alone ("Ebba Thorne, 67") has no verb between them."""
    first, last = sorted(words)
    return any(document.words[word].upos in ("VERB", "AUX") for word in range(first + 1, last))


def _lowest_common(document: Document, words: list[int]) -> int | None:
    """The lowest word above all of these; in a clause that only one of them stands in, the head of that clause."""
    if not words:
        return None
    paths = [[word, *document.ancestors(word)] for word in words]
    common = next((word for word in paths[0] if all(word in path for path in paths[1:])), words[0])
    for path in paths:  # "Osei says that she belongs to no party": what is told of Osei is in the lower clause
        below = path[: path.index(common)] if common in path else []
        clauses = [word for word in below if _is_clause(document, word)]
        if clauses and classes(document.words[common]):
            return clauses[0]
    return common


def _is_clause(document: Document, word: int) -> bool:
    here = document.words[word]
    return here.deprel == "ccomp" or (here.deprel == "xcomp" and here.upos == "VERB")


def _add_event(found: Scene, index: _WordIndex, mention: EventMention) -> None:
    places, place = _argument_words(found, index, mention.arguments)
    anchor = mention.trigger or place
    if anchor is None or found.document.source.in_quote(anchor):
        return
    words = index.range(anchor)
    kind = f"{mention.type}.{mention.subtype}"
    refs = tuple(argument.ref for argument in mention.arguments)
    target = Target(mention.id, "event", kind, anchor, index.head(words), words, "", "", refs, mention.realis)
    target.roles, target.places = tuple(argument.role for argument in mention.arguments), tuple(places)
    found.targets.append(target)
