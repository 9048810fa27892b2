"""Feelings that Arabic texts tell: "انتقد الوزير الشركة", "لن أسامحهم", "أعرب عن غضبه من", "فخورة بابنها".

The words are in `data/ar/feelings.tsv`; each says how what the feeling is about stands behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.attitudes.arabic_forms import MINE, Form, Row, noun_form, plain, verb_form
from factbook.extract.attitudes.arabic_phrases import (
    DENIALS,
    behind,
    definite,
    denied,
    in_front,
    leans,
    phrase,
    speaker_before,
    starts,
    stops,
    that_pronoun,
)
from factbook.extract.attitudes.features import affect, tone
from factbook.extract.attitudes.scene import Scene
from factbook.extract.layers.mentions import noun_entries
from factbook.extract.layers.modality import status
from factbook.text.offsets import Span

Found = tuple[int, int, str, str, bool]  # holder, about, polarity, rule, whether the holder is who speaks
Holders = list[tuple[int, bool]]
BLAME: Final = ("مسؤولية", "مسئولية", "تبعات")
NEAR: Final = 4  # words between a verb of showing and the noun of feeling
NAMED: Final = 6  # words between what is named and the word of quality


def arabic_feelings(scene: Scene) -> Iterator[Found]:
    """All feelings that words of feeling tell."""
    for word, here in enumerate(scene.document.words):
        form = verb_form(here.text)
        if form is not None and _is_verb(scene, word, form):
            yield from _of_verb(scene, word, form)
        elif (noun := noun_form(here.text, "noun")) is not None and here.upos in ("NOUN", "ADJ", "PROPN", "X"):
            yield from _of_noun(scene, word, noun)
        elif (adjective := noun_form(here.text, "adjective")) is not None and here.upos != "ADP":
            yield from _of_adjective(scene, word, adjective)
        elif (demanding := noun_form(here.text, "demanding")) is not None:  # "تظاهروا مطالبين بإقالة الوزير"
            who = speaker_before(scene, word, saying=False)
            for row in demanding.rows if who is not None else ():
                yield from _demanded(scene, [(who or 0, False)], word + 1, row)


def _is_verb(scene: Scene, word: int, form: Form) -> bool:
    """Whether a word is a verb, whatever its tag: "دعم" after a preposition or a noun is "support", a noun."""
    here, document = scene.document.words[word], scene.document
    opens = word == document.sentences[here.sentence].first or stops(scene, word - 1)
    mention = scene.mention_at.get(word)
    if mention is not None and not form.ending and (scene.ere.mentions[mention].level != "NOM" or not opens):
        return False  # "طالب" is a student too, but not at the head of a clause
    if here.upos == "VERB" or not form.perfect or form.person == "she":
        return here.upos != "ADP"
    return opens


def _asserted(scene: Scene, word: int) -> bool:
    shown = status(scene.document, word)
    return not (shown.asked or shown.conditional or shown.possible or shown.wished)


def _turned(polarity: str, negated: bool) -> str | None:
    """No love is dislike; but no quarrel is not yet love."""
    return polarity if not negated else "neg" if polarity == "pos" else None


def _subject(scene: Scene, verb: int, form: Form) -> tuple[Holders, int]:
    """Who feels, and where the rest of the clause begins."""
    rest = verb + 1
    if form.person == "i" or (form.person == "both" and _speaks(scene, verb)):
        return [(verb, True)], rest
    that = that_pronoun(scene, verb)
    if that is not None:
        if that[1] in (*MINE, "ي"):
            return [(verb, True)], rest
        said = speaker_before(scene, that[0], saying=True)
        return [(that[0] if said is None else said, False)], rest
    front = in_front(scene, verb)
    if front is not None:
        return [(front, False)], rest
    first = starts(scene, rest) if rest < len(scene.document.words) else None
    if form.person == "they" or first is None or not _agrees(scene, first, form):
        dropped = speaker_before(scene, verb, saying=False)
        return ([] if dropped is None else [(dropped, False)]), rest
    end = phrase(scene, first)
    holder = _holder(scene, first, end)
    return ([] if holder is None else [(holder, False)]), end


def _holder(scene: Scene, first: int, end: int) -> int | None:
    """The word of a subject's mention: its head, or the name behind a title; "أهالي الضحايا" are not the victims."""
    if scene.source_at(first) is not None:
        return first
    named = [word for word in range(first, end) if (mention := scene.source_at(word)) and _is_name(scene, mention)]
    known = scene.document.words[first].upos == "PROPN" or _titled(scene, first)
    return named[0] if named and (known or named[0] == first + 1) else None


def _is_name(scene: Scene, mention: str) -> bool:
    return scene.ere.mentions[mention].level == "NAM"


