"""Names taken apart: what of "Mayor Helena M. Varga" is name, what is title, and how complete the name is."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from factbook.link.lexicon import (
    CHINESE_TITLES,
    DESIGNATORS,
    DIGITS,
    STOPWORDS,
    SUFFIXES,
    TITLES,
    chinese_beginnings,
    chinese_words,
    concepts,
)
from factbook.link.scripts import script, skeleton, strip_accents
from factbook.text.chinese import simplified

FULL, BARE, INITIAL, ACRONYM = "full", "bare", "initial", "acronym"
_ARABIC_FOLD = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ة": "ه", "ى": "ي", "ـ": "", "ؤ": "و", "ئ": "ي"})
_JUNK = re.compile(r"[\"“”„«»‘`(){}\[\],;:!?。，、《》（）]+")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?(?=\s|$)")
_ARTICLE = re.compile(r"(?<!\w)(?:وال|بال|لل|ال)(?=\w{3})")  # before the hamza is folded: إليري keeps its first letters
_ACRONYM = re.compile(r"^(?:[A-Z]\.?){2,6}$")


class NameForm(NamedTuple):
    """One written name, analysed for an entity type."""

    text: str  # as written
    key: str  # normal form: equal keys are equal names
    tokens: tuple[str, ...]
    kind: str  # full; bare: one word of a person or organisation; initial: "J. Smith"; acronym
    suffix: str = ""  # jr sr ii …
    concepts: tuple[str, ...] = ()  # concepts among the tokens (not for persons), see the lexicon
    rest: tuple[str, ...] = ()  # tokens that are no concept
    loose: tuple[str, ...] = ()  # the same with the concepts that may also be written by their sound
    languages: frozenset[str] = frozenset()  # of the concepts

    @property
    def heads(self) -> tuple[str, ...]:
        """The concepts that names in all languages translate; all where there is no such."""
        return tuple(code for code in self.concepts if code.isupper()) or self.concepts

    @property
    def short(self) -> bool:
        """Whether the name alone does not tell which entity is meant."""
        return self.kind != FULL


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Lower case without accents, points, quotes and possessive endings."""
    if text.isascii():  # most names: none of what other scripts need
        return " ".join(_JUNK.sub(" ", _POSSESSIVE.sub("", text).lower()).split())
    text = simplified(unicodedata.normalize("NFKC", text))
    text = _ARTICLE.sub("", _POSSESSIVE.sub("", text))
    text = strip_accents(text.casefold()).translate(_ARABIC_FOLD)
    return " ".join(_JUNK.sub(" ", text).split())


@lru_cache(maxsize=65536)
def parse(text: str, entity_type: str) -> NameForm:
    """The analysis of a written name."""
    if entity_type == "PER":
        return _person(text)
    return _institution(text, entity_type)


def _person(text: str) -> NameForm:
    words = _words(fold(text), person=True)
    suffix = ""
    if len(words) > 1 and words[-1] in SUFFIXES:
        suffix = SUFFIXES[words[-1]]
        words = words[:-1]
    while len(words) > 1 and (words[0] in TITLES or words[0] in _folded_titles()):
        words = words[1:]
    tokens = tuple(words) or (fold(text) or text,)
    kind = FULL
    if len(tokens) == 1:
        kind = BARE
    elif len(tokens[0]) == 1 and len(tokens) == 2:
        kind = INITIAL
    return NameForm(text, " ".join(tokens), tokens, kind, suffix)


@lru_cache(maxsize=1)
def _folded_titles() -> frozenset[str]:
    return frozenset(fold(title) for title in TITLES)


@lru_cache(maxsize=1)
def _folded_designators() -> frozenset[str]:
    return frozenset(fold(word) for word in DESIGNATORS)


def _institution(text: str, entity_type: str) -> NameForm:
    folded = fold(text)
    words = _words(folded, person=False)
    content = [w for w in words if w not in STOPWORDS]
    if entity_type == "ORG":
        content = [w for w in content if w not in DESIGNATORS and w not in _folded_designators()] or content
    tokens = tuple(content) or tuple(words) or (folded or text,)
    kind = FULL
    if entity_type == "ORG" and len(tokens) == 1:
        kind = ACRONYM if _ACRONYM.match(text.strip()) else BARE
        if kind == ACRONYM:
            tokens = (tokens[0].replace(".", ""),)
    return _with_concepts(NameForm(text, " ".join(tokens), tokens, kind))


