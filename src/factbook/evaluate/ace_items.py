"""Entities and relations of one side (reference or system) as ACE scoring sees them.

An *item* is an entity or relation of the collection; an *occurrence* is the item in one document. Under the official
profiles an id that several documents share is one item; a local task of the plan keeps documents apart.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from factbook.evaluate.ace_profiles import SYMMETRIC, Profile, Weights
from factbook.evaluate.names import normalise_name
from factbook.model.kb import KB
from factbook.model.records import Argument, Entity, Locator, Mention, Relation, RelationMention


class MentionItem:
    """A mention of an entity."""

    __slots__ = ("head", "id", "level", "occurrence", "place", "role", "style", "text", "weight")

    def __init__(self, mention: Mention, occurrence: EntityOccurrence, place: int, weights: Weights) -> None:
        self.id = mention.id
        self.level = level = mention.level or "NOM"
        self.weight = weights.get(level, 0.0)  # MTypeValue
        self.role = mention.role or occurrence.type
        self.style = "METONYMIC" if mention.metonymy else "LITERAL"
        head = mention.head
        self.head: Locator = mention.extent if head is None else head
        self.text = mention.head_text or (mention.text if head is None else "")
        self.occurrence = occurrence
        self.place = place  # among the mentions of its occurrence

    @property
    def entity_level(self) -> str:
        """What the mention contributes to its entity's level: a metonymic name counts as NOM (footnote 18)."""
        return "NOM" if self.level == "NAM" and self.style == "METONYMIC" else self.level


class EntityOccurrence:
    """An entity in one document."""

    __slots__ = ("class_", "doc", "item", "language", "level", "mentions", "names", "source", "subtype", "type")

    def __init__(self, item: EntityItem, doc: str, source: str, attributes: tuple[str, str, str]) -> None:
        self.item = item
        self.doc = doc
        self.source = source
        self.type, self.subtype, self.class_ = attributes
        self.level = self.language = ""
        self.names: Sequence[str] = ()
        self.mentions: list[MentionItem] = []


class EntityItem:
    """An entity of the collection, or a mention that was promoted to one (`host` is then the entity it came from)."""

    __slots__ = ("confidence", "entropy", "host", "id", "mate", "occurrences", "order")

    def __init__(self, id: str, order: int) -> None:
        self.id = id
        self.order = order
        self.occurrences: dict[str, EntityOccurrence] = {}
        self.mate: EntityItem | None = None
        self.host: EntityItem = self
        self.entropy: float | None = None
        self.confidence: float | None = None

    @property
    def first(self) -> EntityOccurrence:
        return next(iter(self.occurrences.values()))


Arguments: TypeAlias = tuple[tuple[str, EntityItem], ...]


class RelationMentionItem:
    """A mention of a relation; `arguments` are entity mentions by role."""

    __slots__ = ("arguments", "extent", "id", "text")

    def __init__(self, mention: RelationMention, arguments: tuple[tuple[str, MentionItem], ...]) -> None:
        self.id = mention.id
        self.extent = mention.extent
        self.text = mention.text
        self.arguments = arguments


class RelationOccurrence:
    """A relation in one document."""

    __slots__ = ("doc", "item", "language", "mentions", "source")

    def __init__(self, item: RelationItem, doc: str, source: str) -> None:
        self.item = item
        self.doc = doc
        self.source = source
        self.language = ""
        self.mentions: list[RelationMentionItem] = []


class RelationItem:
    """A relation of the collection."""

    __slots__ = (
        "arguments",
        "confidence",
        "id",
        "mate",
        "modality",
        "occurrences",
        "order",
        "subtype",
        "tense",
        "type",
    )

    def __init__(self, id: str, order: int) -> None:
        self.id = id
        self.order = order
        self.type = self.subtype = self.modality = self.tense = ""
        self.arguments: Arguments = ()
        self.confidence: float | None = None
        self.occurrences: dict[str, RelationOccurrence] = {}
        self.mate: RelationItem | None = None


Key: TypeAlias = tuple[str, str]


