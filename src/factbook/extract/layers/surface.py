"""What bears on a word by the words in front of it: turns of phrase, and where trees are weak all else.

Trees of Spanish, Chinese and Arabic miss arcs. A sentence is read in stretches between commas. Marks stand in the
stretch of the word itself; a verb of saying reaches over a comma only where what it says has not begun before it.
Turns of phrase are in `data/stance.tsv` for English and in `data/<language>/stance.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.layers.holders import NOMINAL, holder_of, stretches
from factbook.extract.layers.moods import moods
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
from factbook.extract.lexicon import word_set

NEAR: Final = 4  # words in front in which a hedge bears on a predicate
COPULAS: Final = word_set("be become remain stay serve")
QUESTIONS: Final = ("?", "？", "؟")
_VERBAL: Final = ("AUX", "PRON", "ADV", "PART")  # what may stand between "no" and its verb
_THAT: Final = 3  # words between a verb and its "que"


def turns(document: Document, word: int, found: Status) -> None:
    """Add what turns of phrase in front of `word` say of it: "no longer", "in case", "rumour has it"."""
    place = document.sentences[document.words[word].sentence]
    parts = stretches(document, document.words[word].sentence)
    part = next(part for part in parts if word in part)
    before, language = document.words[part.start : word], document.language
    text = _joined(document, before)
    heard = [text, *(_joined(document, document.words[one.start : one.stop]) for one in _aside(parts, part))]
    found.possible = found.possible or any(_has(language, "possible", words) for words in heard)
    found.rumoured = found.rumoured or any(_has(language, "rumoured", words) for words in heard)
    if _has(language, "negated", text) or _instead(document, before):
        found.negated = True
    asked = document.words[place.end - 1].text in QUESTIONS
    found.conditional = found.conditional or _has(language, "conditional", text)
    found.conditional = found.conditional or (_inverted(document, before) and not asked)


def _aside(parts: list[range], part: range) -> Iterator[range]:
    """Stretches in front that hedge all that follows: the first, and a short one right before ("…, al parecer, …")."""
    at = parts.index(part)
    if at > 0:
        yield parts[0]
    if at > 1 and len(parts[at - 1]) <= NEAR:
        yield parts[at - 1]


def conditioned(document: Document, sentence: int) -> bool:
    """Whether a clause of a sentence is a condition."""
    words = document.sentence_words(sentence)
    if any(word.lower in CONDITIONS and word.deprel == "mark" for word in words):
        return True
    return says(document, "conditional", words) or _inverted(document, words[:-1])


def _instead(document: Document, before: list[Word]) -> bool:
    """ "far from dying", "without having married"; in Arabic "ما" in front of a verb, which elsewhere means "what"."""
    marks = phrases(document.language).get("instead", ())
    if document.language == "ar":
        return len(before) == 1 and before[0].text in marks
    text = _joined(document, [word for word in before if word.upos != "AUX"])
    return any(text.endswith(f"_{phrase}_") for phrase in marks)


def _inverted(document: Document, before: list[Word]) -> bool:
    """ "had she married him", "should Paul be arrested", "إن تزوجت": a condition without "if"."""
    if not before or before[0].text.lower() not in phrases(document.language).get("inverted", ()):
        return False
    follows = document.words[before[0].index + 1].upos
    return follows == "VERB" if document.language == "ar" else follows in (*NOMINAL, "DET")


def copula(document: Document, word: int) -> int | None:
    """The word in front that says a noun of somebody: "is the president", "当上校长"; none inside its phrase."""
    further = phrases(document.language).get("copula", ())
    for index in range(word - 1, _stretch(document, word).start - 1, -1):
        near = document.words[index]
        glued = document.language == "zh" and near.text.endswith("是")  # "韩雪是" taken for one word
        arc = near.deprel == "cop" and near.upos in (*_VERBAL, "VERB")
        if glued or arc or near.lemma in COPULAS or near.text in further:
            return index
        if near.upos in ("VERB", "SCONJ", "CCONJ") or (near.upos == "ADP" and document.language in ("en", "es")):
            return None
    return None


def verbless(document: Document, word: int) -> bool:
    """Arabic says a noun of somebody without a verb: "هل حسن علي رئيس الجامعة؟"; a name in front, no verb, no comma."""
    if document.language != "ar":
        return False
    before = [document.words[i] for i in range(_stretch(document, word).start, word)]
    verbs = [near.index for near in before if near.upos == "VERB" and near.lower not in POSSIBLE]
    if verbs and not _that(document.words[verbs[-1] + 1 : word]):
        return False
    return any(near.upos == "PROPN" for near in before[-2:]) and all(near.upos != "NOUN" for near in before[-1:])


def _stretch(document: Document, word: int) -> range:
    return next(part for part in stretches(document, document.words[word].sentence) if word in part)


def surface(document: Document, word: int, found: Status) -> None:
    """Add what the words in front of `word` say of it, where trees miss arcs."""
    parts = stretches(document, document.words[word].sentence)
    at = next((k for k, part in enumerate(parts) if word in part), 0)
    before = [document.words[i] for i in range(parts[at].start, word)]
    first = document.words[document.sentences[document.words[word].sentence].first]
    neither = document.language == "es" and bool(before) and before[0].text.lower() == "ni"  # "ni Ana ni Luis pagaron"
    known = phrases(document.language)
    if neither or _negated(before, known.get("time", ())) or _denied_phrase(before, known.get("coverb", ())):
        found.negated = True
    hedges = {near.lower for near in before[-NEAR:]} | ({first.lower} if first.index < word else set())
    found.possible = found.possible or bool(hedges & POSSIBLE)
    found.rumoured = found.rumoured or bool({near.lower for near in before[-NEAR:]} & REPORTED_ADVERBS)
    conditions = {near.lower for near in before if near.upos not in ("PRON", "DET")} | {first.lower}
    found.conditional = found.conditional or (bool(conditions & CONDITIONS) and first.index < word)
    moods(document, document.words[word], before, found)
    _wishing(document, word, before, found)
    _judged_behind(document, document.words[word : parts[at].stop], found)
    if not any(holder.kind in THEIRS for holder in found.holders):
        _saying(document, word, parts, at, found)
    if document.language == "es" and not found.holders:
        _said_behind(document, parts[at + 1 :], found)
    elif document.language == "zh" and not found.holders and at + 1 < len(parts):
        _said_last(document, parts[-1], found)


def _judged_behind(document: Document, behind: list[Word], found: Status) -> None:
    """ "…去世的传闻", "…的消息是假的": what stands behind a clause says that it is a rumour, or false."""
    if document.language == "zh":
        found.rumoured = found.rumoured or says(document, "rumour behind", behind)
        found.negated = found.negated or says(document, "false behind", behind)


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


def _denied_phrase(before: list[Word], coverbs: tuple[str, ...]) -> bool:
    """Chinese "没有与林红结婚", "没有在广州出生": a phrase, and no other verb, stands between "not" and its verb."""
    for near, behind in zip(before[-2::-1], before[:0:-1], strict=True):
        if near.lower in NEGATIONS:
            return behind.text in coverbs
        if near.upos == "VERB" and near.text not in coverbs:
            return False
    return False


def _joined(document: Document, words: list[Word]) -> str:
    """Words as the phrases are written; Chinese without blanks, however it was cut into words."""
    if document.language == "zh":
        return "".join(word.text for word in words)
    return "_" + "_".join(word.text.lower() for word in words) + "_"


@cache
def _pattern(language: str, kind: str) -> re.Pattern[str] | None:
    marked = "" if language == "zh" else "_"
    turns_of = phrases(language).get(kind, ())
    return re.compile("|".join(f"{marked}{re.escape(turn)}{marked}" for turn in turns_of)) if turns_of else None


def says(document: Document, kind: str, words: list[Word], *, first: bool = False) -> bool:
    """Whether a turn of phrase of a kind stands among words that follow each other, or opens them."""
    return _has(document.language, kind, _joined(document, words), first=first)


def _has(language: str, kind: str, text: str, *, first: bool = False) -> bool:
    pattern = _pattern(language, kind)
    return pattern is not None and bool(pattern.match(text) if first else pattern.search(text))


def _wishing(document: Document, word: int, before: list[Word], found: Status) -> None:
    """ "ojalá", "应该" are the writer's wish; a verb of wishing in the same stretch is its subject's."""
    if says(document, "wish", before):
        found.wished, found.wisher = True, Holder(word, "wish", own=True)
        return
    for near in reversed(before):
        between = document.words[near.index + 1 : word]
        plan = document.language == "zh" and near.upos == "NOUN" and not between  # "计划逮捕" is "plan to arrest"
        wish = "wish" in attribution().get(near.lemma, ()) and (near.upos == "VERB" or plan)
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


def _said_behind(document: Document, parts: list[range], found: Status) -> None:
    """ "…, aseguró su abogado": a stretch behind that a verb of saying opens, without "que"; "…, supongo"."""
    for part in parts:
        if says(document, "behind", document.words[part.start : part.stop], first=True):  # "…, o eso dicen"
            found.rumoured = True
            return
        verb = document.words[part.start]
        if verb.text.lower() in phrases(document.language).get("first", ()) and len(part) <= _THAT:
            found.possible = True
            return
        says_it = verb.upos == "VERB" and "report" in attribution().get(verb.lemma, ())
        if says_it and not _complement(document.words[part.start + 1 : part.stop]):
            found.holders.append(Holder(verb.index, "report", holder_of(document, verb.index)))
            return


def _said_last(document: Document, part: range, found: Status) -> None:
    """Chinese: "…，赵敏说。": a last stretch that is nothing but who says it and the verb."""
    words = [document.words[i] for i in part if document.words[i].upos != "PUNCT"]
    if not 2 <= len(words) <= _THAT + 1 or "report" not in attribution().get(words[-1].lemma, ()):
        return
    if all(near.upos in NOMINAL for near in words[:-1]):
        found.holders.append(Holder(words[-1].index, "report", words[-2].index))


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
        return same or all(near.upos in (*NOMINAL, "PUNCT", "AUX", "PART") for near in rest)
    if document.language == "ar":
        return _that(between)
    if not same and not (opening and _complement(between)):
        return document.words[part.stop - 1].text == ":" and verb >= part.stop - 3
    return _complement(between) or (len(between) <= 1 and document.words[word].text.endswith(("r", "rse")))


def _that(words: list[Word]) -> bool:
    """Arabic "that", alone or with what it leans on."""
    return any(near.text.lstrip("وب").startswith(("أن", "إن")) for near in words)


def _complement(between: list[Word]) -> bool:
    """ "dijo que", "advirtió de que", "negó haber"."""
    for number, near in enumerate(between[:_THAT]):
        if near.text.lower() == "que" or (number == 0 and near.text.lower() == "haber"):
            return True
    return False
