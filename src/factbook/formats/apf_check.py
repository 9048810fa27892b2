"""Checks of an APF file beyond reading it: the DTD as a table, types and arguments, spans against the text."""

from __future__ import annotations

from lxml import etree

from factbook.formats import structure
from factbook.formats.apf_places import Places
from factbook.formats.format import Context, Problems
from factbook.formats.spans import check_span
from factbook.formats.structure import (
    ANY,
    FREE,
    MAYBE,
    NEEDED,
    NEEDED_OFFSET,
    NUMBER,
    ONE,
    SOME,
    SURE,
    Attribute,
    Grammar,
    Rule,
    values,
)
from factbook.formats.xml import where
from factbook.model.kb import KB
from factbook.model.records import Relation
from factbook.schema import ace08
from factbook.text.offsets import Span
from factbook.text.source import Source

_LOCATORS = frozenset({"charseq", "charspan", "timespan", "bblist"})
_TRUTH = values("TRUE", "FALSE")
_ROLE = values(*ace08.ARGUMENT_ROLES, *ace08.TIME_ROLES, required=True)
_NUMBER = Attribute(True, number=NUMBER)
_CHARACTERS = Rule(attributes={"START": NEEDED_OFFSET, "END": Attribute(True, number=structure.INTEGER)}, text=True)
_PLACE = Rule(one_of=_LOCATORS)
_SUBTYPES = frozenset(name for names in ace08.SUBTYPES.values() for name in names)
_RELATION_SUBTYPES = frozenset(row.subtype for row in ace08.RELATIONS if row.subtype) | {"Unspecified"}

GRAMMAR: Grammar = {
    "source_file": Rule(
        attributes={
            "URI": NEEDED,
            "SOURCE": FREE,
            "TYPE": values(*ace08.SOURCE_TYPES, required=True),
            "VERSION": FREE,
            "AUTHOR": FREE,
            "ENCODING": FREE,
        },
        children={"document": SOME},
    ),
    "document": Rule(
        attributes={"DOCID": NEEDED},
        children={"entity": ANY, "relation": ANY, "value": ANY, "timex2": ANY, "event": ANY},
    ),
    "entity": Rule(
        attributes={
            "ID": NEEDED,
            "TYPE": values(*ace08.SUBTYPES, required=True),
            "SUBTYPE": Attribute(False, _SUBTYPES),
            "CLASS": values(*ace08.CLASSES, required=True),
            "CONFIDENCE": SURE,
        },
        children={"entity_mention": ANY, "entity_attributes": ANY, "external_link": ANY},
    ),
    "entity_attributes": Rule(children={"name": ANY}),
    "name": Rule(attributes={"NAME": NEEDED}, children=dict.fromkeys(sorted(_LOCATORS), MAYBE)),
    "external_link": Rule(attributes={"RESOURCE": NEEDED, "EID": NEEDED}),
    "entity_mention": Rule(
        attributes={
            "ID": NEEDED,
            "TYPE": values(*ace08.LEVELS, required=True),
            "LDCTYPE": values(*ace08.LDC_TYPES),
            "ROLE": values(*ace08.MENTION_ROLES),
            "METONYMY_MENTION": _TRUTH,
            "LDCATR": _TRUTH,
            "CONFIDENCE": SURE,
        },
        children={"extent": ONE, "head": ONE},
    ),
    "extent": _PLACE,
    "head": _PLACE,
    "anchor": _PLACE,
    "ldc_scope": _PLACE,
    "charseq": _CHARACTERS,
    "charspan": _CHARACTERS,
    "timespan": Rule(attributes={"START": _NUMBER, "END": _NUMBER, "CHANNEL": FREE}, text=True),
    "bblist": Rule(children={"bbox": SOME}),
    "bbox": Rule(attributes={"PAGE": FREE, "LEFT": _NUMBER, "TOP": _NUMBER, "RIGHT": _NUMBER, "BOTTOM": _NUMBER}),
    "relation": Rule(
        attributes={
            "ID": NEEDED,
            "TYPE": values(*ace08.RELATION_TYPES, required=True),
            "SUBTYPE": Attribute(False, _RELATION_SUBTYPES),
            "MODALITY": values(*ace08.MODALITIES),
            "TENSE": values(*ace08.TENSES),
            "CONFIDENCE": SURE,
        },
        children={"relation_argument": SOME, "relation_mention": ANY},
    ),
    "relation_argument": Rule(attributes={"REFID": NEEDED, "ROLE": _ROLE}),
    "relation_mention": Rule(
        attributes={"ID": NEEDED, "LEXICALCONDITION": values(*ace08.LEXICAL_CONDITIONS), "CONFIDENCE": SURE},
        children={"extent": ONE, "relation_mention_argument": SOME},
    ),
    "relation_mention_argument": Rule(attributes={"REFID": NEEDED, "ROLE": _ROLE}, children={"extent": MAYBE}),
    # Until 2007; their attributes are not checked.
    "value": Rule(attributes={"ID": NEEDED}, children={"value_mention": ANY}, open=True),
    "value_mention": Rule(attributes={"ID": NEEDED}, children={"extent": ONE}, open=True),
    "timex2": Rule(attributes={"ID": NEEDED}, children={"timex2_mention": ANY}, open=True),
    "timex2_mention": Rule(attributes={"ID": NEEDED}, children={"extent": ONE}, open=True),
    "event": Rule(attributes={"ID": NEEDED}, children={"event_argument": ANY, "event_mention": ANY}, open=True),
    "event_argument": Rule(attributes={"REFID": NEEDED, "ROLE": NEEDED}, open=True),
    "event_mention": Rule(
        attributes={"ID": NEEDED},
        children={"extent": ONE, "ldc_scope": MAYBE, "anchor": ONE, "event_mention_argument": ANY},
        open=True,
    ),
    "event_mention_argument": Rule(attributes={"REFID": NEEDED, "ROLE": NEEDED}, children={"extent": MAYBE}, open=True),
}


