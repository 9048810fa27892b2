"""The record types. A record refers to another by id; only a `KB` resolves it.

Objects (Entity, Filler, Relation, Event) are things of the world; mentions of them are characters in a text.
`extra` keeps what a file said and no field holds, so that writing it again loses nothing. Records are frozen and hold
only text, numbers and tuples, so no cycle can arise and the garbage collector need not look at them (`gc=False`).
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from factbook._rich import repr_html
from factbook.text.offsets import Span

Extra: TypeAlias = tuple[tuple[str, str], ...]


class TimeSpan(msgspec.Struct, frozen=True, order=True, gc=False, tag="time", omit_defaults=True):
    """Seconds `start` to `end` of an audio document (APF time locators)."""

    doc: str
    start: float
    end: float
    channel: str = ""


class Box(msgspec.Struct, frozen=True, order=True, gc=False):
    """A rectangle on a page image, in pixels."""

    left: float
    top: float
    right: float
    bottom: float


class ImageArea(msgspec.Struct, frozen=True, order=True, tag="image"):
    """Rectangles on one page of an image document (APF image locators)."""

    doc: str
    page: str
    boxes: tuple[Box, ...]


Locator: TypeAlias = Span | TimeSpan | ImageArea


class Document(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a file said about the document it annotates."""

    id: str
    language: str = ""  # en es zh ar
    genre: str = ""  # nw df, or an ACE source such as "newswire"
    offsets: str = "raw"  # "raw", or "ace" where an APF file was read without its text
    date: str = ""
    extra: Extra = ()  # URI, SOURCE, TYPE, VERSION, AUTHOR, ENCODING, kit_id, source_type …


class Name(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A name of an entity, with the place that says so where known (APF entity_attributes)."""

    text: str
    extent: Locator | None = None
    said: str = ""  # the characters at that place, where they are others: a line end in the name, say


class Entity(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A person, organisation, place … of the world."""

    id: str
    type: str  # PER ORG GPE LOC FAC VEH WEA
    subtype: str = ""
    specificity: str = ""  # SPC GEN NEG USP (ACE classes); NSP where Rich ERE says only "nonspecific"
    names: tuple[Name, ...] = ()
    links: tuple[tuple[str, str], ...] = ()  # (resource, id) in an outside knowledge base
    confidence: float | None = None
    extra: Extra = ()

    _repr_html_ = repr_html


class Mention(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Characters that refer to an entity."""

    id: str
    entity: str
    level: str  # NAM NOM PRO; "" where unknown
    type: str = ""  # type of the entity, as the mention says it
    extent: Locator
    head: Locator | None = None  # None: the extent is its own head
    text: str = ""
    head_text: str = ""
    canonical: bool = False  # Cold Start: the best mention of the entity in this document
    ldc_type: str = ""
    role: str = ""  # of a GPE mention: PER ORG LOC GPE
    metonymy: bool = False
    confidence: float | None = None
    extra: Extra = ()

    @property
    def doc(self) -> str:
        return self.extent.doc

    @property
    def heads(self) -> Locator:
        """The head, or the extent where no head is marked."""
        return self.head if self.head is not None else self.extent


class Filler(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A value that is no entity: a date, age, title, crime …; also the string of a Cold Start slot."""

    id: str
    type: str  # TIME TITLE AGE CRIME … or STRING
    subtype: str = ""
    text: str = ""
    value: str = ""  # normal form, such as 1989-XX-XX
    extent: Locator | None = None
    confidence: float | None = None
    extra: Extra = ()


class Argument(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One argument. In a relation or event `ref` is an entity or filler, in a mention of one a mention or filler."""

    role: str
    ref: str
    text: str = ""
    extent: Locator | None = None
    realis: str = ""
    extra: Extra = ()


class Relation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A relation between objects. `type` is None for an open relation, a slot name for a Cold Start triple."""

    id: str
    type: str | None
    subtype: str = ""
    arguments: tuple[Argument, ...] = ()
    modality: str = ""  # Asserted Other
    tense: str = ""  # Past Present Future Unspecified
    confidence: float | None = None
    inferred: str = ""  # name of the step that inferred it; "" where a document states it
    extra: Extra = ()

    _repr_html_ = repr_html


class RelationMention(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One place that states a relation; for Cold Start, one line of a triple with its provenance."""

    id: str
    relation: str
    arguments: tuple[Argument, ...] = ()
    extent: Locator | None = None
    text: str = ""
    trigger: Span | None = None
    trigger_text: str = ""
    realis: str = ""
    lexical_condition: str = ""
    provenance: tuple[Span, ...] = ()
    confidence: float | None = None
    extra: Extra = ()


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An event; a Rich ERE hopper is one."""

    id: str
    type: str = ""
    subtype: str = ""
    arguments: tuple[Argument, ...] = ()
    confidence: float | None = None
    extra: Extra = ()


class EventMention(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One place that tells of an event."""

    id: str
    event: str
    type: str
    subtype: str = ""
    realis: str = ""  # actual generic other
    trigger: Span | None = None
    trigger_text: str = ""
    extent: Locator | None = None
    text: str = ""
    arguments: tuple[Argument, ...] = ()
    confidence: float | None = None
    extra: Extra = ()


class Attitude(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a source mention believes or feels about a target mention.

    `source` None: nobody is named (NONE in BeSt). `target` is an entity, relation or event mention; with
    `argument` the belief is about that argument (a mention or filler) of the event mention `target`.
    """

    id: str
    doc: str
    kind: str  # belief sentiment
    target: str
    target_kind: str  # entity relation event
    value: str  # CB NCB ROB NA; pos neg none
    source: str | None = None
    argument: str | None = None
    polarity: str = ""  # of a belief's proposition: pos neg
    sarcasm: bool = False
    confidence: float | None = None
    extra: Extra = ()


Record: TypeAlias = Document | Entity | Mention | Filler | Relation | RelationMention | Event | EventMention | Attitude
