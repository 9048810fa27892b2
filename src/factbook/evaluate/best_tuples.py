"""Private state tuples (seeds 000 and 004): (source entity, target object, value, provenance list).

A belief NA and a sentiment "none" make no tuple. Belief about an argument of an event is no part of the evaluation,
nor is the polarity of a belief or sarcasm. A target inside a quote is out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from factbook.evaluate.best_pairs import Pair, Tuple, pair_tuples
from factbook.evaluate.scope import Regions, document_labels
from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Locator
from factbook.text.offsets import Span

if TYPE_CHECKING:
    from factbook.evaluate.best_mapping import EreMapping

NONE = "NONE"  # the source where there is none, on both sides
_NO_TUPLE = {"belief": ("na",), "sentiment": ("none",)}


class BestDocument(msgspec.Struct, frozen=True, kw_only=True):
    """One document of one side: its attitudes and the ERE that they refer to.

    `quotes` of the gold side hold for both. A system document without `ere` refers to gold's.
    """

    id: str
    attitudes: KB
    ere: KB | None = None
    quotes: tuple[Span, ...] = ()
    file: str = ""


class DocumentTuples(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Both sides of one document, in gold's ids."""

    id: str
    gold: tuple[Tuple, ...]
    system: tuple[Tuple, ...]
    labels: dict[str, str]

    @cached_property
    def pairs(self) -> list[Pair]:
        """Who took whom. A belief never takes a sentiment, so the pairs of one kind are among these."""
        return pair_tuples(self.gold, self.system)


class TupleSet(msgspec.Struct, frozen=True):
    """All documents, and what went wrong on the way."""

    documents: tuple[DocumentTuples, ...]
    warnings: tuple[str, ...] = ()


def tuples_of(gold: Mapping[str, BestDocument], system: Mapping[str, BestDocument]) -> TupleSet:
    """Tuples of all gold documents; a document without a system file counts as one without attitudes."""
    documents, warnings = [], []
    for id, ours in gold.items():
        ere = ours.ere or KB()
        theirs = system.get(id)
        if theirs is None:
            warnings.append(f"{id}: no system file; it counts as empty")
        made = _Maker(ours.attitudes, ere, None, Regions({_name(ere, id): ours.quotes}), ours.file or id)
        predicted: tuple[Tuple, ...] = ()
        if theirs is not None:
            mapping = _mapping(ere, theirs.ere) if theirs.ere is not None else None
            regions = Regions({_name(theirs.ere or ere, id): ours.quotes})
            other = _Maker(theirs.attitudes, theirs.ere or ere, mapping, regions, theirs.file or id)
            predicted = other.tuples()
            warnings.extend(other.warnings)
        gold_tuples = made.tuples()
        warnings.extend(made.warnings)
        labels = document_labels(id, ere.documents.get(id))
        documents.append(DocumentTuples(id=id, gold=gold_tuples, system=predicted, labels=labels))
    warnings.extend(f"{id}: no gold file; not scored" for id in system if id not in gold)
    return TupleSet(tuple(documents), tuple(warnings))


def _mapping(gold: KB, predicted: KB) -> EreMapping:
    from factbook.evaluate.best_mapping import map_ere  # output on gold ERE needs none

    return map_ere(gold, predicted)


def _name(ere: KB, id: str) -> str:
    """How the ERE's spans call the document."""
    for mention in ere.mentions.values():
        return mention.doc
    return id


class _Maker:
    """Makes the tuples of one side of one document."""

    def __init__(self, attitudes: KB, ere: KB, mapping: EreMapping | None, regions: Regions, file: str) -> None:
        self.attitudes, self.ere, self.mapping, self.regions, self.file = attitudes, ere, mapping, regions, file
        self.warnings: list[str] = []
        self.tables = {
            "entity": (ere.mentions, "entity"),
            "relation": (ere.relation_mentions, "relation"),
            "event": (ere.event_mentions, "event"),
        }

    def tuples(self) -> tuple[Tuple, ...]:
        """Seed 000, scoring 1a-d: one tuple a (source, target, value), target mentions as its provenance."""
        found: dict[tuple[str, str, str, str], list[tuple[Attitude, str]]] = {}
        for attitude in self.attitudes.attitudes.values():
            value = attitude.value.lower()
            if attitude.argument is not None or value in _NO_TUPLE.get(attitude.kind, ()):
                continue
            ends = self._ends(attitude)
            if ends is None:
                continue
            source, target, mention = ends
            key = (attitude.kind, source, target, value)
            if key in found:
                found[key].append((attitude, mention))
            else:
                found[key] = [(attitude, mention)]
        return tuple(_tuple(*key, members) for key, members in found.items())

    def _ends(self, attitude: Attitude) -> tuple[str, str, str] | None:
        """Source object, target object and target mention; None if it is not scored."""
        table, field = self.tables[attitude.target_kind]
        target = table.get(attitude.target)  # type: ignore[attr-defined]
        if target is None:
            where = dict(attitude.extra).get("line", "")
            self._unknown("target", attitude.target, where)
            return None
        source = NONE
        if attitude.source is not None:
            mention = self.ere.mentions.get(attitude.source)
            if mention is None:
                self._unknown("source", attitude.source, dict(attitude.extra).get("line", ""))
                return None
            source = self._object(mention.entity)
        if self.regions and any(self.regions.has(*place) for place in self._places(target)):
            return None
        return source, self._object(getattr(target, field)), self._mention(attitude.target)

    def _unknown(self, what: str, id: str, line: str) -> None:
        place = f"{self.file}:{line}" if line else self.file
        self.warnings.append(f"{place}: error: unknown {what} mention {id}; the attitude is not scored")

    def _object(self, id: str) -> str:
        return id if self.mapping is None else self.mapping.objects.get(id, f"?{id}")

    def _mention(self, id: str) -> str:
        return id if self.mapping is None else self.mapping.mentions.get(id, f"?{id}")

    def _places(self, target: msgspec.Struct) -> list[tuple[str, int, int]]:
        """Where a target stands: an entity mention's extent, a trigger, or without one the argument mentions."""
        trigger = getattr(target, "trigger", None)
        arguments: tuple[Argument, ...] = getattr(target, "arguments", ())
        spans: list[Locator | None]
        if trigger is not None:
            spans = [trigger]
        elif arguments:
            spans = [self._argument_place(argument) for argument in arguments]
        else:
            spans = [getattr(target, "extent", None)]
        return [(span.doc, span.start, span.end) for span in spans if isinstance(span, Span)]

    def _argument_place(self, argument: Argument) -> Locator | None:
        if argument.ref in self.ere.mentions:
            return self.ere.mentions[argument.ref].extent
        filler = self.ere.fillers.get(argument.ref)
        return filler.extent if filler is not None else argument.extent


def _tuple(kind: str, source: str, target: str, value: str, members: Sequence[tuple[Attitude, str]]) -> Tuple:
    """The tuple of attitudes that say the same, each with its target mention."""
    confidences = [one.confidence for one, _ in members if one.confidence is not None]
    return Tuple(
        kind=kind,
        source=source,
        target=target,
        target_kind=members[0][0].target_kind,
        value=value,
        provenance=tuple(dict.fromkeys([mention for _, mention in members])),
        confidence=max(confidences) if confidences else None,
    )
