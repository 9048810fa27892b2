"""Items of the evaluation tasks: Cold Start queries, responses and assessments; open relation items."""

from __future__ import annotations

import msgspec

from factbook.model.records import Extra
from factbook.text.offsets import Span


class EntryPoint(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One mention from which a query starts."""

    name: str
    span: Span
    entity_type: str = ""  # PER ORG GPE
    node: str = ""
    extra: Extra = ()


class Query(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Cold Start slot filling query: entry points and one or more slots to follow."""

    id: str
    entry_points: tuple[EntryPoint, ...]
    slots: tuple[str, ...]  # slot0, slot1 …
    entity_type: str = ""
    extra: Extra = ()  # further fields, in file order


class Response(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a slot filling submission (8 columns)."""

    query: str
    slot: str
    run: str
    provenance: tuple[Span, ...]
    value: str
    value_type: str  # PER ORG GPE STRING
    value_provenance: tuple[Span, ...]
    confidence: float = 1.0
    line: int = 0


class Assessment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of an assessment file (10 columns)."""

    id: str
    query: str
    slot: str
    provenance: tuple[Span, ...]
    value: str
    value_provenance: tuple[Span, ...]
    judgment: str  # C W X I S L
    mention_type: str = ""  # NAM NOM
    provenance_judgment: str = ""
    equivalence_class: str = "0"
    class_mention_type: str = ""
    line: int = 0


class OpenItem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One sentence with two marked entities (seed 003).

    In ground truth `triggers` are the words of the relation (empty: no relation) and `allowed` the words that an
    extraction may also contain. In system output `extraction` is the words extracted (empty: none).
    """

    line: int
    entity1: str
    entity2: str
    triggers: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    extraction: tuple[str, ...] = ()
    sentence: str = ""
    extra: Extra = ()
