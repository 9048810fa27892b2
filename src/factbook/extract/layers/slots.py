"""Cold Start slots, translated from statements: only what the text presents as a fact becomes one.

Which of the three place slots (city, state or province, country) a place fills follows from its subtype. Names of
one thing that share no word are alternate names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document, FoundArgument, FoundFiller, FoundRelation
from factbook.extract.layers.speakers import speeches
from factbook.extract.layers.statements import FILLER, MENTION, Item, Statement, kinds, type_of
from factbook.extract.lexicon import word_set
from factbook.schema import coldstart

ROLES: Final = ("subject", "object")
# slot of the statements table: what it is called for a country, a state or province, and a city
PLACES: Final[dict[str, tuple[str, str, str]]] = {
    "per:place_of_residence": (
        "per:countries_of_residence",
        "per:statesorprovinces_of_residence",
        "per:cities_of_residence",
    ),
    "per:place_of_birth": ("per:country_of_birth", "per:stateorprovince_of_birth", "per:city_of_birth"),
    "per:place_of_death": ("per:country_of_death", "per:stateorprovince_of_death", "per:city_of_death"),
    "org:place_of_headquarters": (
        "org:country_of_headquarters",
        "org:stateorprovince_of_headquarters",
        "org:city_of_headquarters",
    ),
}
ALTERNATE: Final = {"PER": "per:alternate_names", "ORG": "org:alternate_names"}
PLURAL: Final = ("NNS", "NNPS")
NAME_PARTICLES: Final = word_set("the of and for de la von van der den al el & mr mrs ms dr sir lady lord miss")


UNKNOWN_TIME: Final = "XXXX-XX-XX"  # "last year" of a document without a date tells nothing


def apply(document: Document) -> None:
    """Add the slots of all factual statements."""
    spoken = {word for speech in speeches(document) if speech.speaker >= 0 for word in range(speech.first, speech.end)}
    roles = {found.arg1 for found in document.statements if found.rule == "role_noun"}
    for found in document.statements:
        if not _said(document, found, spoken) and not _mere_noun(document, found, roles):
            document.relations.extend(slots_of(document, found))
    document.relations.extend(_alternate_names(document))


def _said(document: Document, found: Statement, spoken: set[int]) -> bool:
    """Asserted in somebody's direct speech: a claim of the speaker, not a fact. What a noun presupposes stays one."""
    verbal = found.trigger is not None and document.words[found.trigger].upos in ("VERB", "AUX", "ADJ")
    return verbal and found.trigger in spoken


def slots_of(document: Document, found: Statement) -> Iterator[FoundRelation]:
    """The slots that a statement fills; none where it is no fact."""
    name = kinds()[found.name].slot
    if not name or not found.status.factual:
        return
    subject, value = found.arg1, found.arg2
    if name in PLACES:
        full = PLACES[name][_level(document, value)] if type_of(document, value) == "GPE" else ""
    else:
        full = name if ":" in name else f"{type_of(document, subject).lower()}:{name}"
    slot = coldstart.slot_of(full) if full else None
    if slot is None:
        return
    if _is_group(document, subject) or _is_group(document, value):
        return
    if value.kind == FILLER and document.fillers[value.at].value == UNKNOWN_TIME:
        return
    if slot.range == (coldstart.STRING,) and value.kind == MENTION:
        value = _as_string(document, value)
    if value.kind == FILLER or type_of(document, value).lower() in map(str.lower, slot.range):
        yield _relation(found, full, subject, value)
    if full == "per:top_member_employee_of":
        yield _relation(found, "per:employee_or_member_of", subject, value)


def _is_group(document: Document, item: Item) -> bool:
    """A group or a kind of people without a name ("prosecutors", "any lawyer"): Cold Start speaks of individuals."""
    if item.kind != MENTION or document.mentions[item.at].entity < 0:
        return False
    entity = document.entities[document.mentions[item.at].entity]
    if any(document.mentions[index].level == "NAM" for index in entity.mentions):
        return False
    plural = any(
        document.words[mention.head].xpos in PLURAL
        for index in entity.mentions
        if (mention := document.mentions[index]).head >= 0 and mention.level == "NOM"
    )
    return plural or entity.specificity != "SPC"


def _mere_noun(document: Document, found: Statement, roles: set[Item]) -> bool:
    """A title that a noun alone states ("the mayor"): of nobody with a name, and of no organisation."""
    if found.name != "own_title":
        return False
    mention = document.mentions[found.arg1.at]
    if document.words[document.fillers[found.arg2.at].head].xpos in PLURAL:
        return True
    named = [document.mentions[i] for i in document.entities[mention.entity].mentions]
    if any(other.level == "NAM" and other.sentence == mention.sentence for other in named):
        return False
    return found.arg1 not in roles


def _relation(found: Statement, full: str, subject: Item, value: Item) -> FoundRelation:
    arguments = tuple(
        FoundArgument(role, item.kind, item.at) for role, item in zip(ROLES, (subject, value), strict=True)
    )
    return FoundRelation("slot", full, arguments, found.sentence, probability=found.probability)


def _level(document: Document, item: Item) -> int:
    """0 a country, 1 a state or province, 2 a city or any other place."""
    mention = document.mentions[item.at]
    subtypes = {mention.subtype}
    if mention.entity >= 0:
        subtypes.add(document.entities[mention.entity].subtype)
    if "Nation" in subtypes:
        return 0
    return 1 if "State-or-Province" in subtypes else 2


def _as_string(document: Document, item: Item) -> Item:
    """A mention as a value of its own, for slots that take strings."""
    mention = document.mentions[item.at]
    document.fillers.append(
        FoundFiller(
            "STRING",
            mention.head_first,
            mention.head_end,
            mention.head,
            sentence=mention.sentence,
            quoted=mention.quoted,
            probability=mention.probability,
        )
    )
    return Item(FILLER, len(document.fillers) - 1)


def _alternate_names(document: Document) -> Iterator[FoundRelation]:
    for entity in document.entities:
        slot = ALTERNATE.get(entity.type)
        named = [i for i in entity.mentions if document.mentions[i].level == "NAM" and document.mentions[i].head >= 0]
        if slot is None or len(named) < 2:
            continue
        words_of = {index: _name_words(document, index) for index in named}
        seen: list[tuple[int, frozenset[str]]] = []
        for index in named:
            words = words_of[index]
            if words and all(not words & other for _, other in seen):
                partial = any(words < other for other in words_of.values())  # "Wen" beside "Li" and "Wen Li"
                if seen and not partial:
                    value = _as_string(document, Item(MENTION, index))
                    arguments = (
                        FoundArgument("subject", MENTION, seen[0][0]),
                        FoundArgument("object", FILLER, value.at),
                    )
                    sentence = document.mentions[index].sentence
                    yield FoundRelation("slot", slot, arguments, sentence, probability=0.6 * entity.probability)
                seen.append((index, words))


def _name_words(document: Document, index: int) -> frozenset[str]:
    mention = document.mentions[index]
    words = (document.words[i].lower for i in range(mention.head_first, mention.head_end))
    return frozenset(word for word in words if word not in NAME_PARTICLES and any(map(str.isalnum, word)))
