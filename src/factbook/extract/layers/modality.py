"""How a text presents what a word tells of: as a fact, or negated, possible, wished for, asked or only reported.

`status(document, word)` walks from a predicate (a verb, or the noun or adjective that heads a clause) up its sentence
and gathers what bears on it. Every layer that turns words into claims asks here, so that a rumour is one everywhere.
The words that decide are in `data/attribution.tsv`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.layers.holders import holder_of, stretches
from factbook.extract.layers.standing import (
    ABILITY,
    ADVICE,
    CONDITIONS,
    FUTURE,
    NEGATIONS,
    POSSIBLE,
    PRIVATE,
    REPORTED_ADVERBS,
    WOULD,
    Holder,
    Status,
    attribution,
    phrases,
)
from factbook.extract.layers.surface import QUESTIONS, copula, first_person, rhetorical, says, surface, turns, verbless
from factbook.extract.lexicon import word_set

__all__ = ["CONDITIONS", "Holder", "Status", "attribution", "holder_of", "join", "own_status", "stated", "status"]

_CLAUSES: Final = word_set("ccomp xcomp csubj advcl acl parataxis conj appos obj obl nmod dep list")
_NEGATED_BY: Final = word_set("advmod det aux cc case nsubj obj dep")
_PREDICATES: Final = ("VERB", "AUX", "ADJ")
_FUNCTION: Final = ("cop", "case", "aux", "aux:pass")
_ARGUMENTS: Final = ("nsubj", "obj", "iobj", "obl")
_TAG: Final = re.compile(
    r"(?:\bn['’]t|,\s*\w+n['’]t|,\s*(?:is|are|was|were|do|does|did|has|have|will))\s+\w+\s*\?", re.I
)
_INTERROGATIVES: Final = word_set(
    "what who whom where when why how which whose qué quién quiénes dónde cuándo cómo cuál 什么 谁 哪 哪里 怎么 为什么"
    " ماذا من أين متى لماذا كيف"
)
_RAISING: Final = word_set("seem appear look_like sound_like tend")
_CHARGING: Final = word_set("accuse suspect blame charge indict")
_PROOF: Final = word_set("evidence proof confirmation sign indication")
_WHILE: Final = word_set("when once until till")
_OPINIONS: Final = word_set("think guess believe suppose reckon assume bet")
_RANKED: Final = word_set("first second third last only next latest youngest oldest")
_VIEWS: Final = word_set("view opinion word words judgement opinión juicio palabra acuerdo")
_FURTHER: Final = word_set("but and so")  # behind a comma they open a new main clause
_RELATIVES: Final = word_set("who which whom whose")


def own_status(document: Document, word: int) -> Status:
    """What the word's own modifiers say of it, and nothing above: "no wife", "his alleged victim"."""
    found = Status()
    _own_clause(document, word, found)
    before = document.words[word - 1] if word else None
    if before is not None and before.text.lower() in phrases(document.language).get("alleged", ()):
        found.rumoured = True  # "supuesta fundadora", however the parser hangs it
    return found


def status(document: Document, word: int) -> Status:
    """What bears on the proposition that `word` heads; found once, the caller's own copy."""
    kept: Status | None = document.standing.get(word)
    if kept is None:
        kept = document.standing[word] = _status(document, word)
    return replace(kept, holders=list(kept.holders))


def stated(document: Document, word: int) -> Status:
    """How the text presents what `word` states of somebody.

    What a noun phrase holds is taken for granted, whatever its clause says: "his wife", "Stein, president of Renault".
    But a clause that says the noun of somebody asserts it: "Stein is no longer president of Renault".
    """
    here = document.words[word]
    if here.upos in _PREDICATES:
        return status(document, word)
    verb = copula(document, word)
    if verb is None and not verbless(document, word) and _has_verb(document, here.sentence):
        return own_status(document, word)
    found = status(document, word)
    if verb is not None:
        join(found, status(document, verb))
        no = document.words[verb].lower in NEGATIONS or document.words[verb].text.endswith("不是")
        found.negated = found.negated or no
    return found


def _has_verb(document: Document, sentence: int) -> bool:
    """Whether there is a clause around a noun; where there is none ("president of Renault?"), the noun is all of it."""
    return any(word.upos in ("VERB", "AUX") for word in document.sentence_words(sentence))


