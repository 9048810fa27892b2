"""The knowledge base as Cold Start wants it (seed 002): specific entities, one line a fact, inverses."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from factbook.link.canonical import best_mention
from factbook.link.complete import add_inverses
from factbook.link.keys import number
from factbook.model.kb import KB
from factbook.model.records import Argument, Filler, Mention, Relation, RelationMention
from factbook.query.closure import inferred
from factbook.query.collect import REJECTED, collection
from factbook.schema.coldstart import SLOTS, edition_of, inverse_of, run_language
from factbook.store.ids import public_id
from factbook.store.store import Store
from factbook.text.offsets import Span

_TYPES = frozenset({"PER", "ORG", "GPE", "LOC", "FAC"})
_UNSPECIFIC = frozenset({"NSP", "GEN", "NEG", "USP"})


def coldstart(
    store: Store, *, name: str = "factbook", closed: bool = False, edition: str = "2016", facts: bool = True
) -> KB:
    """Entities, mentions and winning facts of the whole knowledge base. `closed`: nothing comes from the gazetteer.

    Entity discovery has no `facts`: then only entities and mentions.
    A name such as Acme_KB_SPA_1 is that of a monolingual run: only documents of that language count (seed 002,
    "Submissions").
    """
    whole = collection(store, name=name, only=SLOTS if facts else ())
    kb = KB(name=name, documents=whole.documents)
    _mentions(whole, kb)
    kb.forget_indexes()
    if facts:
        _facts(store, whole, kb, closed=closed, edition=edition)
    language = run_language(name)
    if not language:
        return kb
    found = store.connection.execute("SELECT name FROM document WHERE language = ?", (language,))
    return restricted(kb, (document for (document,) in found))


def _facts(store: Store, whole: KB, kb: KB, *, closed: bool, edition: str) -> None:
    limits = edition_of(edition)
    lines = _Lines(kb, limits.max_spans, limits.max_span)
    # Single-valued slots first: an inverse that a document states must not bring a second value back.
    ordered = sorted(whole.relations.values(), key=lambda r: not (r.type in SLOTS and SLOTS[r.type].single))
    for relation in ordered:
        if relation.type in SLOTS and REJECTED not in relation.extra:
            lines.add(relation, whole.mentions_of_relation.get(relation.id, ()), whole.fillers)
    for answer in inferred(store, outside=store.settings.outside and not closed):
        spans = tuple(Span(item.document, *item.spans[0]) for item in answer.evidence if item.spans)
        lines.put(answer.subject, answer.slot, answer.entity, "", spans, answer.confidence, inferred=answer.inferred)
    kb.forget_indexes()
    add_inverses(kb, lines.naming_first)


def _mentions(whole: KB, kb: KB) -> None:
    for identity, mentions in whole.mentions_of.items():
        entity = whole.entities[identity]
        usable = [m for m in mentions if m.level in ("NAM", "NOM") and isinstance(m.heads, Span)]
        named = any(m.level == "NAM" for m in usable)
        if entity.type not in _TYPES or not usable or (entity.specificity in _UNSPECIFIC and not named):
            continue
        kb.entities[identity] = entity
        by_document: dict[str, list[Mention]] = {}
        for mention in usable:
            by_document.setdefault(mention.doc, []).append(mention)
        # Two entities of one document may have become one: it still has one canonical mention there.
        best = {chosen.id for group in by_document.values() if (chosen := best_mention(group)) is not None}
        for mention in usable:
            # A nominal mention is the head of its phrase (seed 002, "Schema").
            head = mention.heads if mention.level == "NOM" else mention.extent
            text = mention.head_text or mention.text if mention.level == "NOM" else mention.text
            kb.mentions[mention.id] = msgspec.structs.replace(
                mention, extent=head, head=None, text=text, head_text="", canonical=mention.id in best
            )


class _Lines:
    """Writes facts as one line each, where the provenance attests both ends."""

    def __init__(self, kb: KB, spans: int, characters: int) -> None:
        self.kb, self.max_spans, self.max_characters = kb, spans, characters
        self.chosen: dict[tuple[str, str], str] = {}  # values of single-valued slots
        self.levels: dict[tuple[str, str], int] = {}  # entity, document -> 2 named there, 1 nominal
        for mention in kb.mentions.values():
            self._see(mention)

    def _see(self, mention: Mention) -> None:
        key = (mention.entity, mention.doc)
        self.levels[key] = max(self.levels.get(key, 0), 2 if mention.level == "NAM" else 1)

    def add(self, relation: Relation, mentions: Iterable[RelationMention], fillers: dict[str, Filler]) -> None:
        """A fact with all its provenance, the most confident first; of a string first where it is written like this."""
        subject, other = relation.arguments[0].ref, relation.arguments[1].ref
        filler = fillers.get(other)
        value = _written(filler)
        ordered = sorted(mentions, key=lambda m: (_value_of(m, fillers) not in ("", value), -(m.confidence or 0.0)))
        spans: list[Span] = []
        for mention in ordered:
            found = [span for span in _places(mention) if isinstance(span, Span)]
            # Seed 002, "Provenance": the first justification of a string is the string itself.
            if filler is not None and isinstance(filler.extent, Span) and filler.extent not in found:
                found = [filler.extent, *found] if filler.extent.doc == (found[0].doc if found else "") else found
            spans += found
        self.put(subject, relation.type or "", "" if filler else other, value, spans, relation.confidence or 1.0)

    def put(
        self, subject: str, slot: str, other: str, value: str, spans: Iterable[Span], confidence: float,
        *, inferred: str = "",
    ) -> None:  # fmt: skip
        if not self._fits(subject, slot, other):
            return
        kept = self._provenance(subject, other, list(spans))
        if not kept:
            return
        inverse = inverse_of(slot, self.kb.entities[other].type) if other else ""
        if not self._single(subject, slot, other or value) or (inverse and not self._single(other, inverse, subject)):
            return
        self._write(subject, slot, other, value, kept, confidence, inferred)

    def _single(self, subject: str, slot: str, value: str) -> bool:
        """Whether a single-valued slot is free, or has this value."""
        return not SLOTS[slot].single or self.chosen.setdefault((subject, slot), value) == value

    def _fits(self, subject: str, slot: str, other: str) -> bool:
        if subject not in self.kb.entities or slot not in SLOTS:
            return False
        row = SLOTS[slot]
        kind = self.kb.entities[subject].type.lower()
        if slot.partition(":")[0] != kind or kind not in row.domain or bool(other) != row.to_entity:
            return False
        return not other or (other in self.kb.entities and self.kb.entities[other].type.lower() in row.range)

    def _provenance(self, subject: str, other: str, spans: list[Span]) -> tuple[Span, ...]:
        """At most four places, from documents that mention both ends; those that name the object first."""

        def attested(span: Span) -> bool:
            here = self.levels.get((subject, span.doc), 0)
            return bool(here and (not other or self.levels.get((other, span.doc), 0)))

        usable = tuple(self._clipped(span) for span in dict.fromkeys(spans) if attested(span) and span.length > 0)
        return (self.naming_first(other, usable) if other else usable)[: self.max_spans]

    def naming_first(self, other: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        """Documents that name the object first: the canonical mention shown for a fact is that of its object."""
        return tuple(sorted(spans, key=lambda span: -self.levels[other, span.doc]))

    def _clipped(self, span: Span) -> Span:
        return Span(span.doc, span.start, min(span.end, span.start + self.max_characters))

    def _write(
        self, subject: str, slot: str, other: str, value: str, spans: tuple[Span, ...], confidence: float, inferred: str
    ) -> None:
        identity = "R" + public_id(number("triple", subject, slot, other, value))[1:]
        if identity in self.kb.relations:
            return
        ref = other
        if not other:
            ref = f"{identity}v"
            self.kb.fillers[ref] = Filler(id=ref, type="STRING", text=value, extent=spans[0])
        arguments = (Argument(role="subject", ref=subject), Argument(role="object", ref=ref))
        score = min(max(confidence, 0.0001), 1.0)
        self.kb.relations[identity] = Relation(
            id=identity, type=slot, arguments=arguments, confidence=score, inferred=inferred
        )
        self.kb.relation_mentions[f"{identity}m"] = RelationMention(
            id=f"{identity}m", relation=identity, provenance=spans, confidence=score
        )


def _written(filler: Filler | None) -> str:
    return (filler.value or filler.text) if filler is not None else ""


def _value_of(mention: RelationMention, fillers: dict[str, Filler]) -> str:
    """The string that a document states; "" where it states an entity."""
    return _written(fillers.get(mention.arguments[1].ref)) if len(mention.arguments) == 2 else ""


def _places(mention: RelationMention) -> tuple[Span, ...]:
    if mention.provenance:
        return mention.provenance
    found = [mention.extent, *(argument.extent for argument in mention.arguments), mention.trigger]
    return tuple(span for span in found if isinstance(span, Span))


def restricted(kb: KB, documents: Iterable[str]) -> KB:
    """The part of a Cold Start KB whose provenance lies in some documents (a monolingual run)."""
    wanted = set(documents)
    part = KB(name=kb.name, documents={name: row for name, row in kb.documents.items() if name in wanted})
    for mention in kb.mentions.values():
        if mention.doc in wanted:
            part.mentions[mention.id] = mention
            part.entities.setdefault(mention.entity, kb.entities[mention.entity])
    for relation_mention in kb.relation_mentions.values():
        spans = tuple(span for span in relation_mention.provenance if span.doc in wanted)
        if spans:
            part.relation_mentions[relation_mention.id] = msgspec.structs.replace(relation_mention, provenance=spans)
            relation = kb.relations[relation_mention.relation]
            part.relations[relation.id] = relation
            for argument in relation.arguments:
                if argument.ref in kb.fillers:
                    part.fillers[argument.ref] = msgspec.structs.replace(kb.fillers[argument.ref], extent=spans[0])
    part.forget_indexes()
    return part
