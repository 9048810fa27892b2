"""Beliefs of the default system: whose they are, and how sure they are, from how the text presents its clauses.

The author vouches for what stands as a fact (CB), weakens what may be (NCB) and reports what others say (ROB); then
the one who says it holds the belief. What a noun takes for granted ("his wife") stays a fact inside reported speech.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from factbook.extract.attitudes.arguments import about_arguments, open_role
from factbook.extract.attitudes.features import sarcastic
from factbook.extract.attitudes.quotations import Quotation, quotations
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.attitudes.voices import says_author, speech_at
from factbook.extract.document import Document
from factbook.extract.layers.holders import is_passive
from factbook.extract.layers.modality import Holder, Status, attribution, join, own_status, stated, status
from factbook.extract.layers.standing import THEIRS
from factbook.extract.layers.surface import conditioned, copula
from factbook.extract.lexicon import word_set

NOMINAL: Final = ("NOUN", "PROPN", "PRON", "ADJ", "NUM")
CLAUSES: Final = ("ccomp", "csubj", "root", "parataxis")
DEFINITE: Final = word_set("the this that these those his her its their my our your")
WOULD: Final = word_set("would 'd ’d")
DOUBTFUL: Final = ("guess", "believe", "deny")  # a writer's own belief that is called one
UNREAL: Final = -0.8  # on the encoder's scale from -3 (did not happen) to 3


def states(scene: Scene) -> Iterator[State]:
    """Beliefs about all relations and events."""
    spoken = quotations(scene.document)
    for target in scene.targets:
        if target.kind == "relation":
            yield from _beliefs(scene, target, spoken)
        elif target.kind == "event":
            yield from _about_event(scene, target, spoken)


def _about_event(scene: Scene, target: Target, spoken: list[Quotation]) -> Iterator[State]:
    """Beliefs about an event and each of its arguments; where only an argument is open, the event is certain."""
    role = open_role(scene, target, presented(scene, target)) if target.word is not None else ""
    for state in _beliefs(scene, target, spoken):
        certain = bool(role) and state.value == "NCB"
        event = replace(state, value="CB", way="CB, open argument") if certain else state
        yield event
        yield from about_arguments(scene, event, role if certain else "")


def _beliefs(scene: Scene, target: Target, spoken: list[Quotation]) -> Iterator[State]:
    author = scene.author_of(target)
    if target.word is None:
        yield _own(target, author, "CB", "pos")
        return
    shown = presented(scene, target)
    polarity = "neg" if shown.negated else "pos"
    holders = [holder for holder in shown.holders if holder.kind in THEIRS]
    speech = speech_at(spoken, target.word)
    others = [holder for holder in holders if not says_author(scene, holder)]
    own = [holder for holder in holders if says_author(scene, holder)]
    if speech is not None and speech.speaker is not None:
        place = speech.verb if speech.verb is not None else target.word
        others.append(Holder(place, "report", speech.speaker))
    supposed = shown.conditional or _under_condition(scene, target.word)
    unsure = shown.possible or shown.asked or supposed or any(holder.kind in DOUBTFUL for holder in own)
    if target.kind == "relation" and target.realis == "false" and polarity == "pos":
        unsure = True  # it was found in a clause that does not assert it
    if not others and any(holder.kind == "deny" and not holder.negated for holder in own):  # "I doubt that he left"
        polarity = "pos" if shown.negated else "neg"
    if not others and no_belief(scene, target, shown):
        return
    yield from _known(scene, target, shown, polarity)
    if others:
        yield from _reported(scene, target, author, others[-1], shown, polarity, unsure)
    elif shown.rumoured or any(holder.kind == "hear" for holder in own):
        yield _own(target, author, "ROB", polarity)
    elif unsure:
        yield _own(target, author, "NCB", polarity)
    elif author is not None and polarity == "pos" and sarcastic(scene, target):  # "Yeah right, he will resign."
        yield replace(_own(target, author, "CB", "neg"), sarcasm=True)
    else:
        yield _own(target, author, "CB", polarity)


def _known(scene: Scene, target: Target, shown: Status, polarity: str) -> Iterator[State]:
    """Who sees, admits or finds out that something is so believes it, as the writer does."""
    for holder in shown.holders:
        sure = holder.kind == "know" and not (holder.negated or holder.possible or says_author(scene, holder))
        source = scene.source_at(holder.subject) if sure else None
        if source is not None and not shown.asked:
            yield State("belief", "CB", target, source, polarity, way="CB of another, know")


def _own(target: Target, author: str | None, value: str, polarity: str) -> State:
    return State("belief", value, target, author, polarity, way=f"{value} of the author, {target.kind}")


def presented(scene: Scene, target: Target) -> Status:
    """How the text presents a target. What a noun phrase takes for granted is presupposed, not asserted."""
    assert target.word is not None
    document, here = scene.document, scene.document.words[target.word]
    if target.nominal:
        return stated(document, target.word) if here.upos in NOMINAL else own_status(document, target.word)
    if target.kind == "relation":
        return _of_relation(document, target)
    if here.upos not in NOMINAL or here.deprel in CLAUSES:
        return status(document, target.word)
    children = document.children[target.word]
    if any(document.words[child].deprel == "cop" for child in children):
        return stated(document, target.word)
    definite = any(document.words[child].lower in DEFINITE for child in children)
    governed = here.head >= 0 and attribution().get(document.words[here.head].lemma)
    return own_status(document, target.word) if definite and not governed else status(document, target.word)


def _of_relation(document: Document, target: Target) -> Status:
    """By the word that states it; without a trigger as weakly as what one of the arguments stands in."""
    assert target.word is not None
    here = document.words[target.word]
    clause = here.upos not in NOMINAL or (here.deprel in CLAUSES and copula(document, target.word) is None)
    found = status(document, target.word) if clause else stated(document, target.word)
    loose = target.words is None and document.language == "en"  # elsewhere the words in front have been read
    for place in target.places if loose else ():
        if place is not None:
            join(found, status(document, place))
    return found


def no_belief(scene: Scene, target: Target, shown: Status) -> bool:
    """A wish or demand for something that has not happened, by the encoder's factuality."""
    assert target.word is not None
    if not shown.wished or _under_condition(scene, target.word):
        return False
    if scene.document.language != "en":  # the encoder's factuality was learned from English
        return True
    return bool(scene.document.reading.factuality([target.word])[0] < UNREAL)


def _under_condition(scene: Scene, word: int) -> bool:
    """ "If it rains he would resign": what would be, given something else."""
    document = scene.document
    would = any(document.words[child].lower in WOULD for child in document.children[word])
    return would and conditioned(document, document.words[word].sentence)


def _reported(
    scene: Scene, target: Target, author: str | None, holder: Holder, shown: Status, polarity: str, unsure: bool
) -> Iterator[State]:
    yield _own(target, author, "ROB", polarity)
    nobody = holder.subject is None and is_passive(scene.document, holder.word)
    source = None if nobody else scene.source_at(holder.subject) or scene.source_before(holder.word)
    if source is None or shown.asked:
        return
    unsure = unsure or shown.wished or holder.kind == "guess" or holder.possible
    denied = (holder.kind == "deny") != holder.negated
    if denied:
        polarity = "neg" if polarity == "pos" else "pos"
    value = "NCB" if unsure else "CB"
    yield State("belief", value, target, source, polarity, way=f"{value} of another, {holder.kind}")
