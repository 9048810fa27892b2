"""A document's findings as records: exact spans, ids, confidences, and what each evaluation looks at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from factbook.extract.document import (
    Document,
    FoundArgument,
    FoundAttitude,
    FoundEvent,
    FoundMention,
    FoundRelation,
)
from factbook.extract.layers.suffixes import bare
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Attitude,
    Entity,
    Event,
    EventMention,
    Filler,
    Mention,
    Name,
    Relation,
    RelationMention,
)
from factbook.model.records import (
    Document as DocumentRecord,
)
from factbook.text.offsets import Span
from factbook.text.source import Source


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What a task looks at: the text that counts, the inventory of relations, and the further records."""

    text: str = ""  # a scheme of `Source.evaluated`; "" is all of it
    relations: frozenset[str] = frozenset({"ace", "ere", "slot", "open"})
    types: frozenset[str] = frozenset()  # of entities; empty is all
    levels: frozenset[str] = frozenset({"NAM", "NOM", "PRO"})
    heads_only: bool = False  # a mention is its head, as entity discovery wants nominals
    fillers: bool = True
    events: bool = True
    attitudes: bool = True


_FIVE: Final = frozenset({"PER", "ORG", "GPE", "LOC", "FAC"})
_NONE: Final[frozenset[str]] = frozenset()

SCOPES: Final[dict[str, Scope]] = {
    "": Scope(),
    # ACE08 looks at the five original types only (seed 001, section 1)
    "ace": Scope(text="ace", relations=frozenset({"ace"}), types=_FIVE, fillers=False, events=False, attitudes=False),
    "ere": Scope(text="best", relations=frozenset({"ere"}), types=_FIVE, attitudes=False),
    "best": Scope(text="best", relations=frozenset({"ere"}), types=_FIVE),
    "edl": Scope(
        text="edl",
        relations=_NONE,
        types=_FIVE,
        levels=frozenset({"NAM", "NOM"}),
        heads_only=True,
        fillers=False,
        events=False,
        attitudes=False,
    ),
    "slot": Scope(relations=frozenset({"slot"}), types=_FIVE, events=False, attitudes=False),
}
# Relations of these inventories are facts: what is negated, hypothetical, asked or only reported is none.
_FACTS: Final = frozenset({"slot", "open"})


def to_kb(document: Document, *, scheme: str = "") -> KB:
    """The records of a document; `scheme` is a key of `SCOPES`."""
    if scheme not in SCOPES:
        raise ValueError(f"no scheme {scheme!r}; choose one of: {', '.join(filter(None, SCOPES))}")
    return _Writer(document, SCOPES[scheme]).kb()


class Numbered(NamedTuple):
    """Records with the way back to the findings: entity mentions, and relations and events, by record id."""

    kb: KB
    mentions: dict[str, int]
    targets: dict[str, int]
    arguments: dict[tuple[int, str], int]  # event and record of an argument: its number in the event


def numbered(document: Document, *, scheme: str) -> Numbered:
    """The records of a document, and which finding each came from."""
    writer = _Writer(document, SCOPES[scheme])
    kb = writer.kb()
    targets = {found: index for (kind, index), found in writer.target_ids.items() if kind in ("relation", "event")}
    arguments = {
        (index, ref): int(kind.removeprefix("argument-"))
        for (kind, index), ref in writer.target_ids.items()
        if kind.startswith("argument-")
    }
    return Numbered(kb, {found: index for index, found in writer.mention_ids.items()}, targets, arguments)


def confidence(probability: float) -> float:
    """A probability as it is written: above 0, at most 1, four digits."""
    return round(min(1.0, max(0.0001, float(probability))), 4)


class Inside:
    """Whether spans lie in the evaluated parts of a source."""

    def __init__(self, source: Source, scheme: str) -> None:
        self.parts = source.evaluated(scheme) if scheme else (Span(source.id, 0, len(source.text)),)
        self.ends = [part.end for part in self.parts]

    def __call__(self, span: Span) -> bool:
        index = bisect_left(self.ends, span.end)
        return index < len(self.parts) and self.parts[index].start <= span.start


