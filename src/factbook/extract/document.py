"""Document: the analysis of one source while the layers work on it.

A layer reads what earlier layers found and adds its own. Everything points at words by index and at characters
of the raw text by half-open offsets; `to_kb` turns the result into records with exact spans.

    words, sentences     words.py           text, characters, sentence, lemma
    reading              encoders           the encoder's outputs for the words of this document
    upos, head, deprel   layers/syntax.py   on each word
    mentions             layers/names.py, mentions.py, extents.py, classes.py
    entities             layers/coref.py    groups of mentions
    fillers              layers/values.py   dates, ages, titles …
    relations, events, attitudes            the layers of those names
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from factbook.text.offsets import Span
from factbook.text.source import Source

if TYPE_CHECKING:
    from factbook.model.kb import KB

NO_WORD = -1  # the head "word" of a mention inside a tag, such as the author of a post


@dataclass(slots=True)
class Word:
    """One word. `head` is the index of its syntactic head; its own index where it is the root of its sentence.

    `gloss` is the English word that a word of another language stands for in the tables (`glossary.py`), if any.
    """

    index: int
    text: str
    start: int
    end: int
    sentence: int
    lemma: str = ""  # lower case
    upos: str = "X"
    xpos: str = ""
    head: int = -1
    deprel: str = "dep"
    gloss: str = ""

    @property
    def lower(self) -> str:
        """The word as the tables write it: its gloss, or itself in lower case."""
        return self.gloss or self.text.lower()


@dataclass(slots=True)
class Sentence:
    """Words `first` to `end` (not included). `quoted`: inside a quote of another post."""

    index: int
    first: int
    end: int
    start: int  # characters
    stop: int
    region: str = ""  # headline dateline post quote text …
    quoted: bool = False
    speaker: str = ""  # author of the post (or quote) around it
    post: int = -1  # index of the post in `source.posts`


@dataclass(slots=True)
class FoundMention:
    """A mention in words. The head of a name is the whole name, of a noun phrase the noun, of a pronoun itself.

    `head` is the word that carries the labels (the last word of a name). `head_first:head_end` are the words of the
    marked head, `first:end` those of the full noun phrase. For a mention in a tag all of them are `NO_WORD`, and
    `characters` says where it stands.
    """

    head: int
    head_first: int
    head_end: int
    first: int
    end: int
    type: str
    level: str  # NAM NOM PRO
    subtype: str = ""
    specificity: str = "SPC"  # SPC GEN NEG USP
    role: str = ""  # of a GPE: PER ORG LOC GPE
    metonymy: bool = False
    ldc_type: str = ""
    probability: float = 1.0
    entity: int = -1  # index into `entities` after coreference
    sentence: int = -1
    quoted: bool = False
    author: bool = False  # the name of a post's author in its tag
    characters: tuple[int, int] | None = None
    text: str = ""  # of the head
    id: str = ""  # given mentions keep their id


@dataclass(slots=True)
class FoundEntity:
    """Mentions of one thing. `mentions` are indices into `Document.mentions`, in text order."""

    mentions: list[int]
    type: str
    subtype: str = ""
    specificity: str = "SPC"
    probability: float = 1.0
    names: tuple[str, ...] = ()
    id: str = ""  # given entities keep their id


@dataclass(slots=True)
class FoundFiller:
    """A value: words `first` to `end`, its normal form, and the word it hangs on."""

    type: str  # TIME TITLE AGE CRIME SENTENCE MONEY URL WEAPON VEHICLE COMMODITY NUMBER CAUSE RELIGION ORIGIN …
    first: int
    end: int
    head: int
    value: str = ""
    subtype: str = ""
    sentence: int = -1
    quoted: bool = False
    probability: float = 1.0


@dataclass(slots=True)
class FoundArgument:
    """`index` points into `Document.mentions` or `Document.fillers`, as `kind` says."""

    role: str
    kind: str  # mention filler
    index: int
    realis: str = ""
    probability: float = 1.0


@dataclass(slots=True)
class FoundRelation:
    """One place that states a relation. Equal scheme, type, subtype and entities make one relation of the document.

    `scheme` says whose inventory the type comes from: ace, ere, slot, open.
    """

    scheme: str
    type: str | None
    arguments: tuple[FoundArgument, ...]
    sentence: int
    subtype: str = ""
    probability: float = 1.0
    modality: str = "Asserted"  # Asserted Other
    tense: str = "Unspecified"  # Past Present Future Unspecified
    realis: str = "true"
    lexical_condition: str = ""
    trigger: tuple[int, int] | None = None  # words
    extent: tuple[int, int] | None = None  # words; None: the sentence
    provenance: tuple[tuple[int, int], ...] = ()  # words; () : the extent
    factual: bool = True  # False: negated, hypothetical, asked or only reported


@dataclass(slots=True)
class FoundEvent:
    """One place that tells of an event. Equal `event` numbers are one event (a hopper)."""

    type: str
    subtype: str
    trigger: tuple[int, int]  # words
    sentence: int
    arguments: list[FoundArgument] = field(default_factory=list)
    realis: str = "actual"  # actual generic other
    event: int = -1
    probability: float = 1.0


@dataclass(slots=True)
class FoundAttitude:
    """A belief or sentiment. `source` is a mention index or None; `target` an index into the list of its kind.

    With `argument` the belief is about that argument (its number in the event's `arguments`).
    """

    kind: str  # belief sentiment
    value: str
    target_kind: str  # entity relation event
    target: int
    source: int | None = None
    argument: int | None = None
    polarity: str = ""
    sarcasm: bool = False
    probability: float = 1.0


@dataclass(slots=True)
class Document:
    """A source and everything found in it so far. `has` names what the layers have given."""

    source: Source
    words: list[Word] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    reading: Any = None
    mentions: list[FoundMention] = field(default_factory=list)
    entities: list[FoundEntity] = field(default_factory=list)
    fillers: list[FoundFiller] = field(default_factory=list)
    statements: list[Any] = field(default_factory=list)  # what layers/statements.py found, for relations and slots
    relations: list[FoundRelation] = field(default_factory=list)
    events: list[FoundEvent] = field(default_factory=list)
    attitudes: list[FoundAttitude] = field(default_factory=list)
    has: set[str] = field(default_factory=set)
    given: KB | None = None  # mentions or entities that somebody else found
    _children: list[list[int]] | None = None
    _by_head: dict[int, int] | None = None
    _by_sentence: dict[int, list[int]] | None = None
    _by_start: dict[int, int] | None = None
    _by_name: dict[int, int] | None = None
    _by_first: dict[int, int] | None = None
    _fillers_by_sentence: tuple[int, dict[int, list[int]]] | None = None
    standing: dict[int, Any] = field(default_factory=dict)  # what layers/modality.py found of words, kept

    @property
    def id(self) -> str:
        return self.source.id

    @property
    def text(self) -> str:
        return self.source.text

    @property
    def language(self) -> str:
        """The language it is read in: English where none is known."""
        return self.source.language or "en"

    # -- words ---------------------------------------------------------------

    def sentence_words(self, sentence: int) -> list[Word]:
        """The words of a sentence."""
        found = self.sentences[sentence]
        return self.words[found.first : found.end]

    @property
    def children(self) -> list[list[int]]:
        """Dependents of each word, in text order; computed once."""
        if self._children is None:
            children: list[list[int]] = [[] for _ in self.words]
            for word in self.words:
                if word.head not in (word.index, -1):
                    children[word.head].append(word.index)
            self._children = children
        return self._children

    def forget_indexes(self) -> None:
        """Drop the look-up tables; call this after changing heads of words or the list of mentions."""
        self._children = self._by_head = self._by_sentence = self._by_start = self._by_first = self._by_name = None
        self.standing.clear()

    def dependents(self, word: int, *deprels: str) -> list[int]:
        """Dependents of a word with one of these relations; the universal part alone matches its subtypes."""
        return [
            child
            for child in self.children[word]
            if self.words[child].deprel in deprels or self.words[child].deprel.partition(":")[0] in deprels
        ]

    def ancestors(self, word: int) -> Iterator[int]:
        """Heads of a word up to the root of its sentence."""
        seen = {word}
        at = self.words[word].head
        while at >= 0 and at not in seen:
            yield at
            seen.add(at)
            at = self.words[at].head

    def subtree(self, word: int) -> list[int]:
        """The word and all words below it, in text order."""
        found, todo = [], [word]
        seen = {word}
        while todo:
            at = todo.pop()
            found.append(at)
            for child in self.children[at]:
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
        return sorted(found)

    def characters(self, first: int, end: int) -> tuple[int, int]:
        """Characters of words `first` to `end` (not included)."""
        return self.words[first].start, self.words[end - 1].end

    def span(self, first: int, end: int) -> Span:
        """The exact span of words `first` to `end` (not included)."""
        return Span(self.id, *self.characters(first, end))

    def text_of(self, first: int, end: int) -> str:
        """Raw characters of words `first` to `end` (not included)."""
        start, stop = self.characters(first, end)
        return self.text[start:stop]

    # -- mentions ------------------------------------------------------------

    def extent_of(self, mention: FoundMention) -> Span:
        """Full extent of a mention in raw characters; that of an Arabic noun has the pronoun that ends it."""
        if mention.characters is not None and (mention.level != "NOM" or mention.head < 0):
            return Span(self.id, *mention.characters)
        if mention.characters is not None:
            start, end = self.characters(mention.first, mention.end)
            return Span(self.id, mention.characters[0] if mention.first == mention.head else start, end)
        return self.span(mention.first, mention.end)

    def head_of(self, mention: FoundMention) -> Span:
        """Head of a mention in raw characters."""
        if mention.characters is not None:
            return Span(self.id, *mention.characters)
        return self.span(mention.head_first, mention.head_end)

    def mention_at(self, word: int) -> int | None:
        """Index of the mention with this head word (the first of the list, where several share it)."""
        if self._by_head is None:
            self._by_head = {}
            for index, mention in enumerate(self.mentions):
                self._by_head.setdefault(mention.head, index)
            self._by_head.pop(NO_WORD, None)
        return self._by_head.get(word)

    def mention_of(self, word: int) -> int | None:
        """Index of the mention with this head word, or of the name that this word is a part of, or the title of.

        A tree hangs a name on its first word, or on a title before it, while labels sit on its last.
        """
        if self._by_name is None:
            self._by_name = {}
            for index, mention in enumerate(self.mentions):
                if mention.level == "NAM":
                    for part in range(mention.head_first, mention.head_end):
                        self._by_name.setdefault(part, index)
            for index, mention in enumerate(self.mentions):
                title = self.top_of(mention) if mention.level == "NAM" and mention.head >= 0 else mention.head
                if title < mention.head_first:
                    self._by_name.setdefault(title, index)
            self._by_name.pop(NO_WORD, None)
        found = self.mention_at(word)
        return found if found is not None else self._by_name.get(word)

    def top_of(self, mention: FoundMention) -> int:
        """The word that a head hangs on: a tree hangs a name on its first word, on any of it, or on its title."""
        for at in range(mention.head_first, mention.head_end):
            word = self.words[at]
            if not mention.head_first <= word.head < mention.head_end or word.head == at:
                titled = word.deprel in ("flat", "appos") and mention.first <= word.head < mention.head_first
                return word.head if titled and mention.type == "PER" else at
        return mention.head

    def mention_at_start(self, word: int) -> int | None:
        """Index of the name whose first word this is."""
        if self._by_start is None:
            self._by_start = {m.head_first: i for i, m in enumerate(self.mentions) if m.level == "NAM"}
            self._by_start.pop(NO_WORD, None)
        return self._by_start.get(word)

    def phrase_at(self, word: int) -> int | None:
        """Index of the widest mention whose phrase begins with this word."""
        if self._by_first is None:
            self._by_first = {}
            for index, mention in enumerate(self.mentions):
                rival = self._by_first.get(mention.first)
                if rival is None or self.mentions[rival].end < mention.end:
                    self._by_first[mention.first] = index
            self._by_first.pop(NO_WORD, None)
        return self._by_first.get(word)

    def mentions_in(self, sentence: int) -> list[int]:
        """Indices of the mentions of a sentence, by their place; mentions in tags are in none."""
        if self._by_sentence is None:
            self._by_sentence = {}
            for index, mention in enumerate(self.mentions):
                if mention.sentence >= 0:
                    self._by_sentence.setdefault(mention.sentence, []).append(index)
        return self._by_sentence.get(sentence, [])

    def fillers_in(self, sentence: int) -> list[int]:
        """Indices of the values of a sentence."""
        if self._fillers_by_sentence is None or self._fillers_by_sentence[0] != len(self.fillers):
            groups: dict[int, list[int]] = {}
            for index, filler in enumerate(self.fillers):
                groups.setdefault(filler.sentence, []).append(index)
            self._fillers_by_sentence = len(self.fillers), groups
        return self._fillers_by_sentence[1].get(sentence, [])

    def to_kb(self, *, scheme: str = "") -> KB:
        """Records with exact spans. `scheme` ace, ere, best, edl, slot: only what that evaluation looks at."""
        from factbook.extract.output import to_kb

        return to_kb(self, scheme=scheme)
