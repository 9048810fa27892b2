"""Forms of Arabic words of feeling: who does it, and the pronoun at the end ("نحبهم", we love them).

`data/ar/feelings.tsv` has a verb once, as "he did/he does"; all other forms follow by rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from factbook.extract.glossary import bare_forms
from factbook.extract.lexicon import rows

AND: Final = ("و", "ف")
FUTURE: Final = "س"
WEAK: Final = ("ى", "ا", "ي", "و")
ENDINGS: Final = ("ني", "نا", "كم", "هما", "هم", "هن", "ها", "ه", "ك")
MINE: Final = ("ني", "نا")
LONGEST: Final = 30  # letters of a word that is looked up
_SHORT_VOWELS: Final = dict.fromkeys([*range(0x064B, 0x0653), 0x0670, 0x0640])


class Row(NamedTuple):
    """A row of the table: kind of word, polarity, and how what the feeling is about stands."""

    kind: str
    polarity: str
    place: str


class Form(NamedTuple):
    """A word of feeling in a text."""

    rows: tuple[Row, ...]
    person: str = "he"  # he, she, they, i (for "we" too); "both" for "he loved" and "I love", which are written alike
    ending: str = ""
    perfect: bool = False


def plain(text: str) -> str:
    """A word without short vowels."""
    return text[:LONGEST].translate(_SHORT_VOWELS)


def _perfects(verb: str) -> Iterator[tuple[str, str]]:
    stem = verb[:-1] if verb.endswith(("ى", "ا")) else verb
    yield verb, "he"
    yield f"{stem}ا", "he, ending" if stem != verb else "two"
    yield f"{stem}ت", "she"
    yield f"{stem}وا", "they"
    yield f"{stem}و", "they, ending"


def _imperfects(verb: str) -> Iterator[tuple[str, str]]:
    stem = verb[:-1] if verb.endswith(WEAK) else verb
    for letter, person in (("ي", "he"), ("ت", "she"), ("أ", "i"), ("ن", "i")):
        yield letter + verb[1:], person
        if stem != verb:  # "لم يخش", and "يخشاه" before a pronoun
            yield letter + stem[1:], person
            yield f"{letter}{stem[1:]}ا", f"{person}, ending"
    for letter in ("ي", "ت"):
        yield f"{letter}{stem[1:]}ون", "they"
        yield f"{letter}{stem[1:]}وا", "they"
        yield f"{letter}{stem[1:]}و", "they, ending"


@cache
def _verbs() -> dict[str, Form]:
    found: dict[str, Form] = {}
    for kind, polarity, place, words in rows("feelings", "ar"):
        for pair in words.split():
            if "/" not in pair:
                continue
            row = Row(kind, polarity, place)
            done, does = pair.split("/")
            forms = [(form, person, True) for form, person in _perfects(done)]
            forms += [(form, person, False) for form, person in _imperfects(does)]
            for form, person, perfect in forms:
                old = found.get(form)
                if old is not None and old.perfect and person == "i":  # "أحب"
                    found[form] = old._replace(person="both")
                elif old is None:
                    found[form] = Form((row,), person, "", perfect)
                elif row not in old.rows:
                    found[form] = old._replace(rows=(*old.rows, row))
    return found


def verb_form(text: str) -> Form | None:
    """The verb of feeling that a word is, by its form alone."""
    word = plain(text)
    for start in (word, *(word[1:] for _ in range(word.startswith(AND)))):
        for stem in (start, *(start[1:] for _ in range(start.startswith(FUTURE)))):
            later = stem is not start
            for ending in ("", *(e for e in ENDINGS if stem.endswith(e))):
                form = _verbs().get(stem[: len(stem) - len(ending)])
                if form is None or (later and form.perfect) or (not ending and "ending" in form.person):
                    continue
                return form._replace(person=form.person.partition(",")[0], ending=ending)
    return None


@cache
def _nouns(kind: str) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for of, polarity, place, words in rows("feelings", "ar"):
        for word in words.split() if of == kind else ():
            found[word] = (*found.get(word, ()), Row(of, polarity, place))
    return found


def noun_form(text: str, kind: str) -> Form | None:
    """The noun or adjective of a kind that a word is; `ending` is the pronoun of its owner ("غضبه", his anger)."""
    word, known = plain(text), _nouns(kind)
    inflected = kind in ("adjective", "demanding")
    for stem in (word, *(bare for bare, _ in bare_forms(word))):
        if stem in known:
            return Form(known[stem])
        for ending in ("ة", "ون", "ين", "ات") if inflected else (*ENDINGS, "ي"):
            bare = stem[: -len(ending)] if stem.endswith(ending) else ""
            found = known.get(bare) or known.get(f"{bare[:-1]}ة" if bare.endswith("ت") else "")
            if found:
                return Form(found, ending="" if inflected else ending)
    return None