def join(found: Status, other: Status) -> None:
    """Add what bears on another word."""
    for mark in ("negated", "possible", "future", "conditional", "asked", "wished", "rumoured"):
        setattr(found, mark, getattr(found, mark) or getattr(other, mark))
    found.holders = found.holders or other.holders


def _status(document: Document, word: int) -> Status:
    found = Status()
    at = predicate(document, word)
    _own_clause(document, at, found)
    seen = {at}
    while True:
        here = document.words[at]
        if here.head in (at, -1) or here.head in seen or _explains(document, here):
            break
        above = document.words[here.head]
        _step(document, here, above, found)
        seen.add(here.head)
        at = here.head
    _according_first(document, word, found)
    turns(document, word, found)
    if document.language != "en":
        surface(document, word, found)
    found.asked = not _explains(document, document.words[at]) and _question(document, word)
    if found.asked and document.language != "en" and rhetorical(document, word):
        found.asked, found.possible, found.negated = False, False, not found.negated
    return found


def predicate(document: Document, word: int) -> int:
    """The word whose clause it is: what bears on "was" or "in" hangs on "Spain" in "was reportedly in Spain"."""
    here = document.words[word]
    return here.head if here.deprel in _FUNCTION and here.head >= 0 else word


def _explains(document: Document, here: Word) -> bool:
    """A relative clause, in which the writer explains: "said his brother, who owns the yard"."""
    if here.deprel == "acl:relcl":
        return True
    relatives = (document.words[child] for child in document.children[here.index])
    return here.deprel in ("advcl", "acl") and any(
        word.lower in _RELATIVES and word.deprel.startswith("nsubj") for word in relatives
    )


def _according_first(document: Document, word: int, found: Status) -> None:
    """ "According to the mayor, …", "Según …" at the head of a sentence or at its end, however the parser hangs it."""
    place = document.sentences[document.words[word].sentence]
    last = stretches(document, place.index)[-1]
    before, behind = document.words[place.first : word], document.words[last.start : last.stop]
    reached = word < last.start and all(w.text != ";" for w in document.words[word : last.start])
    for words in (before, behind if reached else []):
        opens = words and (words[0].lower == "according" or says(document, "according", words, first=True))
        if opens and not found.holders:
            named = [w for w in words[1:6] if w.upos in ("PROPN", "NOUN", "PRON") and w.deprel != "nmod:poss"]
            names = [near.index for near in named if near.lemma not in _VIEWS]
            found.holders.append(Holder(words[0].index, "according", names[0] if names else None))


def _question(document: Document, word: int) -> bool:
    """A yes-or-no question: "wasn't she?" asks for agreement to a statement, "why did he go?" takes it for granted.

    Spanish and Chinese string statements and a last question together with commas, English with "but".
    """
    place = document.sentences[document.words[word].sentence]
    words = [document.words[i].text for i in range(place.first, place.end)]
    if not any(mark in "".join(words[-3:]) for mark in QUESTIONS):
        return False
    if any(text.lower() in _INTERROGATIVES for text in words):
        return False
    after = words[word - place.first :]
    if document.language != "en" and any(text in (",", "，") for text in after):
        return False
    if any(text == "," and further.lower() in _FURTHER for text, further in pairwise(after)):
        return False
    return not _TAG.search(document.source.text[place.start : place.stop])


def _own_clause(document: Document, at: int, found: Status) -> None:
    """Negation, modal verbs and adverbs of a clause; of a noun, its determiners and adjectives."""
    for child in document.children[at]:
        word = document.words[child]
        lower = word.lower
        relation = word.deprel.partition(":")[0]
        if (lower in NEGATIONS and relation in _NEGATED_BY) or (
            relation in ("nsubj", "obj") and _none(document, child)
        ):
            found.negated = not found.negated
        elif lower in POSSIBLE and (document.language == "en" or lower not in ABILITY):
            found.possible = True
        elif lower in REPORTED_ADVERBS:
            found.rumoured = True
        elif word.deprel.startswith("obl") and _according(document, child):
            found.holders.append(Holder(child, "according", child))
        elif word.deprel in ("aux", "aux:pass") and (lower in WOULD or word.lemma in WOULD):
            found.wished = True
            if lower in ADVICE:
                found.wisher = Holder(child, "wish", own=True)
        elif word.deprel in ("aux", "aux:pass") and (lower in FUTURE or word.lemma == "will"):
            found.future = True
        elif word.deprel == "mark" and lower in CONDITIONS:
            found.conditional = True
        elif word.deprel == "parataxis" and document.language == "en" and _hedge(document, word):
            found.possible = True
        elif word.deprel == "mark" and lower == "to" and _planned(document, at):
            found.future = True


