"""Subtype, class, role and metonymy of each mention, by word lists and the words around it.

Classes (seed 001, Table 1): SPC a particular thing, GEN a kind, NEG a negated one, USP an underspecified one. A mention
is SPC unless something says otherwise, because particular things are what texts mostly speak of.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from factbook.extract.document import Document, FoundMention, Word
from factbook.extract.layers.aliases import nation_names
from factbook.extract.layers.mentions import noun_entries
from factbook.extract.lexicon import mapping, rows_of_all, word_set
from factbook.text.chinese import simplified

_NEGATED: Final = word_set("no neither nobody none noone")
_OPEN: Final = word_set("any anyone anybody whoever anything whichever")
_EVERY: Final = word_set("every each everyone everybody")
_MODAL: Final = word_set("may might could would should must can shall ought will")
_WISHES: Final = word_set("want need seek look hope wish ask demand require if whether unless")
_PLURAL_TAGS: Final = word_set("NNS NNPS")
_PINNED: Final = ("nummod", "nmod", "acl", "appos", "compound", "flat", "amod")  # dependents that single out
_GROUP_PRONOUNS: Final = word_set("we us our ours ourselves they them their theirs themselves these those 'em")
_PLACE_CASES: Final = word_set(
    "in at from to near into through across around outside inside towards toward within via off"
)
# Subjects of these act as governments or peoples; a team where the verb is of sport.
_SPEECH: Final = word_set(
    "say deny accuse announce reject condemn demand agree sign vote warn urge claim insist ban impose recognize "
    "invade attack bomb threaten promise declare refuse approve protest summon expel extradite hang execute pardon"
)
_DEMONYM: Final = re.compile(r"(?:ian|ean|ese|ish|i|an)s?$")
_SPORT: Final = word_set("beat defeat thrash host draw lose win play score trounce")


def apply(document: Document) -> None:
    """Set subtype, specificity, role, metonymy and the ACE mention kind of every mention."""
    for mention in document.mentions:
        if mention.head < 0:
            continue
        mention.subtype = subtype(document, mention)
        mention.specificity = specificity(document, mention)
        if mention.type == "GPE":
            mention.role, mention.metonymy = _role(document, mention)
        mention.ldc_type = _ldc_type(document, mention)


# -- subtypes --


def subtype(document: Document, mention: FoundMention) -> str:
    """The subtype that this mention alone shows; "" if none."""
    if mention.type == "PER":
        return _person(document, mention)
    if mention.level == "NAM":
        known = name_subtype(mention.text, mention.type)
        word = document.words[mention.head]
        people = mention.type == "GPE" and (word.upos == "ADJ" or word.xpos == "NNPS") and _DEMONYM.search(word.lower)
        return known or ("Nation" if people else "")
    if mention.level == "NOM":
        word = document.words[mention.head]
        before = document.words[mention.head - 1].lower if mention.head > 0 else ""
        for lemma in (f"{before}_{word.lemma}", word.lemma):
            for kind, found, _ in noun_entries(lemma):
                if kind == mention.type:
                    return found
    return ""


def plural(word: Word) -> bool:
    """Whether a noun or pronoun speaks of several."""
    if word.lower in _GROUP_PRONOUNS or word.xpos in _PLURAL_TAGS:
        return True
    return any(kind == "PER" and found == "Group" for kind, found, _ in noun_entries(word.lemma))


def _person(document: Document, mention: FoundMention) -> str:
    word = document.words[mention.head]
    if mention.level == "NAM":
        article = mention.head_first > 0 and document.words[mention.head_first - 1].lower == "the"
        return "Group" if word.xpos == "NNPS" and article else "Individual"
    if mention.level == "PRO":
        entry = mapping("pronouns").get(word.lower)
        if entry and entry[0] == "r":
            return ""
        return "Group" if plural(word) or (entry and entry[1] == "p") else "Individual"
    counted = any(_many(document.words[i]) for i in document.dependents(mention.head, "nummod"))
    if word.upos == "NUM" or counted:
        return "Group" if counted or _many(word) else "Individual"
    return "Group" if plural(word) else "Individual"


def _many(word: Word) -> bool:
    return word.lower not in ("one", "1", "a", "an")


@cache
def _places() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for kind, subtype_, names in rows_of_all("places"):
        for name in names.split(";"):
            found[name.lower()] = (kind, subtype_)
    for name in nation_names():
        found.setdefault(name, ("GPE", "Nation"))
    return found


def place(name: str) -> tuple[str, str] | None:
    """Type and subtype of a well-known place."""
    return _places().get(simplified(name.lower()))


@cache
def name_words() -> dict[str, dict[str, list[tuple[str, str]]]]:
    """Type and subtype by the last and by the first word of a name, and by a first word that is its head."""
    found: dict[str, dict[str, list[tuple[str, str]]]] = {"last": {}, "first": {}, "opens": {}}
    for where, kind, subtype_, words in rows_of_all("name_words"):
        for word in words.split():
            found[where].setdefault(word, []).append((kind, subtype_))
    return found


LONGEST_ENDING: Final = 4  # characters of a Chinese word that tells the kind of a name


def edges(name: str) -> tuple[tuple[str, str], ...]:
    """The last and the first words of a name; of a Chinese one the longest ending that the table has."""
    words = simplified(name.lower()).split()
    if not words:
        return ()
    if words[-1][-1:] >= "\u3400":
        endings = (words[-1][-length:] for length in range(min(LONGEST_ENDING, len(words[-1]) - 1), 0, -1))
        return tuple(("last", ending) for ending in endings if ending in name_words()["last"])[:1]
    if "of" in words[1:-1]:  # "Department of Energy": what it is stands in front
        return ("last", words[words.index("of", 1) - 1]), ("opens", words[0]), ("first", words[0])
    return ("last", words[-1]), ("opens", words[0]), ("first", words[0])


def name_subtype(name: str, kind: str) -> str:
    """The subtype that a name of that type shows by itself; "" if none."""
    known = place(name)
    if known is not None and known[0] == kind:
        return known[1]
    for where, word in edges(name.replace("-", " ")):
        for option, found in name_words()[where].get(word, ()):
            if option == kind:
                return found
    return ""


# -- classes --


def specificity(document: Document, mention: FoundMention) -> str:
    """SPC, GEN, NEG or USP."""
    if mention.level == "NAM":
        return "SPC"
    word = document.words[mention.head]
    determiners = {document.words[i].lower for i in document.dependents(mention.head, "det", "advmod")}
    if word.lower in _NEGATED or determiners & _NEGATED:
        return "NEG"
    if word.lower in _OPEN or determiners & _OPEN:
        return "USP"
    if mention.level == "PRO":
        return _pronoun_class(document, word)
    if determiners & _EVERY:
        return "GEN"
    if _bare(document, mention, determiners):
        return "GEN" if _generic_clause(document, word) else "SPC"
    if determiners & {"a", "an"} and _unreal(document, word):
        return "USP"
    return "SPC"


def _pronoun_class(document: Document, word: Word) -> str:
    if word.lower in ("someone", "somebody"):
        return "USP"
    if word.lower == "one" or (word.lower in _EVERY):
        return "GEN"
    return "SPC"


def _bare(document: Document, mention: FoundMention, determiners: set[str]) -> bool:
    """A plural without determiner, number, possessor or name in it."""
    word = document.words[mention.head]
    if determiners or word.xpos not in _PLURAL_TAGS:
        return False
    return not document.dependents(
        mention.head, "nummod", "nmod:poss", "nmod", "acl", "appos", "compound", "flat", "amod"
    )


def _clause(document: Document, word: Word) -> Word | None:
    """The predicate that a word is an argument of."""
    for index in document.ancestors(word.index):
        found = document.words[index]
        if found.upos in ("VERB", "AUX") or document.dependents(index, "cop"):
            return found
    return None


def _generic_clause(document: Document, word: Word) -> bool:
    """A duty or a quality, and not what somebody says now: "voters should …", "bankers are clever"."""
    if word.deprel.partition(":")[0] != "nsubj":
        return False
    clause = _clause(document, word)
    if clause is None or clause.lemma in _SPEECH:
        return False
    helpers = {document.words[i].lemma for i in document.dependents(clause.index, "aux")}
    return bool(helpers & _MODAL) or bool(document.dependents(clause.index, "cop"))


def _unreal(document: Document, word: Word) -> bool:
    """An indefinite in a modal, conditional or wished-for clause, where it is an object."""
    if word.deprel.partition(":")[0] not in ("obj", "obl"):
        return False
    clause = _clause(document, word)
    if clause is None:
        return False
    helpers = {document.words[i].lemma for i in document.dependents(clause.index, "aux", "mark")}
    return bool(helpers & (_MODAL | {"if", "unless", "whether"})) or clause.lemma in _WISHES


# -- role, metonymy, kind --


def _role(document: Document, mention: FoundMention) -> tuple[str, bool]:
    """What a GPE mention stands for here: its land, its government, its people; and whether it stands for a team."""
    word = document.words[mention.head]
    if word.xpos == "NNPS" and mention.level == "NAM" and place(mention.text) is not None:
        return "PER", False
    if any(document.words[i].lower in _PLACE_CASES for i in document.dependents(mention.head, "case")):
        return "LOC", False
    if word.deprel.partition(":")[0] == "nsubj":
        verb = document.words[word.head]
        if verb.lemma in _SPORT and mention.level == "NAM":
            return "ORG", True
        if verb.lemma in _SPEECH:
            return "ORG", False
    return "GPE", False


def _ldc_type(document: Document, mention: FoundMention) -> str:
    word = document.words[mention.head]
    if mention.level == "PRO":
        return "WHQ" if word.lower in ("who", "whom", "whose", "which", "that", "where") else "PRO"
    if mention.level == "NAM":
        return "NAMPRE" if word.deprel in ("compound", "amod", "nmod:desc") else "NAM"
    bare = mention.first == mention.head and not document.dependents(mention.head, "det", "nmod:poss")
    if bare and word.deprel in ("compound", "nmod:desc"):
        return "NOMPRE"
    return "BAR" if bare else "NOM"
