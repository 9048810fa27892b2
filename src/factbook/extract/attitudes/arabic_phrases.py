"""Where the subject and the object of an Arabic verb stand, read off the words: trees of Arabic miss them too often.

The verb opens its clause, then come the subject and the object, each a run of nouns that ends with what makes it
definite: "انتقد رئيس الوزراء | البنك المركزي". Or the subject stands in front: "الوزير انتقد البنك", "إنها تنتقد".
"""

from __future__ import annotations

from typing import Final

from factbook.extract.attitudes.arabic_forms import AND, plain, verb_form
from factbook.extract.attitudes.scene import Scene
from factbook.extract.glossary import leaning
from factbook.extract.layers.holders import BREAKS, holder_of
from factbook.extract.layers.standing import attribution
from factbook.extract.lexicon import word_set

NOMINAL: Final = ("NOUN", "PROPN", "ADJ", "PRON", "NUM", "X")
ARTICLE: Final = ("ال", "وال", "فال", "بال", "كال", "لل")
PARTICLES: Final = word_set(
    "لا لم لن ما قد سوف كان كانت كانوا ليس ليست ليسوا لست لسنا لا_يزال غير أيضا دائما جدا حقا أبدا"
)
DENIALS: Final = word_set("لا لم لن ليس ليست ليسوا لست لسنا غير ولا ولم ولن فلا فلم فلن وليس وليست")
DETERMINERS: Final = word_set("هذا هذه هذان هاتان هؤلاء ذلك تلك أولئك كل جميع بعض عشرات مئات آلاف أحد إحدى كافة سائر")
RELATIVES: Final = word_set("الذي التي الذين اللذين اللذان اللاتي اللواتي من")
PREPOSITIONS: Final = word_set("في من إلى عن على مع ضد تجاه نحو حول بين خلال منذ حتى بعد قبل عند لدى بشأن")
LEANING: Final = ("ب", "ل")
BACK: Final = 60  # words in front in which a subject is looked for
FAR: Final = 6  # words between a verb and what stands behind its preposition
THAT: Final = ("أن", "إن", "بأن", "لأن", "وأن", "وإن", "لكن", "ولكن", "كأن", "لعل", "ليت")
ADVERBS: Final = word_set("بشدة بقوة بحدة بعنف بصراحة بوضوح بحرارة كثيرا جدا علنا مجددا أيضا اليوم أمس دائما حقا")
DAYS: Final = word_set("today yesterday monday tuesday wednesday thursday friday saturday sunday last")
NO_LONGER: Final = word_set("يعد تعد أعد نعد يعودوا يعودون")  # behind "لم"


def stops(scene: Scene, word: int) -> bool:
    """Whether a word ends what belongs to a verb: a comma, a conjunction, another verb."""
    here = scene.document.words[word]
    return here.text in BREAKS or here.upos in ("PUNCT", "SCONJ", "CCONJ", "VERB", "AUX")


def leans(scene: Scene, word: int, letter: str) -> bool:
    """Whether the letter of a preposition leans on a word: "بالشركة", "لسامي" where the name is known without it."""
    here = scene.document.words[word]
    text = plain(here.text)
    if not text.startswith(letter) or len(text) < 3:
        return False
    if text.startswith(f"{letter}ال") or (letter == "ل" and text.startswith("لل")):
        return True
    mention = scene.mention_at.get(word)
    place = scene.ere.mentions[mention].heads if mention is not None else None
    if place is not None and getattr(place, "start", -1) == here.start + 1:
        return True
    return mention is None and (leaning(text) == 1 or here.upos in ("NOUN", "PROPN"))


def denied(scene: Scene, word: int) -> bool:
    """ "not" right in front of a word, "no longer" ("لم نعد نثق"), or "ما" that opens the clause."""
    words = scene.document.words
    first = scene.document.sentences[words[word].sentence].first
    before = [plain(words[at].text) for at in range(max(first, word - 2), word)]
    if not before:
        return False
    if before[-1] == "ما":
        return word - 1 == first or stops(scene, word - 2)
    return before[-1] in DENIALS or (len(before) > 1 and before[1] in NO_LONGER and before[0] in DENIALS)


def starts(scene: Scene, word: int) -> int | None:
    """The first noun of a phrase that may begin at a word, behind "this", "all", "dozens of"."""
    words = scene.document.words
    end = scene.document.sentences[words[word].sentence].end if word < len(words) else word
    while word < end and plain(words[word].text) in DETERMINERS:
        word += 1
    if word >= end or stops(scene, word) or words[word].upos not in NOMINAL or words[word].text in PREPOSITIONS:
        return None
    return word


def phrase(scene: Scene, first: int) -> int:
    """The end of the noun phrase that begins at a word: names whole, nouns up to the one that is definite."""
    words, sentence = scene.document.words, scene.document.words[first].sentence
    end, at = scene.document.sentences[sentence].end, first
    while at < end:
        named = _name_end(scene, at)
        if named is not None:
            at = named
            break
        known = definite(scene, at)
        at += 1
        if known or at >= end or words[at].upos not in ("NOUN", "PROPN") or _apart(scene, at):
            break
    while at < end and words[at].upos == "ADJ" and plain(words[at].text).startswith("ال") and not _named(scene, at):
        at += 1
    appended = _name_end(scene, at) if at < end and not _named(scene, at - 1) and not _apart(scene, at) else None
    return appended if appended is not None and _person(scene, at) else at