def _hedge(document: Document, word: Word) -> bool:
    """ "He was married to a dentist, I think": the writer's own doubt, right behind."""
    words = [document.words[child].lower for child in document.children[word.index] if child < word.index]
    return word.lemma in _OPINIONS and word.xpos in ("VBP", "VB") and [text for text in words if text != ","] == ["i"]


def _planned(document: Document, at: int) -> bool:
    """ "The firm, to be led by Dunn": lies ahead, unless it is "the first woman to be elected"."""
    here = document.words[at]
    passive = any(document.words[child].deprel == "aux:pass" for child in document.children[at])
    if here.deprel != "acl" or not passive or document.language != "en":
        return False
    return not any(document.words[child].lower in _RANKED for child in document.children[here.head])


def _none(document: Document, word: int) -> bool:
    """ "no one named Price", "no police officer"."""
    children = (document.words[child] for child in document.children[word])
    return any(child.deprel == "det" and child.lower in NEGATIONS for child in children)


def _according(document: Document, word: int) -> bool:
    """ "according to the mayor", "in his view" do what a verb of saying does."""
    cases = {document.words[child].lower for child in document.children[word]}
    return "according" in cases or (document.words[word].lemma in ("view", "opinion", "eyes") and "in" in cases)


def _step(document: Document, here: Word, above: Word, found: Status) -> None:
    """What the step from a clause to the one above it says of the lower one."""
    relation = here.deprel.partition(":")[0]
    if relation in _ARGUMENTS:  # "if the protests reach the port": a condition holds for all that its clause names
        found.conditional = found.conditional or _marked(document, above.index)
    if relation not in _CLAUSES or here.deprel.endswith("relcl"):
        return
    if relation == "conj":
        _shared(document, above, found)
        return
    kinds = classes(above)
    if relation in ("ccomp", "xcomp", "parataxis", "csubj", "acl", "obj", "obl", "nmod", "advcl"):
        _ascribe(document, here, above, kinds, found)
    if relation == "advcl":
        found.future = found.future or _to_come(document, here, above)
        return
    if relation in ("ccomp", "xcomp", "acl", "csubj"):
        _inherit(document, above, found)


def classes(word: Word) -> tuple[str, ...]:
    """The classes of a word that takes a proposition; an adjective's are those of being so: "it is possible that"."""
    return attribution().get(f"be_{word.lemma}" if word.upos == "ADJ" else word.lemma, ())


def _marked(document: Document, word: int) -> bool:
    """Whether a clause opens with "if" or the like."""
    children = (document.words[child] for child in document.children[word])
    return any(child.deprel == "mark" and child.lower in CONDITIONS for child in children)


def _shared(document: Document, above: Word, found: Status) -> None:
    """What a first conjunct says for the second too: modal verbs, not negation."""
    for child in document.children[above.index]:
        word = document.words[child]
        if word.deprel == "aux" and word.lower in POSSIBLE:
            found.possible = True
        elif word.deprel == "aux" and word.lower in FUTURE:
            found.future = True
        elif word.deprel == "mark" and word.lower in CONDITIONS:
            found.conditional = True