def _with_concepts(form: NameForm) -> NameForm:
    """The form with its words sorted into concepts and the rest."""
    table, tokens = concepts(), form.tokens
    codes: list[str] = []
    rest: list[str] = []
    loose: list[str] = []
    spoken: list[frozenset[str]] = []
    index = 0
    while index < len(tokens):
        pair, word = " ".join(tokens[index : index + 2]), tokens[index]
        hit = table.get(pair) or table.get(word)
        index += 2 if " " in pair and pair in table else 1
        if hit is not None:
            codes.append(hit.code)
            spoken.append(hit.languages)
        elif word in DIGITS:
            codes.append(DIGITS[word])
        else:
            rest.append(word)
        if word not in DIGITS and (hit is None or not hit.code.isupper()):
            loose.append(word)
    common = frozenset.intersection(*spoken) if spoken else frozenset()
    return form._replace(
        concepts=tuple(sorted(codes)),
        rest=tuple(rest),
        loose=tuple(loose),
        languages=common or (spoken[0] if spoken else frozenset()),
    )


def _words(folded: str, *, person: bool) -> list[str]:
    kind = script(folded)
    if kind == "hans":
        return _chinese(folded, person=person)
    words = [w.strip(".-'’_*") if w.strip(".-'’_*") else w for w in folded.replace("·", " ").split()]
    return [w for w in words if w]


def _chinese(folded: str, *, person: bool) -> list[str]:
    parts = [p for p in re.split(r"[·•・\s]+", folded) if p]
    if person:
        last = parts[-1]
        for title in CHINESE_TITLES:
            if last.endswith(title) and len(last) > len(title):
                parts[-1] = last[: -len(title)]
                break
        return parts
    return [word for part in parts for word in _segment(part)]


def _segment(text: str) -> list[str]:
    """Chinese words of the lexicon cut out, longest first at each place; a run of other characters is one word."""
    known = concepts()
    longest = len(chinese_words()[0])
    words: list[str] = []
    run = ""
    index = 0
    while index < len(text):
        for width in range(min(longest, len(text) - index), 0, -1):
            piece = text[index : index + width]
            # 港 is a harbour at the end of a name, or before another such word; elsewhere it may be a sound.
            before_word = any(text[index + 1 : index + 1 + size] in known for size in range(2, longest + 1))
            begins = index == 0 and piece in chinese_beginnings()
            single_inside = width == 1 and index + width < len(text) and not before_word and not begins
            if (piece in known or piece in DESIGNATORS) and not single_inside:
                if run:
                    words.append(run)
                run = ""
                words.append(piece)
                index += width
                break
        else:
            run += text[index]
            index += 1
    return [*words, run] if run else words


_DEMONYM = re.compile(r"(?:(?:i|e)?ans?|ese|ish|enos?|enas?|[ie]?anos?|[ie]?anas?|es(?:a|as|es)?)$")
_ENDING = re.compile(r"(?:ia|[aeiou])$")


def is_demonym(form: NameForm) -> bool:
    """Whether a name of a place looks like the name of its people: Calderian, calderiana, santelmeño."""
    return len(form.tokens) == 1 and bool(_DEMONYM.search(form.key)) and len(form.key) >= 6


def demonym_stem(form: NameForm) -> str:
    """What a place's name and the name of its people have in common; the name itself where that is short."""
    joined = "".join(form.tokens)
    if script(joined) != "latn":
        return form.key
    stem = _DEMONYM.sub("", joined) if is_demonym(form) else _ENDING.sub("", joined)
    return stem if len(stem) >= 4 else form.key


def acronym(form: NameForm) -> str:
    """First letters of the words of a name; "" for fewer than three words or other scripts."""
    words = [w for w in fold(form.text).replace("-", " ").split() if w not in STOPWORDS]
    if len(words) < 3 or script(form.key) != "latn":
        return ""
    return "".join(w[0] for w in words)


@lru_cache(maxsize=1)
def _nicknames() -> dict[str, frozenset[str]]:
    text = (resources.files("factbook.link") / "data" / "nicknames.tsv").read_text(encoding="utf-8")
    table: dict[str, set[str]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            formal, *nicks = line.split("\t")
            for nick in nicks:
                table.setdefault(nick, set()).add(formal)
    return {nick: frozenset(formal) for nick, formal in table.items()}


def formal_names(given: str) -> frozenset[str]:
    """The given names that a given name or nickname may stand for, itself included."""
    return _nicknames().get(given, frozenset()) | {given}


def same_given(first: str, second: str) -> bool:
    """Whether two given names may be one: equal, nickname, or a clear short form."""
    if first == second or formal_names(first) & formal_names(second):
        return True
    short, long = sorted((first, second), key=len)
    return len(short) >= 3 and (long.startswith(short) or (len(short) >= 4 and long.endswith(short)))


@lru_cache(maxsize=65536)
def sound(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Skeletons of the tokens."""
    return tuple(skeleton(token) for token in tokens)
