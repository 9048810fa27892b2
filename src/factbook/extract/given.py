"""Mentions or entities that somebody else found, as the start of the later layers (diagnostic runs, seed 001).

Ids, levels, types and spans are kept as they are given. A given mention that is no word of the text (the author in a
tag) keeps its characters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from factbook.extract.document import NO_WORD, Document, FoundEntity, FoundMention
from factbook.extract.layers import classes
from factbook.extract.pipeline import Layer, NoModels, Pipeline, PipelineError, steps_for
from factbook.model.kb import KB
from factbook.model.records import Mention
from factbook.text.offsets import Span

GIVEN = ("mentions", "entities")
_MENTION_STEPS = ("names", "mentions", "extents", "classes")
_SPECIFICITY = {"NSP": "GEN", "": "SPC"}


def pipeline_with(what: str, language: str = "en", *, upto: str = "") -> Pipeline:
    """The pipeline that takes `mentions` or `entities` from `Document.given`."""
    if what not in GIVEN:
        raise PipelineError(f"cannot give {what!r}; choose one of: {', '.join(GIVEN)}")
    left_out = _MENTION_STEPS if what == "mentions" else (*_MENTION_STEPS, "coref")
    gives = {"names", "heads", "mentions", "classes"} | ({"entities"} if what == "entities" else set())
    given = Layer(
        name=f"given {what}",
        module="factbook.extract.given",
        function=f"apply_{what}",
        needs=frozenset({"arcs"}),
        gives=frozenset(gives),
    )
    rows = list(steps_for(language, upto=upto, without=left_out))
    if not rows:
        return Pipeline([NoModels(language)])
    place = next((i + 1 for i, row in enumerate(rows) if "arcs" in row.gives), len(rows))
    return Pipeline([*rows[:place], given, *rows[place:]])


def apply_mentions(document: Document) -> None:
    """Take the given mentions; what they refer to is left to coreference."""
    for mention in _given(document).mentions.values():
        _take(document, mention)
    _in_order(document)


def apply_entities(document: Document) -> None:
    """Take the given entities with their mentions."""
    given = _given(document)
    numbers: dict[str, int] = {}
    for mention in given.mentions.values():
        found = _take(document, mention)
        if found is None:
            continue
        entity = given.entities.get(mention.entity)
        if mention.entity not in numbers:
            numbers[mention.entity] = len(document.entities)
            document.entities.append(
                FoundEntity(
                    [],
                    found.type,
                    subtype=entity.subtype if entity else "",
                    specificity=found.specificity,
                    names=tuple(name.text for name in entity.names) if entity else (),
                    id=mention.entity,
                )
            )
        found.entity = numbers[mention.entity]
    _in_order(document)
    for index, found in enumerate(document.mentions):
        document.entities[found.entity].mentions.append(index)


def _given(document: Document) -> KB:
    if document.given is None:
        raise ValueError(f"{document.id}: no mentions are given for this document")
    return document.given


def _in_order(document: Document) -> None:
    document.mentions.sort(key=lambda m: (document.head_of(m).start, document.head_of(m).end))
    document.forget_indexes()


def _take(document: Document, mention: Mention) -> FoundMention | None:
    """A given mention in words; None if it is no text of this document."""
    extent, head = mention.extent, mention.heads
    if not isinstance(extent, Span) or not isinstance(head, Span) or extent.doc != document.id:
        return None
    given = _given(document)
    entity = given.entities.get(mention.entity)
    specificity = entity.specificity if entity else "SPC"
    found = FoundMention(
        head=NO_WORD,
        head_first=NO_WORD,
        head_end=NO_WORD,
        first=NO_WORD,
        end=NO_WORD,
        type=mention.type or (entity.type if entity else "PER"),
        level=mention.level or "NAM",
        specificity=_SPECIFICITY.get(specificity, specificity),
        probability=1.0 if mention.confidence is None else mention.confidence,
        role=mention.role,
        metonymy=mention.metonymy,
        text=document.source.at(head),
        id=mention.id,
        quoted=document.source.in_quote(head),
    )
    _place(document, found, extent, head)
    found.subtype = (entity.subtype if entity else "") or (classes.subtype(document, found) if found.head >= 0 else "")
    document.mentions.append(found)
    return found


def _place(document: Document, found: FoundMention, extent: Span, head: Span) -> None:
    """Set the words of a mention; its characters where it has none."""
    words = _words_of(document, extent)
    if words is None:
        found.characters = (head.start, head.end)
        found.author = True
        return
    marked = (_words_of(document, head) if head != extent or found.level == "NAM" else None) or _syntactic(
        document, *words
    )
    found.first, found.end = min(words[0], marked[0]), max(words[1], marked[1])
    found.head_first, found.head_end = marked
    found.head = _syntactic(document, *marked)[0]
    found.sentence = document.words[found.head].sentence


def _words_of(document: Document, span: Span) -> tuple[int, int] | None:
    """Words that overlap a span."""
    first = bisect_right(document.words, span.start, key=lambda word: word.end)
    end = bisect_left(document.words, span.end, key=lambda word: word.start)
    return (first, end) if first < end else None


def head_word(document: Document, span: Span) -> int | None:
    """The syntactic head among the words of a span; None if it has no words."""
    words = _words_of(document, span)
    return None if words is None else _syntactic(document, *words)[0]


def _syntactic(document: Document, first: int, end: int) -> tuple[int, int]:
    """The word of a range whose syntactic head lies outside it; the last if there are several."""
    tops = [i for i in range(first, end) if not first <= document.words[i].head < end or document.words[i].head == i]
    nouns = [i for i in tops if document.words[i].upos in ("NOUN", "PROPN", "PRON")] or tops or [end - 1]
    return nouns[0], nouns[0] + 1