class _Writer:
    """Turns findings into records, layer by layer; keeps the ids that later records refer to."""

    def __init__(self, document: Document, scope: Scope) -> None:
        self.document, self.scope = document, scope
        self.doc = document.id
        self.inside = Inside(document.source, scope.text)
        self.records = KB(name="factbook")
        self.entity_ids: dict[int, str] = {}
        self.mention_ids: dict[int, str] = {}
        self.filler_ids: dict[int, str] = {}
        self.target_ids: dict[tuple[str, int], str] = {}
        self.events: dict[int, str] = {}

    def kb(self) -> KB:
        source = self.document.source
        genre = {"forum": "df", "newswire": "nw", "sgm": "newswire"}.get(source.kind, "")
        self.records.add(DocumentRecord(id=self.doc, language=source.language, genre=genre, date=source.date))
        self._entities()
        if self.scope.fillers:
            self._fillers()
        self._relations()
        if self.scope.events:
            self._events()
        if self.scope.attitudes:
            self._attitudes()
        return self.records

    # -- entities --------------------------------------------------------------

    def _kept(self, mention: FoundMention) -> bool:
        scope = self.scope
        return (
            mention.level in scope.levels
            and (not scope.types or mention.type in scope.types)
            and self.inside(self.document.head_of(mention))
            and not (scope.text and mention.quoted)
        )

    def _entities(self) -> None:
        document = self.document
        for number, entity in enumerate(document.entities, 1):
            if self.scope.types and entity.type not in self.scope.types:
                continue
            kept = [index for index in entity.mentions if self._kept(document.mentions[index])]
            if not kept:
                continue
            entity_id = entity.id or f"ent-{self.doc}-{number}"
            self.entity_ids[number - 1] = entity_id
            best = self._canonical(kept)
            self.records.add(
                Entity(
                    id=entity_id,
                    type=entity.type,
                    subtype=entity.subtype,
                    specificity=entity.specificity,
                    names=self._names(kept),
                    confidence=confidence(entity.probability),
                )
            )
            for index in kept:
                self._mention(index, entity_id, entity.type, canonical=index == best)

    def _names(self, kept: Iterable[int]) -> tuple[Name, ...]:
        names: dict[str, Name] = {}
        for index in kept:
            mention = self.document.mentions[index]
            if mention.level == "NAM":
                span = self.document.head_of(mention)
                text = " ".join(self.document.source.at(span).split())
                names.setdefault(text, Name(text=text, extent=span))
        return tuple(names.values())

    def _canonical(self, kept: Iterable[int]) -> int:
        """The mention that tells most: a name before a noun before a pronoun, the longest, the first."""
        order = {"NAM": 0, "NOM": 1, "PRO": 2}
        mentions = self.document.mentions

        def rank(index: int) -> tuple[bool, int, int, int]:
            mention = mentions[index]
            return mention.quoted, order[mention.level], -self.document.head_of(mention).length, index

        return min(kept, key=rank)

    def _mention(self, index: int, entity_id: str, entity_type: str, *, canonical: bool) -> None:
        document, mention = self.document, self.document.mentions[index]
        head = document.head_of(mention)
        extent = head if mention.level == "NAM" or self.scope.heads_only else document.extent_of(mention)
        mention_id = mention.id or f"m-{self.doc}-{index + 1}"
        self.mention_ids[index] = mention_id
        self.records.add(
            Mention(
                id=mention_id,
                entity=entity_id,
                level=mention.level,
                type=entity_type,
                extent=extent,
                head=head,
                text=document.source.at(extent),
                head_text=document.source.at(head),
                canonical=canonical,
                ldc_type=mention.ldc_type or mention.level,
                role=mention.role,
                metonymy=mention.metonymy,
                confidence=confidence(mention.probability),
                extra=(("quoted", "true"),) if mention.quoted else (),
            )
        )

    def _fillers(self) -> None:
        document = self.document
        for index, filler in enumerate(document.fillers):
            extent = document.span(filler.first, filler.end)
            if not self.inside(extent) or (self.scope.text and filler.quoted):
                continue
            self.filler_ids[index] = f"fil-{self.doc}-{index + 1}"
            self.records.add(
                Filler(
                    id=self.filler_ids[index],
                    type=filler.type,
                    subtype=filler.subtype,
                    text=document.source.at(extent),
                    value=filler.value,
                    extent=extent,
                    confidence=confidence(filler.probability),
                )
            )

    # -- relations ---------------------------------------------------------------

    def _refs(self, argument: FoundArgument) -> tuple[str, str] | None:
        """(object, mention) ids of an argument; None where it is left out."""
        if argument.kind == "filler":
            found = self.filler_ids.get(argument.index)
            return None if found is None else (found, found)
        mention = self.mention_ids.get(argument.index)
        if mention is None:
            return None
        return self.entity_ids[self.document.mentions[argument.index].entity], mention

    def _relations(self) -> None:
        groups: dict[tuple[object, ...], list[tuple[int, FoundRelation, list[tuple[str, str]]]]] = {}
        for index, found in enumerate(self.document.relations):
            if found.scheme not in self.scope.relations or (found.scheme in _FACTS and not found.factual):
                continue
            refs = [self._refs(argument) for argument in found.arguments]
            kept = [ref for ref in refs if ref is not None]
            if len(kept) < len(refs):
                continue
            parts = tuple((argument.role, ref[0]) for argument, ref in zip(found.arguments, kept, strict=True))
            trigger = self._words(found.trigger) if found.scheme == "open" else ""
            key = (found.scheme, found.type, found.subtype, parts, trigger)
            groups.setdefault(key, []).append((index, found, kept))
        for number, group in enumerate(groups.values(), 1):
            self._relation(f"r-{self.doc}-{number}", group)

    def _words(self, words: tuple[int, int] | None) -> str:
        return self.document.text_of(*words).lower() if words else ""

    def _relation(self, relation_id: str, group: list[tuple[int, FoundRelation, list[tuple[str, str]]]]) -> None:
        _, best, refs = max(group, key=lambda item: item[1].probability)
        arguments = tuple(
            Argument(role=argument.role, ref=ref[0]) for argument, ref in zip(best.arguments, refs, strict=True)
        )
        ace = best.scheme == "ace"
        self.records.add(
            Relation(
                id=relation_id,
                type=best.type,
                subtype=best.subtype,
                arguments=arguments,
                modality=best.modality if ace else "",
                tense=best.tense if ace else "",
                confidence=confidence(best.probability),
            )
        )
        for number, (index, found, mention_refs) in enumerate(group, 1):
            self._relation_mention(f"{relation_id}-{number}", relation_id, index, found, mention_refs)

    def _relation_mention(
        self, mention_id: str, relation_id: str, index: int, found: FoundRelation, refs: list[tuple[str, str]]
    ) -> None:
        document = self.document
        sentence = document.sentences[found.sentence]
        extent = document.span(*(found.extent or (sentence.first, sentence.end)))
        provenance = tuple(document.span(*words) for words in found.provenance) or (extent,)
        self.target_ids["relation", index] = mention_id
        self.records.add(
            RelationMention(
                id=mention_id,
                relation=relation_id,
                arguments=tuple(
                    self._argument(argument, ref[1]) for argument, ref in zip(found.arguments, refs, strict=True)
                ),
                extent=extent,
                text=document.source.at(extent),
                trigger=document.span(*found.trigger) if found.trigger else None,
                trigger_text=document.text_of(*found.trigger) if found.trigger else "",
                realis=found.realis if found.scheme == "ere" else "",
                lexical_condition=found.lexical_condition,
                provenance=provenance,
                confidence=confidence(found.probability),
            )
        )

    def _argument(self, argument: FoundArgument, ref: str) -> Argument:
        record = self.records.mentions.get(ref) or self.records.fillers.get(ref)
        text = record.text if record is not None else ""
        extent = record.extent if record is not None else None
        return Argument(role=argument.role, ref=ref, text=text, extent=extent, realis=argument.realis)

    # -- events and attitudes ------------------------------------------------------

    def _events(self) -> None:
        groups: dict[int, list[tuple[int, FoundEvent]]] = {}
        for index, found in enumerate(self.document.events):
            if self.inside(self.document.span(*found.trigger)):
                groups.setdefault(found.event if found.event >= 0 else -1 - index, []).append((index, found))
        for number, group in enumerate(groups.values(), 1):
            self._event(f"h-{self.doc}-{number}", group)

    def _event(self, event_id: str, group: list[tuple[int, FoundEvent]]) -> None:
        best = max((found for _, found in group), key=lambda found: found.probability)
        objects: dict[tuple[str, str], Argument] = {}
        for index, found in group:
            kept = []
            for number, argument in enumerate(found.arguments):
                ref = self._refs(argument)
                if ref is not None:
                    kept.append(self._argument(argument, ref[1]))
                    self.target_ids[f"argument-{number}", index] = ref[1]
                    objects.setdefault((argument.role, ref[0]), Argument(role=argument.role, ref=ref[0]))
            self._event_mention(event_id, index, found, tuple(kept))
        self.records.add(
            Event(
                id=event_id,
                type=best.type,
                subtype=best.subtype,
                arguments=tuple(objects.values()),
                confidence=confidence(best.probability),
            )
        )

    def _trigger(self, found: FoundEvent) -> Span:
        """Its words; of a single Arabic word what is left without the letters that lean on it."""
        document, (first, end) = self.document, found.trigger
        if document.language == "ar" and end - first == 1:
            return Span(document.id, *bare(document, document.words[first]))
        return document.span(first, end)

    def _event_mention(self, event_id: str, index: int, found: FoundEvent, arguments: tuple[Argument, ...]) -> None:
        document = self.document
        sentence = document.sentences[found.sentence]
        mention_id = f"em-{self.doc}-{index + 1}"
        self.target_ids["event", index] = mention_id
        extent, trigger = document.span(sentence.first, sentence.end), self._trigger(found)
        self.records.add(
            EventMention(
                id=mention_id,
                event=event_id,
                type=found.type,
                subtype=found.subtype,
                realis=found.realis,
                trigger=trigger,
                trigger_text=document.source.at(trigger),
                extent=extent,
                text=document.source.at(extent),
                arguments=arguments,
                confidence=confidence(found.probability),
            )
        )

    def _target(self, found: FoundAttitude) -> str | None:
        if found.target_kind == "entity":
            return self.mention_ids.get(found.target)
        return self.target_ids.get((found.target_kind, found.target))

    def _attitudes(self) -> None:
        for number, found in enumerate(self.document.attitudes, 1):
            target = self._target(found)
            source = None if found.source is None else self.mention_ids.get(found.source)
            argument = None
            if found.argument is not None:
                argument = self.target_ids.get((f"argument-{found.argument}", found.target))
            if target is None or (found.source is not None and source is None):
                continue
            if found.argument is not None and argument is None:
                continue
            self.records.add(
                Attitude(
                    id=f"att-{self.doc}-{number}",
                    doc=self.doc,
                    kind=found.kind,
                    target=target,
                    target_kind=found.target_kind,
                    value=found.value,
                    source=source,
                    argument=argument,
                    polarity=found.polarity,
                    sarcasm=found.sarcasm,
                    confidence=confidence(found.probability),
                )
            )
