"""A document's KB as rows of the store: entities, mentions, facts, events, attitudes."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from factbook.link.canonical import canonical_mentions
from factbook.link.profile import Profile, profiles
from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Relation
from factbook.text.offsets import Span
from factbook.text.source import Source

Row = tuple[Any, ...]


class Rows(NamedTuple):
    """Rows by table, ready for executemany."""

    local_entity: list[Row]
    mention: list[Row]
    fact: list[Row]
    event: list[Row]
    argument: list[Row]
    attitude: list[Row]
    profiles: list[Profile]


class Counters:
    """The next free integer keys."""

    def __init__(self, local: int, fact: int, event: int, attitude: int) -> None:
        self.local, self.fact, self.event, self.attitude = local, fact, event, attitude


class DocumentRows:
    """Makes the rows of one document."""

    def __init__(self, source: Source, kb: KB, number: int, counters: Counters, taken: dict[str, int]) -> None:
        self.source, self.kb, self.number, self.counters = source, kb, number, counters
        self.taken = taken  # entities that were taken out by hand: key to node
        self.local: dict[str, int] = {}  # entity id -> local number
        self.of_local: dict[int, int] = {}  # local number -> collection entity before linking
        self.facts: dict[str, int] = {}  # relation mention and relation ids -> fact number
        self.events: dict[str, int] = {}  # event mention id -> event number
        self.rows = Rows([], [], [], [], [], [], [])

    def make(self) -> Rows:
        self._entities()
        self._mentions()
        for relation in self.kb.relations.values():
            self._fact(relation)
        self._events()
        for attitude in self.kb.attitudes.values():
            self._attitude(attitude)
        return self.rows

    def _entities(self) -> None:
        found = profiles(self.kb, date=self.source.date)
        self.rows.profiles.extend(found)
        for profile in found:
            number = self.counters.local
            self.counters.local += 1
            self.local[profile.entity] = number
            node = self.taken.get(profile.entity) or profile.node(self.source.id)
            group = self.taken.get(profile.entity) or profile.group() or node
            self.of_local[number] = node
            named = 0 if profile.name is None else 2 if profile.name.short else 1
            name = profile.name.text if profile.name else self._description(profile.entity)
            self.rows.local_entity.append(
                (number, self.number, profile.entity, profile.type, name, profile.mentions, named, profile.features,
                 int(profile.context), group, node, node)
            )  # fmt: skip

    def _description(self, entity: str) -> str:
        """What an entity without a name is called: its first nominal mention."""
        mentions = self.kb.mentions_of.get(entity, ())
        best = min(mentions, key=lambda m: (m.level != "NOM", getattr(m.extent, "start", 0)), default=None)
        return best.text if best else ""

    def _mentions(self) -> None:
        canonical = canonical_mentions(self.kb)
        for seq, mention in enumerate(self.kb.mentions.values()):
            place = mention.heads
            if not isinstance(place, Span) or mention.entity not in self.local:
                continue
            text = mention.head_text or mention.text or self.source.at(place)
            self.rows.mention.append(
                (self.number, place.start, place.end, seq, self.local[mention.entity], mention.level, text,
                 int(mention.id in canonical), mention.confidence)
            )  # fmt: skip

    def _fact(self, relation: Relation) -> None:
        if len(relation.arguments) < 2:
            return
        subject, other = relation.arguments[0], relation.arguments[1]
        start = self.local.get(subject.ref)
        if start is None:
            return
        end = self.local.get(other.ref)
        value = "" if end is not None else self._value(other)
        number = self.counters.fact
        self.counters.fact += 1
        self.facts[relation.id] = number
        mentions = self.kb.mentions_of_relation.get(relation.id, ())
        spans: dict[Span, None] = {}
        for mention in mentions:
            self.facts[mention.id] = number
            spans |= dict.fromkeys(self._provenance(mention))
        confidences = [m.confidence for m in mentions if m.confidence is not None]
        confidence = relation.confidence if relation.confidence is not None else max(confidences, default=1.0)
        kind, predicate = _predicate(relation, mentions)
        self.rows.fact.append(
            (number, self.number, relation.id, kind, predicate, start, end, self.of_local[start],
             None if end is None else self.of_local[end], value, confidence, relation.inferred,
             json.dumps([_place(span, self.source.id) for span in spans]))
        )  # fmt: skip

    def _value(self, argument: Argument) -> str:
        filler = self.kb.fillers.get(argument.ref)
        if filler is None:
            return argument.text
        return filler.value or filler.text

    def _provenance(self, mention: Any) -> list[Span]:
        if mention.provenance:
            return list(mention.provenance)
        spans = [mention.extent] if isinstance(mention.extent, Span) else []
        if not spans:
            for argument in mention.arguments:
                record = self.kb.mentions.get(argument.ref) or self.kb.fillers.get(argument.ref)
                extent = argument.extent or (record.extent if record else None)
                if isinstance(extent, Span):
                    spans.append(extent)
        if isinstance(mention.trigger, Span):
            spans.append(mention.trigger)
        return spans

    def _events(self) -> None:
        for mention in self.kb.event_mentions.values():
            number = self.counters.event
            self.counters.event += 1
            self.events[mention.id] = number
            place = mention.trigger or (mention.extent if isinstance(mention.extent, Span) else None)
            name = ".".join(part for part in (mention.type, mention.subtype) if part)
            self.rows.event.append(
                (number, self.number, mention.id, mention.event, name, mention.realis, place.start if place else None,
                 place.end if place else None, mention.trigger_text or mention.text, mention.confidence)
            )  # fmt: skip
            for seq, argument in enumerate(mention.arguments):
                local = self._local_of(argument.ref)
                value = "" if local is not None else self._value(argument)
                entity = None if local is None else self.of_local[local]
                self.rows.argument.append((number, seq, self.number, argument.role, local, entity, value))

    def _local_of(self, ref: str | None) -> int | None:
        """The local entity that a mention id or entity id stands for."""
        if ref is None:
            return None
        mention = self.kb.mentions.get(ref)
        return self.local.get(mention.entity if mention else ref)

    def _attitude(self, attitude: Attitude) -> None:
        number = self.counters.attitude
        self.counters.attitude += 1
        place = self._target_place(attitude)
        author = self._author(place)
        source = self._local_of(attitude.source)
        holder = "other"
        if source is None:
            # Seed 000: in newswire nobody but the writer is left when no source is named.
            holder = "author" if not self.source.posts else "nobody"
        elif source == author:
            holder = "author"
        target = self._local_of(attitude.target) if attitude.target_kind == "entity" else None
        argument = self._local_of(attitude.argument)
        entities = [None if local is None else self.of_local[local] for local in (source, author, target, argument)]
        self.rows.attitude.append(
            (number, self.number, attitude.id, attitude.kind, attitude.value, attitude.polarity, int(attitude.sarcasm),
             holder, source, entities[0], author, entities[1],
             "argument" if attitude.argument is not None else attitude.target_kind, target, entities[2],
             self.facts.get(attitude.target) if attitude.target_kind == "relation" else None,
             self.events.get(attitude.target) if attitude.target_kind == "event" else None,
             argument, entities[3], place.start if place else None, place.end if place else None,
             attitude.confidence)
        )  # fmt: skip

    def _target_place(self, attitude: Attitude) -> Span | None:
        record: Any = None
        for table in (self.kb.mentions, self.kb.relation_mentions, self.kb.event_mentions):
            record = record or table.get(attitude.target)
        if record is None:
            return None
        place = getattr(record, "trigger", None) or record.extent
        if not isinstance(place, Span) and attitude.target in self.kb.relation_mentions:
            place = next(iter(self._provenance(record)), None)
        return place if isinstance(place, Span) else None

    def _author(self, place: Span | None) -> int | None:
        """The local entity that wrote the post around a place."""
        found = self.source.author_at(place.start) if place is not None else None
        if found is None:
            return None
        for mention in self.kb.mentions.values():
            if isinstance(mention.extent, Span) and (mention.extent.start, mention.extent.end) == (
                found[1].start,
                found[1].end,
            ):
                return self.local.get(mention.entity)
        return None


def _predicate(relation: Relation, mentions: Any) -> tuple[str, str]:
    """Kind and name of a fact: a slot, a relation type, or the words of an open relation."""
    if relation.type is None:
        words = next((m.trigger_text or m.text for m in mentions if m.trigger_text or m.text), "")
        return "open", words
    if ":" in relation.type:
        return "slot", relation.type
    return "relation", ".".join(part for part in (relation.type, relation.subtype) if part)


def _place(span: Span, document: str) -> list[Any]:
    """A span for JSON; the document only where it is another one."""
    return [span.start, span.end] if span.doc == document else [span.start, span.end, span.doc]
