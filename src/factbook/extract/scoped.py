"""What an evaluation looks at, of all that is known of a document: its text, types, relations and events.

A knowledge base keeps the relations of ACE and of Rich ERE, slots and open relations side by side. A file of one
evaluation has those of its own inventory only. The result is that of `factbook annotate` for this evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from factbook.extract.output import SCOPES, Inside
from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Locator, Mention, Name
from factbook.schema import ace08, rich_ere
from factbook.text.offsets import Span
from factbook.text.source import Source

_INVENTORIES: dict[str, Callable[[str, str], object]] = {"ace": ace08.relation, "ere": rich_ere.relation}
_QUOTED = ("quoted", "true")


def scoped(kb: KB, source: Source, scheme: str) -> KB:
    """The records of one document that `scheme` looks at: ace, ere or best."""
    return _Scoped(kb, source, scheme).kb()


class _Scoped:
    """Copies records, layer by layer; what refers to a record that is left out is left out too."""

    def __init__(self, kb: KB, source: Source, scheme: str) -> None:
        self.whole, self.scope = kb, SCOPES[scheme]
        self.inside = Inside(source, self.scope.text)
        self.part = KB(name=kb.name, documents=dict(kb.documents))

    def kb(self) -> KB:
        self._entities()
        if self.scope.fillers:
            for filler in self.whole.fillers.values():
                if self._counts(filler.extent):
                    self.part.add(filler)
        self._relations()
        if self.scope.events:
            self._events()
        if self.scope.attitudes:
            for attitude in self.whole.attitudes.values():
                if self._holds(attitude):
                    self.part.add(attitude)
        return self.part

    def _counts(self, place: Locator | None) -> bool:
        return isinstance(place, Span) and self.inside(place)

    def _entities(self) -> None:
        mentions = self.whole.mentions_of
        for entity in self.whole.entities.values():
            if entity.type not in self.scope.types:
                continue
            kept = [one for one in mentions.get(entity.id, ()) if self._counts(one.heads) and _QUOTED not in one.extra]
            if kept:
                self.part.add(msgspec.structs.replace(entity, names=_names(kept)))
                for mention in kept:
                    self.part.add(mention)

    def _known(self, arguments: Iterable[Argument]) -> list[bool]:
        tables = (self.part.mentions, self.part.entities, self.part.fillers)
        return [any(argument.ref in table for table in tables) for argument in arguments]

    def _relations(self) -> None:
        mentions = self.whole.mentions_of_relation
        for relation in self.whole.relations.values():
            kinds = [_INVENTORIES[name](relation.type or "", relation.subtype) for name in self.scope.relations]
            kept = [one for one in mentions.get(relation.id, ()) if all(self._known(one.arguments))]
            if any(kinds) and kept and all(self._known(relation.arguments)):
                self.part.add(relation)
                for mention in kept:
                    self.part.add(mention)

    def _events(self) -> None:
        mentions = self.whole.mentions_of_event
        for event in self.whole.events.values():
            kept = [one for one in mentions.get(event.id, ()) if self._counts(one.trigger)]
            if kept:
                self.part.add(msgspec.structs.replace(event, arguments=self._arguments(event.arguments)))
                for mention in kept:
                    self.part.add(msgspec.structs.replace(mention, arguments=self._arguments(mention.arguments)))

    def _arguments(self, arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
        return tuple(one for one, known in zip(arguments, self._known(arguments), strict=True) if known)

    def _holds(self, attitude: Attitude) -> bool:
        """Whether its source, its target and the argument it is about are left."""
        part = self.part
        event = part.event_mentions.get(attitude.target)
        target = event or attitude.target in part.mentions or attitude.target in part.relation_mentions
        source = attitude.source is None or attitude.source in part.mentions
        about = attitude.argument is None or (
            event is not None and any(argument.ref == attitude.argument for argument in event.arguments)
        )
        return bool(target) and source and about


def _names(mentions: Iterable[Mention]) -> tuple[Name, ...]:
    """The names of an entity, each once, in document order."""
    found: dict[str, Name] = {}
    for mention in mentions:
        if mention.level == "NAM":
            text = " ".join((mention.head_text or mention.text).split())
            found.setdefault(text, Name(text=text, extent=mention.heads))
    return tuple(found.values())
