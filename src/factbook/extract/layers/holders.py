"""Who says, thinks or wants something: from the tree, and where it shows nobody, from the words around the verb."""

from __future__ import annotations

from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.glossary import leaning
from factbook.extract.layers.standing import PRIVATE, attribution, phrases

NOMINAL: Final = ("NOUN", "PROPN", "PRON")
BREAKS: Final = frozenset(',，،:：;；؛—–«»“”"')
_HEADLESS: Final = ("obl", "det", "nummod", "case", "mark")
_OPENING: Final = frozenset(":：«“")
_FAR: Final = 4  # words between a verb and a holder behind it
_BACK: Final = 3  # sentences before in which who goes on speaking was named


def holder_of(document: Document, word: int) -> int | None:
    """The word of who says, thinks or wants something: the subject of a verb, the owner of a noun."""
    passive = document.language == "en" and is_passive(document, word)  # "is said to have left"
    for relation in ("obl:agent",) if passive else ("nsubj", "nsubj:outer", "obl:agent", "nmod:poss"):
        found = [child for child in document.children[word] if document.words[child].deprel == relation]
        if document.language == "zh":  # "我室友说": both words are subjects, the last one speaks
            empty = phrases("zh").get("time", ())
            found = [child for child in found if child < word and document.words[child].text not in empty][::-1]
        elif document.language == "en" and len(found) > 1:  # "Stein will resign, sources told Reuters"
            found = [child for child in found if child < word][::-1] or found
        elif document.language == "ar":
            found = [child for child in found if not (_addressed(document, child) or _said(document, word, child))]
        if found:
            return _owned(document, found[0], word) if document.language == "zh" else found[0]
    here = document.words[word]
    above = here.head not in (word, -1) and not (document.language == "ar" and _said(document, word, here.head))
    if here.deprel in ("xcomp", "conj") and above:
        return holder_of(document, here.head)
    if here.deprel.startswith("acl") and here.head not in (word, -1):  # "a man claiming that …"
        return here.head
    return near_holder(document, word)


def is_passive(document: Document, word: int) -> bool:
    return any(document.words[child].deprel == "aux:pass" for child in document.children[word])


def _owned(document: Document, holder: int, verb: int) -> int:
    """ "我同学说": the noun behind a pronoun speaks, even where it is taken for a verb."""
    behind = document.words[holder + 1]
    taken = behind.index == verb - 1 and behind.upos in ("VERB", "ADJ", "X") and not attribution().get(behind.lemma)
    return behind.index if taken and document.words[holder].upos == "PRON" and len(behind.text) > 1 else holder


def stretches(document: Document, sentence: int) -> list[range]:
    """The words of a sentence between commas, colons and the like; a mark belongs to the stretch that it ends."""
    place = document.sentences[sentence]
    found, first = [], place.first
    for index in range(place.first, place.end):
        if document.words[index].text in BREAKS:
            found.append(range(first, index + 1))
            first = index + 1
    return [*found, range(first, place.end)] if first < place.end else found


def _can_hold(document: Document, word: Word) -> bool:
    return (
        word.upos in NOMINAL
        and word.deprel.partition(":")[0] not in _HEADLESS
        and word.text not in phrases(document.language).get("time", ())
    )


def _stretch_of(document: Document, word: int) -> tuple[range, range | None]:
    """The stretch around a word, and the one before it."""
    earlier = None
    for stretch in stretches(document, document.words[word].sentence):
        if word in stretch:
            return stretch, earlier
        earlier = stretch
    raise IndexError(word)


