"""Events: triggers, types, realis and arguments of the Rich ERE inventory.

A trigger is a word of `data/event_triggers.tsv` whose conditions on its arguments hold and that the encoder takes for
a predicate; arguments stand in the places that `data/event_roles.tsv` names. Mentions of one type, trigger word and
compatible arguments are one event (a hopper).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count, pairwise
from typing import Final, NamedTuple

from factbook.extract.document import Document, FoundArgument, FoundEvent
from factbook.extract.layers.modality import status
from factbook.extract.layers.places import Places, places
from factbook.extract.lexicon import rows, word_set

LEAST: Final = 0.15  # of the probability that a word is a predicate at all
NOUN_LEAST: Final = 0.15
NEAR: Final = 15  # words between a trigger and a value that belongs to it
PARTICLES: Final = ("compound:prt", "advmod", "obj", "compound")
FILLERS: Final = word_set("TIME TITLE AGE CRIME SENTENCE MONEY WEAPON VEHICLE COMMODITY")


class Trigger(NamedTuple):
    """A row of the table for one lemma. `second` is a particle or noun that must go with a verb."""

    type: str
    upos: str
    conditions: tuple[str, ...]
    second: str


class Role(NamedTuple):
    role: str
    kinds: frozenset[str]
    places: tuple[str, ...]


@cache
def triggers() -> dict[str, tuple[Trigger, ...]]:
    """Rows by lemma; those with conditions or a second word come first."""
    found: dict[str, list[Trigger]] = {}
    for kind, upos, conditions, lemmas in rows("event_triggers"):
        tests = () if conditions == "-" else tuple(conditions.split(","))
        for entry in lemmas.split():
            lemma, _, second = entry.partition("_")
            found.setdefault(lemma, []).append(Trigger(kind, upos, tests, second))
    return {lemma: tuple(sorted(group, key=_specific)) for lemma, group in found.items()}


def _specific(trigger: Trigger) -> tuple[bool, int]:
    return not trigger.second, -len(trigger.conditions)


@cache
def roles(kind: str) -> tuple[Role, ...]:
    """Roles of an event type, its own before those of all types."""
    own = [row for row in rows("event_roles") if row[0] == kind]
    every = [row for row in rows("event_roles") if row[0] == "*"]
    return tuple(Role(row[1], frozenset(row[2].split()), tuple(row[3].split())) for row in own + every)


def apply(document: Document) -> None:
    """Find the events of a document."""
    for word in range(len(document.words)):
        document.events.extend(_events_at(document, word))
    _join(document)


def _events_at(document: Document, word: int) -> Iterator[FoundEvent]:
    here = document.words[word]
    options = triggers().get(here.lemma) or triggers().get(here.lower)
    if not options or here.upos not in ("VERB", "NOUN", "ADJ", "AUX") or _another_thing(document, word):
        return
    probability = float(max(document.reading.events[word], document.reading.predicates[word]))
    if probability < (LEAST if here.upos == "VERB" else NOUN_LEAST):
        return
    around = places(document, word)
    seen: set[str] = set()
    for option in options:
        end = _second(document, word, option)
        if option.type in seen or end is None or not _part_of_speech(here.upos, option.upos):
            continue
        if all(_holds(document, around, test) for test in option.conditions):
            seen.add(option.type)
            yield _event(document, word, end, option.type, around, probability)
            if not _both(option.type):
                return


@cache
def _other_things() -> frozenset[str]:
    return frozenset(word for row in rows("no_events") for word in row)


def _another_thing(document: Document, word: int) -> bool:
    """ "heart attack", "cardiac arrest": two words that tell of something else than the second alone."""
    words = document.words[max(word - 1, 0) : word + 2]
    return any(f"{left.lower}_{right.lemma}" in _other_things() for left, right in pairwise(words))


def _both(kind: str) -> bool:
    """A word may tell of an attack and of a death in one: then both are events."""
    return kind in ("life.die", "conflict.attack", "life.injure", "justice.execute")


def _part_of_speech(found: str, wanted: str) -> bool:
    return found == wanted or (found, wanted) in (("VERB", "ADJ"), ("AUX", "VERB"), ("ADJ", "VERB"))


def _second(document: Document, word: int, option: Trigger) -> int | None:
    """The end of the trigger's words; None where the second word is missing."""
    if not option.second:
        return word + 1
    for child in document.children[word]:
        other = document.words[child]
        if other.deprel in PARTICLES and other.lemma == option.second:
            return child + 1 if child == word + 1 else word + 1
    following = document.words[word + 1] if word + 1 < len(document.words) else None
    return word + 2 if following is not None and following.lower == option.second else None


