"""What pages show, as records. HTML, JSON and CSV are three forms of them, and the API description lists them."""

from __future__ import annotations

from typing import Any

import msgspec

from factbook._rich import repr_html


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all records of a page."""


class Ref(Shown, frozen=True, kw_only=True):
    """An entity, to be named and linked."""

    id: str
    name: str
    type: str


class Summary(Shown, frozen=True, kw_only=True):
    """The knowledge base as a whole."""

    name: str
    documents: int
    mentions: int
    entities: int
    facts: int
    events: int
    attitudes: int
    languages: dict[str, int] = {}
    genres: dict[str, int] = {}


class Hit(Shown, frozen=True, kw_only=True):
    """An entity in a list."""

    entity: Ref
    documents: int
    mentions: int


class DocumentLine(Shown, frozen=True, kw_only=True):
    """A document in a list, with a passage where one was searched for."""

    id: str
    language: str
    genre: str
    date: str
    length: int
    quote: str = ""
    start: int = -1
    end: int = -1
    mentions: int = 0


class Home(Shown, frozen=True, kw_only=True):
    """The first page."""

    summary: Summary
    entities: tuple[Hit, ...]
    documents: tuple[DocumentLine, ...]


class Found(Shown, frozen=True, kw_only=True):
    """What a search found."""

    words: str
    type: str
    entities: tuple[Hit, ...]
    documents: tuple[DocumentLine, ...]
    more_entities: str = ""  # cursor of the next page; empty on the last
    more_documents: str = ""
    ranked: bool = True  # documents the best first; otherwise in the order they came in


class Entities(Shown, frozen=True, kw_only=True):
    """All entities, the most mentioned of a type first."""

    type: str
    entities: tuple[Hit, ...]
    more: str = ""


class Documents(Shown, frozen=True, kw_only=True):
    """All documents."""

    language: str
    genre: str
    documents: tuple[DocumentLine, ...]
    more: str = ""


class Written(Shown, frozen=True, kw_only=True):
    """A written name and where it is used."""

    text: str
    language: str
    documents: int


class Fact(Shown, frozen=True, kw_only=True):
    """A fact of an entity: all statements of it together."""

    subject: Ref
    slot: str
    kind: str  # slot relation open
    value: str
    entity: Ref | None = None  # where the value is an entity
    inverse: bool = False  # the entity stands second in a relation
    confidence: float
    documents: int
    rejected: bool = False  # lost against a better value of a single-valued slot
    inferred: str = ""


class Slot(Shown, frozen=True, kw_only=True):
    """The facts of one slot."""

    name: str
    kind: str
    inverse: bool = False
    single: bool = False
    facts: tuple[Fact, ...]
    total: int


class Moment(Shown, frozen=True, kw_only=True):
    """Something with a date: a dated slot, an event, or the first report of a fact."""

    date: str
    kind: str  # dated event reported
    label: str
    text: str
    entity: Ref | None = None
    slot: str = ""
    document: str = ""
    start: int = -1
    end: int = -1


class Target(Shown, frozen=True, kw_only=True):
    """What an attitude is about."""

    kind: str  # entity relation event argument
    text: str
    entity: Ref | None = None
    parts: tuple[tuple[str, Ref | None, str], ...] = ()  # role, entity, text


class Thought(Shown, frozen=True, kw_only=True):
    """A belief or sentiment with its passage."""

    id: int
    kind: str
    value: str
    polarity: str
    sarcasm: bool
    source: Ref | None
    holder: str  # author other nobody
    reported_by: Ref | None = None
    target: Target
    document: str
    date: str
    genre: str
    start: int = -1
    end: int = -1
    quote: str = ""
    confidence: float | None = None


class Merge(Shown, frozen=True, kw_only=True):
    """Why a name belongs to an entity."""

    name: str
    document: str  # of a short name; "" for a full name
    into: str
    rule: str
    score: float
    evidence: tuple[tuple[str, str], ...]
    documents: int


class Link(Shown, frozen=True, kw_only=True):
    """A neighbour in the graph of facts."""

    entity: Ref
    slots: tuple[str, ...]
    out: bool  # the entity of the page is the subject
    confidence: float
    documents: int


class Graph(Shown, frozen=True, kw_only=True):
    """Nodes and edges for drawing."""

    nodes: tuple[dict[str, Any], ...]
    edges: tuple[dict[str, Any], ...]


class EntityPage(Shown, frozen=True, kw_only=True):
    """All that is known of an entity; long lists show their first items and have pages of their own."""

    entity: Ref
    documents_count: int
    mentions_count: int
    confidence: float
    names: tuple[Written, ...]
    slots: tuple[Slot, ...]
    timeline: tuple[Moment, ...]
    about: tuple[Thought, ...]
    by: tuple[Thought, ...]
    more_about: str = ""
    more_by: str = ""
    neighbours: tuple[Link, ...]
    documents: tuple[DocumentLine, ...]
    more_documents: str = ""
    merges: tuple[Merge, ...]
    more_merges: str = ""

    _repr_html_ = repr_html


class EntityFacts(Shown, frozen=True, kw_only=True):
    """The facts of one slot of an entity, the surest first."""

    entity: Ref
    slot: str
    facts: tuple[Fact, ...]
    total: int
    more: str = ""


class EntityDocuments(Shown, frozen=True, kw_only=True):
    """Documents that mention an entity."""

    entity: Ref
    documents: tuple[DocumentLine, ...]
    more: str = ""


class EntityMerges(Shown, frozen=True, kw_only=True):
    """Why the mentions of an entity were merged."""

    entity: Ref
    merges: tuple[Merge, ...]
    more: str = ""


class Passage(Shown, frozen=True, kw_only=True):
    """What one document says: text around the places, and the places in it (relative to the text)."""

    document: str
    language: str
    genre: str
    date: str
    spans: tuple[tuple[int, int], ...]  # in the document
    text: str
    offset: int  # of the text in the document
    confidence: float
    inferred: str = ""


class Rival(Shown, frozen=True, kw_only=True):
    """A value that cannot be true together with the fact, with its passages."""

    fact: Fact
    passages: tuple[Passage, ...]


class FactPage(Shown, frozen=True, kw_only=True):
    """A fact with every passage that supports it and those that contradict it."""

    fact: Fact
    passages: tuple[Passage, ...]
    more: str = ""
    rivals: tuple[Rival, ...] = ()
    thoughts: tuple[Thought, ...] = ()

    _repr_html_ = repr_html


class Stated(Shown, frozen=True, kw_only=True):
    """A fact as one document states it."""

    subject: Ref
    slot: str
    kind: str
    value: str
    entity: Ref | None
    confidence: float
    inferred: str
    spans: tuple[tuple[int, int], ...]


class MentionLine(Shown, frozen=True, kw_only=True):
    """A mention in a document."""

    start: int
    end: int
    level: str
    text: str
    entity: Ref


class EventLine(Shown, frozen=True, kw_only=True):
    """An event mention with its arguments."""

    type: str
    realis: str
    text: str
    start: int
    end: int
    arguments: tuple[tuple[str, Ref | None, str], ...]


class Block(Shown, frozen=True, kw_only=True):
    """A part of a document as it is laid out: text, headline, post or quote."""

    kind: str
    author: str = ""
    author_entity: Ref | None = None
    date: str = ""
    anchor: str = ""
    start: int
    end: int
    blocks: tuple[Block, ...] = ()


class DocumentPage(Shown, frozen=True, kw_only=True):
    """A document, or one part of a long one, with everything drawn on it."""

    document: DocumentLine
    text: str  # of this part
    offset: int
    part: int
    parts: int
    mentions: tuple[MentionLine, ...]
    facts: tuple[Stated, ...]
    events: tuple[EventLine, ...]
    thoughts: tuple[Thought, ...]
    blocks: tuple[Block, ...]


class Cell(Shown, frozen=True, kw_only=True):
    """How often a source holds something about a target."""

    source: str  # key of the row
    target: str  # key of the column
    counts: dict[str, int]  # by value
    total: int


class Axis(Shown, frozen=True, kw_only=True):
    """A row or column of the matrix."""

    key: str
    text: str
    entity: Ref | None = None
    total: int


class Matrix(Shown, frozen=True, kw_only=True):
    """Who thinks what of whom: sources down, targets across."""

    rows: tuple[Axis, ...]
    columns: tuple[Axis, ...]
    cells: tuple[Cell, ...]
    attitudes: int  # that were counted
    limited: bool = False  # only the most frequent sources were looked at
    filters: dict[str, str] = {}


class Thoughts(Shown, frozen=True, kw_only=True):
    """A list of attitudes."""

    thoughts: tuple[Thought, ...]
    more: str = ""
    filters: dict[str, str] = {}
    source: Ref | None = None
    target: Ref | None = None


class Step(Shown, frozen=True, kw_only=True):
    """One hop of an answer."""

    slot: str
    value: str
    entity: Ref | None
    confidence: float
    inferred: str = ""
    document: str = ""
    start: int = -1
    end: int = -1
    quote: str = ""
    support: int = 0


class Path(Shown, frozen=True, kw_only=True):
    """One answer: a step a hop."""

    confidence: float
    steps: tuple[Step, ...]


class Answers(Shown, frozen=True, kw_only=True):
    """The query page: slots over hops."""

    entity: Ref | None
    asked: str
    slots: tuple[str, ...]
    paths: tuple[Path, ...]
    choices: tuple[Hit, ...] = ()
    problem: str = ""
    total: int = 0
    cut: bool = False  # only the surest values of a hop were followed
    more: str = ""


class Table(Shown, frozen=True, kw_only=True):
    """Columns and rows: the result of a SPARQL query."""

    query: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    problem: str = ""
    cut: bool = False  # there were more rows


class Done(Shown, frozen=True, kw_only=True):
    """What a change did."""

    message: str
    entity: Ref | None = None
