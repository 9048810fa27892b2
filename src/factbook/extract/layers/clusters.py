"""Clusters of mentions that keep what is known of each: names, gender, number, types; unfit ones do not join."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from factbook.extract.document import Document, FoundMention
from factbook.extract.layers import aliases, arabic
from factbook.extract.layers.disjoint import apart
from factbook.extract.layers.mentions import noun_entries, noun_types
from factbook.extract.layers.name_spans import titles
from factbook.extract.lexicon import mapping, rows, word_set

_UNTYPED: Final = "OTH"
_ACTORS: Final = frozenset({"PER", "ORG", "GPE"})
# Nobody is both in one story.
HARMED: Final = word_set("victim hostage")
HARMING: Final = word_set(
    "suspect attacker gunman killer murderer defendant assailant robber kidnapper shooter bomber thief rapist"
)
_WEIGHT: Final = {"NAM": 3.0, "NOM": 1.0, "PRO": 0.25}


@cache
def _first_names() -> dict[str, str]:
    found: dict[str, str] = {}
    for gender, names in rows("first_names"):
        for name in names.split():
            found[name] = "" if found.get(name, gender) != gender else gender
    return found


@cache
def _title_gender() -> dict[str, str]:
    return {word: gender for _, gender, words in rows("titles") for word in words.split() if gender != "-"}


@dataclass(slots=True)
class Facts:
    """What is known of a cluster."""

    names: set[str] = field(default_factory=set)
    genders: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    types: dict[str, float] = field(default_factory=dict)
    heads: set[str] = field(default_factory=set)
    either: bool = False  # only pronouns that stand for persons and organisations alike ("they", "we", "who")
    first: bool = False  # spoken of as "I" or "my"
    nations: set[str] = field(default_factory=set)  # in its names, or in front of its nouns
    size: int = 1


def facts_of(document: Document, mention: FoundMention) -> Facts:
    """What one mention says of its entity."""
    facts = Facts(types={mention.type: _WEIGHT[mention.level] * max(mention.probability, 0.1)})
    if mention.level == "NAM":
        facts.names.add(mention.text)
    facts.genders.update(_gender(document, mention))
    if mention.level == "PRO" and mention.head >= 0:
        entry = mapping("pronouns").get(document.words[mention.head].lower)
        facts.either = entry is not None and {"PER", "ORG"} <= set(entry[3].split())
        facts.first = entry is not None and entry[:2] == ("1", "s")
        if document.language == "ar":  # all nouns have a gender there: "he" is also the bank
            facts.either = True
    if mention.head >= 0:
        facts.numbers.update(_number(document, mention))
        facts.nations.update(_nations(document, mention))
        if mention.level == "NOM":
            facts.heads.add(document.words[mention.head].lemma)
        elif mention.level == "NAM" and mention.type == "PER" and mention.head_first > 0:
            title = document.words[mention.head_first - 1]
            if title.lower in titles() and title.sentence == mention.sentence:
                facts.heads.add(title.lower)
        elif mention.level == "NAM" and document.language != "en":
            facts.heads.update(_kind_word(document, mention))
    return facts


def _nations(document: Document, mention: FoundMention) -> set[str]:
    """Nations by which a text tells people and offices apart: "the Turkish Ministry of Defence", "the Iraqi leader"."""
    if mention.type not in ("PER", "ORG") or mention.level == "PRO" or document.language != "en":
        return set()
    if mention.level == "NAM":
        words = [document.words[at] for at in range(mention.head_first, mention.head_end - 1)]
    else:
        words = [document.words[at] for at in document.dependents(mention.head, "amod", "compound", "nmod:poss")]
    known = aliases.nation_names()
    return {known[word.lower] for word in words if word.lower in known and word.text[:1].isupper()}


def _kind_word(document: Document, mention: FoundMention) -> set[str]:
    """The noun in a name that tells its kind: "sindicato" of "Sindicato de Estibadores", 公司 of 海峡航线公司."""
    at = mention.head_end - 1 if document.language == "zh" else mention.head_first
    lemma = document.words[at].gloss
    several = mention.head_end - mention.head_first > 1
    return {lemma} if several and mention.type in noun_types(lemma) else set()


def _gender(document: Document, mention: FoundMention) -> set[str]:
    if document.language == "ar" and mention.head >= 0 and not mention.author:
        return arabic.gender(document, mention)
    return _english_gender(document, mention)


def _english_gender(document: Document, mention: FoundMention) -> set[str]:
    if mention.type != "PER" and mention.level != "PRO":
        return {"n"} if mention.type != _UNTYPED else set()
    if mention.author or mention.head < 0:
        return set()
    word = document.words[mention.head]
    if mention.level == "PRO":
        gender = mapping("pronouns").get(word.lower, ("", "", "-"))[2]
        return (
            {gender} if gender in ("m", "f", "n") and word.lower not in ("which", "where", "here", "there") else set()
        )
    if mention.level == "NOM":
        found = {gender for kind, _, gender in noun_entries(word.lemma) if kind == "PER"}
        return found if found in ({"m"}, {"f"}) else set()
    first = aliases.words_of(mention.text)[0]
    before = document.words[mention.head_first - 1].lower if mention.head_first > 0 else ""
    gender = _title_gender().get(before, "") or (_first_names().get(first, "") if " " in mention.text else "")
    return {gender} if gender else set()


def _number(document: Document, mention: FoundMention) -> set[str]:
    word = document.words[mention.head]
    if mention.level == "PRO":
        number = mapping("pronouns").get(word.lower, ("", "-"))[1]
        # "they" and "their" also stand for one organisation, and for one person of unknown gender
        return {number} if number == "s" or (number == "p" and word.lower in ("we", "us", "our")) else set()
    if mention.type != "PER":
        return set()
    if mention.level == "NAM":
        return {"s"} if mention.subtype != "Group" else {"p"}
    if mention.subtype == "Group":
        return {"p"}
    return {"s"} if mention.subtype == "Individual" else set()


class Clusters:
    """A union-find over mention indices that refuses what cannot be one thing."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.parent = list(range(len(document.mentions)))
        self.facts = [facts_of(document, mention) for mention in document.mentions]
        self.foes: list[set[int]] = [set() for _ in document.mentions]  # by root: mentions that are something else
        for one, two in apart(document):
            self.foes[one].add(two)
            self.foes[two].add(one)

    def root(self, index: int) -> int:
        while self.parent[index] != index:
            self.parent[index] = self.parent[self.parent[index]]
            index = self.parent[index]
        return index

    def settled(self, index: int) -> bool:
        """Whether a mention already has company."""
        return self.facts[self.root(index)].size > 1

    def type_of(self, root: int) -> str:
        types = self.facts[root].types
        return max(types, key=lambda kind: types[kind])

    def join(self, a: int, b: int, *, certain: bool = False, chance: float = 1.0) -> bool:
        """Make two mentions one thing; False where they do not fit. What is `certain` skips the tests of fit."""
        one, two = self.root(a), self.root(b)
        if one == two:
            return True
        if not certain and not self.fit(one, two):
            return False
        if one > two:
            one, two = two, one
        self.parent[two] = one
        self._merge(self.facts[one], self.facts[two])
        self.foes[one] |= self.foes[two]
        return True

    def _merge(self, into: Facts, other: Facts) -> None:
        into.names |= other.names
        into.genders |= other.genders
        into.numbers |= other.numbers
        into.heads |= other.heads
        into.nations |= other.nations
        into.first = into.first or other.first
        into.size += other.size
        into.either = into.either and other.either
        for kind, weight in other.types.items():
            into.types[kind] = into.types.get(kind, 0.0) + weight

    def fit(self, one: int, two: int) -> bool:
        """Whether two clusters can be one thing."""
        a, b = self.facts[one], self.facts[two]
        few, many = (one, two) if len(self.foes[one]) <= len(self.foes[two]) else (two, one)  # foes are mutual
        if any(self.root(foe) == many for foe in self.foes[few]):
            return False
        if {"m", "f"} <= a.genders | b.genders or {"s", "p"} <= a.numbers | b.numbers:
            return False
        if a.nations and b.nations and a.nations.isdisjoint(b.nations):
            return False
        if any(a.heads & x and b.heads & y for x, y in ((HARMED, HARMING), (HARMING, HARMED))):
            return False
        kind_a, kind_b = self.type_of(one), self.type_of(two)
        if not self._types_fit(a, b, kind_a, kind_b):
            return False
        if a.names and b.names:
            return self._names_fit(a.names, b.names, kind_a)
        return True

    def _types_fit(self, a: Facts, b: Facts, kind_a: str, kind_b: str) -> bool:
        if kind_a == kind_b:
            return True
        if (a.either and kind_b in _ACTORS) or (b.either and kind_a in _ACTORS):
            return True
        light = min(sum(a.types.values()), sum(b.types.values()))
        if "PER" in (kind_a, kind_b) and ("n" in a.genders or "n" in b.genders):
            return False
        # A pronoun alone takes the type of what it refers to; a name keeps its own.
        if light <= _WEIGHT["PRO"] * 2:
            return True
        return not (a.names and b.names) and _UNTYPED in (kind_a, kind_b)

    @staticmethod
    def _names_fit(a: set[str], b: set[str], kind: str) -> bool:
        """Names of two clusters agree if the longest of each are names of one thing."""
        longest_a, longest_b = max(a, key=len), max(b, key=len)
        if not aliases.same(longest_a, longest_b, kind):
            return False
        if kind != "PER":
            return True
        full = [aliases.words_of(name) for name in a | b]
        firsts = {words[0] for words in full if len(words) > 1}
        return all(aliases.first_names_agree(x, y) for x in firsts for y in firsts)
