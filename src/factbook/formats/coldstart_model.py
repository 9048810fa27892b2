"""Cold Start assertions to the records of a `KB` and back.

An entity is a node; a mention is a mention or nominal_mention line, marked `canonical` where a canonical_mention line
has the same place; a relation is a triple (first argument the subject, second the object; a string is a `Filler`), and
each of its lines is a relation mention. Ids say what the record is, so that a file written and read again has the same
ids. What records have no field for stays in `extra`: a comment, a type that is not in capitals, the confidence of a
canonical mention where it differs, a canonical mention that no line states as a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from factbook.formats.coldstart_assertions import MULTIPLE, Assertion, Assertions, Node
from factbook.formats.coldstart_layout import LAYOUT, arranged
from factbook.formats.coldstart_text import quote, unquote, write_confidence
from factbook.formats.provenance import write_spans
from factbook.model.kb import KB
from factbook.model.records import Argument, Entity, Extra, Filler, Mention, Relation, RelationMention
from factbook.schema.coldstart import ENTITY_TYPE_SET, LINK, MENTIONS, SLOTS, TYPE, Edition, Slot, edition_of
from factbook.text.offsets import Span

SUBJECT, OBJECT = "subject", "object"
RUN_ID_LINE = "coldstart_run_id_line"
_NOT_WORD = re.compile(r"\W")
_LEVELS = {"NAM": "mention", "": "mention", "NOM": "nominal_mention"}  # other levels have no predicate


def to_kb(table: Assertions) -> KB:
    """The records that the assertions state."""
    kb = KB(name=table.run_id)
    if table.run_id_line.strip() != table.run_id:
        kb.extra[RUN_ID_LINE] = (table.run_id_line,)
    # A mention or fill without provenance has a wrong place, which is an error.
    groups = {
        node: [a for a in node.lines if a.provenance.docs or a.slot.kind in ("type", "link")]
        for node in table.nodes.values()
    }
    named = {a.target for group in groups.values() for a in group}
    groups = {node: group for node, group in groups.items() if group or node in named}
    for node, group in groups.items():
        _read_entity(kb, node, group)
    for node, group in groups.items():
        _read_mentions(kb, node, group)
        _read_fills(kb, node, group)
    return kb


def _comment(assertion: Assertion) -> Extra:
    return (("comment", assertion.comment),) if assertion.comment else ()


def _read_entity(kb: KB, node: Node, group: list[Assertion]) -> None:
    types = [assertion for assertion in group if assertion.slot is TYPE]
    links = [assertion for assertion in group if assertion.slot is LINK]
    implied = "" if node.type == MULTIPLE else node.type.upper()
    written = types[0].object if types else ""
    type = written.upper() or implied
    extra: list[tuple[str, str]] = [] if written == type else [("type", written)]
    extra += [pair for assertion in types[:1] for pair in _comment(assertion)]
    extra += [(f"confidence of {a.object}", a.confidence) for a in links if float(a.confidence) != 1.0]
    pairs = dict.fromkeys((resource, name) for resource, _, name in (a.object.partition(":") for a in links))
    kb.entities[node.name[1:]] = Entity(id=node.name[1:], type=type, links=tuple(pairs), extra=tuple(extra))


def _read_mentions(kb: KB, node: Node, group: list[Assertion]) -> None:
    canonical: dict[tuple[str, str], Assertion] = {}
    if node.canonical:
        for assertion in group:
            if assertion.slot.name == "canonical_mention":
                canonical.setdefault((assertion.provenance.text, assertion.object), assertion)
    type = kb.entities[node.name[1:]].type
    for assertion in group:
        if assertion.slot.kind == "mention" and assertion.slot.name != "canonical_mention":
            match = canonical.pop((assertion.provenance.text, assertion.object), None)
            level = "NAM" if assertion.slot.name == "mention" else "NOM"
            _add_mention(kb, assertion, level, type, match, _comment(assertion) + _canonical_extra(assertion, match))
    for assertion in canonical.values():
        _add_mention(kb, assertion, "NAM", type, assertion, (("stated", "canonical only"), *_comment(assertion)))


def _canonical_extra(assertion: Assertion, canonical: Assertion | None) -> Extra:
    if canonical is None:
        return ()
    differs = float(canonical.confidence) != float(assertion.confidence)
    extra: Extra = (("canonical confidence", canonical.confidence),) if differs else ()
    return (*extra, ("canonical comment", canonical.comment)) if canonical.comment else extra


def _add_mention(
    kb: KB, assertion: Assertion, level: str, type: str, canonical: Assertion | None, extra: Extra
) -> None:
    spans = assertion.provenance.spans
    entity = assertion.subject.name[1:]
    if len(spans) > 1:
        extra = (*extra, ("further places", write_spans(spans[1:])))
    name = _free(kb.mentions, f"{entity}@{spans[0]}" if level == "NAM" else f"{entity}@{spans[0]}:{level}")
    kb.mentions[name] = Mention(
        id=name,
        entity=entity,
        level=level,
        type=type,
        extent=spans[0],
        text=unquote(assertion.object),
        canonical=canonical is not None,
        confidence=float(assertion.confidence),
        extra=extra,
    )


def _free(table: dict[str, Mention], name: str) -> str:
    """The name, numbered where it is taken."""
    number, free = 1, name
    while free in table:
        number += 1
        free = f"{name}#{number}"
    return free


def _read_fills(kb: KB, node: Node, group: list[Assertion]) -> None:
    for assertion in group:
        if assertion.slot.kind != "slot":
            continue
        slot = f"{_prefix(node, assertion.slot)}:{assertion.slot.name}"
        subject = node.name[1:]
        if assertion.target is None:
            ref = name = f"{subject} {slot} {quote(unquote(assertion.object))}"
        else:
            ref = assertion.target.name[1:]
            name = f"{subject} {slot} :{ref}"
        spans = assertion.provenance.spans
        if name not in kb.relations:
            arguments = (Argument(role=SUBJECT, ref=subject), Argument(role=OBJECT, ref=ref))
            kb.relations[name] = Relation(id=name, type=slot, arguments=arguments)
            if assertion.target is None:
                kb.fillers[ref] = Filler(id=ref, type="STRING", text=unquote(assertion.object))
        mention = f"{name}@{write_spans(spans)}"
        if mention in kb.relation_mentions:
            continue  # the very same line again, behind one that was weaker or stronger: the first is kept
        kb.relation_mentions[mention] = RelationMention(
            id=mention,
            relation=name,
            provenance=spans,
            confidence=float(assertion.confidence),
            extra=_comment(assertion),
        )


def _prefix(node: Node, slot: Slot) -> str:
    return node.type if node.type in slot.domain else slot.domain[0]


class _Writer:
    """Records to lines, each with its key in the official order."""

    def __init__(self, kb: KB, edition: Edition) -> None:
        self.kb = kb
        self.lines: list[tuple[str, int, str, int, str]] = []
        self.names: dict[str, str] = {}
        taken: set[str] = set()
        for entity in kb.entities.values():
            if entity.type.lower() in ENTITY_TYPE_SET or not entity.type:
                name = _node_name(entity.id, taken, edition)
                taken.add(name)
                self.names[entity.id] = name

    def write(self) -> str:
        for entity in self.kb.entities.values():
            if entity.id in self.names:
                self._entity(entity)
        for mention in self.kb.mentions.values():
            if mention.entity in self.names and mention.level in _LEVELS:
                self._mention(mention)
        for relation in self.kb.relations.values():
            self._relation(relation)
        first = self.kb.extra.get(RUN_ID_LINE, (self.kb.name or "factbook",))[0]
        lines = (line for *_, line in sorted(self.lines, key=lambda row: row[:4]))
        layout = self.kb.extra.get(LAYOUT)
        return f"{first}\n" + "".join(arranged(lines, layout) if layout else ("\n", *lines))

    def _add(self, subject: str, slot: Slot, span: Span | None, text: str) -> None:
        doc, start = (span.doc, span.start) if span is not None else ("", 0)
        self.lines.append((subject, slot.rank, doc, start, text))

    def _entity(self, entity: Entity) -> None:
        name, extra = self.names[entity.id], dict(entity.extra)
        written = extra.get("type", entity.type)
        if written:
            self._add(name, TYPE, None, f"{name}\ttype\t{written}\t{extra.get('comment', '')}\n")
        for resource, identifier in entity.links:
            link = f"{resource}:{identifier}"
            confidence = extra.get(f"confidence of {link}", "1.0")
            self._add(name, LINK, None, f"{name}\tlink\t{link}\t\t{confidence}\n")

    def _mention(self, mention: Mention) -> None:
        """A nominal mention is the head of the phrase (seed 002, "Schema")."""
        head = mention.head if mention.level == "NOM" and mention.head is not None else None
        place = head or mention.extent
        if not isinstance(place, Span):
            return
        extra = dict(mention.extra)
        name = self.names[mention.entity]
        text = quote(_one_line((mention.head_text if head else "") or mention.text))
        places = ",".join(filter(None, (str(place), extra.get("further places", ""))))
        confidence = write_confidence(mention.confidence)
        if extra.get("stated") != "canonical only":
            slot = MENTIONS[_LEVELS[mention.level]]
            comment = extra.get("comment", "")
            self._add(name, slot, place, f"{name}\t{slot.name}\t{text}\t{places}\t{confidence}{comment}\n")
            extra["comment"] = extra.get("canonical comment", "")
        if mention.canonical:
            slot = MENTIONS["canonical_mention"]
            confidence = extra.get("canonical confidence", confidence)
            comment = extra.get("comment", "")
            self._add(name, slot, place, f"{name}\t{slot.name}\t{text}\t{places}\t{confidence}{comment}\n")

    def _relation(self, relation: Relation) -> None:
        slot = SLOTS.get(relation.type or "")
        if slot is None or len(relation.arguments) < 2:
            return
        subject = self.names.get(relation.arguments[0].ref)
        fill = self._object(slot, relation.arguments[1].ref)
        if subject is None or fill is None:
            return
        for mention in self.kb.mentions_of_relation.get(relation.id, ()):
            spans = mention.provenance or tuple(_extents(mention))
            if not spans:
                continue
            confidence = relation.confidence if mention.confidence is None else mention.confidence
            columns = (subject, relation.type or "", fill, write_spans(spans), write_confidence(confidence))
            comment = dict(mention.extra).get("comment", "")
            self._add(subject, slot, spans[0], "\t".join(columns) + f"{comment}\n")

    def _object(self, slot: Slot, ref: str) -> str | None:
        if slot.to_entity:
            return self.names.get(ref)
        filler = self.kb.fillers.get(ref)
        return quote(_one_line(filler.value or filler.text)) if filler is not None else None


def _node_name(identifier: str, taken: set[str], edition: Edition) -> str:
    word = _NOT_WORD.sub("_", identifier) or "_"
    name = plain = ":" + (word if edition.allows(word) else f"{edition.node_prefixes[0]}_{word}")
    number = 1
    while name in taken:
        number += 1
        name = f"{plain}_{number}"
    return name


def _one_line(text: str) -> str:
    """Tabs and line ends become blanks (seed 002, column 5 of a submission)."""
    return re.sub(r"[\t\r\n]", " ", text)


def _extents(mention: RelationMention) -> Iterator[Span]:
    places: Iterable[object] = (mention.extent, *(argument.extent for argument in mention.arguments))
    for place in places:
        if isinstance(place, Span):
            yield place


def write_model(kb: KB, edition: str = "") -> str:
    """The knowledge base as a file in official order or that of its layout, its nodes named as the edition wants."""
    return _Writer(kb, edition_of(edition)).write()