class Side:
    """All items of reference or system, in document order."""

    def __init__(self, kbs: Mapping[str, KB], documents: Iterable[str], profile: Profile, *, local: bool) -> None:
        self.entities: dict[Key, EntityItem] = {}
        self.relations: dict[Key, RelationItem] = {}
        self.mentions: dict[str, dict[str, MentionItem]] = {}  # by document, by id
        self.warnings: list[str] = []
        self.sources: dict[str, str] = {}
        self._profile = profile
        self._local = local
        self._left_out: set[Key] = set()
        names = [doc for doc in documents if doc in kbs]
        for doc in names:
            self.sources[doc] = _source(kbs[doc], doc)
            self._read_entities(kbs[doc], doc)
        for doc in names:
            self._read_relations(kbs[doc], doc)
        for item in self.entities.values():
            item.entropy = _name_entropy(item)

    def _key(self, doc: str, id: str) -> Key:
        return (doc if self._local else "", id)

    def _read_entities(self, kb: KB, doc: str) -> None:
        mentions, source = kb.mentions_of, self.sources[doc]
        known_mentions = self.mentions[doc] = {}
        for entity in kb.entities.values():
            key = self._key(doc, entity.id)
            known = self.entities.get(key)
            item = known if known is not None else EntityItem(entity.id, len(self.entities))
            attributes = (entity.type, entity.subtype or "---", entity.specificity or "SPC")
            occurrence = EntityOccurrence(item, doc, source, attributes)
            self._fill(occurrence, entity, mentions.get(entity.id, ()))
            if self._outside(occurrence):
                self._left_out.add((doc, entity.id))
                continue
            if known is None:
                self.entities[key] = item
                item.confidence = entity.confidence
            elif _attributes(item.first) != _attributes(occurrence):
                self.warnings.append(f"entity {entity.id} has another type, subtype or class in document {doc}")
            item.occurrences[doc] = occurrence
            for mention in occurrence.mentions:
                known_mentions[mention.id] = mention

    def _fill(self, occurrence: EntityOccurrence, entity: Entity, mentions: Iterable[Mention]) -> None:
        profile = self._profile
        weights = profile.mention_type
        items = [MentionItem(mention, occurrence, place, weights) for place, mention in enumerate(mentions)]
        occurrence.mentions = items
        if entity.names:
            written = [name.text for name in entity.names]
            occurrence.names = sorted(set(map(normalise_name, written) if profile.normalise_names else written))
        occurrence.level = _level(occurrence, profile)
        occurrence.language = combined_language([*[item.text for item in items], *occurrence.names])

    def _outside(self, occurrence: EntityOccurrence) -> bool:
        profile = self._profile
        return bool(profile.types and occurrence.type not in profile.types) or (
            profile.named_only and occurrence.level != "NAM"
        )

    def _read_relations(self, kb: KB, doc: str) -> None:
        mentions = kb.mentions_of_relation
        for relation in kb.relations.values():
            arguments = self._arguments(relation, doc)
            if arguments is None:
                continue
            key = self._key(doc, relation.id)
            item = self.relations.get(key)
            if item is None:
                item = self.relations[key] = RelationItem(relation.id, len(self.relations))
                item.type = relation.type or ""
                item.subtype = "Unspecified" if item.type == "METONYMY" else relation.subtype
                item.modality = relation.modality or "Unspecified"
                item.tense, item.confidence = relation.tense, relation.confidence
            item.arguments = tuple(dict.fromkeys(item.arguments + arguments))
            occurrence = item.occurrences[doc] = RelationOccurrence(item, doc, self.sources[doc])
            for mention in mentions.get(relation.id, ()):
                occurrence.mentions.append(RelationMentionItem(mention, self._mention_arguments(mention, item, doc)))
            own = combined_language([mention.text for mention in occurrence.mentions])
            inside = [argument.occurrences.get(doc) for _, argument in arguments]
            languages = {argument.language for argument in inside if argument is not None} | {own}
            occurrence.language = _common_language(languages - {""})

    def _arguments(self, relation: Relation, doc: str) -> Arguments | None:
        symmetric = relation.type in SYMMETRIC
        arguments: dict[tuple[str, EntityItem], None] = {}
        for role, id in _scored(relation.arguments, symmetric):
            if (
                doc,
                id,
            ) in self._left_out:  # 2.14: entities "in documents where they are named", wherever else they are
                return None
            entity = self.entities.get(self._key(doc, id))
            if entity is None:
                self.warnings.append(f"relation {relation.id} in document {doc}: no entity {id}; relation left out")
                return None
            arguments[role, entity] = None
        return tuple(arguments)

    def _mention_arguments(
        self, mention: RelationMention, item: RelationItem, doc: str
    ) -> tuple[tuple[str, MentionItem], ...]:
        known = self.mentions[doc]
        found = ((role, known.get(id)) for role, id in _scored(mention.arguments, item.type in SYMMETRIC))
        return tuple((role, argument) for role, argument in found if argument is not None)


def _scored(arguments: Iterable[Argument], symmetric: bool) -> Iterator[tuple[str, str]]:
    """Role and reference of each argument; a symmetric relation has one role. Time arguments are not scored (2.13)."""
    for argument in arguments:
        role = argument.role
        if "time" not in role.lower():
            yield ("Arg" if symmetric and role in ("Arg-1", "Arg-2") else role), argument.ref