def _speaks(scene: Scene, word: int) -> bool:
    """Whether somebody speaks for himself here: between quotation marks, or in a post."""
    document = scene.document
    place = document.words[word].start
    text = document.source.text[max(0, place - 1000) : place]
    return scene.forum or max(text.rfind("«"), text.rfind("“")) > max(text.rfind("»"), text.rfind("”"))


def _agrees(scene: Scene, noun: int, form: Form) -> bool:
    """A noun can be the subject behind a verb: no preposition leans on it, and "he" is no feminine noun."""
    if any(leans(scene, noun, letter) for letter in ("ب", "ل")):
        return False
    feminine = plain(scene.document.words[noun].text).endswith("ة") and scene.document.words[noun].upos != "PROPN"
    return not (form.person in ("he", "both") and feminine)


def _about(scene: Scene, first: int | None) -> int | None:
    """The word of the target that a phrase is about: of its head, or of the name behind a title."""
    if first is None:
        return None
    head = scene.mention_at.get(first)
    if head is not None and _is_owner(scene, head, first) and verb_form(scene.document.words[first].text) is None:
        return None  # "بلادهم": of the country, not of them
    heads: dict[str, int] = scene.once("heads", lambda: _heads(scene))
    events: set[int] = scene.once("event words", lambda: _event_words(scene))
    if head is not None and head in heads:
        return heads[head]
    if first in events:
        return first
    words = scene.document.words
    at = first + 1
    while at < len(words) and words[at].upos == "ADJ" and plain(words[at].text).startswith("ال"):
        at += 1  # "المدير العام كريم"
    behind_it = scene.mention_at.get(at)
    named = behind_it is not None and scene.ere.mentions[behind_it].level == "NAM"
    first_name = named and words[at].deprel == "flat" and words[at].head == first
    if named and (words[first].upos == "PROPN" or first_name or _titled(scene, first)):
        return heads.get(behind_it or "")
    return None


def _is_owner(scene: Scene, mention: str, word: int) -> bool:
    """Whether a mention is the pronoun at the end of a word."""
    place = scene.ere.mentions[mention].heads
    return (
        isinstance(place, Span)
        and place.start > scene.document.words[word].start + 1
        and (scene.ere.mentions[mention].level == "PRO")
    )


def _titled(scene: Scene, word: int) -> bool:
    """Whether a noun says what kind of person, body or place the name behind it is."""
    return any(kind in ("PER", "GPE", "ORG") for kind, *_ in noun_entries(scene.document.words[word].lemma))


def _heads(scene: Scene) -> dict[str, int]:
    return {t.id: t.word for t in scene.targets if t.kind == "entity" and t.word is not None}


def _event_words(scene: Scene) -> set[int]:
    return {t.word for t in scene.targets if t.kind == "event" and t.word is not None}


def _of_verb(scene: Scene, verb: int, form: Form) -> Iterator[Found]:
    if not _asserted(scene, verb):
        return
    holders, rest = _subject(scene, verb, form)
    for row in form.rows:
        if row.kind == "moves":
            yield from _moved(scene, verb, form, row)
        elif row.kind == "naming":
            yield from _naming(scene, verb, form, holders, rest)
        elif row.kind == "demand":
            yield from _demanded(scene, holders, rest, row)
        elif row.kind in ("verb", "unbearable", "burden"):
            polarity = _felt(scene, verb, row)
            about = _object(scene, verb, form, rest, row.place)
            if polarity is not None and about is not None:
                yield from ((holder, about, polarity, row.kind, own) for holder, own in holders)


def _felt(scene: Scene, verb: int, row: Row) -> str | None:
    """The polarity of a verb here, if it tells of a feeling here."""
    negated = denied(scene, verb)
    if row.kind == "unbearable":
        return row.polarity if negated else None
    if row.kind == "burden":  # "حملت النقابة الشركة المسؤولية": to lay it on somebody is to blame him
        end = scene.document.sentences[scene.document.words[verb].sentence].end
        near = scene.document.words[verb + 1 : min(end, verb + 1 + NAMED)]
        laid = any(plain(word.text).endswith(BLAME) for word in near)
        return None if negated or not laid else row.polarity
    return _turned(row.polarity, negated)


def _object(scene: Scene, verb: int, form: Form, rest: int, place: str) -> int | None:
    """What a verb is about: the pronoun at its end, or what stands behind it."""
    if place == "obj" and form.ending:
        return _about(scene, verb)
    return _about(scene, behind(scene, rest, place))


def _moved(scene: Scene, verb: int, form: Form, row: Row) -> Iterator[Found]:
    """ "يعجبني الوزير", "أغضب القرار العمال": whom something moves feels so about it."""
    polarity = _turned(row.polarity, denied(scene, verb))
    first = starts(scene, verb + 1) if verb + 1 < len(scene.document.words) else None
    moving = in_front(scene, verb) if first is None or not form.ending else first
    about = _about(scene, moving if moving is not None else first)
    if polarity is None or about is None:
        return
    if form.ending in MINE:
        yield verb, about, polarity, row.kind, True
    elif form.ending:
        yield verb, about, polarity, row.kind, False
    elif first is not None:
        moved = behind(scene, verb + 1 if moving is not None else phrase(scene, first), "obj")
        if moved is not None:
            yield moved, about, polarity, row.kind, False


