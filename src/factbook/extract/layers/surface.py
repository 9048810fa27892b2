"""What bears on a word by the words in front of it: for Spanish, Chinese and Arabic, whose trees miss arcs.

A sentence is read in stretches between commas. Marks stand in the stretch of the word itself; a verb of saying reaches
over a comma only where what it says has not begun before it. Turns of phrase are in `data/<language>/stance.tsv`.
"""

from __future__ import annotations

from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.layers.holders import NOMINAL, holder_of, stretches
from factbook.extract.layers.standing import (
    ASCRIBING,
    CONDITIONS,
    NEGATIONS,
    POSSIBLE,
    PRIVATE,
    REPORTED_ADVERBS,
    THEIRS,
    Holder,
    Status,
    attribution,
    phrases,
)

NEAR: Final = 4  # words in front in which a hedge bears on a predicate
_VERBAL: Final = ("AUX", "PRON", "ADV", "PART")  # what may stand between "no" and its verb
_THAT: Final = 3  # words between a verb and its "que"


def surface(document: Document, word: int, found: Status) -> None:
    """Add what the words in front of `word` say of it."""
    parts = stretches(document, document.words[word].sentence)
    at = next((k for k, part in enumerate(parts) if word in part), 0)
    before = [document.words[i] for i in range(parts[at].start, word)]
    first = document.words[document.sentences[document.words[word].sentence].first]
    if _negated(before, phrases(document.language).get("time", ())):
        found.negated = True
    hedges = {near.lower for near in before[-NEAR:]} | ({first.lower} if first.index < word else set())
    opening = [document.words[i] for i in parts[0] if i < word]
    found.possible = found.possible or bool(hedges & POSSIBLE) or says(document, "possible", before)
    found.rumoured = found.rumoured or bool({near.lower for near in before[-NEAR:]} & REPORTED_ADVERBS)
    found.rumoured = found.rumoured or says(document, "rumoured", before) or says(document, "rumoured", opening)
    conditions = {near.lower for near in before if near.upos not in ("PRON", "DET")} | {first.lower}
    found.conditional = found.conditional or (bool(conditions & CONDITIONS) and first.index < word)
    _wishing(document, word, before, found)
    if not any(holder.kind in THEIRS for holder in found.holders):
        _saying(document, word, parts, at, found)


def rhetorical(document: Document, word: int) -> bool:
    """A question that takes the opposite for granted: "难道他会付钱？", "¿acaso pagó?"."""
    first = document.sentences[document.words[word].sentence].first
    return says(document, "rhetorical", document.words[first:word])


def _negated(before: list[Word], times: tuple[str, ...]) -> bool:
    """ "no", right in front or with pronouns, auxiliaries and times between; "没有" at the head of a stretch."""
    if any(near.lower in NEGATIONS for near in before[-2:]):
        return True
    for near in reversed(before):
        if near.lower in NEGATIONS:
            return True
        if near.upos not in _VERBAL and not (near.upos == "NUM" or near.text in times):
            break
    return bool(before) and before[0].lower == "not" and before[0].upos == "VERB"


def _joined(document: Document, words: list[Word]) -> str:
    """Words as the phrases are written; Chinese without blanks, however it was cut into words."""
    if document.language == "zh":
        return "".join(word.text for word in words)
    return "_" + "_".join(word.text.lower() for word in words) + "_"


def says(document: Document, kind: str, words: list[Word]) -> bool:
    """Whether a turn of phrase of a kind stands among words that follow each other."""
    text = _joined(document, words)
    marked = "" if document.language == "zh" else "_"
    return any(f"{marked}{phrase}{marked}" in text for phrase in phrases(document.language).get(kind, ()))


def _wishing(document: Document, word: int, before: list[Word], found: Status) -> None:
    """ "ojalá", "应该" are the writer's wish; a verb of wishing in the same stretch is its subject's."""
    if says(document, "wish", before):
        found.wished, found.wisher = True, Holder(word, "wish", own=True)
        return
    for near in reversed(before):
        wish = "wish" in attribution().get(near.lemma, ()) and near.upos == "VERB"
        between = document.words[near.index + 1 : word]
        if wish and (len(near.text) > 1 if document.language == "zh" else _complement(between)):
            own = first_person(document, near.index)
            found.wished = True
            found.wisher = Holder(near.index, "wish", None if own else holder_of(document, near.index), own=own)
            return


def _saying(document: Document, word: int, parts: list[range], at: int, found: Status) -> None:
    """The nearest verb of saying or believing in front whose complement the word stands in."""
    for index in range(word - 1, parts[0].start - 1, -1):
        near = document.words[index]
        kind = next((kind for kind in attribution().get(near.lemma, ()) if kind in ASCRIBING), None)
        if kind is None or _is_noun(document, near):
            continue
        part = next(k for k, part in enumerate(parts) if index in part)
        if _reaches(document, index, word, parts[part], same=part == at, opening=_opening(document, parts[at])):
            own = first_person(document, index)
            subject = None if own else holder_of(document, index)
            found.holders.append(Holder(index, kind, subject, own=own or (subject is None and kind in PRIVATE)))
            return


def _is_noun(document: Document, word: Word) -> bool:
    """ "el informe que leyó"; a verb that is tagged as a noun stands alone ("jura que …"). Chinese tags say little."""
    if document.language == "zh" or word.upos not in NOMINAL:
        return False
    if document.language == "ar":  # verbs open their clause; a noun is definite or stands behind a preposition
        first = document.sentences[word.sentence].first
        return word.text.startswith("ال") or (word.index > first and document.words[word.index - 1].upos == "ADP")
    return bool(document.dependents(word.index, "det", "case", "nummod", "amod"))


def first_person(document: Document, verb: int) -> bool:
    """Whether the form of a verb, or the words that end in it, show the writer: "creo", "我敢说"."""
    first = document.sentences[document.words[verb].sentence].first
    text = _joined(document, document.words[first : verb + 1]).strip("_")
    forms = phrases(document.language).get("first", ())
    return document.words[verb].text.lower() in forms or (document.language == "zh" and text.endswith(forms))


def _opening(document: Document, part: range) -> str:
    """The complementiser at the head of a stretch: ", que el viernes llega"."""
    lowers = [document.words[i].lower for i in part][:2]
    return "that" if lowers[:1] == ["that"] or lowers == ["and", "that"] else ""


def _reaches(document: Document, verb: int, word: int, part: range, *, same: bool, opening: str) -> bool:
    between = document.words[verb + 1 : word]
    if document.language == "zh":
        rest = [document.words[i] for i in range(verb + 1, part.stop)]
        return same or all(near.upos in (*NOMINAL, "PUNCT") for near in rest)
    if document.language == "ar":
        return any(near.text.lstrip("وب").startswith(("أن", "إن")) for near in between)
    if not same and not (opening and _complement(between)):
        return document.words[part.stop - 1].text == ":" and verb >= part.stop - 3
    return _complement(between) or (len(between) <= 1 and document.words[word].text.endswith(("r", "rse")))


def _complement(between: list[Word]) -> bool:
    """ "dijo que", "advirtió de que", "negó haber"."""
    for number, near in enumerate(between[:_THAT]):
        if near.text.lower() == "que" or (number == 0 and near.text.lower() == "haber"):
            return True
    return False