def promote(side: Side) -> dict[MentionItem, EntityItem]:
    """Each mention as an entity of its own (EMD, section 4.3), by mention."""
    promoted: dict[MentionItem, EntityItem] = {}
    for mention in (mention for mentions in side.mentions.values() for mention in mentions.values()):
        host = mention.occurrence
        item = EntityItem(mention.id, len(promoted))
        item.host, item.entropy = host.item, host.item.entropy
        occurrence = EntityOccurrence(item, host.doc, host.source, _attributes(host))
        occurrence.level, occurrence.language = mention.entity_level, host.language
        occurrence.names = (_shown(mention.text),) if mention.entity_level == "NAM" else ()
        occurrence.mentions = [mention]
        item.occurrences[host.doc] = occurrence
        promoted[mention] = item
    return promoted


def promote_relations(side: Side, entities: Mapping[MentionItem, EntityItem] | None) -> list[RelationItem]:
    """Each relation mention as a relation of its own (RMD, section 4.4).

    `entities` None leaves the arguments as they are, mentions of larger entities: that is how the reference is read.
    """
    promoted: list[RelationItem] = []
    for relation in side.relations.values():
        for doc, occurrence in relation.occurrences.items():
            for mention in occurrence.mentions:
                item = RelationItem(mention.id, len(promoted))
                item.type, item.subtype, item.modality = relation.type, relation.subtype, relation.modality
                item.tense = relation.tense
                item.arguments = tuple(
                    (role, argument.occurrence.item if entities is None else entities[argument])
                    for role, argument in mention.arguments
                )
                place = item.occurrences[doc] = RelationOccurrence(item, doc, occurrence.source)
                place.language, place.mentions = occurrence.language, [mention]
                promoted.append(item)
    return promoted


def _attributes(occurrence: EntityOccurrence) -> tuple[str, str, str]:
    return occurrence.type, occurrence.subtype, occurrence.class_


def _source(kb: KB, doc: str) -> str:
    document = kb.documents.get(doc)
    if document is None:
        return "unknown"
    return document.genre or dict(document.extra).get("SOURCE", "unknown")


def _level(occurrence: EntityOccurrence, profile: Profile) -> str:
    """The most valued level of the mentions; without mentions NAM if there is a name (footnote 18, section 2.6)."""
    best, most = "", -1.0
    for mention in occurrence.mentions:
        if mention.style == "LITERAL":
            level, weight = mention.level, mention.weight
        else:
            level = mention.entity_level
            weight = profile.mention_type.get(level, 0.0)
        if weight > most:
            best, most = level, weight
    if not profile.use_mentions:
        return "NAM" if occurrence.names else best or "PRO"
    return best or ("NAM" if occurrence.names else "PRO")


def _name_entropy(item: EntityItem) -> float | None:
    """How much the names of an entity vary over its documents; None where nothing varies."""
    documents = len(item.occurrences)
    if documents == 1:
        return None
    counts: dict[str, int] = {}
    for occurrence in item.occurrences.values():
        for name in occurrence.names:
            counts[name] = counts.get(name, 0) + 1
    shares = [count / documents for count in counts.values() if count < documents]
    return -sum(share * math.log(share) for share in shares) if shares else None


_LETTER = re.compile("[A-Za-z]")
_SCRIPTS = {"ARABIC": "Arabic", "CJK": "Chinese", "LATIN": "English", "FULLWIDTH LATIN": "English"}
_SHOWN = 40  # the official program looks at as much text as it prints


def _shown(text: str) -> str:
    """Text as the official program prints it: white space joined, cut at 40 characters."""
    if "\n" in text or "\r" in text:
        text = re.sub(r"(\S)-\n(\S)", r"\1\2", re.sub(r"[\r\n]+", "\n", text))
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def text_language(text: str) -> str:
    """Language guessed from the script of the characters: Arabic, Chinese, English, MIXED or UNKNOWN."""
    if text[:1].isalpha() and text.isascii():
        return "English"
    if len(text) > _SHOWN or "\n" in text:
        text = _shown(text)
    if text.isascii():
        return "English" if _LETTER.search(text) else "UNKNOWN"
    found: set[str] = set()
    for character in text:
        name = unicodedata.name(character, "")
        found.update(language for script, language in _SCRIPTS.items() if name.startswith(script))
    return _common_language(found) or "UNKNOWN"


def combined_language(texts: Sequence[str]) -> str:
    """The language that all texts share, else MIXED; empty where there is no text."""
    for text in texts:
        if not (text[:1].isalpha() and text.isascii()):
            return _common_language({text_language(other) for other in texts})
    return "English" if texts else ""


def _common_language(languages: set[str]) -> str:
    return min(languages, default="") if len(languages) < 2 else "MIXED"
