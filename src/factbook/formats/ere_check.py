"""Checks of a Rich ERE file beyond reading it: structure, types and roles, spans against the text."""

from __future__ import annotations

from lxml import etree

from factbook.formats import structure
from factbook.formats.format import Context, Problems, Where
from factbook.formats.spans import check_span
from factbook.formats.structure import ANY, FREE, MAYBE, NEEDED, NEEDED_OFFSET, ONE, SURE, Grammar, Rule, values
from factbook.formats.xml import where
from factbook.model.kb import KB
from factbook.schema import rich_ere as schema
from factbook.text.offsets import Span

_PLACE = {"source": NEEDED, "offset": NEEDED_OFFSET, "length": NEEDED_OFFSET}
_REF = {"entity_id": FREE, "entity_mention_id": FREE, "filler_id": FREE, "role": NEEDED}
_REALIS = values(*schema.ARGUMENT_REALIS)

GRAMMAR: Grammar = {
    "deft_ere": Rule(
        attributes={"doc_id": FREE, "docid": FREE, "kit_id": FREE, "source_type": values(*schema.SOURCE_GENRES)},
        children={"entities": MAYBE, "fillers": MAYBE, "relations": MAYBE, "hoppers": MAYBE},
    ),
    "entities": Rule(children={"entity": ANY}),
    "entity": Rule(
        attributes={
            "id": NEEDED,
            "type": values(*schema.ENTITY_TYPES, required=True),
            "specificity": values(*schema.SPECIFICITIES),
            "confidence": SURE,
        },
        children={"entity_mention": ANY},
    ),
    "entity_mention": Rule(
        attributes={"id": NEEDED, "noun_type": values(*schema.LEVELS, required=True), "confidence": SURE, **_PLACE},
        children={"mention_text": ONE, "nom_head": MAYBE},
    ),
    "mention_text": Rule(text=True),
    "nom_head": Rule(attributes=_PLACE, text=True),
    "fillers": Rule(children={"filler": ANY}),
    "filler": Rule(
        attributes={"id": NEEDED, "type": values(*schema.FILLER_TYPES, required=True), **_PLACE}, text=True, open=True
    ),
    "relations": Rule(children={"relation": ANY}),
    "relation": Rule(
        attributes={"id": NEEDED, "type": NEEDED, "subtype": NEEDED, "confidence": SURE},
        children={"relation_mention": ANY},
    ),
    "relation_mention": Rule(
        attributes={"id": NEEDED, "realis": _REALIS, "confidence": SURE},
        children={"rel_arg1": ONE, "rel_arg2": ONE, "trigger": MAYBE},
        open=True,
    ),
    "rel_arg1": Rule(attributes=_REF, text=True),
    "rel_arg2": Rule(attributes=_REF, text=True),
    "trigger": Rule(attributes=_PLACE, text=True),
    "hoppers": Rule(children={"hopper": ANY}),
    "hopper": Rule(attributes={"id": NEEDED, "confidence": SURE}, children={"event_mention": ANY}),
    "event_mention": Rule(
        attributes={
            "id": NEEDED,
            "type": NEEDED,
            "subtype": NEEDED,
            "realis": values(*schema.EVENT_REALIS, required=True),
            "confidence": SURE,
        },
        children={"trigger": MAYBE, "em_arg": ANY},
        open=True,  # ways, medium, audience … by type
    ),
    "em_arg": Rule(attributes={**_REF, "realis": _REALIS}, text=True),
}
_SPANS = ("entity_mention", "nom_head", "filler", "trigger")


def check(root: etree._Element, kb: KB, *, file: str, context: Context, problems: Problems) -> None:
    """Add the problems of a file that has been read into `kb`."""
    structure.check(root, GRAMMAR, file=file, problems=problems)
    for element in root.iter("relation_mention"):
        _relation(element, kb, where(file, element), problems)
    for element in root.iter("event_mention"):
        _event(element, kb, where(file, element), problems)
    for element in root.iter("entity_mention"):
        _head(element, kb, where(file, element), problems)
    _spans(root, kb, file, context, problems)
    structure.tidy(problems)


def _relation(element: etree._Element, kb: KB, place: Where, problems: Problems) -> None:
    parent = element.getparent()
    kind, subtype = _name(parent if parent is not None else element)
    row = schema.relation(kind, subtype)
    if row is None:
        problems.add("UNKNOWN_TYPE", place, kind="relation", type=kind, subtype=subtype)
        return
    for tag, role, allowed in (("rel_arg1", row.roles[0], row.arg1), ("rel_arg2", row.roles[1], row.arg2)):
        for argument in element.iterchildren(tag):
            said = (argument.get("role") or "").strip()
            found = _object_type(argument, kb)
            names = {"type": kind, "subtype": subtype, "role": said}
            if said and said != role:
                problems.add("UNKNOWN_ROLE", where(place.file, argument), **names, wanted=role)
            if found and found not in allowed:
                wanted = " ".join(sorted(allowed))
                problems.add("ARGUMENT_TYPE", where(place.file, argument), **names, found=found, wanted=wanted)


def _event(element: etree._Element, kb: KB, place: Where, problems: Problems) -> None:
    kind, subtype = _name(element)
    row = schema.event(kind, subtype)
    if row is None:
        problems.add("UNKNOWN_TYPE", place, kind="event", type=kind, subtype=subtype)
    if element.find("trigger") is None:
        problems.add("NO_TRIGGER", place, id=element.get("id") or "")
    for argument in element.iterchildren("em_arg"):
        role = (argument.get("role") or "").strip()
        if row is not None and role and role not in row.roles:
            wanted = " ".join(sorted(row.roles))
            here = where(place.file, argument)
            problems.add("UNKNOWN_ROLE", here, type=kind, subtype=subtype, role=role, wanted=wanted)


def _head(element: etree._Element, kb: KB, place: Where, problems: Problems) -> None:
    mention = kb.mentions.get((element.get("id") or "").strip())
    if mention is None or not isinstance(mention.head, Span) or not isinstance(mention.extent, Span):
        return
    if not mention.extent.contains(mention.head):
        problems.add("HEAD_OUTSIDE", place, id=mention.id)


def _object_type(argument: etree._Element, kb: KB) -> str:
    """The entity type, or the filler type in lower case; "" where unknown."""
    filler = kb.fillers.get((argument.get("filler_id") or "").strip())
    if filler is not None:
        return filler.type.lower()
    mention = kb.mentions.get((argument.get("entity_mention_id") or "").strip())
    entity = kb.entities.get(mention.entity) if mention else None
    return entity.type.upper() if entity else ""


def _name(element: etree._Element) -> tuple[str, str]:
    return (element.get("type") or "").strip(), (element.get("subtype") or "").strip()


def _spans(root: etree._Element, kb: KB, file: str, context: Context, problems: Problems) -> None:
    doc = next(iter(kb.documents), "")
    source = context.sources.get(doc)
    if source is None and context.sources:
        problems.add("DOCUMENT_UNKNOWN", where(file, root), doc=doc)
    for element in root.iter(*_SPANS):
        offset, length = structure.integer(element.get("offset")), structure.integer(element.get("length"))
        if offset is None or length is None or min(offset, length) < 0:
            continue  # BAD_SPAN has been reported
        span = Span.from_sized(doc, offset, length)
        shown = f"offset {offset} length {length}"
        if source is not None:
            said = element.findtext("mention_text") if element.tag == "entity_mention" else element.text
            check_span(source, span, said, where(file, element), problems, shown=shown)
        elif length == 0:
            problems.add("ZERO_LENGTH", where(file, element), place=shown)