def _holds(document: Document, around: Places, test: str) -> bool:
    """A condition: `-obj` none there, `obj=PER+ORG` a mention or value of these kinds there."""
    if test.startswith("-"):
        return not around.get(test[1:])
    place, _, kinds = test.partition("=")
    spots = around.get("pass" if place == "obj" else place, [])
    wanted = kinds.split("+")
    return any(_kind_at(document, word) in wanted for word in spots)


def _kind_at(document: Document, word: int) -> str:
    mention = document.mention_of(word)
    if mention is not None:
        return document.mentions[mention].type
    filler = _filler_at(document, word)
    return document.fillers[filler].type if filler is not None else "OTH"


def _filler_at(document: Document, word: int) -> int | None:
    for index in document.fillers_in(document.words[word].sentence):
        if document.fillers[index].first <= word < document.fillers[index].end:
            return index
    return None


def _event(document: Document, word: int, end: int, kind: str, around: Places, probability: float) -> FoundEvent:
    main, _, sub = kind.partition(".")
    event = FoundEvent(main, sub, (word, end), document.words[word].sentence, probability=probability)
    event.realis = status(document, word).realis
    taken: set[tuple[str, int]] = set()
    for role in roles(kind):
        for argument in _arguments(document, word, role, around):
            if (argument.kind, argument.index) not in taken:
                taken.add((argument.kind, argument.index))
                event.arguments.append(argument)
    return event


def _arguments(document: Document, word: int, role: Role, around: Places) -> Iterator[FoundArgument]:
    if role.kinds & FILLERS:
        filler = _value(document, word, role.kinds)
        if filler is not None:
            yield FoundArgument(role.role, "filler", filler)
            return
    for place in role.places:
        found = [index for spot in around.get(place, ()) if (index := document.mention_of(spot)) is not None]
        fitting = [index for index in found if document.mentions[index].type in role.kinds]
        if fitting:
            for index in fitting:
                yield FoundArgument(role.role, "mention", index, probability=document.mentions[index].probability)
            if role.role != "entity":
                return


def _value(document: Document, word: int, kinds: frozenset[str]) -> int | None:
    """The nearest value of these kinds that hangs on the trigger, or on a word that does."""
    best: tuple[int, int] | None = None
    for index in document.fillers_in(document.words[word].sentence):
        filler = document.fillers[index]
        if filler.type not in kinds:
            continue
        distance = min(abs(filler.first - word), abs(filler.end - 1 - word))
        if distance <= NEAR and (word in document.ancestors(filler.head) or distance <= 3):
            best = min(best or (distance, index), (distance, index))
    return best[1] if best else None


class _Hopper(NamedTuple):
    """The mentions of one event: their trigger lemmas, and who fills which role in each."""

    number: int
    lemmas: set[str]
    filled: list[dict[str, set[int]]]

    def takes(self, lemma: str, ours: dict[str, set[int]]) -> bool:
        """Whether a mention tells of this event: nobody in a role speaks against it, somebody or the word for it."""
        common = False
        for theirs in self.filled:
            for role in ours.keys() & theirs.keys():
                if not ours[role] & theirs[role]:
                    return False
                common = True
        return common or (not ours and lemma in self.lemmas)


def _join(document: Document) -> None:
    """Number the events: same type, same trigger word, and no argument that speaks against it."""
    hoppers: dict[tuple[str, str, str], list[_Hopper]] = {}
    numbers = count()
    for event in document.events:
        alike = hoppers.setdefault((event.type, event.subtype, event.realis), [])
        lemma, ours = document.words[event.trigger[0]].lemma, _entities(document, event)
        home = next((hopper for hopper in reversed(alike) if hopper.takes(lemma, ours)), None)
        if home is None:
            home = _Hopper(next(numbers), set(), [])
            alike.append(home)
        home.lemmas.add(lemma)
        home.filled.append(ours)
        event.event = home.number


def _entities(document: Document, event: FoundEvent) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for argument in event.arguments:
        if argument.kind == "mention":
            found.setdefault(argument.role, set()).add(document.mentions[argument.index].entity)
    return found