def _before(document: Document, word: int) -> int | None:
    """Chinese: the last noun in front of the verb; else the subject of the stretch before, which "并" carries on."""
    stretch, earlier = _stretch_of(document, word)
    own = [document.words[i] for i in range(stretch.start, word)]
    for near in reversed(own):
        if _can_hold(document, near):
            return _owned(document, near.index, word)
    if own and own[-1].upos in ("VERB", "ADJ", "X"):  # a noun that the tagger took for something else
        return own[-1].index
    private = set(attribution().get(document.words[word].lemma, ())) & set(PRIVATE)
    if earlier is None or (private and not (own and own[0].lower == "and")):
        return None
    firsts = [i for i in earlier if _can_hold(document, document.words[i])]
    subjects = [i for i in firsts if document.words[i].deprel.startswith("nsubj")]  # "他的律师发表声明，否认…"
    return next(iter(subjects or firsts), None)


def _around(document: Document, word: int) -> int | None:
    """Spanish: in a stretch that the verb opens, the first noun behind it that no preposition governs; else the first
    such noun in front.
    """
    words, (stretch, _) = document.words, _stretch_of(document, word)
    opens = not any(words[i].upos in NOMINAL for i in range(stretch.start, word))
    if opens and all(words[i].text.lower() != "que" for i in range(word, min(stretch.stop, word + 3))):
        behind = [i for i in range(word + 1, stretch.stop) if words[i].upos in ("NOUN", "PROPN")]
        return next((i for i in behind if not document.dependents(i, "case")), None)
    for index in range(document.sentences[words[word].sentence].first, word):
        subject = words[index].deprel.startswith(("nsubj", "root", "appos"))
        if words[index].upos in NOMINAL and subject and not document.dependents(index, "case"):
            return index
    return None


def _addressed(document: Document, word: int) -> bool:
    """ "قال للصحفيين": to whom somebody speaks; the letter that says so leans on the noun."""
    return document.words[word].text.startswith("لل") and leaning(document.words[word].text) == 1


def _said(document: Document, verb: int, word: int) -> bool:
    """Whether a word is part of what a verb of saying says: a colon or an opening mark stands between."""
    return any(near.text in _OPENING for near in document.words[verb + 1 : word])


def _behind(document: Document, word: int) -> int | None:
    """Arabic: the first noun behind the verb."""
    place = document.sentences[document.words[word].sentence]
    for near in document.words[word + 1 : min(place.end, word + 1 + _FAR)]:
        if near.text in BREAKS or near.upos in ("SCONJ", "ADP"):
            return None
        if near.upos in NOMINAL and not _addressed(document, near.index):
            return near.index
    return None


def _behind_or_last(document: Document, word: int) -> int | None:
    """Arabic: the first noun behind the verb; without one, who spoke last, if the form agrees: "وأضاف: …"."""
    found, here = _behind(document, word), document.words[word]
    place = document.sentences[here.sentence]
    opens = word == place.first or (word == place.first + 1 and document.words[place.first].lower == "and")
    if found is not None or not opens or here.upos != "VERB" or not _reports(here):
        return found
    for index in range(place.index - 1, max(-1, place.index - 1 - _BACK), -1):
        before = document.sentences[index]
        if (before.post, before.quoted) != (place.post, place.quoted):
            return None
        verb = next(
            (w for w in document.words[before.first : before.first + 2] if w.upos == "VERB" and _reports(w)), None
        )
        if verb is not None and verb.text.endswith("ت") != here.text.endswith("ت"):
            return None
        if verb is not None and (found := _subject_of(document, verb.index)) is not None:
            return found
    return None


def _subject_of(document: Document, verb: int) -> int | None:
    subjects = document.dependents(verb, "nsubj")
    named = [one for one in subjects if not (_addressed(document, one) or _said(document, verb, one))]
    return named[0] if named else _behind(document, verb)


def _reports(word: Word) -> bool:
    return "report" in attribution().get(word.lemma, ())


_NEAR: Final = {"zh": _before, "es": _around, "ar": _behind_or_last}


def near_holder(document: Document, word: int) -> int | None:
    """Who stands near a verb, without its tree; nobody in English."""
    return _NEAR[document.language](document, word) if document.language in _NEAR else None
