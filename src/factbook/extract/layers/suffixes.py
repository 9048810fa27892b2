"""Arabic pronouns that are endings of words: ابنه "his son", مقرها "its seat", عنهم "about them".

An ending is taken for a pronoun only where what stands before it is a word: one of the document or of the glossary, or
a particle. The mention is the ending's characters; the word that carries it stands for it among words and arcs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document, FoundMention, Word
from factbook.extract.glossary import gloss, leaning
from factbook.extract.lexicon import word_set

# ending: type it mostly stands for, until coreference knows better
ENDINGS: Final = {"هما": "PER", "هم": "PER", "ها": "ORG", "ه": "PER"}
PARTICLES: Final = word_set("إن أن لكن كأن عن من منه إلي علي لدي في مع عند بين قبل بعد حول ضد أمام خلف نحو ب ل")
SHORTEST: Final = 2  # letters of a word before the ending that is no particle


def leaning_off(document: Document) -> None:
    """Cut the letters that lean on a noun: the head of "للصندوق" is "لصندوق", that of "وشركة" is "شركة"."""
    for mention in document.mentions:
        if mention.level != "NOM" or mention.characters is not None:
            continue
        word = document.words[mention.head]
        cut = leaning(word.text)
        if cut:
            mention.characters = word.start + cut, word.end
            mention.text = word.text[cut:]


def add_suffix_pronouns(document: Document) -> None:
    """Add them, and cut the nouns that carry them: the head of "ابنه" is "ابن"."""
    found = list(suffix_pronouns(document))
    carried = {mention.head: mention for mention in found}
    for mention in document.mentions:
        pronoun = carried.get(mention.head) if mention.level == "NOM" else None
        if pronoun is not None and pronoun.characters is not None:
            start = mention.characters[0] if mention.characters else document.words[mention.head].start
            mention.characters = start, pronoun.characters[0]
            mention.text = document.text[slice(*mention.characters)]
    document.mentions += found


def bare(document: Document, word: Word) -> tuple[int, int]:
    """The characters of an Arabic word without what leans on it and the pronoun that ends it: "وأوقفته" is "أوقفت"."""
    seen = {other.text.removeprefix("و").removeprefix("ال") for other in document.words}
    start = word.start + leaning(word.text)
    return start, word.end - len(_ending(word.text, seen))


def suffix_pronouns(document: Document) -> Iterator[FoundMention]:
    """A mention for each pronoun that ends a word, unless the word is part of a name."""
    named = {i for m in document.mentions if m.level == "NAM" and m.head >= 0 for i in range(m.head_first, m.head_end)}
    seen = {word.text.removeprefix("و").removeprefix("ال") for word in document.words}
    for word in document.words:
        ending = _ending(word.text, seen) if word.index not in named else ""
        if ending:
            yield _mention(document, word, ending)


def _ending(text: str, seen: set[str]) -> str:
    for ending in ENDINGS:
        if text.endswith(ending) and _is_word(text.removesuffix(ending), seen - {text}):
            return ending
    return ""


def _is_word(stem: str, seen: set[str]) -> bool:
    """Whether a stem stands alone somewhere; before an ending ة is written ت."""
    bare = stem[1:] if stem[:1] in ("و", "ف") and len(stem) > SHORTEST + 1 else stem
    if stem in PARTICLES or bare in PARTICLES:
        return True
    options = [bare, f"{bare[:-1]}ة"] if bare.endswith("ت") else [bare]
    return len(bare) > SHORTEST and any(o in seen or gloss("ar", o, o, "NOUN") for o in options)


def _mention(document: Document, word: Word, ending: str) -> FoundMention:
    sentence = document.sentences[word.sentence]
    return FoundMention(
        head=word.index,
        head_first=word.index,
        head_end=word.index + 1,
        first=word.index,
        end=word.index + 1,
        type=ENDINGS[ending],
        level="PRO",
        probability=0.8,
        sentence=sentence.index,
        quoted=sentence.quoted,
        characters=(word.end - len(ending), word.end),
        text=ending,
    )