def _apart(scene: Scene, word: int) -> bool:
    here = scene.document.words[word]
    return here.text in PREPOSITIONS or any(leans(scene, word, letter) for letter in LEANING if not _named(scene, word))


def _named(scene: Scene, word: int) -> bool:
    mention = scene.mention_at.get(word)
    return mention is not None and scene.ere.mentions[mention].level == "NAM"


def _person(scene: Scene, word: int) -> bool:
    mention = scene.ere.mentions[scene.mention_at[word]]
    entity = scene.ere.entities.get(mention.entity)
    return (entity.type if entity is not None else mention.type) == "PER"


def _name_end(scene: Scene, word: int) -> int | None:
    """The end of the name that begins at a word."""
    if not _named(scene, word):
        return None
    mention, end = scene.mention_at[word], word
    while scene.mention_at.get(end) == mention:
        end += 1
    return end


def definite(scene: Scene, word: int) -> bool:
    """By the article, or by the pronoun that owns it."""
    here = scene.document.words[word]
    text = plain(here.text)
    return text.startswith(ARTICLE) or here.upos in ("PROPN", "PRON") or text.endswith(("ها", "هم", "نا", "ه"))


def behind(scene: Scene, start: int, place: str) -> int | None:
    """The first word of what stands behind a verb in a place: right there without a preposition, or behind one."""
    words = scene.document.words
    end = scene.document.sentences[words[start - 1].sentence].end
    for at in range(start, min(end, start + FAR)):
        text = plain(words[at].text)
        if place in LEANING:
            if text.startswith(place) and text[1:] in DETERMINERS and at + 1 < end:  # "بهذا الفريق"
                return starts(scene, at + 1)
            if leans(scene, at, place):
                return at
        elif place != "obj":
            if text == place or text == f"و{place}":
                return starts(scene, at + 1) if at + 1 < end else None
        elif (found := starts(scene, at)) is not None and not _adverb(scene, found):
            return None if _apart(scene, found) else found
        if stops(scene, at) or (place == "obj" and not _adverb(scene, at)):
            return None
    return None


def _adverb(scene: Scene, word: int) -> bool:
    """ "بشدة", "أمس", "الثلاثاء" may stand before an object."""
    here = scene.document.words[word]
    if word in scene.mention_at:
        return False
    manner = here.upos == "ADV" or here.deprel == "advmod"
    aside = (manner and not plain(here.text).startswith("ب")) or here.lower in DAYS
    return aside or plain(here.text) in ADVERBS


def in_front(scene: Scene, verb: int) -> int | None:
    """The first word of a subject in front of a verb, or of the pronoun on "that": "إنها تحترم"."""
    document = scene.document
    words, first = document.words, max(document.sentences[document.words[verb].sentence].first, verb - BACK)
    text = plain(words[verb].text)
    if text.startswith(AND) and verb_form(text[1:]) is not None:  # "… وانتقد": its subject stands behind, or far off
        return None
    at = verb - 1
    while at >= first and plain(words[at].text) in PARTICLES:
        at -= 1
    if at >= first and words[at].text in RELATIVES:
        if scene.source_at(at) is not None:
            return at
        at -= 1
    last = at
    while at >= first and _may_stand(scene, at):
        at -= 1
    if at >= first and (words[at].text in PREPOSITIONS or (words[at].upos == "VERB" and at != last)):
        return None  # inside a phrase, or the subject of another verb
    run = range(at + 1, last + 1)
    return next((word for word in run if scene.source_at(word) is not None or words[word].lower in ("i", "we")), None)


def _may_stand(scene: Scene, word: int) -> bool:
    here = scene.document.words[word]
    return (
        here.upos in NOMINAL
        and here.text not in PREPOSITIONS
        and not (word not in scene.mention_at and any(leans(scene, word, letter) for letter in LEANING))
    )


def that_pronoun(scene: Scene, verb: int) -> tuple[int, str] | None:
    """ "that" with a pronoun in front of a verb, "إنها تحترم": its place and the pronoun."""
    document = scene.document
    at, first = verb - 1, document.sentences[document.words[verb].sentence].first
    while at >= first and plain(document.words[at].text) in PARTICLES:
        at -= 1
    text = plain(document.words[at].text) if at >= first else ""
    for that in THAT:
        if text.startswith(that) and text[len(that) :] in ("ه", "ها", "هم", "ني", "نا", "ي"):
            return at, text[len(that) :]
    return None


def speaker_before(scene: Scene, word: int, *, saying: bool) -> int | None:
    """Who did what the last verb in front of a word tells; with `saying` only who said or thought something."""
    document = scene.document
    first = document.sentences[document.words[word].sentence].first
    for at in range(word - 1, max(first, word - BACK) - 1, -1):
        here = document.words[at]
        told = bool(attribution().get(here.lemma))
        if (here.upos == "VERB" or told) and (told or not saying):
            found = holder_of(document, at)
            while found is not None and plain(document.words[found].text) in DETERMINERS and found + 1 < word:
                found += 1
            if found is not None and found < word and scene.source_at(found) is not None:
                return found
    return None