def _ascribe(document: Document, here: Word, above: Word, kinds: tuple[str, ...], found: Status) -> None:
    relation = here.deprel.partition(":")[0]
    if document.language != "en" and above.index > here.index and not _said_after(document, relation):
        return
    finite = relation in ("ccomp", "parataxis", "csubj", "acl")
    if relation in ("advcl", "acl") and above.lemma in _CHARGING and _gerund(document, here):
        found.holders.append(Holder(above.index, "report", holder_of(document, above.index)))
        return
    if relation == "advcl" and not _infinitive(document, here.index):
        return
    if relation in ("ccomp", "parataxis") and _apart(document, here.index, above.index, relation):
        return
    kind = _kind(kinds, finite, above.upos, relation)
    if kind is None:
        return
    if kind == "wish":
        found.wished = found.wished or relation != "parataxis"
        found.wisher = found.wisher or _wisher(document, above.index)
        return
    if kind == "not":
        found.negated = not found.negated
        return
    if kind == "true":
        return
    if kind == "guess" and (above.lemma in _RAISING or above.upos == "ADJ"):
        found.possible = True  # "seems to have left", "is likely to leave": nobody's guess but the writer's
        return
    own = Status()
    _own_clause(document, above.index, own)
    if above.lemma in _PROOF and own.negated:  # "no evidence that he killed anybody"
        found.possible = True
    first = document.language != "en" and first_person(document, above.index)
    subject = None if first else holder_of(document, above.index)
    dropped = subject is None and document.language != "en" and kind in PRIVATE
    unsure = own.possible or own.wished
    found.holders.append(Holder(above.index, kind, subject, own.negated, unsure, own=first or dropped))


def _gerund(document: Document, here: Word) -> bool:
    """ "of killing", "with having killed"."""
    marks = {document.words[child].lower for child in document.children[here.index]}
    return bool(marks & {"of", "for", "with"})


def _to_come(document: Document, here: Word, above: Word) -> bool:
    """ "Once she divorces him, she will move": a clause whose main clause lies ahead."""
    marks = {document.words[child].lower for child in document.children[here.index]}
    ahead = {document.words[child].lower for child in document.children[above.index]}
    return bool(marks & _WHILE) and bool(ahead & FUTURE)


def _wisher(document: Document, verb: int) -> Holder:
    first = document.language != "en" and first_person(document, verb)
    subject = None if first else holder_of(document, verb)
    return Holder(verb, "wish", subject, own_status(document, verb).negated, own=first)


def _said_after(document: Document, relation: str) -> bool:
    """Whether a verb can stand behind what it says: "…, calcula el diario". In Chinese none does."""
    return document.language != "zh" and relation in ("ccomp", "parataxis")


def _apart(document: Document, lower: int, upper: int, relation: str) -> bool:
    """Clauses side by side: a semicolon divides them, or the verb of saying already has what it says."""
    first, last = sorted((lower, upper))
    if any(document.words[word].text in (";", "；") for word in range(first + 1, last)):
        return True
    complements = {document.words[child].deprel for child in document.children[upper]} & {"obj", "ccomp"}
    return relation == "parataxis" and bool(complements)


def _kind(kinds: tuple[str, ...], finite: bool, upos: str, relation: str) -> str | None:
    """Which class of a word holds here: a clause is said or believed, an infinitive wished for."""
    if not kinds:
        return None
    if relation in ("obj", "obl", "nmod"):  # "denied the arrest", "plans for a merger"
        allowed: tuple[str, ...] = ("deny", "wish", "not", "guess", "report") if upos in ("VERB", "NOUN") else ()
        if relation == "obl":  # "said by telephone"
            allowed = allowed[:4]
        return next((kind for kind in kinds if kind in allowed), None)
    if relation == "advcl":  # an infinitive that the parser hung too loosely: "failed to win"
        return next((kind for kind in kinds if kind in ("wish", "not")), None)
    if finite:
        return next((kind for kind in kinds if kind not in ("true",)), None)
    return next((kind for kind in kinds if kind in ("wish", "not", "true")), kinds[0])


def _infinitive(document: Document, word: int) -> bool:
    marks = [document.words[child].lower for child in document.children[word]]
    return "to" in marks and document.words[word].xpos in ("VB", "")


def _inherit(document: Document, above: Word, found: Status) -> None:
    """A question, a condition or a modal verb above reaches the clause below."""
    own = Status()
    _own_clause(document, above.index, own)
    found.conditional = found.conditional or own.conditional
    if "true" in attribution().get(above.lemma, ()) or not attribution().get(above.lemma):
        found.possible = found.possible or own.possible
        found.future = found.future or own.future
        found.wished = found.wished or own.wished
        if own.negated:
            found.negated = not found.negated
