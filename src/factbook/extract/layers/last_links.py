"""Last links of coreference: pronouns and nouns that the learned scores left alone, by what is beyond doubt."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from factbook.extract.document import Document, FoundMention
from factbook.extract.layers.clusters import Clusters
from factbook.extract.layers.speakers import SAYING
from factbook.extract.lexicon import word_set

NEAR_TITLE: Final = 6  # sentences back in which a title before a name takes up a noun
UNTYPED: Final = "OTH"
# What organisations and governments do, and things do not.
AGENTIVE: Final = SAYING | word_set(
    "pay own hire fire employ buy sell plan decide agree refuse deny accuse sue fine urge seek want hope expect "
    "apologize apologise acquire operate run vote sign approve reject demand promise invest manage win lose play beat"
)


def neuters(document: Document, clusters: Clusters) -> None:
    """ "its", and "it" that says or owns something, where nothing was found: the organisation or place before it."""
    for index, mention in enumerate(document.mentions):
        if mention.level != "PRO" or mention.head < 0 or mention.type != UNTYPED:
            continue
        root = clusters.root(index)
        alone = clusters.type_of(root) == UNTYPED and not clusters.facts[root].heads and not clusters.facts[root].names
        if not alone or not acts(document, mention):
            continue
        for other in range(index - 1, max(-1, index - 12), -1):
            found = document.mentions[other]
            if found.head < 0 or mention.sentence - found.sentence > 1:
                break
            likely = found.level != "PRO" and found.type in ("ORG", "GPE")
            if likely and _free(document, found, mention) and clusters.join(other, index):
                break


def announced(document: Document, clusters: Clusters) -> None:
    """ "A judge freed him on Monday. … Judge Samuel Adeyemi said": a title before a name takes up a noun before it."""
    nouns: dict[str, list[int]] = defaultdict(list)
    for index, mention in enumerate(document.mentions):
        if mention.head < 0 or mention.type != "PER":
            continue
        if mention.level == "NOM":
            nouns[document.words[mention.head].lemma].append(index)
        elif mention.level == "NAM" and mention.head_first > 0:
            title = document.words[mention.head_first - 1]
            if title.sentence == mention.sentence:
                _take_up(document, clusters, index, nouns.get(title.lower, []))


def _take_up(document: Document, clusters: Clusters, name: int, nouns: list[int]) -> None:
    """Join the only person without a name whom this noun named not far before."""
    here = document.mentions[name]
    open_ = {
        clusters.root(other): other
        for other in nouns
        if here.sentence - document.mentions[other].sentence <= NEAR_TITLE
        and not clusters.facts[clusters.root(other)].names
    }
    if len(open_) == 1:
        clusters.join(next(iter(open_.values())), name)


def orphans(document: Document, clusters: Clusters) -> None:
    """ "he" and "she" always stand for somebody: where only pronouns found each other, the person named before them."""
    firsts: dict[int, int] = {}
    for index, mention in enumerate(document.mentions):
        if mention.level == "PRO" and mention.head >= 0:
            firsts.setdefault(clusters.root(index), index)
    for root, index in firsts.items():
        facts = clusters.facts[root]
        if facts.names or facts.heads or not facts.genders & {"m", "f"} or clusters.type_of(root) != "PER":
            continue
        mention = document.mentions[index]
        near = [
            other
            for other in range(index - 1, max(-1, index - 40), -1)
            if _could_be(document, clusters, other, mention)
        ]
        near.sort(key=lambda other: _prominence(document, other, mention))
        any(clusters.join(other, index) for other in near)


def _could_be(document: Document, clusters: Clusters, other: int, pronoun: FoundMention) -> bool:
    """A person not far before a pronoun, whose clause does not give both to one verb ("Anna saw her")."""
    found = document.mentions[other]
    if found.head < 0 or found.type != "PER" or not 0 <= pronoun.sentence - found.sentence <= 2:
        return False
    facts = clusters.facts[clusters.root(other)]
    if "s" not in facts.numbers or not (facts.names or facts.heads):
        return False
    one, two = document.words[found.head], document.words[pronoun.head]
    return not (one.head == two.head and two.deprel in ("obj", "iobj", "obl", "nsubj")) and one.head != two.index


def _prominence(document: Document, other: int, pronoun: FoundMention) -> tuple[int, bool, int]:
    """Nearer sentences first, and in them subjects and names."""
    found = document.mentions[other]
    subject = document.words[found.head].deprel.startswith("nsubj")
    return pronoun.sentence - found.sentence, not subject, -other


def acts(document: Document, mention: FoundMention) -> bool:
    word = document.words[mention.head]
    if word.lower == "its":
        return word.deprel == "nmod:poss"
    verb = document.words[word.head]
    return word.lower == "it" and word.deprel == "nsubj" and verb.lemma in AGENTIVE


def _free(document: Document, found: FoundMention, pronoun: FoundMention) -> bool:
    """Not a modifier inside another phrase ("Port Ellery waterfront … its"), and not what owns the pronoun."""
    word = document.words[found.head]
    return word.deprel not in ("compound", "amod", "nmod:desc", "flat") and word.head != pronoun.head
