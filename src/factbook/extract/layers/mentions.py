"""Heads of nominal and pronoun mentions: the encoder's labels, with word lists where the labels are unsure.

Heads of other things (type OTH) are kept until coreference has used them: "it" is an organisation only if what it
refers to is one.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from factbook.extract.document import Document, FoundMention, Word
from factbook.extract.encoders.labels import MENTION_LABELS, MENTION_TYPES
from factbook.extract.layers.speakers import SAYING
from factbook.extract.layers.suffixes import add_suffix_pronouns, leaning_off
from factbook.extract.lexicon import mapping, rows, word_set

FOUND: Final = 0.45  # least probability that a word is the head of some mention
KNOWN: Final = 0.4  # the same for a noun in the table
PREDICATE: Final = 0.1  # the same for a listed person noun after a copula, which corpora mark or not
# Open data has few nominal mentions in other languages: there the glossary is surer than the labels, and a noun that it
# does not have needs at least this probability.
UNLISTED: Final = {"es": 0.8, "zh": 2.0, "ar": 0.99}
PREMODIFIER: Final = 0.03  # the same for "party" in "party members", which few corpora mark
NEVER: Final = 2.0
LISTED: Final = 0.8  # a type from the word list wins over a label less sure than this
ALONE: Final = 0.95  # the same for nouns with one listed type
_TYPES: Final = tuple(kind for kind in MENTION_TYPES)
_COLUMN: Final = {label: column for column, label in enumerate(MENTION_LABELS)}
_NOM: Final = [_COLUMN[f"{kind}.NOM"] for kind in _TYPES]
_PRO: Final = [_COLUMN[f"{kind}.PRO"] for kind in _TYPES]
_NAM: Final = [_COLUMN[f"{kind}.NAM"] for kind in _TYPES]
# "that" and "there" are pronouns only in some uses.
_EXPLETIVE: Final = word_set("expl expl:pass")
_WHO: Final = word_set("who whom whose")
_NOMINAL: Final = word_set("NOUN PROPN ADJ NUM PRON DET X VERB")


_BODIES: Final = word_set(
    "party union church company club government army navy coalition bank ministry council parliament firm airline "
    "authority agency committee orchestra federation opposition"
)
_DEEDS: Final = word_set("fraud")  # an English one may be a person, "una estafa" and 诈骗 are not
_MEASURES: Final = word_set("percent % percentage descent ancestry")
# Nouns for people that organisations and states are called too.
_ANY_ACTOR: Final = word_set(
    "owner parent maker rival partner supplier member shareholder investor founder operator sponsor client customer "
    "ally neighbour neighbor competitor buyer seller signatory donor creditor lender employer publisher developer"
)
_SELDOM_WEAPONS: Final = frozenset({"Blunt", "Chemical"})


def apply(document: Document) -> None:
    """Add NOM and PRO mentions whose extent is, for now, the head alone."""
    named = {i for m in document.mentions if m.head_first >= 0 for i in range(m.head_first, m.head_end)}
    probabilities = document.reading.mention_probabilities
    if not len(document.words):
        return
    maybe = probabilities[:, 0] < 1 - PREMODIFIER
    pronouns = mapping("pronouns")
    known = UNLISTED.keys() & {document.language}
    for index, likely in enumerate(maybe.tolist()):
        word = document.words[index]
        if index not in named and (likely or word.lower in pronouns or (known and noun_types(word.gloss))):
            _consider(document, document.words[index], probabilities[index])
    if document.language == "ar":
        leaning_off(document)
        add_suffix_pronouns(document)
    document.mentions.sort(key=lambda m: m.characters or document.characters(m.head_first, m.head_end))
    document.forget_indexes()


def _consider(document: Document, word: Word, row: np.ndarray) -> None:
    """Add a mention for a head word if its labels say so."""
    lower = word.lower
    pronoun = mapping("pronouns").get(lower)
    if pronoun is not None and (word.upos in ("PRON", "DET", "ADV") or lower in ("i", "u")):
        found = _pronoun(document, word, row, pronoun)
    elif word.upos in _NOMINAL and any(char.isalnum() for char in word.text) and not _finite(document, word):
        found = _noun(document, word, row)
    else:
        found = None
    if found is None:
        return
    kind, level, probability = found
    sentence = document.sentences[word.sentence]
    document.mentions.append(
        FoundMention(
            head=word.index,
            head_first=word.index,
            head_end=word.index + 1,
            first=word.index,
            end=word.index + 1,
            type=kind,
            level=level,
            probability=probability,
            sentence=sentence.index,
            quoted=sentence.quoted,
            text=word.text,
        )
    )


def _finite(document: Document, word: Word) -> bool:
    """A verb with a subject or an auxiliary ("was born") names nothing."""
    return word.upos == "VERB" and bool(document.dependents(word.index, "aux", "nsubj"))


def _pronoun(document: Document, word: Word, row: np.ndarray, entry: tuple[str, ...]) -> tuple[str, str, float] | None:
    person, _, _, types = entry
    if word.deprel in _EXPLETIVE or (word.lower == "that" and word.upos in ("SCONJ", "DET")):
        return None
    allowed = types.split()
    scores = {kind: float(row[_PRO[i]] + row[_NOM[i]] * 0.5) for i, kind in enumerate(_TYPES)}
    mention = 1.0 - float(row[0])
    if person in ("1", "2") or allowed == ["PER"] or (person == "r" and word.lower in _WHO):
        return "PER", "PRO", max(mention, 0.9)
    if person == "r" and (word.lower != "that" or _clause_head(document, word) is not None):
        return _relative(document, word)
    if mention < FOUND:
        return ("PER", "PRO", FOUND) if document.language == "es" and _of_kin(document, word) else None
    options = {kind: value for kind, value in scores.items() if kind in (*allowed, "OTH")}
    best = max(options, key=lambda kind: options[kind])
    return best, "PRO", mention


def _of_kin(document: Document, word: Word) -> bool:
    """ "su padre": who has a father is a person."""
    return word.deprel == "nmod:poss" and document.words[word.head].gloss in families()


@cache
def families() -> frozenset[str]:
    """Nouns of kin."""
    kin = word_set("spouse child_of sibling other_family")
    return frozenset(word for name, _, words in rows("kin") if name in kin for word in words.split())


def _clause_head(document: Document, word: Word) -> Word | None:
    """The word that the relative clause around a word hangs on."""
    for index in (word.index, *document.ancestors(word.index)):
        found = document.words[index]
        if found.deprel == "acl:relcl":
            return document.words[found.head]
    return None


def _relative(document: Document, word: Word) -> tuple[str, str, float] | None:
    """A relative pronoun is a mention if the noun that its clause hangs on can be one."""
    noun = _clause_head(document, word)
    if noun is None:
        return None
    row = document.reading.mention_probabilities[noun.index]
    scores = {kind: float(row[[_NAM[i], _NOM[i], _PRO[i]]].sum()) for i, kind in enumerate(_TYPES)}
    best = max(scores, key=lambda kind: scores[kind])
    return (best, "PRO", 1.0 - float(row[0])) if best != "OTH" and row[0] < 0.5 else None


def _noun(document: Document, word: Word, row: np.ndarray) -> tuple[str, str, float] | None:
    mention = 1.0 - float(row[0])
    if mention < _least(document, word) or word.lemma in _MEASURES:
        return None
    if word.lemma in _DEEDS and document.language in UNLISTED:
        return None
    scores = {kind: float(row[_NOM[i]] + row[_PRO[i]] + row[_NAM[i]]) for i, kind in enumerate(_TYPES)}
    best = max(scores, key=lambda kind: scores[kind])
    listed = noun_types(word.lemma)
    sure = NEVER if document.language in UNLISTED else LISTED if len(listed) > 1 else ALONE
    if listed and best not in listed and scores[best] < sure * mention:
        best = max(listed, key=lambda kind: scores.get(kind, 0.0) + 0.3 * (kind == listed[0]))
    if best == "OTH" and _is_weapon(word.lemma):
        best = "WEA"
    if best == "FAC" and word.deprel == "nsubj" and document.words[word.head].lemma in SAYING:
        best = "ORG"  # "her office said"
    if best == "PER" and word.lemma in _ANY_ACTOR:
        best = _actor(document, word) or best
    level = "NOM"
    if float(row[_PRO].sum()) > max(float(row[_NOM].sum()), 0.5) and word.upos in ("PRON", "DET", "NUM"):
        level = "PRO"
    return best, level, max(mention, FOUND)


def _actor(document: Document, word: Word) -> str | None:
    """ "Zara owner Inditex", "Turkey, a NATO member", "Brazil is a member": the type of the name that it stands for."""
    behind = word.index + 1 + (word.index + 1 < len(document.words) and document.words[word.index + 1].text == ",")
    subjects = document.dependents(word.index, "nsubj") if document.dependents(word.index, "cop") else []
    above = [word.head] if word.deprel == "appos" else []
    for place in (behind, *subjects, *above):
        found = document.mention_at_start(place)
        if found is not None and document.mentions[found].type in ("ORG", "GPE"):
            same = document.words[min(place, len(document.words) - 1)].sentence == word.sentence
            return document.mentions[found].type if same else None
    return None


def _is_weapon(lemma: str) -> bool:
    """Open data does not mark weapons, so they come from the list; clubs and gases are seldom any."""
    entries = noun_entries(lemma)
    return len(entries) == 1 and entries[0][0] == "WEA" and entries[0][1] not in _SELDOM_WEAPONS


def _least_elsewhere(document: Document, word: Word, listed: bool) -> float:
    """The same in other languages: all nouns of the glossary that name kinds of things, few others."""
    if listed:
        determined = word.upos == "ADJ" and document.dependents(word.index, "det")
        return 0.0 if word.upos in ("NOUN", "PROPN") or determined else NEVER
    glossed = bool(word.gloss) and ":" not in word.gloss  # known, and no kind of thing
    return NEVER if glossed or word.upos not in ("NOUN", "PROPN") else UNLISTED[document.language]


def _least(document: Document, word: Word) -> float:
    """The least probability for a head: less for listed nouns, and for what somebody is ("She is a lawyer")."""
    listed = noun_types(word.lemma)
    if document.language in UNLISTED:
        return _least_elsewhere(document, word, bool(listed))
    if not listed or word.upos != "NOUN":
        return FOUND
    if word.lemma in _BODIES and word.deprel == "compound" and _role(document.words[word.head].lemma):
        return PREMODIFIER
    if listed[0] == "PER" and document.dependents(word.index, "cop") and document.dependents(word.index, "nsubj"):
        return PREDICATE
    if listed[0] == "PER" and word.xpos in ("NN", "NNS") and document.dependents(word.index, "nmod:poss"):
        return PREDICATE  # "Scholz's wife"
    return KNOWN


@cache
def _role(lemma: str) -> bool:
    """Whether a noun is of somebody in an organisation: "member", "leader", "spokesman"."""
    return any(lemma in words.split() for _, words in rows("role_nouns"))


@cache
def _nouns() -> dict[str, tuple[tuple[str, str, str], ...]]:
    found: dict[str, list[tuple[str, str, str]]] = {}
    for kind, subtype, gender, words in rows("nouns"):
        for word in words.split():
            found.setdefault(word, []).append((kind, subtype, gender))
    return {word: tuple(entries) for word, entries in found.items()}


def noun_entries(lemma: str) -> tuple[tuple[str, str, str], ...]:
    """(type, subtype, gender) entries of a noun, in the order of the table; of "ex-husband" those of "husband"."""
    return _nouns().get(lemma) or _nouns().get(lemma.rpartition("-")[2], ())


def noun_types(lemma: str) -> tuple[str, ...]:
    """Types that a noun can have, the first listed first."""
    return tuple(dict.fromkeys(kind for kind, _, _ in noun_entries(lemma)))
