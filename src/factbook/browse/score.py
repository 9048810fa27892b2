"""Scores to be shown: the table of `factbook score`, and each item that a system got wrong on its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from factbook.evaluate.measure import Match
from factbook.evaluate.scoring import Scored, ScoreTable
from factbook.model.kb import KB
from factbook.schema.coldstart import SLOTS
from factbook.text.offsets import Span

_WORD = re.compile(r"[^\s{}]+")
FINE = ("right", "ignored")


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How one system fared on an item."""

    system: str
    outcome: str  # right partial wrong missed spurious ignored
    stage: str = ""
    reason: str = ""
    answer: str = ""  # the system's item
    cost: float = 0.0
    spans: tuple[tuple[int, int], ...] = ()


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A gold item, or one that only a system has, with what each system made of it."""

    number: int
    measure: str
    unit: str
    document: str
    gold: str
    text: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    labels: dict[str, str] = {}
    verdicts: tuple[Verdict, ...] = ()

    @property
    def wrong(self) -> bool:
        return any(verdict.outcome not in FINE for verdict in self.verdicts)

    @property
    def differs(self) -> bool:
        """Whether systems fared differently; one that is not there missed nothing."""
        return len({verdict.outcome for verdict in self.verdicts}) > 1


class Scores:
    """A score table with its items."""

    def __init__(self, table: ScoreTable, items: tuple[Item, ...]) -> None:
        self.table, self.items = table, items

    @property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(result.system for result in self.table.results))

    @property
    def measures(self) -> list[str]:
        return list(dict.fromkeys(result.measure.short for result in self.table.results))

    @classmethod
    def of(cls, table: ScoreTable, gold: Any, systems: Mapping[str, Any]) -> Scores:
        """Scores with the items placed on their documents."""
        places = {"": Places(gold), **{name: Places(content) for name, content in systems.items()}}
        return cls(table, tuple(_numbered(table.results, places)))


class Places:
    """Where the items of gold or of a system stand: ids of records to spans, whatever holds the records."""

    def __init__(self, content: Any) -> None:
        self.kbs = list(_kbs(content))
        self.found: dict[str, tuple[Span, ...]] = {}

    def spans(self, item: str | None, unit: str) -> tuple[Span, ...]:
        """The places of an item: of the record with this id, or of all records that its text names."""
        if not item:
            return ()
        key = f"{unit}\t{item}"
        if key not in self.found:
            self.found[key] = tuple(dict.fromkeys(self._look(item, unit)))
        return self.found[key]

    def _look(self, item: str, unit: str) -> Iterator[Span]:
        own = [kb for kb in self.kbs if unit in kb.documents] or self.kbs
        for kb in own:
            spans = list(_record(kb, item)) or list(_fact(kb, item))
            if spans:
                yield from spans
                return
        words = [word for word in _WORD.findall(item) if len(word) > 1]
        for kb in own:
            yield from (span for word in words for span in _record(kb, word.lstrip(":?"), mentions_only=True))


def _kbs(content: Any) -> Iterator[KB]:
    """The KBs of what a measure compares: one, one a document, or attitudes with their ERE."""
    if isinstance(content, KB):
        yield content
    elif isinstance(content, Mapping):
        for part in content.values():
            yield from _kbs(part)
    elif hasattr(content, "attitudes") and hasattr(content, "ere"):
        yield from (kb for kb in (content.ere, content.attitudes) if isinstance(kb, KB))
    elif hasattr(content, "kb"):
        yield from _kbs(content.kb)


def _record(kb: KB, identity: str, *, mentions_only: bool = False) -> Iterator[Span]:
    tables: tuple[Mapping[str, Any], ...] = (kb.mentions, kb.relation_mentions, kb.event_mentions)
    for table in tables:
        record = table.get(identity)
        if record is not None:
            yield from _of(kb, record)
            return
    if mentions_only:
        return
    for members in (kb.mentions_of, kb.mentions_of_relation, kb.mentions_of_event):
        for record in members.get(identity, ()):
            yield from _of(kb, record)


def _of(kb: KB, record: Any) -> Iterator[Span]:
    """The places of a mention: its head, its provenance, its extent, or the places of its arguments."""
    head = getattr(record, "head", None)
    provenance = tuple(getattr(record, "provenance", ()) or ())
    for place in (head, *provenance, getattr(record, "trigger", None), record.extent):
        if isinstance(place, Span):
            yield place
            if not provenance:
                return
    for argument in getattr(record, "arguments", ()) if not provenance else ():
        mention = kb.mentions.get(argument.ref)
        if mention is not None and isinstance(mention.extent, Span):
            yield mention.extent


def _fact(kb: KB, item: str) -> Iterator[Span]:
    """The provenance of a fact written `:E1 per:children :E2` or `:E1 per:title "mayor"`, or of its inverse."""
    words = item.split(None, 2)
    slot = SLOTS.get(words[1]) if len(words) == 3 else None
    if slot is None:
        return
    subject, value = words[0].lstrip(":"), words[2].lstrip(":").strip('"').casefold()
    for relation in kb.relations.values():
        if relation.type is None or len(relation.arguments) != 2:
            continue
        first, second = (argument.ref.lstrip(":") for argument in relation.arguments)
        filler = kb.fillers.get(relation.arguments[1].ref)
        texts = {second.casefold()} if filler is None else {filler.text.casefold(), filler.value.casefold()}
        direct = relation.type == words[1] and first == subject and value in texts
        turned = relation.type.partition(":")[2] == slot.inverse != "" and second == subject
        if direct or (turned and first.casefold() == value):
            for mention in kb.mentions_of_relation.get(relation.id, ()):
                yield from _of(kb, mention)


def _numbered(results: Iterable[Scored], places: Mapping[str, Places]) -> Iterator[Item]:
    """Items by measure, document and place; what all systems say of one gold item is one item."""
    groups: dict[tuple[str, str, str], list[tuple[str, Match]]] = {}
    for result in results:
        for index, match in enumerate(result.counted.matches):
            own = match.gold or f"\t{result.system}\t{index}"
            groups.setdefault((result.measure.short, match.unit, own), []).append((result.system, match))
    items = [_item(measure, unit, members, places) for (measure, unit, _), members in groups.items()]
    items.sort(key=lambda item: (item.measure, item.document, item.spans[:1], item.gold))
    for number, item in enumerate(items, 1):
        yield msgspec.structs.replace(item, number=number)


def _item(measure: str, unit: str, members: list[tuple[str, Match]], places: Mapping[str, Places]) -> Item:
    first = members[0][1]
    gold = places[""].spans(first.gold, unit)
    answers = {system: places[system].spans(match.system, unit) for system, match in members if system in places}
    anywhere = gold or next((spans for spans in answers.values() if spans), ())
    document = anywhere[0].doc if anywhere else first.labels.get("document", unit)
    return Item(
        number=0,
        measure=measure,
        unit=unit,
        document=document,
        gold=first.gold or "",
        text=first.labels.get("text", ""),
        spans=_pairs(gold, document),
        labels=first.labels,
        verdicts=tuple(
            Verdict(
                system=system,
                outcome=match.outcome,
                stage=match.stage,
                reason=match.reason,
                answer=match.system or "",
                cost=match.cost,
                spans=_pairs(answers.get(system, ()), document),
            )
            for system, match in members
        ),
    )


def _pairs(spans: Iterable[Span], document: str) -> tuple[tuple[int, int], ...]:
    return tuple((span.start, span.end) for span in spans if span.doc == document)