def _naming(scene: Scene, verb: int, form: Form, holders: Holders, rest: int) -> Iterator[Found]:
    """ "وصف الوزير الشركة بأنها فاسدة": the tone of the words behind the object is the subject's."""
    first = verb if form.ending else behind(scene, rest, "obj")
    about = _about(scene, first)
    if about is None or first is None or form.ending in MINE:
        return
    document, start = scene.document, (rest if form.ending else phrase(scene, first))
    end = min(document.sentences[document.words[verb].sentence].end, start + NAMED)
    for word in range(start, end):
        colour = tone(document, word) if document.words[word].upos != "VERB" else None
        if colour is not None:
            negated = any(plain(document.words[at].text) in DENIALS for at in range(start, word))
            turned = _turned(colour, negated) if affect("quality").get(document.words[word].lemma) else None
            if turned is not None:
                yield from ((holder, about, turned, "naming", own) for holder, own in holders)
            return


def _demanded(scene: Scene, holders: Holders, rest: int, row: Row) -> Iterator[Found]:
    """ "طالب العمال باستقالة المدير": who wants somebody to go is against him."""
    removal = behind(scene, rest, row.place)
    words = scene.document.words
    if removal is None or noun_form(words[removal].text, "removal") is None or removal + 1 >= len(words):
        return
    about = _about(scene, starts(scene, removal + 1))
    for holder, own in holders:
        if removal in scene.once("event words", lambda: _event_words(scene)):
            yield holder, removal, "pos", "wish", own
        if about is not None:
            yield holder, about, row.polarity, "demand", own


def _of_noun(scene: Scene, noun: int, form: Form) -> Iterator[Found]:
    """ "أعرب الوزير عن غضبه من الشركة", "قدمت شكرها للأطباء", "تشعر بالفخر بابنها"."""
    shown = _shown(scene, noun)
    if not _asserted(scene, noun if shown is None else shown[0]):
        return
    (holders, rest), negated = _owners(scene, noun, form), denied(scene, noun)
    if shown is not None:
        negated = negated or denied(scene, shown[0])
        holders = holders if rest > noun + 1 else _subject(scene, *shown)[0]
    for row in form.rows:
        polarity = _turned(row.polarity, negated)
        about = _about(scene, behind(scene, rest, row.place))
        if polarity is not None and about is not None:
            yield from ((holder, about, polarity, "noun", own) for holder, own in holders)
            return


def _owners(scene: Scene, noun: int, form: Form) -> tuple[Holders, int]:
    """Whose feeling it is by the pronoun at its end or the noun behind it ("ثقتنا", "دعم الحكومة"), and the rest."""
    document, rest = scene.document, noun + 1
    if form.ending:
        mine = form.ending in (*MINE, "ي")
        return ([(noun, False)] if scene.source_at(noun) is not None else [(noun, True)] if mine else []), rest
    first = starts(scene, rest) if rest < len(document.words) and not definite(scene, noun) else None
    if first is None or any(leans(scene, first, letter) for letter in ("ب", "ل")) or scene.source_at(first) is None:
        return [], rest
    return [(first, False)], phrase(scene, first)


def _shown(scene: Scene, noun: int) -> tuple[int, Form] | None:
    """The verb of showing in front of a noun of feeling, with its subject between them."""
    words = scene.document.words
    first = scene.document.sentences[words[noun].sentence].first
    for at in range(noun - 1, max(first, noun - 2 * NEAR) - 1, -1):
        form = verb_form(words[at].text)
        if form is not None and any(row.kind == "show" for row in form.rows):
            return at, form
        if words[at].upos in ("PUNCT", "SCONJ"):
            return None
    return None


def _of_adjective(scene: Scene, word: int, form: Form) -> Iterator[Found]:
    """ "ليلى غاضبة من الشركة", "أنا فخور بالفريق": the one in front, or behind "was", feels so."""
    if not _asserted(scene, word):
        return
    that = that_pronoun(scene, word)
    own = that is not None and that[1] in (*MINE, "ي")
    said = speaker_before(scene, that[0], saying=True) if that is not None else None
    holder = said if said is not None else that[0] if that is not None else in_front(scene, word)
    if own or plain(scene.document.words[word - 1].text) in ("لست", "لسنا", "كنت", "كنا"):
        holder, own = word, True
    negated = denied(scene, word)
    for row in form.rows:
        polarity = _turned(row.polarity, negated)
        about = _about(scene, behind(scene, word + 1, row.place))
        if polarity is not None and about is not None and holder is not None:
            yield holder, about, polarity, "about", own
            return