def check(root: etree._Element, kb: KB, *, file: str, context: Context, problems: Problems) -> None:
    """Add the problems of a file that has been read into `kb`."""
    structure.check(root, GRAMMAR, file=file, problems=problems)
    checker = _Checker(kb, file, problems)
    for document in root.iterchildren("document"):
        checker.ids(document)
        for element in document.iter("entity"):
            checker.entity(element)
        for element in document.iter("relation"):
            checker.relation(element)
        checker.spans(document, context)
    structure.tidy(problems)


class _Checker:
    def __init__(self, kb: KB, file: str, problems: Problems) -> None:
        self.kb = kb
        self.file = file
        self.problems = problems

    def _add(self, code: str, element: etree._Element, **args: object) -> None:
        self.problems.add(code, where(self.file, element), **args)

    def ids(self, document: etree._Element) -> None:
        """An id names one thing, of whatever kind (the DTD's type ID). Repeats of one kind: the reader reports them."""
        first: dict[str, etree._Element] = {}
        for element in document.iter(etree.Element):
            key = (element.get("ID") or "").strip()
            if key and first.setdefault(key, element).tag != element.tag:
                self._add("DUPLICATE_ID", element, id=key, first=where(self.file, first[key]).line)

    def entity(self, element: etree._Element) -> None:
        kind, subtype = _get(element, "TYPE"), _get(element, "SUBTYPE")
        known = kind.upper() in ace08.SUBTYPES and subtype.upper() in {name.upper() for name in _SUBTYPES}
        if known and not ace08.is_subtype(kind, subtype):
            self._add("BAD_SUBTYPE", element, type=kind, subtype=subtype)

    def relation(self, element: etree._Element) -> None:
        relation = self.kb.relations.get(_get(element, "ID"))
        if relation is None:
            return
        self._roles(element, relation)
        row = ace08.relation(relation.type or "", relation.subtype)
        if row is None:
            if relation.subtype and (relation.type or "").upper() in ace08.RELATION_TYPES:
                self._add("BAD_SUBTYPE", element, type=relation.type, subtype=relation.subtype)
        else:
            self._types(element, row)
        for mention in element.iterchildren("relation_mention"):
            self._mention_arguments(mention, relation)

    def _roles(self, element: etree._Element, relation: Relation) -> None:
        for role in ace08.ARGUMENT_ROLES:
            count = sum(argument.role.upper() == role.upper() for argument in relation.arguments)
            if count != 1:
                self._add("ARGUMENT_ROLES", element, id=relation.id, count=count, role=role)

    def _types(self, element: etree._Element, row: ace08.RelationType) -> None:
        either = row.arg1 | row.arg2
        wanted = {"ARG-1": either, "ARG-2": either} if row.symmetric else {"ARG-1": row.arg1, "ARG-2": row.arg2}
        for argument in element.iterchildren("relation_argument"):
            role = _get(argument, "ROLE")
            entity = self.kb.entities.get(_get(argument, "REFID"))
            allowed = wanted.get(role.upper())
            if entity is not None and allowed and entity.type.upper() not in allowed:
                names = {"role": role, "type": row.type, "subtype": row.subtype, "found": entity.type}
                self._add("ARGUMENT_TYPE", argument, **names, wanted=" ".join(sorted(allowed)))

    def _mention_arguments(self, element: etree._Element, relation: Relation) -> None:
        objects = {argument.role.upper(): argument.ref for argument in relation.arguments}
        both = {objects.get("ARG-1"), objects.get("ARG-2")}
        for argument in element.iterchildren("relation_mention_argument"):
            role = _get(argument, "ROLE").upper()
            mention = self.kb.mentions.get(_get(argument, "REFID"))
            if mention is None or objects.get(role) not in self.kb.entities:
                continue
            allowed = both if ace08.is_symmetric(relation.type or "") else {objects[role]}
            if mention.entity not in allowed:
                names = {"mention": mention.id, "role": role.capitalize(), "entity": objects[role]}
                self._add("MENTION_ELSEWHERE", argument, **names)

    def spans(self, document: etree._Element, context: Context) -> None:
        doc = _get(document, "DOCID")
        source = context.sources.get(doc)
        if source is None and context.sources:
            self._add("DOCUMENT_UNKNOWN", document, doc=doc)
        places = Places(self.file, Problems(self.problems.codes.values()))  # bad places have been reported
        places.enter(doc, source)
        for element in document.iter("charseq", "charspan"):
            parent = element.getparent()
            found = places.first(parent) if parent is not None else None
            if found is not None and isinstance(found[0], Span):
                self._span(element, found[0], source)
        for element in document.iter("entity_mention"):
            self._mention(element, source)

    def _span(self, element: etree._Element, span: Span, source: Source | None) -> None:
        shown = f"START {_get(element, 'START')} END {_get(element, 'END')}"
        if source is not None:
            check_span(source, span, element.text, where(self.file, element), self.problems, shown=shown)
        elif span.length <= 0:
            self._add("ZERO_LENGTH", element, place=shown)

    def _mention(self, element: etree._Element, source: Source | None) -> None:
        mention = self.kb.mentions.get(_get(element, "ID"))
        if mention is None or not isinstance(mention.extent, Span) or not isinstance(mention.head, Span):
            return
        if not mention.extent.contains(mention.head):
            self._add("HEAD_OUTSIDE", element, id=mention.id)
        inside = source is not None and mention.doc == source.id and mention.extent.end <= len(source.text)
        if inside and source is not None and not source.is_evaluated(mention.extent, "ace"):
            self._add("NOT_EVALUATED", element, id=mention.id)


def _get(element: etree._Element, name: str) -> str:
    return (element.get(name) or "").strip()
